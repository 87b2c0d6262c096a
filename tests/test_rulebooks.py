"""The rule books are true: every example plays as written, and both languages hold the same ones."""

from __future__ import annotations

import re
from typing import get_args

import pytest

import rulebooks
from carpets import choosing, score
from carpets.game import Game
from carpets.games import FAMILIES, VARIANTS, carpet, kovrik
from carpets.refusals import NoSuchCell, NotInPack, Refusal
from carpets.rulebooks import rulebook
from carpets.words import LANGUAGES, Words

BOOKS = [(family, language) for family in FAMILIES for language in LANGUAGES]
EXAMPLES = [
    pytest.param(language, block, id=f"{family}.{language}-{number}-{block.variant}")
    for family, language in BOOKS
    for number, block in enumerate(rulebooks.blocks(rulebook(family, language)), 1)
]
UNSAID = {
    "kovrik": {NoSuchCell},  # notation knows no cell outside the grid
    "carpet": {NoSuchCell, NotInPack},  # every carpet is played with all 52 cards
}
CHOSEN = {
    "kovrik": {choosing.InPlace, choosing.NoPlace},
    "carpet": {choosing.NeedsCard, choosing.BaseFull, choosing.WasteEmpty},
}


@pytest.mark.parametrize(("language", "block"), EXAMPLES)
def test_an_example_plays_as_the_book_says(language, block):
    rulebooks.check(block, Words.of(language))


@pytest.mark.parametrize("family", FAMILIES)
def test_the_books_of_a_family_hold_the_same_examples_in_the_same_order(family):
    first, *others = ([block.bare for block in rulebooks.blocks(rulebook(family, language))] for language in LANGUAGES)
    assert len(first) > 10
    for other in others:
        assert other == first


@pytest.mark.parametrize(("family", "language"), BOOKS)
def test_every_reason_of_a_game_has_an_example(family, language):
    module = {"kovrik": kovrik, "carpet": carpet}[family]
    own = {kind for kind in get_args(Refusal) if getattr(module, kind.__name__, None) is kind}
    wanted = {kind.__name__ for kind in (own | CHOSEN[family]) - UNSAID[family]}
    shown = set().union(*(block.reasons for block in rulebooks.blocks(rulebook(family, language))))
    assert wanted == shown


@pytest.mark.parametrize(("family", "language"), BOOKS)
def test_the_list_of_variants_is_the_rows_in_words(family, language):
    assert rulebooks.variants(family, language) in rulebook(family, language)


@pytest.mark.parametrize(("family", "language"), BOOKS)
def test_the_score_is_told_by_its_own_numbers(family, language):
    told = re.search(r"^## (?:Score|Счёт)\n(.*?)^## ", rulebook(family, language), flags=re.M | re.S)[1]
    highest = score.highest(Game.numbered(VARIANTS["carpet"], 7))
    numbers = {"kovrik": [score.A_CARD, score.SECONDS_A_CARD, score.A_REDEAL]}
    numbers["carpet"] = [score.A_CARD, score.SECONDS_A_CARD, highest]
    assert [int(number) for number in re.findall(r"[0-9]+", told)] == numbers[family]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_books_of_a_family_have_the_same_headings(family):
    counts = {
        language: [line.split()[0] for line in rulebook(family, language).splitlines() if line.startswith("#")]
        for language in LANGUAGES
    }
    assert len({tuple(levels) for levels in counts.values()}) == 1


def test_a_broken_example_is_noticed():
    book = "```carpets kovrik-36\ndeal: 5\nmove: KS-a1\n```\n"
    with pytest.raises(AssertionError):
        rulebooks.check(rulebooks.blocks(book)[0], Words.of("en"))
