"""The parser the commands are added to: argparse, in the player's language, with one-line errors.

argparse translates its own sentences by a function of its module, which is ours here. That is process-wide,
which is fine: a command line is one process.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from carpets.games import VARIANTS, AnyRules
from carpets.shuffle import BadDealNumber, DealNumber, read_number
from carpets.words import LANGUAGES, N_, Words

if TYPE_CHECKING:
    from datetime import date

Run = Callable[[argparse.Namespace, "Commands"], int]


_ARGPARSE_SAYS = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("not allowed with argument %s"),
    N_("one of the arguments %s is required"),
    N_("ignored explicit argument %r"),
)
"""What argparse says by itself and a player of ours may read: here for the catalogue."""


def _speak(words: Words) -> None:
    """Lets argparse's own sentences be looked up in our catalogue: at once, where gettext would search for it."""
    argparse._ = words.text  # type: ignore[attr-defined]


class Mistake(Exception):
    """Something wrong in what was asked: the sentence to say, exit status 2."""


class _Help(argparse.HelpFormatter):
    """Knows its width: argparse, which makes one for each argument added, would load ``shutil`` to ask for it."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(1).columns
    except OSError:
        return 80


def room() -> int | None:
    """The columns of the terminal that is printed to; None for a file or a pipe, which take lines of any length."""
    return _columns() if sys.stdout.isatty() else None


def put(line: str, hang: int = 2) -> None:
    """Print a line; where a terminal is narrower, broken between words, the rest ``hang`` columns in."""
    width = room()
    if width is None or len(line) <= width:
        print(line)
        return
    from carpets.paint.chrome import wrapped

    first = wrapped(line, width)[0]
    print(first)
    for rest in wrapped(line[len(first) :].lstrip(), max(8, width - hang)):
        print(" " * hang + rest)


class _Parser(argparse.ArgumentParser):
    """One line for an error instead of the usage and the error."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Help, **options)

    def error(self, message: str) -> NoReturn:
        raise Mistake(message)


class Commands:
    """The subcommands of one command line, its default family and its language."""

    def __init__(self, family: str, words: Words) -> None:
        self.family = family
        self.words = words
        text = words.text
        _speak(words)
        self.parser = _Parser(
            prog=family,
            description=text("Carpet and Kovrik: two patience families for the terminal."),
            epilog=text("Without a command the home screen opens. “{prog} COMMAND --help” says more.", prog=family),
        )
        self._language(self.parser)
        self.parser.add_argument(
            "--version", action="version", version=_version(), help=text("show program's version number and exit")
        )
        self._sub = self.parser.add_subparsers(
            metavar=text("COMMAND"), title=text("commands"), prog=family, parser_class=_Parser
        )

    @property
    def names(self) -> set[str]:
        """The subcommands added so far."""
        return set(self._sub.choices)

    def add(self, name: str, help_text: str, run: Run) -> argparse.ArgumentParser:
        """A new subcommand: ``run(arguments, commands)`` returns the exit status."""
        parser = self._sub.add_parser(name, help=help_text, description=help_text)
        parser.set_defaults(run=run)
        self._language(parser)
        return parser

    def otherwise(self, run: Run) -> None:
        """What is done where no subcommand is named."""
        self.parser.set_defaults(run=run)

    def _language(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--lang",
            choices=LANGUAGES,
            metavar="ru|en",
            default=argparse.SUPPRESS,
            help=self.words.text("the language"),
        )

    def variant_option(self, parser: argparse.ArgumentParser, default: str | None = "") -> None:
        """``--variant V``; without it the family's basic game, or ``default``."""
        parser.add_argument(
            "--variant",
            type=self.variant,
            default=VARIANTS[self.family] if default == "" else default,
            metavar="V",
            help=self.words.text("the variant; “{prog} variants” lists them", prog=self.family),
        )

    def seed_option(self, parser: argparse.ArgumentParser | argparse._ArgumentGroup, *, required: bool = False) -> None:
        """``--seed N``: a deal number."""
        parser.add_argument(
            "--seed",
            type=self.number,
            required=required,
            metavar="N",
            help=self.words.text("the deal number: the same cards everywhere, and in PySolFC"),
        )

    def variant(self, name: str) -> AnyRules:
        """The variant of a name, for argparse."""
        rules = VARIANTS.get(name)
        if rules is None:
            from difflib import get_close_matches

            near = get_close_matches(name, VARIANTS, 1)
            text = self.words.text
            hint = (
                text("Did you mean “{near}”?", near=near[0])
                if near
                else text("“{prog} variants” lists them.", prog=self.family)
            )
            raise argparse.ArgumentTypeError(text("there is no variant “{name}”.", name=name) + " " + hint)
        return rules

    def day(self, word: str) -> date:
        """A day such as 2026-11-30, for argparse."""
        from datetime import date

        try:
            return date.fromisoformat(word)
        except ValueError:
            told = self.words.text("“{word}” is not a day: write one like 2026-11-30", word=word[:40])
            raise argparse.ArgumentTypeError(told) from None

    def code(self, word: str) -> tuple[AnyRules, DealNumber]:
        """The variant and the number of a share code, for argparse."""
        from carpets.sharing import BadCode, read_code

        try:
            shared = read_code(word)
        except BadCode as bad:
            raise argparse.ArgumentTypeError(bad.told(self.words)) from bad
        return shared.rules, shared.number

    def number(self, word: str) -> DealNumber:
        """A deal number, for argparse."""
        try:
            return read_number(word)
        except BadDealNumber as fault:
            raise argparse.ArgumentTypeError(self.words.fault(fault)) from fault

    def run(self, arguments: list[str]) -> int:
        parsed = self.parser.parse_args(_joined(arguments))
        status: int = parsed.run(parsed, self)
        return status


def _joined(arguments: list[str]) -> list[str]:
    """``--seed -5`` as ``--seed=-5``: argparse would take the number for an option."""
    joined: list[str] = []
    words = iter(arguments)
    for word in words:
        value = next(words, None) if word == "--seed" else None
        joined.append(word if value is None else f"{word}={value}")
    return joined


def _version() -> str:
    class Late(str):
        """The version, looked up only when it is printed."""

        def __mod__(self, values: Any) -> str:
            from importlib.metadata import version

            return f"carpets {version('carpets')}"

    return Late("%(prog)s")


def terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()
