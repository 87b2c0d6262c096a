"""Fewer bytes to the terminal: only the cells that differ from what it already shows.

Textual 8.2 sends a changed region from its widget's left edge on and about three whole frames at the
start. ``Shown`` remembers the cells sent and rewrites Textual's updates. This is the only module that
knows Textual's private classes; with a Textual where they are made of other parts, ``Shown.of`` is None and
every update goes out as Textual made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

from carpets.paint.model import Run

GAP = 6
"""Unchanged cells in one style that are sent again rather than jumped over: a jump costs about as much."""

Cell = tuple[str, str]
"""What stands in a cell (empty: the right half of a wide character) and its SGR parameters."""
UNKNOWN: Cell = ("", "?")


def _parts(kind: type) -> tuple[str, ...]:
    """What an object of a class is made from. Asking Textual for its version instead costs 1.5 MiB and 15 ms."""
    code: CodeType = kind.__init__.__code__  # type: ignore[misc]
    return code.co_varnames[1 : code.co_argcount]


try:
    from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

    KNOWN = _parts(LayoutUpdate) == ("strips", "region") and _parts(ChopsUpdate) == ("chops", "spans", "chop_ends")
except ImportError:
    KNOWN = False


class Shown:
    """The cells that one terminal shows."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell]] = {}
        self._size = (0, 0)

    @classmethod
    def of(cls) -> Shown | None:
        """One for this Textual, or None for a Textual that is not known."""
        return cls() if KNOWN else None

    def forget(self) -> None:
        """The terminal may show anything: after a resize, a suspension, another program's output."""
        self._rows.clear()

    def assume(self, rows: Sequence[Sequence[Run]], style_of: Callable[[str], Style], system: str | None) -> None:
        """Take a painting for what the terminal shows: the first frame, sent by other means."""
        colours = system_of(system)
        self._rows = {
            y: cells_of((Segment(text, style_of(key)) for text, key in row), colours) for y, row in enumerate(rows)
        }
        self._size = (len(self._rows[0]) if rows else 0, len(rows))

    def sized(self, width: int, height: int) -> None:
        """Of a whole screen of this size: what was shown at another size is gone."""
        if self._size != (width, height):
            self.forget()
            self._size = (width, height)

    def rewritten(self, update: Any) -> Any:
        """The update with only what differs, where it is one of Textual's two; else the update itself."""
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            return _Rewritten(self, update)
        return update

    # ------------------------------------------------------------ cells

    def sent(self, lines: Iterable[tuple[int, int, list[Cell]]]) -> str:
        """What brings these (row, column, cells) to the terminal, remembered as shown from now on.

        It begins and ends in the terminal's own style.
        """
        out: list[str] = []
        pen = PLAIN
        for y, x, cells in lines:
            row = self._rows.setdefault(y, [])
            end = x + len(cells)
            if len(row) < end:
                row += [UNKNOWN] * (end - len(row))
            if row[x:end] == cells:
                continue
            for start, stop in _runs(row[x:end], cells):
                out.append(f"\x1b[{y + 1};{x + start + 1}H")
                pen = _write(out, pen, cells[start:stop])
            row[x:end] = cells
        return "".join(out) + ("\x1b[0m" if pen != PLAIN else "")


def _runs(old: list[Cell], new: list[Cell]) -> Iterator[tuple[int, int]]:
    """Where cells differ: runs from the first to past the last cell, never ending in the middle of a wide character.

    A short gap that looks like the cell before it is sent again: going past it costs as much.
    """
    at, width = 0, len(new)
    while at < width:
        if old[at] == new[at]:
            at += 1
            continue
        end = ahead = at + 1
        while ahead < width and ahead - end < GAP and (old[ahead] != new[ahead] or _alike(new[ahead], new[end - 1])):
            ahead += 1
            if old[ahead - 1] != new[ahead - 1]:
                end = ahead
        while end < width and not new[end][0]:
            end += 1
        yield at, end
        at = end


def _alike(cell: Cell, before: Cell) -> bool:
    """Whether a cell needs no other pen than the one before it."""
    return cell[1] == before[1] or (cell[0] == " " and cell[1] == _on_blank(before[1]))


Pen = tuple[frozenset[str], str, str]
"""What the terminal writes with: attributes, ink and ground, as SGR parameters."""
PLAIN: Pen = (frozenset(), "", "")
ON_BLANKS = frozenset(("4", "7", "9", "21", "53"))
"""Attributes that show on a blank too: underline, reverse, strike, double underline, overline."""


