"""Players of a shared host: the nickname chosen once, whether they appear on boards, and the boards.

A board's row is read again as a game before it is shown: the moves are played by the rules, and what does not come
out is left out.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from carpets.games import VARIANTS, AnyRules
from carpets.rules import Outcome
from carpets.store.memory import Memory
from carpets.store.opening import Store
from carpets.store.values import write_day
from carpets.value import Value

TOP = 10
"""Rows of a board."""


class Person(Value):
    """A player with a key. ``nick`` None: none chosen yet. ``shown``: appears on boards."""

    nick: str | None
    shown: bool


class Placed(Value):
    """A row of a board: a won game, its own undos and hints counted, a look by lamp or x-ray being a hint."""

    nick: str
    seconds: float
    moves: int
    hints: int


class Board(Value):
    """A variant's best: wins by nick, then the quickest, the shortest and the least helped won games, one a player."""

    wins: tuple[tuple[str, int], ...]
    quickest: tuple[Placed, ...]
    shortest: tuple[Placed, ...]
    unaided: tuple[Placed, ...]


def known(store: Store, key: str) -> bool:
    """Whether a player of that key was ever written down."""
    return store.door.row("SELECT 1 FROM players WHERE key = ?", (key,)) is not None


def person(store: Store, key: str) -> Person | None:
    found = store.door.row("SELECT nick, shown FROM players WHERE key = ?", (key,))
    return None if found is None else Person(found[0], bool(found[1]))


def nicks(store: Store) -> list[str]:
    """Every nickname that is taken."""
    return [row[0] for row in store.door.rows("SELECT nick FROM players WHERE nick IS NOT NULL")]


def choose_nick(store: Store, memory: Memory, nick: str) -> bool:
    """Takes a nickname for good; False where the player has one or another has this one."""
    with store.door.change(durable=True):
        done = store.door.run(
            """UPDATE players SET nick = ? WHERE id = ? AND nick IS NULL
            AND NOT EXISTS (SELECT 1 FROM players WHERE nick = ?)""",
            (nick, memory.player, nick),
        )
    return done.rowcount == 1


def appear(store: Store, memory: Memory, shown: bool) -> None:
    """Whether the player is on the boards."""
    with store.door.change(durable=True):
        store.door.run("UPDATE players SET shown = ? WHERE id = ?", (shown, memory.player))


def forget_guests(store: Store, before: str) -> int:
    """Drops guests whose last game was touched before an instant (as ``values.write_instant`` writes it)."""
    with store.door.change():
        gone = store.door.run(
            """DELETE FROM players WHERE key LIKE 'guest:%' AND since < ?
            AND NOT EXISTS (SELECT 1 FROM games WHERE player = players.id AND touched >= ?)""",
            (before, before),
        )
    return gone.rowcount


_SHOWN = """FROM games JOIN players ON players.id = games.player
    WHERE shown = 1 AND nick IS NOT NULL AND ending = 'won' AND again = 0 AND peeks = 0 AND variant = ?"""


def board(store: Store, rules: AnyRules) -> Board:
    """The best of a variant among those who chose to appear."""
    wins = store.door.rows(
        f"SELECT nick, count(*) {_SHOWN} GROUP BY nick ORDER BY 2 DESC, 1 LIMIT ?", (rules.name, TOP)
    )
    best = [_best(store, _SHOWN, (rules.name,), order) for order in ("seconds", "moves", "hints + peeks, moves")]
    return Board(tuple((row[0], row[1]) for row in wins), *best)


def of_day(store: Store, rules: AnyRules, day: date) -> tuple[Placed, ...]:
    """Who won the deal of a day, the quickest first."""
    return _best(store, _SHOWN + " AND day = ?", (rules.name, write_day(day)), "seconds")


def _best(store: Store, where: str, values: tuple[Any, ...], order: str) -> tuple[Placed, ...]:
    """The first game of each player in an order, of those that the rules confirm."""
    found: dict[str, Placed] = {}
    rows = store.door.rows(
        f"SELECT games.id, player, nick, seconds, hints + peeks {where} ORDER BY {order}, games.id LIMIT ?",
        (*values, 20 * TOP),
    )
    for row, player, nick, seconds, hints in rows:
        if nick not in found and (moves := _replayed(store, row, player)) is not None:
            found[nick] = Placed(nick, seconds, moves, hints)
            if len(found) == TOP:
                break
    return tuple(found.values())


def _replayed(store: Store, row: int, player: int) -> int | None:
    """The moves of a won game played again by the rules; None if it does not come out."""
    kept = Memory(store.door, store.holder, player, store.report).kept(row)
    if kept is None or kept.played.variant not in VARIANTS or kept.game.outcome is not Outcome.WON:
        return None
    return kept.game.cursor
