"""The screens, driven by Textual's pilot and judged by the game that the app holds."""

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual import events

from carpets.choosing import Base, Cell, Place, Stock, Waste, ends
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.moves import Draw, Home, Move, Redeal
from carpets.notation import read_card
from carpets.paint import paint
from carpets.paint.model import Chrome, Look
from carpets.replay import read_game
from carpets.rules import Outcome
from carpets.settings import Settings
from carpets.shuffle import DealNumber, read_number
from carpets.store import Holder, Store
from carpets.store.schema import Door
from carpets.tui import motion, notes, pointing, session
from carpets.tui.app import CarpetsApp
from carpets.tui.board import Board, changed
from carpets.tui.keeping import Keeper
from carpets.tui.lesson_screen import LessonScreen
from carpets.tui.request import Request, Seat
from carpets.tui.table_screen import TableScreen
from carpets.value import replace
from piloting import until

GAMES = sorted(Path(__file__).parent.joinpath("data", "games").glob("*.txt"))


def asked(variant: str | None = "kovrik", number: str = "48213", **more) -> Request:
    return Request(rules=VARIANTS[variant] if variant else None, number=read_number(number), **more)


@asynccontextmanager
async def opened(request: Request, size=(80, 24), **seat):
    app = CarpetsApp(request, Seat(fresh=lambda rules: (Game.numbered(rules, 555555), False), **seat))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def keeping() -> Keeper:
    """A keeper whose memory is gone with the test."""
    now = datetime(2026, 11, 30, tzinfo=UTC)
    return Keeper(Store(Path("none"), Door(None), None, Holder(None)).player("local", now), lambda: 0.0, lambda: now)


def game(app: CarpetsApp) -> Game:
    return table(app).play.game


def table(app: CarpetsApp) -> TableScreen:
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, TableScreen))


