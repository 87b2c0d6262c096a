"""Commands that open a table: ``play``, and the home screen where no command is given."""

from __future__ import annotations

import argparse
import os

from carpets.cli.parser import Commands, Mistake, terminal
from carpets.games import VARIANTS
from carpets.paint.palettes import PALETTES
from carpets.paint.terminal import SUITS


def add(commands: Commands) -> None:
    text = commands.words.text
    play = commands.add("play", text("play a game"), _play)
    commands.variant_option(play)
    commands.seed_option(play)
    play.add_argument("--plain", action="store_true", help=text("plain text, line by line, as for a screen reader"))
    play.add_argument("--theme", choices=tuple(PALETTES), help=text("the palette"))
    play.add_argument("--suits", choices=tuple(SUITS), help=text("the signs of the suits"))
    play.add_argument("--ascii", action="store_true", help=text("nothing but ASCII"))
    play.add_argument("--solvable", action="store_true", help=text("deals that are known to come out"))
    play.add_argument("--share", type=commands.code, metavar="CODE", help=text("the deal of a friend's code"))
    which = play.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help=text("a new deal, without asking about an unfinished game"))
    which.add_argument("--resume", action="store_true", help=text("the unfinished game, without asking"))
    commands.otherwise(_home)


def _play(arguments: argparse.Namespace, commands: Commands) -> int:
    if arguments.share is not None:
        arguments.variant, arguments.seed = arguments.share
    if arguments.plain or dumb(commands):
        from carpets.cli.desk import sit_down

        return sit_down(
            commands.words, arguments.variant, arguments.seed, anew=arguments.new, solvable=arguments.solvable
        )
    needs_terminal(commands)
    from carpets.tui import run

    fresh = True if arguments.new else False if arguments.resume else None
    return run(
        rules=arguments.variant, number=arguments.seed, language=commands.words.language, fresh=fresh,
        palette=arguments.theme, suits=arguments.suits, ascii_only=arguments.ascii,
        solvable=arguments.solvable,
    )  # fmt: skip


def _home(_: argparse.Namespace, commands: Commands) -> int:
    """The home screen: choose a game, a variant, a deal."""
    if dumb(commands):
        from carpets.cli.desk import sit_down

        return sit_down(commands.words, VARIANTS[commands.family])
    needs_terminal(commands)
    from carpets.tui import run

    return run(language=commands.words.language, family=commands.family)


def dumb(commands: Commands) -> bool:
    """Whether the terminal can only print lines; says so."""
    if not terminal() or os.environ.get("TERM") != "dumb":
        return False
    print(commands.words.text("This terminal (TERM=dumb) cannot draw a table, so the game is played in plain text."))
    return True


def needs_terminal(commands: Commands) -> None:
    """Raises Mistake unless there is one."""
    if not terminal():
        text = commands.words.text
        raise Mistake(
            text(
                "a game needs a terminal, or --plain; “{prog} --help” lists what works without one",
                prog=commands.family,
            )
        )
