"""The deal of the day: a function of the variant and the date in UTC alone. Pure.

A sequence of numbers is drawn from a digest of variant, date and place in the sequence; the first one that
the solver wins within ``BUDGET`` states is the day's deal. The budget counts states, never time, and the
solver's compiled and pure twins walk the same states, so that every computer finds the same number; a deal
that stays undecided is passed over like a lost one. Where none of ``TRIES`` comes out (``carpet-strict``: no
random deal of it ever did) the first is dealt all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from carpets.games import AnyRules
from carpets.shuffle import Deal, DealNumber
from carpets.solver import Solved, solve

if TYPE_CHECKING:
    from datetime import date

EDITION = 1
"""Changes when the same date would no longer give the same deal."""
BUDGET = 5_000
TRIES = 200
SMALLEST, COUNT = 100_000_000, 900_000_000
"""Nine digits: above Microsoft's numbers, short enough to be told."""


def numbers(rules: AnyRules, day: date) -> Iterator[DealNumber]:
    """The day's numbers, the first candidate first."""
    for place in range(TRIES):
        digest = sha256(f"carpets {EDITION} {rules.name} {day.isoformat()} {place}".encode()).digest()
        yield DealNumber(SMALLEST + int.from_bytes(digest[:8], "big") % COUNT)


def deal_of(rules: AnyRules, day: date) -> DealNumber:
    """The deal of the day. Takes up to some seconds where deals are hard: callers remember it."""
    first = None
    for number in numbers(rules, day):
        first = first or number
        if comes_out(rules, number):
            return number
    assert first is not None
    return first


def comes_out(rules: AnyRules, number: DealNumber) -> bool:
    """Whether the solver wins the deal within the budget; it looks through redeals."""
    state = rules.start(Deal.numbered(number, rules.pack.whole))
    return isinstance(solve(rules, state, budget=BUDGET, xray=True), Solved)
