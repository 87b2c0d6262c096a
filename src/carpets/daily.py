"""The deal of the day: a function of the variant and the date in UTC alone.

A sequence of numbers is drawn from a digest of variant, date and place in the sequence. ``days.txt`` beside this
module says which of them is dealt: the first one that the solver won when the file was written (``tests/days.py``).
So a day is data, and no change of the solver moves it. Where the file says nothing the first number is dealt, and
nobody knows whether it comes out: in Jungle before 2027, as none of its deals had been won, and in years beyond it.
Strict Carpet, which chance never deals winnable, has deals built backwards from a won table, and they have no number.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from carpets.games import AnyRules
from carpets.games.carpet import Carpet, FillFrom
from carpets.shuffle import Deal, DealNumber
from carpets.value import Value

if TYPE_CHECKING:
    from datetime import date

EDITION = 1
"""Changes when the same date would no longer give the same numbers."""
SMALLEST, COUNT = 100_000_000, 900_000_000
"""Nine digits: above Microsoft's numbers, short enough to be told."""
FILE = __file__.removesuffix("daily.py") + "days.txt"
FIRST_DIGIT, DIGITS = ord("!"), 94
"""A place is written in the printable letters of ASCII from here on, the blank left out."""


class Daily(Value):
    """A day's deal. ``comes_out``: it is known that it can be won."""

    deal: Deal
    comes_out: bool


def deal_of(rules: AnyRules, day: date) -> Daily:
    """The deal of the day."""
    if isinstance(rules, Carpet) and rules.fill is FillFrom.NEVER:
        from carpets.solver.deals import built

        return Daily(built(rules, next(numbers(rules, day))), comes_out=True)
    place = _place(rules, day)
    number = next(at for n, at in enumerate(numbers(rules, day)) if n == (place or 0))
    return Daily(Deal.numbered(number, rules.pack.whole), place is not None)


def numbers(rules: AnyRules, day: date) -> Iterator[DealNumber]:
    """The day's numbers, the first candidate first, without end."""
    place = 0
    while True:
        digest = sha256(f"carpets {EDITION} {rules.name} {day.isoformat()} {place}".encode()).digest()
        yield DealNumber(SMALLEST + int.from_bytes(digest[:8], "big") % COUNT)
        place += 1


def _place(rules: AnyRules, day: date) -> int | None:
    """Which of the day's numbers is dealt, None where the file does not say."""
    head = f"{rules.name} {day.year} "
    with open(FILE, encoding="ascii") as lines:
        row = next((line for line in lines if line.startswith(head)), None)
    return None if row is None else read_places(row)[day.timetuple().tm_yday - 1]


def read_places(row: str) -> list[int]:
    """A year's places from its row, ``kovrik 2026 !$&…``: one digit a day, or two where one is not enough."""
    digits = [ord(letter) - FIRST_DIGIT for letter in row.split()[2]]
    if len(digits) <= 366:
        return digits
    return [high * DIGITS + low for high, low in zip(digits[::2], digits[1::2], strict=True)]


def write_places(rules: AnyRules, year: int, places: list[int]) -> str:
    """The row that ``read_places`` reads. ``places``: of each day of the year, each under 8,836."""
    wide = max(places) >= DIGITS
    digits = [digit for place in places for digit in (divmod(place, DIGITS) if wide else (place,))]
    return f"{rules.name} {year} {''.join(chr(FIRST_DIGIT + digit) for digit in digits)}"
