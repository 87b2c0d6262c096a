"""Kovrik's rules on drawn boards. Three ranks make a board that fits the eye: four rows of four cells."""

import pytest

from carpets.cards import Card, Pack
from carpets.games import VARIANTS
from carpets.games.kovrik import How, Kovrik, Neighbour, When
from carpets.moves import Put, Redeal
from carpets.notation import read_card, read_cell, read_move
from carpets.refusals import (
    BasesFirst,
    BaseStays,
    CellTaken,
    ChainLocked,
    DeadHole,
    GameWon,
    MovesRemain,
    NeedsBase,
    NeedsCard,
    NoRedeals,
    NoSuchCell,
    NotInPack,
    RedealsUsedUp,
    Refusal,
)
from carpets.rules import Outcome
from carpets.value import replace

SMALL = Kovrik("small", {"en": "Small", "ru": "Малый"}, pack=Pack((1, 2, 3)))


def after(rules: Kovrik, board: str, *moves: str) -> str:
    """The rows after some moves, each of which must be legal."""
    state = rules.read(board)
    for word in moves:
        move = read_move(word, rules.grid)
        assert rules.refusal(state, move) is None, word
        state = rules.play(state, move)
    return "\n".join(rules.write(state).splitlines()[:4])


def refusal(rules: Kovrik, board: str, word: str) -> Refusal | None:
    return rules.refusal(rules.read(board), read_move(word, rules.grid))


def cards(*words: str) -> tuple[Card, ...]:
    return tuple(read_card(word) for word in words)


SEATED = """\
AC 2S -- 3S
AS 2H -- 2C
AH 3C 2D 3D
AD -- -- 3H
"""


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("3S-a3", None),
        ("3H-b3", None),
        ("2D-d2", None),
        ("2C-a3", NeedsCard(cards("3S"))),
        ("2C-d3", DeadHole(None)),
        ("3D-a2", CellTaken(read_card("2S"))),
        ("AC-a3", NeedsCard(cards("3S"))),
        ("4C-a3", NotInPack(read_card("4C"))),
    ],
)
def test_a_hole_takes_the_card_that_follows_its_left_neighbour(word: str, why: Refusal | None) -> None:
    assert refusal(SMALL, SEATED, word) == why


def test_a_hole_behind_a_king_is_dead() -> None:
    board = "AC 3S -- 2S\nAS 2H 3H 2C\nAH 3C 2D 3D\nAD -- -- --\n"
    assert refusal(SMALL, board, "2S-a3") == DeadHole(read_card("3S"))


def test_a_cell_off_the_grid_is_refused() -> None:
    assert SMALL.refusal(SMALL.read(SEATED), Put(read_card("3S"), 16)) == NoSuchCell(16)


UNSEATED = """\
AC 2S AS 3S
-- 2H -- 2C
-- 3C 2D 3D
-- AD AH 3H
"""


def test_aces_go_first_where_the_variant_says_so() -> None:
    strict = replace(SMALL, bases_first=True)
    assert refusal(strict, UNSEATED, "3H-b3") == BasesFirst(1)
    assert refusal(SMALL, UNSEATED, "3H-b3") is None
    assert refusal(strict, UNSEATED, "AS-d1") is None
    two_seated = after(strict, UNSEATED, "AS-b1", "AH-c1")
    assert refusal(strict, two_seated, "3H-b3") == BasesFirst(1)
    assert refusal(strict, after(strict, two_seated, "AD-d1"), "3H-b3") is None


def test_the_first_column_takes_aces_only_and_they_stay_unless_the_variant_lets_them_move() -> None:
    assert refusal(SMALL, UNSEATED, "2H-b1") == NeedsBase(1)
    assert refusal(SMALL, UNSEATED, "AC-b1") == BaseStays(read_card("AC"))
    assert refusal(replace(SMALL, bases_move=True), UNSEATED, "AC-b1") is None


def test_rows_do_not_continue_into_each_other() -> None:
    board = "AC 2S 3C 2C\n-- 3S AS --\nAH 2H 2D 3D\nAD -- -- 3H\n"
    assert refusal(SMALL, board, "3C-b1") == NeedsBase(1)
    right = replace(SMALL, neighbour=Neighbour.LEFT_OR_RIGHT)
    board = "AC 2S 3C --\n2C 3S AS --\nAH 2H 2D 3D\nAD -- -- 3H\n"
    assert isinstance(refusal(right, board, "AC-a4"), DeadHole)


def test_a_right_neighbour_takes_the_card_one_below_it_where_the_variant_says_so() -> None:
    board = "AC 2S 3S 2C\nAS -- 3H --\nAH 2H 2D 3D\nAD -- -- 3C\n"
    right = replace(SMALL, neighbour=Neighbour.LEFT_OR_RIGHT)
    assert refusal(SMALL, board, "2H-b2") == NeedsCard(cards("2S"))
    assert refusal(right, board, "2H-b2") is None
    assert refusal(right, board, "2D-b2") == NeedsCard(cards("2S", "2H"))
    assert refusal(right, board, "AC-d2") == NeedsCard(cards("2D"))


def test_any_suit_may_follow_where_the_variant_says_so() -> None:
    anyone = replace(SMALL, neighbour=Neighbour.LEFT_ANY_SUIT)
    assert refusal(anyone, SEATED, "3H-a3") is None
    assert refusal(anyone, SEATED, "2C-a3") == NeedsCard(cards("3C", "3S", "3H", "3D"))
    assert anyone.outcome(anyone.read("AC 2S 3C --\nAS 2C 3S --\nAH 2H 3H --\nAD 2D 3D --\n")) is Outcome.STUCK


