"""How much a visitor may take: every number of the host in one place, and the counting. No sockets, no clock."""

from __future__ import annotations

import ipaddress
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from carpets.value import Value

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


def one_less(full: float, rate: float, at_once: float, now: float) -> float | None:
    """A bucket of ``at_once`` tokens, known by when it is ``full`` again, after one is taken; None: there was none."""
    full = max(now, full)
    return None if (full - now) * rate > at_once - 1 else full + 1 / rate


class Tally(Protocol):
    """What several workers count together, by words for what is counted."""

    def add(self, what: str, change: int) -> None:
        """One more or one less of it in this worker."""

    def elsewhere(self, what: str) -> int:
        """How many of it the other workers have."""

    def take(self, what: str, rate: float, at_once: float, now: float) -> bool:
        """A token of the bucket of that name, if there is one; ``now`` on the clock all processes have in common."""


class Alone:
    """The tally of the only worker there is: what it has itself is all there is."""

    def __init__(self) -> None:
        self._full: dict[str, float] = {}

    def add(self, what: str, change: int) -> None:
        del what, change

    def elsewhere(self, what: str) -> int:
        del what
        return 0

    def take(self, what: str, rate: float, at_once: float, now: float) -> bool:
        if len(self._full) > 10_000:
            self._full.clear()
        full = one_less(self._full.get(what, 0.0), rate, at_once, now)
        if full is not None:
            self._full[what] = full
        return full is not None


@dataclass
class Gate:
    """Who is connected, counted by address, and over all workers where there are several.

    Every ``entered`` is followed by one ``gone``, ``knocked`` by ``known``.
    """

    limits: Limits
    tally: Tally = field(default_factory=Alone)
    here: Counter[str] = field(default_factory=Counter)
    """The connections of this worker by address."""
    strangers: int = 0
    """Those of them that have not logged in yet."""
    _knocking: Counter[str] = field(default_factory=Counter)

    def refused(self, address: str, now: float) -> str | None:
        """Why a new connection is not let in (a word for the log), None if it is. ``now``: of the monotonic clock."""
        limits = self.limits
        if not self.tally.take(f"arrival {address}", limits.arrivals, limits.arrivals_at_once, now):
            return "rate"
        if self.here[address] + self.tally.elsewhere(address) >= limits.per_address:
            return "per-address"
        return "strangers" if self.crowded() else None

    def crowded(self, address: str = "") -> bool:
        """Whether there are as many strangers as there may be, at all or from the address where one is given."""
        limits, elsewhere = self.limits, self.tally.elsewhere
        if self.strangers + elsewhere(STRANGERS) >= limits.strangers:
            return True
        return bool(address) and self._knocking[address] + elsewhere(_at_door(address)) >= limits.per_address

    def looks(self, address: str, now: float) -> bool:
        """Whether one more file of the page may be had."""
        limits = self.limits
        return self.tally.take(f"look {address}", FILES * limits.arrivals, FILES * limits.arrivals_at_once, now)

    def entered(self, address: str) -> None:
        """A connection is let in."""
        self.here[address] += 1
        self.tally.add(address, 1)

    def gone(self, address: str) -> None:
        """A connection that was let in has ended."""
        self.tally.add(address, -1)
        self.here[address] -= 1
        if self.here[address] <= 0:
            del self.here[address]

    def knocked(self, address: str = "") -> None:
        """A connection has come of which nothing is known yet."""
        self.strangers += 1
        self._knocking[address] += 1
        self.tally.add(STRANGERS, 1)
        self.tally.add(_at_door(address), 1)

    def known(self, address: str = "") -> None:
        """One of the strangers has logged in, or left."""
        self.tally.add(STRANGERS, -1)
        self.tally.add(_at_door(address), -1)
        self.strangers -= 1
        self._knocking[address] -= 1
        if not self._knocking[address]:
            del self._knocking[address]


STRANGERS = "strangers"
"""What all those who have not logged in are counted under."""


def _at_door(address: str) -> str:
    """What those of an address are counted under who have not logged in."""
    return f"{STRANGERS} {address}"
