"""``solve``: the one question, put to the search that fits the variant."""

from __future__ import annotations

from typing import Any

from carpets.games import AnyRules
from carpets.games.carpet import Carpet
from carpets.games.carpet import State as CarpetState
from carpets.games.kovrik import How, Kovrik
from carpets.games.kovrik import State as KovrikState
from carpets.solver import kernels, packing, redeals, reference, stock
from carpets.solver.kovrik_pure import BUDGET, CANCELLED, MEMORY
from carpets.solver.verdicts import NEVER, Cancel, Lost, Solved, Unknown, Verdict, Why

MEMORY_LIMIT = 512 << 20
"""Bytes that the table of states may take unless the caller says otherwise."""
NO_BUDGET = 1 << 62
_WHY = {BUDGET: Why.BUDGET, MEMORY: Why.MEMORY, CANCELLED: Why.CANCELLED}


def solve(
    rules: AnyRules,
    state: Any,
    *,
    budget: int | None = None,
    cancel: Cancel = NEVER,
    memory: int = MEMORY_LIMIT,
    xray: bool = False,
) -> Verdict:
    """Whether a state can still be won, by a line of moves if it can.

    ``budget``: states to look at, None for no bound but memory. ``memory``: bytes for the table of states;
    reaching it is ``Unknown``. In Carpet the answer knows the order of the stock. A shuffled redeal is
    looked through only with ``xray``; without it the answer is ``Lost(before_redeal=True)`` where nothing
    wins without one.
    """
    most = NO_BUDGET if budget is None else budget
    match rules:
        case Carpet():
            return _carpet(rules, state, most, cancel, memory)
        case Kovrik():
            return _kovrik(rules, state, most, cancel, memory, xray)
        case _:
            return reference.search(rules, state, budget, cancel)


def _carpet(rules: Carpet, state: CarpetState, budget: int, cancel: Cancel, memory: int) -> Verdict:
    packed = stock.pack(rules, state)
    code, seen, actions = kernels.search_carpet(*packed, budget, memory, cancel.flag)
    match code:
        case 1:  # SOLVED
            return Solved(stock.unpacked(rules, state, packed, actions), seen)
        case 0:  # LOST
            return Lost(seen)
    return Unknown(seen, _WHY[code])


def _kovrik(rules: Kovrik, state: KovrikState, budget: int, cancel: Cancel, memory: int, xray: bool) -> Verdict:
    verdict = without_redeal(rules, state, budget, cancel, memory)
    if state.redeals == 0 or isinstance(verdict, Solved):
        return verdict
    if rules.how is not How.GATHER and not xray:
        return Lost(verdict.seen, before_redeal=True) if isinstance(verdict, Lost) else verdict
    return redeals.through(rules, state, verdict, budget - verdict.seen, cancel, memory)


def without_redeal(rules: Kovrik, state: KovrikState, budget: int, cancel: Cancel, memory: int) -> Verdict:
    """The verdict on play in which no redeal is made."""
    if not packing.fits(rules, state):
        return reference.search(rules, state, budget, cancel, redeals=False)
    p = packing.pack(rules, state)
    code, seen, line = kernels.search_kovrik(
        p.board, p.ranks, p.neighbour, p.bases_move, p.seated, p.bound, budget, memory, cancel.flag
    )
    match code:
        case 1:  # SOLVED
            return Solved(packing.unpacked(rules, state, line), seen)
        case 0:  # LOST
            return Lost(seen)
    return Unknown(seen, _WHY[code])