def _write(out: list[str], pen: Pen, cells: list[Cell]) -> Pen:
    """Cells as text, and the pen after them."""
    now: str | None = None
    for char, sgr in cells:
        if sgr != now:
            blank = char == " "
            codes, pen = _stroke(pen, sgr, blank)
            out.append(codes)
            now = None if blank else sgr
        out.append(char)
    return pen


@lru_cache(maxsize=8192)
def _stroke(pen: Pen, sgr: str, blank: bool) -> tuple[str, Pen]:
    """The escape sequence to a style, as short as it goes, and the pen after it. A blank needs no ink."""
    were, old_fg, old_bg = pen
    are, fg, bg = _parsed(sgr)
    if blank and not (were | are) & ON_BLANKS:
        are, fg = were, old_fg
    wanted = are, fg, bg
    parts = []
    if were - are:
        parts, were, old_fg, old_bg = ["0"], frozenset(), "", ""
    parts += sorted(are - were)
    if fg != old_fg:
        parts.append(fg or "39")
    if bg != old_bg:
        parts.append(bg or "49")
    return (f"\x1b[{';'.join(parts)}m" if parts else ""), wanted


@lru_cache(maxsize=8192)
def _on_blank(sgr: str) -> str:
    """What is seen of a style on a blank, so that blanks that look alike are alike."""
    attributes, _, bg = _parsed(sgr)
    return sgr if attributes & ON_BLANKS else bg


@lru_cache(maxsize=8192)
def _parsed(sgr: str) -> Pen:
    """Attributes, ink and ground of SGR parameters as Rich writes them."""
    attributes, fg, bg = set(), "", ""
    parts = iter(sgr.split(";") if sgr else ())
    for part in parts:
        if part in ("38", "48"):
            kind = next(parts, "")
            colour = ";".join((part, kind, *(next(parts, "") for _ in range(1 if kind == "5" else 3))))
        else:
            colour = part
        if part == "38" or part[:-1] in ("3", "9"):
            fg = colour
        elif part == "48" or (part[:-1] in ("4", "10") and len(part) > 1):
            bg = colour
        else:
            attributes.add(part)
    return frozenset(attributes), fg, bg


@lru_cache(maxsize=8192)
def codes(style: Style | None, system: Any) -> str:
    """The SGR parameters of a style on a terminal of that colour system, ``""`` for its own style."""
    if style is None or system is None:
        return ""
    return style._make_ansi_codes(system)


def cells_of(segments: Iterable[Segment], system: Any) -> list[Cell]:
    """The cells of a line of segments."""
    cells: list[Cell] = []
    for text, style, control in segments:
        if control:
            continue
        sgr = codes(style, system)
        if " " in text:
            blank = " ", _on_blank(sgr)
        if text.isascii():
            cells += [(char, sgr) if char != " " else blank for char in text]
            continue
        for char in text:
            width = cell_len(char)
            if width:
                cells.append((char, sgr) if char != " " else blank)
                cells += [("", sgr)] * (width - 1)
            elif cells:
                cells[-1] = (cells[-1][0] + char, sgr)
    return cells


def system_of(name: str | None) -> Any:
    """Rich's colour system by its name, None for none."""
    return {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "standard": ColorSystem.STANDARD}.get(
        name or ""
    )


if KNOWN:

    class _Rewritten(CompositorUpdate):
        """An update of Textual's that sends only what differs."""

        def __init__(self, shown: Shown, update: Any) -> None:
            self.shown = shown
            self.update = update

        def render_segments(self, console: Console) -> str:
            system = system_of(console.color_system)
            if isinstance(self.update, LayoutUpdate):
                self.shown.sized(*self.update.region.size)
            lines = _layout(self.update) if isinstance(self.update, LayoutUpdate) else _chops(self.update)
            return self.shown.sent((y, x, cells_of(strip, system)) for y, x, strip in lines)


def _layout(update: Any) -> Iterable[tuple[int, int, Iterable[Segment]]]:
    """(row, column, segments) of a whole screen."""
    for y, strips in enumerate(update.strips, update.region.y):
        yield y, update.region.x, (segment for strip in strips for segment in strip)


def _chops(update: Any) -> Iterable[tuple[int, int, Iterable[Segment]]]:
    """(row, column, segments) of the changed spans, cropped on both sides."""
    for y, x1, x2 in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < x2 and end > x1:
                left, right = max(x, x1), min(end, x2)
                yield y, left, strip.crop(left - x, right - x)
