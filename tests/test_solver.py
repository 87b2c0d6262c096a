"""Verdicts: outside programs', the plain search's, and both twins of the kernels'."""

from __future__ import annotations

import random
import threading
from functools import partial
from typing import Any

import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.games.carpet import Carpet
from carpets.games.kovrik import How, Kovrik
from carpets.shuffle import Deal, DealNumber
from carpets.solver import (
    Cancel,
    Lost,
    Solved,
    Unknown,
    carpet_pure,
    compiled,
    kernels,
    kovrik_pure,
    reference,
    solve,
    stock,
)
from carpets.solver.solving import MEMORY_LIMIT, without_redeal
from carpets.solver.verdicts import NEVER, Why
from solver_deals import judged, positions, short, wins

TWINS = [
    "pure",
    "pruned",
    pytest.param("compiled", marks=pytest.mark.skipif(not compiled(), reason="no compiled twins here")),
]


@pytest.fixture(params=TWINS)
def twin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param != "compiled":
        monkeypatch.setattr(kernels, "search_carpet", carpet_pure.search)
        monkeypatch.setattr(kernels, "written_carpet", carpet_pure.written)
        monkeypatch.setattr(kernels, "search_kovrik", partial(kovrik_pure.search, prune=request.param == "pruned"))
    return request.param


def agrees(rules: Any, state: Any, expected: str, budget: int) -> bool:
    """Whether the verdict is the expected one, or undecided; a line must win."""
    match solve(rules, state, budget=budget):
        case Solved(moves):
            return expected != "unsolvable" and wins(rules, state, moves)
        case Lost():
            return expected != "solvable"
    return True


@pytest.mark.parametrize(
    "file",
    ["carpet", "carpet_6ranks_3cells", "carpet_6ranks_8cells", "carpet_8ranks_6cells", "kovrik_5ranks"],
)
def test_the_verdicts_are_those_of_outside_programs(file: str, twin: str) -> None:
    lines = list(judged(f"{file}.jsonl"))[:: 1 if twin == "compiled" else 9]
    assert lines
    assert [line["id"] for rules, state, expected, line in lines if not agrees(rules, state, expected, 10**6)] == []


@pytest.mark.skipif(not compiled(), reason="slow without the compiled twins; “kovrik bench solver” does it")
@pytest.mark.parametrize("file", ["kovrik", "gaps_fixed_suits", "gaps_one_deal"])
def test_full_packs_get_the_verdicts_of_outside_programs(file: str) -> None:
    lines = list(judged(f"{file}.jsonl"))
    wrong = [line["id"] for rules, state, expected, line in lines if not agrees(rules, state, expected, 40_000)]
    assert wrong == []


@pytest.mark.parametrize("name", VARIANTS)
def test_kernels_and_the_plain_search_agree(name: str, twin: str) -> None:
    for rules, state in positions(name, 16):
        known = not isinstance(rules, Kovrik) or rules.how is How.GATHER
        plain = reference.search(rules, state, 4_000, redeals=known)
        quick = solve(rules, state, budget=6_000)
        if isinstance(quick, Solved):
            assert wins(rules, state, quick.moves)
        if not isinstance(plain, Unknown) and not isinstance(quick, Unknown):
            assert type(plain) is type(quick), rules.write(state)
            before = isinstance(rules, Kovrik) and not known and state.redeals != 0
            assert not isinstance(quick, Lost) or quick.before_redeal is before


