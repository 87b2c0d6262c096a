"""What the table says of places, moves and itself, and how the variants differ, in both languages."""

from __future__ import annotations

import random

import pytest

from carpets import telling
from carpets.cards import Suit
from carpets.choosing import Base, Cell, Stock, Waste
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.notation import read_move
from carpets.words import LANGUAGES, Words

EN, RU = Words.of("en"), Words.of("ru")

ROWS_36 = """\
AC 6C 7C 8C 9C TC JC QC KC --
AS 6S 7S 8S 9S TS JS QS -- KS
AH 6H 7H 8H 9H TH JH QH KH --
AD 6D 7D 8D 9D TD JD QD KD --
"""
CARPET = """\
4C -- 5C 6C 7C
3D 4D 5D 6D 7D
3H 4H 5H 6H 7H
3S 4S 5S 6S 7S
stock 8C 9C TC JC QC KC 8S 9S TS JS QS KS 8D 9D TD JD QD KD 8H 9H TH JH QH
waste KH 2H 3C 2C
"""


def said(variant, rows, place):
    rules = VARIANTS[variant]
    state = rules.read(rows)
    return telling.place(EN, rules, state, place), telling.place(RU, rules, state, place)


@pytest.mark.parametrize(
    ("variant", "rows", "place", "en", "ru"),
    [
        ("kovrik-36", ROWS_36, Cell(18), "This hole takes K♠.", "Сюда можно положить K♠."),
        ("kovrik-36", ROWS_36, Cell(19), "K♠ goes after Q♠.", "K♠ идёт после Q♠."),
        (
            "kovrik-36",
            ROWS_36,
            Cell(9),
            "Nothing goes after K♣: this hole is dead.",
            "После K♣ ничего не кладут: пустота мёртвая.",
        ),
        ("carpet", CARPET, Cell(1), "This hole takes 2♣.", "Сюда можно положить 2♣."),
        ("carpet", CARPET, Waste(), "2♣ goes to its base or into a hole.", "2♣ идёт на базу или в пустоту."),
        ("carpet", CARPET, Stock(), "Turns a card; 23 are left.", "Открывает карту; осталось 23."),
        ("carpet", CARPET, Base(Suit.CLUBS), "This base takes 2♣.", "На эту базу идёт 2♣."),
        ("carpet", CARPET, Base(Suit.SPADES), "This base takes 3♠.", "На эту базу идёт 3♠."),
        ("carpet", CARPET, Cell(0), "The base takes 2♣ next, not 4♣.", "На базу сейчас идёт 2♣, а не 4♣."),
    ],
)
def test_a_place_says_what_it_can_do(variant, rows, place, en, ru):
    assert said(variant, rows, place) == (en, ru)


def test_an_ace_says_how_many_rows_are_free():
    game = Game.numbered(VARIANTS["kovrik"], 48213)
    ace = next(cell for cell, card in enumerate(game.table.cells) if str(card) == "AS")
    assert telling.place(EN, game.rules, game.state, Cell(ace)) == "A♠ goes to the first cell of a row (4 free)."
    assert telling.place(RU, game.rules, game.state, Cell(ace)) == "A♠ идёт в начало ряда (свободно: 4)."


@pytest.mark.parametrize(
    ("move", "en", "ru"),
    [
        ("2C-home", "2♣ goes to its base.", "2♣ идёт на базу."),
        ("2C-a2", "2♣ goes to a2.", "2♣ идёт на a2."),
        ("draw", "8♣ is turned.", "Открыта карта 8♣."),
    ],
)
def test_a_move_is_told_for_those_who_cannot_see_it(move, en, ru):
    rules = VARIANTS["carpet"]
    state = rules.read(CARPET.replace("2H 3C", "2S 2H 3C 2D"))
    assert telling.done(EN, rules, state, read_move(move, rules.grid)) == en
    assert telling.done(RU, rules, state, read_move(move, rules.grid)) == ru


def test_a_card_that_comes_by_itself_is_told():
    game = Game.numbered(VARIANTS["carpet-auto"], 48213)
    move = next(move for move in game.legal() if hasattr(move, "card"))
    told = telling.done(EN, game.rules, game.state, move)
    cell = game.table.cells.index(move.card)
    came = game.play(move).table.cells[cell]
    assert told == f"{EN.card(move.card)} goes to its base. {EN.card(came)} comes to {'abcd'[cell // 5]}{cell % 5 + 1}."


def test_the_table_counts_open_and_dead_holes():
    rules = VARIANTS["kovrik-36"]
    assert telling.standing(EN, rules, rules.read(ROWS_36)) == "1 hole is open, 3 are dead."
    assert telling.standing(RU, rules, rules.read(ROWS_36)) == "1 пустота открыта, 3 мёртвые."


def test_a_hole_that_several_cards_fit_is_one_open_hole():
    game = Game.numbered(VARIANTS["kovrik"], 48213)
    assert telling.standing(EN, game.rules, game.state) == "4 holes are open."


def test_the_end_is_told():
    rules = VARIANTS["kovrik-36"]
    won = rules.read(ROWS_36.replace("-- KS", "KS --"))
    stuck = rules.read(ROWS_36.replace("TS JS QS -- KS", "TS JS KS -- QS"))
    assert telling.standing(RU, rules, won) == "Пасьянс сошёлся!"
    assert telling.standing(RU, rules, stuck) == "Тупик: ходов больше нет."


def test_a_redeal_that_is_due_is_told_with_what_is_left():
    rules = VARIANTS["kovrik-grand-36"]
    stuck = rules.read(ROWS_36.replace("TS JS QS -- KS", "TS JS KS -- QS"))
    assert telling.standing(EN, rules, stuck) == "No move is left: redeal or give up. 3 redeals are left."


@pytest.mark.parametrize("name", VARIANTS)
def test_whatever_is_on_the_table_has_something_short_to_say(name):
    rules, rnd = VARIANTS[name], random.Random(name)
    game = Game.numbered(rules, rnd.randrange(10**6))
    for step in range(40):
        legal = game.legal()
        if not legal:
            break
        if step % 8 == 0:
            piles = [*map(Base, Suit), Stock(), Waste()] if game.table.home else []
            for place in [*map(Cell, range(len(game.table.cells))), *piles]:
                for words in (EN, RU):
                    text = telling.place(words, rules, game.state, place)
                    assert text.endswith(".")
                    assert len(text) <= 80
                    assert "{" not in text
        move = rnd.choice(legal)
        assert telling.done(RU, rules, game.state, move)
        game = game.play(move)
        assert telling.standing(RU, rules, game.state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variant_but_the_basic_ones_differs_in_words(language):
    words = Words.of(language)
    told = {name: telling.differences(words, rules) for name, rules in VARIANTS.items()}
    assert {name for name, lines in told.items() if not lines} == {"kovrik", "carpet"}
    assert all("{" not in line for lines in told.values() for line in lines)


def test_no_two_variants_of_a_family_are_told_alike_but_for_what_they_are():
    told = [(rules.family, telling.differences(EN, rules)) for rules in VARIANTS.values()]
    assert len(set(told)) == len(told)


def test_every_difference_in_the_table_of_words_is_some_variants():
    said = {line for rules in VARIANTS.values() for line in telling.differences(EN, rules)}
    assert set(telling.DIFFERENCES.values()) <= said
