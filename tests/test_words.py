"""What the program says: every reason a sentence, every text in every language, plurals right."""

from __future__ import annotations

import os
import subprocess
import sys
from string import Formatter
from typing import get_args

import pytest

import catalogue
from carpets.cards import CARDS, Suit, card_of
from carpets.games import VARIANTS
from carpets.notation import BadText, Trouble
from carpets.refusals import DeadHole, NeedsBase, NeedsCard, NoPlace, Refusal
from carpets.replay import read_game
from carpets.shuffle import BadDealNumber, Fault, read_number
from carpets.words import FAULTS, LANGUAGES, REFUSALS, Words, language_of

CARD, OTHER = card_of(7, Suit.SPADES), card_of(8, Suit.SPADES)
FIELDS = {
    "card": [CARD],
    "holder": [CARD],
    "wanted": [OTHER],
    "top": [OTHER],
    "cell": [3],
    "rank": [1, 2],
    "suit": [Suit.SPADES],
    "behind": [None, card_of(13, Suit.SPADES)],
    "cards": [(CARD,), (CARD, OTHER), tuple(card_of(7, suit) for suit in Suit)],
    "right_of": [(), (CARD,)],
    "left_of": [(), (OTHER,)],
}


def examples(kind):
    """A refusal of the class for every mix of its fields' values."""
    found = [{}]
    for name in kind.__match_args__:
        found = [{**fields, name: value} for fields in found for value in FIELDS[name]]
    return [kind(**fields) for fields in found]