async def click(app, pilot, place: Place, button: int = 1):
    rect = table(app).board.painting.places[place]
    await pilot.click(Board, offset=(rect.x + rect.width // 2, rect.y + rect.height // 2), button=button)


def text(app: CarpetsApp) -> str:
    return "\n".join("".join(run for run, _ in row) for row in table(app).board.painting.rows)


async def test_the_table_shows_the_deal_asked_for():
    async with opened(asked()) as (app, _):
        assert game(app) == Game.numbered(VARIANTS["kovrik"], 48213)
        assert "48213" in text(app)


async def test_a_click_on_the_stock_turns_a_card():
    async with opened(asked("carpet", "7")) as (app, pilot):
        await click(app, pilot, Stock())
        assert game(app).played == (Draw(),)
        await pilot.press("u")
        assert game(app).cursor == 0
        await pilot.press("к")
        assert game(app).cursor == 1


async def test_a_right_click_sends_a_card_home():
    async with opened(asked("carpet", "7")) as (app, pilot):
        move = next(move for move in game(app).legal() if isinstance(move, Home))
        await click(app, pilot, Cell(game(app).table.cells.index(move.card)), button=3)
        assert game(app).played == (move,)


async def test_a_card_is_dragged_to_its_base():
    async with opened(asked("carpet", "7")) as (app, pilot):
        move = next(move for move in game(app).legal() if isinstance(move, Home))
        places = table(app).board.painting.places
        start, end = places[Cell(game(app).table.cells.index(move.card))], places[Base(move.card.suit)]
        await pilot.mouse_down(Board, offset=(start.x + 2, start.y + 1))
        await pilot.hover(Board, offset=(end.x + 2, end.y + 1))
        await pilot.mouse_up(Board, offset=(end.x + 2, end.y + 1))
        assert game(app).played == (move,)


async def test_a_drag_to_the_wrong_place_says_why():
    async with opened(asked()) as (app, pilot):
        places = table(app).board.painting.places
        await pilot.mouse_down(Board, offset=(places[Cell(1)].x + 1, places[Cell(1)].y + 1))
        await pilot.mouse_up(Board, offset=(places[Cell(0)].x + 1, places[Cell(0)].y + 1))
        await pilot.pause()
        assert game(app).cursor == 0
        assert "takes an ace" in text(app)


async def test_the_second_of_two_choices_is_made_by_mouse_on_a_turned_table():
    async with opened(asked(), size=(40, 60)) as (app, pilot):
        assert table(app).board.painting.rotated
        ace = Cell(game(app).table.cells.index(read_card("AH")))
        await click(app, pilot, ace)
        assert table(app).play.picked == ace
        await click(app, pilot, Cell(14))
        assert game(app).table.cells[14] == read_card("AH")


async def test_footer_buttons_are_pressed_by_mouse():
    async with opened(asked("carpet", "7")) as (app, pilot):
        await pilot.press("d")
        rect = table(app).board.painting.buttons["undo"]
        await pilot.click(Board, offset=(rect.x, rect.y))
        await pilot.pause()
        assert game(app).cursor == 0


async def test_resizing_keeps_the_game_the_cursor_and_the_choice():
    async with opened(asked()) as (app, pilot):
        await pilot.press("enter") if isinstance(table(app).play.cursor, Cell) else None
        before = table(app).play
        assert before.picked is not None
        for size in ((120, 40), (40, 60), (10, 5), (1, 1), (60, 20)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert table(app).play == before
        await pilot.resize_terminal(10, 5)
        await pilot.pause()
        assert not table(app).board.painting.places


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_every_language_speaks_on_the_table(language):
    async with opened(asked(), language=language) as (app, pilot):
        await pilot.press("right")
        assert ("расклад" in text(app)) == (language == "ru")
        await pilot.press("L")
        assert ("расклад" in text(app)) != (language == "ru")


def way(play: session.Play, place: Place, where) -> tuple[str, ...]:
    """The arrow keys that bring the cursor to a place."""
    ways, todo = {play.cursor: ()}, [play]
    while place not in ways:
        at = todo.pop(0)
        for key in ("left", "right", "up", "down"):
            there = pointing.step(at, key, where)
            if there.cursor not in ways:
                ways[there.cursor] = (*ways[at.cursor], key)
                todo.append(there)
    return ways[place]


def press(app: CarpetsApp, *keys: str) -> None:
    """Keys in a burst, as fast as nobody types."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


def strike(app: CarpetsApp, place: Place) -> None:
    """A click in a burst."""
    rect = table(app).board.painting.places[place]
    for kind in (events.MouseDown, events.MouseUp):
        x, y = rect.x + 1, rect.y
        app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y))


def choices(position: Game, move: Move) -> tuple[Place, ...]:
    """The places to choose for a move: its card, then where it goes if the card could go elsewhere."""
    start, end = ends(position.table, move)
    assert start is not None
    assert end is not None
    if isinstance(start, Stock):
        return (start,)
    several = sum(start in ends(position.table, other)[:1] for other in position.legal()) > 1
    return (start, end) if several else (start,)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
async def test_a_game_is_won_by_mouse_alone_and_taken_back_and_made_again(file):
    won = read_game(file.read_text()).game
    async with opened(Request(rules=won.rules, number=won.deal.number)) as (app, pilot):
        for at, move in enumerate(won.moves):
            for place in choices(won.at(at), move):
                strike(app, place)
        await pilot.pause()
        assert game(app).state == won.state
        assert game(app).outcome is Outcome.WON
        assert type(app.screen).__name__ == "ResultScreen"
        await pilot.press("u")
        press(app, *"u" * (len(won.moves) - 2))
        await pilot.pause()
        assert game(app).state == won.states[1]
        press(app, "u", "u")
        await pilot.pause()
        assert game(app).state == won.states[0]
        press(app, *"r" * len(won.moves))
        await pilot.pause()
        assert game(app).state == won.state


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
async def test_a_game_is_won_by_keys_alone_on_a_russian_layout(file):
    won = read_game(file.read_text()).game
    async with opened(Request(rules=won.rules, number=won.deal.number), size=(40, 60), language="ru") as (app, pilot):
        where = table(app).board.painting.places
        play = table(app).play
        for at, move in enumerate(won.moves):
            if isinstance(move, Draw):
                press(app, "в")
                play = session.attempt(play, move)
                continue
            for place in choices(won.at(at), move):
                press(app, *way(play, place, where), "space")
                play = session.choose(play, place)
        await pilot.pause()
        assert game(app).state == won.state == play.game.state


async def test_a_stuck_game_offers_another_try():
    async with opened(asked("carpet-strict", "48213")) as (app, pilot):
        await pilot.press("c")
        while game(app).outcome is Outcome.PLAYING:
            await pilot.press("d", "c")
        await pilot.pause()
        assert game(app).outcome is Outcome.STUCK
        assert type(app.screen).__name__ == "ResultScreen"
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("u")
        assert game(app).outcome is Outcome.PLAYING
        await pilot.press("R")
        assert game(app).cursor == 0
        await pilot.press("n")
        assert str(game(app).deal.number) == "555555"


async def test_a_deal_number_is_asked_for_and_a_bad_one_gets_its_reason():
    async with opened(asked()) as (app, pilot):
        for bad, why in (("-5", "below zero"), ("12.5", "whole number"), ("1e3", "whole number"), ("", "missing"),
                         ("ms0", "do not exist|does not exist"), ("99999999999999999999999", "too large")):  # fmt: skip
            await pilot.press("g", *bad, "enter")
            await pilot.pause()
            assert type(app.screen).__name__ == "NumberPrompt"
            said = str(app.screen.query_one("#why").render())
            assert any(word in said for word in why.split("|")), said
            await pilot.press("escape")
            await pilot.pause()
        await pilot.press("g", *"ms7", "enter")
        await pilot.pause()
        assert game(app).deal.number == DealNumber(7, ms=True)


async def test_home_opens_the_chosen_variant():
    async with opened(Request(family="carpet")) as (app, pilot):
        await pilot.press("j", "enter")
        await pilot.pause()
        assert game(app).rules.name == "carpet-indian"
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("g", *"48213", "enter")
        await pilot.pause()
        assert game(app) == Game.numbered(VARIANTS["carpet"], 48213)


async def test_help_does_what_is_chosen_from_it():
    async with opened(asked("carpet", "7")) as (app, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        assert type(app.screen).__name__ == "HelpScreen"
        options = app.screen.query_one("OptionList")
        assert "undo" not in [option.id for option in options.options]
        options.highlighted = options.get_option_index("draw")
        await pilot.press("enter")
        await pilot.pause()
        assert game(app).played == (Draw(),)


async def test_the_palette_finds_commands_in_the_players_language():
    async with opened(asked("carpet", "7"), language="ru") as (app, pilot):
        await pilot.press("ctrl+з")
        await pilot.pause()
        assert type(app.screen).__name__ == "CommandPalette"


async def test_a_won_game_is_looked_through_and_played_on_from():
    won = read_game(GAMES[0].read_text()).game
    async with opened(Request(viewed=won.at(0))) as (app, pilot):
        viewer = app.screen
        await pilot.press("right", "right", "left")
        assert viewer.play.game.cursor == 1
        await pilot.press("end")
        assert viewer.play.game == won
        await pilot.press("home", "right", "enter")
        await pilot.pause()
        assert game(app).played == won.moves[:1]


async def test_a_game_is_saved_and_the_file_holds_it(tmp_path, monkeypatch):
    from carpets.tui.local import write_new

    monkeypatch.chdir(tmp_path)
    async with opened(asked("carpet", "7"), save=write_new) as (app, pilot):
        await pilot.press("d", "w")
        await pilot.pause()
        assert "carpet-ms7.txt" in text(app)
        assert read_game((tmp_path / "carpet-ms7.txt").read_text()).game == game(app)
        await pilot.press("w")
        assert (tmp_path / "carpet-ms7-2.txt").exists()


async def test_a_game_that_cannot_be_saved_says_why():
    async with opened(asked("carpet", "7")) as (app, pilot):
        await pilot.press("w")
        assert "Not saved" in text(app)


async def test_keys_of_the_players_own_take_the_place_of_ours():
    async with opened(asked("carpet", "7"), chosen={"draw": "z"}) as (app, pilot):
        await pilot.press("d")
        assert game(app).cursor == 0
        await pilot.press("z", "я")
        assert game(app).cursor == 2


async def test_every_change_of_the_game_is_kept():
    keeper = keeping()
    async with opened(asked("carpet", "7"), keeper=keeper) as (app, pilot):
        await pilot.press("d", "right", "u", "d")
        assert (keeper.journal.cursor, keeper.journal.undos) == (1, 1)
        keeper.pause()
        assert keeper.resume(VARIANTS["carpet"]) == game(app)


@pytest.mark.parametrize("family", ["kovrik", "carpet"])
@pytest.mark.parametrize("size", [(80, 24), (40, 60)])
async def test_the_lesson_is_played_to_its_end(family, size):
    async with opened(Request(family=family), size=size) as (app, pilot):
        await pilot.press("T")
        await pilot.pause()
        lesson = app.screen
        assert isinstance(lesson, LessonScreen)
        told = set()
        for _ in range(30):
            if app.screen is not lesson:
                break
            told.add(lesson.lesson.said(app.words))
            move = lesson.lesson.awaited
            if move is None:
                await pilot.press("enter")
            elif isinstance(move, Draw):
                await pilot.press("d")
            elif isinstance(move, Redeal):
                await pilot.press("p")
            else:
                for place in choices(lesson.play.game, move):
                    await pilot.press(*way(lesson.play, place, lesson.board.painting.places), "space")
            await pilot.pause()
        assert app.screen is not lesson
        assert len(told) == len(lesson.lesson.script.steps)
        assert lesson.lesson.over


async def test_another_move_in_the_lesson_is_answered_and_not_made():
    async with opened(Request(family="carpet")) as (app, pilot):
        await pilot.press("T", "enter", "d")
        await pilot.pause()
        assert app.screen.lesson.strayed
        assert app.screen.play.game.cursor == 0
        await pilot.press("escape")
        await pilot.pause()
        assert type(app.screen).__name__ == "HomeScreen"


async def test_a_hint_marks_a_legal_move_and_says_why():
    async with opened(asked("carpet", "7")) as (app, pilot):
        await pilot.press("t")
        await until(pilot, lambda: isinstance(table(app).play.note, notes.Advised) and not table(app).play.note.more)
        note = table(app).play.note
        assert game(app).refusal(note.hint.move) is None
        start, end = ends(game(app).table, note.hint.move)
        assert table(app).play.hint == {start, end}
        await pilot.press("right")
        assert table(app).play.hint == {start, end}
        await pilot.press("d")
        assert not table(app).play.hint


@pytest.mark.parametrize(
    ("vi", "key", "hint"), [(False, "h", True), (False, "р", True), (True, "h", False), (True, "t", True)]
)
async def test_h_is_a_hint_unless_hjkl_move_the_cursor(vi, key, hint):
    async with opened(asked("carpet", "7")) as (app, pilot):
        app.use_settings(Settings(vi_keys=vi))
        await pilot.press("2", "h", "end")
        before = table(app).play.cursor
        await pilot.press(key)
        if hint:
            await until(pilot, lambda: isinstance(table(app).play.note, notes.Advised))
        await pilot.pause(0.1)
        assert isinstance(table(app).play.note, notes.Advised) == hint
        assert (table(app).play.cursor == before) == hint
        assert ("h hint" in text(app)) == (not vi)


async def test_a_hint_that_comes_too_late_is_dropped():
    async with opened(asked("kovrik"), thinking=0.2) as (app, pilot):
        await pilot.press("р")
        await pilot.press("enter", "enter")
        await pilot.pause(0.4)
        play = table(app).play
        assert play.note is None or not isinstance(play.note, notes.Advised) or play.game is game(app)


@pytest.mark.parametrize("key", ["q", "й", "ctrl+c", "ctrl+q"])
async def test_the_program_is_left_by_its_keys(key):
    async with opened(asked()) as (app, pilot):
        await pilot.press(key)
        await pilot.pause()
        assert app.return_value == 0


def test_the_cells_that_changed_are_found_from_both_sides():
    before = (("  ", "table"), ("7♠", "a"), ("    ", "table"))
    after = (("  ", "table"), ("7♥", "a"), ("  ", "table"), ("  ", "other"))
    assert changed(before, after) == (3, 8)
    assert changed(before, (("  7", "table"), ("♠", "a"), ("    ", "table"))) == (2, 3)


def test_the_waste_alone_is_no_dead_end():
    assert choices(replace(Game.numbered(VARIANTS["carpet"], 7)).play(Draw()), Draw()) == (Stock(),)
    assert Waste() in session.places(Game.numbered(VARIANTS["carpet"], 7).table)


# ---------------------------------------------------------------- motion


async def test_a_card_glides_and_the_next_key_does_not_wait_for_it():
    async with opened(asked("carpet", "7"), motion=True) as (app, pilot):
        press(app, "d")
        await pilot.pause(0)
        press(app, "d", "d")
        await pilot.pause()
        assert game(app).cursor == 3
        await until(pilot, lambda: not table(app)._coming)
        still = table(app).board.painting
        table(app).repaint()
        assert table(app).board.painting == still


def test_a_glide_begins_where_the_card_lay_and_ends_where_it_goes():
    def scene(view):
        return paint(after.game.table, view, Look(), Chrome(), 80, 24)

    before = session.begin(Game.numbered(VARIANTS["carpet"], 7))
    after = session.attempt(before, Draw())
    ways = motion.between(before, after, scene)
    assert ways[-1] == scene(session.view(after))
    assert len(ways) * motion.STEP <= 0.15
    for way in ways:
        assert all(sum(len(run) for run, _ in row) == 80 for row in way.rows)
        card = "".join(run for row in way.rows for run, _ in row)
        assert card.count("K♠") == 1
    back = motion.between(
        after, session.undo(after), lambda view: paint(before.game.table, view, Look(), Chrome(), 80, 24)
    )
    assert back[-1].rows == paint(before.game.table, session.view(session.undo(after)), Look(), Chrome(), 80, 24).rows


def test_a_jump_has_no_motion():
    before = session.begin(Game.numbered(VARIANTS["carpet"], 7))
    after = session.collect(before)
    assert after.game.cursor > 1
    assert motion.between(before, after, lambda view: paint(after.game.table, view, Look(), Chrome(), 80, 24)) == []


async def test_the_show_of_a_win_ends_at_any_key():
    won = read_game(GAMES[0].read_text()).game
    last = won.at(len(won.moves) - 1)
    async with opened(Request(game=replace(last, moves=last.played, states=won.states[:-1])), motion=True) as (
        app,
        pilot,
    ):
        press(app, "c")
        while game(app).outcome is not Outcome.WON:
            await asyncio.sleep(0.005)
        assert isinstance(app.screen, TableScreen)
        press(app, "u")
        await pilot.pause()
        assert type(app.screen).__name__ == "ResultScreen"
        assert game(app).outcome is Outcome.WON


# ---------------------------------------------------------------- settings


async def chosen_row(app, pilot, name: str) -> None:
    rows = app.screen.query_one("#settings")
    rows.highlighted = rows.get_option_index(name)
    await pilot.press("enter")
    await pilot.pause()


async def test_settings_count_at_once_and_are_kept():
    kept = []
    async with opened(asked("carpet", "7"), write_settings=kept.append) as (app, pilot):
        await pilot.press("s")
        await pilot.pause()
        await chosen_row(app, pilot, "palette")
        assert app.seat.palette == "kilim"
        await chosen_row(app, pilot, "language")
        await chosen_row(app, pilot, "language")
        assert app.words.language == "ru"
        await pilot.press("escape")
        await pilot.pause()
        assert "расклад" in text(app)
        assert kept[-1].palette == "kilim"
        assert kept[-1].language == "ru"


async def test_a_key_is_chosen_and_one_that_is_taken_is_refused():
    async with opened(asked("carpet", "7")) as (app, pilot):
        await pilot.press("s")
        await pilot.pause()
        await chosen_row(app, pilot, "key draw")
        await pilot.press("u")
        await pilot.pause()
        assert "Undo a move" in str(app.screen.query_one("#why").render())
        await pilot.press("я")
        await pilot.pause()
        assert app.seat.settings.keys == {"draw": "z"}
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("z")
        assert game(app).played == (Draw(),)


async def test_settings_that_cannot_be_kept_say_so():
    def broken(settings):
        raise PermissionError(13, "Permission denied")

    async with opened(asked("carpet", "7"), write_settings=broken) as (app, pilot):
        await pilot.press("s")
        await pilot.pause()
        await chosen_row(app, pilot, "clock")
        assert "Permission denied" in str(app.screen.query_one("#why").render())


async def test_safe_moves_are_made_by_themselves_if_the_player_wants_so():
    from carpets.settings import Settings

    async with opened(asked("carpet", "7"), settings=Settings(auto_collect=True)) as (app, pilot):
        await pilot.press("d")
        assert game(app).cursor > 1
        assert game(app).rules.collect(game(app).state) is None
        await pilot.press("u")
        assert game(app).can_redo
