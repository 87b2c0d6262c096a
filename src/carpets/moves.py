"""The moves of both games, one frozen value each.

A cell is its index on the grid, row by row, counting from 0.
"""

from __future__ import annotations

from carpets.cards import Card
from carpets.value import Value


class Put(Value):
    """Lay a card into a hole: from another cell (Kovrik) or from the waste (Carpet)."""

    card: Card
    cell: int


class Home(Value):
    """Send a card to its suit's base."""

    card: Card


class Draw(Value):
    """Turn the stock's top card onto the waste."""


class Fill(Value):
    """Lay the stock's top card, still unseen, into a hole."""

    cell: int


class Redeal(Value):
    """Lay out anew the cards that are in no chain."""


Move = Put | Home | Draw | Fill | Redeal
