"""Games and settings written to files and read from them, with the sentence that says why where it fails."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from carpets.cli.parser import Mistake
from carpets.words import Words

if TYPE_CHECKING:
    from carpets.settings import Settings
    from carpets.store import Memory
    from carpets.store.exchange import Taken
    from carpets.store.values import Kept


def one(kept: Kept, name: str, words: Words, at: int | None = None) -> str:
    """A game as the end of the file's name asks for it: a replay, a recording, or a picture after ``at`` moves.

    Raises Mistake.
    """
    from carpets.tui.keepsakes import KINDS, written

    ending, last = name.rpartition(".")[2].lower(), len(kept.game.moves)
    if ending not in KINDS:
        raise Mistake(words.text("a game is written as FILE.txt, FILE.cast or FILE.svg"))
    if at is not None and not 0 <= at <= last:
        raise Mistake(words.text("--at takes 0 to {last}: the game has that many moves", last=last))
    return written(kept, ending, words, last if at is None else at)


def write(name: str, parts: Iterable[str], words: Words) -> int:
    """Writes a new file; never over another one. Raises Mistake."""
    try:
        with open(name, "x", encoding="utf-8") as file:
            file.writelines(parts)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Mistake(words.text("{file} cannot be written: {reason}", file=name, reason=reason)) from error
    return 0


def take(memory: Memory, name: str, words: Words, lines: Iterable[str] | None = None) -> Taken:
    """Takes the games of a file, or of ``lines`` where they are there already. Raises Mistake."""
    import sqlite3

    from carpets.store.exchange import read_games
    from carpets.store.schema import trouble_of

    try:
        if lines is not None:
            return read_games(memory, iter(lines))
        with open(name, encoding="utf-8") as file:
            return read_games(memory, iter(file))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or words.text("this is not a text file")
        raise Mistake(words.text("{file} cannot be read: {reason}", file=name, reason=reason)) from error
    except sqlite3.Error as error:
        raise Mistake(words.text(trouble_of(error).value, file=words.text("The file of games"))) from error


def refusals(words: Words, name: str, taken: Taken) -> Iterator[str]:
    """A line for each one of the file that was left out, and why."""
    for number, fault in taken.refused:
        why = words.text(fault.why, word=fault.word) + (f": {words.trouble(fault.cause)}" if fault.cause else "")
        yield words.text("{file}, line {number}: {why}", file=name, number=number, why=why)


def amount(words: Words, taken: Taken) -> str:
    """How many games were added, known and refused."""
    added = words.count("{n} game added", "{n} games added", taken.added)
    known = words.count("{n} known already", "{n} known already", taken.known)
    refused = words.count("{n} refused", "{n} refused", len(taken.refused))
    return f"{added}, {known}, {refused}"


def has_settings() -> bool:
    """Whether the player has settings already, which an import leaves unless it is asked to take others."""
    from carpets.settings import settings_file

    return os.path.exists(settings_file())


def settings_in(taken: Taken, words: Words) -> tuple[Settings | None, list[str]]:
    """The settings of a file of games, None where it has none, and what is wrong in them."""
    from carpets.options import told
    from carpets.settings import read_settings

    if not taken.settings:
        return None, []
    settings, bad = read_settings(taken.settings)
    return None if any(fault.key == "" for fault in bad) else settings, [told(words, fault) for fault in bad]
