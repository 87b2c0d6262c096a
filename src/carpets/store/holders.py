"""Which process is playing a game now: a locked file each, which the system unlocks when the process dies."""

from __future__ import annotations

import os
from contextlib import suppress


class Holder:
    """One process's claim. ``name`` goes into the rows of the games it is playing."""

    def __init__(self, folder: str | None) -> None:
        """``folder`` None: a store in memory, which no other process sees."""
        self.name = os.urandom(8).hex()
        self._folder = folder
        self._file: int | None = None
        if folder is not None:
            with suppress(FileExistsError):
                os.mkdir(folder, mode=0o700)
            self._file = os.open(os.path.join(folder, self.name), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            _locked(self._file)

    def alive(self, name: str | None) -> bool:
        """Whether the process of that name still runs. A dead one's file is swept away."""
        if name is None:
            return False
        if name == self.name:
            return True
        if self._folder is None:
            return False
        path = os.path.join(self._folder, name)
        try:
            file = os.open(path, os.O_RDWR)
        except OSError:
            return False
        try:
            if not _locked(file):
                return True
            with suppress(OSError):
                os.unlink(path)
            return False
        finally:
            os.close(file)

    def close(self) -> None:
        if self._file is not None and self._folder is not None:
            os.close(self._file)
            with suppress(OSError):
                os.unlink(os.path.join(self._folder, self.name))
            self._file = None


def _locked(file: int) -> bool:
    """Takes the lock of an open file without waiting; False where another holds it."""
    try:
        if os.name == "posix":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:  # pragma: no cover
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return True
    except OSError:
        return False
