"""Why a move is refused: one value for each reason.

The sentence for a reason is the front end's: it looks it up by the class name and
fills the blanks with the fields (``words.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

from carpets.cards import Card, Suit


@dataclass(frozen=True)
class OtherGame:
    """This game has no such move."""


@dataclass(frozen=True)
class NoSuchCell:
    """The cell is not on the grid."""

    cell: int


@dataclass(frozen=True)
class NotInPack:
    """This variant is played without the card."""

    card: Card


@dataclass(frozen=True)
class CellTaken:
    """The cell is not a hole: ``holder`` lies there."""

    holder: Card


@dataclass(frozen=True)
class NeedsCard:
    """The hole, or the base, takes one of ``cards`` and nothing else."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class NeedsBase:
    """A hole in the first column takes a card of the base rank and nothing else."""

    rank: int


@dataclass(frozen=True)
class DeadHole:
    """Nothing goes right of ``behind``, the last card of its suit, or right of a hole (None)."""

    behind: Card | None


@dataclass(frozen=True)
class BasesFirst:
    """Every card of the base rank goes to the first column before any other move."""

    rank: int


@dataclass(frozen=True)
class BaseStays:
    """A base card that stands in the first column stays there."""

    card: Card


@dataclass(frozen=True)
class ChainLocked:
    """The card is in a chain, and chains are locked."""

    card: Card


@dataclass(frozen=True)
class NoPlace:
    """No hole takes the card now.

    It goes right of ``right_of`` or left of ``left_of``; a base card to the first column (both empty).
    """

    card: Card
    right_of: tuple[Card, ...]
    left_of: tuple[Card, ...]


@dataclass(frozen=True)
class InPlace:
    """The card already lies right of the one it follows."""

    card: Card


@dataclass(frozen=True)
class MovesRemain:
    """A redeal is for when no move is left."""


@dataclass(frozen=True)
class NoRedeals:
    """The variant has no redeal."""


@dataclass(frozen=True)
class RedealsUsedUp:
    """Every redeal has been used."""


@dataclass(frozen=True)
class GameWon:
    """The game is won."""


@dataclass(frozen=True)
class AlreadyHome:
    """The card is on its base, and cards on bases stay."""

    card: Card


@dataclass(frozen=True)
class BaseWants:
    """The card's base takes ``wanted`` next."""

    card: Card
    wanted: Card


@dataclass(frozen=True)
class BaseFull:
    """The base of the suit is complete."""

    suit: Suit


@dataclass(frozen=True)
class FaceDown:
    """The card is somewhere in the stock, face down."""

    card: Card


@dataclass(frozen=True)
class UnderTop:
    """Only the waste's top card is available; ``card`` lies under ``top``."""

    card: Card
    top: Card


@dataclass(frozen=True)
class NotFromCarpet:
    """A card of the carpet goes to its base only, never to another cell."""

    card: Card


@dataclass(frozen=True)
class NeverFilled:
    """Holes of this variant are never filled."""


@dataclass(frozen=True)
class FilledAlone:
    """Holes of this variant fill themselves, as long as there are cards."""


@dataclass(frozen=True)
class WasteEmpty:
    """The waste has no card."""


@dataclass(frozen=True)
class StockEmpty:
    """The stock has no card left, and it is gone through only once."""


@dataclass(frozen=True)
class NotTurned:
    """The stock of this variant is not turned: it fills the holes by itself."""


@dataclass(frozen=True)
class NotFromStock:
    """The stock's card goes to the waste first, not straight into a hole."""


@dataclass(frozen=True)
class WasteFirst:
    """A hole is filled from the stock only while the waste is empty."""


Refusal = (
    OtherGame | NoSuchCell | NotInPack | CellTaken | NeedsCard | NeedsBase | DeadHole | BasesFirst | BaseStays
    | ChainLocked | NoPlace | InPlace | MovesRemain | NoRedeals | RedealsUsedUp | GameWon | AlreadyHome | BaseWants
    | BaseFull | FaceDown | UnderTop | NotFromCarpet | NeverFilled | FilledAlone | WasteEmpty | StockEmpty | NotTurned
    | NotFromStock | WasteFirst
)  # fmt: skip
