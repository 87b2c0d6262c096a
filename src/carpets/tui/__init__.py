"""The Textual screens: events to places and moves, games to paintings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from carpets.game import Game
    from carpets.games import AnyRules
    from carpets.shuffle import DealNumber


def run(
    *,
    rules: AnyRules | None = None,
    number: DealNumber | None = None,
    viewed: Game | None = None,
    family: str = "kovrik",
    language: str = "en",
    fresh: bool | None = None,
    day: date | None = None,
    palette: str | None = None,
    suits: str | None = None,
    ascii_only: bool = False,
    solvable: bool = False,
) -> int:
    """Open the screens on this process's terminal: a deal, a game to look through, or the home screen.

    ``fresh``: with ``rules``, True for a new deal, False for the unfinished game if there is one, None to ask.
    ``day``: with ``rules``, that day's deal.
    ``solvable``: new deals are known to come out.
    ``palette``, ``suits`` and ``ascii_only`` as for ``paint.terminal.detect``; without them the settings say.
    Returns the exit status. Textual is imported only after the first frame is on the screen.
    """
    from carpets.tui.local import Wishes, run_here

    wishes = Wishes(palette, suits, ascii_only, solvable)
    return run_here(
        rules=rules, number=number, viewed=viewed, family=family, language=language, anew=fresh, day=day, wishes=wishes
    )
