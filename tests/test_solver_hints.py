"""Hints and odds: legal, honest, and blind to what is face down."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.games.carpet import Carpet
from carpets.moves import Move
from carpets.rules import Outcome
from carpets.solver import Lost, Solved, carpet_pure, compiled, kernels, reference, solve, stock
from carpets.solver.hints import Best, Hopeless, Winning, hints
from carpets.solver.odds import actions, by_rule, choices, comes_out, odds
from carpets.solver.shortening import shorten
from carpets.value import replace
from solver_deals import positions, short, wins


@pytest.mark.parametrize("name", VARIANTS)
def test_every_hint_is_legal_and_a_winning_one_wins(name: str) -> None:
    for rules, state in positions(name, 10, seed=3):
        for hint in islice(hints(rules, state), 4):
            match hint:
                case Winning(line):
                    assert wins(rules, state, line)
                case Best(move):
                    assert rules.refusal(state, move) is None
                case Hopeless():
                    plain = reference.search(rules, state, 3_000)
                    assert not isinstance(plain, Solved)


@pytest.mark.parametrize("name", ["kovrik", "kovrik-grand", "gaps", "blue-moon"])
def test_following_the_hints_wins(name: str) -> None:
    rules = short(VARIANTS[name], 6)
    deals = (Game.numbered(rules, number) for number in range(100_000, 100_050))
    game = next(game for game in deals if isinstance(solve(rules, game.state), Solved))
    line: tuple[object, ...] = ()
    while game.outcome is Outcome.PLAYING:
        *_, hint = hints(rules, game.state, line=line)  # type: ignore[arg-type]
        assert isinstance(hint, Winning)
        game, line = game.play(hint.move), hint.line[1:]
    assert game.outcome is Outcome.WON


def test_the_order_of_the_stock_changes_no_fair_answer() -> None:
    rng = random.Random(5)
    for name in ("carpet", "carpet-indian", "carpet-dalton", "carpet-auto", "carpet-small"):
        rules = VARIANTS[name]
        assert isinstance(rules, Carpet)
        game = Game.numbered(rules, 90_000)
        for _ in range(25):
            if not game.legal():
                break
            state = game.state
            shuffled = replace(state, stock=tuple(rng.sample(state.stock, len(state.stock))))
            assert list(islice(hints(rules, state), 2)) == list(islice(hints(rules, shuffled), 2))
            assert odds(rules, state, samples=4) == odds(rules, shuffled, samples=4)
            game = game.play(rng.choice(game.legal()))


def test_looking_through_the_stock_finds_a_winning_line() -> None:
    rules = VARIANTS["carpet"]
    game = Game.numbered(rules, 50_002)
    *_, hint = hints(rules, game.state, xray=True)
    assert isinstance(hint, Winning)
    assert hint.xray
    assert wins(rules, game.state, hint.line)


def test_a_line_that_knows_hidden_cards_is_followed_only_with_xray() -> None:
    knowing = [(VARIANTS["carpet"], Game.numbered(VARIANTS["carpet"], 50_002).state)]
    lost = [(rules, at) for rules, at in positions("kovrik-shuffles", 60) if isinstance(solve(rules, at), Lost)]
    knowing += [(rules, at) for rules, at in lost if isinstance(solve(rules, at, xray=True), Solved)]
    assert len(knowing) > 1
    for rules, state in knowing:
        verdict = solve(rules, state, xray=True)
        assert isinstance(verdict, Solved)
        assert list(hints(rules, state, line=verdict.moves, xray=True)) == [Winning(verdict.moves, xray=True)]
        assert not any(isinstance(hint, Winning) for hint in islice(hints(rules, state, line=verdict.moves), 3))


def test_the_rule_plays_far_better_than_always_filling() -> None:
    rules = VARIANTS["carpet"]
    assert isinstance(rules, Carpet)
    won = sum(comes_out(rules, Game.numbered(rules, 200_000 + n).state) for n in range(300))
    assert won > 0.8 * 300  # always filling wins 72 of 100


@pytest.mark.skipif(not compiled(), reason="no compiled twins here")
@pytest.mark.parametrize("name", [name for name in VARIANTS if isinstance(VARIANTS[name], Carpet)])
def test_the_twins_play_the_same_games_by_the_rule(name: str) -> None:
    for rules, state in positions(name, 60, ranks=7, seed=5):
        assert isinstance(rules, Carpet)
        for first in (b"", *map(actions, choices(rules, state))):
            board = (*stock.pack(rules, state), first, 5, 9)
            assert kernels.wins_carpet(*board) == carpet_pure.wins(*board)


def test_the_rule_as_a_player_does_what_the_sampled_games_do() -> None:
    rules = VARIANTS["carpet"]
    assert isinstance(rules, Carpet)
    for number in range(300_000, 300_030):
        game = Game.numbered(rules, number)
        foretold = comes_out(rules, game.state)
        while game.outcome is Outcome.PLAYING:
            game = game.play(by_rule(rules, game.state))
        assert (game.outcome is Outcome.WON) is foretold


def test_a_short_line_wins_and_lacks_nothing_that_could_go() -> None:
    for rules, state in positions("kovrik-shuffles", 20, ranks=6):
        verdict = solve(rules, state)
        if isinstance(verdict, Solved):
            line = shorten(rules, state, verdict.moves)
            assert wins(rules, state, line)
            assert len(line) <= len(verdict.moves)
            assert not any(wins(rules, state, line[:at] + line[at + 1 :]) for at in range(len(line)))


def test_a_line_that_wanders_is_cut_short() -> None:
    """A winning line with a detour at every position that has one: a move, and the one that takes it back."""
    rules = VARIANTS["free-parking"]
    begun = state = Game.numbered(rules, 100_011).state
    verdict = solve(rules, begun, budget=20_000)
    assert isinstance(verdict, Solved)
    wandering: list[Move] = []
    for move in verdict.moves:
        for there in rules.moves(state):
            away = rules.play(state, there)
            wandering += next(([there, back] for back in rules.moves(away) if rules.play(away, back) == state), [])
        wandering.append(move)
        state = rules.play(state, move)
    assert len(wandering) > 2 * len(verdict.moves)
    assert wins(rules, begun, tuple(wandering))
    cut = shorten(rules, begun, tuple(wandering))
    assert wins(rules, begun, cut)
    assert len(cut) <= len(verdict.moves)


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_called_safe_loses_no_won_game(name: str) -> None:
    for rules, state in positions(name, 40, seed=11):
        move = rules.collect(state)
        if move is not None and isinstance(solve(rules, state, budget=3_000), Solved):
            assert not isinstance(solve(rules, rules.play(state, move), budget=3_000), Lost), rules.write(state)


def test_holes_that_are_alike_are_one_choice() -> None:
    rules = VARIANTS["carpet"]
    assert isinstance(rules, Carpet)
    game = Game.numbered(rules, 90_000)
    while len(game.legal()) < 3:
        game = game.play(game.legal()[-1])
    assert len(choices(rules, game.state)) <= len(game.legal())