def test_a_locked_chain_holds_its_cards_and_no_other() -> None:
    locked = replace(SMALL, bases_move=True, chains_locked=True)
    board = "AC 2C -- 3S\n-- AS 2S 2H\n-- 3C AH 3D\nAD 3H 2D --\n"
    assert refusal(locked, board, "AC-b1") == ChainLocked(read_card("AC"))
    assert refusal(locked, board, "AS-b1") is None
    beside = "AC 2S -- 3S\n-- AS 2C 2H\n-- 3C AH 3D\nAD 3H 2D --\n"
    assert refusal(locked, beside, "2S-b3") == CellTaken(read_card("2C"))
    assert locked.held(locked.read(beside), read_card("2S")) is None


WON = "AC 2C 3C --\nAD 2D 3D --\nAS 2S 3S --\nAH 2H 3H --\n"


def test_it_is_won_with_every_row_in_order_whatever_the_order_of_suits() -> None:
    again = replace(SMALL, redeals=2, when=When.ANY_TIME)
    state = again.read(WON)
    assert again.outcome(state) is Outcome.WON
    assert again.moves(state) == ()
    assert again.refusal(state, Redeal()) == GameWon()


@pytest.mark.parametrize(
    "board",
    ["AC 2C -- 3C\nAD 2D 3D --\nAS 2S 3S --\nAH 2H 3H --\n", "AC 2C 3S --\nAD 2D 3D --\nAS 2S 3C --\nAH 2H 3H --\n"],
)
def test_a_king_behind_a_hole_or_in_another_row_is_not_a_win(board: str) -> None:
    assert SMALL.outcome(SMALL.read(board)) is not Outcome.WON


STUCK = "AC 2C 3S --\nAD 2D 3D --\nAS 2S 3C --\nAH 2H 3H --\n"


def test_it_is_stuck_only_when_no_redeal_is_left_either() -> None:
    assert SMALL.outcome(SMALL.read(STUCK)) is Outcome.STUCK
    assert SMALL.refusal(SMALL.read(STUCK), Redeal()) == NoRedeals()
    one = replace(SMALL, redeals=1)
    assert one.outcome(one.read(STUCK)) is Outcome.PLAYING
    assert one.moves(one.read(STUCK)) == (Redeal(),)
    assert one.outcome(one.read(STUCK + "redeals 0\n")) is Outcome.STUCK
    assert one.refusal(one.read(STUCK + "redeals 0\n"), Redeal()) == RedealsUsedUp()
    unlimited = replace(SMALL, redeals=None)
    assert unlimited.outcome(unlimited.play(unlimited.read(STUCK), Redeal())) is not Outcome.STUCK


def test_a_redeal_waits_for_the_last_move_unless_it_may_come_any_time() -> None:
    assert refusal(replace(SMALL, redeals=1), SEATED, "redeal") == MovesRemain()
    assert refusal(replace(SMALL, redeals=1, when=When.ANY_TIME), SEATED, "redeal") is None


def test_gathering_goes_down_the_columns_and_leaves_a_hole_after_each_chain() -> None:
    """Picked up: 2S 3C 3S 2H, then 3H 2D AH, then 2C 3D; the third row keeps its hole in front."""
    rules = replace(SMALL, redeals=1, how=How.GATHER, when=When.ANY_TIME)
    board = "AC 2S 3H --\nAS 3C -- --\n-- 3S 2D 2C\nAD 2H AH 3D\n"
    assert after(rules, board, "redeal") == "AC -- 3C 2D\nAS -- 3S AH\n-- 2S 2H 2C\nAD -- 3H 3D"


@pytest.mark.parametrize(
    ("row", "collected"),
    [
        ("AC 3C 2C 2D", "2D-d2"),  # it stood in the last column
        ("AC 2D 3D 2C", "2D-d2"),  # its follower comes right of it
        ("AC 2D 3C 2C", None),  # the hole it leaves may be wanted for its follower
    ],
)
def test_collecting_lengthens_a_chain_only_where_that_spoils_nothing(row: str, collected: str | None) -> None:
    rest = "3C" if "3D" in row else "3D"
    state = SMALL.read(f"{row}\nAS 2H 3H --\nAH 2S 3S {rest}\nAD -- -- --\n")
    assert SMALL.collect(state) == (read_move(collected, SMALL.grid) if collected else None)


def test_collecting_takes_a_king() -> None:
    board = "AC 2C -- 2D\nAS 2H 3H 3C\nAH 3S 2S 3D\nAD -- -- --\n"
    assert SMALL.collect(SMALL.read(board)) == Put(read_card("3C"), read_cell("a3", SMALL.grid))


def test_without_a_safe_rule_nothing_is_collected() -> None:
    board = "AC 2C -- 2D\nAS 2H 3H 3C\nAH 3S 2S 3D\nAD -- -- --\n"
    assert replace(SMALL, neighbour=Neighbour.LEFT_OR_RIGHT).collect(SMALL.read(board)) is None


def test_a_chain_is_of_one_suit_and_begins_in_the_first_cell() -> None:
    table = SMALL.table(SMALL.read("AC 2S 3S --\nAS -- 2C 3C\nAH 2H 3D 3H\nAD 2D -- --\n"))
    assert table.chains == (1, 1, 2, 2)
    assert (table.done, table.goal) == (6, 12)


def test_six_follows_the_ace_in_the_short_pack() -> None:
    rules = VARIANTS["kovrik-36"]
    assert rules.pack.following(read_card("AS")) == read_card("6S")
    assert rules.grid == (4, 10)