@pytest.mark.parametrize("name", VARIANTS)
def test_packs_of_every_size_are_solved_by_the_rules(name: str, twin: str) -> None:
    base, rng = VARIANTS[name], random.Random(name)
    away = len(base.pack.away)
    for ranks in (1, 2, 3, 4, 7, 11, 13 - away):
        rules = short(base, ranks + away, (1, 2) if ranks == 2 else (1, 3) if ranks > 2 else (0, 0))
        known = not isinstance(rules, Kovrik) or rules.how is How.GATHER
        cards = rules.pack.whole.dealt
        for number in range(4 if ranks < 4 else 1):
            state = rules.start(Deal(DealNumber(number), tuple(rng.sample(cards, len(cards)))))
            quick = solve(rules, state, budget=300)
            plain = reference.search(rules, state, 200, redeals=known)
            assert not isinstance(quick, Solved) or wins(rules, state, quick.moves)
            assert Unknown in (type(quick), type(plain)) or type(quick) is type(plain), rules.write(state)


def test_the_twins_walk_the_same_way() -> None:
    if not compiled():
        pytest.skip("no compiled twins here")
    from carpets.solver import packing
    from carpets.solver._kovrik import search

    for name in ("kovrik", "kovrik-bubna", "gaps", "montana", "galary"):
        rules = VARIANTS[name]
        assert isinstance(rules, Kovrik)
        p = packing.pack(rules, Game.numbered(rules, 77_000).state)
        board = (p.board, p.ranks, p.neighbour, p.bases_move, p.seated, p.bound, 3_000, 1 << 28, bytearray(1), True)
        codes = {found(*board)[0] for found in (search, kovrik_pure.search)}
        assert len(codes) == 1


@pytest.mark.skipif(not compiled(), reason="no compiled twins here")
@pytest.mark.parametrize("name", [name for name in VARIANTS if isinstance(VARIANTS[name], Carpet)])
def test_the_twins_write_the_same_line_out(name: str) -> None:
    lines = 0
    for rules, state in [
        *positions(name, 40),
        *((VARIANTS[name], Game.numbered(VARIANTS[name], n).state) for n in range(8)),
    ]:
        assert isinstance(rules, Carpet)
        packed = row, turned, _, _, home, ranks, fill = stock.pack(rules, state)
        code, _, actions = kernels.search_carpet(*packed, 20_000, 1 << 28, bytearray(1))
        if code == carpet_pure.SOLVED:
            line = row, turned, stock.lying(rules, state), home, ranks, fill, actions
            assert kernels.written_carpet(*line) == carpet_pure.written(*line)
            lines += 1
    assert lines > 10


SPAN = 5
"""States until a search begins again, where that is to be often."""


def spans(seen: int) -> int:
    """The spans that are over after so many states."""
    span, over, count = SPAN, SPAN, 0
    while over <= seen:
        span += span // 5
        over += span
        count += 1
    return count


SIZES = {"kovrik": 5, "montana": 5, "blue-moon": 4, "kovrik-bubna": 4, "galary": 3, "free-parking": 4, "jungle": 3}
"""Ranks of packs whose searches are long, and which the plain search gets through."""


