"""The whole table as one widget: header, board, message and footer, drawn line by line from a Painting.

It decides nothing: what the mouse does to it goes out as messages, and ``show`` is given what to draw.
Only what changed since the last painting is drawn again.
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
from carpets.paint.model import Painting, Run

Row = tuple[Run, ...]
StyleOf = Callable[[str], Style]
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

    def __init__(self, style_of: StyleOf, painting: Painting) -> None:
        """``painting``: what the terminal shows already, without rows if nothing."""
        super().__init__()
        self.style_of = style_of
        self.painting = painting
        self._strips: list[Strip] = []
        self._down: tuple[Place, int] | None = None

    # ------------------------------------------------------------ drawing

    def show(self, painting: Painting) -> None:
        """Draw another painting of the same or another size."""
        old = self.painting.rows
        self.painting = painting
        if len(old) != len(painting.rows) or len(self._strips) != len(old):
            self._strips = [self._strip(row) for row in painting.rows]
            self.refresh()
            return
        regions = []
        for y, (before, after) in enumerate(zip(old, painting.rows, strict=True)):
            if before != after:
                self._strips[y] = self._strip(after)
                x, end = changed(before, after)
                regions.append(Region(x, y, end - x, 1))
        if regions:
            self.refresh(*regions)

    def restyle(self, style_of: StyleOf) -> None:
        """Draw everything in other styles."""
        self.style_of = style_of
        self._strips = [self._strip(row) for row in self.painting.rows]
        self.refresh()

    def _strip(self, row: Row) -> Strip:
        return Strip([Segment(text, self.style_of(key)) for text, key in row])

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
        if y < len(self._strips):
            return self._strips[y].adjust_cell_length(width, self.style_of("table"))
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
