"""The inside of a card: its index, pips and courts on a field of cells, whatever frame stands around it."""

from __future__ import annotations

from functools import lru_cache

from carpets.cards import Card
from carpets.paint.model import Look

_L, _M, _R = -1, 0, 1
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_M, 2),),
    2: ((_M, 0), (_M, 4)),
    3: ((_M, 0), (_M, 2), (_M, 4)),
    4: ((_L, 0), (_R, 0), (_L, 4), (_R, 4)),
    5: ((_L, 0), (_R, 0), (_M, 2), (_L, 4), (_R, 4)),
    6: ((_L, 0), (_R, 0), (_L, 2), (_R, 2), (_L, 4), (_R, 4)),
    7: ((_L, 0), (_R, 0), (_M, 1), (_L, 2), (_R, 2), (_L, 4), (_R, 4)),
    8: ((_L, 0), (_R, 0), (_M, 1), (_L, 2), (_R, 2), (_M, 3), (_L, 4), (_R, 4)),
    9: ((_L, 0), (_R, 0), (_L, 1), (_R, 1), (_M, 2), (_L, 3), (_R, 3), (_L, 4), (_R, 4)),
    10: ((_L, 0), (_R, 0), (_M, 1), (_L, 1), (_R, 1), (_M, 3), (_L, 3), (_R, 3), (_L, 4), (_R, 4)),
}
"""Rank to pips: column left, middle or right; row 0..4 of the five that a card has."""

Field = tuple[tuple[tuple[str, str], ...], ...]
"""Rows of (text, role); the roles are ``name``, ``pip`` and, for bare paper, ``fill``."""


class _Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = [[(" ", "fill")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, role: str) -> None:
        for at, sign in enumerate(text, x):
            self.cells[y][at] = (sign, role)

    def right(self, y: int, text: str, role: str, margin: int = 0) -> None:
        self.put(self.width - margin - len(text), y, text, role)

    def field(self) -> Field:
        rows = []
        for cells in self.cells:
            row: list[tuple[str, str]] = []
            for sign, role in cells:
                if row and row[-1][1] == role:
                    row[-1] = (row[-1][0] + sign, role)
                else:
                    row.append((sign, role))
            rows.append(tuple(row))
        return tuple(rows)


@lru_cache(maxsize=1024)
def face(card: Card, width: int, height: int, look: Look, glyph: str = "") -> Field:
    """A card's face of width x height cells, at least 3 x 1. ``glyph`` marks it, lower left.

    The full name stands once, upper left; the far corner has it turned round.
    """
    canvas = _Canvas(width, height)
    rank, suit = look.ranks[card.rank - 1], look.suits[card.suit]
    if height == 1:
        margin = int(width >= 5)
        canvas.put(margin, 0, rank + suit, "name")
        if glyph and width >= 5:
            canvas.right(0, glyph, "glyph", margin)
        return canvas.field()
    margin = int(width >= 6)
    canvas.put(margin, 0, rank + suit, "name")
    if width >= 9 and height >= (5 if card.rank > 10 else 7):
        _big(canvas, card, rank, suit, "+---+" if look.style == "ascii" else "┌───┐└───┘")
        canvas.right(height - 1, suit + rank, "name", margin)
    elif height >= 4 and width >= 6:
        canvas.put(width // 2, height // 2, suit, "big")
        canvas.right(height - 1, suit + rank, "pip", margin)
    elif height >= 3:
        canvas.put(width // 2, height // 2, suit, "big")
        canvas.right(height - 1, rank, "pip", margin)
    else:
        canvas.right(height - 1, suit, "pip", margin)
    if glyph:
        canvas.put(margin, height - 1, glyph, "glyph")
    return canvas.field()


def _big(canvas: _Canvas, card: Card, rank: str, suit: str, frame: str) -> None:
    """Pips as on a real card, or a court in its frame."""
    middle, centre = (canvas.width - 1) // 2, (canvas.height - 1) // 2
    if card.rank > 10:
        for at, line in enumerate((frame[:5], f"{suit} {rank} {suit}", frame[-5:]), centre - 1):
            canvas.put(middle - 2, at, line, "pip")
        for x, text, role in ((-2, suit, "big"), (0, rank, "name"), (2, suit, "big")):
            canvas.put(middle + x, centre, text, role)
        return
    for column, row in _PIPS[card.rank]:
        canvas.put(middle + 2 * column, centre - 2 + row, suit, "big")
