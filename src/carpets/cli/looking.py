"""Commands that show what there is: ``variants``, ``rules``, ``deal``."""

from __future__ import annotations

import argparse
import sys

from carpets.cli.parser import Commands
from carpets.game import Game
from carpets.games import FAMILIES, VARIANTS, AnyRules, family


def add(commands: Commands) -> None:
    text = commands.words.text
    commands.add("variants", text("list every variant"), _variants)
    rules = commands.add("rules", text("read the rule book"), _rules)
    rules.add_argument(
        "variant", nargs="?", type=commands.variant, default=VARIANTS[commands.family], metavar="V",
        help=text("a variant of the family whose book is wanted"),
    )  # fmt: skip
    deal = commands.add("deal", text("print a deal as text"), _deal)
    commands.seed_option(deal, required=True)
    commands.variant_option(deal)


def _variants(_: argparse.Namespace, commands: Commands) -> int:
    text = commands.words.text
    head = (text("name"), text("called"), text("after"), text("cards"), text("grid"), text("redeals"))
    first = (commands.family, *(name for name in FAMILIES if name != commands.family))
    rows = [_row(rules, commands) for name in first for rules in family(name)]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    for row in (head, *rows):
        print("  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())
    return 0


def _row(rules: AnyRules, commands: Commands) -> tuple[str, ...]:
    rows, columns = rules.grid
    redeals = Game.numbered(rules, 0).table.redeals
    return (
        rules.name,
        rules.title[commands.words.language],
        rules.after,
        str(len(rules.pack.cards)),
        f"{rows}×{columns}",
        {0: "–", None: "∞"}.get(redeals, str(redeals)),
    )


def _rules(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.rulebooks import rulebook

    rules: AnyRules = arguments.variant
    book = rulebook(rules.family, commands.words.language)
    if rules is not VARIANTS[rules.family]:
        from carpets.telling import described

        book = f"# {commands.words.variant(rules)}\n\n{described(commands.words, rules)}\n\n{book}"
    if sys.stdout.isatty():
        from pydoc import pager

        pager(book)
    else:
        print(book, end="")
    return 0


def _deal(arguments: argparse.Namespace, commands: Commands) -> int:
    del commands
    game = Game.numbered(arguments.variant, arguments.seed)
    print(game.rules.write(game.state), end="")
    return 0
