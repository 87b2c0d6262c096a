"""``doctor``: what was found out about this terminal and why, for players and for bug reports."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from carpets.cli.parser import Commands, put, terminal
from carpets.words import N_, Words

if TYPE_CHECKING:
    from carpets.paint.terminal import Terminal

VARIABLES = (
    "TERM", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "WT_SESSION", "TMUX", "STY",
    "SSH_CONNECTION", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG", "TEXTUAL_ANIMATIONS", "PYTHONUTF8",
)  # fmt: skip
"""The environment that matters; nothing else of it is shown, and of an ssh connection only that there is one."""
ABOUT = {"screen": N_("screen"), "colours": N_("colours"), "cards": N_("look of the cards"), "suits": N_("suits")}
FOUND = {
    "yes": N_("yes"), "no": N_("no"), "truecolor": N_("all"), "mono": N_("none"), "soft": N_("paper"),
    "line": N_("outlines"), "box": N_("simple outlines"), "ascii": "ASCII", "signs": "♣♠♥♦", "hollow": "♧♤♡♢",
    "letters": "C S H D",
}  # fmt: skip
"""How what was found is called."""


def add(commands: Commands) -> None:
    text = commands.words.text
    doctor = commands.add("doctor", text("show what was found out about this terminal, and why"), _doctor)
    doctor.add_argument("--ascii", action="store_true", help=text("nothing but ASCII"))
    doctor.add_argument("--suits", choices=("signs", "hollow", "letters"), help=text("how suits are written"))


def _doctor(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.paint.terminal import detect
    from carpets.tui.probing import heart_width

    words = commands.words
    encoding = sys.stdout.encoding or "ascii"
    heart = heart_width() if terminal() else None
    found = detect(os.environ, encoding, terminal(), heart, ascii_only=arguments.ascii, suits=arguments.suits)
    for line in _versions(words):
        put(line)
    print()
    for name in VARIABLES:
        value = os.environ.get(name)
        if value is not None:
            print(f"{name}={'…' if name == 'SSH_CONNECTION' else value}".encode(encoding, "replace").decode(encoding))
    print(words.text("encoding: {value}", value=encoding))
    if terminal():
        size = os.get_terminal_size()
        print(words.text("size: {width}x{height}", width=size.columns, height=size.lines))
        known = str(heart) if heart is not None else words.text("the terminal does not say")
        print(words.text("cells of a heart: {value}", value=known))
    print()
    for finding in found.findings:
        about, why = words.text(ABOUT[finding.about]), words.text(finding.why, **finding.blanks)
        put(f"{about}: {words.text(FOUND.get(finding.found, finding.found))} ({why})")
    print()
    for line in _sample(found):
        print(line)
    return 0


def _versions(words: Words) -> Iterator[str]:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from carpets.solver import compiled

    for name in ("carpets", "textual", "rich"):
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield words.text("{name}: not installed", name=name)
    yield f"Python {platform.python_version()}, {platform.system()} {platform.release()} {platform.machine()}"
    yield (
        words.text("the solver is compiled") if compiled() else words.text("the solver is not compiled: hints are slow")
    )


def _sample(found: Terminal) -> tuple[str, ...]:
    """A few cards as they are drawn here."""
    from carpets.cards import card_of
    from carpets.paint import Painting, card_tile
    from carpets.paint.ansi import ansi_rows

    height = 2 if found.style == "ascii" else 4
    cards = (card_of(rank, suit) for suit, rank in enumerate((1, 7, 10, 12)))
    tiles = (card_tile(card, 7, height, found.look()) for card in cards)
    rows = tuple(tuple(run for row in line for run in row) for line in zip(*tiles, strict=True))
    if not terminal():
        return tuple("".join(text for text, _ in row) for row in rows)
    return ansi_rows(Painting(rows), found.palette, found.depth)
