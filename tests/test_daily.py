"""The deal of the day: data that never changes, and that comes out wherever that is said."""

from __future__ import annotations

import json
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from carpets.daily import FILE, deal_of, numbers, read_places, write_places
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.notation import read_move
from carpets.shuffle import Deal, DealNumber
from solver_deals import wins

DAY = date(2026, 11, 30)


def test_the_days_numbers_never_change() -> None:
    assert next(numbers(VARIANTS["carpet"], DAY)) == DealNumber(603634193)
    assert deal_of(VARIANTS["carpet"], DAY).deal == Deal.numbered(603634193)


@pytest.mark.parametrize(
    ("name", "number"),
    [("kovrik-36", 709626924), ("paganini", 317199837), ("carpet-stock", 374871330)],
)
def test_a_day_once_given_away_stays_what_it_was(name: str, number: int) -> None:
    assert deal_of(VARIANTS[name], DAY).deal.number == DealNumber(number)


def test_the_years_once_written_stay_what_they_were() -> None:
    """Whoever adds years adds rows at the end; this is the digest of the first year's."""
    first = [line for line in Path(FILE).read_text("ascii").splitlines() if line.split()[1] == "2026"]
    assert sha256("\n".join(sorted(first)).encode()).hexdigest() == YEAR_2026


GAMES = [json.loads(line) for line in (Path(__file__).parent / "data" / "days.jsonl").read_text("ascii").splitlines()]
"""Winning games of some days, written down: what a solver finds today it need not find tomorrow."""


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_the_deal_of_the_day_is_won_by_a_line_that_the_rules_allow(name: str) -> None:
    rules = VARIANTS[name]
    games = [game for game in GAMES if game["variant"] == name]
    for game in games:
        daily = deal_of(rules, date.fromisoformat(game["day"]))
        moves = tuple(read_move(word, rules.grid) for word in game["moves"].split())
        assert daily.comes_out
        assert wins(rules, rules.start(daily.deal), moves)
    assert len(games) >= 2
    assert deal_of(rules, DAY).comes_out == (name != "jungle")  # whose days begin with 2027


def test_another_day_is_another_deal() -> None:
    for rules in VARIANTS.values():
        assert len({deal_of(rules, DAY + timedelta(n)).deal.cards for n in range(30)}) == 30


def test_nothing_is_claimed_of_a_year_that_the_file_does_not_reach() -> None:
    rules, day = VARIANTS["kovrik"], date(2999, 1, 1)
    daily = deal_of(rules, day)
    assert not daily.comes_out
    assert daily.deal.number == next(numbers(rules, day))


def test_strict_days_are_built_and_have_no_number() -> None:
    daily = deal_of(VARIANTS["carpet-strict"], DAY)
    assert daily.comes_out
    assert daily.deal.number is None
    assert VARIANTS["carpet-strict"].write(Game.begin(VARIANTS["carpet-strict"], daily.deal).state) == STRICT


@pytest.mark.parametrize("largest", [0, 93, 94, 8_835])
def test_a_row_of_days_reads_as_it_was_written(largest: int) -> None:
    places = [day % (largest + 1) for day in range(364)] + [largest]
    row = write_places(VARIANTS["kovrik"], 2027, places)
    assert row.isascii()
    assert row.isprintable()
    assert read_places(row) == places


YEAR_2026 = "839b00621ee3ab8b504227e0affaa4f77d883a10ce61992f0f54efe79861f488"
STRICT = """\
3D JD 5C QC 2H
QS 5D 7H 8C 3H
9H 8H TC 4S 2S
6H QD 6D 5H 7S
home AC AS AH AD
stock 2C 4H 2D 3C 4C 3S 6S 4D 5S 6C 7C 9C JS 7D 8S TS JH TD 9D 8D TH 9S QH KS JC KH KD KC
"""
