"""The screens on this process's own terminal: what the environment says, files, chance, the clock."""

from __future__ import annotations

import random

from carpets.game import Game
from carpets.games import AnyRules
from carpets.shuffle import DealNumber, read_number
from carpets.tui.request import Request, Seat

SMALLEST, LARGEST = 100_000, 10_000_000
"""Fresh deals are drawn from here: short enough to tell a friend, above Microsoft's numbers."""


def fresh(rules: AnyRules) -> DealNumber:
    """A deal number by chance."""
    del rules
    return DealNumber(random.SystemRandom().randrange(SMALLEST, LARGEST))


def save(game: Game) -> str:
    """Write the game beside where the program was started, under a name that is free. Raises OSError."""
    from pathlib import Path

    from carpets.replay import write_game

    stem = f"{game.rules.name}-{game.deal.number}" if game.deal is not None else game.rules.name
    for n in range(1, 1000):
        path = Path(f"{stem}.txt" if n == 1 else f"{stem}-{n}.txt")
        try:
            with path.open("x", encoding="ascii", newline="\n") as file:
                file.write(write_game(game))
        except FileExistsError:
            continue
        return str(path)
    raise FileExistsError(f"{stem}.txt")


def run_here(
    rules: AnyRules | None, number: DealNumber | str | None, viewed: Game | None, family: str, language: str
) -> int:
    """Open the screens and stay until they are left; the exit status."""
    if isinstance(number, str):
        number = read_number(number)
    request = Request(rules=rules, number=number, viewed=viewed, family=family)
    seat = Seat(language=language, fresh=fresh, save=save)
    from carpets.tui.app import CarpetsApp

    return CarpetsApp(request, seat).run() or 0
