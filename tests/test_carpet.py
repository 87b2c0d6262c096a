"""Carpet's rules on drawn boards: a two by two carpet and three ranks."""

import pytest

from carpets.cards import Pack
from carpets.choosing import Base, Cell, Stock, Waste, between, meant
from carpets.games.carpet import Carpet, FillFrom
from carpets.moves import Draw, Fill, Home, Put
from carpets.notation import BadText, Trouble, read_card, read_move
from carpets.refusals import (
    AlreadyHome,
    BaseFull,
    BaseWants,
    CellTaken,
    FaceDown,
    FilledAlone,
    NeedsCard,
    NeverFilled,
    NotFromCarpet,
    NotFromStock,
    NotInPack,
    NotTurned,
    OtherGame,
    Refusal,
    StockEmpty,
    UnderTop,
    WasteEmpty,
    WasteFirst,
)
from carpets.rules import Outcome
from carpets.value import replace

SMALL = Carpet("small", {"en": "Small", "ru": "Малый"}, grid=(2, 2), pack=Pack((1, 2, 3)))
INDIAN = replace(SMALL, fill=FillFrom.WASTE_OR_STOCK)
AUTO = replace(SMALL, fill=FillFrom.AUTO)
ALONE = replace(SMALL, fill=FillFrom.AUTO_STOCK)
STRICT = replace(SMALL, fill=FillFrom.NEVER)

BOARD = """\
2C 3S
-- 3H
stock 2H 3D
waste 2D 2S 3C
"""


def after(rules: Carpet, board: str, *moves: str) -> str:
    state = rules.read(board)
    for word in moves:
        move = read_move(word, rules.grid)
        assert rules.refusal(state, move) is None, word
        state = rules.play(state, move)
    return rules.write(state)


def refusal(rules: Carpet, board: str, word: str) -> Refusal | None:
    return rules.refusal(rules.read(board), read_move(word, rules.grid))


C = read_card


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("2C-home", None),
        ("3C-b1", None),
        ("draw", None),
        ("3C-home", BaseWants(C("3C"), C("2C"))),
        ("3S-home", BaseWants(C("3S"), C("2S"))),
        ("2S-home", UnderTop(C("2S"), C("3C"))),
        ("2D-b1", UnderTop(C("2D"), C("3C"))),
        ("2H-home", FaceDown(C("2H"))),
        ("AC-home", AlreadyHome(C("AC"))),
        ("AC-b1", AlreadyHome(C("AC"))),
        ("KC-home", NotInPack(C("KC"))),
        ("3S-b1", NotFromCarpet(C("3S"))),
        ("3C-a1", CellTaken(C("2C"))),
        ("stock-b1", NotFromStock()),
        ("redeal", OtherGame()),
    ],
)
def test_a_move_is_played_or_refused_with_its_reason(word: str, why: Refusal | None) -> None:
    assert refusal(SMALL, BOARD, word) == why


def test_a_card_from_carpet_or_waste_goes_home_and_the_waste_shows_the_next() -> None:
    assert after(SMALL, BOARD, "2C-home", "3C-home", "2S-home") == (
        "-- 3S\n-- 3H\nhome 3C 2S AH AD\nstock 2H 3D\nwaste 2D\n"
    )


def test_the_stock_is_turned_once_and_never_again() -> None:
    turned = after(SMALL, BOARD, "draw", "draw")
    assert "stock" not in turned
    assert turned.endswith("waste 2D 2S 3C 2H 3D\n")
    assert refusal(SMALL, turned, "draw") == StockEmpty()


def test_an_empty_stock_alone_ends_nothing() -> None:
    assert SMALL.outcome(SMALL.read("2C 3S\n-- 3H\nwaste 2D 2S 2H 3D 3C\n")) is Outcome.PLAYING
    assert SMALL.outcome(SMALL.read("-- 3S\n2C 3H\nwaste 2D 2S 2H 3D 3C\n")) is Outcome.PLAYING
    assert SMALL.outcome(SMALL.read("3D 3S\n3C 3H\nwaste 2D 2S 2C 2H\n")) is Outcome.PLAYING
    assert SMALL.outcome(SMALL.read("-- --\n-- --\n")) is Outcome.WON


def test_it_is_stuck_with_a_full_carpet_and_a_waste_whose_top_no_base_wants() -> None:
    four = replace(SMALL, pack=Pack((1, 2, 3, 4)))
    state = four.read("4D 4S\n4C 4H\nwaste 2C 2S 2D 2H 3H 3S 3D 3C\n")
    assert four.outcome(state) is Outcome.STUCK
    assert four.moves(state) == ()
    hole = four.read("4D 4S\n-- 4H\nwaste 2C 2S 2D 2H 3H 3S 3D 4C 3C\n")
    assert four.outcome(hole) is Outcome.PLAYING
    never = replace(four, fill=FillFrom.NEVER)
    assert never.outcome(hole) is Outcome.STUCK


def test_from_the_stock_a_hole_is_filled_only_while_the_waste_is_empty() -> None:
    assert refusal(INDIAN, BOARD, "stock-b1") == WasteFirst()
    empty = "2C 3S\n-- 3H\nstock 2H 3D 2D 2S 3C\n"
    assert refusal(INDIAN, empty, "stock-b1") is None
    assert after(INDIAN, empty, "stock-b1") == "2C 3S\n2H 3H\nhome AC AS AH AD\nstock 3D 2D 2S 3C\n"
    assert refusal(INDIAN, empty, "stock-a1") == CellTaken(C("2C"))
    assert refusal(INDIAN, "-- --\n-- 3H\nwaste 2H\n", "stock-a1") == WasteFirst()
    assert refusal(INDIAN, "-- --\n2H 3H\n", "stock-a1") == StockEmpty()


