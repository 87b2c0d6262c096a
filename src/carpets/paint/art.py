"""The one door to the card art: a tile, a size and a look to rows of runs.

A tile is drawn for a *pitch* of width x height cells, the gap to its neighbours included, so a board
is tiles laid edge to edge.
"""

from __future__ import annotations

from functools import lru_cache

from carpets.cards import Card
from carpets.paint import flat, outline, soft
from carpets.paint.model import Look, Row
from carpets.paint.tiles import Kind, Mark, Tile


@lru_cache(maxsize=8192)
def draw(tile: Tile, width: int, height: int, look: Look, down: bool = False) -> tuple[Row, ...]:
    """``height`` rows of runs, each ``width`` cells wide; ``down``: chains run down."""
    if look.style != "soft":
        return outline.draw(tile, width, height, look, down)
    if width >= 5 and height >= 3:
        return soft.draw(tile, width, height, look, down)
    return flat.draw(tile, width, height, look, down)


def card_tile(card: Card, width: int, height: int, look: Look, mark: str = "") -> tuple[Row, ...]:
    """One card by itself, such as a card in flight; the size is that of a place's ``Rect``."""
    return draw(Tile(Kind.UP, (card,), mark=Mark(mark)), width, height, look)
