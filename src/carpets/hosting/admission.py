"""Who is let in over ssh."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from pathlib import Path

import asyncssh


class Auth(Enum):
    """Who is let in: anyone and nobody is known; anyone and a key is who you are; only the keys of a list."""

    GUEST = "guest"
    KEYS = "keys"
    LISTED = "allow-list"


def listed(file: Path | None) -> frozenset[str]:
    """The fingerprints of an allow-list, read anew each time: a change needs no restart. A bad line lets nobody in."""
    found = set()
    with suppress(OSError, UnicodeDecodeError):
        for line in file.read_text("utf-8").splitlines() if file is not None else ():
            with suppress(asyncssh.KeyImportError):
                if line.strip() and not line.startswith("#"):
                    found.add(asyncssh.import_public_key(line).get_fingerprint())
    return frozenset(found)
