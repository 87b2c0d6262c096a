"""The screens and the memory: what a player comes back to."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.shuffle import DealNumber
from carpets.store import FILE, LOCAL, Ending, open_store
from carpets.store.history import Wanted, history
from carpets.tui.app import CarpetsApp
from carpets.tui.keeping import Keeper
from carpets.tui.prompts import Question
from carpets.tui.request import Request, Seat
from carpets.tui.table_screen import TableScreen
from carpets.tui.viewer import ViewerScreen

CARPET = VARIANTS["carpet"]
NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def store(tmp_path):
    opened = open_store(tmp_path / FILE)
    yield opened
    opened.close()


class Clock:
    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


@asynccontextmanager
async def sitting(store, request, timer=None, **seat):
    """A player at the screens, who leaves them at the end as the program does."""
    keeper = Keeper(store.player(LOCAL, NOW), timer or Clock(), lambda: NOW)
    if request is None:
        request = Request(rules=CARPET, game=keeper.resume(CARPET), ask=True)
    app = CarpetsApp(request, Seat(fresh=lambda rules: (Game.numbered(rules, 555555), False), keeper=keeper, **seat))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield app, pilot
    keeper.pause()


def game(app) -> Game:
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, TableScreen)).play.game


async def test_an_unfinished_game_is_offered_and_gone_on_with(store):
    clock = Clock()
    async with sitting(store, Request(rules=CARPET, number=DealNumber(7, ms=True)), clock) as (app, pilot):
        clock.seconds = 65.0
        await pilot.press("d", "d", "d", "u")
        left = game(app)
    async with sitting(store, None, clock, clock=True) as (app, pilot):
        assert isinstance(app.screen, Question)
        await pilot.press("enter")
        assert game(app) == left
        clock.seconds = 70.0
        await pilot.press("r")
        assert game(app).cursor == 3
        assert "1:10" in "".join(run for run, _ in app.screen.board.painting.rows[0])
    assert [(line.ending, line.moves, line.undos) for line in history(store.player(LOCAL, NOW), Wanted())] == [
        (Ending.PLAYING, 3, 1)
    ]


async def test_a_new_deal_takes_the_unfinished_games_place_at_its_first_move(store):
    async with sitting(store, Request(rules=CARPET, number=DealNumber(7, ms=True))) as (_, pilot):
        await pilot.press("d", "d")
    async with sitting(store, None) as (app, pilot):
        await pilot.press("down", "enter")
        assert game(app).cursor == 0
        assert str(game(app).deal.number) == "555555"
        assert [line.ending for line in history(store.player(LOCAL, NOW), Wanted())] == [Ending.PLAYING]
        await pilot.press("d")
    assert [line.ending for line in history(store.player(LOCAL, NOW), Wanted())] == [Ending.PLAYING, Ending.GIVEN_UP]


async def test_a_game_left_for_the_menu_is_offered_when_its_variant_is_chosen_again(store):
    async with sitting(store, Request(rules=CARPET, number=DealNumber(7, ms=True), family="carpet")) as (app, pilot):
        await pilot.press("d", "d")
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Question)
        await pilot.press("escape")
        assert game(app).cursor == 2


async def test_a_game_is_left_only_when_the_player_is_sure(store):
    async with sitting(store, Request(rules=CARPET, number=DealNumber(7, ms=True)), confirm=True) as (app, pilot):
        await pilot.press("d", "n")
        assert isinstance(app.screen, Question)
        await pilot.press("escape")
        assert game(app).cursor == 1
        await pilot.press("n", "down", "enter")
        assert game(app).cursor == 0
        await pilot.press("n")
        assert not isinstance(app.screen, Question)


async def test_a_deal_played_again_after_a_win_is_a_game_of_its_own(store):
    rules = VARIANTS["carpet"]
    number = next(n for n in range(500_000, 500_100) if _won(Game.numbered(rules, n)))
    async with sitting(store, Request(rules=rules, number=DealNumber(number))) as (app, pilot):
        while not app.screen_stack[-1].is_modal:
            move = game(app).legal()[0]
            table = app.screen
            table.turn(_made(table.play, move))
            await pilot.pause()
        await pilot.press("R")
        await pilot.press("d")
    lines = history(store.player(LOCAL, NOW), Wanted())
    assert [(line.ending, line.again) for line in lines] == [(Ending.PLAYING, True), (Ending.WON, False)]


def _made(play, move):
    from carpets.tui import session

    return session.make(play, move)


def _won(game):
    while game.legal():
        game = game.play(game.legal()[0])
    return game.outcome.value == "won"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 60)])
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_the_records_are_leafed_through_and_a_past_game_is_opened(store, size, language):
    keeper = Keeper(store.player(LOCAL, NOW), Clock(), lambda: NOW)
    seat = Seat(fresh=lambda rules: (Game.numbered(rules, 555555), False), keeper=keeper, language=language)
    app = CarpetsApp(Request(rules=CARPET, number=DealNumber(7, ms=True)), seat)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("d", "d", "S")
        await pilot.pause()
        seen = []
        for _ in range(4):
            told = app.screen.query_one("#told")
            seen.append(str(told.render()))
            assert max(len(line) for line in seen[-1].splitlines()) <= max(size[0] * 3, 80)
            await pilot.press("right")
            await pilot.pause()
        assert len(set(seen)) >= 3
        await pilot.press("right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ViewerScreen)
        assert len(app.screen.play.game.moves) == 2


async def test_the_deal_of_the_day_is_played_from_the_table_and_kept_apart(store):
    async with sitting(store, Request(rules=CARPET, number=DealNumber(7, ms=True))) as (app, pilot):
        await pilot.press("d", "D")
        await pilot.pause()
        assert str(game(app).deal.number) == "603634193"
        await pilot.press("d", "d", "y")
    lines = history(store.player(LOCAL, NOW), Wanted())
    assert sorted((line.choice.value, line.moves, line.ending.value) for line in lines) == [
        ("daily", 2, "playing"), ("free", 1, "playing"),
    ]  # fmt: skip


async def test_what_nobody_knows_of_a_day_is_said_until_the_first_move(store):
    jungle = VARIANTS["jungle"]
    keeper = Keeper(store.player(LOCAL, NOW), Clock(), lambda: NOW)
    dealt = keeper.lay_day(jungle, NOW.date())
    assert keeper.uncertain
    keeper.keep(dealt.play(next(iter(dealt.legal()))))
    assert not keeper.uncertain
    keeper.lay_day(CARPET, NOW.date())
    assert not keeper.uncertain
