"""What the games of a player amount to.

Counted are games that ended, each deal once: a deal seen before is ``again`` and adds only to the
time played. An unfinished game is not counted until it ends, or until a new one takes its place.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

from carpets.games import VARIANTS, AnyRules
from carpets.store.memory import Memory
from carpets.store.values import Choice
from carpets.value import Value

_Z = 1.959963984540054
"""The standard normal's 97.5 % point: a 95 % interval."""


class Rate(Value):
    """A share with its 95 % interval, each 0..1."""

    share: float
    low: float
    high: float


def wilson(won: int, played: int) -> Rate:
    """Wilson's score interval (Wilson 1927, JASA 22:209): sound for few games and near 0 and 1. ``played`` > 0."""
    share, square = won / played, _Z * _Z / played
    middle = (share + square / 2) / (1 + square)
    half = _Z / (1 + square) * sqrt(share * (1 - share) / played + square / played / 4)
    return Rate(share, max(0.0, middle - half), min(1.0, middle + half))


class Statistics(Value):
    """Counts are of ended games on fresh deals unless said otherwise; seconds; progress 0..1.

    ``again``: ended games on deals seen before. ``seconds_total``: at the table, every game, unfinished ones too.
    What needs a won game is None without one.
    """

    won: int = 0
    lost: int = 0
    given_up: int = 0
    again: int = 0
    unfinished: int = 0
    streak: int = 0
    streak_best: int = 0
    seconds_total: float = 0.0
    seconds_median: float | None = None
    seconds_best: float | None = None
    moves_mean: float | None = None
    moves_fewest: int | None = None
    undos: int = 0
    hints: int = 0
    peeks: int = 0
    progress_mean: float | None = None
    progress_best: float | None = None
    score_best: int | None = None

    @property
    def played(self) -> int:
        return self.won + self.lost + self.given_up

    @property
    def rate(self) -> Rate | None:
        """The share won."""
        return wilson(self.won, self.played) if self.played else None


class Spread(Value):
    """For plots, of ended games on fresh deals. ``course``: the progress of the latest games, the oldest first.

    ``progress``: how many games in each tenth of the way, a win apart in the last of eleven.
    ``seconds``: how many won games took less than each of ``BOUNDS`` minutes, the last without a bound.
    """

    course: tuple[float, ...]
    progress: tuple[int, ...]
    seconds: tuple[int, ...]


BOUNDS = (1, 2, 3, 5, 8, 13, 21)
"""Minutes."""


def statistics(memory: Memory, rules: AnyRules | None = None, choice: Choice | None = None) -> Statistics:
    """The statistics of a variant, of a class of deals, or of everything."""
    where, values = _where(memory, rules, choice)
    rows = memory.door.rows(
        f"""SELECT ending, again, count(*), sum(seconds), sum(moves), sum(undos), sum(hints), sum(peeks),
            total(1.0 * done / goal), max(1.0 * done / goal), max(score), min(seconds), min(moves)
        FROM games INDEXED BY counted WHERE {where} AND ending <> 'playing' GROUP BY again, ending""",
        values,
    )
    running = memory.door.row(
        f"SELECT count(*), total(seconds) FROM games INDEXED BY running WHERE {where} AND ending = 'playing'", values
    )
    fresh = {row[0]: row[2:] for row in rows if not row[1]}
    ended = sum(row[0] for row in fresh.values())
    won = fresh.get("won")
    streak, streak_best = _streaks(memory, where, values)
    return Statistics(
        **{name: fresh[ending][0] if ending in fresh else 0 for name, ending in _COUNTS},
        again=sum(row[2] for row in rows if row[1]),
        unfinished=running[0],
        streak=streak,
        streak_best=streak_best,
        seconds_total=sum(row[3] for row in rows) + running[1],
        seconds_median=_median(memory, where, values, won[0]) if won else None,
        seconds_best=won[9] if won else None,
        moves_mean=won[2] / won[0] if won else None,
        moves_fewest=won[10] if won else None,
        undos=sum(row[3] for row in fresh.values()),
        hints=sum(row[4] for row in fresh.values()),
        peeks=sum(row[5] for row in fresh.values()),
        progress_mean=sum(row[6] for row in fresh.values()) / ended if ended else None,
        progress_best=max((row[7] for row in fresh.values()), default=None),
        score_best=max((row[8] for row in fresh.values()), default=None),
    )


