"""What must hold in every variant, whatever is played: each law once, for all rows."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carpets.cards import CARDS, Card, Suit
from carpets.choosing import Base, Cell, Place, Stock, Waste, between, ends, meant
from carpets.game import Game, IllegalMove
from carpets.games import VARIANTS, AnyRules
from carpets.moves import Draw, Fill, Home, Move, Put, Redeal
from carpets.notation import read_move, write_move
from carpets.replay import read_game, write_game
from carpets.rules import Hole, Outcome, Table
from carpets.value import replace

every_variant = pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
numbers = st.integers(0, 10**12)
random_games = settings(max_examples=200, derandomize=True)
few_games = settings(max_examples=15, derandomize=True)


def walk(rules: AnyRules, number: int, length: int) -> Iterator[Game]:
    """A random game: every stage of it. Redeals are rare, so that a game goes on between them."""
    chance = random.Random(number)
    game = Game.numbered(rules, number)
    yield game
    for _ in range(length):
        moves = game.legal()
        if not moves:
            return
        others = [move for move in moves if move != Redeal()]
        game = game.play(chance.choice(others) if others and chance.random() < 0.95 else chance.choice(moves))
        yield game


def every_move(rules: AnyRules) -> list[Move]:
    cells = range(rules.grid[0] * rules.grid[1])
    puts = [Put(card, cell) for card in CARDS for cell in cells]
    return [*puts, *(Home(card) for card in CARDS), *(Fill(cell) for cell in cells), Draw(), Redeal()]


def cards_in(game: Game) -> list[Card]:
    state = game.state
    held = [card for card in state.cells if card is not None]
    if game.rules.family == "carpet":
        held += [*state.stock, *state.waste]
        held += [CARDS[13 * suit + n] for suit, count in enumerate(state.home) for n in range(count)]
    return sorted(held)


def places(table: Table) -> list[Place]:
    found: list[Place] = [Cell(at) for at in range(len(table.cells))]
    return found + ([*(Base(suit) for suit in Suit), Stock(), Waste()] if table.home else [])


@every_variant
@random_games
@given(number=numbers)
def test_cards_are_conserved_and_undo_gives_back_every_state(rules: AnyRules, number: int) -> None:
    stages = list(walk(rules, number, 60))
    for game in stages:
        assert cards_in(game) == sorted(rules.pack.cards)
    last = stages[-1]
    assert [last.at(n).state for n in range(last.cursor + 1)] == [stage.state for stage in stages]
    again = last.at(0)
    for move in last.moves:
        again = again.play(move)
    assert again == last


@every_variant
@few_games
@given(number=numbers)
def test_a_move_is_offered_exactly_when_it_is_not_refused(rules: AnyRules, number: int) -> None:
    *_, game = walk(rules, number, number % 70)
    offered = game.legal()
    assert len(set(offered)) == len(offered)
    assert {move for move in every_move(rules) if game.refusal(move) is None} == set(offered)


@every_variant
@few_games
@given(number=numbers)
def test_a_game_is_over_exactly_when_nothing_is_offered(rules: AnyRules, number: int) -> None:
    for game in walk(rules, number, 200):
        assert (game.outcome is Outcome.PLAYING) == bool(game.legal())
        table = game.table
        assert (game.outcome is Outcome.WON) == (table.done == table.goal)


@every_variant
@few_games
@given(number=numbers)
def test_positions_moves_and_games_read_back_as_written(rules: AnyRules, number: int) -> None:
    *_, game = walk(rules, number, number % 150)
    assert rules.read(rules.write(game.state)) == game.state
    for move in game.legal():
        assert read_move(write_move(move, rules.grid), rules.grid) == move
    text = write_game(game)
    replay = read_game(text)
    assert replay.fault is None
    assert replay.game == game
    assert write_game(replay.game) == text


@every_variant
@few_games
@given(number=numbers)
def test_every_place_means_moves_or_has_a_reason(rules: AnyRules, number: int) -> None:
    *_, game = walk(rules, number, number % 70)
    reached = set()
    for place in places(game.table):
        answer = meant(rules, game.state, place)
        if isinstance(answer, tuple):
            assert answer
            assert set(answer) <= set(game.legal())
            reached |= set(answer)
    assert reached == {move for move in game.legal() if move != Redeal()}
    for move in reached:
        first, second = ends(game.table, move)
        assert first is not None
        assert second is not None
        assert between(rules, game.state, first, second) == between(rules, game.state, second, first)
        assert between(rules, game.state, first, second) in game.legal()


@every_variant
@few_games
@given(number=numbers)
def test_what_is_seen_does_not_depend_on_the_order_of_hidden_cards(rules: AnyRules, number: int) -> None:
    *_, game = walk(rules, number, number % 50)
    if rules.family == "carpet":
        mixed = random.Random(number).sample(game.state.stock, len(game.state.stock))
        other = replace(game.state, stock=tuple(mixed))
        assert rules.table(other) == game.table
        assert rules.moves(other) == game.legal()
        assert rules.collect(other) == rules.collect(game.state)


@every_variant
@few_games
@given(number=numbers)
def test_collecting_plays_legal_moves_that_add_to_what_is_done(rules: AnyRules, number: int) -> None:
    *_, game = walk(rules, number, number % 70)
    move = rules.collect(game.state)
    if move is not None:
        assert game.play(move).table.done > game.table.done


@every_variant
@few_games
@given(number=numbers)
def test_a_hole_takes_what_the_table_says(rules: AnyRules, number: int) -> None:
    *_, game = walk(rules, number, number % 70)
    for cell, held in enumerate(game.table.cells):
        fills = {move.card for move in game.legal() if isinstance(move, Put) and move.cell == cell}
        assert fills <= set(held.takes) if isinstance(held, Hole) else not fills


@every_variant
def test_a_refused_move_is_never_played(rules: AnyRules) -> None:
    game = Game.numbered(rules, 48213)
    refused = next(move for move in every_move(rules) if game.refusal(move) is not None)
    with pytest.raises(IllegalMove) as caught:
        game.play(refused)
    assert caught.value.refusal == game.refusal(refused)


@every_variant
def test_playing_after_an_undo_forgets_what_was_undone(rules: AnyRules) -> None:
    first, second, *_ = (stage for stage in walk(rules, 48213, 3))
    other = [move for move in first.legal() if move != second.moves[0]]
    back = second.undo()
    assert back.can_redo
    assert back.redo() == second
    if other:
        played = back.play(other[0])
        assert played.moves == (other[0],)
        assert not played.can_redo
