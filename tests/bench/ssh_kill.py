"""Workers killed under their players, who all must find the board they saw.

    PYTHONPATH=src python tests/bench/ssh_kill.py [PLAYERS]             # 50; about a minute

Two workers; every player has a deal of their own and makes a few moves. One worker is killed with SIGKILL; its
players come back, to whichever worker is there, while the other's play on. Then the other is. A board is compared
with the last whole screen its player was shown; what differs is printed, and the status is 1.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncssh

sys.path.insert(0, str(Path(__file__).parents[1]))
from ssh_load import OPTIONS, host

from carpets.hosting.others import states
from sshing import Raw

SIZE = (80, 24)
FROM, TO = 0, 20
"""The rows of a screen that are compared: the header, with its count of moves, and the table."""


async def seated(port: int, command: str) -> Raw:
    """A session at a table, as soon as there is a worker to seat it."""
    for _ in range(100):
        try:
            connection = await asyncssh.connect("127.0.0.1", port, agent_path=None, **OPTIONS)
            _, seat = await connection.create_session(
                Raw, command, term_type="xterm-256color", term_size=SIZE, encoding=None
            )
        except (OSError, asyncssh.Error):
            await asyncio.sleep(0.2)
            continue
        seat.connection = connection
        return seat
    raise ConnectionError("no worker came back")


async def shows(seat: Raw, text: str, seconds: float = 30) -> None:
    for _ in range(int(seconds * 20)):
        if text in seat.text:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{text!r} is not shown, but:\n{seat.text}")


def board(seat: Raw) -> list[str]:
    return [line.rstrip() for line in seat.text.splitlines()[FROM:TO]]


async def sits_down(port: int, number: int, room: asyncio.Semaphore) -> Raw:
    """A player of Carpet who has turned some cards, and taken some back."""
    async with room:
        seat = await seated(port, f"carpet --seed {1_000_000 + number}")
        await shows(seat, "0 moves")
        moves = 0
        for key in random.Random(number).choices("ddu", k=7):
            moves = moves + 1 if key == "d" else max(0, moves - 1)
            seat.channel.write(key.encode())
            await shows(seat, f"{moves} move")
        return seat


async def comes_back(port: int, seat: Raw, seen: list[str], room: asyncio.Semaphore) -> tuple[Raw, float, bool]:
    """The new session, the seconds it took to be there, and whether the board is the one that was seen."""
    code = re.search(rb"resume ([2-9a-z]{10})", seat.raw)
    assert code is not None
    async with room:
        begun = time.monotonic()
        back = await seated(port, f"resume {code[1].decode()}")
        while board(back) != seen and time.monotonic() < begun + 30:
            await asyncio.sleep(0.05)
        return back, time.monotonic() - begun, board(back) == seen


def workers(folder: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in states(Path(folder))]


async def main(count: int) -> int:
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        process, port = host(folder, 2)
        room = asyncio.Semaphore(4)
        try:
            seats = list(await asyncio.gather(*(sits_down(port, at, room) for at in range(count))))
            await asyncio.sleep(1)
            for turn in range(2):
                seen = [board(seat) for seat in seats]
                assert len({tuple(rows) for rows in seen}) == count, "the boards should differ"
                told = sorted(await asyncio.to_thread(workers, folder), key=lambda worker: int(worker["worker"]))
                killed = told[turn]
                os.kill(killed["pid"], signal.SIGKILL)
                begun = time.monotonic()
                while sum(seat.closed for seat in seats) < killed["sessions"]:
                    await asyncio.sleep(0.05)
                lost = [at for at, seat in enumerate(seats) if seat.closed]
                back = await asyncio.gather(*(comes_back(port, seats[at], seen[at], room) for at in lost))
                for at, (seat, _, same) in zip(lost, back, strict=True):
                    if not same:
                        wrong += 1
                        print("\n".join(["saw:", *seen[at], "found:", *board(seat)]), flush=True)
                    seats[at] = seat
                stayed = sum(not seat.closed for seat in seats)
                after = [(worker["worker"], worker["sessions"]) for worker in await asyncio.to_thread(workers, folder)]
                found, slowest = sum(same for *_, same in back), max(took for _, took, _ in back)
                print(
                    f"killed worker {killed['worker']} with {len(lost)} players: {found} found their board, each within"
                    f" {slowest:.1f} s, all in {time.monotonic() - begun:.1f} s;"
                    f" {stayed} of {count} sit, by worker {after}",
                    flush=True,
                )
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(15)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)))