def blanks(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", get_args(Refusal), ids=lambda kind: kind.__name__)
def test_every_refusal_has_a_sentence(kind, language):
    words = Words.of(language)
    for refusal in examples(kind):
        said = words.refusal(refusal)
        assert said.endswith(".")
        assert "{" not in said
        assert "None" not in said
        assert len(said) <= 80, "two lines on a screen of 40 columns"


def test_no_sentence_is_left_of_a_refusal_that_went():
    names = {kind.__name__ for kind in get_args(Refusal)}
    assert {name.partition(" ")[0] for name in REFUSALS} == names


@pytest.mark.parametrize(
    ("refusal", "en", "ru"),
    [
        (NeedsCard((CARD, OTHER)), "Only 7♠ or 8♠ goes there.", "Сюда идёт только 7♠ или 8♠."),
        (NeedsBase(1), "The first cell of a row takes an ace and nothing else.", "В начало ряда кладут только туза."),
        (
            DeadHole(card_of(13, Suit.HEARTS)),
            "Nothing goes after K♥: this hole is dead.",
            "После K♥ ничего не кладут: пустота мёртвая.",
        ),
        (
            NoPlace(card_of(1, Suit.CLUBS), (), (card_of(2, Suit.CLUBS),)),
            "A♣ goes to the first cell of a row or before 2♣: no hole there.",
            "A♣ идёт в начало ряда или перед 2♣: там нет пустоты.",
        ),
    ],
)
def test_a_refusal_says_what_would_be_right(refusal, en, ru):
    assert Words.of("en").refusal(refusal) == en
    assert Words.of("ru").refusal(refusal) == ru


def test_every_text_of_the_source_is_translated_and_no_translation_is_left_over():
    source = {message.id for message in catalogue.source() if message.id}
    for po in catalogue.POS:
        translated = catalogue.read(po)
        known = {message.id for message in translated if message.id}
        assert source - known == set(), f"not in {po}: run tests/catalogue.py"
        assert known - source == set(), f"left over in {po}: run tests/catalogue.py"
        for message in translated:
            if message.id:
                assert not message.fuzzy, message.id
                assert all(form.strip() for form in catalogue.forms(message)), message.id


def test_a_translation_has_the_blanks_of_its_source():
    for po in catalogue.POS:
        for message in catalogue.read(po):
            ids = [message.id] if isinstance(message.id, str) else list(message.id)
            for form in catalogue.forms(message):
                if message.id:
                    assert blanks(form) == blanks(ids[-1]), message.id


def test_a_translation_has_as_many_forms_as_its_language():
    for po in catalogue.POS:
        translated = catalogue.read(po)
        for message in translated:
            if not isinstance(message.id, str):
                assert len(catalogue.forms(message)) == translated.num_plurals, message.id


@pytest.mark.parametrize(
    ("n", "en", "ru"),
    [
        (0, "0 moves", "0 ходов"),
        (1, "1 move", "1 ход"),
        (2, "2 moves", "2 хода"),
        (5, "5 moves", "5 ходов"),
        (11, "11 moves", "11 ходов"),
        (21, "21 moves", "21 ход"),
        (101, "101 moves", "101 ход"),
        (112, "112 moves", "112 ходов"),
    ],
)
def test_numbers_take_their_plural(n, en, ru):
    assert Words.of("en").moves(n) == en
    assert Words.of("ru").moves(n) == ru


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trouble", Trouble, ids=lambda trouble: trouble.name)
def test_every_trouble_of_a_text_is_said_with_file_and_line(trouble, language):
    said = Words.of(language).trouble(BadText(trouble, "WORD", right="RIGHT", line=7), file="game.txt")
    assert said.startswith("game.txt, ")
    assert "7" in said
    assert "{" not in said
    assert ("WORD" in said) == ("{word}" in trouble.value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["-5", "12.5", "1e3", "", "ms0", "abc", "99999999999999999999999"])
def test_a_bad_deal_number_is_refused_with_what_would_be_right(text, language):
    with pytest.raises(BadDealNumber) as caught:
        read_number(text)
    said = Words.of(language).fault(caught.value)
    assert text in said
    assert any(right in said for right in ("48213", "from 0 to", "от 0 до", "ms1"))


def test_every_fault_of_a_number_has_a_sentence():
    assert set(FAULTS) == set(Fault)


def test_an_illegal_move_of_a_file_is_told_with_its_reason():
    pack = " ".join(map(str, CARDS))
    replay = read_game(f'[Format "1"]\n[Variant "kovrik"]\n\n{pack}\n\n1. AC-a1 KC-a2\n')
    assert Words.of("en").trouble(replay.fault, "x") == (
        "x, line 6: move 2, KC-a2, is not legal here: Only 2♣ goes there"
    )
    assert "ход 2, KC-a2, здесь невозможен: " in Words.of("ru").trouble(replay.fault)


def test_every_variant_has_a_name_in_every_language():
    for rules in VARIANTS.values():
        for language in LANGUAGES:
            assert Words.of(language).variant(rules).strip()


@pytest.mark.parametrize(
    ("option", "setting", "env", "language"),
    [
        ("ru", "en", {"LC_ALL": "en_US.UTF-8"}, "ru"),
        (None, "ru", {"LC_ALL": "en_US.UTF-8"}, "ru"),
        (None, None, {"LC_ALL": "", "LC_MESSAGES": "ru_RU.UTF-8", "LANG": "en_US"}, "ru"),
        (None, None, {"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, "en"),
        (None, None, {"LANG": "ru"}, "ru"),
        (None, None, {"LANG": "ru.KOI8-R"}, "ru"),
        (None, None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, "xx", {}, "en"),
    ],
)
def test_the_language_is_the_options_then_the_settings_then_the_locales(option, setting, env, language):
    assert language_of(option, setting, env) == language


def test_a_language_that_is_not_there_is_the_callers_mistake():
    with pytest.raises(ValueError, match="en, ru"):
        Words.of("de")


def test_two_players_hear_two_languages_in_one_process():
    en, ru = Words.of("en"), Words.of("ru", suits="CSHD")
    assert en.refusal(DeadHole(CARD)) == "Nothing goes after 7♠: this hole is dead."
    assert ru.refusal(DeadHole(CARD)) == "После 7S ничего не кладут: пустота мёртвая."
    assert en.refusal(DeadHole(CARD)) == "Nothing goes after 7♠: this hole is dead."


def test_english_words_import_neither_gettext_nor_a_screen():
    code = "import sys, carpets.words as w; w.Words.of('en').text('x'); print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": "src"},
    )
    loaded = run.stdout.split()
    assert not {"gettext", "textual", "rich", "sqlite3", "argparse"} & set(loaded)
