"""The moves of both games, one frozen value each.

A cell is its index on the grid, row by row, counting from 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from carpets.cards import Card


@dataclass(frozen=True)
class Put:
    """Lay a card into a hole: from another cell (Kovrik) or from the waste (Carpet)."""

    card: Card
    cell: int


@dataclass(frozen=True)
class Home:
    """Send a card to its suit's base."""

    card: Card


@dataclass(frozen=True)
class Draw:
    """Turn the stock's top card onto the waste."""


@dataclass(frozen=True)
class Fill:
    """Lay the stock's top card, still unseen, into a hole."""

    cell: int


@dataclass(frozen=True)
class Redeal:
    """Lay out anew the cards that are in no chain."""


Move = Put | Home | Draw | Fill | Redeal
