"""The Textual screens: events to places and moves, games to paintings."""

from __future__ import annotations

from carpets.game import Game
from carpets.games import AnyRules
from carpets.shuffle import DealNumber


def run(
    *,
    language: str,
    rules: AnyRules | None = None,
    number: DealNumber | None = None,
    viewed: Game | None = None,
) -> int:
    """Opens the table of ``rules`` (a fresh deal without ``number``), the viewer of ``viewed``, or the home screen.

    Returns the exit status.
    """
    raise NotImplementedError(language, rules, number, viewed)
