"""The journal of a running game: each move is in the file when ``moved`` returns.

A move is one transaction of two small writes to the log, without waiting for the disk: a kill
of the program at any point loses nothing, a loss of power what the system had not yet written
out (seconds). The end of a game waits for the disk. A write that fails is not lost either: the
journal always writes the whole game, so the next one brings it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import date, datetime

from carpets.game import Game
from carpets.notation import write_move
from carpets.rules import Outcome
from carpets.score import score
from carpets.store.holders import Holder
from carpets.store.schema import Door, Trouble
from carpets.store.values import Choice, Ending, Kept, write_day, write_instant


class Journal:
    """One game's way into the file. Made by ``Memory.begin`` and ``Memory.resume``.

    ``ending`` is what is booked; after a win the journal takes no more. ``trouble``: why the last
    write failed, None if it did not. ``again``: the player had seen the deal before (known from the first move on).
    """

    def __init__(
        self,
        door: Door,
        holder: Holder,
        player: int,
        choice: Choice,
        day: date | None,
        report: Callable[[sqlite3.Error], Trouble],
        *,
        row: int | None = None,
        again: bool = False,
        undos: int = 0,
        hints: int = 0,
        peeks: int = 0,
        lost: bool = False,
    ) -> None:
        self.door, self.holder, self.report = door, holder, report
        self.player, self.choice, self.day = player, choice, day
        self.row, self.again = row, again
        self.undos, self.hints, self.peeks = undos, hints, peeks
        self.lost = lost
        """Whether the position on the table was proved lost: what follows from it is lost as well."""
        self.words: list[str] = []
        self.clock: list[float] = []
        self.cursor = 0
        self.ending = Ending.PLAYING
        self.trouble: Trouble | None = None
        self._game: Game | None = None
        self._begun = ""

    # ------------------------------------------------------------ what the front end calls

    def moved(self, game: Game, seconds: float, now: datetime) -> None:
        """Whatever changed: a move, undo, redo, restart, a jump. Books a win. ``seconds`` were played so far."""
        if self.ending is Ending.WON or game.deal is None:
            return
        self._follow(game, seconds)
        if game.outcome is Outcome.WON:
            self.ending = Ending.WON
        self._write(seconds, now)

    def hinted(self) -> None:
        """A hint was shown. Kept with the next write."""
        self.hints += 1

    def peeked(self) -> None:
        """Hidden cards, a solution or the lamp were shown. Kept with the next write."""
        self.peeks += 1

    def proved(self, seconds: float, now: datetime) -> None:
        """The position on the table was proved lost: left from here on, the game is lost and not given up."""
        if not self.lost and self.ending is Ending.PLAYING:
            self.lost = True
            self._write(seconds, now)

    def left(self, seconds: float, now: datetime) -> None:
        """The player leaves the game for good: booked as lost at a dead end or where that was proved."""
        if self._game is None or self.ending is not Ending.PLAYING:
            return
        stuck = self._game.outcome is Outcome.STUCK
        self.ending = Ending.LOST if self.lost or stuck else Ending.GIVEN_UP
        self._write(seconds, now)

    def close(self, seconds: float, now: datetime) -> None:
        """The player goes; the game can be resumed, here or by another process."""
        if self._game is not None and (self.ending is Ending.PLAYING or self.trouble is not None):
            self._write(seconds, now, held=False)

    def take_up(self, kept: Kept) -> None:
        """Goes on from a game as it was kept."""
        self._game, self.cursor = kept.game, kept.game.cursor
        self.words = [write_move(move, kept.game.rules.grid) for move in kept.game.moves]
        self.clock = list(kept.clock)
        self._begun = write_instant(kept.played.begun)

    # ------------------------------------------------------------ inside

    def _follow(self, game: Game, seconds: float) -> None:
        """Takes over the game's moves; those already known keep their time."""
        before = self._game.moves if self._game is not None else ()
        same = 0
        for old, new in zip(before, game.moves, strict=False):
            if old is not new and old != new:
                break
            same += 1
        del self.words[same:], self.clock[same:]
        for move in game.moves[same:]:
            self.words.append(write_move(move, game.rules.grid))
            self.clock.append(round(seconds, 1))
        if game.cursor < self.cursor:
            self.undos += 1
        if min(same, game.cursor) < self.cursor:
            self.lost = False
        self.cursor = game.cursor
        self._game = game

    def _write(self, seconds: float, now: datetime, *, held: bool = True) -> None:
        if self.trouble is Trouble.TAKEN_OVER or self._game is None or not self.words:
            return
        ended = self.ending is not Ending.PLAYING
        holder = self.holder.name if held and not ended else None
        self._begun = self._begun or write_instant(now)
        try:
            with self.door.change(durable=ended):
                row = self._own_row() or self._insert(self._game)
                self._update(row, self._game, seconds, write_instant(now), holder)
            self.row, self.trouble = row, None
        except _TakenOver:
            self.trouble = Trouble.TAKEN_OVER
        except sqlite3.Error as error:
            self.trouble = self.report(error)

    def _own_row(self) -> int | None:
        """The game's row if it is in the file. Raises _TakenOver where it was continued or ended elsewhere."""
        found = self.door.row("SELECT holder, ending FROM games WHERE id = ?", (self.row,))
        if found is None:
            return None
        holder, ending = found
        if holder not in (None, self.holder.name) or ending != Ending.PLAYING.value:
            raise _TakenOver
        return self.row

    def _insert(self, game: Game) -> int:
        """A row for the game, at its first move; what was left unfinished in its place is closed."""
        assert game.deal is not None
        player, variant, day = self.player, game.rules.name, write_day(self.day)
        running = "SELECT id, holder FROM games WHERE player = ? AND variant = ? AND day = ? AND ending = 'playing'"
        for row, holder in self.door.rows(running, (player, variant, day)):
            if not self.holder.alive(holder):
                self.door.run(
                    """UPDATE games SET ending = CASE stuck WHEN 1 THEN 'lost' ELSE 'given up' END, holder = NULL
                    WHERE id = ?""",
                    (row,),
                )
        deal = deal_key(game)
        seen = "SELECT 1 FROM games WHERE player = ? AND variant = ? AND deal = ?"
        self.again = self.door.row(seen, (player, variant, deal)) is not None
        made = self.door.run(
            """INSERT INTO games (uid, player, variant, deal, class, day, again, ending, begun, touched, seconds,
                moves, undos, hints, peeks, done, goal, score, stuck)
            VALUES (lower(hex(randomblob(8))), ?, ?, ?, ?, ?, ?, 'playing', ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0)""",
            (player, variant, deal, self.choice.value, day, self.again, self._begun, self._begun),
        ).lastrowid
        assert made is not None
        self.door.run("INSERT INTO lines VALUES (?, ?, '', 0, '')", (made, write_pack(game)))
        return made

    def _update(self, row: int, game: Game, seconds: float, now: str, holder: str | None) -> None:
        table, stuck = game.table, self.lost or game.outcome is Outcome.STUCK
        self.door.run(
            """UPDATE games SET ending = ?, touched = ?, seconds = ?, moves = ?, undos = ?, hints = ?, peeks = ?,
                done = ?, goal = ?, score = ?, stuck = ?, holder = ? WHERE id = ?""",
            (self.ending.value, now, round(seconds, 1), game.cursor, self.undos, self.hints, self.peeks,
             table.done, table.goal, score(game, seconds).total, stuck, holder, row),
        )  # fmt: skip
        self.door.run(
            "UPDATE lines SET moves = ?, cursor = ?, clock = ? WHERE game = ?",
            (" ".join(self.words), game.cursor, " ".join(map(str, self.clock)), row),
        )


class _TakenOver(Exception):
    """The row is no longer this journal's."""


def deal_key(game: Game) -> str:
    """What the deal is known by: its number, or ``=`` and a digest of the written cards."""
    assert game.deal is not None
    if game.deal.number is not None:
        return str(game.deal.number)
    import hashlib  # only here: it is slow to load, and deals by number do without

    return "=" + hashlib.sha256(write_pack(game).encode()).hexdigest()[:16]


def write_pack(game: Game) -> str:
    """The pack in dealing order, ``4D 5C JH``."""
    assert game.deal is not None
    return " ".join(map(str, game.deal.cards))
