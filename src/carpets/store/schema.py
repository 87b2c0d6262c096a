"""The file of games: its tables, how it is opened, and what is wrong with it when it cannot be.

One SQLite file serves several processes at once: write-ahead log, a busy wait, and every
change in one short transaction. A file that is not ours or newer than the program is never
written to; a damaged one is set aside by name and what can be read of it is carried over.
"""

from __future__ import annotations

import os
import sqlite3
import time
from _thread import RLock  # as functools does: the module around it is slow to load
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, TypeVar

from carpets.words import N_

APPLICATION_ID = 0x4B6F7672
"""“Kovr”, in SQLite's header field for what a file belongs to."""
T = TypeVar("T")

BUSY_SECONDS = 5.0
"""How long a write waits for another process before it gives up."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE players (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,           -- 'local', or the fingerprint of an ssh key
            nick TEXT COLLATE NOCASE UNIQUE,    -- chosen once; NULL until then
            shown INTEGER NOT NULL DEFAULT 0,   -- whether the player appears on boards
            since TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            uid TEXT NOT NULL UNIQUE,           -- the same game in every copy of it
            player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
            variant TEXT NOT NULL,
            deal TEXT NOT NULL,                 -- '48213', 'ms7', or '=' and a digest of the pack
            class TEXT NOT NULL,                -- free, solvable, daily
            day TEXT NOT NULL DEFAULT '',       -- of a deal of the day, '2026-11-30'
            again INTEGER NOT NULL,             -- 1: the player had seen this deal before
            ending TEXT NOT NULL,               -- playing, won, lost, given up
            begun TEXT NOT NULL,                -- UTC, '2026-11-30T07:24:20Z'; likewise below
            touched TEXT NOT NULL,
            seconds REAL NOT NULL,
            moves INTEGER NOT NULL,
            undos INTEGER NOT NULL,
            hints INTEGER NOT NULL,
            peeks INTEGER NOT NULL,             -- looks at hidden cards, a solution or the lamp
            done INTEGER NOT NULL,
            goal INTEGER NOT NULL,
            score INTEGER NOT NULL,
            stuck INTEGER NOT NULL,             -- 1: no move is left where the game stands, or none that wins: proved
            holder TEXT                         -- the process that is playing it now
        ) STRICT""",
        """CREATE TABLE lines (
            game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            pack TEXT NOT NULL,                 -- in dealing order
            moves TEXT NOT NULL,                -- all of them, the undone tail too
            cursor INTEGER NOT NULL,
            clock TEXT NOT NULL                 -- seconds played at each move
        ) STRICT""",
        "CREATE INDEX seen ON games (player, variant, deal)",
        "CREATE INDEX running ON games (player, variant, day) WHERE ending = 'playing'",
        # The two indexes that statistics read instead of the table, in the order that spares them a sort.
        """CREATE INDEX counted ON games (player, again, ending, seconds, variant, class, moves, undos, hints, peeks,
            done, goal, score) WHERE ending <> 'playing'""",
        "CREATE INDEX newest ON games (player, touched, id, variant, class, again, ending, done, goal)",
        "CREATE INDEX days ON games (player, variant, day, ending, begun, id, seconds) WHERE day <> ''",
        """CREATE TABLE dailies (
            variant TEXT NOT NULL,
            day TEXT NOT NULL,
            edition INTEGER NOT NULL,           -- of the way in which days get their deals
            deal TEXT NOT NULL,
            PRIMARY KEY (variant, day, edition)
        ) STRICT""",
    ),
    ("DROP TABLE dailies",),  # the days are data of the program
    (
        """CREATE TABLE laid (
            player INTEGER PRIMARY KEY REFERENCES players ON DELETE CASCADE,
            variant TEXT NOT NULL,
            deal TEXT NOT NULL,                 -- '48213', 'ms7', or '' for a pack without a number
            pack TEXT NOT NULL,
            class TEXT NOT NULL,                -- this and the day as of a game
            day TEXT NOT NULL
        ) STRICT""",
    ),
)
"""Each step brings the file from the version of its index to the next; ``user_version`` counts them."""


class Trouble(Enum):
    """Why games are not remembered: the value is the sentence, ``{file}`` a blank, English source text."""

    FOREIGN = N_("{file} belongs to another program. Move it away, or set CARPETS_HOME; until then nothing is kept.")
    NEWER = N_("{file} was written by a newer version of this program. Update it; until then nothing is kept.")
    READ_ONLY = N_("{file} may not be written. Allow it, or set CARPETS_HOME; until then nothing is kept.")
    DAMAGED = N_("{file} is damaged. It will be repaired at the next start; until then nothing is kept.")
    SET_ASIDE = N_("{file} was damaged and has been set aside; every game that could be read is still here.")
    FULL = N_("The disk with {file} is full. Free some space: the game will be kept as soon as there is room.")
    BUSY = N_("{file} is held by another program. The game will be kept as soon as it is free.")
    TAKEN_OVER = N_("This game was continued elsewhere; what is played here is no longer kept.")


