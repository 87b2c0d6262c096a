"""``picture``: a table as an SVG picture, as plain text or as text with escape codes, painted as on the screen."""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from carpets.cli.checking import read_file
from carpets.cli.parser import Commands, Mistake
from carpets.game import Game
from carpets.notation import BadText
from carpets.replay import read_game
from carpets.words import Words

if TYPE_CHECKING:
    from carpets.paint import Painting

BUDGET = 300_000
"""States that the search for a solution may look at, where ``--at`` wants moves of a bare deal."""
LARGEST = 500
"""Cells of a picture's side."""


def add(commands: Commands) -> None:
    text = commands.words.text
    picture = commands.add("picture", text("draw a table to a file"), _picture)
    source = picture.add_mutually_exclusive_group(required=True)
    commands.seed_option(source)
    source.add_argument("--replay", metavar=text("FILE"), help=text("the game of a game file; “-” is standard input"))
    commands.variant_option(picture)
    picture.add_argument(
        "--at", type=int, default=0, metavar="K",
        help=text("after K moves: of the game file, or of a solution of the deal"),
    )  # fmt: skip
    picture.add_argument(
        "-o", dest="out", required=True, metavar=text("FILE"), help=text("where to: FILE.svg, FILE.txt or FILE.ansi")
    )
    picture.add_argument("--size", default="80x24", metavar="80x24", help=text("columns x rows of the screen"))
    picture.add_argument("--theme", default="felt", help=text("the palette"))
    picture.add_argument("--suits", default="signs", help=text("how suits are written"))
    picture.add_argument("--ascii", action="store_true", help=text("nothing but ASCII"))
    picture.add_argument("--two-colour", action="store_true", help=text("two colours of suits instead of four"))


def _picture(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.paint import Look
    from carpets.paint.palettes import PALETTES
    from carpets.paint.terminal import SUITS

    words = commands.words
    width, height = _size(arguments.size, words)
    for value, names in ((arguments.theme, PALETTES), (arguments.suits, SUITS)):
        _one_of(value, names, words)
    suits = SUITS["letters" if arguments.ascii else arguments.suits]
    look = Look("ascii" if arguments.ascii else "soft", suits, four_colour=not arguments.two_colour)
    if arguments.replay is not None:
        game = _of_file(arguments.replay, arguments.at, commands)
    else:
        game = _of_deal(Game.numbered(arguments.variant, str(arguments.seed)), arguments.at, words)
    from carpets.tui.keepsakes import painted

    painting = painted(game, look, Words.of(words.language, suits), width, height)
    written = _written(painting, arguments.out, arguments.theme, words)
    try:
        with open(arguments.out, "w", encoding="utf-8") as file:
            file.write(written)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Mistake(words.text("{file} cannot be written: {reason}", file=arguments.out, reason=reason)) from error
    return 0


def _one_of(value: str, names: Collection[str], words: Words) -> None:
    if value not in names:
        raise Mistake(words.text("there is no “{value}”; there are {names}", value=value, names=", ".join(names)))


def _size(text: str, words: Words) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,4})[xх×](\d{1,4})", text)  # the second is the Russian letter
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(1 <= side <= LARGEST for side in size):
        raise Mistake(words.text("a size is columns x rows, each 1 to {most}: 80x24", most=LARGEST))
    return size


def _of_file(name: str, at: int, commands: Commands) -> Game:
    try:
        game = read_game(read_file(name, commands)).game
    except BadText as fault:
        raise Mistake(f"{name}: {commands.words.trouble(fault)}") from fault
    return after(game, at, commands.words)


def _of_deal(game: Game, at: int, words: Words) -> Game:
    """A deal, or the deal after ``at`` moves of a solution, if one is found."""
    if at > 0:
        from carpets.solver import Solved, solve

        verdict = solve(game.rules, game.state, budget=BUDGET)
        if not isinstance(verdict, Solved):
            raise Mistake(words.text("no solution of this deal was found, so it has no move {at}", at=at))
        for move in verdict.moves:
            game = game.play(move)
    return after(game, at, words)


def after(game: Game, at: int, words: Words) -> Game:
    if not 0 <= at <= len(game.moves):
        raise Mistake(words.text("--at takes 0 to {last}: the game has that many moves", last=len(game.moves)))
    return game.at(at)


def _written(painting: Painting, out: str, palette: str, words: Words) -> str:
    """What goes into the file, by the end of its name."""
    match out.rpartition(".")[2].lower():
        case "svg":
            from carpets.paint.svg import svg

            return svg(painting, palette)
        case "txt":
            return "".join("".join(text for text, _ in row).rstrip() + "\n" for row in painting.rows)
        case "ansi":
            from carpets.paint.ansi import ansi_rows
            from carpets.paint.palettes import Depth

            return "".join(row + "\n" for row in ansi_rows(painting, palette, Depth.TRUE))
    raise Mistake(words.text("{file}: the name must end in .svg, .txt or .ansi", file=out))
