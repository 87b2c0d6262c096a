"""The host as an operator runs it: its options, its end, several workers, a worker that is killed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.hosting.keeping import guest
from carpets.hosting.limits import Limits
from carpets.hosting.serving import printable
from carpets.moves import Draw
from carpets.store import open_store
from sshing import LIMIT, OpenSSH, connected, free_port, seated, until
from terminal import cards, cards_of


def carpets(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "carpets", "serve", *words], capture_output=True, text=True, timeout=60, **options
    )


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def serve(port: int, tmp_path: Path) -> Iterator[Any]:
    """Starts a host on ``port`` with its data in ``tmp_path``/data and waits until ``workers`` are open."""
    running = []

    def start(*words: str, workers: int = 1) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "carpets", "serve", "--port", str(port), "--data", str(tmp_path / "data"), *words],
            stdout=subprocess.PIPE, stderr=(tmp_path / "log").open("w"), text=True,
        )  # fmt: skip
        running.append(process)
        assert process.stdout is not None
        for _ in range(1 + workers):
            assert process.stdout.readline(), (tmp_path / "log").read_text()
        return process

    yield start
    for process in running:
        process.terminate()
        process.wait(15)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sessions = 3", "no option “sessions”"),
        ("port = 'x'", "port"),
        ("port = 99999", "no port"),
        ("auth = 'all'", "guest, keys, allow-list"),
        ("max-sessions = 0", "too small"),
        ("arrivals = 0", "too small"),
        ("port = ", "Invalid value"),
    ],
)
def test_a_wrong_option_is_named_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "host.toml"
    file.write_text(text)
    done = carpets("--config", str(file), "--data", str(tmp_path))
    assert done.returncode == 2
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_a_host_lacks_is_said_in_one_line(tmp_path: Path) -> None:
    data, motd, key = tmp_path / "data", tmp_path / "motd", tmp_path / "key"
    motd.write_bytes(b"\xff")
    key.write_text("nonsense")
    key.chmod(0o600)
    for words, told in (
        (["--data", str(motd)], f"{motd} cannot be written: File exists"),
        (["--data", str(data), "--motd", str(motd)], f"{motd} cannot be read: this is not a text file"),
        (["--data", str(data), "--motd", str(data / "x")], f"{data / 'x'} cannot be read: No such file or directory"),
        (["--data", str(data), "--host-key", str(key)], f"{key} holds no private key"),
        (["--data", str(data), "--host", "192.0.2.1"], "cannot listen on 192.0.2.1 port 2222: "),
    ):
        done = carpets(*words)
        assert done.returncode == 2
        assert done.stderr.startswith(told)
        assert len(done.stderr.splitlines()) == 1


def test_no_running_host_is_said_and_not_guessed(tmp_path: Path) -> None:
    done = carpets("--status", "--data", str(tmp_path))
    assert done.returncode == 2
    assert "no host is running" in done.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_port_that_is_taken_is_said_once(tmp_path: Path, workers: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = carpets("--port", str(taken.getsockname()[1]), "--data", str(tmp_path / "data"), "--workers", workers)
    assert done.returncode == 2
    assert "Address already in use" in done.stderr or "address already in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_greeting_cannot_command_the_terminal() -> None:
    motd = "\x1b[1;31mWelcome\x1b[2J\x07\n\u202eto\x1b]2;title\x07 all\x1b(B\x1bc\n\x9b5A"
    assert printable(motd) == "Welcome\nto all\n5A"


async def test_a_host_tells_how_it_is_and_leaves_at_once_when_told(serve: Any, port: int, tmp_path: Path) -> None:
    (tmp_path / "motd").write_text("Be kind.\n")
    (tmp_path / "host.toml").write_text(f'motd = "{tmp_path / "motd"}"\nlang = "ru"\nmax-sessions = 2\n')
    process = serve("--config", str(tmp_path / "host.toml"))
    data = tmp_path / "data"
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "hostkey").stat().st_mode & 0o777 == 0o600
    assert (data / "games.sqlite3").stat().st_mode & 0o077 == 0
    client = OpenSSH(port, "carpet", "--seed", "7", LANG="C")
    try:
        await client.shows("0 ходов")
        assert b"Be kind." in client.raw
        client.press("d")
        await client.shows("1 ход")
        asked = await asyncio.to_thread(carpets, "--status", "--data", str(data))
        told = json.loads(asked.stdout)
        assert told["sessions"] == 1
        assert told["p95_ms"] > 0
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        await client.ended()
        assert await asyncio.to_thread(process.wait, 10) == 0
        assert time.monotonic() - begun < 30
        assert "Сервер закрывается" in client.text
        assert b"\x1b[?1049l" in client.raw
    finally:
        client.close()
    events = [json.loads(line)["event"] for line in (tmp_path / "log").read_text().splitlines()]
    assert events == ["open", "came", "went", "closed"]


async def test_who_finds_no_seat_is_told_so(serve: Any, port: int) -> None:
    serve("--max-sessions", "1")
    first, second = OpenSSH(port), None
    try:
        await first.shows("CARPETS")
        second = OpenSSH(port)
        assert await second.ended() == 1
        assert "Every seat is taken" in second.text
    finally:
        first.close()
        if second is not None:
            second.close()


async def test_after_the_kill_of_a_worker_everybody_finds_the_board_they_saw(
    serve: Any, port: int, tmp_path: Path
) -> None:
    serve("--workers", "2", "--max-per-ip", "50", workers=2)
    seats = []
    for at in range(6):
        seat = await seated(await connected(port), (80, 24), command=f"carpet --seed {at}000000")
        await until(lambda: "0 moves" in seat.text)  # noqa: B023
        for n in range(1, at + 2):
            seat.channel.write(b"d")
            await until(lambda: f"{n} move" in seat.text)  # noqa: B023
        seats.append(seat)
    lines = await asyncio.to_thread(carpets, "--status", "--data", str(tmp_path / "data"))
    for line in lines.stdout.splitlines():
        os.kill(json.loads(line)["pid"], signal.SIGKILL)
    await until(lambda: all(seat.closed for seat in seats))
    for at, seat in enumerate(seats):
        code = re.search(rb"resume ([2-9a-z]{10})", seat.raw)
        assert code is not None
        back = await again(port, f"resume {code[1].decode()}")
        await until(lambda: f"{at + 1} move" in back.text)  # noqa: B023
        await until(lambda: cards(back.text) == cards_of(turned(at, at + 1)))  # noqa: B023
        back.channel.write(b"\x03")
    store = open_store(tmp_path / "data" / "games.sqlite3")
    assert store.door.row("SELECT count(*) FROM players WHERE key LIKE 'guest:%'")[0] == 6
    assert guest("x") == "guest:x"
    store.close()


async def again(port: int, command: str) -> Any:
    """A session, as soon as a worker has been started again."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        try:
            return await seated(await connected(port), (80, 24), command=command)
        except OSError:
            await asyncio.sleep(0.1)
    raise AssertionError("no worker came back")


