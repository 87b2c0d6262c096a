"""Kovrik's states as the kernels take them, and the kernels' lines as moves.

A card is ``16 * suit + n``, the n-th rank of its suit from 0; a cell ``16 * row + column``. Base cards in
the first column are off the board: they are ``seated``, and a row belongs to a suit (is ``bound``) from the
moment when its second column takes that suit's second card. Where base cards stay, which row an ace went
to matters to nothing before that moment, so all its seatings are searched as one; where they may move
along the first column, they can be put in any order as long as one hole is left there, so only the order
in which the last one leaves them matters, and that again is left open. This is exact: a line of the kernel
is turned into moves by seating each base where the line binds it, and every line of moves is a line of the
kernel with the seatings' rows forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carpets.cards import Card, card_of
from carpets.games.kovrik import Kovrik, Neighbour, State
from carpets.moves import Move, Put
from carpets.value import Value

HOLE = 255
SEAT = 255
FREE = 4
NEIGHBOURS = {Neighbour.LEFT: 0, Neighbour.LEFT_ANY_SUIT: 1, Neighbour.LEFT_OR_RIGHT: 2}

Line = Sequence[tuple[int, int]]
"""(card, cell) each; the cell ``SEAT`` seats a base card."""


class Packed(Value):
    """``board``: 64 cells. ``seated``: bits of suits. ``bound``: the suit of each row or ``FREE``."""

    board: bytes
    ranks: int
    neighbour: int
    bases_move: bool
    seated: int
    bound: bytes


def bases_move(rules: Kovrik) -> bool:
    """Locked chains hold the base cards too."""
    return rules.bases_move and not rules.chains_locked


def fits(rules: Kovrik, state: State) -> bool:
    """Whether the kernels know the rules and the position: all that can be dealt, and not every thinkable mixture.

    Nor a pack of base cards alone.
    """
    if len(rules.pack.ranks) == 1:
        return False
    if rules.neighbour is not Neighbour.LEFT and rules.chains_locked:
        return False
    if rules.neighbour is Neighbour.LEFT_ANY_SUIT and not rules.bases_move:
        return False
    return not (rules.bases_first and _blocked(rules, state))


def _blocked(rules: Kovrik, state: State) -> bool:
    """Whether the first column holds a card that is no base."""
    return any(card is not None and card.rank != rules.pack.base for card in state.cells[:: rules.columns])


def pack(rules: Kovrik, state: State) -> Packed:
    """The kernel's view of a state. Base cards that must go first are seated at once."""
    ranks, columns = rules.pack.ranks, rules.columns
    board = bytearray([HOLE]) * 64
    bound = bytearray([FREE]) * 4
    seated = 0
    for cell, card in enumerate(state.cells):
        if card is None:
            continue
        row, column = divmod(cell, columns)
        rank = ranks.index(card.rank)
        if rank == 0 and (column == 0 or rules.bases_first):
            seated |= 1 << card.suit
            if column == 0:
                bound[row] = card.suit
        else:
            board[16 * row + column] = 16 * card.suit + rank
    moving = bases_move(rules)
    if moving and None in state.cells[:: rules.columns]:
        bound = bytearray([FREE]) * 4
    elif bound.count(FREE) == 1:
        bound[bound.index(FREE)] = 6 - sum(suit for suit in bound if suit != FREE)
    return Packed(bytes(board), len(ranks), NEIGHBOURS[rules.neighbour], moving, seated, bytes(bound))


def unpacked(rules: Kovrik, state: State, line: Line) -> tuple[Move, ...]:
    """The moves that a kernel's winning line stands for."""
    seats = _Seats(rules, state, line)
    steps = list(line)
    if rules.bases_first:
        steps[:0] = [(16 * suit, SEAT) for suit in range(4) if suit not in seats.row_of]
    return tuple(move for at, (code, cell) in enumerate(steps) for move in seats.play(code, cell, steps[at + 1 :]))


