"""New deals that are known to come out: looked for beside the screens, shown while it takes long, given up by Esc."""

import time
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.shuffle import DealNumber
from carpets.solver import Solved, solve
from carpets.store import FILE, LOCAL, Choice, open_store
from carpets.store.history import Wanted, history
from carpets.tui import session
from carpets.tui.app import CarpetsApp
from carpets.tui.home import HomeScreen
from carpets.tui.keeping import Keeper
from carpets.tui.local import seek
from carpets.tui.request import Request, Seat
from carpets.tui.seeking import SeekScreen
from carpets.tui.table_screen import TableScreen
from piloting import LIMIT, until
from terminal import PROGRAM, Terminal, cards

KOVRIK, STRICT = VARIANTS["kovrik"], VARIANTS["carpet-strict"]
NOW = datetime(2026, 11, 30, tzinfo=UTC)


class Slow:
    """A search that finds nothing until it is told to stop."""

    def __init__(self):
        self.stopped = False

    def __call__(self, rules, cancel, tried):
        count = 0
        while not cancel.is_set:
            count += 1
            tried(count)
            time.sleep(0.01)
        self.stopped = True


@asynccontextmanager
async def opened(request: Request, **seat):
    app = CarpetsApp(request, Seat(fresh=lambda rules: (Game.numbered(rules, 555555), False), **seat))
    async with app.run_test(size=(40, 40)) as pilot:
        await pilot.pause()
        yield app, pilot


def said(app) -> str:
    return "\n".join(str(line.render()) for line in app.screen.query("Static"))


@pytest.mark.parametrize(("language", "told"), [("en", "deals tried"), ("ru", "проверен")])
async def test_the_numbers_tried_are_told_and_escape_leaves_the_game_as_it_was(language, told):
    slow = Slow()
    begun = Game.numbered(KOVRIK, 48216)
    async with opened(Request(game=begun), seek=slow, solvable=True, language=language) as (app, pilot):
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, SeekScreen) and told in said(app))
        assert any(char.isdigit() for char in said(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and slow.stopped)
        assert app.screen.play.game is begun


async def test_what_is_found_is_played_and_remembered_as_known_to_come_out(tmp_path):
    store = open_store(tmp_path / FILE)
    keeper = Keeper(store.player(LOCAL, NOW), lambda: 0.0, lambda: NOW)
    first = DealNumber(48216)
    async with opened(Request(game=Game.numbered(KOVRIK, first)), seek=seek, solvable=True, keeper=keeper) as (
        app,
        pilot,
    ):
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.play.game.deal.number != first)
        game = app.screen.play.game
        assert isinstance(solve(KOVRIK, game.state, budget=300_000), Solved)
        app.screen.turn(session.make(app.screen.play, game.legal()[0]))
    keeper.pause()
    assert [line.choice for line in history(keeper.memory, Wanted())] == [Choice.SOLVABLE]
    store.close()


async def test_a_variant_that_hardly_ever_comes_out_is_looked_for_unasked_and_home_waits_behind_it():
    slow = Slow()
    async with opened(Request(rules=STRICT, family="carpet"), seek=slow) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, SeekScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and slow.stopped)


async def test_leaving_the_program_ends_the_search():
    slow = Slow()
    async with opened(Request(game=Game.numbered(KOVRIK, 48216)), seek=slow, solvable=True) as (_, pilot):
        await pilot.press("n")
        await pilot.pause(0.1)
        await pilot.press("ctrl+c")
    end = time.monotonic() + LIMIT
    while not slow.stopped and time.monotonic() < end:
        time.sleep(0.02)
    assert slow.stopped


@pytest.mark.parametrize(
    ("whole", "arguments"), [(24, ("--variant", "carpet-strict", "--new")), (52, ("--solvable", "--new"))]
)
def test_a_deal_that_comes_out_is_laid_in_a_real_terminal(whole, arguments):
    with Terminal((*PROGRAM, "play", *arguments), limit=180) as terminal:
        first = cards(terminal.wait_until(lambda text: "0 moves" in text and len(cards(text)) == whole))
        terminal.press("n")
        terminal.wait_until(lambda text: cards(text) != first and len({*cards(text)}) == len(cards(text)) == whole)
        terminal.press("q")
        assert terminal.wait_end() == 0
