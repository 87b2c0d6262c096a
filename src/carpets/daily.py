"""The deal of the day: a function of the variant and the date in UTC alone. Pure.

A sequence of numbers is drawn from a digest of variant, date and place in the sequence; the first one that
the solver's pure twin, with its relaxation, wins within ``BUDGET`` states and without a redeal is the day's
deal. The budget counts states, never time, and the compiled twin, which walks another way, is not asked: so
every computer finds the same number. Where none of ``TRIES`` comes out the first is dealt all the same
(``carpet-strict``: no random deal of it ever came out).
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from carpets.games import AnyRules
from carpets.games.kovrik import Kovrik
from carpets.shuffle import Deal, DealNumber
from carpets.solver import NEVER, Solved, packing, reference, solve
from carpets.solver.kovrik_pure import search
from carpets.solver.solving import MEMORY_LIMIT

if TYPE_CHECKING:
    from datetime import date

EDITION = 1
"""Changes when the same date would no longer give the same deal."""
BUDGET = 300
TRIES = {"kovrik": 40, "carpet": 1_000}
"""By family: a Carpet is decided in a fraction of the time."""
SMALLEST, COUNT = 100_000_000, 900_000_000
"""Nine digits: above Microsoft's numbers, short enough to be told."""


def numbers(rules: AnyRules, day: date) -> Iterator[DealNumber]:
    """The day's numbers, the first candidate first."""
    for place in range(TRIES[rules.family]):
        digest = sha256(f"carpets {EDITION} {rules.name} {day.isoformat()} {place}".encode()).digest()
        yield DealNumber(SMALLEST + int.from_bytes(digest[:8], "big") % COUNT)


def deal_of(rules: AnyRules, day: date) -> DealNumber:
    """The deal of the day. Takes some seconds where deals are hard: callers remember it."""
    first = None
    for number in numbers(rules, day):
        first = first or number
        if comes_out(rules, number):
            return number
    assert first is not None
    return first


def comes_out(rules: AnyRules, number: DealNumber) -> bool:
    """Whether the solver wins the deal within the budget and without a redeal."""
    state = rules.start(Deal.numbered(number, rules.pack.whole))
    if not isinstance(rules, Kovrik):
        return isinstance(solve(rules, state, budget=BUDGET), Solved)
    if not packing.fits(rules, state):
        return isinstance(reference.search(rules, state, BUDGET, redeals=False), Solved)
    p = packing.pack(rules, state)
    code, *_ = search(
        p.board, p.ranks, p.neighbour, p.bases_move, p.seated, p.bound, BUDGET, MEMORY_LIMIT, NEVER.flag, prune=True
    )
    return code == 1
