"""A game in progress: where it began, the moves made, and a cursor among them.

Every change returns a new ``Game``. Undo is an index into states, so redo and replay
give the same cards, redeals included.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from carpets.games import AnyRules
from carpets.moves import Move
from carpets.refusals import Refusal
from carpets.rules import Outcome, Table
from carpets.shuffle import Deal, DealNumber
from carpets.value import Value, replace


class IllegalMove(ValueError):
    """A move played although the rules refuse it: the caller's fault, who should have asked."""

    def __init__(self, move: Move, refusal: Refusal) -> None:
        super().__init__(f"{move} is refused: {refusal}")
        self.move = move
        self.refusal = refusal


class Game(Value):
    """``states[n]`` is the state after ``moves[:n]``; ``cursor`` is the one on the table.

    ``deal`` is None for a game that began from a written position.
    """

    rules: AnyRules
    deal: Deal | None
    states: tuple[Any, ...]
    moves: tuple[Move, ...] = ()
    cursor: int = 0

    @classmethod
    def begin(cls, rules: AnyRules, deal: Deal) -> Game:
        return cls(rules, deal, (rules.start(deal),))

    @classmethod
    def numbered(cls, rules: AnyRules, number: DealNumber | int | str) -> Game:
        """The game of a deal number. Raises shuffle.BadDealNumber."""
        return cls.begin(rules, Deal.numbered(number, rules.pack.whole))

    @classmethod
    def from_position(cls, rules: AnyRules, state: Any) -> Game:
        return cls(rules, None, (state,))

    @property
    def state(self) -> Any:
        return self.states[self.cursor]

    # Screens ask for these many times between two moves; a Game never changes, so each is worked out once.

    @cached_property
    def table(self) -> Table:
        return self.rules.table(self.state)

    @cached_property
    def outcome(self) -> Outcome:
        return self.rules.outcome(self.state)

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves that led to the state on the table."""
        return self.moves[: self.cursor]

    @property
    def can_undo(self) -> bool:
        return self.cursor > 0

    @property
    def can_redo(self) -> bool:
        return self.cursor < len(self.moves)

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        return self.rules.moves(self.state)

    def legal(self) -> tuple[Move, ...]:
        return self._legal

    def refusal(self, move: Move) -> Refusal | None:
        return self.rules.refusal(self.state, move)

    def play(self, move: Move) -> Game:
        """The game after a move; what had been undone is forgotten. Raises IllegalMove."""
        refusal = self.refusal(move)
        if refusal is not None:
            raise IllegalMove(move, refusal)
        states = (*self.states[: self.cursor + 1], self.rules.play(self.state, move))
        return replace(self, states=states, moves=(*self.played, move), cursor=self.cursor + 1)

    def undo(self) -> Game:
        """One move back; at the beginning the game itself."""
        return self.at(self.cursor - 1)

    def redo(self) -> Game:
        """One move forward again; at the end the game itself."""
        return self.at(self.cursor + 1)

    def at(self, cursor: int) -> Game:
        """The game after ``cursor`` of its moves, kept within 0 .. len(moves)."""
        cursor = min(max(cursor, 0), len(self.moves))
        return self if cursor == self.cursor else replace(self, cursor=cursor)
