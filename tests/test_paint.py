"""The painted screen: exact sizes, every card once, places where they are drawn, no mark by colour alone."""

from __future__ import annotations

import random
import re
import time
import unicodedata
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carpets import telling
from carpets.advising import advice, weighed
from carpets.cards import Card, Suit, card_of
from carpets.choosing import Base, Cell, Place, Stock, Waste, card_at, meant
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.moves import Draw, Redeal
from carpets.paint import Chrome, Look, Painting, View, card_tile, paint
from carpets.paint.art import draw
from carpets.paint.board import band
from carpets.paint.chrome import cells, header, message
from carpets.paint.palettes import PALETTES, Depth, style
from carpets.paint.terminal import SUITS
from carpets.rules import Hole, Table
from carpets.solver.hints import Best, Rule
from carpets.solver.odds import Chance
from carpets.tui import saying, session
from carpets.tui.request import Seat
from carpets.value import replace
from carpets.words import Words

KEYS = (
    ("←↑↓→", "move", "move"), ("Enter", "play", "play"), ("h", "hint", "hint"), ("u", "undo", "undo"),
    ("n", "new", "new"), ("?", "help", "help"), ("q", "quit", "quit"),
)  # fmt: skip
CHROME = Chrome(
    title="Kovrik", deal="deal 48213", facts=("3:12", "42 moves"),
    message="Q♠ goes after J♠. Enter moves it. 3 places are open, 1 is dead.", keys=KEYS,
)  # fmt: skip
SIZES = ((80, 24), (60, 20), (120, 40), (200, 60), (42, 62), (42, 30), (40, 24), (100, 30), (56, 16), (160, 24))
LOOKS = {
    "soft": Look(),
    "line": Look("line"),
    "box": Look("box", SUITS["letters"]),
    "ascii": Look("ascii", SUITS["letters"]),
}


