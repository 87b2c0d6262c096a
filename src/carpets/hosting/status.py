"""How a worker is: what ``serve --status`` prints."""

from __future__ import annotations

import os
from contextlib import suppress

from carpets.hosting.house import House


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
