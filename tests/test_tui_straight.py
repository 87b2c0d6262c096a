"""The straight way of the table to the terminal and back: always the screen that Textual would show by itself."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pyte
import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.hosting.parlour import HostedCarpets
from carpets.paint.palettes import Depth
from carpets.replay import read_game
from carpets.tui import pointing, session
from carpets.tui.board_screen import BoardScreen
from carpets.tui.request import Request, Seat
from carpets.tui.table_screen import TableScreen
from piloting import LIMIT
from sshing import plain
from terminal import PROGRAM, Emulator, Terminal

SIZE = (100, 30)
MOVES = ["\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B", "\t", "\x1b[Z", "\x1b[H", "\x1b[F", " ", "\r", "u", "r", "x", "d", "p"]
MORE = ["c", "R", "X", "L", "\x1b", "7", "h", "s", "\x0c", "U", "Q", "у", "к"]
OPENING = ["?", "\x10", "n", "g", "b"]
CHOSEN = ["\r", "\x1b", "\x1b", "re", "\x1b[B", "y"]


class Far:
    """The other end of a connection: an emulator that shows what the app sends. ``frames`` are its writes."""

    encoding = "utf-8"

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.screen = Emulator(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.driver = None
        self.frames: list[bytes] = []
        self.last = time.monotonic()

    def write(self, data: bytes) -> None:
        self.frames.append(data)
        self.last = time.monotonic()
        self.stream.feed(plain(data))

    def unread(self) -> bool:
        return False

    def hangup(self, reason: str) -> None:
        raise AssertionError(reason)

    def attach(self, driver) -> None:
        self.driver = driver

    def answered(self, seconds: float) -> None:
        pass

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)
        self.driver.resize(width, height)


@asynccontextmanager
async def visiting(game: Game, *, straight: bool, **seat) -> AsyncIterator[tuple[HostedCarpets, Far]]:
    """A table at the other end of a connection; without ``straight`` all goes out as Textual makes it."""
    far = Far(SIZE)
    seat = Seat(fresh=lambda rules: (Game.numbered(rules, 555555), False), **seat)
    app = HostedCarpets(Request(game=game), seat, link=far, depth=Depth.TRUE)
    if not straight:
        app.shown = None
    stay = asyncio.create_task(app.stay(SIZE))
    try:
        yield app, far
    finally:
        app.leave()
        await asyncio.wait_for(stay, LIMIT)
    assert app.crash is None


def resting(app: HostedCarpets, far: Far) -> bool:
    """Whether nothing is under way in the app."""
    screen = app.screen
    pumps = [app, screen, *screen.query("*")]
    moving = isinstance(screen, BoardScreen) and (screen._coming or not screen.board.painting.rows)
    thinking = any(isinstance(one, TableScreen) and one._thought is not None for one in app.screen_stack)
    return (
        far.driver is not None
        and not any(pump._message_queue.values or pump._next_callbacks for pump in pumps)
        and not (screen._dirty_widgets or screen._layout_required or screen._repaint_required)
        and not (moving or thinking or any(not worker.is_finished for worker in app.workers))
        and time.monotonic() - far.last > 0.03
    )


async def settled(*ends: tuple[HostedCarpets, Far]) -> None:
    """Waits until all are at rest and at the same time of their own clocks: a line from the host goes by itself."""
    end, calm = time.monotonic() + LIMIT, 0
    while calm < 3:
        assert time.monotonic() < end, "never at rest"
        await asyncio.sleep(0.008)
        alike = len({len(app.screen.query("Toast")) for app, _ in ends}) == 1
        calm = calm + 1 if alike and all(resting(*one) for one in ends) else 0


def seen(screen: pyte.Screen) -> list[list[object]]:
    """Every cell as an eye sees it: on a blank only the ground and what is drawn over it."""
    rows = []
    for y in range(screen.lines):
        row = [screen.buffer[y][x] for x in range(screen.columns)]
        rows.append([
            cell._replace(fg="", bold=False) if cell.data == " " and not cell.reverse and not cell.underscore else cell
            for cell in row
        ])  # fmt: skip
    return rows


def same(one: pyte.Screen, other: pyte.Screen) -> None:
    for y, (left, right) in enumerate(zip(seen(one), seen(other), strict=True)):
        differ = [(x, a, b) for x, (a, b) in enumerate(zip(left, right, strict=True)) if a != b]
        assert not differ, (y, differ[:3], "\n".join(one.display), "\n".join(other.display))


Step = Callable[[HostedCarpets, Far], None]


def typed(keys: str) -> Step:
    return lambda app, far: far.driver.feed(keys.encode())


def apart(*keys: str) -> Step:
    """Keys in packets of their own, one on the heels of the other."""

    def step(app: HostedCarpets, far: Far) -> None:
        for key in keys:
            far.driver.feed(key.encode())

    return step


def resized(width: int, height: int, keys: str) -> Step:
    """Another size, and keys before it is drawn: such as mean the same at every size."""

    def step(app: HostedCarpets, far: Far) -> None:
        far.resize(width, height)
        far.driver.feed(keys.encode())

    return step


def warned(app: HostedCarpets, far: Far) -> None:
    """A line from the host over the table."""
    app.warn("The host is closing.", 0.3)


def beneath(app: HostedCarpets, far: Far) -> None:
    """The table changes by itself, whatever lies over it."""
    table = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
    far.driver.in_app(lambda: table.turn(session.redo(session.undo(table.play))))
    far.driver.in_app(lambda: table.turn(pointing.next_playable(table.play)))


def steps(chance: random.Random, count: int) -> list[Step]:
    """Keys, bursts of keys, clicks, and now and then another size or something over the table."""
    made: list[Step] = []
    while len(made) < count:
        match chance.random():
            case n if n < 0.5:
                made.append(typed(chance.choice(MOVES)))
            case n if n < 0.6:
                made.append(typed(chance.choice(MORE)))
            case n if n < 0.7:
                made.append(typed("".join(chance.choices(MOVES, k=chance.randint(2, 5)))))
                made.append(apart(chance.choice(MOVES), chance.choice(OPENING), *chance.choices(MOVES[:8], k=2)))
                made += [typed("\x1b"), typed("\x1b")]
            case n if n < 0.8:
                x, y, button = chance.randrange(60), chance.randrange(1, 22), chance.choice("002")
                made.append(typed(f"\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m"))
            case n if n < 0.86:
                made.append(resized(*chance.choice(((80, 24), (100, 30), (61, 22), (40, 30))), chance.choice("urd")))
            case n if n < 0.92:
                made += [warned, typed(chance.choice(MOVES)), beneath]
            case _:
                made += [typed(chance.choice(OPENING)), beneath, *map(typed, chance.choices(CHOSEN, k=2))]
                made += [typed("\x1b"), typed("\x1b")]
    return made


GAMES = {name: Path(__file__).parent / "data" / "games" / f"{name}.txt" for name in ("kovrik-48216", "carpet-7")}


@pytest.mark.parametrize("motion", [False, True], ids=["still", "gliding"])
@pytest.mark.parametrize("name", GAMES)
async def test_the_straight_way_shows_what_textual_shows(name: str, motion: bool) -> None:
    game = read_game(GAMES[name].read_text()).game.at(3)
    options = {"motion": motion, "clock": True, "can_save": False}
    async with visiting(game, straight=True, **options) as ours, visiting(game, straight=False, **options) as plainly:
        await settled(ours, plainly)
        for step in steps(random.Random(f"{name} {motion}"), 24):
            for one in (ours, plainly):
                step(*one)
            await settled(ours, plainly)
            same(ours[1].screen, plainly[1].screen)


async def test_a_step_is_a_frame_at_once_and_a_burst_is_not_a_frame_a_step() -> None:
    async with visiting(Game.numbered(VARIANTS["kovrik"], 48213), straight=True) as (app, far):
        await settled((app, far))
        before = len(far.frames)
        far.driver.feed(b"\x1b[C")
        assert len(far.frames) == before + 1
        await settled((app, far))
        assert len(far.frames) == before + 1
        far.driver.feed(b"\x1b[C" * 20)
        await settled((app, far))
        assert before + 2 <= len(far.frames) < before + 20


async def test_a_step_waits_behind_what_came_before_it() -> None:
    """The keys after a card was played, or help was asked for, mean what they mean in Textual's own order."""
    ends = []
    for straight in (True, False):
        async with visiting(Game.numbered(VARIANTS["kovrik"], 48213), straight=straight) as (app, far):
            await settled((app, far))
            table = app.screen
            apart("\x1b[H", "\t", " ", "\x1b[B", "?", "\x1b[C", "\x1b[C")(app, far)
            await settled((app, far))
            ends.append((table.play.cursor, table.play.game.cursor, app.screen is table))
    assert ends[0] == ends[1]


