"""The plain search: any game, by its rules alone. Slow, short and obviously right.

Depth first over the graph of states, each state entered once. States are compared as whole values,
never by a hash alone. The graph is finite (a pack has finitely many layouts, redeals and turns of the
stock only ever run out), so the search ends; it enters every state that any sequence of legal moves
reaches until it meets a win, so ``Lost`` is exact and cycles are harmless.
"""

from __future__ import annotations

from typing import Any

from carpets.games import AnyRules
from carpets.moves import Move, Redeal
from carpets.rules import Outcome
from carpets.solver.verdicts import NEVER, Cancel, Lost, Solved, Unknown, Verdict, Why


def search(
    rules: AnyRules, state: Any, budget: int | None = None, cancel: Cancel = NEVER, redeals: bool = True
) -> Verdict:
    """The verdict on a state, knowing everything in it: the stock's order, and what a redeal would lay.

    ``budget``: states to look at. ``redeals=False``: redeals are not played.
    """
    if rules.outcome(state) is Outcome.WON:
        return Solved((), 1)
    visited = {state}
    path: list[Move] = []
    open_moves = [_moves(rules, state, redeals)]
    states = [state]
    while open_moves:
        if not open_moves[-1]:
            open_moves.pop()
            states.pop()
            if path:
                path.pop()
            continue
        move = open_moves[-1].pop()
        after = rules.play(states[-1], move)
        if after in visited:
            continue
        if budget is not None and len(visited) >= budget:
            return Unknown(len(visited), Why.BUDGET)
        if cancel.is_set:
            return Unknown(len(visited), Why.CANCELLED)
        visited.add(after)
        path.append(move)
        if rules.outcome(after) is Outcome.WON:
            return Solved(tuple(path), len(visited))
        states.append(after)
        open_moves.append(_moves(rules, after, redeals))
    return Lost(len(visited))


def _moves(rules: AnyRules, state: Any, redeals: bool) -> list[Move]:
    """The moves to try, the first to be tried last in the list."""
    return [move for move in reversed(rules.moves(state)) if redeals or move != Redeal()]
