"""From a chosen place to the moves it may mean, or to the reason why it means none.

A front end turns keys and clicks into places; what a place can do is decided here,
for both games alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from carpets.cards import Card, Suit, card_of
from carpets.games import AnyRules
from carpets.moves import Draw, Fill, Home, Move, Put, Redeal
from carpets.refusals import BaseFull, InPlace, NeedsCard, NoPlace, OtherGame, Refusal, WasteEmpty
from carpets.rules import Hole, Table
from carpets.value import Value


class Cell(Value):
    """A cell of the grid, by index."""

    index: int


class Base(Value):
    """The base of a suit."""

    suit: Suit


class Stock(Value):
    """The face-down cards."""


class Waste(Value):
    """The open pile beside the stock."""


Place = Cell | Base | Stock | Waste


def ends(table: Table, move: Move) -> tuple[Place | None, Place | None]:
    """Where the card of a legal move lies and where it goes; (None, None) for a redeal."""
    match move:
        case Put(card, cell):
            return _lies(table, card), Cell(cell)
        case Home(card):
            return _lies(table, card), Base(card.suit)
        case Fill(cell):
            return Stock(), Cell(cell)
        case Draw():
            return Stock(), Waste()
        case Redeal():
            return None, None


def _lies(table: Table, card: Card) -> Place:
    return Cell(table.cells.index(card)) if card in table.cells else Waste()


@lru_cache(maxsize=512)
def seen(rules: AnyRules, state: Any) -> tuple[Table, tuple[Move, ...]]:
    """What may be seen of a state and its legal moves. One position is asked about many times: at every key."""
    return rules.table(state), rules.moves(state)


@lru_cache(maxsize=512)
def _by_place(rules: AnyRules, state: Any) -> Mapping[Place, tuple[Move, ...]]:
    """The legal moves by each place that they start from or go to."""
    table, legal = seen(rules, state)
    found: dict[Place, tuple[Move, ...]] = {}
    for move in legal:
        for place in ends(table, move):
            if place is not None and not (isinstance(move, Draw) and isinstance(place, Waste)):
                found[place] = (*found.get(place, ()), move)
    return found


def meant(rules: AnyRules, state: Any, place: Place) -> tuple[Move, ...] | Refusal:
    """The moves that choosing a place may mean, or why it means none.

    One move: play it. Several: the other end decides; let the player choose it (``between``).
    Drawing belongs to the stock: choosing the waste means the waste's own card.
    """
    return _by_place(rules, state).get(place) or _why_none(rules, state, seen(rules, state)[0], place)


def between(rules: AnyRules, state: Any, first: Place, second: Place) -> Move | Refusal:
    """The move that joins two chosen places, in either order, or why there is none."""
    table, legal = seen(rules, state)
    for move in legal:
        if set(ends(table, move)) == {first, second}:
            return move
    for start, end in ((first, second), (second, first)):
        attempt = _attempt(table, start, end)
        refusal = rules.refusal(state, attempt) if attempt is not None else None
        if refusal is not None:
            return refusal
    why = meant(rules, state, first)
    return OtherGame() if isinstance(why, tuple) else why


def _attempt(table: Table, start: Place, end: Place) -> Move | None:
    """The move that carrying what lies at ``start`` to ``end`` would be, legal or not."""
    if isinstance(start, Stock):
        return Fill(end.index) if isinstance(end, Cell) else Draw() if isinstance(end, Waste) else None
    card = card_at(table, start)
    if card is None or isinstance(start, Base):
        return None
    match end:
        case Cell(index):
            return Put(card, index)
        case Base():
            return Home(card)
    return None


def card_at(table: Table, place: Place) -> Card | None:
    """The card that is seen at a place, None for a hole, an empty pile or a card face down."""
    match place:
        case Cell(index):
            held = table.cells[index]
            return None if isinstance(held, Hole) else held
        case Base(suit):
            return table.home[suit]
        case Waste():
            return table.waste[-1] if table.waste else None
        case Stock():
            return None


def _why_none(rules: AnyRules, state: Any, table: Table, place: Place) -> Refusal:
    match place:
        case Stock():
            return rules.refusal(state, Draw()) or OtherGame()
        case Waste():
            return _card_waits(rules, state, table, table.waste[-1]) if table.waste else WasteEmpty()
        case Base(suit):
            top = table.home[suit]
            wanted = card_of(rules.pack.base, suit) if top is None else rules.pack.following(top)
            return BaseFull(suit) if wanted is None else NeedsCard((wanted,))
        case Cell(index):
            held = table.cells[index]
            if isinstance(held, Hole):
                return _hole_waits(rules, state, held, index)
            return _card_waits(rules, state, table, held)


def _hole_waits(rules: AnyRules, state: Any, hole: Hole, cell: int) -> Refusal:
    if hole.dead is not None:
        return hole.dead
    refusals = [rules.refusal(state, Put(card, cell)) for card in hole.takes]
    return next((why for why in refusals if why is not None), WasteEmpty())


def _card_waits(rules: AnyRules, state: Any, table: Table, card: Card) -> Refusal:
    """Why a card cannot move: what holds it where it is, else where it would go."""
    held = rules.held(state, card)
    if held is not None:
        return held
    home = rules.refusal(state, Home(card))
    if home is not None and not isinstance(home, OtherGame):
        return home
    goes = rules.goes(card)
    lies = table.cells.index(card)
    beside = table.cells[lies - 1] if lies % table.columns else None
    if beside in goes.right_of and not goes.left_of:
        return InPlace(card)
    open_holes = [cell for cell, hole in enumerate(table.cells) if isinstance(hole, Hole) and card in hole.takes]
    refusals = [why for cell in open_holes if (why := rules.refusal(state, Put(card, cell))) is not None]
    return refusals[0] if refusals else NoPlace(card, goes.right_of, goes.left_of)
