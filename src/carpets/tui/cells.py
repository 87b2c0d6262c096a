"""What stands in the cells of a terminal, and the shortest way to write some of them.

Nothing of Textual: lines of Rich's segments or of the painter's runs become cells, cells become escape codes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import ne
from typing import Any

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from carpets.paint.model import Row

GAP = 6
"""Unchanged cells in one style that are sent again rather than jumped over: a jump costs about as much."""

Cell = tuple[str, str]
"""What stands in a cell (empty: the right half of a wide character) and its SGR parameters."""
UNKNOWN: Cell = ("", "?")

# ---------------------------------------------------------------- from lines to cells


@lru_cache(maxsize=8192)
def codes(style: Style | None, system: Any) -> str:
    """The SGR parameters of a style on a terminal of that colour system, ``""`` for its own style."""
    if style is None or system is None:
        return ""
    return style._make_ansi_codes(system)


def system_of(name: str | None) -> Any:
    """Rich's colour system by its name, None for none."""
    return {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "standard": ColorSystem.STANDARD}.get(
        name or ""
    )


@lru_cache(maxsize=8192)
def _cell(char: str, sgr: str) -> Cell:
    """One cell for all places that look like it: a table has hundreds, of a few dozen looks."""
    return char, sgr


@lru_cache(maxsize=8192)
def _piece(text: str, sgr: str) -> tuple[Cell, ...]:
    """The cells of a text in one style; none of one that begins in the cell before it.

    Tables are made of few different ones, in all sessions the same.
    """
    if _joins(text):
        return ()
    cells: list[Cell] = []
    blank = _cell(" ", _on_blank(sgr))
    for char in text:
        width = 1 if char.isascii() else cell_len(char)
        if width:
            cells.append(_cell(char, sgr) if char != " " else blank)
            cells += [_cell("", sgr)] * (width - 1)
        elif cells:
            cells[-1] = (cells[-1][0] + char, sgr)
    return tuple(cells)


def _joins(text: str) -> bool:
    """Whether a text begins with a sign that goes into the cell before it."""
    return not text.isascii() and not cell_len(text[0])


def cells_of(segments: Iterable[Segment], system: Any) -> list[Cell]:
    """The cells of a line of segments."""
    cells: list[Cell] = []
    for text, style, control in segments:
        if control or not text:
            continue
        sgr = codes(style, system)
        while text and _joins(text):
            if cells:
                cells[-1] = (cells[-1][0] + text[0], sgr)
            text = text[1:]
        cells += _piece(text, sgr)
    return cells


Inks = Mapping[str, str]
"""The SGR parameters of the painter's style keys."""


class _Inks(dict[str, str]):
    """Filled as keys are asked for."""

    def __init__(self, style_of: Callable[[str], Style], system: Any) -> None:
        self._of = style_of, system

    def __missing__(self, key: str) -> str:
        style_of, system = self._of
        self[key] = found = codes(style_of(key), system)
        return found


@lru_cache(maxsize=32)
def inks(style_of: Callable[[str], Style], system: Any) -> Inks:
    """The parameters of styles on a terminal of that colour system."""
    return _Inks(style_of, system)


def cells_in(row: Row, inks: Inks) -> list[Cell]:
    """The cells of a painted row, as of the same row in segments. Too few where a run begins in the cell before it."""
    cells: list[Cell] = []
    for text, key in row:
        cells += _piece(text, inks[key])
    return cells


# ---------------------------------------------------------------- from cells to the terminal


def differing(old: list[Cell], new: list[Cell]) -> Iterator[tuple[int, int]]:
    """Where cells differ: runs from the first to past the last cell, never ending in the middle of a wide character.

    A short gap that looks like the cell before it is sent again: going past it costs as much.
    """
    differs = list(map(ne, old, new))
    at, width = 0, len(new)
    while True in differs[at:]:
        at = differs.index(True, at)
        end = ahead = at + 1
        while ahead < width and ahead - end < GAP and (differs[ahead] or _alike(new[ahead], new[end - 1])):
            ahead += 1
            if differs[ahead - 1]:
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


def write(out: list[str], pen: Pen, cells: list[Cell]) -> Pen:
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
