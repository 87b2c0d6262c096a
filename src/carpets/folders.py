"""The folders that are the player's own: where settings and games lie on this computer.

On the way to the first frame, so plain strings and no library where the rule is two lines long: platformdirs
and what it brings cost a fifth of that way.
"""

from __future__ import annotations

import os
import sys

APP = "carpets"


def config_folder() -> str:
    """``$CARPETS_HOME``, or the platform's folder for a user's configuration."""
    return _own() or _xdg("XDG_CONFIG_HOME", ".config") or _elsewhere("user_config_dir")


def data_folder() -> str:
    """``$CARPETS_HOME``, or the platform's folder for a user's data."""
    return _own() or _xdg("XDG_DATA_HOME", ".local", "share") or _elsewhere("user_data_dir")


def _own() -> str:
    return os.path.expanduser(os.environ.get("CARPETS_HOME", ""))


def _xdg(name: str, *usual: str) -> str:
    """The XDG Base Directory specification, on Linux: a relative path in the variable counts as none."""
    if not sys.platform.startswith("linux"):
        return ""
    base = os.environ.get(name, "")
    return os.path.join(base if os.path.isabs(base) else os.path.join(os.path.expanduser("~"), *usual), APP)


def _elsewhere(name: str) -> str:
    import platformdirs

    found: str = getattr(platformdirs, name)(APP, appauthor=False)
    return found