async def test_keys_of_the_player_and_of_the_program_keep_their_meaning() -> None:
    """What the program has for itself is not taken by the table, even where the player gave the key to a step."""
    async with visiting(Game.numbered(VARIANTS["kovrik"], 48213), straight=True, chosen={"left": "ctrl+q"}) as ends:
        await settled(ends)
        ends[1].driver.feed(b"\x11")
        end = time.monotonic() + LIMIT
        while ends[0].is_running and time.monotonic() < end:
            await asyncio.sleep(0.01)
        assert not ends[0].is_running


@pytest.mark.parametrize("variant", ["kovrik", "carpet"])
def test_drawing_the_screen_again_changes_nothing_on_a_real_terminal(home: Path, variant: str) -> None:
    """What went straight is what Textual sends when all is to be sent again."""
    home.mkdir()
    (home / "settings.toml").write_text("clock = false\nanimation = false\n")
    chance = random.Random(variant)
    with Terminal((*PROGRAM, "play", "--variant", variant, "--seed", "7")) as terminal:
        terminal.wait_for_mouse()
        terminal.read(0.3)
        for _ in range(6):
            for _ in range(6):
                terminal.press(chance.choice(MOVES))
                terminal.read(0.05)
            known = len(WHOLE.findall(terminal.sent))
            terminal.press("\x0c")
            end = time.monotonic() + terminal.limit
            while len(WHOLE.findall(terminal.sent)) == known:
                assert time.monotonic() < end
                terminal.read(0.1)
            *_, whole = WHOLE.finditer(terminal.sent)
            before = Emulator(80, 24)
            pyte.ByteStream(before).feed(terminal.sent[: whole.start()])
            same(terminal.screen, before)


WHOLE = re.compile(rb"\x1b\[1;1H\x1b\[[0-9;]+m")
"""How a whole screen begins: with the first cell, which no step changes."""
