"""The whole table as one widget: header, board, message and footer, drawn line by line from a Painting.

It decides nothing: what the mouse does to it goes out as messages, and ``show`` is given what to draw.
Only what changed since the last painting is drawn again, and where nothing else is on the screen it goes straight to
the terminal. ``render_line`` always tells the whole painting, whichever way it went.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from carpets.choosing import Place
from carpets.paint.model import Painting, Row

StyleOf = Callable[[str], Style]
Send = Callable[["Board", list[tuple[int, Row]]], bool]
"""Sends rows of the board by their numbers, at once and without Textual; whether it could."""
LEFT, RIGHT = 1, 3
"""Mouse buttons."""


class Board(Widget, can_focus=True):
    """``style_of`` turns a style key into a Rich style."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    @dataclass
    class Chosen(Message):
        """A click on a place."""

        place: Place

    @dataclass
    class Dropped(Message):
        """What lies at one place was dragged to another."""

        first: Place
        second: Place

    @dataclass
    class Sent(Message):
        """A right click on a place."""

        place: Place

    @dataclass
    class Pressed(Message):
        """A click on a button of the footer."""

        action: str

    ALLOW_SELECT = False

    def __init__(self, style_of: StyleOf, painting: Painting, send: Send) -> None:
        """``painting``: what the terminal shows already, without rows if nothing. ``send``: the straight way."""
        super().__init__()
        self.style_of = style_of
        self.painting = painting
        self._send = send
        self._down: tuple[Place, int] | None = None

    # ------------------------------------------------------------ drawing

    def show(self, painting: Painting) -> None:
        """Draw another painting of the same or another size."""
        before, after = self.painting.rows, painting.rows
        self.painting = painting
        if len(before) != len(after):
            self.refresh()
            return
        rows = [(y, row) for y, (old, row) in enumerate(zip(before, after, strict=True)) if row != old]
        if rows and not self._send(self, rows):
            spans = ((y, *changed(before[y], row)) for y, row in rows)
            self.refresh(*(Region(x, y, end - x, 1) for y, x, end in spans))

    def restyle(self, style_of: StyleOf) -> None:
        """Draw everything in other styles."""
        self.style_of = style_of
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines without what Textual would style, as there is nothing: they are the painter's to the last cell."""
        if self.get_line_filters():
            return super().render_lines(crop)
        width, (left, right) = self.size.width, crop.column_span
        lines = [self._line(y, width) for y in crop.line_range]
        return lines if (left, right) == (0, width) else [line.crop(left, right) for line in lines]

    def render_line(self, y: int) -> Strip:
        return self._line(y, self.size.width)

    def _line(self, y: int, width: int) -> Strip:
        if y < len(self.painting.rows):
            row = [Segment(text, self.style_of(key)) for text, key in self.painting.rows[y]]
            return Strip(row).adjust_cell_length(width, self.style_of("table"))
        return Strip.blank(width, self.style_of("table"))

    # ------------------------------------------------------------ the mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        place = self.painting.at(event.x, event.y)
        if place is not None and event.button in (LEFT, RIGHT):
            self._down = place, event.button
            self.capture_mouse()
            return
        button = self.painting.button_at(event.x, event.y)
        if button is not None and event.button == LEFT:
            self.post_message(self.Pressed(button))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        if self._down is None:
            return
        first, button = self._down
        self._down = None
        self.release_mouse()
        second = self.painting.at(event.x, event.y)
        match button:
            case 1 if second == first:
                self.post_message(self.Chosen(first))
            case 1 if second is not None:
                self.post_message(self.Dropped(first, second))
            case 3 if second == first:
                self.post_message(self.Sent(first))


def changed(before: Row, after: Row) -> tuple[int, int]:
    """The columns from the first to past the last cell in which two rows of the same width differ."""
    start = _common(before, after)
    width = sum(len(text) for text, _ in after)
    return start, max(width - _common(before[::-1], after[::-1], -1), start)


def _common(one: Row, other: Row, step: int = 1) -> int:
    """How many cells two rows have in common at their beginning (at their end: reversed rows and a step of -1).

    Run by run: neighbouring runs differ in style, so where one ends the rows differ.
    """
    common = 0
    for (text, key), (other_text, other_key) in zip(one, other, strict=False):
        if key != other_key:
            break
        if text == other_text:
            common += len(text)
            continue
        for here, there in zip(text[::step], other_text[::step], strict=False):
            if here != there:
                break
            common += 1
        break
    return common
