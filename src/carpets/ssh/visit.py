"""One visitor's stay: from the request for a screen to the last line they read."""

from __future__ import annotations

import asyncio
import re
import time
from typing import TYPE_CHECKING, Any

import asyncssh

from carpets.ssh import log, terminal
from carpets.ssh.connection import Channel, Connection
from carpets.ssh.doors import Door, Home, Nonsense, read_door
from carpets.ssh.driver import RemoteDriver
from carpets.ssh.limits import NEVER_READS, UNREAD_CHANNEL, USUAL, clamped
from carpets.words import N_, Words, language_of

if TYPE_CHECKING:
    from carpets.ssh.hosted import Hosted
    from carpets.ssh.house import House

GOODBYES = {
    "idle": N_("Nothing was pressed for a long time, so the table was cleared."),
    "time": N_("The time for one visit is over."),
    "closing": N_("The host is closing. Come back in a moment."),
    "unread": N_("Your terminal did not read what was sent."),
    "elsewhere": N_("You have come back at another terminal, and your game with you."),
    "crash": N_("The game hit a bug and had to stop. Sorry! It has been written down."),
}
"""What a visitor is told, by the word for the log. Any other end needs no words."""
FULL = N_("Every seat is taken. Please come back a little later.")


class Refused(Exception):
    """A door that leads nowhere: the sentence for the visitor."""


class Visit(asyncssh.SSHServerSession[bytes]):
    """The ssh channel's callbacks, and a ``Link`` for the driver."""

    def __init__(self, house: House, connection: Connection) -> None:
        self.house = house
        self.connection = connection
        self.size = USUAL
        self.encoding = "utf-8"
        self.environment: dict[str, str] = {}
        self.screen = False
        self.door: Door | Nonsense = Home()
        self.began = False
        self.why = ""
        self.app: Hosted | None = None
        self.task: asyncio.Task[None] | None = None
        self.came = self.touched = time.monotonic()
        self.warned = False
        self.facts: dict[str, object] = {}
        self._channel: Channel | None = None
        self._driver: RemoteDriver | None = None
        self._full = False

    @property
    def key(self) -> str | None:
        """The fingerprint of the visitor's key, None for a guest."""
        return self.connection.key

    @property
    def words(self) -> Words:
        return Words.of(language_of(None, self.house.language, self.environment))

    # ------------------------------------------------------------ the channel's callbacks

    def connection_made(self, chan: Any) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(high=UNREAD_CHANNEL, low=UNREAD_CHANNEL // 4)
        if self.connection.meter is not None:
            self.connection.meter.drained = self._drained

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        if not re.fullmatch(r"[A-Za-z0-9._+-]{1,40}", term_type) or term_type == "dumb":
            return False
        self.screen = True
        self.environment["TERM"] = term_type
        self.size = clamped(*term_size[:2])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.size = clamped(width, height)
        if self._driver is not None:
            self._driver.resize(width, height)

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """The word is ssh's: the command is read by ``doors`` and nothing is executed."""
        self.door = read_door(command)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        assert self._channel is not None
        self.began = True
        self.environment |= self._channel.setting()
        self.encoding = terminal.encoding_of(self.environment)
        self.house.enter(self)

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.touched = time.monotonic()
        self.warned = False
        if self._driver is not None:
            self._driver.feed(data)

    def eof_received(self) -> bool:
        if self.screen:
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
        self._drained()

    def connection_lost(self, exc: Exception | None) -> None:
        self._channel = None
        self.hangup("lost")

    def _drained(self) -> None:
        if self._driver is not None:
            self._driver.drained()

    # ------------------------------------------------------------ a Link

    def attach(self, driver: RemoteDriver | None) -> None:
        if driver is None and self._driver is not None:
            old = self._driver
            self.facts |= {"keys": old.keys, "dropped": old.dropped_keys, "frames": old.frames, "bytes": old.sent}
        self._driver = driver

    def write(self, data: bytes) -> None:
        if self._channel is not None and not self._channel.is_closing():
            try:
                self._channel.write(data)
            except (OSError, asyncssh.Error) as error:
                log.event("unwritten", error=str(error))

    def unread(self) -> bool:
        meter = self.connection.meter
        return self._full or self._channel is None or (meter is not None and meter.unread)

    def answered(self, seconds: float) -> None:
        self.house.answers.append(seconds)

    def hangup(self, reason: str) -> None:
        """End the visit, for a reason that GOODBYES or only the log knows."""
        if self.why or not self.began:
            return
        self.why = reason
        if self.app is not None:
            self.app.leave()
        asyncio.get_running_loop().call_later(self.house.farewell, self._cut)

    def _cut(self) -> None:
        if self.task is not None and not self.task.done():
            log.event("cut", address=self.connection.address)
            self.task.cancel()
        if self._channel is not None:
            self.connection.abort()

    # ------------------------------------------------------------ the stay

    async def stay(self) -> None:
        """Open what was asked for, and say goodbye when it ends."""
        status = 0
        try:
            if self.house.full:
                self.say(self.words.text(FULL))
                status = 1
            elif self.screen and self.house.fills_screen(self.door):
                await self._play()
            else:
                text, status = await self.house.told(self)
                self.say(text)
        except Refused as refused:
            self.say(str(refused))
            status = 1
        except asyncio.CancelledError:
            self.write(terminal.TEARDOWN.encode())
        except Exception as error:
            log.trouble("failed", error)
            status = 1
            self.write(terminal.TEARDOWN.encode())
            self.why = "crash"
            self.say(self.words.text(GOODBYES["crash"]))
        finally:
            self.house.parting(self)  # also after a crash: the game is kept
            self._driver = None
            self.app = None
            if self._channel is not None:
                self._channel.exit(status)
                loop = asyncio.get_running_loop()
                loop.call_later(1, self.connection.close)
                loop.call_later(NEVER_READS, self.connection.abort)

    async def _play(self) -> None:
        self.app = app = await self.house.open_app(self)
        if self.why:  # gone while it was opened
            return
        await app.stay(self.size)
        if app.crash is not None:
            self.why = "crash"
        lines = [self.words.text(GOODBYES[self.why])] if self.why in GOODBYES else []
        self.say("\n".join([*lines, *self.house.parting(self)]))

    def say(self, text: str) -> None:
        """Lines outside any app."""
        if text:
            end = "\r\n" if self.screen else "\n"
            self.write((text.replace("\n", end) + end).encode(self.encoding, "replace"))
