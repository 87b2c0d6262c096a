"""The two commands, ``kovrik`` and ``carpet``: one set of subcommands, two default families.

Each module here offers ``add(commands)``, which adds its subcommands. Nothing imports
Textual, Rich or SQLite until a command really needs it.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import NoReturn

from carpets.cli.parser import Commands, Mistake
from carpets.words import LANGUAGES, Words, language_of

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


def kovrik() -> NoReturn:
    """The console script ``kovrik``."""
    sys.exit(main("kovrik", sys.argv[1:]))


def carpet() -> NoReturn:
    """The console script ``carpet``."""
    sys.exit(main("carpet", sys.argv[1:]))


def main(family: str, arguments: list[str]) -> int:
    """Runs one command line; the exit status: 0, or 2 for a mistake in it."""
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
    option = _language_option(arguments)
    if option in LANGUAGES:
        return str(option)
    from carpets.settings import load, settings_file

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
