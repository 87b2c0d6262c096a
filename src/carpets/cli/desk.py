"""Plain text mode on this computer: what it is given of terminal, chance, files and memory."""

from __future__ import annotations

import sys
from datetime import date

from carpets.cli.exchanging import amount, has_settings, one, refusals, settings_in, take, write
from carpets.cli.parser import Mistake
from carpets.game import Game
from carpets.games import AnyRules
from carpets.plain import loop
from carpets.plain.sitting import Desk, Files
from carpets.replay import write_game
from carpets.settings import Settings, load, settings_file
from carpets.settings import save as write_settings
from carpets.settings import write_settings as settings_text
from carpets.shuffle import DealNumber
from carpets.store import Kept, Memory
from carpets.store.exchange import write_games
from carpets.tui.keeping import Keeper
from carpets.tui.keepsakes import named
from carpets.tui.local import fresh, remembered, write_new
from carpets.words import Words


def sit_down(
    words: Words,
    rules: AnyRules,
    number: DealNumber | None = None,
    *,
    anew: bool = False,
    day: date | None = None,
    solvable: bool = False,
    viewed: Game | None = None,
) -> int:
    """Play on standard input and output: the deal asked for, else the unfinished game, else a fresh deal.

    ``viewed``: a game to look through first.
    """
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]  # a line that is no text is no command
    with remembered() as keeper:
        resumed = None if anew or number is not None else keeper.resume(rules, day)
        if resumed is not None and viewed is None:
            print(words.text("Your unfinished game goes on; type “new” for another."))
        game = resumed or _first(keeper, rules, number, day, solvable)
        file = settings_file()
        settings, _ = load(file)
        loop.play(loop.begin(_desk(keeper, solvable, file), game, words.language, settings, viewed), _line)
    return 0


def _first(keeper: Keeper, rules: AnyRules, number: DealNumber | None, day: date | None, solvable: bool) -> Game:
    if day is not None:
        return keeper.lay_day(rules, day)
    if number is not None:
        return Game.numbered(rules, number)
    game, known = fresh(rules, solvable)
    keeper.promise(game, known)
    return game


def _desk(keeper: Keeper, solvable: bool, file: str) -> Desk:
    """``solvable``: every new deal is known to come out. ``file``: where settings are kept."""
    return Desk(
        write=_print,
        fresh=lambda rules, wanted: fresh(rules, wanted or solvable),
        keeper=keeper,
        files=files(keeper.memory),
        write_settings=lambda settings: write_settings(settings, file),
    )


def files(memory: Memory) -> Files:
    """What a player at this computer may do with files, and with the games remembered there."""

    def export(words: Words, name: str, kept: Kept | None, settings: Settings) -> str:
        try:
            if kept is not None:
                write(name, [one(kept, name, words)], words)
            else:
                write(name, (line + "\n" for line in write_games(memory, settings_text(settings))), words)
        except Mistake as mistake:
            return f"{mistake}."
        return words.text("Saved as {file}.", file=name)

    def take_in(words: Words, name: str, asked: bool) -> tuple[list[str], Settings | None]:
        try:
            taken = take(memory, name, words)
        except Mistake as mistake:
            return [f"{mistake}."], None
        said = [*(f"{line}." for line in refusals(words, name, taken)), f"{amount(words, taken)}."]
        if not asked and not taken.settings:
            return said, None
        if not asked and has_settings():
            stay = words.text("Your settings stay as they are; “import settings FILE” takes those of the file.")
            return [*said, stay], None
        settings, faults = settings_in(taken, words)
        said += [f"{fault}." for fault in faults]
        if settings is None:
            said.append(words.text("the file holds no settings") + ".")
        return said, settings

    return Files(_save, export, take_in)


def _save(game: Game) -> str:
    return write_new(named(game, "txt"), write_game(game))


def _line() -> str | None:
    """The next line of standard input, after a prompt where a person types it."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
    return sys.stdin.readline() or None


def _print(line: str) -> None:
    print(line, flush=True)
