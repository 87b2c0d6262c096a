"""What to play now, told honestly: a move on a winning line, a proof that there is none, or a move by a stated rule.

``hints`` gives better and better answers; a front end runs it in a thread and shows each as it comes. In
Carpet nothing here looks at the stock unless asked to (``xray``).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from carpets.games import AnyRules
from carpets.games.carpet import Carpet
from carpets.games.carpet import State as CarpetState
from carpets.games.kovrik import How, Kovrik
from carpets.moves import Move, Redeal
from carpets.rules import Hole, Outcome, Table
from carpets.solver.odds import best, by_rule, choices, improving
from carpets.solver.redeals import longest_chains
from carpets.solver.shortening import shorten
from carpets.solver.solving import solve
from carpets.solver.verdicts import NEVER, Cancel, Lost, Solved, Unknown, Why
from carpets.value import Value


class Rule(Enum):
    """By what a move was chosen that is not known to win."""

    SAFE = "the move can spoil nothing"
    ONLY = "it is the only move"
    CHAINS = "it leaves the longest chains and the most holes that still take a card"
    WAIT = "a card whose turn is near, or that covers nearer ones, gets the hole; others wait in the waste"
    ODDS = "it came out most often over shuffles of the unseen cards"
    BEFORE_REDEAL = "nothing wins without a redeal; it leads to the longest chains before one"


class Winning(Value):
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


class Hopeless(Value):
    """Proved: no move wins. ``xray``: proved by looking at hidden cards."""

    xray: bool = False


class Best(Value):
    """Not known to win. ``chance`` of 0..1 and its standard ``error`` where odds were taken."""

    move: Move
    rule: Rule
    chance: float | None = None
    error: float = 0.0


Hint = Winning | Hopeless | Best

FIRST_BUDGET = 20_000
"""States of the first search; each further one looks at eight times as many."""
LARGEST_BUDGET = 80_000_000


def hints(
    rules: AnyRules, state: Any, *, cancel: Cancel = NEVER, xray: bool = False, line: tuple[Move, ...] = ()
) -> Iterator[Hint]:
    """Better and better answers, the first one at once; the last one is final. None for a game that is over.

    ``line``: a winning line known from before, as what is left of an earlier ``Winning``. One that could only be found
    by looking at hidden cards is not believed without ``xray``.
    """
    if rules.outcome(state) is not Outcome.PLAYING:
        return
    if line and (xray or fair(rules, state, line)) and _wins(rules, state, line):
        yield Winning(line, xray)
        return
    yield _by_rule(rules, state)
    match rules:
        case Carpet() if state.stock and not xray:
            yield from _by_odds(rules, state, cancel)
        case _:
            yield from _solved(rules, state, cancel, xray)


def _solved(rules: AnyRules, state: Any, cancel: Cancel, xray: bool) -> Iterator[Hint]:
    """What searches under growing budgets find out."""
    budget = FIRST_BUDGET
    while budget <= LARGEST_BUDGET and not cancel.is_set:
        match solve(rules, state, budget=budget, cancel=cancel, xray=xray):
            case Solved(line):
                yield Winning(shorten(rules, state, line), xray)
                return
            case Lost(before_redeal=False):
                yield Hopeless(xray)
                return
            case Lost():
                stand = longest_chains(rules, state, cancel) if isinstance(rules, Kovrik) else None
                if stand is not None:
                    yield Best((*stand[1], Redeal())[0], Rule.BEFORE_REDEAL)
                return
            case Unknown(why=Why.MEMORY):
                return  # a larger budget meets the same wall
        budget *= 8


def _by_odds(rules: Carpet, state: CarpetState, cancel: Cancel) -> Iterator[Hint]:
    """The choice with the best odds, more and more exactly, where there is a choice to make."""
    if _surely(rules, state) is not None:
        return
    for chances in improving(rules, state, cancel=cancel):
        move = best(rules, state, chances)
        yield Best(move, Rule.ODDS, chances[move].value, chances[move].error)


def _surely(rules: AnyRules, state: Any) -> Best | None:
    """A move that needs no thought: safe, or the only one."""
    safe = rules.collect(state)
    if safe is not None:
        return Best(safe, Rule.SAFE)
    moves = choices(rules, state) if isinstance(rules, Carpet) else rules.moves(state)
    return Best(moves[0], Rule.ONLY) if len(moves) == 1 else None


def _by_rule(rules: AnyRules, state: Any) -> Best:
    """A move chosen without any search."""
    sure = _surely(rules, state)
    if sure is not None:
        return sure
    if isinstance(rules, Carpet):
        return Best(by_rule(rules, state), Rule.WAIT)
    ordinary = [move for move in rules.moves(state) if move != Redeal()]
    return Best(max(ordinary, key=lambda move: _promise(rules, state, move)), Rule.CHAINS)


def _promise(rules: AnyRules, state: Any, move: Move) -> tuple[int, int]:
    """How much a move leaves: cards where they belong, then holes that take a card."""
    table: Table = rules.table(rules.play(state, move))
    return table.done, sum(1 for cell in table.cells if isinstance(cell, Hole) and cell.takes)


def hidden(rules: AnyRules, state: Any) -> bool:
    """Whether cards lie face down whose order the player does not know."""
    return isinstance(rules, Carpet) and bool(state.stock)


def fair(rules: AnyRules, state: Any, line: tuple[Move, ...]) -> bool:
    """Whether a line may be known without seeing hidden cards."""
    if hidden(rules, state):
        return False
    return Redeal() not in line or (isinstance(rules, Kovrik) and rules.how is How.GATHER)


def _wins(rules: AnyRules, state: Any, line: tuple[Move, ...]) -> bool:
    for move in line:
        if rules.refusal(state, move) is not None:
            return False
        state = rules.play(state, move)
    return rules.outcome(state) is Outcome.WON
