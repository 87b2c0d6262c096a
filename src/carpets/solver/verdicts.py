"""What a search says, and how one is told to stop.

Values only: no search lives here.
"""

from __future__ import annotations

from enum import Enum

from carpets.moves import Move
from carpets.value import Value


class Why(Enum):
    """What ended a search before it knew."""

    BUDGET = "budget"
    MEMORY = "memory"
    CANCELLED = "cancelled"


class Solved(Value):
    """``moves`` lead from the position to a win. ``seen``: states looked at."""

    moves: tuple[Move, ...]
    seen: int


class Lost(Value):
    """No sequence of moves wins: proved.

    ``before_redeal``: proved only for play without a redeal, whose cards cannot be known; after one the
    game may still come out.
    """

    seen: int
    before_redeal: bool = False


class Unknown(Value):
    """The search was stopped first."""

    seen: int
    why: Why = Why.BUDGET


Verdict = Solved | Lost | Unknown


class Cancel:
    """A switch that another thread may set to stop a search. ``flag[0]`` is read without the GIL."""

    __slots__ = ("flag",)

    def __init__(self) -> None:
        self.flag = bytearray(1)

    def set(self) -> None:
        self.flag[0] = 1

    @property
    def is_set(self) -> bool:
        return self.flag[0] != 0


NEVER = Cancel()
"""A switch nobody sets."""
