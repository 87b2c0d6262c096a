"""Deal numbers and the streams of chance behind them.

Deal N is PySolFC's deal N: the same generators, the same order of the pack, the
same Fisher-Yates shuffle, dealt from the end. A redeal goes on drawing from the
deal's own stream, so it is a function of the number and of the draws before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TypeVar

from carpets.cards import FULL, Card, Pack, card_of
from carpets.value import Value

LARGEST = 10**20 - 1
LARGEST_MS = 8589934591
MS_UP_TO = 31999
"""A bare number up to this one means the Microsoft deal of that number, as in PySolFC."""

T = TypeVar("T")


class Fault(Enum):
    """Why a text is not a deal number."""

    EMPTY = "empty"
    NEGATIVE = "negative"
    NOT_WHOLE = "not whole"
    NOT_DIGITS = "not digits"
    TOO_LARGE = "too large"
    MS_RANGE = "ms range"


class BadDealNumber(ValueError):
    """A deal number that cannot be: carries the text and the ``Fault``."""

    def __init__(self, text: str, fault: Fault) -> None:
        super().__init__(f"{text!r}: {fault.value}")
        self.text = text
        self.fault = fault


class DealNumber(Value):
    """0..10**20-1, or Microsoft's 1..8589934591 (``ms`` is true)."""

    value: int
    ms: bool = False

    def __str__(self) -> str:
        return f"ms{self.value}" if self.ms else str(self.value)


def read_number(text: int | str) -> DealNumber:
    """A deal number from an int or from ``48213``, ``#48213``, ``ms7``.

    Raises BadDealNumber, which names the fault.
    """
    word = str(text).strip()
    digits = word.removeprefix("#")
    if not digits:
        raise BadDealNumber(word, Fault.EMPTY)
    if re.fullmatch(r"[mM][sS][0-9]{1,40}", digits):
        value = int(digits[2:])
        if not 1 <= value <= LARGEST_MS:
            raise BadDealNumber(word, Fault.MS_RANGE)
        return DealNumber(value, ms=True)
    if re.fullmatch(r"[-−][0-9.,]+", digits):
        raise BadDealNumber(word, Fault.NEGATIVE)
    if re.fullmatch(r"[0-9]+[.,][0-9]*|[0-9.]+[eE][-+]?[0-9]+", digits):
        raise BadDealNumber(word, Fault.NOT_WHOLE)
    if not re.fullmatch(r"[0-9]+", digits):
        raise BadDealNumber(word, Fault.NOT_DIGITS)
    digits = digits.lstrip("0") or "0"
    if len(digits) > 20:
        raise BadDealNumber(word, Fault.TOO_LARGE)
    value = int(digits)
    return DealNumber(value, ms=1 <= value <= MS_UP_TO)


class Stream:
    """The draws of one deal number, from the ``skip``-th on.

    ``below(n)`` is PySolFC's ``randint(0, n - 1)``: ``int(random() * n)`` on the Mersenne
    Twister, the linear congruential generator's number modulo n on the Microsoft one.
    """

    def __init__(self, number: DealNumber, skip: int = 0) -> None:
        self.draws = 0
        self._below = (_microsoft if number.ms else _mersenne)(number.value)
        for _ in range(skip):
            self.below(1)

    def below(self, n: int) -> int:
        """The next draw, 0..n-1."""
        self.draws += 1
        return self._below(n)

    def shuffled(self, items: list[T] | tuple[T, ...]) -> list[T]:
        """Fisher-Yates from the last item down (Durstenfeld 1964), as PySolFC does it."""
        mixed = list(items)
        for n in range(len(mixed) - 1, 0, -1):
            j = self.below(n + 1)
            mixed[n], mixed[j] = mixed[j], mixed[n]
        return mixed


def _mersenne(seed: int) -> Callable[[int], int]:
    import random  # only here: Microsoft's deals, and games that are taken up again, do without

    draw = random.Random(seed).random
    return lambda n: int(draw() * n)


def _microsoft(seed: int) -> Callable[[int], int]:
    numbers = _microsoft_numbers(seed)
    return lambda n: next(numbers) % n


def _microsoft_numbers(seed: int) -> Iterator[int]:
    """The numbers of Microsoft's C library, with FreeCell's rules for seeds above 31 bits."""
    wide = seed >= 1 << 32
    state = seed - (1 << 32) if wide else seed
    while True:
        state = (state * 214013 + 2531011) & ((1 << 33) - 1)
        if wide:
            yield (state >> 16 & 0xFFFF) + 1
        else:
            yield state >> 16 & 0x7FFF | (0x8000 if seed >= 1 << 31 else 0)


class Deal(Value):
    """A shuffled pack in dealing order (``cards[0]`` is dealt first) and where it came from.

    ``number`` is None for cards that were written down rather than drawn.
    """

    number: DealNumber | None
    cards: tuple[Card, ...]

    @classmethod
    def numbered(cls, number: DealNumber | int | str, pack: Pack = FULL) -> Deal:
        """The deal of a number, the same everywhere and for ever.

        Raises BadDealNumber.
        """
        if not isinstance(number, DealNumber):
            number = read_number(number)
        cards = pack.dealt
        if number.ms and len(cards) == 52:
            cards = tuple(card_of(rank, suit) for rank in range(1, 14) for suit in (0, 3, 2, 1))
        return cls(number, tuple(reversed(Stream(number).shuffled(cards))))
