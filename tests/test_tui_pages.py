"""The screens around the table: every word of them is in sight on a phone, and each key can be clicked too."""

import os
import time

import pytest
from textual import events
from textual.widgets import OptionList

from carpets.game import Game
from carpets.games import FAMILIES, VARIANTS
from carpets.paint.palettes import Depth
from carpets.settings import VALUES
from carpets.shuffle import DealNumber
from carpets.tui import keys, session, welcome
from carpets.tui.app import CarpetsApp
from carpets.tui.book import BookScreen
from carpets.tui.help_screen import MORE, HelpScreen
from carpets.tui.home import HomeScreen
from carpets.tui.lesson_screen import LessonScreen
from carpets.tui.request import Request, Seat
from carpets.tui.result import ResultScreen
from carpets.tui.settings_screen import SettingsScreen
from carpets.tui.table_screen import TableScreen
from carpets.words import LANGUAGES, Words
from terminal import PROGRAM, Terminal


def _stuck():
    game = Game.numbered(VARIANTS["kovrik"], 48213)
    while game.legal():
        game = game.play(game.legal()[0])
    return game


STUCK = _stuck()
SIZES = ((80, 24), (60, 20), (40, 24))


def table(language="en"):
    return CarpetsApp(Request(rules=VARIANTS["carpet"], number=DealNumber(7)), Seat(language=language))


