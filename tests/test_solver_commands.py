"""``solve``, ``find`` and ``review`` as a shell sees them, and what stands behind them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from carpets.cli import main
from carpets.dealing import solvable_by_default
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.games.carpet import Carpet
from carpets.notation import read_move
from carpets.replay import write_game
from carpets.rules import Outcome
from carpets.shuffle import DealNumber
from carpets.solver import Solved, solve
from carpets.solver.deals import Difficulty, built, candidates, find, first_solvable
from carpets.solver.review import Mark, review


def said(capsys: pytest.CaptureFixture[str], family: str, *arguments: str) -> tuple[int, str, str]:
    status = main(family, [*arguments, "--lang", "en"])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_solved_deal_gives_status_0_and_moves_that_win(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "kovrik", "solve", "--seed", "100001", "--json")
    game = Game.numbered(VARIANTS["kovrik"], 100001)
    for word in json.loads(out)["moves"]:
        game = game.play(read_move(word, game.rules.grid))
    assert status == 0
    assert game.outcome is Outcome.WON


def test_a_lost_deal_gives_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "kovrik", "solve", "--seed", "100002")
    assert status == 1
    assert out.startswith("Proved: it cannot be won")


def test_a_search_cut_short_gives_status_3(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "kovrik", "solve", "--seed", "100001", "--budget", "10")
    assert status == 3
    assert "stopped" in out


def test_a_budget_of_nothing_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = said(capsys, "kovrik", "solve", "--seed", "7", "--budget", "0")
    assert status == 2
    assert "--budget" in err


def test_the_orders_of_the_aces_together_say_what_the_deal_says(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "kovrik", "solve", "--seed", "100002", "--all-aces", "--json")
    orders = json.loads(out)["orders"]
    assert status == 1
    assert len(orders) == 24
    assert {order["verdict"] for order in orders} == {"lost"}


def test_found_deals_are_solvable_and_the_same_for_the_same_start(capsys: pytest.CaptureFixture[str]) -> None:
    runs = [said(capsys, "carpet", "find", "--solvable", "--count", "3", "--start", "1", "--json") for _ in range(2)]
    assert runs[0] == runs[1]
    for line in runs[0][1].splitlines():
        game = Game.numbered(VARIANTS["carpet"], json.loads(line)["deal"])
        assert isinstance(solve(game.rules, game.state), Solved)


def test_strict_deals_built_backwards_come_out() -> None:
    rules = VARIANTS["carpet-strict"]
    assert isinstance(rules, Carpet)
    deals = [built(rules, DealNumber(number)) for number in range(60)]
    assert all(isinstance(solve(rules, rules.start(deal)), Solved) for deal in deals)
    assert len({deal.cards for deal in deals}) == 60


@pytest.mark.parametrize("name", ["carpet-stock", "carpet-strict"])
def test_variants_that_hardly_ever_come_out_are_dealt_solvable(name: str) -> None:
    rules = VARIANTS[name]
    assert solvable_by_default(rules)
    deal = first_solvable(rules, 20261130)
    assert deal is not None
    assert deal == first_solvable(rules, 20261130)
    assert isinstance(solve(rules, rules.start(deal)), Solved)


def test_deals_of_a_difficulty_have_that_difficulty() -> None:
    rules = VARIANTS["carpet"]
    for wanted in Difficulty:
        found = next(find(rules, candidates(rules, 4), difficulty=wanted))
        assert found.difficulty is wanted


def lost_game() -> Game:
    rng = random.Random(2)
    game = Game.numbered(VARIANTS["kovrik"], 100_001)
    while game.outcome is Outcome.PLAYING:
        game = game.play(rng.choice(game.legal()))
    return game


def test_a_review_names_the_move_that_lost_and_one_that_wins() -> None:
    game = lost_game()
    seen = review(game)
    assert seen.fatal is not None
    assert seen.marks[: seen.fatal + 1] == (Mark.WINNABLE,) * (seen.fatal + 1)
    assert set(seen.marks[seen.fatal + 1 :]) == {Mark.LOST}
    again = game.at(seen.fatal)
    for move in seen.kept:
        again = again.play(move)
    assert again.outcome is Outcome.WON


def test_a_won_game_is_winnable_throughout() -> None:
    game = Game.numbered(VARIANTS["kovrik"], 100_001)
    verdict = solve(game.rules, game.state)
    assert isinstance(verdict, Solved)
    for move in verdict.moves:
        game = game.play(move)
    seen = review(game)
    assert set(seen.marks) == {Mark.WINNABLE}
    assert seen.fatal is None


def test_review_reads_a_game_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lost.txt"
    file.write_text(write_game(lost_game()), encoding="ascii")
    status, out, _ = said(capsys, "kovrik", "review", str(file), "--json")
    told = json.loads(out)
    assert status == 0
    assert told["marks"][0] == "winnable"
    assert told["marks"][-1] == "lost"
    assert told["kept"]


def test_review_of_a_broken_file_is_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "no.txt"
    file.write_text("hello", encoding="ascii")
    status, _, err = said(capsys, "kovrik", "review", str(file))
    assert status == 2
    assert "Traceback" not in err
