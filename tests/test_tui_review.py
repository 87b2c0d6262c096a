"""The screen that looks back on a game, driven by Textual's pilot."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.widgets import Static

from carpets.game import Game
from carpets.replay import read_game
from carpets.solver import Lost, solve
from carpets.store import FILE, LOCAL, open_store
from carpets.tui.app import CarpetsApp
from carpets.tui.board import Board
from carpets.tui.help_screen import HelpScreen
from carpets.tui.keeping import Keeper
from carpets.tui.request import Request, Seat
from carpets.tui.review_screen import ReviewScreen
from carpets.tui.table_screen import TableScreen
from piloting import until

WON = Path(__file__).parent / "data" / "games" / "kovrik-48216.txt"


async def looked_back(app, pilot):
    """Opens the review and waits until it has thought."""
    await pilot.press("v")
    await until(pilot, lambda: isinstance(app.screen, ReviewScreen) and not app.screen.thinking)


@pytest.mark.parametrize(("language", "size"), [("en", (80, 24)), ("ru", (80, 24)), ("ru", (40, 40))])
async def test_a_won_game_could_be_won_from_each_of_its_positions_and_is_played_on_from_one(language, size):
    game = read_game(WON.read_text()).game
    app = CarpetsApp(Request(viewed=game), Seat(language=language))
    async with app.run_test(size=size) as pilot:
        await looked_back(app, pilot)
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        assert set(screen._strip().plain) == {"+"}
        assert "x" not in screen._strip().plain
        painted = "".join(run for row in screen.board.painting.rows for run, _ in row)
        assert ("The game has come out!" if language == "en" else "Пасьянс сошёлся!") in painted
        await pilot.press("left")
        painted = "".join(run for row in screen.board.painting.rows for run, _ in row)
        assert ("Could be won." if language == "en" else "Ещё можно выиграть.") in painted
        await pilot.press("right")
        await pilot.press("home", "right", "right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.game.cursor == 2


async def test_the_move_that_threw_the_game_away_is_named_and_the_better_one_is_played():
    lost = _thrown_away()
    fatal = lost.cursor - 1
    app = CarpetsApp(Request(viewed=lost), Seat())
    async with app.run_test(size=(80, 24)) as pilot:
        await looked_back(app, pilot)
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.review.fatal == fatal
        assert screen._strip().plain == ("+" * (fatal + 1) + "x")[-80:]
        await pilot.press("f")
        painted = "".join(run for row in screen.board.painting.rows for run, _ in row)
        assert f"Move {fatal + 1} threw it away" in painted
        kept = screen.review.kept[0]
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.game.played == (*lost.moves[:fatal], kept)


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_at_forty_columns_the_footer_keeps_what_only_the_review_can_do(language):
    lost = _thrown_away()
    app = CarpetsApp(Request(viewed=lost), Seat(language=language))
    async with app.run_test(size=(40, 40)) as pilot:
        await looked_back(app, pilot)
        assert {"fatal", "kept", "close", "help"} <= set(app.screen.board.painting.buttons)
        rect = app.screen.board.painting.buttons["help"]
        await pilot.click(Board, offset=(rect.x, rect.y))
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        said = "\n".join(str(line.render()) for line in app.screen.query(Static))
        assert ("Could be won." if language == "en" else "Ещё можно выиграть.") in said
        options = app.screen.query_one("OptionList")
        options.highlighted = options.get_option_index("fatal")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.play.game.cursor == app.screen.review.fatal


def _thrown_away() -> Game:
    won = read_game(WON.read_text()).game
    for at in range(len(won.moves) - 1, -1, -1):
        for move in won.at(at).legal():
            if isinstance(solve(won.rules, won.rules.play(won.states[at], move), budget=200_000), Lost):
                return won.at(at).play(move)
    raise AssertionError("no losing move")


@pytest.mark.parametrize(("at", "hints"), [(20, 1), (None, 0)])
async def test_looking_back_on_a_game_that_goes_on_is_a_hint(tmp_path, at, hints):
    won = read_game(WON.read_text()).game
    now = datetime(2026, 11, 30, tzinfo=UTC)
    store = open_store(tmp_path / FILE)
    keeper = Keeper(store.player(LOCAL, now), lambda: 0.0, lambda: now)
    app = CarpetsApp(Request(game=won if at is None else won.at(at)), Seat(keeper=keeper))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        journal = keeper.journal
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        assert journal.hints == hints
    store.close()
