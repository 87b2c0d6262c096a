"""What a client without a screen sends, as lines: bounded, whatever it is."""

from __future__ import annotations

import asyncio
import codecs
from collections import deque
from collections.abc import Callable

from carpets.hosting.limits import PASTE as LINE
from carpets.hosting.limits import QUEUE

ESCAPE = 16
"""Characters that an escape sequence may have."""


class Typed:
    """The lines, one at a time. ``hold`` tells the connection to take nothing more for a while, or to go on."""

    def __init__(self, encoding: str, hold: Callable[[bool], None]) -> None:
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode
        self._hold = hold
        self._part = ""
        self._lines: deque[str] = deque()
        self._news = asyncio.Event()
        self._over = self._held = False

    def feed(self, data: bytes) -> None:
        *lines, rest = (self._part + self._decode(data)).split("\n")
        self._part = rest[:LINE]
        self._take([line[:LINE] for line in lines])

    def _take(self, lines: list[str]) -> None:
        self._lines += lines
        self._news.set()
        if len(self._lines) > QUEUE and not self._held:
            self._held = True
            self._hold(True)

    def end(self, *, at_once: bool = False) -> None:
        """No more comes. ``at_once``: nor is what has come of interest any more."""
        if self._part:
            self._lines.append(self._part)
            self._part = ""
        if at_once:
            self._lines.clear()
        self._over = True
        self._news.set()

    async def next(self) -> str | None:
        """The next line, None at the end."""
        while not self._lines:
            if self._over:
                return None
            self._news.clear()
            await self._news.wait()
        line = self._lines.popleft()
        if self._held and len(self._lines) < QUEUE // 2:
            self._held = False
            self._hold(False)
        return line


class Cooked(Typed):
    """The lines of a client whose terminal sends every key: shown as they are typed, and mended with backspace."""

    def __init__(self, encoding: str, hold: Callable[[bool], None], show: Callable[[str], None]) -> None:
        super().__init__(encoding, hold)
        self._show = show
        self._escaped = ""

    def feed(self, data: bytes) -> None:
        for char in self._decode(data):
            if self._escaped:
                self._escape(char)
            else:
                self._key(char)

    def _key(self, char: str) -> None:
        match char:
            case "\r" | "\n":
                self._show("\r\n")
                line, self._part = self._part, ""
                self._take([line])
            case "\x7f" | "\b" if self._part:
                self._part = self._part[:-1]
                self._show("\b \b")
            case "\x15":
                self._show("\b \b" * len(self._part))
                self._part = ""
            case "\x03":
                self.end(at_once=True)
            case "\x04" if not self._part:
                self.end()
            case "\x1b":
                self._escaped = char
            case _ if char.isprintable() and len(self._part) < LINE:
                self._part += char
                self._show(char)

    def _escape(self, char: str) -> None:
        """An arrow or the like, which means nothing here."""
        begins = self._escaped == "\x1b" and char in "[O"
        self._escaped = self._escaped + char if begins or (not char.isalpha() and char != "~") else ""
        if len(self._escaped) > ESCAPE:
            self._escaped = ""