def turned(at: int, count: int) -> Game:
    """The game of the player of that number after so many cards were turned."""
    game = Game.numbered(VARIANTS["carpet"], at * 1_000_000)
    for _ in range(count):
        game = game.play(Draw())
    return game


async def test_a_worker_is_replaced_under_its_players_hands(serve: Any, port: int, tmp_path: Path) -> None:
    process = serve("--workers", "2", workers=2)
    client = OpenSSH(port, "carpet", "--seed", "7")
    try:
        await client.shows("0 moves")
        process.send_signal(signal.SIGHUP)
        log = tmp_path / "log"
        await until(lambda: log.read_text().count('"open"') == 4)
        client.press("d")
        await client.shows("1 move")
        client.press("\x03")
        assert await client.ended() == 0
        await until(lambda: log.read_text().count('"closed"') == 2)
    finally:
        client.close()


# ---------------------------------------------------------------- several workers are one host


async def players(port: int, count: int, options: str = "", first: int = 0) -> list[Any]:
    """Guests at tables of their own, spread over the workers by the system."""
    seats = []
    for at in range(first, first + count):
        seat = await seated(await connected(port), (80, 24), command=f"carpet --seed {at}000000 {options}")
        await until(lambda: "0 moves" in seat.text)  # noqa: B023
        seats.append(seat)
    return seats


def held(folder: Path) -> list[int]:
    """How many sessions each worker has."""
    return [json.loads(line)["sessions"] for line in carpets("--status", "--data", str(folder)).stdout.splitlines()]


async def answered(port: int, command: str) -> str:
    async with await connected(port) as connection:
        done = await connection.run(command, check=False)
        return str(done.stdout)


async def test_who_and_watch_see_the_tables_of_all_workers(serve: Any, port: int, tmp_path: Path) -> None:
    serve("--workers", "2", "--arrivals", "100", "--max-per-ip", "100", workers=2)
    seats = await players(port, 6, "--open")
    while not all(await asyncio.to_thread(held, tmp_path / "data")):  # six of six are at one worker at times
        assert len(seats) < 40
        seats += await players(port, 1, "--open", first=len(seats))
    told = [line.split(":")[0] for line in (await answered(port, "who")).splitlines()]
    assert len(set(told)) == len(seats)
    watchers = []
    for name in told:
        watcher = await seated(await connected(port), (80, 24), command=f"watch {name}")
        await until(lambda: f"{name} plays." in watcher.text)  # noqa: B023
        watchers.append(watcher)
    for seat in seats:
        seat.channel.write(b"dd")
    for watcher in watchers:
        await until(lambda: "2 moves" in watcher.text)  # noqa: B023
    for seat in seats:
        seat.channel.write(b"u")
    boards = sorted(cards_of(turned(at, 1)) for at in range(len(seats)))
    await until(lambda: sorted(cards(watcher.text) for watcher in watchers) == boards)
    assert all("1 move" in watcher.text for watcher in watchers)
    for seat in seats:
        seat.channel.write(b"\x03")
    for watcher in watchers:
        await until(lambda: "has left the table" in watcher.text)  # noqa: B023


