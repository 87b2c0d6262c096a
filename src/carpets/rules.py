"""What a game's rules are to the rest of the program.

``Rules`` is the one door: front ends, solver, replays and tests see both games
through it. ``Table`` is what may be seen of a state: never the order of hidden cards.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import Enum
from typing import Protocol, TypeVar

from carpets.cards import Card, Pack
from carpets.moves import Move
from carpets.refusals import Refusal
from carpets.shuffle import Deal
from carpets.value import Value


class Outcome(Enum):
    """How a game stands. STUCK means that no move and no permitted redeal exists."""

    PLAYING = "playing"
    WON = "won"
    STUCK = "stuck"


class Hole(Value):
    """An empty cell as the table shows it.

    ``takes``: the cards it takes now or would take if nothing else stood in the way.
    ``dead``: what makes it take nothing, or None.
    """

    takes: tuple[Card, ...] = ()
    dead: Refusal | None = None


class Goes(Value):
    """Where a card may go by the rules alone, whatever lies on the table.

    ``right_of``/``left_of``: its neighbours; ``first_column``: heads a row; ``upon``: the card it
    follows on its base. All empty: an ace for its empty base, or a card that may not move.
    """

    right_of: tuple[Card, ...] = ()
    left_of: tuple[Card, ...] = ()
    first_column: bool = False
    upon: Card | None = None


class Table(Value):
    """What may be seen of a state, the same for both games.

    ``cells`` row by row, ``columns`` to a row. ``chains``: the length of each row's chain (Kovrik).
    ``home``: the top card of each base by suit, None for an empty one; no bases at all: ().
    ``stock``: how many cards are face down; None where there is no stock. ``waste`` from the bottom
    up; None where there is no waste. ``redeals``: how many are left, None for unlimited.
    ``done`` of ``goal`` cards are where they belong.
    """

    columns: int
    cells: tuple[Card | Hole, ...]
    chains: tuple[int, ...] = ()
    home: tuple[Card | None, ...] = ()
    stock: int | None = None
    waste: tuple[Card, ...] | None = None
    redeals: int | None = 0
    done: int = 0
    goal: int = 52

    @property
    def rows(self) -> int:
        return len(self.cells) // self.columns


S = TypeVar("S", bound=Hashable)


class Rules(Protocol[S]):
    """One variant's rules over its states ``S``: frozen, hashable values.

    The law that ties the methods: ``move in moves(state)`` exactly when
    ``refusal(state, move) is None``.
    """

    def __hash__(self) -> int:
        """A variant is one row of data: it may be asked for in a dictionary."""

    @property
    def name(self) -> str:
        """The variant's name, ``kovrik-36``."""

    @property
    def family(self) -> str:
        """``kovrik`` or ``carpet``."""

    @property
    def title(self) -> Mapping[str, str]:
        """What people call it, by language."""

    @property
    def after(self) -> str:
        """Where the variant comes from."""

    @property
    def pack(self) -> Pack:
        """The cards it is played with."""

    @property
    def grid(self) -> tuple[int, int]:
        """(rows, columns)."""

    def start(self, deal: Deal) -> S:
        """The first state of a deal."""

    def moves(self, state: S) -> tuple[Move, ...]:
        """Every legal move, redeals included; none once the game is won."""

    def refusal(self, state: S, move: Move) -> Refusal | None:
        """Why the move is refused, or None for a legal move."""

    def play(self, state: S, move: Move) -> S:
        """The state after a legal move. Undefined for a refused one: ``Game.play`` guards it."""

    def outcome(self, state: S) -> Outcome:
        """How the game stands."""

    def table(self, state: S) -> Table:
        """What may be seen."""

    def goes(self, card: Card) -> Goes:
        """Where the card may go by the rules alone."""

    def held(self, state: S, card: Card) -> Refusal | None:
        """What keeps a card of the grid where it lies, whatever hole there is; None for a card free to go."""

    def collect(self, state: S) -> Move | None:
        """A move that never hurts, for auto-collect, or None."""

    def write(self, state: S) -> str:
        """The state as text: its rows of cells, then named lines."""

    def read(self, text: str) -> S:
        """The state that a text describes. Raises notation.BadText."""
