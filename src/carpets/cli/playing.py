"""Commands that open a table: ``play``, and the home screen where no command is given."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from carpets.cli.parser import Commands, Mistake, terminal
from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.paint.palettes import PALETTES
from carpets.paint.terminal import SUITS
from carpets.shuffle import DealNumber
from carpets.words import Words

if TYPE_CHECKING:
    from carpets.tui.keeping import Keeper


def add(commands: Commands) -> None:
    text = commands.words.text
    play = commands.add("play", text("play a game"), _play)
    commands.variant_option(play)
    commands.seed_option(play)
    play.add_argument("--plain", action="store_true", help=text("plain text, line by line, as for a screen reader"))
    play.add_argument("--theme", choices=tuple(PALETTES), help=text("the palette"))
    play.add_argument("--suits", choices=tuple(SUITS), help=text("the signs of the suits"))
    play.add_argument("--ascii", action="store_true", help=text("nothing but ASCII"))
    play.add_argument("--share", type=commands.code, metavar="CODE", help=text("the deal of a friend's code"))
    which = play.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help=text("a new deal, without asking about an unfinished game"))
    which.add_argument("--resume", action="store_true", help=text("the unfinished game, without asking"))


def _play(arguments: argparse.Namespace, commands: Commands) -> int:
    if arguments.share is not None:
        arguments.variant, arguments.seed = arguments.share
    if arguments.plain or _dumb(commands):
        return _plain(arguments.variant, arguments.seed, commands, anew=arguments.new)
    needs_terminal(commands)
    from carpets.tui import run

    fresh = True if arguments.new else False if arguments.resume else None
    return run(
        rules=arguments.variant, number=arguments.seed, language=commands.words.language, fresh=fresh,
        palette=arguments.theme, suits=arguments.suits, ascii_only=arguments.ascii,
    )  # fmt: skip


def home(commands: Commands) -> int:
    """The home screen: choose a game, a variant, a deal."""
    if _dumb(commands):
        return _plain(VARIANTS[commands.family], None, commands)
    needs_terminal(commands)
    from carpets.tui import run

    return run(language=commands.words.language, family=commands.family)


def _dumb(commands: Commands) -> bool:
    """Whether the terminal can only print lines; says so."""
    if not terminal() or os.environ.get("TERM") != "dumb":
        return False
    print(commands.words.text("This terminal (TERM=dumb) cannot draw a table, so the game is played in plain text."))
    return True


def _plain(rules: AnyRules, number: DealNumber | None, commands: Commands, *, anew: bool = False) -> int:
    """The game in plain text on standard input and output: the unfinished one, unless another is asked for."""
    from carpets.cli import plain
    from carpets.cli.sitting import Desk
    from carpets.tui.local import fresh, remembered, save

    with remembered() as keeper:
        resumed = None if anew or number is not None else keeper.resume(rules)
        if resumed is not None:
            print(commands.words.text("Your unfinished game goes on; type “new” for another."))
        desk = Desk(_line, _print, fresh, save, partial(_hint, keeper), partial(_kept, keeper), keeper.peeked)
        game = resumed or Game.numbered(rules, str(number if number is not None else fresh(rules)))
        plain.play(desk, game, commands.words.language)
    return 0


def _kept(keeper: Keeper, game: Game, words: Words) -> str:
    """The game kept, and what is wrong with keeping it, or nothing."""
    from carpets.tui.saying import trouble

    keeper.keep(game)
    return "" if keeper.trouble is None else trouble(keeper.trouble, words)


def _line() -> str | None:
    """The next line of standard input, after a prompt where a person types it."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
    return sys.stdin.readline() or None


def _print(line: str) -> None:
    print(line, flush=True)


THINKING = 3.0
"""Seconds that a hint in plain text may take: there is nothing to look at meanwhile."""


def _hint(keeper: Keeper, game: Game, words: Words) -> str:
    """The best hint found in time."""
    import threading

    from carpets import telling
    from carpets.advising import advice
    from carpets.solver.hints import hints
    from carpets.solver.verdicts import Cancel

    cancel = Cancel()
    timer = threading.Timer(THINKING, cancel.set)
    timer.start()
    found = list(hints(game.rules, game.state, cancel=cancel))
    timer.cancel()
    keeper.hinted()
    return advice(words, game.rules, found[-1]) if found else telling.standing(words, game.rules, game.state)


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
