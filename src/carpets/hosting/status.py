"""How a worker is: asked and answered over a socket in the data folder, which only its owner can open."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from carpets.hosting.house import House


def _place(folder: Path, number: int) -> Path:
    return folder / f"status-{number}-{os.getpid()}.sock"


@asynccontextmanager
async def answering(house: House, folder: Path, number: int) -> AsyncIterator[None]:
    """Answers every connection with one line of JSON."""
    place = _place(folder, number)
    with suppress(FileNotFoundError):
        place.unlink()
    begun = time.monotonic()

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        told = {"worker": number, "pid": os.getpid(), "seconds": round(time.monotonic() - begun)} | state(house)
        with suppress(OSError):
            writer.write(json.dumps(told).encode() + b"\n")
            await writer.drain()
        writer.close()

    try:
        server = await asyncio.start_unix_server(answer, place)
    except OSError:  # a path too long for a socket, a folder on a disk without sockets: serve without a status
        yield
        return
    try:
        yield
    finally:
        server.close()
        with suppress(FileNotFoundError):
            place.unlink()


def state(house: House) -> dict[str, object]:
    """Sessions, how long keys wait for their frames (ms, of the last 4,096), memory (MiB)."""
    answers = sorted(house.answers)
    return {
        "sessions": len(house.visits),
        "connections": sum(house.gate.here.values()),
        "logging_in": house.gate.strangers,
        "opened": house.opened,
        "crashed": house.crashed,
        "p50_ms": _part(answers, 0.5),
        "p95_ms": _part(answers, 0.95),
        "memory_mib": _memory(),
    }


def _part(answers: list[float], share: float) -> float | None:
    return round(answers[min(len(answers) - 1, int(len(answers) * share))] * 1000, 1) if answers else None


def _memory() -> float | None:
    with suppress(OSError), open("/proc/self/statm", encoding="ascii") as file:
        return round(int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)
    return None


def asked(folder: Path) -> list[str]:
    """The answers of every worker that is running."""
    told = []
    for place in sorted(folder.glob("status-*.sock")):
        with suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(5)
            try:
                line.connect(str(place))
            except ConnectionRefusedError:  # of a worker that was killed
                place.unlink()
                continue
            told.append(line.makefile().read().strip())
    return [line for line in told if line]
