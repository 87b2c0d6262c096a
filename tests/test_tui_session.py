"""The session: events to plays, without a screen."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carpets.cards import Suit
from carpets.choosing import Base, Cell, Stock, Waste, ends
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.moves import Draw, Home
from carpets.notation import read_card
from carpets.paint import paint
from carpets.paint.model import Chrome, Look
from carpets.replay import read_game
from carpets.rules import Hole, Outcome
from carpets.solver.odds import odds
from carpets.tui import keys, notes, offering, pointing, saying, session
from carpets.value import replace
from carpets.words import LANGUAGES, Words


def begun(variant: str, number: int = 48213) -> session.Play:
    return session.begin(Game.numbered(VARIANTS[variant], number))


def rects(play: session.Play, width: int = 80, height: int = 24):
    return paint(play.game.table, session.view(play), Look(), Chrome(), width, height).places


def test_a_place_with_one_meaning_moves_at_once():
    play = session.choose(begun("carpet", 7), Stock())
    assert play.game.played == (Draw(),)
    assert play.cursor == Stock()


def test_an_ace_waits_for_one_of_the_four_first_cells():
    play = begun("kovrik")
    ace = play.game.table.cells.index(read_card("AS"))
    picked = session.choose(play, Cell(ace))
    assert picked.picked == Cell(ace)
    assert picked.targets == {Cell(0), Cell(14), Cell(28), Cell(42)}
    seated = session.choose(picked, Cell(28))
    assert seated.game.table.cells[28] == read_card("AS")
    assert seated.picked is None


def test_a_first_hole_waits_for_one_of_the_four_aces():
    play = session.choose(begun("kovrik"), Cell(0))
    assert len(play.targets) == 4
    ace = next(iter(sorted(play.targets, key=lambda cell: cell.index)))
    assert session.choose(play, ace).game.cursor == 1


def test_choosing_the_same_place_again_takes_the_choice_back():
    play = session.choose(session.choose(begun("kovrik"), Cell(0)), Cell(0))
    assert play.picked is None
    assert play.game.cursor == 0


def test_a_wrong_second_choice_is_refused_and_the_first_one_stays():
    play = begun("kovrik")
    ace = play.game.table.cells.index(read_card("AS"))
    picked = session.choose(session.choose(play, Cell(ace)), Cell(1))
    assert isinstance(picked.note, notes.Refused)
    assert picked.picked == Cell(ace)
    assert picked.game.cursor == 0


def test_a_refusal_changes_nothing_but_what_is_said():
    play = begun("kovrik")
    jack = session.choose(play, Cell(1))
    assert jack.game is play.game
    assert isinstance(jack.note, notes.Refused)


def test_collecting_is_taken_back_move_by_move():
    play = session.collect(begun("carpet", 7))
    assert isinstance(play.note, notes.Collected)
    assert play.note.count == play.game.cursor
    for _ in range(play.game.cursor):
        play = session.undo(play)
    assert play.game.cursor == 0


def test_redo_after_a_restart_brings_every_move_back():
    play = session.collect(session.choose(begun("carpet", 7), Stock()))
    end = play.game.state
    again = session.restart(play)
    assert again.game.cursor == 0
    while again.game.can_redo:
        again = session.redo(again)
    assert again.game.state == end


def test_a_typed_rank_and_suit_point_at_that_card():
    play = begun("kovrik")
    for first, second, card in (
        ("9", "c", "9C"),
        ("0", "h", "TH"),
        ("Q", "ы", "QS"),
        ("1", "б", "AD"),
        ("K", "в", "KD"),
    ):
        waiting = pointing.typed(play, first)
        assert waiting is not None
        assert waiting.cursor == play.cursor
        there = pointing.typed(waiting, second)
        assert there is not None
        assert there.cursor == Cell(play.game.table.cells.index(read_card(card)))


def test_pictures_and_aces_are_typed_on_a_russian_layout():
    play = begun("kovrik")
    for latin, russian in zip("AJQK", "ФОЙЛ", strict=True):
        ours, theirs = (pointing.typed(pointing.typed(play, key), "h") for key in (latin, russian))
        assert ours.cursor == theirs.cursor
        assert pointing.typed(play, russian).note == notes.Typed(latin)


def test_ten_may_be_typed_with_both_digits():
    play = begun("kovrik")
    for key in "10s":
        play = pointing.typed(play, key)
        assert play is not None
    assert play.cursor == Cell(play.game.table.cells.index(read_card("TS")))


def test_a_hidden_card_is_not_pointed_at():
    play = begun("carpet", 7)
    hidden = play.game.state.stock[5]
    rank = "A234567890JQK"[hidden.rank - 1]
    play = pointing.typed(pointing.typed(play, rank), "cshd"[hidden.suit])
    assert play.note == notes.NotInSight(hidden)


def test_letters_that_are_no_card_are_left_to_their_own_meaning():
    play = begun("kovrik")
    assert pointing.typed(play, "h") is None
    assert pointing.typed(play, "q") is None


def test_arrows_reach_every_place_on_every_screen():
    for variant in ("kovrik", "carpet", "carpet-small", "carpet-large", "carpet-stock", "kovrik-36", "montana"):
        for size in ((80, 24), (120, 40), (60, 20), (40, 60), (200, 60)):
            play = begun(variant)
            where = rects(play, *size)
            assert set(where) == set(session.places(play.game.table)), (variant, size)
            seen, todo = {play.cursor}, [play]
            while todo:
                at = todo.pop()
                for towards in ("left", "right", "up", "down"):
                    there = pointing.step(at, towards, where)
                    if there.cursor not in seen:
                        seen.add(there.cursor)
                        todo.append(there)
            assert seen == set(where), (variant, size, set(where) - seen)


def test_arrows_keep_their_direction_on_a_turned_table():
    play = pointing.point(begun("kovrik"), Cell(3))
    where = rects(play, 40, 60)
    assert pointing.step(play, "down", where).cursor == Cell(4)
    assert pointing.step(play, "right", where).cursor == Cell(17)


def test_there_and_back_again_is_where_it_began_on_the_grid():
    play = begun("kovrik")
    where = rects(play)
    for index in range(15, 40):
        at = pointing.point(play, Cell(index))
        if index % 14 not in (0, 13):
            assert pointing.step(pointing.step(at, "right", where), "left", where).cursor == Cell(index)
        assert pointing.step(pointing.step(at, "down", where), "up", where).cursor == Cell(index)


def test_tab_goes_round_what_can_move():
    play = begun("kovrik")
    seen = []
    for _ in range(4):
        play = pointing.next_playable(play)
        seen.append(play.cursor)
    assert set(seen) == set(session.playable(play.game))
    assert pointing.next_playable(pointing.next_playable(play), -1).cursor == play.cursor


def test_only_what_would_do_something_is_possible():
    play = begun("carpet", 7)
    assert {"draw", "act", "hint"} <= offering.possible(play)
    assert not {"undo", "redo", "redeal", "cancel", "restart"} & offering.possible(play)
    drawn = session.choose(play, Stock())
    assert {"undo", "restart"} <= offering.possible(drawn)
    assert "redo" in offering.possible(session.undo(drawn))


def test_sending_home_names_what_the_base_wants():
    play = begun("carpet", 7)
    table = play.game.table
    wrong = next(
        Cell(at)
        for at, card in enumerate(table.cells)
        if play.game.refusal(Home(card)) is not None  # type: ignore[arg-type]
    )
    assert isinstance(session.send_home(play, wrong).note, notes.Refused)


def test_no_two_actions_share_a_key_on_either_layout():
    assert keys.clashes({}) == ()
    assert keys.clashes({"hint": "u"}) == (("u", "undo", "hint"), ("г", "undo", "hint"))


@settings(max_examples=60)
@given(st.sampled_from(sorted(VARIANTS)), st.integers(32000, 10**6), st.data())
def test_random_events_never_break_a_play(variant, number, data):
    play = begun(variant, number)
    where = rects(play)
    places = session.places(play.game.table)
    for _ in range(25):
        event = data.draw(st.sampled_from(("choose", "drop", "home", "undo", "redo", "step", "type", "collect", "tab")))
        if event == "choose":
            play = session.choose(play, data.draw(st.sampled_from(places)))
        elif event == "drop":
            play = session.join(play, data.draw(st.sampled_from(places)), data.draw(st.sampled_from(places)))
        elif event == "home":
            play = session.send_home(play, play.cursor)
        elif event == "undo":
            play = session.undo(play)
        elif event == "redo":
            play = session.redo(play)
        elif event == "step":
            play = pointing.step(play, data.draw(st.sampled_from(("left", "right", "up", "down"))), where)
        elif event == "type":
            play = pointing.typed(play, data.draw(st.sampled_from("7JchsКрв"))) or play
        elif event == "collect":
            play = session.collect(play)
        else:
            play = pointing.next_playable(play)
        assert play.cursor in places
        assert play.targets <= set(places)
        assert (play.picked is None) or play.targets
        offering.possible(play)


def test_every_move_of_a_won_game_can_be_chosen_by_its_two_ends():
    from pathlib import Path

    from carpets.replay import read_game

    for file in sorted(Path(__file__).parent.joinpath("data", "games").glob("*.txt")):
        game = read_game(file.read_text()).game
        play = session.begin(Game(game.rules, game.deal, game.states[:1]))
        for move in game.moves:
            start, end = ends(play.game.table, move)
            if start is None:
                play = session.attempt(play, move)
            else:
                play = session.choose(play, end if end != Waste() else start)
                if play.picked is not None:
                    play = session.choose(play, start)
        assert play.game.outcome is Outcome.WON, file
        assert play.game.state == game.states[-1]


def test_bases_of_all_suits_are_places():
    assert {Base(suit) for suit in Suit} <= set(session.places(begun("carpet").game.table))


# ---------------------------------------------------------------- odds


def weighed(play: session.Play, *, more: bool = False) -> session.Play:
    return session.weighed(play, odds(play.game.rules, play.game.state, samples=40), more=more)


def turned(count: int, number: int = 48213) -> session.Play:
    """A Carpet after what is safe was collected and so many cards were turned."""
    play = session.collect(begun("carpet", number))
    for _ in range(count):
        play = session.attempt(play, Draw())
    return play


def test_odds_stand_at_the_hole_that_is_filled_and_at_the_stock():
    play = weighed(turned(4))
    shown = session.view(play).labels
    holes = {Cell(at) for at, cell in enumerate(play.game.table.cells) if isinstance(cell, Hole)}
    assert holes
    assert set(shown) == {Stock(), *holes}
    assert len({shown[hole] for hole in holes}) == 1
    assert all(re.fullmatch(r"[1-9][0-9]?%", label) for label in shown.values())


def test_odds_of_a_card_that_goes_home_stand_at_the_card():
    play = weighed(session.attempt(begun("carpet", 7), Draw()))
    homes = {ends(play.game.table, move)[0] for move in play.game.legal() if isinstance(move, Home)}
    assert homes
    assert set(session.view(play).labels) == {Stock(), *homes}


def test_odds_go_with_the_next_move_and_stay_while_the_cursor_moves():
    play = weighed(turned(4), more=True)
    assert pointing.point(play, Stock()).odds == play.odds
    assert not session.attempt(play, Draw()).odds
    assert not session.undo(play).odds
    assert not session.cancel(play).odds


def test_better_odds_are_shown_without_a_word_once_the_player_looks_elsewhere():
    play = weighed(turned(4), more=True)
    assert weighed(play).note == notes.Weighed(more=False)
    assert weighed(pointing.point(play, Stock())).note is None


@pytest.mark.parametrize(("language", "told", "pointed"), [
    ("en", "Comes out of 100 (±", " of 100 come out."), ("ru", "Сойдётся из 100 (±", " из 100."),
])  # fmt: skip
def test_odds_are_told_in_a_line_and_at_the_cursor_with_their_error(language, told, pointed):
    words = Words.of(language)
    play = weighed(turned(4))
    assert saying.message(play, words).startswith(told)
    assert re.search(
        r"[1-9][0-9]?±[1-9][0-9]?" + re.escape(pointed), saying.message(pointing.point(play, Stock()), words)
    )


@pytest.mark.parametrize("style", ["soft", "line", "box", "ascii"])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 60), (60, 20), (40, 24), (120, 40)])
def test_odds_are_drawn_as_words_on_their_places_and_shift_nothing(width, height, style):
    play = weighed(turned(4))
    look = Look(style=style)
    with_odds = paint(play.game.table, session.view(play), look, Chrome(), width, height)
    without = paint(play.game.table, replace(session.view(play), labels={}), look, Chrome(), width, height)
    assert with_odds.places == without.places
    lines = ["".join(text for text, _ in row) for row in with_odds.rows]
    for place, label in session.view(play).labels.items():
        x, y, wide, high = with_odds.places[place]
        drawn = [line[x : x + wide] for line in lines[y : y + high]]
        assert any(label in line for line in drawn), drawn
    assert [len(line) for line in lines] == [width] * height
    changed = {y for y, rows in enumerate(zip(with_odds.rows, without.rows, strict=True)) if rows[0] != rows[1]}
    assert len(changed) <= len(session.view(play).labels)


def test_odds_are_offered_only_while_cards_are_face_down():
    assert "odds" in offering.possible(begun("carpet", 7))
    assert "odds" not in offering.possible(begun("kovrik"))
    assert "odds" not in offering.possible(turned(28, 7))


def test_the_last_card_collected_says_that_the_game_has_come_out():
    won = read_game((Path(__file__).parent / "data" / "games" / "carpet-7.txt").read_text()).game
    near = session.begin(won.at(len(won.moves) - 3))
    done = session.collect(near)
    assert done.game.outcome is Outcome.WON
    for language in LANGUAGES:
        words = Words.of(language)
        assert saying.message(done, words).endswith(words.text("The game has come out!"))