@cache
def game(variant: str, moves: int = 12) -> Game:
    """A game some way on: the safe move where there is one, else the middle of the legal ones."""
    playing = Game.numbered(VARIANTS[variant], "48213")
    for _ in range(moves):
        legal = [move for move in playing.legal() if not isinstance(move, Redeal)]
        if not legal:
            break
        playing = playing.play(playing.rules.collect(playing.state) or legal[len(legal) // 2])
    return playing


def text(painting: Painting) -> list[str]:
    return ["".join(text for text, _ in row) for row in painting.rows]


def within(painting: Painting, place: Place) -> list[str]:
    """What is drawn in a place."""
    rect = painting.places[place]
    return [row[rect.x : rect.x + rect.width] for row in text(painting)[rect.y : rect.y + rect.height]]


def name(card: Card, look: Look) -> str:
    return look.ranks[card.rank - 1] + look.suits[card.suit]


def places(table: Table) -> list[Place]:
    piles = [Stock()] * (table.stock is not None) + [Waste()] * (table.waste is not None)
    bases = [Base(suit) for suit in Suit] if table.home else []
    return [*(Cell(at) for at in range(len(table.cells))), *bases, *piles]


def shown(table: Table) -> list[Card]:
    """Every card that lies open on the table."""
    return [card for place in places(table) if (card := card_at(table, place)) is not None]


# ---------------------------------------------------------------- every size and variant


@pytest.mark.parametrize("style_name", LOOKS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_card_is_named_once_and_in_its_place_at_every_size(variant: str, style_name: str) -> None:
    table, look = game(variant).table, LOOKS[style_name]
    for width, height in SIZES:
        painting = paint(table, View(), look, replace(CHROME, message=""), width, height)
        assert [len(row) for row in text(painting)] == [width] * height
        names = re.findall(rf"(?<![\w])(?:10|[2-9AJQK])[{look.suits}]", "\n".join(text(painting)))
        assert sorted(names) == sorted(name(card, look) for card in shown(table)), (width, height)
        for place in places(table):
            if (card := card_at(table, place)) is not None:
                assert name(card, look) in "\n".join(within(painting, place))


@pytest.mark.parametrize("style_name", LOOKS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_odd_sizes_too_get_rows_exactly_as_wide_and_as_many_as_asked(variant: str, style_name: str) -> None:
    table = game(variant).table
    for width, height in ((1, 1), (3, 2), (30, 10), (16, 15), (56, 5), (20, 60), (300, 99), (81, 25)):
        painting = paint(table, View(cursor=Cell(0)), LOOKS[style_name], CHROME, width, height)
        assert len(painting.rows) == height
        assert {cells(row) for row in text(painting)} == {width}


@given(st.integers(1, 220), st.integers(1, 70), st.sampled_from(sorted(VARIANTS)), st.sampled_from(sorted(LOOKS)))
@settings(max_examples=150)
def test_any_size_is_painted_and_places_lie_on_the_screen_apart(
    width: int, height: int, variant: str, style_name: str
) -> None:
    table = Game.numbered(VARIANTS[variant], 7).table
    painting = paint(table, View(), LOOKS[style_name], CHROME, width, height)
    assert len(painting.rows) == height
    assert {len(row) for row in text(painting)} == {width}
    taken: set[tuple[int, int]] = set()
    for rect in (*painting.places.values(), *painting.buttons.values()):
        own = set(product(range(rect.x, rect.x + rect.width), range(rect.y, rect.y + rect.height)))
        assert all(0 <= x < width and 0 <= y < height for x, y in own)
        assert not own & taken
        taken |= own
    assert set(painting.places) in (set(), set(places(table)))


@pytest.mark.parametrize("variant", ["kovrik", "kovrik-36", "montana", "carpet", "carpet-stock", "carpet-large"])
def test_a_click_finds_the_place_drawn_there_and_nothing_between(variant: str) -> None:
    table = game(variant).table
    painting = paint(table, View(), Look(), CHROME, 80, 24)
    for place, rect in painting.places.items():
        assert painting.at(rect.x, rect.y) == place
        assert painting.at(rect.x + rect.width - 1, rect.y + rect.height - 1) == place
    assert painting.at(0, 0) is None


def test_the_footer_can_be_clicked() -> None:
    painting = paint(game("kovrik").table, View(), Look(), CHROME, 80, 24)
    footer = text(painting)[-1]
    for key, label, action in KEYS:
        rect = painting.buttons[action]
        assert footer[rect.x : rect.x + rect.width] == f"{key} {label}"
        assert painting.button_at(rect.x, 23) == action


@pytest.mark.parametrize("style_name", LOOKS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_too_small_a_screen_names_a_size_that_is_large_enough(variant: str, style_name: str) -> None:
    table, look = game(variant, 0).table, LOOKS[style_name]
    words = replace(CHROME, too_small="{width} x {height}")
    assert not paint(table, View(), look, words, 1, 1).places
    for width, height in ((12, 10), (30, 8), (10, 40), (60, 3)):
        small = paint(table, View(), look, words, width, height)
        found = re.search(r"(\d+) x (\d+)", " ".join(row.strip() for row in text(small)))
        assert (found is None) == bool(small.places)
        if found is not None:
            assert paint(table, View(), look, words, int(found[1]), int(found[2])).places


def test_the_nearest_size_is_named() -> None:
    table, words = game("kovrik", 0).table, replace(CHROME, too_small="{width}x{height}")
    for size, wanted in (((100, 3), "56x5"), ((12, 40), "16x15"), ((54, 8), "56x5"), ((17, 14), "16x15")):
        assert wanted in "".join(text(paint(table, View(), Look(), words, *size)))


@pytest.mark.parametrize(
    ("variant", "size", "card", "rotated"),
    [
        ("kovrik", (80, 24), (5, 4), False),
        ("kovrik", (60, 20), (4, 3), False),
        ("kovrik", (120, 40), (8, 7), False),
        ("kovrik", (200, 60), (14, 9), False),
        ("kovrik", (42, 62), (10, 4), True),
        ("kovrik", (42, 30), (10, 2), True),
        ("kovrik", (40, 24), (10, 1), True),
        ("kovrik-36", (42, 62), (10, 5), True),
        ("carpet", (80, 24), (8, 5), False),
        ("carpet", (60, 20), (7, 4), False),
        ("carpet", (120, 40), (14, 9), False),
        ("carpet", (200, 60), (14, 9), False),
        ("carpet", (42, 62), (8, 7), False),
    ],
)
def test_the_largest_cards_that_fit_are_drawn(
    variant: str, size: tuple[int, int], card: tuple[int, int], rotated: bool
) -> None:
    painting = paint(game(variant, 0).table, View(), Look(), CHROME, *size)
    rect = painting.places[Cell(0)]
    assert ((rect.width, rect.height), painting.rotated) == (card, rotated)


def test_an_upright_carpet_has_its_bases_on_top_and_its_stock_at_the_bottom() -> None:
    at = paint(game("carpet").table, View(), Look(), CHROME, 42, 62).places
    assert at[Base(Suit.SPADES)].y < at[Cell(0)].y < at[Cell(19)].y < at[Stock()].y == at[Waste()].y


def test_a_rotated_kovrik_runs_its_rows_down() -> None:
    at = paint(game("kovrik").table, View(), Look(), CHROME, 42, 62).places
    assert at[Cell(0)].x == at[Cell(13)].x
    assert at[Cell(0)].y < at[Cell(1)].y
    assert at[Cell(0)].y == at[Cell(14)].y


# ---------------------------------------------------------------- marks

MARKS = {
    "cursor": View(cursor=Cell(20)),
    "picked": View(picked=Cell(20)),
    "target": View(targets=frozenset({Cell(20)})),
    "hint": View(hint=frozenset({Cell(20)})),
    "playable": View(playable=frozenset({Cell(20)})),
    "last": View(last=frozenset({Cell(20)})),
}


@pytest.mark.parametrize("style_name", ["soft", "line", "box", "ascii"])
@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_changes_signs_or_weight_and_not_colour_alone(style_name: str, mark: str) -> None:
    table, look = game("kovrik").table, LOOKS[style_name]
    for width, height in SIZES:
        plain, marked = (paint(table, view, look, CHROME, width, height) for view in (View(), MARKS[mark]))
        assert seen_without_colour(plain) != seen_without_colour(marked), (width, height)


def seen_without_colour(painting: Painting) -> list[list[tuple[str, bool]]]:
    """Every sign of the screen and whether it is reversed."""
    return [
        [(sign, style(key, "felt", Depth.MONO).reverse) for text, key in row for sign in text] for row in painting.rows
    ]


@pytest.mark.parametrize("style_name", ["line", "box", "ascii"])
def test_no_two_marks_look_the_same_without_colour(style_name: str) -> None:
    """But a target and a playable card, which never stand on one screen."""
    table, look = game("kovrik").table, LOOKS[style_name]
    views = {mark: view for mark, view in MARKS.items() if mark != "target"}
    seen = {mark: seen_without_colour(paint(table, view, look, CHROME, 80, 24)) for mark, view in views.items()}
    for one, other in product(seen, seen):
        assert one == other or seen[one] != seen[other], (one, other)


def test_with_few_marks_neither_playable_cards_nor_the_last_move_are_shown() -> None:
    table = game("kovrik").table
    marked = View(cursor=Cell(3), playable=frozenset({Cell(4)}), last=frozenset({Cell(5)}))
    few, every = Look(marks="few"), Look()
    assert paint(table, marked, few, CHROME, 80, 24) == paint(table, View(Cell(3)), every, CHROME, 80, 24)
    assert paint(table, marked, few, CHROME, 80, 24) != paint(table, marked, every, CHROME, 80, 24)


def _dead_holes(table: Table) -> list[Hole]:
    return [held for held in table.cells if isinstance(held, Hole) and held.dead is not None]


@pytest.mark.parametrize("style", LOOKS)
def test_without_marks_all_holes_look_alike_and_a_hint_is_still_shown(style: str) -> None:
    table = next(table for n in range(12, 60) if _dead_holes(table := game("kovrik", n).table))
    holes = [index for index, held in enumerate(table.cells) if isinstance(held, Hole)]
    alike = replace(table, cells=tuple(Hole() if isinstance(held, Hole) else held for held in table.cells))
    look = replace(LOOKS[style], marks="none")
    assert paint(table, View(), look, CHROME, 80, 24) == paint(alike, View(), look, CHROME, 80, 24)
    assert paint(table, View(), replace(look, marks="all"), CHROME, 80, 24) != paint(
        table, View(), look, CHROME, 80, 24
    )
    hinted = View(hint=frozenset({Cell(holes[0])}))
    assert paint(table, hinted, look, CHROME, 80, 24) != paint(table, View(), look, CHROME, 80, 24)


def test_while_a_second_choice_is_awaited_only_its_targets_count() -> None:
    table = game("kovrik").table
    view = View(picked=Cell(3), targets=frozenset({Cell(4)}), playable=frozenset({Cell(5), Cell(4)}))
    assert paint(table, view, Look(), CHROME, 80, 24) == paint(
        table, replace(view, playable=frozenset()), Look(), CHROME, 80, 24
    )


def test_nothing_moves_when_a_mark_comes() -> None:
    table = game("carpet").table
    for mark, view in MARKS.items():
        for width, height in SIZES:
            painting = paint(table, replace(view, cursor=Cell(2)), Look(), CHROME, width, height)
            assert painting.places == paint(table, View(), Look(), CHROME, width, height).places, mark


# ---------------------------------------------------------------- holes, chains, piles


def test_a_hole_shows_the_card_it_takes_as_a_hollow_ghost() -> None:
    table = game("kovrik").table
    painting = paint(table, View(), Look(), CHROME, 80, 24)
    hollow = str.maketrans("♣♠♥♦", "♧♤♡♢")
    for at, hole in enumerate(table.cells):
        if isinstance(hole, Hole) and len(hole.takes) == 1:
            assert name(hole.takes[0], Look()).translate(hollow) in "\n".join(within(painting, Cell(at)))


def test_a_first_hole_shows_the_rank_it_waits_for() -> None:
    for variant, rank in (("kovrik", "A"), ("montana", "2")):
        painting = paint(game(variant, 0).table, View(), Look(), CHROME, 80, 24)
        hole = next(at for at, held in enumerate(game(variant, 0).table.cells) if isinstance(held, Hole))
        if hole % 14 == 0:
            assert rank in "".join(within(painting, Cell(hole)))


def test_a_hole_behind_a_king_is_crossed_out_and_one_behind_a_whole_row_is_not() -> None:
    suit = [card_of(rank, Suit.SPADES) for rank in range(1, 14)]
    dead = Hole(dead=VARIANTS["kovrik"].refusal(game("kovrik").state, Redeal()))
    whole = Table(columns=14, cells=(*suit, dead), chains=(13,))
    broken = Table(columns=14, cells=(suit[1], suit[0], *suit[2:], dead), chains=(0,))
    assert "╳" not in "".join(text(paint(whole, View(), Look(), CHROME, 80, 24)))
    assert "╳" in "".join(text(paint(broken, View(), Look(), CHROME, 80, 24)))


@pytest.mark.parametrize(
    ("style_name", "thread"), [("soft", "│ 2"), ("line", "╪╪2"), ("box", "╪╪2"), ("ascii", "-- 2")]
)
def test_the_cards_of_a_chain_are_sewn_together(style_name: str, thread: str) -> None:
    cards = tuple(card_of(rank, Suit.HEARTS) for rank in (1, 2, 3, 7, 8))
    look = LOOKS[style_name]
    loose, sewn = (Table(columns=5, cells=cards, chains=(n,)) for n in (0, 3))
    assert thread not in "\n".join(text(paint(loose, View(), look, CHROME, 27, 7)))
    assert thread in "\n".join(text(paint(sewn, View(), look, CHROME, 27, 7)))
    tiles = [within(paint(table, View(), look, CHROME, 27, 7), Cell(3)) for table in (loose, sewn)]
    assert tiles[0] == tiles[1]


def test_a_chain_ends_with_its_last_card() -> None:
    cards = tuple(card_of(rank, Suit.HEARTS) for rank in (1, 2, 3, 7, 8))
    rows = text(paint(Table(columns=5, cells=cards, chains=(3,)), View(), Look(), CHROME, 27, 7))
    assert "▐A♥ │ 2♥ │ 3♥ ▌▐7♥ ▌▐8♥ ▌" in rows[2]


def test_the_stock_shows_how_many_cards_it_has_and_no_card() -> None:
    playing = Game.numbered(VARIANTS["carpet"], 7)
    assert any("28" in row for row in within(paint(playing.table, View(), Look(), CHROME, 80, 24), Stock()))
    while Draw() in playing.legal():
        playing = playing.play(Draw())
    rows = within(paint(playing.table, View(), Look(), CHROME, 80, 24), Stock())
    assert not re.search(r"[\d╱╲]", "".join(rows))


def test_xray_lists_the_stock_as_ghosts_in_its_order_and_only_when_given() -> None:
    playing = game("carpet")
    stock = playing.state.stock
    for width, height in ((80, 24), (120, 40), (42, 62)):
        plain = paint(playing.table, View(), Look(), CHROME, width, height)
        painting = paint(playing.table, View(xray=stock), Look(), CHROME, width, height)
        runs = [text.strip() for row in painting.rows for text, key in row if key.startswith("xray")]
        listed = [word for run in runs for word in run.split()]
        hollow = str.maketrans("♣♠♥♦", "♧♤♡♢")
        expected = [name(card, Look()).translate(hollow) for card in stock]
        assert listed
        assert listed == expected[: len(listed)]
        assert not any(key.startswith("xray") for row in plain.rows for _, key in row)


def test_a_card_in_flight_is_away_and_what_lies_beneath_is_seen() -> None:
    table = Table(
        columns=5, cells=game("carpet", 0).table.cells, home=(None, card_of(3, 1), card_of(1, 2), None), stock=5,
        waste=(card_of(9, 0), card_of(10, 0)),
    )  # fmt: skip
    away: frozenset[Place] = frozenset({Cell(0), Base(Suit.SPADES), Base(Suit.HEARTS), Waste()})
    painting = paint(table, View(in_flight=away), Look(), CHROME, 80, 24)
    assert "2♠" in "".join(within(painting, Base(Suit.SPADES)))
    assert "A♡" in "".join(within(painting, Base(Suit.HEARTS)))
    assert "9♣" in "".join(within(painting, Waste()))
    assert not re.search(r"[\dAJQK]", "".join(within(painting, Cell(0))))


def test_a_tile_by_itself_is_the_card_of_the_board() -> None:
    table = game("carpet", 0).table
    painting = paint(table, View(), Look(), CHROME, 80, 24)
    rect = painting.places[Cell(0)]
    card = card_at(table, Cell(0))
    assert card is not None
    rows = card_tile(card, rect.width, rect.height, Look())
    assert ["".join(text for text, _ in row) for row in rows] == within(painting, Cell(0))


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("size", [(42, 30), (40, 30)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_with_two_rows_for_words_the_header_stays_and_a_note_takes_the_footers_row(size, language) -> None:
    words = Words.of(language)
    play = session.begin(game("kovrik"))
    refused = session.choose(play, next(place for place in session.places(play.game.table) if not _goes(play, place)))
    for at, told in ((play, False), (refused, True)):
        chrome = saying.chrome(at, words, Seat(language=language, clock=True))
        rows = text(paint(at.game.table, View(), Look(), chrome, *size))
        assert "/52" in rows[0]
        assert words.variant(at.game.rules).upper() in rows[0]
        assert ("Enter" in rows[-1]) is not told
        assert (rows[-1].split()[0] == chrome.message.split()[0]) is told
    lesson = replace(chrome, short=None)
    assert "/52" not in text(paint(play.game.table, View(), Look(), lesson, *size))[0]


def _goes(play: session.Play, place: Place) -> bool:
    return isinstance(meant(play.game.rules, play.game.state, place), tuple)


def test_the_lamp_outlives_every_fact_on_a_narrow_screen() -> None:
    chrome = replace(CHROME, lamp=("sign:last", "+ winnable"))
    for width in (160, 80, 60, 42, 40, 30):
        (shown,) = text(Painting((header(chrome, game("kovrik").table, width, Look()),)))
        assert "+ winnable" in shown
        assert "/52" in shown
        assert cells(shown) == width


def test_facts_go_from_the_end_where_there_is_no_room() -> None:
    table = game("kovrik").table
    said = text(paint(table, View(), Look(), CHROME, 42, 62))[0]
    assert "KOVRIK" in said
    assert "/52" in said
    assert "3:12" in said
    assert "42 moves" not in said
    assert "42 moves" in text(paint(table, View(), Look(), CHROME, 80, 24))[0]
    many = replace(CHROME, facts=("3:12", "42 moves", "3 redeals", "a good day"))
    (header, *_) = text(paint(table, View(), Look(), many, 60, 20))
    assert re.search(r"─ \d+/52   3:12   42 moves  $", header)


@pytest.mark.parametrize("style_name", LOOKS)
def test_an_empty_place_of_a_carpet_is_no_misfortune(style_name: str) -> None:
    look = LOOKS[style_name]
    table = game("carpet-stock", 0).table
    dead = Hole(dead=VARIANTS["carpet-stock"].refusal(game("carpet-stock", 0).state, Redeal()))
    bare = replace(table, cells=(dead,) * len(table.cells))
    assert not set("╳×x") & set("".join(within(paint(bare, View(), look, CHROME, 80, 24), Cell(7))))


def test_a_long_message_takes_two_lines_parted_between_sentences() -> None:
    rows = [row.strip() for row in text(paint(game("kovrik").table, View(), Look(), CHROME, 42, 62))]
    assert rows[-4:-2] == ["Q♠ goes after J♠.  Enter moves it.", "3 places are open, 1 is dead."]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_message_in_several_lines_leaves_no_word_alone(language: str) -> None:
    words = Words.of(language)
    play = session.begin(game("carpet", 0))
    told = weighed(words, play.game.rules, dict.fromkeys(play.game.legal(), Chance(1, 0.001)))
    for width in (30, 40, 60):
        lines = ["".join(run for run, _ in row).strip() for row in message(told, width, 4, 4, Look())]
        assert " ".join(lines) == told
        assert all(len(line) * 2 > max(map(len, lines)) for line in lines)


def test_a_message_without_room_keeps_whole_sentences() -> None:
    table = game("kovrik", 0).table
    for height in (30, 17):
        painting = paint(table, View(), Look(), CHROME, 42, height)
        said = [row.strip() for row in text(painting) if "Q♠ goes" in row]
        assert said == ["Q♠ goes after J♠.  Enter moves it."]


PHONES = ((40, 60), (42, 62), (42, 30), (40, 24))


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("variant", ["kovrik", "carpet"])
def test_no_sentence_is_cut_at_forty_columns_whatever_it_has_to_say(variant: str, language: str, size) -> None:
    words = Words.of(language)
    play = session.begin(game(variant))
    first = next(iter(play.game.legal()))
    chance = {move: Chance(1 - at / 9, 0.2) for at, move in enumerate(play.game.legal())}
    told = [advice(words, play.game.rules, Best(first, rule, 0.54, 0.02)) for rule in Rule]
    told.append(weighed(words, play.game.rules, chance))
    told.append(words.text("This position is not known to be lost; a hint looks into it."))
    for sentence in told:
        chrome = replace(saying.chrome(play, words, Seat(language=language)), message=sentence, short=sentence)
        shown = " ".join(" ".join(text(paint(play.game.table, View(), Look(), chrome, *size))).split())
        assert " ".join(sentence.split()) in shown


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("moves", [0, 12])
def test_the_footer_of_a_phone_has_what_carpet_is_played_with_and_leads_to_all_keys(language, moves, size) -> None:
    play = session.begin(game("carpet", moves))
    for typed in (play, replace(play, cursor=Stock())):
        chrome = saying.chrome(typed, Words.of(language), Seat(language=language))
        painting = paint(play.game.table, View(), Look(), chrome, *size)
        assert {"act", "draw", "hint", "odds", "help"} <= set(painting.buttons)
        for action, rect in painting.buttons.items():
            label = next(f"{key} {label}" for key, label, name in chrome.keys if name == action)
            assert text(painting)[rect.y][rect.x : rect.x + rect.width] == label


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("variant", ["kovrik", "carpet", "kovrik-shuffles"])
def test_the_footer_always_leads_to_help(variant: str, language: str, size) -> None:
    for moves in (0, 12):
        play = session.begin(game(variant, moves))
        chrome = saying.chrome(play, Words.of(language), Seat(language=language))
        assert "help" in paint(play.game.table, View(), Look(), chrome, *size).buttons


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_is_said_on_any_table_fits_two_lines_of_forty_columns(language: str) -> None:
    words = Words.of(language)
    for variant in VARIANTS:
        for playing in (game(variant, 0), game(variant, 25)):
            said = saying.chrome(session.begin(playing), words, Seat()).message
            for place in session.places(playing.table)[::5]:
                told = telling.place(words, playing.rules, playing.state, place)
                for row in (*message(said, 40, 2, 2, Look()), *message(f"{told}  {said}", 40, 2, 2, Look())):
                    assert "…" not in "".join(text for text, _ in row)


@given(st.text(max_size=200) | st.text("漢字é́ .", max_size=200), st.integers(1, 90), st.sampled_from((5, 24)))
@settings(max_examples=200)
def test_any_words_fit_their_rows(words: str, width: int, height: int) -> None:
    small = re.sub("[{}]", "", words) + "{width}x{height}"
    keys = ((words[:9], words[:9], "act"),)
    chrome = Chrome(words, words, (words, words), words, keys, small, lamp=("muted", words))
    painting = paint(game("kovrik").table, View(), Look(), chrome, width, height)
    assert len(painting.rows) == height
    assert {cells(row) for row in text(painting)} == {width}


def test_every_sign_takes_one_cell_and_none_asks_for_an_emoji() -> None:
    for variant, look, size in product(("kovrik", "carpet"), LOOKS.values(), SIZES):
        view = View(Cell(0), Cell(1), frozenset({Cell(2)}), frozenset({Cell(3)}), frozenset({Cell(4)}))
        for row in text(paint(game(variant).table, view, look, CHROME, *size)):
            for sign in row:
                assert unicodedata.east_asian_width(sign) not in "WF"
                assert not unicodedata.combining(sign)
                assert not 0xFE00 <= ord(sign) <= 0xFE0F


def test_ascii_draws_with_ascii() -> None:
    chrome = replace(CHROME, message="QS goes after JS.", keys=(("arrows", "move", "move"),))
    for variant, size in product(VARIANTS, SIZES):
        view = View(Cell(0), Cell(1), frozenset({Cell(2)}), frozenset({Cell(3)}), frozenset({Cell(4)}))
        assert "".join(text(paint(game(variant).table, view, LOOKS["ascii"], chrome, *size))).isascii()


@pytest.mark.parametrize("depth", Depth)
def test_every_key_that_is_painted_has_a_style_in_every_palette(depth: Depth) -> None:
    view = View(
        Cell(0), Cell(1), frozenset({Cell(2)}), frozenset({Cell(3)}), frozenset({Cell(4)}), frozenset({Cell(5)})
    )
    keys = set()
    for variant, look, size in product(("kovrik", "jungle", "carpet"), LOOKS.values(), SIZES):
        playing = game(variant)
        seen = replace(view, xray=getattr(playing.state, "stock", ()))
        keys |= {key for row in paint(playing.table, seen, look, CHROME, *size).rows for _, key in row}
    for palette, key in product(PALETTES, keys):
        style(key, palette, depth)


def test_two_colours_use_no_third() -> None:
    painting = paint(game("kovrik").table, View(), Look(four_colour=False), CHROME, 80, 24)
    inks = {key.split(":")[1] for row in painting.rows for _, key in row if key.startswith("name")}
    assert inks == {"s", "h"}


def test_russian_ranks_are_painted_where_they_are_wanted() -> None:
    ranks = ("Т", "2", "3", "4", "5", "6", "7", "8", "9", "10", "В", "Д", "К")
    table = game("carpet").table
    screen = "".join(text(paint(table, View(), Look(ranks=ranks), replace(CHROME, message=""), 80, 24)))
    assert all(ranks[card.rank - 1] + Look().suits[card.suit] in screen for card in shown(table))


# ---------------------------------------------------------------- speed


def test_a_cursor_move_draws_no_tile_anew() -> None:
    """A ratio, since machines differ: with its tiles drawn before, a screen takes less than half the time."""
    table = game("kovrik").table
    views = [View(cursor=Cell(at)) for at in range(56)]

    def seconds(clear: bool) -> float:
        begin = time.process_time()
        for view in views:
            if clear:
                draw.cache_clear()
                band.cache_clear()
            paint(table, view, Look(), CHROME, 80, 24)
        return time.process_time() - begin

    seconds(clear=False)
    cold, warm = (min(seconds(clear) for _ in range(5)) for clear in (True, False))
    assert warm < cold / 2


@pytest.mark.parametrize("variant", ["kovrik", "carpet"])
def test_a_painting_made_of_the_one_before_is_the_one_made_anew(variant: str) -> None:
    chance = random.Random(variant)
    before: Painting | None = None
    playing = Game.numbered(VARIANTS[variant], 7)
    size, looks = (80, 24), [Look(), Look(style="line", marks="few")]
    for _ in range(150):
        if chance.random() < 0.3 and playing.legal():
            playing = playing.play(chance.choice(playing.legal()))
        if chance.random() < 0.1:
            playing = playing.at(chance.randrange(len(playing.moves) + 1))
        if chance.random() < 0.1:
            size = chance.choice([(80, 24), (40, 30), (120, 40), (20, 5)])
        places = session.places(playing.table)
        view = View(
            cursor=chance.choice(places),
            playable=frozenset(session.playable(playing)) if chance.random() < 0.8 else frozenset(),
            labels={chance.choice(places): "50%"} if chance.random() < 0.2 else {},
            xray=getattr(playing.state, "stock", ()) if chance.random() < 0.2 else (),
            in_flight=frozenset(chance.sample(places, chance.choice((0, 0, 0, 2)))),
        )
        look = looks[chance.random() < 0.1]
        made = paint(playing.table, view, look, CHROME, *size, before)
        assert made == paint(playing.table, view, look, CHROME, *size)
        before = made
