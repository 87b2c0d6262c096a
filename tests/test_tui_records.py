"""The screen of records and the viewer: games are narrowed down, looked through, played like a film and written out."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.replay import read_game
from carpets.store import FILE, LOCAL, Ending, open_store
from carpets.store.history import Wanted, history
from carpets.tui.app import CarpetsApp
from carpets.tui.keeping import Keeper
from carpets.tui.local import write_new
from carpets.tui.past import Listed
from carpets.tui.records_screen import RecordsScreen
from carpets.tui.request import Request, Seat
from carpets.tui.table_screen import TableScreen
from carpets.tui.viewer import SPEEDS, ViewerScreen
from carpets.words import LANGUAGES, Words
from piloting import until

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
CARPET = VARIANTS["carpet"]
WON = read_game((Path(__file__).parent / "data" / "games" / "carpet-7.txt").read_text()).game


@pytest.fixture
def store(tmp_path):
    """A won Carpet, one given up 40 days ago, one unfinished Kovrik."""
    opened = open_store(tmp_path / "home" / FILE)
    now, seconds = [NOW - timedelta(40)], [0.0]
    keeper = Keeper(opened.player(LOCAL, now[0]), lambda: seconds[0], lambda: now[0])

    def play(game, moves):
        game = Game.begin(game.rules, game.deal)
        keeper.keep(game)
        for move in moves:
            seconds[0] += 1.0
            game = game.play(move)
            keeper.keep(game)
        keeper.pause()

    played = Game.numbered(CARPET, 48213)
    play(played, played.legal()[:1])
    now[0] = NOW
    play(WON, WON.moves)
    kovrik = Game.numbered(VARIANTS["kovrik"], 48213)
    play(kovrik, kovrik.legal()[:1])
    yield opened
    opened.close()


@asynccontextmanager
async def records(store, size=(80, 24), **seat):
    keeper = Keeper(store.player(LOCAL, NOW), lambda: 0.0, lambda: NOW)
    app = CarpetsApp(Request(game=Game.numbered(CARPET, 9)), Seat(keeper=keeper, **seat))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("S", "right")
        await pilot.pause()
        yield app, pilot


def rows(app):
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def listed(app):
    games = app.screen.query_one("#games")
    return [str(games.get_option_at_index(at).prompt) for at in range(games.option_count)]


def test_games_are_narrowed_down_by_variant_outcome_and_time(store):
    memory, today = store.player(LOCAL, NOW), NOW.date()
    every = Listed()
    assert len(history(memory, every.wanted(today))) == 3
    assert every.other_outcome().wanted(today) == Wanted(ending=Ending.WON)
    assert [game.deal for game in history(memory, every.other_outcome().wanted(today))] == ["ms7"]
    assert len(history(memory, every.other_period().wanted(today))) == 2
    month = every.other_month(-1, today)
    assert month.wanted(today) == Wanted(since=date(2026, 11, 1), until=date(2026, 11, 30))
    earlier = month.other_month(-1, today)
    assert [game.deal for game in history(memory, earlier.wanted(today))] == ["48213"]
    assert earlier.other_month(1, today) == month
    assert month.other_period() == every


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_a_name(language):
    words, one = Words.of(language), Listed()
    seen = set()
    for _ in range(5):
        seen.add(one.told(words))
        one = one.other_outcome().other_period()
    assert len(seen) == 5
    assert one.told(words) == Listed().told(words)


async def test_the_history_is_narrowed_by_keys_and_by_mouse(store):
    async with records(store) as (app, pilot):
        assert len(listed(app)) == 2
        await pilot.press("o")
        assert len(listed(app)) == 1
        assert "won" in rows(app)[2]
        await pilot.press("v")
        assert "all variants" in rows(app)[2]
        x = rows(app)[2].index("won")
        await pilot.click(offset=(x + 1, 2))
        assert "lost" in rows(app)[2]
        assert "There is no such game yet." in listed(app)[0]
        foot = next(y for y, row in enumerate(rows(app)) if "o outcome" in row)
        await pilot.click(offset=(rows(app)[foot].index("outcome") + 1, foot))
        assert "given up" in rows(app)[2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(40, 60), (80, 24), (120, 40)])
async def test_head_and_foot_of_the_records_fit(store, size, language):
    async with records(store, size, language=language) as (app, pilot):
        words = app.words
        for leaf in range(4):
            await pilot.pause()
            told = rows(app)
            assert all(len(row) == size[0] for row in told)
            assert any(words.text("close") in row for row in told[-3:])
            if leaf == 0:
                shown = [row.rstrip() for row in told if "/52" in row]
                assert len(shown) == 2
            await pilot.press("right")


async def test_a_game_is_written_as_replay_recording_and_picture(store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with records(store, save=write_new) as (app, pilot):
        for steps, name in enumerate(("carpet-ms7.txt", "carpet-ms7.cast", "carpet-ms7.svg")):
            await pilot.press("w", *["down"] * steps, "enter")
            await pilot.pause()
            assert any(name in row for row in rows(app))
    assert read_game((tmp_path / "carpet-ms7.txt").read_text()).game.moves == WON.moves
    assert json.loads((tmp_path / "carpet-ms7.cast").read_text().splitlines()[0])["version"] == 2
    assert (tmp_path / "carpet-ms7.svg").read_text().startswith("<svg")


async def test_a_game_opened_to_be_looked_through_alone_is_written_where_it_is_remembered(store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept = next(kept for n in range(1, 4) if (kept := store.player(LOCAL, NOW).kept(n)).game.moves == WON.moves)
    for remembered in (kept, None):
        app = CarpetsApp(Request(viewed=kept.game.at(0), kept=remembered), Seat(save=write_new))
        async with app.run_test(size=(160, 40)) as pilot:
            await pilot.pause()
            shown = [key for key, _, name in app.screen.chrome().keys if name == "export"]
            assert shown == (["w"] if remembered is not None else [])
            await pilot.press("w", "enter")
            await pilot.pause()
    assert [file.name for file in tmp_path.glob("*.*")] == ["carpet-ms7.txt"]
    assert read_game((tmp_path / "carpet-ms7.txt").read_text()).game.moves == WON.moves


async def test_over_a_connection_no_file_is_offered(store):
    async with records(store, can_save=False) as (app, pilot):
        assert not any("to a file" in row for row in rows(app))
        await pilot.press("w")
        assert isinstance(app.screen, RecordsScreen)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("w")
        assert isinstance(app.screen, ViewerScreen)


async def test_a_game_is_played_like_a_film_until_its_end(store):
    async with records(store) as (app, pilot):
        await pilot.press("enter")
        await pilot.pause()
        viewer = app.screen
        await pilot.press("end", "left", "left", *["plus"] * len(SPEEDS), "space")
        await until(pilot, lambda: not viewer.play.game.can_redo)
        assert viewer.play.game.moves == WON.moves
        await until(pilot, lambda: viewer._film is None)  # nothing ticks while nothing is played
        shown, show = [], viewer.show
        viewer.show = lambda play: (shown.append(play.game.cursor), show(play))
        await pilot.press("space")
        await until(pilot, lambda: shown)
        assert shown[0] == 1  # from the beginning again
        await pilot.press("space")
        assert viewer._film is None
        at = viewer.play.game.cursor
        await pilot.press("pagedown")
        assert viewer.play.game.cursor == at + 10


async def test_the_viewer_leads_back_to_the_list_and_on_to_the_table(store):
    async with records(store) as (app, pilot):
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, RecordsScreen)
        assert len(listed(app)) == 2
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("right", "right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.game.moves == WON.moves[:2]
        assert not any(isinstance(screen, RecordsScreen) for screen in app.screen_stack)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(40, 24), (60, 20), (80, 24), (120, 40)])
async def test_no_game_of_the_history_is_cut_or_broken_by_the_edge_of_the_screen(store, size, language):
    async with records(store, size, language=language) as (app, pilot):
        await pilot.press("v")
        if not app.screen.every:
            await pilot.press("v")
        await pilot.pause()
        games = app.screen.query_one("#games")
        told = [str(option.prompt) for option in games.options]
        assert len(told) == 3
        words = Words.of(language)
        for lines in told:
            assert all(len(line) <= games.scrollable_content_region.width for line in lines.split("\n"))
            assert any(words.variant(VARIANTS[name]) in lines for name in ("carpet", "kovrik"))
            assert "…" not in lines
            assert "48213" in lines or "7" in lines
