"""How many connections each address has and how many visitors there are, in all workers of a host together.

A row of counters for each worker in one file, mapped into the memory of all. A worker writes its own row alone and
reads the sum; the row is locked as long as it lives, so that the one in its place takes it over, emptied. One more
row has buckets of tokens, which every worker takes from.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import zlib
from contextlib import suppress
from pathlib import Path

from carpets.hosting.limits import one_less

SLOTS = 1 << 15
"""Counters in a row, by a checksum of what is counted: two addresses seldom share one."""
ROWS = 128
_WIDTH = 2 * SLOTS
_BUCKETS = ROWS * _WIDTH
_SIZE = _BUCKETS + 8 * SLOTS


def clear(place: Path) -> None:
    """Begin anew, before any worker does."""
    with suppress(FileNotFoundError):
        place.unlink()


class Mapped:
    """A ``limits.Tally``: one worker's row. Raises OSError where the file cannot be had, or every row is taken."""

    def __init__(self, place: Path) -> None:
        self._file = os.open(place, os.O_RDWR | os.O_CREAT, 0o600)
        os.ftruncate(self._file, _SIZE)  # sparse: what is never counted takes no room
        self._row = self._free_row()
        self._map = mmap.mmap(self._file, _SIZE)
        view = memoryview(self._map)
        self._counters, self._full = view[:_BUCKETS].cast("H"), view[_BUCKETS:].cast("d")
        mine = self._row * SLOTS
        self._counters[mine : mine + SLOTS] = memoryview(bytes(_WIDTH)).cast("H")

    def _free_row(self) -> int:
        for row in range(ROWS):
            with suppress(OSError):
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, row)
                return row
        raise OSError("every row is taken")

    def add(self, what: str, change: int) -> None:
        """One more or one less of it here."""
        at = self._row * SLOTS + _slot(what)
        self._counters[at] = max(0, self._counters[at] + change)

    def elsewhere(self, what: str) -> int:
        """How many of it the other workers have."""
        slot = _slot(what)
        return sum(self._counters[row * SLOTS + slot] for row in range(ROWS) if row != self._row)

    def take(self, what: str, rate: float, at_once: float, now: float) -> bool:
        """A token of the bucket of that name, if there is one; ``now`` on the clock all processes have in common."""
        slot = _slot(what)
        fcntl.lockf(self._file, fcntl.LOCK_EX, 1, ROWS + slot)
        try:
            full = one_less(self._full[slot], rate, at_once, now)
            if full is not None:
                self._full[slot] = full
            return full is not None
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, ROWS + slot)

    def close(self) -> None:
        self._counters.release()
        self._full.release()
        self._map.close()
        os.close(self._file)


def _slot(what: str) -> int:
    return zlib.crc32(what.encode()) % SLOTS
