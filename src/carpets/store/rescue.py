"""A damaged file: set aside by name, and every row that can still be read carried over into a new one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress

from carpets.store.schema import Broken, Door, Trouble

TABLES = ("players", "games", "lines", "laid")


def mark(path: str) -> None:
    """Leaves word for the next start that the file must be looked through."""
    with suppress(OSError):
        open(_marker(path), "a").close()


def opened(path: str) -> tuple[Door, Trouble | None]:
    """The file at ``path``, repaired if it is damaged; SET_ASIDE tells that it was. Raises Broken."""
    if not os.path.exists(_marker(path)):
        try:
            return Door(path), None
        except Broken as broken:
            if broken.trouble is not Trouble.DAMAGED:
                raise
    with _alone(path):
        if _sound(path):
            _gone(_marker(path))
            return Door(path), None
        return _replaced(path), Trouble.SET_ASIDE


def _marker(path: str) -> str:
    return path + ".check"


def _gone(path: str) -> None:
    """Unlinks a file that may not be there."""
    with suppress(FileNotFoundError):
        os.unlink(path)


def _sound(path: str) -> bool:
    try:
        door = Door(path)
    except Broken as broken:
        if broken.trouble is not Trouble.DAMAGED:
            raise
        return False
    with closing(door):
        try:
            return bool(door.row("PRAGMA integrity_check(1)")[0] == "ok")
        except sqlite3.DatabaseError:
            return False


def _replaced(path: str) -> Door:
    """Sets the file aside with its log and fills a new one from it."""
    aside = next(name for n in range(1, 10_000) if not os.path.exists(name := f"{path}.damaged-{n}"))
    try:
        for ending in ("", "-wal"):
            with suppress(FileNotFoundError):
                os.rename(path + ending, aside + ending)
        _gone(path + "-shm")
    except OSError as error:
        raise Broken(Trouble.READ_ONLY) from error
    door = Door(path)
    with suppress(sqlite3.Error), closing(sqlite3.connect(aside)) as old, door.change(durable=True):
        for table in TABLES:
            _carry_over(old, door, table)
        door.run("DELETE FROM games WHERE id NOT IN (SELECT game FROM lines)")
    _gone(_marker(path))
    return door


def _carry_over(old: sqlite3.Connection, door: Door, table: str) -> None:
    """Copies the rows of a table that can be read and fit. A row's players and games must have come over first."""
    known = {row[1] for row in door.rows(f"PRAGMA table_info({table})")}
    for columns, row in _readable(old, table):
        kept = [(name, value) for name, value in zip(columns, row, strict=True) if name in known]
        names, values = ", ".join(name for name, _ in kept), [value for _, value in kept]
        with suppress(sqlite3.IntegrityError):
            door.run(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(values))})", values)


def _readable(old: sqlite3.Connection, table: str) -> Iterator[tuple[list[str], tuple[object, ...]]]:
    """Every row that can be fetched by its number, each asked for on its own: a broken page loses only its rows."""
    last = 0
    for order in ("DESC", "ASC"):
        with suppress(sqlite3.Error):
            for (number,) in old.execute(f"SELECT rowid FROM {table} ORDER BY rowid {order}"):
                last = max(last, number)
                if order == "DESC":
                    break
    for number in range(1, last + 1):
        try:
            cursor = old.execute(f"SELECT * FROM {table} WHERE rowid = ?", (number,))
            row = cursor.fetchone()
        except sqlite3.Error:
            continue
        if row is not None:
            yield [column[0] for column in cursor.description], row


class _alone:  # noqa: N801  # a context manager used as one
    """Held by one process at a time, so that two do not repair the same file."""

    def __init__(self, path: str) -> None:
        self._path = path + ".lock"

    def __enter__(self) -> None:
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        if os.name == "posix":
            import fcntl

            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        os.close(self._file)