class Broken(Exception):
    """The file cannot be used: ``trouble`` says why."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.name)
        self.trouble = trouble


def trouble_of(error: sqlite3.Error | OSError) -> Trouble:
    """What an error of SQLite or of the system means for the player."""
    text = str(error)
    if isinstance(error, OSError) or "readonly" in text or "unable to open" in text or "permission" in text:
        return Trouble.READ_ONLY
    if "malformed" in text or "not a database" in text or "corrupt" in text:
        return Trouble.DAMAGED
    if "locked" in text or "busy" in text:
        return Trouble.BUSY
    return Trouble.FULL


class Door:
    """One connection to the file, shared by the threads of a process; all SQL goes through it."""

    def __init__(self, path: str | None) -> None:
        """``path`` None: a store in memory, which forgets everything with the process. Raises Broken."""
        self.path = path
        self._lock = RLock()
        try:
            self._db = _connected(path)
            self._migrate()
        except (sqlite3.Error, OSError) as error:
            raise Broken(trouble_of(error)) from error

    def _migrate(self) -> None:
        """Brings the tables up to date, all steps in one transaction."""
        if self._version() == len(MIGRATIONS):
            return
        with self.change(durable=True):
            if self._version() > len(MIGRATIONS):
                raise Broken(Trouble.NEWER)
            if self._version() == 0 and self.row("SELECT 1 FROM sqlite_schema"):
                raise Broken(Trouble.FOREIGN)
            for step in MIGRATIONS[self._version() :]:
                for statement in step:
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def _version(self) -> int:
        found: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        return found

    @contextmanager
    def change(self, *, durable: bool = False) -> Iterator[None]:
        """One transaction of writing. ``durable``: it waits for the disk, so that a loss of power spares it too."""
        with self._lock:
            self._db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            _patiently(lambda: self._db.execute("BEGIN IMMEDIATE"))
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            try:
                self._db.execute("COMMIT")
            except sqlite3.Error:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def run(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> sqlite3.Cursor:
        """One statement, inside ``change`` where it writes."""
        with self._lock:
            return self._db.execute(sql, values)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._lock:
            return _patiently(lambda: self._db.execute(sql, values).fetchall())

    def row(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """The first row, or None."""
        with self._lock:
            return _patiently(lambda: self._db.execute(sql, values).fetchone())

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _connected(path: str | None) -> sqlite3.Connection:
    """A connection with everything set but the tables. Raises Broken, sqlite3.Error, OSError."""
    if path is not None:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        _look_first(path)
    db = sqlite3.connect(path or ":memory:", timeout=0, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA foreign_keys = ON")
    if path is not None:
        if os.name == "posix" and os.stat(path).st_uid == os.getuid():
            os.chmod(path, 0o600)
        _patiently(lambda: db.execute("PRAGMA journal_mode = WAL"))
        if not os.access(path, os.W_OK) or not os.access(os.path.dirname(path), os.W_OK):
            raise Broken(Trouble.READ_ONLY)
    return db


def _patiently(work: Callable[[], T]) -> T:
    """Does what another process may be in the way of, again and again for BUSY_SECONDS.

    SQLite's own wait sleeps ever longer, up to a tenth of a second, so that of several busy writers some starve;
    with short sleeps of uneven length each has its turn.
    """
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if trouble_of(error) is not Trouble.BUSY or time.monotonic() > until:
                raise
            import random  # only for whoever has to wait

            time.sleep(random.uniform(0.0005, 0.002))


def _look_first(path: str) -> None:
    """Refuses a file that is not ours by its header alone: nothing is opened that could change it.

    The header: https://www.sqlite.org/fileformat.html#the_database_header (user version at 60, application at 68).
    """
    try:
        with open(path, "rb") as file:
            head = file.read(100)
    except FileNotFoundError:
        return
    except OSError as error:
        raise Broken(Trouble.READ_ONLY) from error
    if not head:
        return
    if not head.startswith(b"SQLite format 3\0") or len(head) < 100:
        raise Broken(Trouble.FOREIGN)
    application, version = int.from_bytes(head[68:72], "big"), int.from_bytes(head[60:64], "big")
    if application == 0 and version == 0 and _just_born(path):
        return
    if application != APPLICATION_ID:
        raise Broken(Trouble.FOREIGN)
    if version > len(MIGRATIONS):
        raise Broken(Trouble.NEWER)


def _just_born(path: str) -> bool:
    """Whether another process of ours is making the tables right now, still in its log: the file itself is blank."""
    return os.stat(path).st_size <= 4096
