"""Opening the store, whatever is in its place, and the players it knows."""

from __future__ import annotations

import os
import sqlite3
from datetime import datetime

from carpets.folders import data_folder
from carpets.store import rescue
from carpets.store.holders import Holder
from carpets.store.memory import Memory
from carpets.store.schema import Broken, Door, Trouble, trouble_of
from carpets.store.values import write_instant

FILE = "games.sqlite3"
LOCAL = "local"
"""The key of the player at this computer."""


class Store:
    """The file of games, opened. ``trouble``: why nothing is kept, or SET_ASIDE, or None; ``path``: the file meant."""

    def __init__(self, path: str, door: Door, trouble: Trouble | None, holder: Holder) -> None:
        self.path = path
        self.door = door
        self.trouble = trouble
        self.holder = holder

    @property
    def keeps(self) -> bool:
        """Whether games outlive the process."""
        return self.door.path is not None

    def player(self, key: str, now: datetime) -> Memory:
        """The memory of the player with that key, who is new if never seen before."""
        try:
            found = self.door.row("SELECT id FROM players WHERE key = ?", (key,))
            if found is None:
                with self.door.change():
                    self.door.run("INSERT OR IGNORE INTO players (key, since) VALUES (?, ?)", (key, write_instant(now)))
                found = self.door.row("SELECT id FROM players WHERE key = ?", (key,))
        except sqlite3.Error as error:
            self._forget(self.report(error))
            return self.player(key, now)
        return Memory(self.door, self.holder, found[0], self.report)

    def report(self, error: sqlite3.Error) -> Trouble:
        """What an error means. Damage leaves word for the next start."""
        trouble = trouble_of(error)
        if trouble is Trouble.DAMAGED and self.keeps:
            rescue.mark(self.path)
        return trouble

    def _forget(self, trouble: Trouble) -> None:
        """Goes on in memory."""
        self.door.close()
        self.door, self.trouble = Door(None), trouble
        self.holder.close()
        self.holder = Holder(None)

    def close(self) -> None:
        self.door.close()
        self.holder.close()


def open_store(path: str | os.PathLike[str] | None = None) -> Store:
    """The store at ``path``, by default in the data folder. Never raises: see ``Store.trouble``."""
    path = os.path.abspath(path if path is not None else os.path.join(data_folder(), FILE))
    try:
        door, trouble = rescue.opened(path)
    except (Broken, OSError) as error:
        why = error.trouble if isinstance(error, Broken) else Trouble.READ_ONLY
        return Store(path, Door(None), why, Holder(None))
    try:
        holder = Holder(os.path.join(os.path.dirname(path), "running"))
    except OSError:
        door.close()
        return Store(path, Door(None), Trouble.READ_ONLY, Holder(None))
    return Store(path, door, trouble, holder)
