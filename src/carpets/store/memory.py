"""What one player's games are remembered by: the front end's way into the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from carpets.game import Game
from carpets.games import AnyRules
from carpets.notation import read_card, read_move
from carpets.shuffle import Deal, read_number
from carpets.store.holders import Holder
from carpets.store.journal import Journal
from carpets.store.schema import Door, Trouble
from carpets.store.values import Choice, Ending, Kept, Played, read_day, read_instant, write_day
from carpets.value import Value

COLUMNS = """id, variant, deal, class, day, again, ending, begun, touched, seconds, moves, undos, hints, peeks,
    done, goal, score"""


class Resumed(Value):
    """An unfinished game taken up again: the board with its undo history, the clock, the hints in ``journal``."""

    game: Game
    seconds: float
    journal: Journal


class Memory(Value):
    """One player's games. Made by ``Store.player``."""

    door: Door
    holder: Holder
    player: int
    report: Callable[[sqlite3.Error], Trouble]

    # ------------------------------------------------------------ the running game

    def begin(self, choice: Choice = Choice.FREE, day: date | None = None) -> Journal:
        """A journal for a new game. Nothing is written before its first move. DAILY needs its ``day``."""
        if (choice is Choice.DAILY) != (day is not None):
            raise ValueError("a deal of the day has a day, no other deal has one")
        return Journal(self.door, self.holder, self.player, choice, day, self.report)

    def unfinished(self, rules: AnyRules, day: date | None = None) -> Played | None:
        """The game that ``resume`` would take up: the last unfinished one that nobody is playing now."""
        found = self.door.rows(
            f"SELECT {COLUMNS}, holder FROM games WHERE player = ? AND variant = ? AND day = ? AND ending = 'playing' "
            "ORDER BY touched DESC, id DESC",
            (self.player, rules.name, write_day(day)),
        )
        return next((played_of(row[:-1]) for row in found if not self.holder.alive(row[-1])), None)

    def resume(self, rules: AnyRules, day: date | None = None) -> Resumed | None:
        """Takes the unfinished game up, as it was left; None where there is none to take."""
        try:
            found = self.unfinished(rules, day)
            return None if found is None else self._claimed(found.id)
        except sqlite3.Error as error:
            self.report(error)
            return None

    def _claimed(self, row: int) -> Resumed | None:
        with self.door.change():
            found = self.door.row("SELECT holder, ending, stuck FROM games WHERE id = ?", (row,))
            holder, ending, stuck = found or (None, "", 0)
            if ending != Ending.PLAYING.value or self.holder.alive(holder):
                return None
            self.door.run("UPDATE games SET holder = ? WHERE id = ?", (self.holder.name, row))
        kept = self.kept(row)
        if kept is None:
            return None
        played = kept.played
        journal = Journal(
            self.door, self.holder, self.player, played.choice, played.day, self.report,
            row=row, again=played.again, undos=played.undos, hints=played.hints, peeks=played.peeks,
            lost=bool(stuck),
        )  # fmt: skip
        journal.take_up(kept)
        return Resumed(kept.game, played.seconds, journal)

    # ------------------------------------------------------------ games of the past

    def kept(self, row: int) -> Kept | None:
        """A game by its row, as it was left; None where it is not there or its moves no longer read."""
        found = self.door.row(f"SELECT {COLUMNS} FROM games WHERE id = ? AND player = ?", (row, self.player))
        line = self.door.row("SELECT pack, moves, cursor, clock FROM lines WHERE game = ?", (row,))
        if found is None or line is None:
            return None
        played = played_of(found)
        pack, moves, cursor, clock = line
        try:
            number = None if played.deal.startswith("=") else read_number(played.deal)
            game = Game.begin(played.rules, Deal(number, tuple(read_card(word) for word in pack.split())))
            for word in moves.split():
                game = game.play(read_move(word, game.rules.grid))
        except (ValueError, KeyError):
            return None
        return Kept(played, game.at(cursor), tuple(float(word) for word in clock.split()))


def played_of(row: Sequence[Any]) -> Played:
    """A row of COLUMNS as a value."""
    number, variant, deal, choice, day, again, ending, begun, touched, *counts = row
    return Played(
        number, variant, deal, Choice(choice), read_day(str(day)), bool(again), Ending(ending),
        read_instant(str(begun)), read_instant(str(touched)), *counts,
    )  # fmt: skip
