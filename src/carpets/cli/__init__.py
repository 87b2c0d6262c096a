"""The two commands, ``kovrik`` and ``carpet``: one set of subcommands, two default families.

Each module here offers ``add(commands)``, which adds its subcommands. Nothing imports
Textual, Rich or SQLite until a command really needs it.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import NoReturn

MODULES = {
    "playing": ("play",),
    "looking": ("variants", "rules", "deal"),
    "checking": ("replay", "check"),
    "pictures": ("picture",),
    "remembering": ("stats", "history", "achievements", "daily", "share", "export", "import"),
    "settling": ("settings",),
    "doctoring": ("doctor",),
    "serving": ("serve",),
    "solving": ("solve", "find", "review"),
    "benching": ("bench",),
}
"""The modules of this package and the commands each adds; only the one that is called is imported."""


NEW_OBJECTS = 20_000
"""How many objects come to be before garbage is looked for, instead of Python's 700.

A start makes fewer, and hardly any garbage: looking for it took a tenth of the time to the first frame.
"""


def kovrik() -> NoReturn:
    """The console script ``kovrik``."""
    _script("kovrik")


def carpet() -> NoReturn:
    """The console script ``carpet``."""
    _script("carpet")


def _script(family: str) -> NoReturn:
    gc.set_threshold(NEW_OBJECTS)
    sys.exit(main(family, sys.argv[1:]))


def main(family: str, arguments: list[str]) -> int:
    """Runs one command line; the exit status: 0, or 2 for a mistake in it."""
    from carpets.cli.parser import Commands, Mistake
    from carpets.words import Words

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    words = Words.of(_language(arguments))
    commands = Commands(family, words)
    for module in _wanted(arguments):
        import_module(f"carpets.cli.{module}").add(commands)
    try:
        return commands.run(arguments)
    except Mistake as mistake:
        print(f"{family}: {mistake}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        return 130


def _wanted(arguments: list[str]) -> list[str]:
    """The module of the command named first, or all of them where help or an error may list them."""
    named = arguments[0] if arguments else "play"
    return [module for module, names in MODULES.items() if named in names] or list(MODULES)


def _language(arguments: list[str]) -> str:
    """The option's language, else the settings', else the locale's."""
    from carpets.settings import load, settings_file
    from carpets.words import LANGUAGES, language_of

    option = _language_option(arguments)
    if option in LANGUAGES:
        return str(option)
    settings, _ = load(settings_file())
    return language_of(None, settings.language, os.environ)


def _language_option(arguments: list[str]) -> str | None:
    """The value of ``--lang`` before anything is parsed: the parser itself speaks that language."""
    for at, word in enumerate(arguments):
        if word == "--lang" and at + 1 < len(arguments):
            return arguments[at + 1]
        if word.startswith("--lang="):
            return word.partition("=")[2]
    return None
