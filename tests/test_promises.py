"""Deals written out that may never change: whoever plays a number plays these cards."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from carpets.cards import FULL, NO_ACES, SHORT
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.moves import Redeal
from carpets.shuffle import BadDealNumber, Deal, DealNumber, Fault, read_number


def test_kovrik_48213_is_this_deal_for_ever() -> None:
    rules = VARIANTS["kovrik"]
    assert rules.write(Game.numbered(rules, 48213).state) == KOVRIK_48213


def test_carpet_7_is_microsofts_deal_7_for_ever() -> None:
    rules = VARIANTS["carpet"]
    assert rules.write(Game.numbered(rules, 7).state) == CARPET_7
    assert Game.numbered(rules, 7) == Game.numbered(rules, "ms7")


def test_a_redeal_goes_on_drawing_from_the_deals_own_stream() -> None:
    rules = VARIANTS["blue-moon"]
    assert rules.write(Game.numbered(rules, 48213).play(Redeal()).state) == BLUE_MOON_48213_REDEALT


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("48213", DealNumber(48213)),
        (48213, DealNumber(48213)),
        ("#00000000000123456789", DealNumber(123456789)),
        ("1", DealNumber(1, ms=True)),
        ("31999", DealNumber(31999, ms=True)),
        ("32000", DealNumber(32000)),
        ("0", DealNumber(0)),
        ("ms8589934591", DealNumber(8589934591, ms=True)),
        ("MS7", DealNumber(7, ms=True)),
        ("99999999999999999999", DealNumber(10**20 - 1)),
    ],
)
def test_a_deal_number_reads_as_in_pysolfc(text: str | int, number: DealNumber) -> None:
    assert read_number(text) == number
    assert read_number(str(number)) == number


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("-5", Fault.NEGATIVE),
        ("12.5", Fault.NOT_WHOLE),
        ("1e3", Fault.NOT_WHOLE),
        ("", Fault.EMPTY),
        ("  ", Fault.EMPTY),
        ("#", Fault.EMPTY),
        ("ms0", Fault.MS_RANGE),
        ("ms8589934592", Fault.MS_RANGE),
        ("99999999999999999999999", Fault.TOO_LARGE),
        ("100000000000000000000", Fault.TOO_LARGE),
        ("9" * 5000, Fault.TOO_LARGE),
        ("12a", Fault.NOT_DIGITS),
        ("١٢", Fault.NOT_DIGITS),
        ("ms", Fault.NOT_DIGITS),
    ],
)
def test_anything_else_is_refused_with_a_reason(text: str, fault: Fault) -> None:
    with pytest.raises(BadDealNumber) as caught:
        Deal.numbered(text)
    assert caught.value.fault is fault


def test_microsoft_deals_are_dealt_up_to_the_largest_seed() -> None:
    deals = json.loads((Path(__file__).parent / "data" / "ms_deals.json").read_text())
    for number, cards in deals.items():
        assert [str(card) for card in Deal.numbered(number).cards] == cards, number


def test_every_deal_holds_its_whole_pack() -> None:
    for pack, size in ((FULL, 52), (SHORT, 36), (NO_ACES, 52)):
        for number in ("1", "ms31337", 32000, 10**20 - 1):
            cards = Deal.numbered(number, pack).cards
            assert len(set(cards)) == len(cards) == size


def test_the_core_imports_no_screen_and_no_database() -> None:
    code = (
        "import carpets.game, carpets.games, sys;"
        "found = [name for name in ('textual', 'rich', 'sqlite3') if name in sys.modules];"
        "sys.exit(str(found) if found else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


KOVRIK_48213 = """\
-- JC JD 2S 9S 3C TC KS 4C QC 8H AS 6H JS
-- 4D 2D 5D 3H 7S KC TH 6D 3S 4H 8D 8S 9C
-- 5C AH 2C QD 9D 4S AD 7D 6S 2H TD 6C TS
-- 7H 9H 5S QH 3D AC KD 5H 7C JH 8C KH QS
"""

CARPET_7 = """\
3D 8S 4S 9D 5D
8H 6H 2C 2S 2D
QH TD QS 9H TC
7S QC TS KC 6C
home AC AS AH AD
stock KS KD 5H 9C QD JH 5C JC 7H 4H 8C JD 8D 9S 7C TH 3H KH 4C 3S 2H 4D 3C 6D 7D JS 6S 5S
"""

BLUE_MOON_48213_REDEALT = """\
AS -- 2C 4H 9D 3S JS 7H KS 6S 9C 8S 5D 6H
AH -- 5H 4S TC JH KH 2H 7D QC 4C KD 8D 2S
AD -- QD 3C TS 9S TD JD QH 8H 3H TH 5C 7S
AC -- 8C 6D QS 7C 5S KC 4D JC 6C 3D 2D 9H
redeals 1
deal 48213
draws 98
"""
