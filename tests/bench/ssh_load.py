"""How the host bears many players: one line of figures for each number of sessions.

    PYTHONPATH=src python tests/bench/ssh_load.py                       # the whole table, some seven minutes
    PYTHONPATH=src python tests/bench/ssh_load.py 1 25 100 200          # one process
    PYTHONPATH=src python tests/bench/ssh_load.py --workers 2 400
    PYTHONPATH=src python tests/bench/ssh_load.py --processes 1 10      # a process for each player, in a pty

The whole table is one process at 1, 25, 100, 200 and 400, two workers at 400, and 25 processes.

Starts a host of its own with its data in a temporary folder, seats the players four at a time, and lets each move
the cursor every 0.5 to 1 s. A key's time runs from the write to the first byte of its frame. ``ms/key`` is the
host's processor time, the work of a cursor move and its ssh, without what it does when nobody plays; ``MiB`` its
proportional memory a session, both from /proc. The players run here, on the same machine: with few cores they take
their share of it.
"""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import os
import pty
import random
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh

from carpets.hosting.connection import without_fillers

TICK = os.sysconf("SC_CLK_TCK")
RIGHT, LEFT, FIRST = b"\x1b[C", b"\x1b[D", b"\x1b[H"


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            found += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
    return found


def seconds(pid: int) -> float:
    """Processor time of a process and its descendants."""
    total = 0.0
    for one in family(pid):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += (int(fields[11]) + int(fields[12])) / TICK
    return total


def mebibytes(pid: int, kind: str = "Pss") -> float:
    total = 0
    for one in family(pid):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith(kind + ":"))
    return total / 1024


class Player(asyncssh.SSHClientSession[bytes]):
    """Answers ``frame`` with the time of the first byte after it was asked for."""

    def __init__(self) -> None:
        self.waiting: asyncio.Future[float] | None = None
        self.bytes = 0

    def connection_made(self, chan: Any) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.bytes += len(data)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(time.perf_counter())

    def connection_lost(self, exc: Exception | None) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(ConnectionError(str(exc)))

    def press(self, key: bytes) -> None:
        self.channel.write(key)


class Local(Player):
    """The same for a program in a pty of its own."""

    def __init__(self, number: int) -> None:
        super().__init__()
        pid, self.master = pty.fork()
        if pid == 0:
            time.sleep(0.1)  # until the size is set
            os.environ |= {"TERM": "xterm-256color", "CARPETS_HOME": tempfile.mkdtemp()}
            os.execv(sys.executable, [sys.executable, "-m", "carpets", "play", "--seed", str(number)])
        self.pid = pid
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        asyncio.get_running_loop().add_reader(self.master, self._read)

    def _read(self) -> None:
        try:
            self.data_received(os.read(self.master, 65536), None)
        except OSError:
            asyncio.get_running_loop().remove_reader(self.master)

    def press(self, key: bytes) -> None:
        os.write(self.master, key)


async def frame(player: Player, key: bytes | None) -> float:
    """Seconds until something comes, after a key if one is given."""
    player.waiting = asyncio.get_running_loop().create_future()
    begun = time.perf_counter()
    if key is not None:
        player.press(key)
    return await asyncio.wait_for(player.waiting, 30) - begun


OPTIONS: dict[str, Any] = {"username": "guest", "known_hosts": None, "config": None, "client_keys": None}


async def seat(port: int, number: int) -> Player:
    connection = await asyncssh.connect("127.0.0.1", port, agent_path=None, compression_algs=None, **OPTIONS)
    _, player = await connection.create_session(
        Player, f"kovrik --seed {number}", term_type="xterm-256color", term_size=(100, 30), encoding=None
    )
    player.connection = connection
    without_fillers(connection)  # as OpenSSH, which sends none
    return player


async def play(player: Player, until: float, times: list[float], lost: list[str]) -> None:
    """A key every 0.5 to 1 s, there and back again."""
    chance = random.Random(id(player))
    player.press(FIRST)  # where there is room to go right
    await asyncio.sleep(chance.uniform(1, 2))
    key = RIGHT
    while time.perf_counter() < until:
        try:
            times.append(await frame(player, key))
        except (TimeoutError, OSError) as error:
            lost.append(repr(error))
            return
        key = LEFT if key == RIGHT else RIGHT
        await asyncio.sleep(chance.uniform(0.5, 1.0))


def part(values: list[float], share: float) -> float:
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] * 1000 if values else float("nan")


