"""What to play now, told honestly: a move on a winning line, a proof that there is none, or a move by a stated rule.

``hints`` gives better and better answers; a front end runs it in a thread and shows each as it comes. In
Carpet nothing here looks at the stock unless asked to (``xray``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from carpets.game import Game
from carpets.games import AnyRules
from carpets.moves import Draw, Move, Redeal
from carpets.rules import Hole, Outcome, Table
from carpets.solver.solving import solve
from carpets.solver.verdicts import NEVER, Cancel, Lost, Solved, Unknown, Verdict


class Rule(Enum):
    """By what a move was chosen that is not known to win."""

    SAFE = "the move can spoil nothing"
    ONLY = "it is the only move"
    CHAINS = "it leaves the longest chains and the most holes that still take a card"
    ODDS = "it came out most often over shuffles of the unseen cards"
    BEFORE_REDEAL = "nothing wins without a redeal; it leads to the longest chains before one"


@dataclass(frozen=True)
class Winning:
    """``line[0]`` is the move to make; the whole line wins. ``xray``: the line knows hidden cards."""

    line: tuple[Move, ...]
    xray: bool = False

    @property
    def move(self) -> Move:
        return self.line[0]

    @property
    def to_go(self) -> int:
        """Moves until the win, this one included."""
        return len(self.line)


@dataclass(frozen=True)
class Hopeless:
    """Proved: no move wins. ``xray``: proved by looking at hidden cards."""

    xray: bool = False


@dataclass(frozen=True)
class Best:
    """Not known to win. ``chance`` of 0..1 and its standard ``error`` where odds were taken."""

    move: Move
    rule: Rule
    chance: float | None = None
    error: float = 0.0


Hint = Winning | Hopeless | Best

FIRST_BUDGET = 20_000
"""States of the first search; each further one looks at eight times as many."""
LARGEST_BUDGET = 80_000_000


def hints(rules: AnyRules, state: Any, *, cancel: Cancel = NEVER, xray: bool = False) -> Iterator[Hint]:
    """Better and better answers, the first one at once; the last one is final. None for a game that is over."""
    moves = rules.moves(state)
    if rules.outcome(state) is not Outcome.PLAYING:
        return
    yield _by_rule(rules, state, moves)
    budget = FIRST_BUDGET
    while budget <= LARGEST_BUDGET and not cancel.is_set:
        match solve(rules, state, budget=budget, cancel=cancel, xray=xray):
            case Solved(line):
                yield Winning(line, xray)
                return
            case Lost(before_redeal=False):
                yield Hopeless(xray)
                return
            case Lost():
                return
        budget *= 8


def _by_rule(rules: AnyRules, state: Any, moves: tuple[Move, ...]) -> Best:
    """A move chosen without any search."""
    safe = rules.collect(state)
    if safe is not None:
        return Best(safe, Rule.SAFE)
    if len(moves) == 1:
        return Best(moves[0], Rule.ONLY)
    ordinary = [move for move in moves if move != Redeal()]
    return Best(max(ordinary, key=lambda move: _promise(rules, state, move)), Rule.CHAINS)


def _promise(rules: AnyRules, state: Any, move: Move) -> tuple[int, int]:
    """How much a move leaves: cards where they belong, then holes that take a card. Sees only the table."""
    if move == Draw():
        return (rules.table(state).done, 0)
    table: Table = rules.table(rules.play(state, move))
    return table.done, sum(1 for cell in table.cells if isinstance(cell, Hole) and cell.takes)


def last_winnable(game: Game, *, budget: int | None = None, cancel: Cancel = NEVER) -> int | None:
    """The latest position of a game, up to its cursor, that is known to be winnable: its index, or None.

    Solves from the cursor backwards and by halves: a winnable position has only winnable ones before it.
    """
    low, high = -1, game.cursor + 1
    while high - low > 1:
        middle = (low + high) // 2
        verdict: Verdict = solve(game.rules, game.states[middle], budget=budget, cancel=cancel)
        match verdict:
            case Solved():
                low = middle
            case Lost() | Unknown():
                high = middle
    return low if low >= 0 else None
