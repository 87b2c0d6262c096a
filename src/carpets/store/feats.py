"""Which achievements a player's history earns, worked out from it each time: nothing is ticked off and kept."""

from __future__ import annotations

from datetime import datetime

from carpets.achievements import ACHIEVEMENTS, Achievement, Days, Kinds, Streak, Wins
from carpets.store.history import longest_run
from carpets.store.memory import Memory
from carpets.store.statistics import streak_best
from carpets.store.values import read_instant
from carpets.value import Value

_FRESH_WIN = "player = ? AND ending <> 'playing' AND again = 0 AND ending = 'won'"


class Earned(Value):
    """``have`` of ``need``, no more than it; ``when`` for those that ask for a number of wins, once earned."""

    achievement: Achievement
    have: int
    need: int
    when: datetime | None = None

    @property
    def done(self) -> bool:
        return self.have >= self.need


def earned(memory: Memory) -> tuple[Earned, ...]:
    """Every achievement, with how far the player is."""
    streak, run = streak_best(memory), longest_run(memory)
    return tuple(_asked(memory, row, streak, run) for row in ACHIEVEMENTS)


def _asked(memory: Memory, row: Achievement, streak: int, run: int) -> Earned:
    match row.asks:
        case Wins() as wins:
            return _wins(memory, row, wins)
        case Streak(count):
            return Earned(row, min(streak, count), count)
        case Days(count):
            return Earned(row, min(run, count), count)
        case Kinds(variants):
            marks = ", ".join("?" * len(variants))
            found = memory.door.row(
                f"SELECT count(DISTINCT variant) FROM games INDEXED BY counted WHERE {_FRESH_WIN} "
                f"AND variant IN ({marks})",
                (memory.player, *variants),
            )[0]
            return Earned(row, found, len(variants))


def _wins(memory: Memory, row: Achievement, wins: Wins) -> Earned:
    where, values = _FRESH_WIN, [memory.player]
    for term, value in (
        ("variant = ?", wins.variant), ("undos <= ?", wins.undos), ("hints + peeks <= ?", wins.hints),
        ("seconds < ?", wins.seconds),
    ):  # fmt: skip
        if value is not None:
            where, values = f"{where} AND {term}", [*values, value]  # type: ignore[list-item]
    last = memory.door.row(
        f"SELECT touched FROM games INDEXED BY newest WHERE {where} ORDER BY touched, id LIMIT 1 OFFSET ?",
        (*values, wins.count - 1),
    )
    if last is not None:
        return Earned(row, wins.count, wins.count, read_instant(last[0]))
    have = memory.door.row(f"SELECT count(*) FROM games INDEXED BY counted WHERE {where}", values)[0]
    return Earned(row, have, wins.count)
