"""The lamp, the way back from a lost position, and hints that are followed: judged on the app's own game."""

import os
import random
import subprocess
import sys
import threading
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from queue import Queue
from types import SimpleNamespace

import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.replay import read_game
from carpets.rules import Outcome
from carpets.settings import Settings
from carpets.solver import Lost, Solved, solve
from carpets.solver.hints import Hopeless
from carpets.solver.lamp import Lamp, Light, carried, lamps
from carpets.solver.odds import by_rule
from carpets.solver.review import WayBack, way_back
from carpets.store import FILE, LOCAL, Ending, open_store
from carpets.store.feats import earned
from carpets.store.history import Wanted, history
from carpets.tui import notes, saying, session, thinking
from carpets.tui.app import CarpetsApp
from carpets.tui.keeping import Keeper
from carpets.tui.request import Request, Seat
from carpets.tui.table_screen import TableScreen
from carpets.value import replace
from piloting import LIMIT, until

DATA = Path(__file__).parent / "data" / "games"
NOW = datetime(2026, 11, 30, tzinfo=UTC)
LIT = Settings(lamp=True)


def won(name: str) -> Game:
    return read_game((DATA / name).read_text()).game


def thrown_away(after: int = 3) -> Game:
    """A game lost by one wrong move, and played on for some moves more."""
    game = won("kovrik-48216.txt")
    for at in range(60, 0, -1):
        for move in game.at(at).legal():
            lost = game.at(at).play(move)
            if not isinstance(solve(game.rules, lost.state, budget=200_000), Lost):
                continue
            rng = random.Random(1)
            while lost.legal() and lost.cursor < at + after:
                lost = lost.play(rng.choice(lost.legal()))
            if lost.cursor == at + after and lost.outcome is Outcome.PLAYING:
                return lost
    raise AssertionError("no losing move")


@asynccontextmanager
async def opened(game: Game, size=(80, 24), **seat):
    app = CarpetsApp(Request(game=game), Seat(**seat))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


@pytest.fixture
def keeper(tmp_path):
    store = open_store(tmp_path / FILE)
    yield Keeper(store.player(LOCAL, NOW), lambda: 0.0, lambda: NOW)
    store.close()


def table(app) -> TableScreen:
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, TableScreen))


def text(app) -> str:
    return "\n".join("".join(run for run, _ in row) for row in table(app).board.painting.rows)


async def told(pilot, app, *words: str) -> None:
    """Waits until the table shows the words."""
    try:
        await until(pilot, lambda: all(word in text(app) for word in words))
    except AssertionError:
        raise AssertionError(f"{words} not in\n{text(app)}") from None


# ---------------------------------------------------------------- the lamp itself


def test_the_lamp_says_winnable_and_lost_of_what_is_and_its_line_wins():
    game, lost = won("kovrik-48216.txt"), thrown_away()
    *_, lamp = lamps(game.rules, game.states[20])
    assert lamp.light is Light.WINNABLE
    on = game.at(20)
    for move in lamp.line:
        on = on.play(move)
    assert on.outcome is Outcome.WON
    *_, lamp = lamps(lost.rules, lost.state)
    assert lamp.light is Light.LOST


@pytest.mark.parametrize("name", ["carpet", "carpet-indian", "carpet-auto", "carpet-stock"])
def test_the_lamp_of_a_hidden_stock_depends_on_no_card_of_it(name):
    rng = random.Random(2)
    game = Game.numbered(VARIANTS[name], 90_000)
    for _ in range(6):
        if not game.legal():
            break
        state = game.state
        other = replace(state, stock=tuple(rng.sample(state.stock, len(state.stock))))
        assert list(lamps(game.rules, state)) == list(lamps(game.rules, other))
        assert {lamp.light for lamp in lamps(game.rules, state)} <= {Light.CHANCE, Light.WINNABLE}
        game = game.play(rng.choice(game.legal()))


