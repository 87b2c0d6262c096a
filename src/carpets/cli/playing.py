"""Commands that open a table: ``play``, and the home screen where no command is given."""

from __future__ import annotations

import argparse

from carpets.cli.parser import Commands, Mistake, terminal


def add(commands: Commands) -> None:
    text = commands.words.text
    play = commands.add("play", text("play a game"), _play)
    commands.variant_option(play)
    commands.seed_option(play)


def _play(arguments: argparse.Namespace, commands: Commands) -> int:
    _needs_terminal(commands)
    from carpets.tui import run

    return run(rules=arguments.variant, number=arguments.seed, language=commands.words.language)


def home(commands: Commands) -> int:
    """The home screen: choose a game, a variant, a deal."""
    _needs_terminal(commands)
    from carpets.tui import run

    return run(language=commands.words.language)


def _needs_terminal(commands: Commands) -> None:
    if not terminal():
        text = commands.words.text
        raise Mistake(
            text("a game needs a terminal; “{prog} --help” lists what works without one", prog=commands.family)
        )
