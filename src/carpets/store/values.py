"""What the store takes and gives: plain values. A day is a ``date`` in UTC, an instant a ``datetime`` in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime
from enum import Enum

from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.value import Value


class Choice(Enum):
    """How the deal came about: any deal, one known to come out, the deal of the day."""

    FREE = "free"
    SOLVABLE = "solvable"
    DAILY = "daily"


class Ending(Enum):
    """What became of a game. LOST: left at a dead end or after it was proved lost; GIVEN_UP: left before."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given up"


class Played(Value):
    """One line of the history. ``again``: the player had seen the deal before. ``seconds``: at the table.

    ``deal`` is '' where the cards were written down and not drawn by a number; ``choice`` DAILY has its ``day``.
    """

    id: int
    variant: str
    deal: str
    choice: Choice
    day: date | None
    again: bool
    ending: Ending
    begun: datetime
    touched: datetime
    seconds: float
    moves: int
    undos: int
    hints: int
    peeks: int
    done: int
    goal: int
    score: int

    @property
    def rules(self) -> AnyRules:
        return VARIANTS[self.variant]


class Kept(Value):
    """A game as it was kept: with its undone tail, and the seconds played at each of its moves."""

    played: Played
    game: Game
    clock: tuple[float, ...]


def write_instant(instant: datetime) -> str:
    """``2026-11-30T07:24:20Z``; sorts as time does. Raises ValueError for an instant without a zone."""
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_instant(text: str) -> datetime:
    """Raises ValueError."""
    if len(text) != len("2026-11-30T07:24:20Z") or not text.endswith("Z"):
        raise ValueError(f"not an instant: {text!r}")
    return datetime.fromisoformat(text)


def write_day(day: date | None) -> str:
    return day.isoformat() if day is not None else ""


def read_day(text: str) -> date | None:
    """Raises ValueError."""
    return date.fromisoformat(text) if text else None
