"""The desk of this computer: what plain text mode is given of terminal, chance, files, solver and memory."""

from __future__ import annotations

import sys
import threading
from datetime import UTC, date, datetime
from functools import partial

from carpets import telling
from carpets.cli import plain
from carpets.cli.sitting import Desk
from carpets.game import Game
from carpets.games import AnyRules
from carpets.shuffle import DealNumber
from carpets.tui.keeping import Keeper
from carpets.tui.local import fresh, remembered, save
from carpets.words import Words

THINKING = 3.0
"""Seconds that a hint may take: there is nothing to look at meanwhile."""
NEWEST = 10
"""Games that the history shows."""


def sit_down(
    words: Words,
    rules: AnyRules,
    number: DealNumber | None = None,
    *,
    anew: bool = False,
    day: date | None = None,
    solvable: bool = False,
) -> int:
    """Play on standard input and output: the deal asked for, else the unfinished game, else a fresh deal."""
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]  # a line that is no text is no command
    with remembered() as keeper:
        resumed = None if anew or number is not None else keeper.resume(rules, day)
        if resumed is not None:
            print(words.text("Your unfinished game goes on; type “new” for another."))
        game = resumed or _first(keeper, rules, number, day, solvable)
        plain.play(_desk(keeper, solvable), game, words.language)
    return 0


def _first(keeper: Keeper, rules: AnyRules, number: DealNumber | None, day: date | None, solvable: bool) -> Game:
    if day is not None:
        return keeper.lay_day(rules, day)
    return Game.numbered(rules, number) if number is not None else _new(keeper, solvable, rules)


def _new(keeper: Keeper, solvable: bool, rules: AnyRules) -> Game:
    """A new game by chance; the keeper hears whether it is known to come out."""
    game, known = fresh(rules, solvable)
    keeper.promise(game, known)
    return game


def _desk(keeper: Keeper, solvable: bool) -> Desk:
    return Desk(
        read=_line,
        write=_print,
        fresh=partial(_new, keeper, solvable),
        save=save,
        hint=partial(_hint, keeper),
        changed=partial(_kept, keeper),
        peeked=keeper.peeked,
        daily=partial(_daily, keeper),
        records=partial(_records, keeper),
    )


def _line() -> str | None:
    """The next line of standard input, after a prompt where a person types it."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
    return sys.stdin.readline() or None


def _print(line: str) -> None:
    print(line, flush=True)


def _kept(keeper: Keeper, game: Game, words: Words) -> str:
    """The game kept, and what is wrong with keeping it, or nothing."""
    from carpets.tui.saying import trouble

    keeper.keep(game)
    return "" if keeper.trouble is None else trouble(keeper.trouble, words)


def _daily(keeper: Keeper, rules: AnyRules) -> Game:
    """Today's deal, or the game of it that was begun."""
    today = datetime.now(UTC).date()
    return keeper.resume(rules, today) or keeper.lay_day(rules, today)


def _records(keeper: Keeper, rules: AnyRules, words: Words) -> list[str]:
    """What the variant's games amount to, and the newest of them."""
    from carpets.store.history import Wanted, history
    from carpets.store.statistics import spread, statistics
    from carpets.summing import line_of, lines, table_of

    memory = keeper.memory
    found = lines(words, statistics(memory, rules, None), spread(memory, rules, None))
    past = history(memory, Wanted(rules), NEWEST)
    return [words.variant(rules), *found, *(table_of(words, [line_of(words, game) for game in past]) if past else ())]


def _hint(keeper: Keeper, game: Game, words: Words) -> str:
    """The best hint found in time."""
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