def test_a_win_that_needs_no_luck_is_told_although_the_stock_is_hidden():
    rules, sure = VARIANTS["carpet"], 0
    for number in range(100_000, 100_030):
        game = Game.numbered(rules, number)
        while game.outcome is Outcome.PLAYING and game.state.stock:
            state = game.state
            if state.cells.count(None) >= len(state.stock + state.waste):
                assert _light(game) is Light.WINNABLE
                stock = random.Random(number).sample(state.stock, len(state.stock))
                assert isinstance(solve(rules, replace(state, stock=tuple(stock))), Solved)
                sure += 1
            game = game.play(by_rule(rules, state))
    assert sure > 10


def _light(game: Game) -> Light:
    *_, lamp = lamps(game.rules, game.state)
    return lamp.light


def test_an_open_table_of_carpet_is_proved():
    game = won("carpet-7.txt")
    at = next(at for at, state in enumerate(game.states) if not state.stock)
    assert _light(game.at(at)) is Light.WINNABLE


def test_only_a_redeal_can_help_is_a_light_of_its_own():
    game = Game.numbered(VARIANTS["kovrik-shuffles"], 100_000)
    rng = random.Random(1)
    while moves := [move for move in game.legal() if type(move).__name__ != "Redeal"]:
        game = game.play(rng.choice(moves))
    assert game.outcome is Outcome.PLAYING
    assert _light(game.undo()) in (Light.REDEAL, Light.WINNABLE)
    assert _light(game) is Light.REDEAL


def test_what_a_lamp_proves_goes_with_the_game_where_it_must_and_nowhere_else():
    game = won("kovrik-48216.txt")
    lamp = Lamp(Light.WINNABLE, game.moves[20:])
    here = game.at(20)
    assert carried(here, lamp, game.at(22)) == Lamp(Light.WINNABLE, game.moves[22:])
    assert carried(here, lamp, game.at(15)) == Lamp(Light.WINNABLE, game.moves[15:])
    other = next(move for move in here.legal() if move != game.moves[20])
    assert carried(here, lamp, here.play(other)) is None
    lost = thrown_away(4)
    assert carried(lost.at(lost.cursor - 2), Lamp(Light.LOST), lost) == Lamp(Light.LOST)
    assert carried(lost, Lamp(Light.LOST), lost.undo()) is None
    carpet = won("carpet-7.txt")
    at = next(at for at, state in enumerate(carpet.states) if not state.stock)
    assert carried(carpet.at(at), Lamp(Light.WINNABLE, carpet.moves[at:]), carpet.at(at - 1)) is None


# ---------------------------------------------------------------- on the table


@pytest.mark.parametrize(
    ("language", "winnable", "lost"), [("en", "+ winnable", "x lost"), ("ru", "+ ещё сойдётся", "x не сойдётся")]
)
@pytest.mark.parametrize("size", [(80, 24), (40, 60), (40, 24)])
async def test_the_lamp_stands_beside_the_counter_in_words(language, winnable, lost, size):
    game = thrown_away()
    last = next(at for at in range(game.cursor, 0, -1) if isinstance(solve(game.rules, game.states[at]), Solved))
    async with opened(game, size, settings=LIT, language=language) as (app, pilot):
        await told(pilot, app, lost, f"{game.table.done}/52")
        for _ in range(game.cursor - last):
            await pilot.press("u")
        await told(pilot, app, winnable)
        await pilot.press("r")
        await told(pilot, app, lost)


async def test_there_is_no_lamp_as_it_comes_and_it_is_lit_and_put_out_in_the_settings():
    async with opened(won("kovrik-48216.txt").at(20)) as (app, pilot):
        assert "winnable" not in text(app)
        app.use_settings(LIT)
        await pilot.press("s")
        await pilot.pause()
        rows = app.screen.query_one("#settings")
        rows.highlighted = rows.get_option_index("lamp")
        await pilot.pause()
        assert "counts as a hint" in str(app.screen.query_one("#more").render())
        await pilot.press("escape")
        await told(pilot, app, "+ winnable")
        app.use_settings(Settings())
        assert "winnable" not in text(app)


