"""Cards, suits and the packs the games are played with.

Nothing here knows a game, a file or a screen.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property

from carpets.value import Value

RANKS = "A23456789TJQK"
SUITS = "CSHD"


class Suit(IntEnum):
    """The four suits, in the order in which PySolFC numbers its cards."""

    CLUBS = 0
    SPADES = 1
    HEARTS = 2
    DIAMONDS = 3

    def __str__(self) -> str:
        return SUITS[self]


_SUITS = tuple(Suit)


class Card(int):
    """One of 52 cards: ``13 * suit + rank - 1``, rank 1 (ace) to 13 (king)."""

    __slots__ = ()

    @property
    def rank(self) -> int:
        return self % 13 + 1

    @property
    def suit(self) -> Suit:
        return _SUITS[self // 13]

    def __str__(self) -> str:
        return RANKS[self % 13] + SUITS[self // 13]

    __repr__ = __str__


CARDS = tuple(Card(n) for n in range(52))


def card_of(rank: int, suit: int) -> Card:
    """The card of a rank 1..13 and a suit 0..3."""
    return CARDS[13 * suit + rank - 1]


class Pack(Value):
    """The ranks of a game in building order, each in four suits.

    ``away`` are ranks that are shuffled and dealt but lie on no cell in play.
    """

    ranks: tuple[int, ...]
    away: tuple[int, ...] = ()

    @cached_property
    def dealt(self) -> tuple[Card, ...]:
        """Every card of the pack before the shuffle: C, S, H, D, each in rising rank."""
        ranks = sorted(self.ranks + self.away)
        return tuple(card_of(rank, suit) for suit in Suit for rank in ranks)

    @cached_property
    def cards(self) -> frozenset[Card]:
        """The cards in play."""
        return frozenset(card_of(rank, suit) for suit in Suit for rank in self.ranks)

    @property
    def whole(self) -> Pack:
        """The pack as it is shuffled and dealt, with the ranks that are then put away."""
        return Pack(self.ranks + self.away)

    @property
    def base(self) -> int:
        """The rank that chains and bases begin with."""
        return self.ranks[0]

    def following(self, card: Card) -> Card | None:
        """The next card of the suit, or None after the last rank."""
        at = self.ranks.index(card.rank)
        return card_of(self.ranks[at + 1], card.suit) if at + 1 < len(self.ranks) else None

    def preceding(self, card: Card) -> Card | None:
        """The card before it in its suit, or None for a base card."""
        at = self.ranks.index(card.rank)
        return card_of(self.ranks[at - 1], card.suit) if at else None


FULL = Pack(tuple(range(1, 14)))
SHORT = Pack((1, 6, 7, 8, 9, 10, 11, 12, 13))
NO_ACES = Pack(tuple(range(2, 14)), away=(1,))