async def measure(label: str, count: int, length: float, pid: int, seat_one: Any) -> None:
    """Seats ``count`` players, lets them play and prints the figures."""
    memory, work, begun = mebibytes(pid), seconds(pid), time.perf_counter()
    room = asyncio.Semaphore(4)
    firsts: list[float] = []

    async def come(number: int) -> Player:
        async with room:
            start = time.perf_counter()
            player: Player = await seat_one(number)
            if not player.bytes:
                await frame(player, None)
            firsts.append(time.perf_counter() - start)
            return player

    players = await asyncio.gather(*(come(100_000 + at) for at in range(count)))
    await asyncio.sleep(2)
    start_work, ramp = (seconds(pid) - work) / count * 1000, time.perf_counter() - begun
    await asyncio.sleep(3)
    taken = (mebibytes(pid) - memory) / count
    work, begun = seconds(pid), time.perf_counter()
    await asyncio.sleep(4)
    idle = (seconds(pid) - work) / (time.perf_counter() - begun)
    times: list[float] = []
    lost: list[str] = []
    work, begun, sent = seconds(pid), time.perf_counter(), sum(player.bytes for player in players)
    await asyncio.gather(*(play(player, begun + length, times, lost) for player in players))
    took = time.perf_counter() - begun
    work, sent = seconds(pid) - work, sum(player.bytes for player in players) - sent
    keys = max(len(times), 1)
    each = max(0.0, work - idle * took) / keys * 1000
    print(
        f"{label:>10} {count:>4} sessions  p50 {part(times, 0.5):6.1f}  p95 {part(times, 0.95):6.1f}"
        f"  p99 {part(times, 0.99):6.1f}  max {max(times, default=0) * 1000:7.1f} ms"
        f"  {each:5.2f} ms/key  {taken:5.2f} MiB  start {start_work:5.1f} ms CPU, first byte "
        f"{part(firsts, 0.5):4.0f} ms  idle {idle * 100:4.1f} %  {keys / took:5.1f} keys/s"
        f"  busy {work / took * 100:5.1f} %  {sent / keys:5.0f} B/key  lost {len(lost)}"
        f"  load {os.getloadavg()[0]:.1f}  ramp {ramp:.0f} s",
        flush=True,
    )
    for player in players:
        match player:
            case Local():
                os.kill(player.pid, signal.SIGKILL)
                os.waitpid(player.pid, 0)
            case _:
                player.connection.abort()  # type: ignore[attr-defined]
    await asyncio.sleep(2)


def host(folder: str, workers: int) -> tuple[subprocess.Popen[str], int]:
    """A host on a free port, in the way an operator starts one; its worker's pid where there is one."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "carpets", "serve", "--port", str(port), "--data", folder, "--lang", "en"]
    command += ["--max-sessions", "1000", "--max-per-ip", "1000", "--workers", str(workers)]
    limits = Path(folder) / "limits.toml"
    limits.write_text("arrivals = 1000\n")
    log = (Path(folder) / "log").open("w")
    process = subprocess.Popen([*command, "--config", str(limits)], stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    for _ in range(1 + workers):
        process.stdout.readline()
    return process, port


TABLE = ((1, 1), (1, 25), (1, 100), (1, 200), (1, 400), (2, 400))
"""Workers and sessions."""
PROCESSES = 25


async def hosted(workers: int, count: int, length: float) -> None:
    """One line, of a host with that many workers."""
    with tempfile.TemporaryDirectory() as folder:
        process, port = host(folder, workers)
        try:
            label = f"{workers} worker" + ("s" if workers > 1 else "")
            await measure(label, count, length, process.pid, lambda number: seat(port, number))
        finally:
            process.terminate()
            process.wait(10)


async def alone(count: int, length: float) -> None:
    """One line, of a process for each player."""

    async def local(number: int) -> Player:
        return Local(number)

    await measure("processes", count, length, os.getpid(), local)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sessions", type=int, nargs="*")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--processes", action="store_true")
    parser.add_argument("--seconds", type=float, default=15)
    chosen = parser.parse_args()
    if not chosen.sessions:
        for workers, count in TABLE:
            await hosted(workers, count, chosen.seconds)
        await alone(PROCESSES, chosen.seconds)
    for count in chosen.sessions:
        await (alone(count, chosen.seconds) if chosen.processes else hosted(chosen.workers, count, chosen.seconds))


if __name__ == "__main__":
    asyncio.run(main())
