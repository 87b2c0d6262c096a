"""Which games of the past are listed: the choices that the history screen goes through. No Textual."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TypeVar

from carpets.games import AnyRules
from carpets.store import Ending
from carpets.store.history import Wanted
from carpets.summing import ENDINGS, month_of
from carpets.value import Value, replace
from carpets.words import N_, Words

T = TypeVar("T")
OUTCOMES: tuple[Ending | None, ...] = (None, *(Ending(name) for name in ENDINGS))
PERIODS = {0: N_("all time"), 1: N_("today"), 7: N_("in 7 days"), 30: N_("in 30 days"), 365: N_("in 365 days")}
"""By the number of days, today's included."""


class Listed(Value):
    """``rules`` None: all variants. ``period``: days of PERIODS; ``month``: its first day, instead of a period."""

    rules: AnyRules | None = None
    ending: Ending | None = None
    period: int = 0
    month: date | None = None

    def wanted(self, today: date) -> Wanted:
        """The question to the store; days in UTC."""
        if self.month is not None:
            return Wanted(self.rules, self.ending, self.month, _next(self.month) - timedelta(1))
        since = today - timedelta(self.period - 1) if self.period else None
        return Wanted(self.rules, self.ending, since)

    def told(self, words: Words) -> tuple[str, str]:
        """The outcome and the time in words."""
        outcome = words.text("any outcome") if self.ending is None else words.text(ENDINGS[self.ending.value])
        if self.month is not None:
            return outcome, month_of(words, self.month)
        return outcome, words.text(PERIODS[self.period])

    def other_outcome(self) -> Listed:
        return replace(self, ending=_following(OUTCOMES, self.ending))

    def other_period(self) -> Listed:
        return replace(self, period=0 if self.month else _following(tuple(PERIODS), self.period), month=None)

    def other_month(self, by: int, today: date) -> Listed:
        """A month earlier (-1) or later (1); the first time this month."""
        if self.month is None:
            return replace(self, month=today.replace(day=1))
        return replace(self, month=_next(self.month) if by > 0 else (self.month - timedelta(1)).replace(day=1))


def _next(month: date) -> date:
    return (month + timedelta(31)).replace(day=1)


def _following(row: Sequence[T], one: T) -> T:
    return row[(row.index(one) + 1) % len(row)]
