"""What stands on one place, as values; how it is drawn is ``art``'s business, where it lies is ``layout``'s."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, StrEnum
from typing import NamedTuple

from carpets.cards import Card
from carpets.paint.model import Look, Row, Run


class Mark(StrEnum):
    """What the player is told about a place. The order is the order of weight."""

    CURSOR = "cursor"
    PICKED = "picked"
    TARGET = "target"
    HINT = "hint"
    PLAYABLE = "playable"
    LAST = "last"
    NONE = ""


GLYPHS = {Mark.CURSOR: "▸", Mark.PICKED: "■", Mark.TARGET: "◂", Mark.HINT: "?", Mark.PLAYABLE: "•", Mark.LAST: "·"}
"""The same marks as signs, so that none is told by colour alone."""
FILLED = (Mark.CURSOR, Mark.PICKED)
"""Marks that fill a whole place where there is no room for a rim."""


class Kind(Enum):
    """What stands on a place."""

    UP = "a card face up"
    DOWN = "a pile face down"
    PIT = "an empty place that may be filled"
    DEAD = "an empty place that takes nothing, which is a misfortune"
    BARE = "an empty place that takes nothing, as it should"


class Tile(NamedTuple):
    """``cards``: the one face up, or those that a pit takes, shown as ghosts. ``pile``: how many cards lie face down.

    ``before`` and ``after``: sewn to the neighbour on the left (above) and on the right (below).
    """

    kind: Kind
    cards: tuple[Card, ...] = ()
    pile: int = 0
    mark: Mark = Mark.NONE
    chain: bool = False
    before: bool = False
    after: bool = False


def ink(card: Card, look: Look) -> str:
    """The letter of a card's ink in style keys: c, s, h, d."""
    return ("cshd" if look.four_colour else "sshh")[card.suit]


def name(card: Card, look: Look) -> str:
    return look.ranks[card.rank - 1] + look.suits[card.suit]


_HOLLOW = str.maketrans("♣♠♥♦", "♧♤♡♢")


def ghosts(takes: tuple[Card, ...], look: Look) -> tuple[tuple[str, str], ...]:
    """The names of cards that are not there, with their inks: hollow suits or small letters.

    Several cards of one rank are that rank alone, in the ink ``any``.
    """
    if len(takes) > 1 and len({card.rank for card in takes}) == 1:
        rank = look.ranks[takes[0].rank - 1]
        return ((rank.lower() if look.suits.isalpha() else rank, "any"),)
    words = (name(card, look) for card in takes)
    hollow = (word.lower() if look.suits.isalpha() else word.translate(_HOLLOW) for word in words)
    return tuple(zip(hollow, (ink(card, look) for card in takes), strict=True))


def labelled(rows: tuple[Row, ...], width: int, label: str) -> tuple[Row, ...]:
    """A drawn tile with a word in the middle of its last row, which is its rim or the gap below its name.

    A tile of one row has no room for it.
    """
    if len(rows) < 2:
        return rows
    text = label[: width - 1]
    at = (width - len(text)) // 2
    last = rows[-1]
    return (*rows[:-1], joined([*part(last, 0, at), (text, "sign:hint"), *part(last, at + len(text), width)]))


def part(row: Row, start: int, end: int) -> Row:
    """The cells of a row from ``start`` up to ``end``."""
    runs = []
    x = 0
    for text, key in row:
        piece = text[max(start - x, 0) : max(end - x, 0)]
        if piece:
            runs.append((piece, key))
        x += len(text)
    return tuple(runs)


def joined(runs: Iterable[Run]) -> Row:
    """Neighbouring runs of one style as one."""
    out: list[Run] = []
    held, style = "", ""
    for text, key in runs:
        if key == style:
            held += text
        elif text:
            if held:
                out.append((held, style))
            held, style = text, key
    if held:
        out.append((held, style))
    return tuple(out)
