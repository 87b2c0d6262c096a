"""A visit over ssh: the channel's callbacks."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Protocol

import asyncssh

from carpets.hosting import log, terminal
from carpets.hosting.channel import Channel
from carpets.hosting.doors import Plain, read_door
from carpets.hosting.limits import NEVER_READS, UNREAD_CHANNEL, clamped
from carpets.hosting.meter import Meter
from carpets.hosting.typed import Cooked, Typed
from carpets.hosting.visit import Host, Visit


class Line(Protocol):
    """The connection, as its one session sees it. ``key``: the fingerprint of a key they have proved to hold."""

    address: str
    key: str | None
    meter: Meter | None

    def close(self) -> None: ...
    def abort(self) -> None: ...


class Shell(Visit, asyncssh.SSHServerSession[bytes]):
    """What a client asks of its one channel."""

    by = "ssh"

    def __init__(self, house: Host, connection: Line) -> None:
        super().__init__(house, connection.address, connection.key)
        self.connection = connection
        self._channel: Channel | None = None
        self._full = False

    # ------------------------------------------------------------ the channel's callbacks

    def connection_made(self, chan: Any) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(high=UNREAD_CHANNEL, low=UNREAD_CHANNEL // 4)
        if self.connection.meter is not None:
            self.connection.meter.drained = self.drained

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        if not re.fullmatch(r"[A-Za-z0-9._+-]{1,40}", term_type):
            return False
        self.screen = True
        self.lines = term_type == "dumb"
        self.environment["TERM"] = term_type
        self.size = clamped(*term_size[:2])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.resize(width, height)

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """The word is ssh's: the command is read by ``doors`` and nothing is executed."""
        match read_door(command):
            case Plain(door):
                self.door, self.lines = door, True
            case door:
                self.door = door
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        assert self._channel is not None
        self.environment |= self._channel.setting()
        self.encoding = terminal.encoding_of(self.environment)
        if self.lines:
            self.typed = (
                Cooked(self.encoding, self._hold, lambda text: self.write(text.encode(self.encoding, "replace")))
                if self.screen
                else Typed(self.encoding, self._hold)
            )
        self.begin()

    def _hold(self, held: bool) -> None:
        """Take nothing more from the client for a while, or go on."""
        if self._channel is not None:
            (self._channel.pause_reading if held else self._channel.resume_reading)()

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.feed(data)

    def eof_received(self) -> bool:
        if self.typed is not None:
            self.typed.end()
        elif self.screen:
            self.hangup("eof")
        return True

    def break_received(self, msec: int) -> bool:
        return True

    def signal_received(self, signal: str) -> None:
        if signal in ("INT", "TERM", "HUP", "QUIT"):
            self.hangup("signal")

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        self.drained()

    def connection_lost(self, exc: Exception | None) -> None:
        self._channel = None
        self.hangup("lost")

    # ------------------------------------------------------------ what a visit does to its connection

    def write(self, data: bytes) -> None:
        if self._channel is not None and not self._channel.is_closing():
            try:
                self._channel.write(data)
            except (OSError, asyncssh.Error) as error:
                log.event("unwritten", error=str(error))

    def unread(self) -> bool:
        meter = self.connection.meter
        return self._full or self._channel is None or (meter is not None and meter.unread)

    def welcome(self, code: str, told: str) -> None:
        """On the screen before the game's own, where it is found again when the game has left, and in the title."""
        if not self.lines:
            self.write(f"\x1b]2;carpets - resume {code}\x07".encode())
        self.say(told)

    def finish(self, status: int) -> None:
        if self._channel is not None:
            self._channel.exit(status)
            loop = asyncio.get_running_loop()
            loop.call_later(1, self.connection.close)
            loop.call_later(NEVER_READS, self.connection.abort)

    def cut(self) -> None:
        if self._channel is not None:
            self.connection.abort()
