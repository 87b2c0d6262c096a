"""One visitor's stay, whatever the connection: from the request for a screen to the last line they read."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING, ClassVar, Protocol

from carpets.hosting import log, terminal
from carpets.hosting.doors import Door, Home, Nonsense
from carpets.hosting.limits import USUAL, clamped
from carpets.words import N_, Words, language_of

if TYPE_CHECKING:
    from carpets.hosting.driver import RemoteDriver
    from carpets.hosting.typed import Typed

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


class Pastime(Protocol):
    """What a visitor came for: an app on their screen, or lines. ``crash``: the bug that ended it, if one did."""

    crash: BaseException | None

    async def stay(self, size: tuple[int, int]) -> None:
        """Until the visitor or the host ends it."""

    def leave(self) -> None:
        """End it from outside."""

    def warn(self, text: str, seconds: float) -> None:
        """Show the visitor a line from the host."""


class Host(Protocol):
    """The house, as a visit sees it. ``answers``: how long keys waited for their frames, in seconds."""

    language: str | None
    farewell: float
    answers: deque[float]

    @property
    def full(self) -> bool: ...
    def enter(self, visit: Visit) -> None: ...
    def fills_screen(self, door: Door | Nonsense) -> bool: ...
    async def open_app(self, visit: Visit) -> Pastime: ...
    async def told(self, visit: Visit) -> tuple[str, int]: ...
    def parting(self, visit: Visit) -> list[str]: ...


class Visit(ABC):
    """A ``Link`` for the driver. ``by``: what carries it, a word for the log.

    ``address`` is what limits count by, ``key`` who the visitor is, None for a guest. ``otherwise``: the door to take
    where ``door`` leads nowhere. ``screen``: it has a terminal to draw on; ``lines``: it is to be played line by line.
    """

    by: ClassVar[str]

    def __init__(self, house: Host, address: str, key: str | None = None) -> None:
        self.house = house
        self.address = address
        self.key = key
        self.size = USUAL
        self.encoding = "utf-8"
        self.environment: dict[str, str] = {}
        self.screen = False
        self.lines = False
        self.door: Door | Nonsense = Home()
        self.otherwise: Door | Nonsense | None = None
        self.began = False
        self.why = ""
        self.app: Pastime | None = None
        self.task: asyncio.Task[None] | None = None
        self.came = self.touched = time.monotonic()
        self.warned = False
        self.facts: dict[str, object] = {}
        self.typed: Typed | None = None
        self._driver: RemoteDriver | None = None

    @property
    def words(self) -> Words:
        return Words.of(language_of(None, self.house.language, self.environment))

    # ------------------------------------------------------------ what the connection does

    @abstractmethod
    def write(self, data: bytes) -> None: ...

    @abstractmethod
    def unread(self) -> bool: ...

    @abstractmethod
    def welcome(self, code: str, told: str) -> None:
        """A guest is told the code their game is kept under, in a sentence."""

    @abstractmethod
    def finish(self, status: int) -> None:
        """Nothing more will be written: end the connection when all has gone out."""

    @abstractmethod
    def cut(self) -> None:
        """End the connection at once."""

    # ------------------------------------------------------------ what the visitor does

    def begin(self) -> None:
        """All is known that is needed to open what the visitor asks for."""
        self.began = True
        self.house.enter(self)

    def feed(self, data: bytes) -> None:
        """Keys and clicks."""
        self.touched = time.monotonic()
        self.warned = False
        if self._driver is not None:
            self._driver.feed(data)
        elif self.typed is not None:
            self.typed.feed(data)

    def resize(self, width: int, height: int) -> None:
        """The window has changed."""
        self.size = clamped(width, height)
        if self._driver is not None:
            self._driver.resize(width, height)

    def drained(self) -> None:
        """The client reads again."""
        if self._driver is not None:
            self._driver.drained()

    # ------------------------------------------------------------ a Link

    def attach(self, driver: RemoteDriver | None) -> None:
        if driver is None and self._driver is not None:
            old = self._driver
            self.facts |= {"keys": old.keys, "dropped": old.dropped_keys, "frames": old.frames, "bytes": old.sent}
        self._driver = driver

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
            log.event("cut", address=self.address)
            self.task.cancel()
        self.cut()

    # ------------------------------------------------------------ the stay

    async def stay(self) -> None:
        """Open what was asked for, and say goodbye when it ends."""
        status = 0
        try:
            if self.house.full:
                self.say(self.words.text(FULL))
                self.why = "full"
                status = 1
            elif (self.screen or self.lines) and self.house.fills_screen(self.door):
                await self._play()
            else:
                text, status = await self.house.told(self)
                self.say(text)
        except Refused as refused:
            self.say(str(refused))
            status = 1
        except asyncio.CancelledError:
            self._tidy()
        except Exception as error:
            log.trouble("failed", error)
            status = 1
            self._tidy()
            self.why = "crash"
            self.say(self.words.text(GOODBYES["crash"]))
        finally:
            self.house.parting(self)  # also after a crash: the game is kept
            self._driver = None
            self.app = None
            self.finish(status)

    def _tidy(self) -> None:
        """Whatever was drawn, the terminal is as it was."""
        if self.screen and not self.lines:
            self.write(terminal.TEARDOWN.encode())

    async def _play(self) -> None:
        self.app = app = await self._opened()
        if self.why:  # gone while it was opened
            return
        await app.stay(self.size)
        if app.crash is not None:
            self.why = "crash"
        lines = [self.words.text(GOODBYES[self.why])] if self.why in GOODBYES else []
        self.say("\n".join([*lines, *self.house.parting(self)]))

    async def _opened(self) -> Pastime:
        try:
            return await self.house.open_app(self)
        except Refused:
            if self.otherwise is None:
                raise
            self.door, self.otherwise = self.otherwise, None
            return await self.house.open_app(self)

    def say(self, text: str) -> None:
        """Lines outside any app."""
        if text:
            end = "\r\n" if self.screen else "\n"
            self.write((text.replace("\n", end) + end).encode(self.encoding, "replace"))