_COUNTS = (("won", "won"), ("lost", "lost"), ("given_up", "given up"))
_FRESH = "ending <> 'playing' AND again = 0"


def _where(memory: Memory, rules: AnyRules | None, choice: Choice | None) -> tuple[str, tuple[Any, ...]]:
    where: str = "player = ?"
    values: list[Any] = [memory.player]
    if rules is not None:
        where, values = where + " AND variant = ?", [*values, rules.name]
    if choice is not None:
        where, values = where + " AND class = ?", [*values, choice.value]
    return where, tuple(values)


def _median(memory: Memory, where: str, values: tuple[Any, ...], count: int) -> float:
    """The time of the middle won game; of two middle ones their mean."""
    middle = memory.door.rows(
        f"""SELECT seconds FROM games INDEXED BY counted WHERE {where} AND {_FRESH} AND ending = 'won'
        ORDER BY seconds LIMIT ? OFFSET ?""",
        (*values, 2 - count % 2, (count - 1) // 2),
    )
    return float(sum(row[0] for row in middle) / len(middle))


def streak_best(memory: Memory) -> int:
    """The most games won in a row."""
    return _streaks(memory, *_where(memory, None, None))[1]


def _streaks(memory: Memory, where: str, values: tuple[Any, ...]) -> tuple[int, int]:
    """How many games were won in a row, up to now and at best."""
    won = _letters(
        memory, "CASE ending WHEN 'won' THEN '+' ELSE '-' END", "newest", where, values, " ORDER BY touched, id"
    )
    rows = won.split("-")
    return len(rows[-1]), max(map(len, rows))


def _letters(
    memory: Memory, letter: str, index: str, where: str, values: tuple[Any, ...], order: str = "", more: str = ""
) -> str:
    """A letter for each ended game on a fresh deal in one string: far cheaper than a row each."""
    sql = f"""SELECT group_concat(letter, '') FROM (
        SELECT {letter} AS letter FROM games INDEXED BY {index} WHERE {where} AND {_FRESH}{more}{order})"""
    found: str | None = memory.door.row(sql, values)[0]
    return found or ""


def spread(memory: Memory, rules: AnyRules | None = None, choice: Choice | None = None, course: int = 60) -> Spread:
    """What the plots show; ``course`` is how many of the latest games it follows."""
    where, values = _where(memory, rules, choice)
    tenth = "CAST(min(9, 10 * done / goal) AS TEXT)"
    progress = Counter(_letters(memory, tenth, "counted", where, values, more=" AND ending IN ('lost', 'given up')"))
    minute = "".join(f" WHEN seconds < {60 * bound} THEN '{at}'" for at, bound in enumerate(BOUNDS))
    minutes = f"CASE{minute} ELSE '{len(BOUNDS)}' END"
    taken = Counter(_letters(memory, minutes, "counted", where, values, more=" AND ending = 'won'"))
    latest = memory.door.rows(
        f"SELECT 1.0 * done / goal FROM games WHERE {where} AND {_FRESH} ORDER BY touched DESC, id DESC LIMIT ?",
        (*values, course),
    )
    tenths = [progress[str(tenth)] for tenth in range(10)] + [taken.total()]
    times = [taken[str(at)] for at in range(len(BOUNDS) + 1)]
    return Spread(tuple(row[0] for row in reversed(latest)), tuple(tenths), tuple(times))


def played_variants(memory: Memory) -> tuple[AnyRules, ...]:
    """The variants of which there is a game, running or ended."""
    seen = "SELECT 1 FROM games WHERE player = ? AND variant = ?"
    return tuple(rules for rules in VARIANTS.values() if memory.door.row(seen, (memory.player, rules.name)))
