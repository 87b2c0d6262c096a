"""The games of the past, newest first, and the days on which a deal of the day was played."""

from __future__ import annotations

from datetime import date, timedelta

from carpets.games import VARIANTS, AnyRules
from carpets.store.memory import COLUMNS, Memory, played_of
from carpets.store.values import Ending, Played, read_day
from carpets.value import Value


class Wanted(Value):
    """Which games: None leaves a thing open. ``since`` and ``until`` are days in UTC, both included."""

    rules: AnyRules | None = None
    ending: Ending | None = None
    since: date | None = None
    until: date | None = None


def history(memory: Memory, wanted: Wanted, limit: int = 100, skip: int = 0) -> tuple[Played, ...]:
    """The games that were touched last come first. Variants of another version are left out."""
    where, values = _where(memory, wanted)
    rows = memory.door.rows(
        f"SELECT {COLUMNS} FROM games WHERE {where} ORDER BY touched DESC, id DESC LIMIT ? OFFSET ?",
        (*values, limit, skip),
    )
    return tuple(played_of(row) for row in rows if row[1] in VARIANTS)


def count(memory: Memory, wanted: Wanted) -> int:
    """How many games there are to list."""
    where, values = _where(memory, wanted)
    found: int = memory.door.row(f"SELECT count(*) FROM games WHERE {where}", values)[0]
    return found


def _where(memory: Memory, wanted: Wanted) -> tuple[str, tuple[object, ...]]:
    terms: list[tuple[str, object]] = [("player = ?", memory.player)]
    if wanted.rules is not None:
        terms.append(("variant = ?", wanted.rules.name))
    if wanted.ending is not None:
        terms.append(("ending = ?", wanted.ending.value))
    if wanted.since is not None:
        terms.append(("touched >= ?", wanted.since.isoformat()))
    if wanted.until is not None:
        terms.append(("touched < ?", (wanted.until + timedelta(days=1)).isoformat()))
    return " AND ".join(term for term, _ in terms), tuple(value for _, value in terms)


class Day(Value):
    """A day's deal as it went. ``in_time``: begun on its own day."""

    day: date
    ending: Ending
    in_time: bool
    seconds: float


def days(memory: Memory, rules: AnyRules) -> tuple[Day, ...]:
    """Each day whose deal was played, the best game of it, oldest first."""
    rank = "CASE ending WHEN 'won' THEN 0 WHEN 'playing' THEN 1 ELSE 2 END"
    best: dict[date, Day] = {}
    for text, ending, begun, seconds in memory.door.rows(
        f"""SELECT day, ending, begun, seconds FROM games WHERE player = ? AND variant = ? AND day <> ''
        ORDER BY day, {rank}, begun, id""",
        (memory.player, rules.name),
    ):
        day = read_day(text)
        assert day is not None
        best.setdefault(day, Day(day, Ending(ending), begun.startswith(text), seconds))
    return tuple(best.values())


def day_streak(played: tuple[Day, ...], today: date) -> tuple[int, int]:
    """How many days in a row were won in time: up to today (or yesterday, while today's is open), and at best."""
    won = _won(played)
    last, now = today if today in won else today - timedelta(1), 0
    while last - timedelta(now) in won:
        now += 1
    return now, day_runs(played)


def day_runs(played: tuple[Day, ...]) -> int:
    """The longest run of days won in time."""
    won, best = _won(played), 0
    for day in won:
        if day - timedelta(1) not in won:
            length = 1
            while day + timedelta(length) in won:
                length += 1
            best = max(best, length)
    return best


def longest_run(memory: Memory) -> int:
    """The longest run of days won in time, over every variant."""
    runs: dict[str, list[Day]] = {}
    for variant, text in memory.door.rows(
        "SELECT variant, day FROM games INDEXED BY days WHERE player = ? AND day <> '' AND ending = 'won' "
        "AND substr(begun, 1, 10) = day",
        (memory.player,),
    ):
        runs.setdefault(variant, []).append(Day(date.fromisoformat(text), Ending.WON, True, 0.0))
    return max((day_runs(tuple(played)) for played in runs.values()), default=0)


def _won(played: tuple[Day, ...]) -> set[date]:
    return {day.day for day in played if day.ending is Ending.WON and day.in_time}
