"""The host's key: made once, never readable by others, not even for a moment."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


class OpenKey(Exception):
    """A host key that others may read."""


def host_key(path: Path) -> str:
    """The fingerprint of the key at ``path``, made first if there is none. Raises OpenKey, OSError, ValueError."""
    import asyncssh

    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        with suppress(FileExistsError):
            os.link(made, path)
        made.unlink()
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise OpenKey(str(path))
    return asyncssh.read_private_key(path).get_fingerprint()
