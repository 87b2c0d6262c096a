"""The desk of this computer: what plain text mode is given of terminal, chance, files and memory."""

from __future__ import annotations

import sys
from datetime import date

from carpets.cli.plain import loop
from carpets.cli.plain.sitting import Desk
from carpets.game import Game
from carpets.games import AnyRules
from carpets.settings import load, settings_file
from carpets.settings import save as write_settings
from carpets.shuffle import DealNumber
from carpets.tui.keeping import Keeper
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
        loop.play(_desk(keeper, solvable, file), game, words.language, settings, viewed)
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
        read=_line,
        write=_print,
        fresh=lambda rules, wanted: fresh(rules, wanted or solvable),
        save=_save,
        keeper=keeper,
        write_settings=lambda settings: write_settings(settings, file),
    )


def _save(game: Game) -> str:
    from carpets.replay import write_game
    from carpets.tui.keepsakes import named

    return write_new(named(game, "txt"), write_game(game))


def _line() -> str | None:
    """The next line of standard input, after a prompt where a person types it."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
    return sys.stdin.readline() or None


def _print(line: str) -> None:
    print(line, flush=True)
