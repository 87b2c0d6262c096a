"""The deal that lies on a visitor's table before its first move, so that a broken line brings it back.

One for each player, and no game yet: nothing here is counted, listed or a place in anybody's history.
"""

from __future__ import annotations

import sqlite3
from datetime import date

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.notation import read_card
from carpets.shuffle import Deal, read_number
from carpets.store.journal import write_pack
from carpets.store.memory import Memory
from carpets.store.values import Choice, read_day, write_day
from carpets.value import Value


class Laid(Value):
    """A game without a move, how its deal came about, and its day if it is a day's."""

    game: Game
    choice: Choice
    day: date | None


def put(memory: Memory, game: Game, choice: Choice, day: date | None) -> None:
    """It lies there now, in place of what did. A game that began from a position is not kept."""
    if game.deal is None:
        clear(memory)
        return
    number = "" if game.deal.number is None else str(game.deal.number)
    _write(
        memory,
        "INSERT OR REPLACE INTO laid VALUES (?, ?, ?, ?, ?, ?)",
        (memory.player, game.rules.name, number, write_pack(game), choice.value, write_day(day)),
    )


def clear(memory: Memory) -> None:
    """Nothing without a move lies there any more."""
    _write(memory, "DELETE FROM laid WHERE player = ?", (memory.player,))


def found(memory: Memory) -> Laid | None:
    """What lies there; None for nothing, or nothing that reads."""
    try:
        row = memory.door.row("SELECT variant, deal, pack, class, day FROM laid WHERE player = ?", (memory.player,))
    except sqlite3.Error as error:
        memory.report(error)
        return None
    if row is None:
        return None
    variant, number, pack, choice, day = row
    try:
        deal = Deal(read_number(number) if number else None, tuple(read_card(word) for word in pack.split()))
        return Laid(Game.begin(VARIANTS[variant], deal), Choice(choice), read_day(day))
    except (ValueError, KeyError):
        return None


def _write(memory: Memory, sql: str, values: tuple[object, ...]) -> None:
    """What cannot be written is lost: the game itself will say why, at its first move."""
    try:
        with memory.door.change():
            memory.door.run(sql, values)
    except sqlite3.Error as error:
        memory.report(error)
