"""What a game is worth: a pure function of the game and the seconds it took.

Ten points for every card brought to its place. A game that is won earns more: a point for every
second left of ten for each card of the pack, and fifty for each redeal not used. The best a deal
can bring is therefore known before it is played; a full Carpet with the aces out is worth 1000.
"""

from __future__ import annotations

from carpets.game import Game
from carpets.rules import Outcome
from carpets.value import Value

A_CARD = 10
SECONDS_A_CARD = 10
A_REDEAL = 50
SCORED = frozenset({"carpet-stock"})
"""The variants whose score is shown without asking for it."""


class Score(Value):
    """Points by what they were given for."""

    cards: int
    time: int = 0
    redeals: int = 0

    @property
    def total(self) -> int:
        return self.cards + self.time + self.redeals


def score(game: Game, seconds: float) -> Score:
    """The score of a game as it stands after ``seconds`` of play."""
    table = game.table
    cards = A_CARD * max(0, table.done - _first(game))
    if game.outcome is not Outcome.WON:
        return Score(cards)
    return Score(cards, _bonus(table.goal, seconds), A_REDEAL * (table.redeals or 0))


def highest(game: Game) -> int:
    """The most that the deal can bring: won at once and without a redeal."""
    table = game.at(0).table
    return A_CARD * (table.goal - table.done) + _bonus(table.goal, 0.0) + A_REDEAL * (table.redeals or 0)


def _first(game: Game) -> int:
    """How many cards were in their place before the first move."""
    return game.at(0).table.done


def _bonus(cards: int, seconds: float) -> int:
    return max(0, int(SECONDS_A_CARD * cards - seconds))
