"""Playing in a browser, by the page's own websocket: what it is served, who may open one, coming back."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pyte
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.hosting.browser import BadHello, Hello, accepted, listen_web, read_hello, read_place
from carpets.hosting.doors import Boards, Home, Nonsense, Play, Resume, Watch, Who
from carpets.hosting.house import House
from carpets.hosting.limits import KEYS, KEYS_AT_ONCE, Limits
from carpets.hosting.parlour import Parlour
from carpets.moves import Draw
from carpets.shuffle import read_number
from carpets.store import open_store
from sshing import LIMIT, OpenSSH, Screened, board, hosting, plain, settled, until
from terminal import cards, cards_of


@pytest.fixture
async def house(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[House]:
    """A house open to ssh on ``house.port`` and to browsers on ``house.web``."""
    store = open_store(tmp_path / "games.sqlite3")
    made = House(Parlour(store), getattr(request, "param", Limits(sweep=0.05)))
    async with hosting(made, tmp_path) as port:
        page = await listen_web(made, "127.0.0.1", 0)
        made.port, made.web = port, page.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
        yield made
        await made.close(2)
        page.close()
    store.close()


class Tab(Screened):
    """What the page does, with a screen of its own."""

    def __init__(self, line: ClientConnection, size: tuple[int, int]) -> None:
        self.line = line
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.bytes = 0
        self.told: dict[str, str] = {}
        self.closed = False
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(
        cls, port: int, place: str = "/", size: tuple[int, int] = (80, 24), language: str = "en", **more: Any
    ) -> Tab:
        tab = cls(await connect(f"ws://127.0.0.1:{port}/ws", origin=f"http://127.0.0.1:{port}"), size)  # type: ignore[arg-type]
        await tab.line.send(json.dumps({"size": size, "place": place, "language": language} | more))
        return tab

    async def _read(self) -> None:
        try:
            async for message in self.line:
                if isinstance(message, bytes):
                    self.bytes += len(message)
                    self._stream.feed(plain(message))
                else:
                    self.told |= json.loads(message)
        except ConnectionClosed:
            pass
        self.closed = True

    async def press(self, keys: str) -> None:
        await self.line.send(keys.encode())


async def asked(port: int, path: str, **headers: str) -> tuple[int, str, Any]:
    """The status, the text and the headers of what a path is answered with."""

    def ask() -> tuple[int, str, Any]:
        try:
            with urllib.request.urlopen(
                urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers), timeout=10
            ) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers

    return await asyncio.to_thread(ask)


# ---------------------------------------------------------------- the page


async def test_the_page_speaks_the_browsers_language_and_needs_no_other_host(house: House) -> None:
    status, text, headers = await asked(house.web, "/carpet?seed=7", **{"Accept-Language": "ru-RU,ru;q=0.9,en;q=0.8"})
    assert status == 200
    assert 'lang="ru"' in text
    assert "Связь прервалась" in text
    assert "://" not in text
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    _, text, _ = await asked(house.web, "/?lang=en", **{"Accept-Language": "ru"})
    assert 'lang="en"' in text
    for name in ("page.js", "page.css", "xterm.mjs", "xterm.css", "addon-fit.mjs", "addon-webgl.mjs"):
        status, text, headers = await asked(house.web, f"/static/{name}")
        assert (status, bool(text)) == (200, True), name
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/static/ORIGIN.md", "/static/../pages.py", "/static/", "/sh", "/stats", "/nick/Vera"]
)
async def test_nothing_else_is_served(house: House, path: str) -> None:
    status, text, _ = await asked(house.web, path)
    assert (status, text) == (404, "404 Not Found\n")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ru", "ru"),
        ("de,ru;q=0.5", "ru"),
        ("en;q=0.5, ru;q=0.4", "en"),
        ("ru;q=x", "ru"),
        (",;=" * 100, "en"),
    ],
)
def test_the_language_is_the_one_of_ours_that_is_liked_best(header: str, language: str) -> None:
    assert accepted(header) == language


@pytest.mark.parametrize(
    ("place", "door"),
    [
        ("/", Home()),
        ("/carpet", Play(VARIANTS["carpet"])),
        ("/carpet?seed=7&lang=ru", Play(VARIANTS["carpet"], read_number("7"))),
        ("/kovrik/daily", Play(VARIANTS["kovrik"], daily=True)),
        ("/kovrik-36?open", Play(VARIANTS["kovrik-36"], open=True)),
        ("/watch/%D0%92%D0%B5%D1%80%D0%B0", Watch("Вера")),
        ("/resume/abc", Resume("abc")),
        ("/who", Who()),
        ("/boards/carpet", Boards(VARIANTS["carpet"])),
        ("/help", Nonsense("/help")),
        ("/kovrik?seed=x", Nonsense("/kovrik")),
        ("/../etc", Nonsense("/../etc")),
        ("//", Home()),
        ("/appear", Nonsense("/appear")),
    ],
)
def test_a_path_opens_the_door_it_names(place: str, door: object) -> None:
    assert read_place(place) == door


def test_a_hello_is_read_or_refused() -> None:
    assert read_hello('{"size": [80, 24], "place": "/", "language": "ru"}') == Hello((80, 24), "/", "ru", None)
    for bad in (
        "",
        "[]",
        "{}",
        '{"size": [1], "place": "/", "language": "x"}',
        "[" * 50_000,
        b"\xff",
        '{"size": 1e999}',
    ):
        with pytest.raises(BadHello):
            read_hello(bad)


# ---------------------------------------------------------------- who may open a websocket


async def test_only_our_own_page_may_open_a_websocket(house: House) -> None:
    for origin in (None, "http://evil.example", "null"):
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{house.web}/ws", origin=origin)  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403
    await until(lambda: not house.gate.here and not house.gate.strangers)


@pytest.mark.parametrize("house", [Limits(sweep=0.05, start=1.0, login=1.0)], indirect=True)
async def test_who_says_nothing_or_nonsense_is_sent_away(house: House) -> None:
    address, origin = f"ws://127.0.0.1:{house.web}/ws", f"http://127.0.0.1:{house.web}"
    for said in ("nonsense", None):
        async with connect(address, origin=origin) as line:  # type: ignore[arg-type]
            if said is not None:
                await line.send(said)
            await asyncio.wait_for(line.wait_closed(), LIMIT)
    await until(lambda: not house.gate.here and not house.gate.strangers)


@pytest.mark.parametrize("house", [Limits(sweep=0.05, sessions=1)], indirect=True)
async def test_seats_are_shared_with_ssh(house: House) -> None:
    client = OpenSSH(house.port)
    try:
        await client.shows("CARPETS")
        tab = await Tab.open(house.web)
        await until(lambda: tab.closed)
        assert "Every seat is taken" in tab.text
        assert tab.told["end"] == "full"
    finally:
        client.close()


@pytest.mark.parametrize("house", [Limits(sweep=0.05, per_address=2)], indirect=True)
async def test_one_address_may_take_only_its_share_as_a_proxy_tells_it(house: House) -> None:
    address, origin = f"ws://127.0.0.1:{house.web}/ws", f"http://127.0.0.1:{house.web}"
    lines = [await connect(address, origin=origin) for _ in range(2)]  # type: ignore[arg-type]
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, origin=origin)  # type: ignore[arg-type]
    assert refused.value.response.status_code == 429
    elsewhere = {"X-Forwarded-For": "10.0.0.1, 192.0.2.7"}
    lines.append(await connect(address, origin=origin, additional_headers=elsewhere))  # type: ignore[arg-type]
    assert house.gate.here["192.0.2.7"] == 1
    for line in lines:
        await line.close()
    await until(lambda: not house.gate.here)


# ---------------------------------------------------------------- playing


async def test_a_game_is_played_by_keys_and_clicks_in_russian(house: House) -> None:
    tab = await Tab.open(house.web, "/carpet?seed=7", language="ru")
    await tab.shows("0 ходов")
    await tab.press("d")
    await tab.shows("1 ход")
    await tab.press("в")  # the key of d on a Russian layout
    await tab.shows("2 хода")
    tab.screen.resize(42, 42)
    await tab.line.send("42x42")
    await tab.shows("2 хода")
    await tab.press("\x03")
    await until(lambda: tab.closed)
    assert tab.told["end"] == "left"


async def test_a_reload_comes_back_to_the_very_board_and_so_does_ssh(house: House) -> None:
    turned = Game.numbered(VARIANTS["carpet"], 48216).play(Draw())
    tab = await Tab.open(house.web, "/carpet?seed=48216")
    await tab.shows("0 moves")
    await tab.press("d")
    await tab.shows("1 move")
    seen = await settled(tab, lambda found: found == cards_of(turned))
    again = await Tab.open(house.web, "/carpet?seed=48216", code=tab.told["code"])
    await again.shows("1 move")
    await until(lambda: board(again.text) == seen)
    await until(lambda: tab.closed)  # it had not noticed that it was left
    assert tab.told["end"] == "elsewhere"
    await again.line.close()
    client = OpenSSH(house.port, "resume", again.told["code"])
    try:
        await client.shows("1 move")
        await until(lambda: board(client.text) == seen)
    finally:
        client.close()


@pytest.mark.parametrize(("place", "open_cards"), [("/kovrik", 52), ("/carpet", 24)])
async def test_a_reload_before_the_first_move_brings_the_same_deal_and_so_does_ssh(
    house: House, place: str, open_cards: int
) -> None:
    tab = await Tab.open(house.web, place)
    await tab.shows("0 moves")
    seen = await settled(tab, lambda found: len(found) == open_cards)
    await tab.line.close()
    again = await Tab.open(house.web, place, code=tab.told["code"])
    await until(lambda: board(again.text) == seen)
    first = cards(again.text)
    await again.press("n")  # nothing to confirm: no move was made
    await again.shows("0 moves")
    second = await settled(again, lambda found: len(found) == open_cards and found != first)
    client = OpenSSH(house.port, "resume", again.told["code"])
    try:
        await until(lambda: board(client.text) == second)
        await until(lambda: again.closed)
        assert again.told["end"] == "elsewhere"
    finally:
        client.close()


async def test_a_code_that_opens_nothing_leads_to_what_the_page_names(house: House) -> None:
    for code in ("abc", "x" * 10_000, "2222222222"):
        tab = await Tab.open(house.web, "/carpet?seed=7", code=code)
        await tab.shows("0 moves")
        assert len(tab.told["code"]) == 10
        assert tab.told["code"] != code
        await tab.line.close()


async def test_the_colours_are_true(house: House) -> None:
    line = await connect(f"ws://127.0.0.1:{house.web}/ws", origin=f"http://127.0.0.1:{house.web}")  # type: ignore[arg-type]
    await line.send('{"size": [80, 24], "place": "/carpet?seed=7", "language": "en"}')
    got = b""
    while b"48;2;" not in got:
        message = await asyncio.wait_for(line.recv(), LIMIT)
        got += message if isinstance(message, bytes) else b""
    await line.close()


async def test_a_flood_is_metered_and_another_player_still_plays(house: House) -> None:
    flood = await Tab.open(house.web, "/carpet?seed=1")
    player = await Tab.open(house.web, "/carpet?seed=2")
    await flood.shows("0 moves")
    await player.shows("0 moves")
    drivers = {visit.app._driver for visit in house.visits if visit.app is not None}
    begun = time.monotonic()
    pouring = asyncio.create_task(_pour(flood.line))
    for key in "dudududu":
        await player.press(key)
        await player.shows("1 move" if key == "d" else "0 moves")
        await asyncio.sleep(0.2)
    flooded: Any = max(drivers, key=lambda driver: driver.keys)  # type: ignore[union-attr]
    assert flooded.dropped_keys
    assert flooded.keys - flooded.dropped_keys <= KEYS_AT_ONCE + KEYS * (time.monotonic() - begun + 1)
    pouring.cancel()
    flood.line.transport.abort()
    await player.line.close()


async def _pour(line: ClientConnection) -> None:
    while True:
        await line.send(b"\x1b[C" * 100)
        await line.send("80x24")
        await asyncio.sleep(0.01)


async def test_hostile_messages_end_nobody_elses_game(house: House) -> None:
    tab = await Tab.open(house.web, "/carpet?seed=3")
    await tab.shows("0 moves")
    for message in (b"", b"\xff\xfe", "99999x99999", "0x0", "-1x5", "{}", "", b"\x1b[" + b"9" * 5000, "80x24"):
        await tab.line.send(message)
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.3)
    await tab.press("d")  # ends the sequence
    await tab.press("d")
    await tab.shows("1 move")
    await tab.line.send(b"x" * 200_000)  # more than a message may have
    await until(lambda: tab.closed)
    await until(lambda: not house.visits)
    assert house.crashed == 0


async def test_a_closing_host_says_so(house: House) -> None:
    tab = await Tab.open(house.web, "/kovrik?seed=48216")
    await tab.shows("0 moves")
    await house.close()
    await until(lambda: tab.closed)
    assert tab.told["end"] == "closing"
