"""Where everything lies on a screen of a given size: the largest cards that fit, and their order.

Pure arithmetic on sizes: it never sees a card, so a layout is computed once for a size and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from carpets.cards import Suit
from carpets.choosing import Base, Cell, Place, Stock, Waste
from carpets.paint.model import Look, Rect
from carpets.rules import Table
from carpets.value import Value

_PITCHES = (
    (14, 9), (12, 8), (11, 7), (10, 7), (9, 7), (8, 7), (8, 6), (8, 5), (7, 5), (7, 4), (6, 4), (5, 4),
    (5, 3), (4, 3), (4, 2), (4, 1),
)  # fmt: skip
"""The sizes of a card with its gap that look well, largest first; a cell is about half as wide as it is high."""
_LETTERS = tuple(pitch for pitch in (*_PITCHES[:9], (8, 2), (6, 2), (5, 2), (4, 2), (4, 1)))
"""The same for ASCII: boxes only where they are large, else lines of names with a free row between."""
_WIDEST, _HIGHEST = 14, 9
_WORDS = 5
"""Rows of words on a narrow screen with room enough: a header, two of a message, two of a footer."""
_BASES = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The bases in the order in which they are shown."""


class Shape(NamedTuple):
    """All that a layout depends on, besides the screen."""

    columns: int
    rows: int
    bases: bool
    stock: bool
    waste: bool
    letters: bool = False
    """Cards without boxes, unless they are large."""

    @classmethod
    def of(cls, table: Table, look: Look) -> Shape:
        piles = table.stock is not None, table.waste is not None
        return cls(table.columns, table.rows, bool(table.home), *piles, look.style == "ascii")


class Layout(Value):
    """``slots`` from the top row of the screen to the bottom; ``chrome``: how many rows are left for words.

    ``xray`` is room for the list of the stock's cards. ``board`` is the first row of cards and the row after the last.
    """

    slots: tuple[tuple[Place, Rect], ...]
    board: tuple[int, int]
    chrome: int
    rotated: bool = False
    xray: Rect | None = None

    @cached_property
    def bands(self) -> tuple[tuple[tuple[Place, Rect], ...], ...]:
        """The slots that stand side by side, from the top down."""
        return tuple(tuple(band) for _, band in groupby(self.slots, key=lambda slot: slot[1].y))

    @cached_property
    def rects(self) -> tuple[tuple[Rect, ...], ...]:
        """Where they lie, by the band."""
        return tuple(tuple(rect for _, rect in band) for band in self.bands)

    @cached_property
    def places(self) -> Mapping[Place, Rect]:
        """The slots by place."""
        return MappingProxyType(dict(self.slots))

    @cached_property
    def where(self) -> Mapping[Place, tuple[int, int]]:
        """The band of each place, and its number there."""
        return {place: (n, at) for n, band in enumerate(self.bands) for at, (place, _) in enumerate(band)}


class _Fit(Value):
    width: int
    height: int
    upright: bool

    @property
    def worth(self) -> int:
        """How large the cards look: their short side, a row counted as two columns."""
        return min(self.width, 2 * self.height)


@lru_cache(maxsize=64)
def layout(shape: Shape, width: int, height: int) -> Layout | None:
    """The best layout, None where nothing fits: ``needed`` tells what would."""
    fits = [fit for fit in (_lying(shape, width, height), _upright(shape, width, height)) if fit is not None]
    if not fits:
        return None
    best = fits[0]
    if len(fits) == 2 and best.worth < (7 if shape.bases else 5) and fits[1].worth > best.worth:
        best = fits[1]
    if shape.bases:
        return (_carpet_upright if best.upright else _carpet)(shape, best, width, height)
    return _kovrik(shape, best, width, height)


def needed(shape: Shape, width: int, height: int) -> tuple[int, int]:
    """The nearest size of a screen on which the cards fit."""
    lying = (4 * _across(shape), shape.rows + 1)
    upright = (4 * (shape.columns if shape.bases else shape.rows), _upright_rows(shape) + 1)
    return min(lying, upright, key=lambda size: max(0, size[0] - width) + 2 * max(0, size[1] - height))


def _across(shape: Shape) -> int:
    """Cards side by side on a lying screen."""
    return shape.columns + (2 if shape.bases else 0)


def _upright_rows(shape: Shape) -> int:
    """Cards one under the other on an upright screen: a row of bases, the grid, a row of stock; or rows run down."""
    return shape.rows + 2 if shape.bases else shape.columns


def _lying(shape: Shape, width: int, height: int) -> _Fit | None:
    across = _across(shape)
    gaps = 2 if shape.bases and width >= 4 * across + 2 else 0
    for chrome in (3, 2, 1):
        for card_width, card_height in _LETTERS if shape.letters else _PITCHES:
            if across * card_width + gaps <= width and shape.rows * card_height + chrome <= height:
                return _Fit(card_width, card_height, upright=False)
    return None


