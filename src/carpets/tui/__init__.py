"""The Textual screens: events to places and moves, games to paintings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carpets.game import Game
    from carpets.games import AnyRules
    from carpets.shuffle import DealNumber


def run(
    *,
    rules: AnyRules | None = None,
    number: DealNumber | str | None = None,
    viewed: Game | None = None,
    family: str = "kovrik",
    language: str = "en",
    fresh: bool | None = None,
) -> int:
    """Open the screens on this process's terminal: a deal, a game to look through, or the home screen.

    ``fresh``: with ``rules``, True for a new deal, False for the unfinished game if there is one, None to ask.

    Returns the exit status. Textual is imported only after the first frame is on the screen.
    """
    from carpets.tui.local import run_here

    return run_here(rules=rules, number=number, viewed=viewed, family=family, language=language, anew=fresh)
