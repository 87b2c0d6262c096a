"""The Textual screens: events to places and moves, games to paintings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from carpets.game import Game
    from carpets.games import AnyRules
    from carpets.shuffle import DealNumber
    from carpets.store.values import Kept


def run(
    *,
    rules: AnyRules | None = None,
    number: DealNumber | None = None,
    viewed: Game | None = None,
    kept: Kept | None = None,
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
    ``kept``: the game to look through as it is remembered, which can be written to a file.
    ``solvable``: new deals are known to come out.
    ``palette``, ``suits`` and ``ascii_only`` as for ``paint.terminal.detect``; without them the settings say.
    Returns the exit status. Textual is imported only after the first frame is on the screen.
    """
    from carpets.tui.local import Wishes, run_here
    from carpets.tui.request import Request

    wishes = Wishes(palette, suits, ascii_only, solvable)
    request = Request(rules, number, viewed=viewed, kept=kept, family=family)
    return run_here(request, language=language, anew=fresh, day=day, wishes=wishes)