class _Seats:
    """The board while a line is being written out, with the base cards back in the first column."""

    def __init__(self, rules: Kovrik, state: State, line: Line) -> None:
        self.rules = rules
        self.moving = bases_move(rules)
        self.cells = list(state.cells)
        self.row_of = {
            card.suit.value: row for row, card in enumerate(self._column()) if card is not None and self._is_base(card)
        }
        seconds = [(card.suit.value, cell // rules.columns) for cell, card in enumerate(state.cells)
                   if card is not None and card.rank == rules.pack.ranks[1]]  # fmt: skip
        self.last_row = dict(seconds) | {code // 16: cell // 16 for code, cell in line if code % 16 == 1}
        """The row in which each suit ends up."""

    def _column(self) -> list[Card | None]:
        return self.cells[:: self.rules.columns]

    def _is_base(self, card: Card) -> bool:
        return card.rank == self.rules.pack.base

    def play(self, code: int, cell: int, rest: Line) -> Iterator[Move]:
        suit, rank = divmod(code, 16)
        if cell == SEAT:
            yield from self._seat(suit, rest)
            return
        row, column = divmod(cell, 16)
        if column == 0:
            yield self._base(suit, row)
            return
        if self.moving and self._headed(self.cells, code, cell) and None in self._column():
            yield from self._head(suit, row)
        if rank == 0:
            self.row_of.pop(suit, None)
        yield self._put(card_of(self.rules.pack.ranks[rank], suit), row * self.rules.columns + column)

    def _headed(self, cells: list[Card | None], code: int, cell: int) -> bool:
        """Whether a step lays a second card into a second column because of the base left of it.

        With two neighbours the right one may call it, and no base need stand there.
        """
        suit, rank = divmod(code, 16)
        row, column = divmod(cell, 16)
        if rank != 1 or column != 1:
            return False
        if self.rules.neighbour is not Neighbour.LEFT_OR_RIGHT or len(self.rules.pack.ranks) == 2:
            return True
        return cells[row * self.rules.columns + 2] != card_of(self.rules.pack.ranks[2], suit)

    def _put(self, card: Card, cell: int) -> Move:
        self.cells[self.cells.index(card)], self.cells[cell] = None, card
        return Put(card, cell)

    def _base(self, suit: int, row: int) -> Move:
        self.row_of[suit] = row
        return self._put(card_of(self.rules.pack.base, suit), row * self.rules.columns)

    def _head(self, suit: int, row: int) -> Iterator[Move]:
        """Gives a row the base that its second card is to follow."""
        held = self._column()[row]
        if held is not None and not self._is_base(held):
            return
        if self.rules.neighbour is Neighbour.LEFT_ANY_SUIT:
            if held is None:
                yield self._base(next(iter(self.row_of)), row)
            return
        yield from self._bring(suit, row)

    def _bring(self, suit: int, row: int) -> Iterator[Move]:
        """Moves a base along the first column; whichever stands in its way goes to the hole."""
        if self.row_of[suit] == row:
            return
        held = self._column()[row]
        if held is not None:
            yield self._base(held.suit, self._column().index(None))
        yield self._base(suit, row)

    def _seat(self, suit: int, rest: Line) -> Iterator[Move]:
        """Seats a base; the last one a column has room for after the others are in order."""
        open_rows = [row for row, card in enumerate(self._column()) if card is None]
        if not self.moving or len(open_rows) > 1:
            yield self._base(suit, self.last_row[suit] if self.last_row[suit] in open_rows else open_rows[0])
            return
        wanted = self._wanted({*self.row_of, suit}, {*self.row_of.values(), *open_rows}, rest)
        for other in sorted(self.row_of):
            yield from self._bring(other, wanted[other])
        yield self._base(suit, wanted[suit])

    def _wanted(self, suits: set[int], rows: set[int], rest: Line) -> dict[int, int]:
        """Rows for suits: as the line binds them until the first column has a hole again, then as they end up."""
        wanted: dict[int, int] = {}
        held: list[Card | None] = list(self.cells)
        blocked = {card for card in self._column() if card is not None and not self._is_base(card)}
        for code, cell in rest:
            suit, rank = divmod(code, 16)
            card = card_of(self.rules.pack.ranks[rank], suit)
            row, column = divmod(cell, 16)
            if row in rows - set(wanted.values()) and self._headed(held, code, cell):
                wanted.setdefault(suit, row)
            if card in blocked or (rank == 0 and suit in suits):
                break
            held[held.index(card)] = None
            if cell != SEAT and column:
                held[row * self.rules.columns + column] = card
        for suit in sorted(suits - wanted.keys(), key=lambda suit: self.last_row[suit] not in rows):
            left = rows - set(wanted.values())
            wanted[suit] = self.last_row[suit] if self.last_row[suit] in left else min(left)
        return wanted
