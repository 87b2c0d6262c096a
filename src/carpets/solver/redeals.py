"""Looking through a redeal whose cards can be known: gathered ones, and shuffled ones on request.

Every game that comes to a stand may be laid out anew and searched again, but there are too many stands to try
all. ``through`` tries the most promising ones for a win, and asks the plain search for a proof that there is
none.
"""

from __future__ import annotations

from carpets.games.kovrik import Kovrik, State
from carpets.moves import Move, Redeal
from carpets.rules import Outcome
from carpets.solver import kernels, packing, reference
from carpets.solver.kovrik_pure import SOLVED
from carpets.solver.verdicts import Cancel, Lost, Solved, Unknown, Verdict, Why

Reached = tuple[State, tuple[Move, ...]]
STANDS = 12
"""Stands kept for each redeal."""
FIRST_BUDGET = 50_000


def through(rules: Kovrik, state: State, before: Lost | Unknown, budget: int, cancel: Cancel, memory: int) -> Verdict:
    """The verdict on a state that cannot be won, or not soon, without a redeal; ``before`` says which."""
    if isinstance(before, Unknown) and before.why is Why.CANCELLED:
        return before
    seen = before.seen
    beams: list[Reached] = [(state, ())]
    while beams and beams[0][0].redeals != 0 and seen < budget:
        stands: list[Reached] = []
        for position, line in beams:
            found, looked = _stands(rules, position, cancel)
            seen += looked
            stands += [(stand, line + moves) for stand, moves in found]
        stands.sort(key=lambda reached: -chained(rules, reached[0]))
        beams = [(rules.play(stand, Redeal()), (*line, Redeal())) for stand, line in stands[:STANDS]]
        for position, line in beams:
            verdict = _quick(rules, position, min(FIRST_BUDGET, max(budget - seen, 0)), cancel, memory)
            seen += verdict.seen
            if isinstance(verdict, Solved):
                return Solved(line + verdict.moves, seen)
            if cancel.is_set:
                return Unknown(seen, Why.CANCELLED)
    if seen >= budget:
        return Unknown(seen, Why.BUDGET)
    verdict = reference.search(rules, state, min(budget - seen, memory // BYTES_A_STATE), cancel)
    match verdict:
        case Solved(moves, looked):
            return Solved(moves, seen + looked)
        case Lost(looked):
            return Lost(seen + looked)
        case Unknown(looked, why):
            return Unknown(seen + looked, why)


BYTES_A_STATE = 2_000
"""What the plain search keeps of one state, measured."""


def _quick(rules: Kovrik, state: State, budget: int, cancel: Cancel, memory: int) -> Verdict:
    if rules.outcome(state) is Outcome.WON:
        return Solved((), 1)
    if not packing.fits(rules, state):
        return reference.search(rules, state, budget, cancel, redeals=False)
    p = packing.pack(rules, state)
    code, seen, line = kernels.search_kovrik(
        p.board, p.ranks, p.neighbour, p.bases_move, p.seated, p.bound, budget, memory, cancel.flag
    )
    return Solved(packing.unpacked(rules, state, line), seen) if code == SOLVED else Unknown(seen)


def chained(rules: Kovrik, state: State) -> int:
    """Cards standing in chains."""
    return rules.table(state).done


def _stands(rules: Kovrik, state: State, cancel: Cancel) -> tuple[list[Reached], int]:
    """Positions in which a redeal may be made, those with the longest chains first, and states looked at.

    A beam search: from each depth the positions with the most cards in chains go on.
    """
    frontier: dict[State, tuple[Move, ...]] = {state: ()}
    stands: dict[State, tuple[Move, ...]] = {}
    known = {state}
    while frontier and not cancel.is_set and len(known) < 6_000:
        after: dict[State, tuple[Move, ...]] = {}
        for position, line in frontier.items():
            moves = rules.moves(position)
            if Redeal() in moves:
                stands[position] = line
            for move in moves:
                if move != Redeal():
                    child = rules.play(position, move)
                    if child not in known:
                        known.add(child)
                        after[child] = (*line, move)
        frontier = dict(sorted(after.items(), key=lambda item: -chained(rules, item[0]))[:WIDTH])
    best = sorted(stands.items(), key=lambda item: -chained(rules, item[0]))
    return best[:STANDS], len(known)


WIDTH = 40
"""Positions that a beam search goes on from at each depth."""


def longest_chains(rules: Kovrik, state: State, cancel: Cancel) -> Reached | None:
    """The position with the longest chains found in which a redeal may be made, and the moves to it."""
    found, _ = _stands(rules, state, cancel)
    return found[0] if found else None