def shown(app):
    """What the screen shows, as lines."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def place_of(app, word):
    for y, line in enumerate(shown(app)):
        if word in line:
            return line.index(word), y
    raise AssertionError(f"{word} not in\n" + "\n".join(shown(app)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_says_all_it_has_to_say_however_narrow_the_screen(language, size):
    app = table(language)
    async with app.run_test(size=size) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        text = " ".join("".join(c if c not in "│▌▐▎▊▁▔▂▃▄▅▆▇█▀▗▖▝▘" else " " for c in " ".join(shown(app))).split())
        for line in MORE:
            assert Words.of(language).text(line) in text
        options = app.screen.query_one(OptionList)
        for option in options.options:
            first, *rest = str(option.prompt).split("\n")
            assert all(line.startswith(" " * 4) for line in rest)
            assert all(len(line) <= options.scrollable_content_region.width for line in (first, *rest))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_on_the_home_screen_tells_only_of_keys_that_work_there(language):
    app = CarpetsApp(Request(), Seat(language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        told = "\n".join(str(option.prompt) for option in app.screen.query_one(OptionList).options)
        words = Words.of(language)
        assert words.text(welcome.SITTING) in told
        for name in ("left", "first", "next", "act", "hint", "draw"):
            assert words.text(keys.BY_NAME[name].told) not in told
        assert words.text(MORE[0]) not in "\n".join(shown(app))
        at = next(at for at, action in enumerate(welcome.actions()) if action.name == "settings")
        app.screen.query_one(OptionList).highlighted = at
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)


async def test_the_home_screen_tells_its_keys_in_the_language_changed_to():
    app = CarpetsApp(Request(), Seat(language="en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("L")
        await pilot.pause()
        for word in ("играть", "настройки", "выход"):
            assert place_of(app, word)


@pytest.mark.parametrize("size", SIZES)
async def test_home_settings_and_book_are_left_and_used_by_mouse_alone(size):
    app = CarpetsApp(Request(), Seat(language="ru"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for word, screen in (("настройки", SettingsScreen), ("правила", BookScreen)):
            await pilot.click(offset=place_of(app, word))
            await pilot.pause()
            assert isinstance(app.screen, screen)
            await pilot.click(offset=place_of(app, "закрыть"))
            await pilot.pause()
            assert isinstance(app.screen, HomeScreen)
        await pilot.click(offset=place_of(app, "играть"))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_a_click_beside_a_card_over_the_table_closes_it_and_plays_nothing():
    app = table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("g")
        await pilot.pause()
        assert not isinstance(app.screen, TableScreen)
        await pilot.click(offset=(1, 1))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.game.cursor == 0


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_palette_calls_palettes_as_the_settings_do_and_has_what_the_home_screen_can_do(language):
    app = CarpetsApp(Request(), Seat(language=language))
    async with app.run_test(size=(80, 24)):
        words = Words.of(language)
        titles = [command.title for command in app.get_system_commands(app.screen)]
        for name in ("felt", "kilim", "night", "day", "contrast"):
            assert words.text("Palette: {name}", name=words.text(VALUES[name])) in titles
        for action in keys.ACTIONS:
            can = action.name in welcome.CHOICES and action.name not in ("act", "palette")
            assert (words.text(action.told) in titles) is can


@pytest.mark.parametrize("language", LANGUAGES)
async def test_settings_stand_in_two_columns_that_never_touch(language):
    app = CarpetsApp(Request(), Seat(language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        rows = [str(option.prompt) for option in app.screen.query_one(OptionList).options]
        column = rows[0].index(Words.of(language).text("automatic"))
        assert all(row[column - 2 : column] == "  " and row[column] != " " for row in rows)
        assert all(len(row) <= 78 for row in rows)
        assert any(row.endswith("?  F1  ,") for row in rows)


@pytest.mark.skipif(os.name != "posix", reason="needs a pty")
def test_a_window_that_is_another_size_for_a_moment_is_painted_anew(tmp_path):
    env = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "CARPETS_HOME": str(tmp_path)}
    with Terminal(PROGRAM, env=env) as terminal:
        terminal.wait_for_mouse()
        terminal.wait_for("after Logic Games")
        terminal.read(0.5)
        before = terminal.text
        terminal._size(80, 23)
        terminal.screen.resize(23, 80)
        time.sleep(0.02)
        terminal._size(80, 24)
        terminal.screen.resize(24, 80)
        end = time.monotonic() + terminal.limit
        while terminal.text != before and time.monotonic() < end:
            terminal.read(0.1)
        assert terminal.text == before


@pytest.mark.parametrize("key", ["question_mark", "g", "n", "s", "S", "b", "T", "v"])
async def test_two_keys_that_come_before_a_screen_has_gone_leave_it_once(key):
    """The second one was the end of the program, with a traceback."""
    app = CarpetsApp(Request(game=STUCK), Seat(confirm=True))
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.screen
        await pilot.press(key)
        await pilot.pause()
        opened = app.screen
        if opened is not table:
            opened.dismiss(None)
            opened.dismiss(None)
            await pilot.pause()
            assert app.screen is table
        assert app.is_running


async def test_a_result_that_is_answered_twice_counts_once():
    app = CarpetsApp(Request(game=STUCK.undo()), Seat())
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.screen
        table.turn(session.make(table.play, STUCK.moves[-1]))
        await pilot.pause()
        result = app.screen
        assert isinstance(result, ResultScreen)
        result.action_choose("undo")
        result.action_choose("")
        await pilot.pause()
        assert app.screen is table
        assert table.play.game.cursor == len(STUCK.moves) - 1


async def test_enter_struck_twice_on_the_home_screen_deals_once():
    dealt = []

    def fresh(rules):
        dealt.append(rules)
        return Game.numbered(rules, 7), False

    app = CarpetsApp(Request(), Seat(fresh=fresh))
    async with app.run_test(size=(80, 24)) as pilot:
        variants = app.screen.query_one(OptionList)
        variants.action_select()
        variants.action_select()
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert len(dealt) == 1


@pytest.mark.parametrize("key", ["", "v"])
async def test_the_viewer_and_the_review_offer_no_step_that_leads_nowhere(key):
    app = CarpetsApp(Request(viewed=STUCK.at(0)), Seat())
    async with app.run_test(size=(120, 40)) as pilot:
        if key:
            await pilot.press(key)
            await pilot.pause(0.2)
        for pressed, there, away in (("home", "forward", "back"), ("end", "back", "forward")):
            await pilot.press(pressed)
            await pilot.pause()
            buttons = app.screen.board.painting.buttons
            assert there in buttons
            assert away not in buttons


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("key", ["", "s", "question_mark"])
async def test_the_chosen_line_of_a_list_is_seen_with_any_colours_and_with_none(key, depth):
    app = CarpetsApp(Request(), Seat(depth=depth))
    async with app.run_test(size=(80, 24)) as pilot:
        if key:
            await pilot.press(key)
        await pilot.pause()
        options = app.screen.query_one(OptionList)
        first = str(options.options[0].prompt).split()[-1]
        y = options.content_region.y
        chosen, other = (
            [segment.style for segment in app.screen._compositor.render_strips()[row] if segment.text.strip()]
            for row in (y, y + 1)
        )
        assert any(first in line for line in shown(app)[y : y + 2])
        told = {(style.underline, style.bgcolor) for style in chosen} - {(s.underline, s.bgcolor) for s in other}
        assert told
        assert any(underlined for underlined, _ in told) is (depth is Depth.MONO)


@pytest.mark.parametrize("keys", [("g",), ("question_mark",), ("s", "end", "enter")])
async def test_a_card_lies_in_the_middle_and_what_is_below_stays_in_sight(keys):
    app = CarpetsApp(Request(), Seat())
    async with app.run_test(size=(100, 50)) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        region = app.screen.query_one(".card").region
        assert abs(region.x - (100 - region.right)) <= 1
        assert abs(region.y - (50 - region.bottom)) <= 1
        assert len("".join(shown(app)[:3]).strip()) > 0


@pytest.mark.parametrize("key", ["T", "Е"])
async def test_the_key_that_help_tells_of_for_a_lesson_opens_one_at_the_table(key):
    """T once was a ten there, whose name no screen writes with it."""
    app = table("ru")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)


@pytest.mark.parametrize("size", [(40, 24), (42, 30), (40, 60), (42, 62), (60, 20), (80, 24)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", FAMILIES)
async def test_a_lesson_says_all_it_has_to_say_and_can_be_left(family, language, size):
    app = CarpetsApp(Request(), Seat(language=language))
    async with app.run_test(size=size) as pilot:
        app.push_screen(LessonScreen(family))
        await pilot.pause()
        screen = app.screen
        while isinstance(app.screen, LessonScreen):
            painted = " ".join(" ".join("".join(run for run, _ in row) for row in screen.board.painting.rows).split())
            assert " ".join(screen.lesson.said(app.words).split()) in painted
            assert {"act", "leave"} <= set(screen.board.painting.buttons)
            if screen.lesson.awaited is None:
                screen.go_on()
            else:
                screen.tried(session.make(screen.play, screen.lesson.awaited))
            await pilot.pause()


async def test_any_key_ends_what_is_in_motion_even_one_that_does_nothing_else():
    app = CarpetsApp(Request(rules=VARIANTS["carpet"], number=DealNumber(7)), Seat(motion=True))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        screen.turn(session.make(screen.play, screen.play.game.legal()[0]))
        assert screen._coming
        still = screen.scene(screen.view())
        assert screen.board.painting != still
        screen.on_key(events.Key("ctrl+g", None))
        assert screen._coming == []
        assert screen.board.painting == still
        await pilot.pause()
        assert screen.play.game.cursor == 1