async def test_a_move_stops_what_was_thought_before_and_a_late_answer_lights_nothing():
    game = won("kovrik-48216.txt").at(20)
    async with opened(game, settings=LIT) as (app, pilot):
        screen = table(app)
        await told(pilot, app, "+ winnable")
        screen.on_lit(thinking.Lit(game.undo(), Lamp(Light.LOST)))
        assert screen.play.lamp.light is Light.WINNABLE
        other = next(move for move in game.legal() if move != screen.play.lamp.line[0])
        screen.turn(session.make(screen.play, other))
        first = screen._thought
        assert screen.play.lamp.light is Light.THINKING
        screen.turn(session.undo(screen.play))
        assert first._cancel.is_set


async def test_a_lamp_is_help_and_a_win_under_it_is_not_without_a_hint(keeper):
    game = won("carpet-7.txt")
    for settings, own_head in ((LIT, 0), (Settings(), 1)):
        fresh = Game.numbered(game.rules, str(7 if settings is LIT else 11))
        if settings is not LIT:
            verdict = solve(fresh.rules, fresh.state)
            assert isinstance(verdict, Solved)
            moves = verdict.moves
        else:
            moves = game.moves
        async with opened(fresh, settings=settings, keeper=keeper) as (app, pilot):
            if settings.lamp:
                await told(pilot, app, "% chance")
            for move in moves:
                table(app).turn(session.make(table(app).play, move))
            await pilot.pause()
            assert table(app).play.game.outcome is Outcome.WON
        assert [row.have for row in earned(keeper.memory) if row.achievement.name == "no-hint"] == [own_head]
        keeper.pause()


def test_a_chance_is_never_told_as_certain():
    play = session.begin(won("carpet-7.txt").at(0))
    words = Seat().words
    assert saying.lamp(replace(play, lamp=Lamp(Light.CHANCE, chance=1.0)), words)[1] == "~99% chance"
    assert saying.lamp(replace(play, lamp=Lamp(Light.CHANCE, chance=0.0)), words)[1] == "~1% chance"


# ---------------------------------------------------------------- the way back


def test_the_way_back_leads_to_the_last_position_that_can_be_won():
    game = thrown_away()
    way = way_back(game)
    assert way.lost
    assert not way.dealt
    assert isinstance(solve(game.rules, game.states[way.at]), Solved)
    assert isinstance(solve(game.rules, game.states[way.at + 1]), Lost)
    on = game.at(way.at)
    for move in way.line:
        on = on.play(move)
    assert on.outcome is Outcome.WON


def test_a_deal_that_was_lost_from_the_start_has_no_way_back():
    game = Game.numbered(VARIANTS["kovrik-36"], 100_000)
    number = 100_000
    while not isinstance(solve(game.rules, game.state), Lost):
        number += 1
        game = Game.numbered(game.rules, number)
    game = game.play(game.legal()[0])
    way = way_back(game)
    assert (way.at, way.lost, way.dealt) == (None, True, True)


@pytest.mark.parametrize("key", ["U", "Г"])
@pytest.mark.parametrize(
    ("language", "size", "said"),
    [("en", (80, 24), "Lost: U goes"), ("en", (40, 60), "Lost: U goes"), ("ru", (40, 60), "Уже не сойдётся: U")],
)
async def test_a_hint_that_proves_the_game_lost_offers_the_way_back(key, language, size, said):
    game = thrown_away()
    back = game.cursor - way_back(game).at
    async with opened(game, size, language=language) as (app, pilot):
        assert "rescue" not in table(app).board.painting.buttons
        await pilot.press("h")
        await told(pilot, app, said, str(back))
        assert "rescue" in table(app).board.painting.buttons
        await pilot.press(key)
        assert table(app).play.game.cursor == game.cursor - back
        assert table(app).play.game.moves == game.moves
        assert str(back) in text(app)
        await pilot.press("h")  # the line that wins from here is known: no search
        await until(pilot, lambda: isinstance(table(app).play.note, notes.Advised))
        await told(pilot, app, "1" if language == "ru" else "this wins")