@pytest.mark.parametrize("name", SIZES)
def test_a_search_that_begins_again_and_again_gives_the_verdict_of_the_plain_search(
    name: str, twin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    back = kovrik_pure._back_to_first
    monkeypatch.setattr(kovrik_pure, "_back_to_first", lambda *asked: (begun.append(1), back(*asked)))
    search, walked, over, verdicts = kernels.search_kovrik, 0, 0, set()
    if twin == "compiled":
        search = partial(search, width=0)  # no beams between: only the search's own states are to be counted
    for rules, state in positions(name, 25, ranks=SIZES[name], seed=4):
        plain = reference.search(rules, state, 800, redeals=False)
        monkeypatch.setattr(kernels, "search_kovrik", search)
        once = without_redeal(rules, state, 4_000, NEVER, MEMORY_LIMIT)
        monkeypatch.setattr(kernels, "search_kovrik", partial(search, span=SPAN))
        again = without_redeal(rules, state, 4_000, NEVER, MEMORY_LIMIT)
        assert not isinstance(again, Solved) or wins(rules, state, again.moves)
        if Unknown not in (type(plain), type(again)):
            assert type(plain) is type(again), rules.write(state)
            verdicts.add(type(again))
        walked += isinstance(once, Lost) and again.seen > once.seen
        over += max(0, spans(again.seen) - 1)  # at the end of the last there may be nothing left to begin again for
    assert verdicts == {Solved, Lost}
    if twin == "compiled":
        assert over > 25
        assert walked  # what is lost is lost after the same states, but for those on the ways back
    elif name not in ("kovrik", "montana"):  # whose moves cannot be undone: the pure twin has no use for it there
        assert len(begun) >= over > 25


@pytest.mark.skipif(not compiled(), reason="no compiled twins here")
@pytest.mark.parametrize("name", ["kovrik-bubna", "galary", "free-parking", "jungle"])
def test_beams_win_by_the_rules_and_lose_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    search, sooner, verdicts = kernels.search_kovrik, 0, set()
    for rules, state in positions(name, 30, ranks=SIZES[name], seed=4):
        found = {}
        for width in (0, 1, 4):
            monkeypatch.setattr(kernels, "search_kovrik", partial(search, span=SPAN, width=width))
            found[width] = without_redeal(rules, state, 20_000, NEVER, MEMORY_LIMIT)
            if isinstance(verdict := found[width], Solved):
                assert wins(rules, state, verdict.moves)
        known = {type(verdict) for verdict in found.values()} - {Unknown}
        assert len(known) <= 1, rules.write(state)
        verdicts |= known
        sooner += isinstance(found[4], Solved) and found[4] != found[0]
    assert verdicts == {Solved, Lost}
    assert sooner  # a beam found it


@pytest.mark.skipif(not compiled(), reason="too slow without the compiled twins")
def test_most_deals_of_jungle_are_won_within_few_states() -> None:
    rules = VARIANTS["jungle"]
    assert isinstance(rules, Kovrik)
    won = 0
    for number in range(200_000, 200_010):
        state = Game.numbered(rules, number).state
        verdict = without_redeal(rules, state, 300_000, NEVER, MEMORY_LIMIT)
        won += isinstance(verdict, Solved) and wins(rules, state, verdict.moves)
    assert won >= 6


@pytest.mark.skipif(not compiled(), reason="no compiled twins here")
def test_a_beam_stops_when_its_budget_or_memory_is_spent() -> None:
    rules = VARIANTS["jungle"]
    assert isinstance(rules, Kovrik)
    state = Game.numbered(rules, 200_000).state
    cancelled = Cancel()
    cancelled.set()
    for budget in (1_001, 1_100, 3_000):
        assert without_redeal(rules, state, budget, NEVER, MEMORY_LIMIT) == Unknown(budget + 1, Why.BUDGET)
    assert without_redeal(rules, state, 10**6, cancelled, MEMORY_LIMIT) == Unknown(1024, Why.CANCELLED)
    little = without_redeal(rules, state, 10**6, NEVER, 1 << 16)
    assert isinstance(little, Unknown)
    assert little.why is Why.MEMORY


def test_a_search_stops_when_its_budget_or_memory_is_spent(twin: str) -> None:
    rules = VARIANTS["kovrik"]
    state = Game.numbered(rules, 100_005).state
    budget = solve(rules, state, budget=300)
    assert isinstance(budget, Unknown)
    assert budget.why is Why.BUDGET
    memory = solve(rules, Game.numbered(rules, 100_004).state, budget=2_000_000, memory=1000)
    assert isinstance(memory, Unknown)
    assert memory.why is Why.MEMORY


def test_a_search_is_cancelled_from_another_thread(twin: str) -> None:
    rules = VARIANTS["kovrik-bubna"]
    state = Game.numbered(rules, 3_000_000).state
    cancel = Cancel()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    verdict = solve(rules, state, cancel=cancel)
    timer.join()
    match verdict:
        case Unknown(why=why):
            assert why is Why.CANCELLED
        case _:
            assert not isinstance(verdict, Lost)
