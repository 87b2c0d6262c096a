"""What a new game is dealt: a number by chance, or a deal that is known to come out.

Pure: chance comes in as a seed.
"""

from __future__ import annotations

from carpets.games import AnyRules
from carpets.games.carpet import Carpet, FillFrom
from carpets.shuffle import Deal, DealNumber

SMALLEST, COUNT = 100_000, 9_900_000
"""Fresh deals are numbered from here: short enough to tell a friend, above Microsoft's numbers."""


def solvable_by_default(rules: AnyRules) -> bool:
    """Whether the variant is dealt solvable unless asked otherwise: where chance deals hardly ever come out."""
    return isinstance(rules, Carpet) and rules.fill in (FillFrom.AUTO_STOCK, FillFrom.NEVER)


def new_deal(rules: AnyRules, seed: int, *, solvable: bool) -> tuple[Deal, bool]:
    """A deal for a new game, and whether it is known to come out. ``seed``: any whole number from 0 on.

    A solvable one takes as long as the solver needs: under a second for most variants, with the compiled twin.
    """
    if solvable or solvable_by_default(rules):
        from carpets.solver.deals import first_solvable

        deal = first_solvable(rules, seed)
        if deal is not None:
            return deal, True
    return any_deal(rules, seed), False


def any_deal(rules: AnyRules, seed: int) -> Deal:
    """A deal by chance, of which nothing is known."""
    return Deal.numbered(DealNumber(SMALLEST + seed % COUNT), rules.pack.whole)
