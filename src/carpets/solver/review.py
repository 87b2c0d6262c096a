"""A game looked back on: which of its positions could still be won, and the move that threw it away.

With hindsight: in Carpet the stock's order is known, so "lost" means that no play could have won, not that
the player could have told.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from carpets.game import Game
from carpets.moves import Move, Redeal
from carpets.rules import Outcome
from carpets.solver.shortening import shorten
from carpets.solver.solving import solve
from carpets.solver.verdicts import NEVER, Cancel, Lost, Solved, Unknown, Verdict, Why
from carpets.value import Value, replace


class Mark(Enum):
    """What is known of a position."""

    WINNABLE = "winnable"
    LOST = "lost"
    REDEAL = "not without a redeal"
    UNKNOWN = "unknown"
    OPEN = "not looked at"


class Review(Value):
    """``marks[n]``: the position after n moves. ``fatal``: the index of the first move that lost a game till
    then winnable, or None. ``kept``: a line from before it that wins, its first move being the one to make.
    """

    marks: tuple[Mark, ...]
    fatal: int | None = None
    kept: tuple[Move, ...] = ()


BUDGET = 2_000_000


def review(game: Game, *, budget: int = BUDGET, cancel: Cancel = NEVER) -> Review:
    """The whole review. ``budget``: states for each position that is searched."""
    *_, last = reviewing(game, budget=budget, cancel=cancel)
    return last


def reviewing(game: Game, *, budget: int = BUDGET, cancel: Cancel = NEVER) -> Iterator[Review]:
    """Reviews that know more and more, the last one final.

    Winnable passes backwards and lost forwards along a game, so each part between two redeals is halved.
    """
    marks = [Mark.OPEN] * len(game.states)
    if game.rules.outcome(game.states[-1]) is Outcome.WON:
        marks = [Mark.WINNABLE] * len(marks)
    yield Review(tuple(marks))
    while Mark.OPEN in marks and not cancel.is_set:
        first = marks.index(Mark.OPEN)
        after = first
        while after < len(marks) and marks[after] is Mark.OPEN:
            after += 1
        middle = (first + after) // 2
        _note(game, marks, middle, solve(game.rules, game.states[middle], budget=budget, cancel=cancel))
        yield Review(tuple(marks))
    yield _judged(game, tuple(marks), budget, cancel)


def _note(game: Game, marks: list[Mark], at: int, verdict: Verdict) -> None:
    """Writes down a verdict and what follows from it for the positions before and after."""
    match verdict:
        case Solved():
            marks[: at + 1] = [Mark.WINNABLE] * (at + 1)
        case Lost(before_redeal=False):
            marks[at:] = [Mark.LOST] * (len(marks) - at)
        case Lost():
            while at < len(marks) and marks[at] is Mark.OPEN:
                marks[at] = Mark.REDEAL
                if at < len(game.moves) and game.moves[at] == Redeal():
                    break
                at += 1
        case Unknown(why=why):
            marks[at] = Mark.OPEN if why is Why.CANCELLED else Mark.UNKNOWN


def _judged(game: Game, marks: tuple[Mark, ...], budget: int, cancel: Cancel) -> Review:
    """The review with the fatal move and what would have kept the game."""
    seen = Review(marks)
    for at in range(len(marks) - 1):
        if marks[at] is Mark.WINNABLE and marks[at + 1] in (Mark.LOST, Mark.REDEAL):
            verdict = solve(game.rules, game.states[at], budget=budget, cancel=cancel)
            kept = shorten(game.rules, game.states[at], verdict.moves) if isinstance(verdict, Solved) else ()
            return replace(seen, fatal=at, kept=kept)
    return seen


class WayBack(Value):
    """``at``: the last position that is known to be winnable, None where none is; ``line``: moves from it that win.

    ``lost``: the position on the table is proved lost; ``dealt``: the deal was.
    """

    at: int | None
    lost: bool
    dealt: bool
    line: tuple[Move, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether no longer look would say more of a lost game than where it can be won, or that it never could."""
        return self.lost and (self.at is not None or self.dealt)


def way_back(game: Game, *, budget: int = BUDGET, cancel: Cancel = NEVER) -> WayBack:
    """How far a game has to be taken back to be winnable. Cancelled, it says what is known by then."""
    seen = review(replace(game, moves=game.played, states=game.states[: game.cursor + 1]), budget=budget, cancel=cancel)
    marks = seen.marks
    at = max((at for at, mark in enumerate(marks) if mark is Mark.WINNABLE), default=None)
    return WayBack(at, marks[-1] is Mark.LOST, marks[0] is Mark.LOST, seen.kept if seen.fatal == at else ())
