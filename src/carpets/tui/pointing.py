"""The cursor of a play: steps on the screen, the next playable place, a card typed by its rank and suit.

Pure, as ``session`` is; a turned table needs nothing more, because steps go by where the places are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from carpets.cards import RANKS, Card, Suit, card_of
from carpets.choosing import Base, Cell, Place, Waste
from carpets.tui.notes import NotInSight, NotPlayedWith, Typed
from carpets.tui.session import Play, places, playable, said
from carpets.value import replace

if TYPE_CHECKING:
    from carpets.paint.model import Rect


def point(play: Play, place: Place) -> Play:
    """The cursor on a place; a pick and its note stay, any other note has been read."""
    return replace(play, cursor=place, note=play.note if play.picked is not None else None, typed="")


def step(play: Play, towards: str, rects: Mapping[Place, Rect]) -> Play:
    """The cursor to the next place ``left``, ``right``, ``up`` or ``down`` on the screen.

    ``rects``: where the places are drawn, so that a turned table needs nothing more.
    """
    here = rects.get(play.cursor)
    if here is None:
        return play
    best, found = (_NOWHERE, 0), play.cursor
    for place, rect in rects.items():
        far = _far(here, rect, towards)
        if far < best:
            best, found = far, place
    return point(play, found) if best[0] < _NOWHERE else play


_NOWHERE = 1_000_000


def _far(here: Rect, there: Rect, towards: str) -> tuple[int, int]:
    """How far a place is in a direction: in line before aside, near before far. Asked of every place at every key."""
    x, y, width, height = here
    left, top, wide, high = there
    if towards in ("left", "right"):
        ahead, aside, size = 2 * (left - x) + wide - width, 2 * (top - y) + high - height, height + high
    else:
        ahead, aside, size = 2 * (top - y) + high - height, 2 * (left - x) + wide - width, width + wide
    if towards in ("left", "up"):
        ahead = -ahead
    off = abs(aside)
    if ahead <= 0 or off >= max(ahead * 3, size):
        return _NOWHERE, 0
    return (ahead if off < size // 2 + 1 else 2 * _LINE + ahead + 4 * off), off


_LINE = 10_000


def edge(play: Play, towards: str, rects: Mapping[Place, Rect]) -> Play:
    """The cursor to the last place in a direction."""
    while (moved := step(play, towards, rects)).cursor != play.cursor:
        play = moved
    return play


def next_playable(play: Play, by: int = 1) -> Play:
    """The cursor to the next (or, by -1, the previous) place that a move starts from."""
    order = places(play.game.table)
    wanted = set(play.targets or playable(play.game))
    here = order.index(play.cursor)
    ring = order[here + 1 :] + order[: here + 1] if by > 0 else (order[:here])[::-1] + (order[here:])[::-1]
    return point(play, next((place for place in ring if place in wanted), play.cursor))


# ---------------------------------------------------------------- typing a card

_RANK_KEYS = {key: rank for rank, key in enumerate(RANKS, 1) if key != "T"} | {
    "0": 10,
    "1": 1,
    "Ф": 1,
    "О": 11,
    "Й": 12,
    "Л": 13,
}
"""By English initials, and by the same keys on a Russian layout; ten is 0, for T is a lesson."""
_SUIT_KEYS = {
    "c": Suit.CLUBS, "s": Suit.SPADES, "h": Suit.HEARTS, "d": Suit.DIAMONDS,
    "с": Suit.CLUBS, "ы": Suit.SPADES, "р": Suit.HEARTS, "в": Suit.DIAMONDS,
    "т": Suit.CLUBS, "п": Suit.SPADES, "ч": Suit.HEARTS, "б": Suit.DIAMONDS,
}  # fmt: skip
"""By English initials, by the same keys on a Russian layout, and by Russian initials."""


def typed(play: Play, key: str) -> Play | None:
    """A rank (``2``..``9``, ``0`` or ``10``, ``1`` or ``A``, ``J``, ``Q``, ``K``), then a suit: the cursor goes there.

    None when the key is no part of a card, and means whatever else it means.
    """
    if play.typed and key.lower() in _SUIT_KEYS:
        return _sought(replace(play, typed=""), card_of(_RANK_KEYS[play.typed], _SUIT_KEYS[key.lower()]))
    if key not in _RANK_KEYS:
        return None
    rank = _RANK_KEYS[key]
    return replace(play, typed=key, note=Typed(str(rank) if key in "10" else RANKS[rank - 1]))


def _sought(play: Play, card: Card) -> Play:
    table = play.game.table
    if card not in play.game.rules.pack.cards:
        return said(play, NotPlayedWith(card))
    found: Place | None = None
    if card in table.cells:
        found = Cell(table.cells.index(card))
    elif table.home and (top := table.home[card.suit]) is not None and top.rank >= card.rank:
        found = Base(card.suit)
    elif table.waste and table.waste[-1] == card:
        found = Waste()
    return said(play, NotInSight(card)) if found is None else point(play, found)