async def test_the_way_back_is_asked_for_where_only_the_lamp_has_told_of_the_loss():
    game = thrown_away()
    async with opened(game, settings=LIT) as (app, pilot):
        await told(pilot, app, "x lost", "U to a win")
        await pilot.press("U")
        await told(pilot, app, "Lost: U goes")
        await pilot.press("U")
        assert isinstance(solve(game.rules, table(app).play.game.state), Solved)


async def test_nothing_is_rescued_that_is_not_known_to_be_lost():
    async with opened(won("kovrik-48216.txt").at(20)) as (app, pilot):
        await pilot.press("U")
        assert table(app).play.game.cursor == 20
        assert "not known to be lost" in text(app)


async def test_a_deal_lost_from_the_start_is_said_to_be_when_the_way_back_is_asked_for():
    async with opened(Game.numbered(VARIANTS["kovrik-36"], 100_000)) as (app, pilot):
        lost = session.advised(table(app).play, Hopeless(), more=False, way=WayBack(None, lost=True, dealt=True))
        table(app).turn(lost)
        await pilot.press("right")
        assert "could not be won" not in text(app)
        await pilot.press("U")
        assert "could not be won from the start" in text(app)


async def test_hints_followed_to_the_end_win_without_another_search(monkeypatch):
    from carpets.solver import hints

    game = won("kovrik-48216.txt")
    async with opened(game.at(len(game.moves) - 20)) as (app, pilot):
        await pilot.press("h")
        await told(pilot, app, "this wins")
        searched = []
        monkeypatch.setattr(hints, "solve", lambda *a, **b: searched.append(a) or solve(*a, **b))
        while table(app).play.game.outcome is Outcome.PLAYING:
            move = table(app).play.lamp.line[0]
            table(app).turn(session.make(table(app).play, move))
            if table(app).play.game.outcome is Outcome.PLAYING:
                await pilot.press("h")
                await pilot.pause(0.02)
        assert table(app).play.game.outcome is Outcome.WON
        assert searched == []


async def test_a_game_left_after_it_was_proved_lost_is_a_loss(keeper):
    game = thrown_away()
    start = Game.numbered(game.rules, str(game.deal.number))
    async with opened(start, keeper=keeper) as (app, pilot):
        for move in game.moves:
            table(app).turn(session.make(table(app).play, move))
        await pilot.press("h")
        await told(pilot, app, "Lost: U goes")
        app.deal(game.rules, 500_000)
        await pilot.pause()
        table(app).turn(session.make(table(app).play, table(app).play.game.legal()[0]))
    keeper.pause()
    assert [line.ending for line in history(keeper.memory, Wanted())] == [Ending.PLAYING, Ending.LOST]


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a niceness of their own on Linux alone")
def test_after_its_first_answer_a_search_leaves_the_processor_to_the_screen() -> None:
    told: Queue[int] = Queue()
    pump = SimpleNamespace(post_message=told.put)
    niceness = (os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) for _ in range(2))
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    thinking.Thought(pump, LIMIT, lambda cancel: niceness)
    assert told.get(timeout=LIMIT) == own
    assert told.get(timeout=LIMIT) == max(own, thinking.NICENESS)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a niceness of their own on Linux alone")
def test_a_program_that_stands_back_already_is_not_pushed_forward() -> None:
    code = (
        "import os, threading\n"
        "from carpets.tui import thinking\n"
        "thinking.stand_back()\n"
        "print(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))"
    )
    more = thinking.NICENESS + 5
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, preexec_fn=lambda: os.setpriority(0, 0, more)
    )
    assert (done.stdout, done.stderr) == (f"{more}\n", "")