async def test_who_comes_back_to_another_worker_gets_the_game_at_once(serve: Any, port: int, tmp_path: Path) -> None:
    serve("--workers", "2", workers=2)
    for at, seat in enumerate(await players(port, 6)):
        seat.channel.write(b"d")
        await until(lambda: "1 move" in seat.text)  # noqa: B023
        code = re.search(rb"resume ([2-9a-z]{10})", seat.raw)
        assert code is not None
        back = await seated(await connected(port), (80, 24), command=f"resume {code[1].decode()}")
        await until(lambda: cards(back.text) == cards_of(turned(at, 1)) and "1 move" in back.text)  # noqa: B023
        await until(lambda: seat.closed)  # noqa: B023
        assert "another terminal" in seat.text
        back.channel.write(b"\x03")


async def test_what_one_address_and_all_may_take_is_counted_over_all_workers(
    serve: Any, port: int, tmp_path: Path
) -> None:
    serve("--workers", "2", "--max-sessions", "4", "--max-per-ip", "6", "--arrivals", "100", workers=2)
    seats = await players(port, 4)
    for _ in range(3):
        seat = await seated(await let_in_at_last(port), command="kovrik")
        await until(lambda: seat.closed)  # noqa: B023
        assert "Every seat is taken" in seat.text
    idle = [await let_in_at_last(port) for _ in range(2)]
    for _ in range(3):
        with pytest.raises((OSError, asyncssh.Error)):
            await connected(port)
    for line in carpets("--status", "--data", str(tmp_path / "data")).stdout.splitlines():
        os.kill(json.loads(line)["pid"], signal.SIGKILL)  # what it had is free again when there is a new one
    await until(lambda: all(seat.closed for seat in seats))
    assert len(idle) == 2
    log = tmp_path / "log"
    await until(lambda: log.read_text().count('"open"') == 4)
    await players(port, 4)


async def let_in_at_last(port: int) -> asyncssh.SSHClientConnection:
    """A connection, as soon as those that have ended are not counted any more."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        try:
            return await connected(port)
        except (OSError, asyncssh.Error):
            await asyncio.sleep(0.1)
    raise AssertionError("nobody is let in")


def let_in(port: int, count: int) -> list[socket.socket]:
    """Lines that say nothing, those of so many that the host greets."""
    lines = [socket.create_connection(("127.0.0.1", port), LIMIT) for _ in range(count)]
    greeted = []
    for line in lines:
        try:
            if line.recv(4):
                greeted.append(line)
        except ConnectionResetError:
            line.close()
    return greeted


async def helped(port: int) -> int:
    """How a real client fares that asks for help."""
    client = OpenSSH(port, "help")
    try:
        return await client.ended()
    finally:
        client.close()


async def test_how_often_one_address_may_come_is_counted_over_all_workers(
    serve: Any, port: int, tmp_path: Path
) -> None:
    serve("--workers", "2", "--arrivals", "1", "--max-per-ip", "100", workers=2)
    begun = time.monotonic()
    lines = await asyncio.to_thread(let_in, port, 30)
    told = await asyncio.to_thread(carpets, "--status", "--data", str(tmp_path / "data"))
    assert sum(json.loads(line)["logging_in"] for line in told.stdout.splitlines()) == len(lines)
    let = len(lines) + (await helped(port) == 0)
    assert 10 <= let <= 11 + time.monotonic() - begun
    for line in lines:
        line.close()
    await until(lambda: time.monotonic() - begun > let - 9)  # a second for each, after the first ten
    assert await helped(port) == 0


async def test_those_who_have_not_logged_in_are_counted_over_all_workers(serve: Any, port: int) -> None:
    serve("--workers", "2", "--arrivals", "100", "--max-per-ip", "100", workers=2)
    lines = await asyncio.to_thread(let_in, port, 70)
    assert Limits().strangers <= len(lines) <= Limits().strangers + 2  # where both workers let in one at once
    assert await helped(port) == 255
    for line in lines:
        line.close()
    while await helped(port):  # it has still to see that they are gone
        await asyncio.sleep(0.5)
