"""``settings``: show them, or set one."""

from __future__ import annotations

import argparse
import sys

from carpets.cli.parser import Commands, Mistake, put
from carpets.options import shown, told, unknown, word_of
from carpets.settings import NAMES, Bad, Settings, chosen, load, option, save, settings_file
from carpets.words import Words


def add(commands: Commands) -> None:
    text = commands.words.text
    settings = commands.add("settings", text("show your settings, or change one"), _settings)
    settings.add_argument("name", nargs="?", metavar=text("NAME"), help=", ".join(NAMES))
    settings.add_argument("value", nargs="?", metavar=text("VALUE"), help=text("what it is to be"))


def _settings(arguments: argparse.Namespace, commands: Commands) -> int:
    words, path = commands.words, settings_file()
    settings, bad = load(path)
    for fault in bad:
        print(told(words, fault, str(path)), file=sys.stderr)
    if arguments.name is None:
        for line in shown(words, settings):
            put(line, 15)
        put(words.text("kept in {file}", file=path))
        return 0
    if arguments.name not in NAMES:
        raise Mistake(unknown(words, arguments.name))
    if arguments.value is None:
        print(word_of(settings, arguments.name))
        if more := option(arguments.name).more:
            print(words.text(more), file=sys.stderr)
        return 0
    match chosen(settings, arguments.name, arguments.value):
        case Bad() as fault:
            raise Mistake(told(words, fault))
        case changed:
            keep(changed, words)
    return 0


def keep(settings: Settings, words: Words) -> None:
    """Writes the player's settings. Raises Mistake."""
    path = settings_file()
    try:
        save(settings, path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Mistake(words.text("{file} cannot be written: {reason}", file=path, reason=reason)) from error
