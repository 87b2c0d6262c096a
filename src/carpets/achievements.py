"""What is worth having done, as rows: each names a question that is put to the whole history.

The questions are values; how they are asked is the store's. A row added later counts what was played before.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from carpets.games import FAMILIES, VARIANTS, family
from carpets.value import Value
from carpets.words import N_


class Wins(Value):
    """So many games won on fresh deals, all of one kind. None leaves a thing open."""

    count: int
    variant: str | None = None
    undos: int | None = None
    """At most so many times back in a game; likewise hints with peeks."""
    hints: int | None = None
    seconds: float | None = None
    """In less than so many seconds."""


class Streak(Value):
    """So many games won in a row, on fresh deals."""

    count: int


class Kinds(Value):
    """Each of these variants won at least once."""

    variants: tuple[str, ...]


class Days(Value):
    """The deal of the day of some variant won on so many days in a row, each on its own day."""

    count: int


Question = Wins | Streak | Kinds | Days


class Achievement(Value):
    """``title`` and ``told`` are English source texts; ``variant`` fills their blank of that name."""

    name: str
    title: str
    told: str
    asks: Question
    variant: str | None = None


def _first(name: str) -> Achievement:
    return Achievement(
        f"first-{name}", N_("{variant} has come out"), N_("Win a game of {variant}"), Wins(1, name), name
    )


_BOTH = {
    "kovrik": N_("Every Kovrik"),
    "carpet": N_("Every Carpet"),
}

ACHIEVEMENTS: tuple[Achievement, ...] = (
    *(_first(name) for name in VARIANTS),
    Achievement("no-undo", N_("Straight on"), N_("Win without taking a move back"), Wins(1, undos=0)),
    Achievement("no-hint", N_("Own head"), N_("Win without a hint and without x-ray"), Wins(1, hints=0)),
    Achievement("bare", N_("Bare hands"), N_("Win ten games without undo and hints"), Wins(10, undos=0, hints=0)),
    Achievement("quick", N_("Quick hands"), N_("Win in less than two minutes"), Wins(1, seconds=120)),
    Achievement("three", N_("Three in a row"), N_("Win three games in a row"), Streak(3)),
    Achievement("ten", N_("Ten in a row"), N_("Win ten games in a row"), Streak(10)),
    Achievement("hundred", N_("A hundred carpets"), N_("Win a hundred games"), Wins(100)),
    Achievement("week", N_("A week of days"), N_("Win the deal of the day seven days in a row"), Days(7)),
    Achievement("month", N_("A month of days"), N_("Win the deal of the day thirty days in a row"), Days(30)),
    *(
        Achievement(f"every-{name}", _BOTH[name], N_("Win every variant of the family"),
                    Kinds(tuple(rules.name for rules in family(name))))
        for name in FAMILIES
    ),
)  # fmt: skip
BY_NAME: Mapping[str, Achievement] = MappingProxyType({row.name: row for row in ACHIEVEMENTS})
