"""New games: by chance, or known to come out."""

import pytest

from carpets.dealing import new_deal, solvable_by_default
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.solver import Solved, solve


def test_only_variants_that_hardly_ever_come_out_are_dealt_solvable_unasked() -> None:
    assert [name for name, rules in VARIANTS.items() if solvable_by_default(rules)] == ["carpet-stock", "carpet-strict"]


@pytest.mark.parametrize("name", ["carpet-stock", "carpet-strict", "carpet", "kovrik-36"])
def test_a_solvable_deal_comes_out_and_is_the_same_for_the_same_seed(name: str) -> None:
    rules = VARIANTS[name]
    deal, known = new_deal(rules, 5, solvable=True)
    assert known
    assert isinstance(solve(rules, rules.start(deal), budget=10_000_000), Solved)
    assert new_deal(rules, 5, solvable=True) == (deal, True)


def test_a_deal_by_chance_has_a_number_that_gives_it_again() -> None:
    for name in ("kovrik", "montana", "carpet", "paganini"):
        deal, known = new_deal(VARIANTS[name], 48213, solvable=False)
        assert not known
        assert deal.number is not None
        assert Game.numbered(VARIANTS[name], deal.number).deal == deal