def _upright(shape: Shape, width: int, height: int) -> _Fit | None:
    across, down = (shape.columns, shape.rows + 2) if shape.bases else (shape.rows, shape.columns)
    card_width = min(width // across, _WIDEST)
    if card_width < 4:
        return None
    highest = min(_HIGHEST, card_width - 1 if shape.bases else card_width // 2)
    card_height = min((height - 3) // down, highest)
    if card_height < 3:  # a message in the header's place is a small price for a larger card
        card_height = min(max(card_height, (height - 2) // down, min(1, (height - 1) // down)), highest)
    if card_height < 1:
        return None
    if shape.letters and card_height > 2 and (card_height < 5 or card_width < 7):
        card_height = 2
    if card_height >= 3:
        card_width = min(card_width, 3 * card_height)
    return _Fit(card_width, card_height, upright=True)


def _kovrik(shape: Shape, fit: _Fit, width: int, height: int) -> Layout:
    across, down = (shape.rows, shape.columns) if fit.upright else (shape.columns, shape.rows)
    spare = height - down * fit.height
    chrome = min(3, spare)
    top = _top(spare, chrome)
    left = (width - across * fit.width + (fit.height < 3)) // 2
    slots: list[tuple[Place, Rect]] = []
    for cell in range(shape.rows * shape.columns):
        row, column = divmod(cell, shape.columns)
        x, y = (row, column) if fit.upright else (column, row)
        slots.append((Cell(cell), Rect(left + x * fit.width, top + y * fit.height, fit.width, fit.height)))
    return Layout(_in_order(slots), (top, top + down * fit.height), chrome, rotated=fit.upright)


def _top(spare: int, chrome: int) -> int:
    """The first row of the cards: below the header, in the middle of what is left."""
    header = int(chrome >= 2)
    return header + (spare - chrome) // 2


def _piles(shape: Shape) -> Iterator[Place]:
    if shape.stock:
        yield Stock()
    if shape.waste:
        yield Waste()


def _carpet(shape: Shape, fit: _Fit, width: int, height: int) -> Layout:
    """Stock and waste on the left, the bases on the right, all rows aligned."""
    spare = height - shape.rows * fit.height
    chrome = min(3, spare)
    top = _top(spare, chrome)
    room = width - _across(shape) * fit.width
    gap = max(0, min(6, fit.width // 2 + 1, room // 2))
    left = (width - _across(shape) * fit.width - 2 * gap) // 2
    grid = left + fit.width + gap
    bases = grid + shape.columns * fit.width + gap

    def at(x: int, row: int) -> Rect:
        return Rect(x, top + row * fit.height, fit.width, fit.height)

    piles = list(_piles(shape))
    slots: list[tuple[Place, Rect]] = [(pile, at(left, row)) for row, pile in enumerate(piles)]
    slots += [(Base(suit), at(bases, row)) for row, suit in enumerate(_BASES)]
    for cell in range(shape.rows * shape.columns):
        row, column = divmod(cell, shape.columns)
        slots.append((Cell(cell), at(grid + column * fit.width, row)))
    free = shape.rows - len(piles)
    xray = Rect(left, top + len(piles) * fit.height, fit.width + gap - 1, free * fit.height)
    return Layout(_in_order(slots), (top, top + shape.rows * fit.height), chrome, xray=xray)


def _carpet_upright(shape: Shape, fit: _Fit, width: int, height: int) -> Layout:
    """The bases on top, the grid below, stock and waste at the bottom, where the thumb is."""
    spare = height - (shape.rows + 2) * fit.height
    chrome = min(3, spare)
    gap = max(0, min(3, (spare - _WORDS) // 2))
    above = int(chrome >= 2)
    rest = max(0, spare - _WORDS - 2 * gap)
    top = above + rest // 2
    left = (width - shape.columns * fit.width) // 2
    first = left + (shape.columns - 4) * fit.width // 2
    slots: list[tuple[Place, Rect]] = [
        (Base(suit), Rect(first + at * fit.width, top, fit.width, fit.height)) for at, suit in enumerate(_BASES)
    ]
    grid = top + fit.height + gap
    for cell in range(shape.rows * shape.columns):
        row, column = divmod(cell, shape.columns)
        slots.append((Cell(cell), Rect(left + column * fit.width, grid + row * fit.height, fit.width, fit.height)))
    bottom = grid + shape.rows * fit.height + (gap or min(1, rest))
    piles = list(_piles(shape))
    slots += [(pile, Rect(left + at * fit.width, bottom, fit.width, fit.height)) for at, pile in enumerate(piles)]
    used = left + len(piles) * fit.width
    xray = Rect(used + 1, bottom, width - used - 1, fit.height)
    return Layout(_in_order(slots), (top, bottom + fit.height), chrome, xray=xray)


def _in_order(slots: list[tuple[Place, Rect]]) -> tuple[tuple[Place, Rect], ...]:
    return tuple(sorted(slots, key=lambda slot: (slot[1].y, slot[1].x)))
