"""Why a move is refused: one value for each reason.

The sentence for a reason is the front end's: it looks it up by the class name and
fills the blanks with the fields (``words.py``).
"""

from __future__ import annotations

from carpets.cards import Card, Suit
from carpets.value import Value


class OtherGame(Value):
    """This game has no such move."""


class NoSuchCell(Value):
    """The cell is not on the grid."""

    cell: int


class NotInPack(Value):
    """This variant is played without the card."""

    card: Card


class CellTaken(Value):
    """The cell is not a hole: ``holder`` lies there."""

    holder: Card


class NeedsCard(Value):
    """The hole, or the base, takes one of ``cards`` and nothing else."""

    cards: tuple[Card, ...]


class NeedsBase(Value):
    """A hole in the first column takes a card of the base rank and nothing else."""

    rank: int


class DeadHole(Value):
    """Nothing goes right of ``behind``, the last card of its suit, or right of a hole (None)."""

    behind: Card | None


class BasesFirst(Value):
    """Every card of the base rank goes to the first column before any other move."""

    rank: int


class BaseStays(Value):
    """A base card that stands in the first column stays there."""

    card: Card


class ChainLocked(Value):
    """The card is in a chain, and chains are locked."""

    card: Card


class NoPlace(Value):
    """No hole takes the card now.

    It goes right of ``right_of`` or left of ``left_of``; a base card to the first column (both empty).
    """

    card: Card
    right_of: tuple[Card, ...]
    left_of: tuple[Card, ...]


class InPlace(Value):
    """The card already lies right of the one it follows."""

    card: Card


class MovesRemain(Value):
    """A redeal is for when no move is left."""


class NoRedeals(Value):
    """The variant has no redeal."""


class RedealsUsedUp(Value):
    """Every redeal has been used."""


class GameWon(Value):
    """The game is won."""


class AlreadyHome(Value):
    """The card is on its base, and cards on bases stay."""

    card: Card


class BaseWants(Value):
    """The card's base takes ``wanted`` next."""

    card: Card
    wanted: Card


class BaseFull(Value):
    """The base of the suit is complete."""

    suit: Suit


class FaceDown(Value):
    """The card is somewhere in the stock, face down."""

    card: Card


class UnderTop(Value):
    """Only the waste's top card is available; ``card`` lies under ``top``."""

    card: Card
    top: Card


class NotFromCarpet(Value):
    """A card of the carpet goes to its base only, never to another cell."""

    card: Card


class NeverFilled(Value):
    """Holes of this variant are never filled."""


class FilledAlone(Value):
    """Holes of this variant fill themselves, as long as there are cards."""


class WasteEmpty(Value):
    """The waste has no card."""


class StockEmpty(Value):
    """The stock has no card left, and it is gone through only once."""


class NotTurned(Value):
    """The stock of this variant is not turned: it fills the holes by itself."""


class NotFromStock(Value):
    """The stock's card goes to the waste first, not straight into a hole."""


class WasteFirst(Value):
    """A hole is filled from the stock only while the waste is empty."""


Refusal = (
    OtherGame | NoSuchCell | NotInPack | CellTaken | NeedsCard | NeedsBase | DeadHole | BasesFirst | BaseStays
    | ChainLocked | NoPlace | InPlace | MovesRemain | NoRedeals | RedealsUsedUp | GameWon | AlreadyHome | BaseWants
    | BaseFull | FaceDown | UnderTop | NotFromCarpet | NeverFilled | FilledAlone | WasteEmpty | StockEmpty | NotTurned
    | NotFromStock | WasteFirst
)  # fmt: skip
