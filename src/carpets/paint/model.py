"""What the painter is given and what it gives back: plain values, no Textual, no Rich.

A named tuple only where very many are made or compared: declaring one takes twenty times as long as a ``Value``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from carpets.cards import Card
from carpets.choosing import Place
from carpets.value import Value

if TYPE_CHECKING:
    from carpets.paint.board import Drawn


class Look(Value):
    """How cards look, which does not change during a game.

    ``style``: ``soft`` (half-block paper), ``line`` (outlined boxes, no colour needed), ``box`` (outlines
    that old consoles and 8-bit locales have too) or ``ascii``.
    ``suits``: four signs in the order of ``cards.Suit``. ``ranks``: thirteen words, ace first.
    ``marks``: ``all``; ``few``, neither what is playable nor the last move; or ``none``, where holes do not say either
    what they take or that they take nothing: the cursor, a choice begun and a hint asked for are always marked.
    """

    style: str = "soft"
    suits: str = "♣♠♥♦"
    ranks: tuple[str, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    four_colour: bool = True
    marks: str = "all"


class View(Value):
    """What is marked on the table. None of it belongs to the state of the game."""

    cursor: Place | None = None
    picked: Place | None = None
    """The first choice, waiting for the second; ``targets`` are the places it may be."""
    targets: frozenset[Place] = frozenset()
    playable: frozenset[Place] = frozenset()
    hint: frozenset[Place] = frozenset()
    last: frozenset[Place] = frozenset()
    xray: tuple[Card, ...] = ()
    """The stock, next card first, when the player asked to look."""
    labels: Mapping[Place, str] = MappingProxyType({})
    """A word of at most three signs on some places, such as the chance of what may be done there."""
    in_flight: frozenset[Place] = frozenset()
    """Places whose card is on its way and is drawn elsewhere; what lies beneath is drawn."""


class Chrome(Value):
    """The words around the board, already in the player's language."""

    title: str = ""
    deal: str = ""
    facts: tuple[str, ...] = ()
    """Right of the progress bar: clock, moves, redeals or stock; the first are the last to go on narrow screens."""
    message: str = ""
    keys: tuple[tuple[str, str, str], ...] = ()
    """The footer: (key as shown, label, action name), most wanted first."""
    too_small: str = "Needs {width}x{height}"
    """What a screen without room for the cards says: a template."""
    lamp: tuple[str, str] = ("", "")
    """Beside the counter, the last to go: a style key, and a sign with its words."""
    short: str | None = None
    """Where only two rows are left for words: what takes the footer's row, "" for the footer; the header stays.
    None: the message takes the header's row."""


class Rect(NamedTuple):
    """Screen cells: column and row of the top left corner, width, height."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


Run = tuple[str, str]
"""Text and its style key, such as ``("7♠", "name:s:paper")``; ``palettes`` lists the keys."""

Row = tuple[Run, ...]


class Painting(Value):
    """A painted screen: rows of runs, each row exactly as wide as asked, and what lies where."""

    rows: tuple[Row, ...]
    places: Mapping[Place, Rect] = MappingProxyType({})
    buttons: Mapping[str, Rect] = MappingProxyType({})
    """The footer's actions by name, for the mouse."""
    rotated: bool = False
    """Kovrik on a narrow screen: rows run down, so the arrows change their meaning."""
    titled: bool = False
    """Whether the first row is the header."""
    drawn: Drawn | None = None
    """What its board was made of, for the next painting: paintings that look the same are the same without it."""

    def __eq__(self, other: object) -> bool:
        mine, theirs = (
            (one.rows, one.places, one.buttons, one.rotated, one.titled) if isinstance(one, Painting) else None
            for one in (self, other)
        )
        return mine == theirs

    __hash__ = Value.__hash__

    def at(self, x: int, y: int) -> Place | None:
        """The place under a screen cell."""
        return next((place for place, rect in self.places.items() if rect.holds(x, y)), None)

    def button_at(self, x: int, y: int) -> str | None:
        return next((name for name, rect in self.buttons.items() if rect.holds(x, y)), None)
