"""The visitor's terminal: bytes to Textual's messages without a way to hurt us, and the colours it has.

Written against Textual 8.2.8; what is private there is marked PRIVATE.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual import events, messages
from textual._xterm_parser import XTermParser  # PRIVATE
from textual.color import Color
from textual.filter import LineFilter
from textual.message import Message

from carpets.hosting.limits import PASTE, SWALLOWED
from carpets.paint.palettes import Depth

SETUP = (
    "\x1b[?1049h\x1b[?25l"  # the alternate screen, no cursor
    "\x1b[?1000h\x1b[?1002h\x1b[?1006h"  # clicks, wheel, drags; not 1003: every motion would cost a round of messages
    "\x1b[?1004h\x1b[?2004h\x1b[?7l"  # focus, bracketed paste, no wrapping
    "\x1b[?2026$p\x1b[>1u"  # are whole frames known? kitty's unambiguous keys
)
TEARDOWN = (
    "\x1b[?2026l\x1b[<u\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[?7h"
    "\x1b]22;default\x07\x1b[0m\x1b[?1049l\x1b[?25h"
)
_PASTE_END = "\x1b[201~"


class Parser(XTermParser):
    """Textual's parser without its two faults.

    ``_parse_extended_key`` is an lru_cache on a method: its keys hold the parser and its values the app that
    was active, so that every app lives on after its end (0.1 to 2 MB each). And it raises on what kitty sends
    for other layouts (``1088::104;1u``): what follows a colon is left out.
    """

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        codes = sequence.split(";")
        plain = ";".join([re.sub(r":[0-9:]*", "", code) for code in codes[:2]] + codes[2:])
        found: list[events.Key] | None = XTermParser._parse_extended_key.__wrapped__(self, plain)  # PRIVATE
        return found


class Input:
    """What a client sends, as messages. Nothing it sends raises, and what is held of it is bounded."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode
        self._parser = Parser()
        self._silent = 0
        self._skipping: str | None = None
        self.faults = 0

    @property
    def waiting(self) -> bool:
        """Whether an Escape is held back until ``tick``, for more may follow it."""
        return self._parser._timeout_time is not None  # PRIVATE

    def feed(self, data: bytes) -> Iterator[Message]:
        text = self._after_paste(self._decode(data))
        if not text:
            return
        self._silent += len(text)
        for message in self._guarded(self._parser.feed(text)):
            self._silent = 0
            yield message
        if self._silent > SWALLOWED:
            self._renew()
            self._skipping = ""

    def tick(self) -> Iterator[Message]:
        """What was held back, when its time is over."""
        return self._guarded(self._parser.tick())

    def _guarded(self, found: Iterable[Message]) -> Iterator[Message]:
        """The messages that may pass. A parser that has raised is dead: the next one begins afresh."""
        try:
            for message in found:
                match message:
                    case events.Resize() | messages.InBandWindowResize() | events.CursorPosition():
                        pass  # a size would get round the limits, and a later click be divided by it
                    case events.Paste():
                        yield events.Paste(message.text[:PASTE])
                    case _:
                        yield message
        except Exception:
            self.faults += 1
            self._renew()

    def _renew(self) -> None:
        self._parser = Parser()
        self._silent = 0

    def _after_paste(self, text: str) -> str:
        """What follows the end of a paste that was too long; everything when there is none."""
        if self._skipping is None:
            return text
        text = self._skipping + text
        before, end, after = text.partition(_PASTE_END)
        if not end:
            self._skipping = before[-len(_PASTE_END) + 1 :]
            return ""
        self._skipping = None
        return after


_ENCODINGS = frozenset(
    {"utf8", "koi8r", "koi8u", "cp1251", "cp866", "iso88591", "iso885915", "iso88595", "ansix3.41968"}
)


def encoding_of(environment: Mapping[str, str]) -> str:
    """The encoding a client's locale names, of those terminals have; UTF-8 where it names none."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    named = locale.partition(".")[2].partition("@")[0].lower()
    if named.replace("-", "").replace("_", "") not in _ENCODINGS:
        return "utf-8"
    return codecs.lookup(named).name


# ---------------------------------------------------------------- colours

SYSTEM_NAMES: Mapping[Depth, Literal["truecolor", "256", "standard"] | None] = {
    Depth.TRUE: "truecolor",
    Depth.C256: "256",
    Depth.C16: "standard",
    Depth.MONO: "standard",
}
_SYSTEMS = {Depth.C256: ColorSystem.EIGHT_BIT, Depth.C16: ColorSystem.STANDARD}


@lru_cache(maxsize=16384)
def _fewer(style: Style, system: ColorSystem) -> Style:
    return Style(
        color=style.color and style.color.downgrade(system),
        bgcolor=style.bgcolor and style.bgcolor.downgrade(system),
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        reverse=style.reverse,
        strike=style.strike,
    )


class FewerColours(LineFilter):
    """Colours as a lesser terminal has them.

    Textual keeps the escape codes of a style on the style itself, whatever the terminal: in one process the first
    visitor's terminal would decide everybody's colours. So all apps render true colour, and the styles differ.
    """

    def __init__(self, system: ColorSystem) -> None:
        super().__init__()
        self.system = system

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        system = self.system
        return [
            Segment(text, None if style is None else _fewer(style, system), control)
            for text, style, control in segments
        ]


class NoControls(LineFilter):
    """The last line of defence: no widget of Textual takes ESC, OSC, C1 or bidi marks out of a text by itself."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment("".join(filter(str.isprintable, text)), style, control) for text, style, control in segments]


NO_CONTROLS = NoControls()
_FEWER = {depth: FewerColours(system) for depth, system in _SYSTEMS.items()}


def filters(depth: Depth) -> list[LineFilter]:
    """What every line of an app goes through."""
    return [NO_CONTROLS, *([_FEWER[depth]] if depth in _FEWER else [])]
