"""Commands that judge a text: ``replay`` for game files, ``check`` for positions and moves."""

from __future__ import annotations

import argparse
import sys

from carpets.cli.parser import Commands, Mistake, terminal
from carpets.game import Game
from carpets.games import AnyRules
from carpets.notation import BadText, Trouble, read_move
from carpets.replay import LONGEST, read_game
from carpets.rules import Outcome
from carpets.words import N_


def add(commands: Commands) -> None:
    text = commands.words.text
    replay = commands.add("replay", text("check a game file, and look at it where there is a terminal"), _replay)
    replay.add_argument("file", metavar=text("FILE"), help=text("a game file; “-” is standard input"))
    replay.add_argument("--to", type=int, metavar="N", help=text("the position after N moves"))
    check = commands.add("check", text("play moves from a position and print where they lead, or why not"), _check)
    check.add_argument("position", metavar=text("POSITION-FILE"), help=text("a position; “-” is standard input"))
    check.add_argument("moves", nargs="*", metavar=text("MOVE"), help="7C-b5, 7C-home, draw, stock-b5, redeal")
    commands.variant_option(check)


def read_file(name: str, commands: Commands) -> str:
    """The text of a file or of standard input, no more than a game can be. Raises Mistake."""
    text = commands.words.text
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(4 * LONGEST + 1)
        else:
            with open(name, "rb") as file:
                raw = file.read(4 * LONGEST + 1)
        if len(raw) > 4 * LONGEST:
            raise Mistake(f"{name}: " + text("the file is too long to be a game"))
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Mistake(f"{name}: " + commands.words.trouble(BadText(Trouble.NOT_TEXT))) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise Mistake(text("{file} cannot be read: {reason}", file=name, reason=reason)) from error


def _replay(arguments: argparse.Namespace, commands: Commands) -> int:
    try:
        replay = read_game(read_file(arguments.file, commands))
    except BadText as fault:
        raise Mistake(f"{arguments.file}: {commands.words.trouble(fault)}") from fault
    game = replay.game
    if arguments.to is not None:
        if not 0 <= arguments.to <= len(game.moves):
            last = len(game.moves)
            raise Mistake(commands.words.text("--to takes 0 to {last}: the game has that many moves", last=last))
        game = game.at(arguments.to)
    if terminal() and replay.fault is None:
        from carpets.tui import run

        return run(viewed=game, language=commands.words.language)
    print(game.rules.write(game.state), end="")
    print("; " + _standing(game, commands))
    if replay.fault is not None:
        raise Mistake(f"{arguments.file}: {commands.words.trouble(replay.fault)}")
    return 0


def _standing(game: Game, commands: Commands) -> str:
    standing = {Outcome.PLAYING: N_("not over"), Outcome.WON: N_("won"), Outcome.STUCK: N_("stuck")}[game.outcome]
    return f"{commands.words.moves(game.cursor)}, {commands.words.text(standing)}"


def _check(arguments: argparse.Namespace, commands: Commands) -> int:
    rules: AnyRules = arguments.variant
    try:
        game = Game.from_position(rules, rules.read(read_file(arguments.position, commands)))
    except BadText as fault:
        raise Mistake(f"{arguments.position}: {commands.words.trouble(fault)}") from fault
    for number, word in enumerate(arguments.moves, 1):
        try:
            move = read_move(word, rules.grid)
        except BadText as fault:
            raise Mistake(commands.words.trouble(fault)) from fault
        refusal = game.refusal(move)
        if refusal is not None:
            print(rules.write(game.state), end="")
            raise Mistake(f"{number}. {word}: {commands.words.refusal(refusal)}")
        game = game.play(move)
    print(rules.write(game.state), end="")
    print("; " + _standing(game, commands))
    return 0
