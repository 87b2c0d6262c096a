"""Share codes, the text for a friend, the score."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carpets.cards import RANKS
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.replay import read_game
from carpets.score import SCORED, Score, highest, score
from carpets.sharing import LETTERS, BadCode, Shared, WhyNot, bar, read_code, share_text, write_code
from carpets.shuffle import LARGEST, LARGEST_MS, DealNumber
from carpets.words import LANGUAGES, Words

GAMES = Path(__file__).parent / "data" / "games"
CARPET = read_game((GAMES / "carpet-7.txt").read_text()).game
KOVRIK = read_game((GAMES / "kovrik-48216.txt").read_text()).game
NUMBERS = st.integers(32_000, LARGEST).map(DealNumber) | st.integers(1, LARGEST_MS).map(lambda n: DealNumber(n, True))


@given(st.sampled_from(list(VARIANTS.values())), NUMBERS)
def test_a_code_opens_the_very_deal_it_was_made_of(rules, number):
    assert read_code(write_code(rules, number)) == Shared(rules, number)
    assert read_code(f"  {write_code(rules, number).upper()}\n") == Shared(rules, number)


def test_the_codes_of_some_deals_never_change():
    assert write_code(VARIANTS["kovrik"], DealNumber(48213)) == "kovrik-48213-Z7"
    assert write_code(VARIANTS["carpet-stock"], DealNumber(7, ms=True)) == "carpet-stock-ms7-4H"


@given(NUMBERS, st.data())
def test_a_slip_of_the_pen_in_the_number_is_noticed(number, data):
    code = write_code(VARIANTS["kovrik"], number)
    digits = [at for at, char in enumerate(code) if char.isdigit() and at < len(code) - 3]
    at = data.draw(st.sampled_from(digits))
    wrong = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != code[at]]))
    slip = code[:at] + wrong + code[at + 1 :]
    try:
        found = read_code(slip)
    except BadCode as bad:
        found = bad.why
    # one slip in 1024 passes, but then it is a code of its own
    assert found in (WhyNot.CHECK, WhyNot.NUMBER) or write_code(found.rules, found.number) == slip


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", WhyNot.SHAPE),
        ("kovrik", WhyNot.SHAPE),
        ("kovrik-48213", WhyNot.SHAPE),
        ("kovrik-48213-" + LETTERS[:2], WhyNot.CHECK),
        ("klondike-48213-Z7", WhyNot.VARIANT),
        ("kovrik-−5-PB", WhyNot.SHAPE),
        ("\x1b[2J-1-00", WhyNot.SHAPE),
        ("k" * 100_000, WhyNot.SHAPE),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bad_code_gets_its_reason(code, why, language):
    with pytest.raises(BadCode) as caught:
        read_code(code)
    assert caught.value.why is why
    said = caught.value.told(Words.of(language))
    assert "{" not in said
    assert said.isprintable()
    assert len(said) < 140


def test_the_text_for_a_friend_gives_no_card_away():
    for language in LANGUAGES:
        said = share_text(Words.of(language), KOVRIK, 252.7, 0, 0)
        told = said.partition("\n")[2]
        assert "4:12" in told
        assert write_code(KOVRIK.rules, KOVRIK.deal.number) in said
        assert not any(f"{rank}{suit}" in said for rank in RANKS for suit in "♣♠♥♦")
    assert (
        share_text(Words.of("en"), CARPET, 61, 2, 0, "2026-11-30").splitlines()[0]
        == "Carpet, deal of the day 2026-11-30"
    )


def test_the_bar_grows_with_the_cards_in_their_place():
    assert bar(KOVRIK)[-1] == "█"
    assert len(bar(CARPET)) == len(bar(CARPET.at(1))) == 10
    assert bar(KOVRIK.at(0)) == "▁" * 10


# ---------------------------------------------------------------- the score


def test_a_carpet_is_worth_at_most_a_thousand():
    assert highest(CARPET) == 1000
    assert score(CARPET, 0.0).total == 1000
    assert score(CARPET, 100.5) == Score(cards=480, time=419)
    assert score(CARPET, 10_000).total == 480
    assert score(CARPET.at(0), 5).total == 0
    assert {"carpet-stock"} == SCORED


@given(st.sampled_from(list(VARIANTS.values())), st.integers(32_000, 99_999), st.floats(0, 10_000), st.randoms())
def test_no_score_is_above_the_highest(rules, number, seconds, chance):
    game = Game.numbered(rules, number)
    while game.legal() and game.cursor < 60:
        game = game.play(chance.choice(game.legal()))
    assert 0 <= score(game, seconds).total <= highest(game)


def test_unused_redeals_are_worth_something_on_a_win():
    game = KOVRIK
    assert score(game, 100).redeals == 0
    rules = VARIANTS["kovrik-shuffles"]
    state = rules.read(VARIANTS["kovrik"].write(KOVRIK.state) + "redeals 2\n")
    won = Game.from_position(rules, state)
    assert score(won, 100).redeals == 100


def test_a_game_under_the_lamp_is_not_told_as_one_without_help():
    words = Words.of("en")
    assert share_text(words, CARPET, 61, 0, 0).splitlines()[1].endswith("no hints")
    assert share_text(words, CARPET, 61, 0, 5).splitlines()[1].endswith(", lamp or x-ray")
    assert share_text(words, CARPET, 61, 1, 5).splitlines()[1].endswith("1 hint, lamp or x-ray")
