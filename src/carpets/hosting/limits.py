"""How much a visitor may take: every number of the host in one place, and the counting. No sockets, no clock."""

from __future__ import annotations

import ipaddress
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from carpets.value import Value

if TYPE_CHECKING:
    from carpets.hosting.tally import Tally

SMALLEST, LARGEST = (20, 8), (240, 80)
"""Columns and rows an app is ever told. A screen of the largest size costs about 7 MB while it is open."""
USUAL = (80, 24)
RESIZES_APART = 0.08
"""Seconds between two layouts: one costs 5 to 20 ms of processor time."""
KEYS, KEYS_AT_ONCE = 25.0, 60.0
"""Keys and clicks a second that reach an app, and how many may come at once."""
MOTIONS, MOTIONS_AT_ONCE = 30.0, 5.0
PASTE = 4096
"""Characters of a paste that are kept."""
SWALLOWED = 16 * 1024
"""Characters the parser may take in without telling anything: the length of an unfinished paste."""
QUEUE = 100
"""Messages that may wait in an app before keys are dropped."""
BYTES, BYTES_AT_ONCE = 8 * 1024.0, 64 * 1024.0
"""Bytes a second a connection may send, of whatever kind, and how many may come at once."""
SLICE = 2048
"""Bytes handed to the ssh protocol in one round of the loop."""
UNREAD_SOCKET, UNREAD_CHANNEL, KERNEL_BUFFER = 256 * 1024, 64 * 1024, 128 * 1024
"""Bytes held for a client that does not read: by the loop, by the channel, by the kernel."""
NEVER_READS = 30.0
"""Seconds of not reading after which a client is cut off."""
ENVIRONMENT = frozenset({"LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TERMINAL", "COLORTERM", "NO_COLOR"})
"""The variables a client may send."""
VALUE = 64
"""Bytes one of them may have."""
COMMAND = 200
"""Characters of ``ssh host COMMAND``."""


FILES = 10.0
"""How many files of the page an address may have for each arrival it may make."""


class Limits(Value):
    """What an operator may set. Times in seconds; ``arrivals`` are new connections a second from one address."""

    sessions: int = 200
    per_address: int = 20
    strangers: int = 50
    """Connections that have not logged in yet."""
    arrivals: float = 2.0
    arrivals_at_once: float = 20.0
    login: float = 15.0
    start: float = 10.0
    """Between the login and the request for a screen."""
    idle: float = 15 * 60.0
    total: float = 4 * 3600.0
    warning: float = 60.0
    """How long before either ends the visitor is told."""
    keepalive: float = 60.0
    sweep: float = 5.0


class Bucket:
    """A token bucket. ``now`` is seconds from any origin."""

    __slots__ = ("burst", "level", "rate", "time")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst, self.level, self.time = rate, burst, burst, now

    def refill(self, now: float) -> float:
        """What is in it now."""
        self.level = min(self.burst, self.level + (now - self.time) * self.rate)
        self.time = now
        return self.level

    def take(self, now: float) -> bool:
        """One token, if there is one."""
        if self.refill(now) < 1:
            return False
        self.level -= 1
        return True


def clamped(width: int, height: int) -> tuple[int, int]:
    """The size an app is told. 0 means unknown (``ssh -tt`` without a terminal)."""
    return (
        min(max(width or USUAL[0], SMALLEST[0]), LARGEST[0]),
        min(max(height or USUAL[1], SMALLEST[1]), LARGEST[1]),
    )


def neighbourhood(address: str) -> str:
    """What counts as one address: all of an IPv6 /64, which one customer has."""
    try:
        ip = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


@dataclass
class Gate:
    """Who is connected, counted by address. Every ``entered`` is followed by one ``gone``, ``knocked`` by ``known``."""

    limits: Limits
    tally: Tally | None = None
    """Of all workers, where there are several."""
    here: Counter[str] = field(default_factory=Counter)
    strangers: int = 0
    _knocking: Counter[str] = field(default_factory=Counter)
    _arrivals: dict[str, Bucket] = field(default_factory=dict)
    _looks: dict[str, Bucket] = field(default_factory=dict)

    def refused(self, address: str, now: float) -> str | None:
        """Why a new connection is not let in (a word for the log), None if it is."""
        if len(self._arrivals) > 10_000:
            self._arrivals.clear()
        limits = self.limits
        bucket = self._arrivals.setdefault(address, Bucket(limits.arrivals, limits.arrivals_at_once, now))
        if not bucket.take(now):
            return "rate"
        elsewhere = 0 if self.tally is None else self.tally.elsewhere(address)
        if self.here[address] + elsewhere >= limits.per_address:
            return "per-address"
        return "strangers" if self.crowded() else None

    def crowded(self, address: str = "") -> bool:
        """Whether there are as many strangers as there may be, at all or from the address where one is given."""
        limits = self.limits
        return self.strangers >= limits.strangers or (bool(address) and self._knocking[address] >= limits.per_address)

    def looks(self, address: str, now: float) -> bool:
        """Whether one more file of the page may be had."""
        if len(self._looks) > 10_000:
            self._looks.clear()
        limits = self.limits
        rate, at_once = FILES * limits.arrivals, FILES * limits.arrivals_at_once
        return self._looks.setdefault(address, Bucket(rate, at_once, now)).take(now)

    def entered(self, address: str) -> None:
        """A connection is let in."""
        self.here[address] += 1
        if self.tally is not None:
            self.tally.add(address, 1)

    def gone(self, address: str) -> None:
        """A connection that was let in has ended."""
        if self.tally is not None:
            self.tally.add(address, -1)
        self.here[address] -= 1
        if self.here[address] <= 0:
            del self.here[address]

    def knocked(self, address: str = "") -> None:
        """A connection has come of which nothing is known yet."""
        self.strangers += 1
        self._knocking[address] += 1

    def known(self, address: str = "") -> None:
        """One of the strangers has logged in, or left."""
        self.strangers -= 1
        self._knocking[address] -= 1
        if not self._knocking[address]:
            del self._knocking[address]