def test_a_hole_fills_by_itself_from_the_waste_or_else_the_stock_within_the_move() -> None:
    board = "2C 3S\n3C 3H\nstock 2H 3D\nwaste 2D 2S\n"
    assert after(AUTO, board, "2C-home") == "2S 3S\n3C 3H\nhome 2C AS AH AD\nstock 2H 3D\nwaste 2D\n"
    assert after(AUTO, board, "2C-home", "2S-home", "2D-home").startswith("2H 3S\n3C 3H")
    assert refusal(AUTO, "2C 3S\n-- 3H\nwaste 2D 2S 2H 3D 3C\n", "3C-b1") == FilledAlone()
    assert refusal(AUTO, "-- 3S\n3C 3H\nstock 2H 3D 2D 2S\n", "stock-a1") == FilledAlone()


def test_without_a_waste_holes_fill_from_the_stock_which_is_never_turned() -> None:
    board = "2C 3S\n3C 3H\nstock 2H 3D 2D 2S\n"
    assert after(ALONE, board, "2C-home") == "2H 3S\n3C 3H\nhome 2C AS AH AD\nstock 3D 2D 2S\n"
    assert refusal(ALONE, board, "draw") == NotTurned()
    assert ALONE.table(ALONE.read(board)).waste is None
    with pytest.raises(BadText) as caught:
        ALONE.read(BOARD)
    assert caught.value.trouble is Trouble.NO_PLACE


def test_strict_holes_are_never_filled_though_the_waste_still_goes_home() -> None:
    assert refusal(STRICT, BOARD, "3C-b1") == NeverFilled()
    assert refusal(STRICT, BOARD, "stock-b1") == NeverFilled()
    assert after(STRICT, BOARD, "2C-home", "3C-home", "2S-home").endswith("waste 2D\n")


def test_aces_in_the_pack_open_their_bases() -> None:
    dalton = replace(SMALL, aces_out=False)
    board = "AC 3S\n-- 3H\nhome AS\nstock 2H 3D 2D AH AD\nwaste 2C 2S 3C\n"
    assert refusal(dalton, board, "AC-home") is None
    assert refusal(dalton, board, "3H-home") == BaseWants(C("3H"), C("AH"))
    assert dalton.table(dalton.read(board)).home == (None, C("AS"), None, None)


@pytest.mark.parametrize(
    ("board", "trouble", "word"),
    [
        (BOARD.replace("3D", "2H"), Trouble.TWICE, "2H"),
        (BOARD.replace(" 3D", ""), Trouble.MISSING, "3D"),
        (BOARD + "home 2C AS AH AD\n", Trouble.HOME, "2C"),
        (BOARD.replace("2C", "--") + "home AC AS AH AD\n", Trouble.MISSING, "2C"),
        (BOARD.replace("2C", "AC").replace("3D", "3D 2C"), Trouble.ACES_OUT, "AC"),
        (BOARD.replace("2C", "KC"), Trouble.FOREIGN, "KC"),
        (BOARD + "stock 3D\n", Trouble.REPEATED_LINE, "stock"),
        (BOARD + "redeals 3\n", Trouble.LINE, "redeals"),
        (BOARD.replace("-- 3H\n", ""), Trouble.ROWS, "1"),
    ],
)
def test_a_position_that_cannot_be_is_refused(board: str, trouble: Trouble, word: str) -> None:
    with pytest.raises(BadText) as caught:
        SMALL.read(board)
    assert (caught.value.trouble, caught.value.word) == (trouble, word)


def test_a_position_may_be_its_rows_alone() -> None:
    state = SMALL.read("-- 3S\n3C --\n")
    assert state.home == (2, 2, 3, 3)
    assert (state.stock, state.waste) == ((), ())


def test_choosing_a_place_means_what_lies_there() -> None:
    state = SMALL.read(BOARD)
    assert meant(SMALL, state, Cell(0)) == (Home(C("2C")),)
    assert meant(SMALL, state, Cell(1)) == BaseWants(C("3S"), C("2S"))
    assert meant(SMALL, state, Cell(2)) == (Put(C("3C"), 2),)
    assert meant(SMALL, state, Waste()) == (Put(C("3C"), 2),)
    assert meant(SMALL, state, Stock()) == (Draw(),)
    assert meant(SMALL, state, Base(C("2C").suit)) == (Home(C("2C")),)
    assert meant(SMALL, state, Base(C("2S").suit)) == NeedsCard((C("2S"),))
    done = SMALL.read("-- 3S\n-- 3H\nstock 2H 3D\nwaste 2D 2S\n")
    assert meant(SMALL, done, Base(C("2C").suit)) == BaseFull(C("2C").suit)
    assert meant(SMALL, SMALL.read("-- 3S\n3C --\nstock 2S\n"), Waste()) == WasteEmpty()
    indian = INDIAN.read("-- 3S\n3C 3H\nstock 2H 3D 2D 2S\n")
    assert meant(INDIAN, indian, Stock()) == (Fill(0), Draw())


def test_two_chosen_places_are_joined_or_told_why_not() -> None:
    state = SMALL.read(BOARD)
    assert between(SMALL, state, Waste(), Cell(2)) == Put(C("3C"), 2)
    assert between(SMALL, state, Cell(2), Waste()) == Put(C("3C"), 2)
    assert between(SMALL, state, Cell(1), Cell(2)) == NotFromCarpet(C("3S"))
    assert between(SMALL, state, Cell(1), Base(C("3S").suit)) == BaseWants(C("3S"), C("2S"))
    assert between(SMALL, state, Stock(), Cell(2)) == NotFromStock()
