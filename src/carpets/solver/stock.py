"""Carpet's states as the kernels take them, and the kernels' actions as moves."""

from __future__ import annotations

from functools import cache

from carpets.cards import CARDS, card_of
from carpets.games.carpet import Carpet, FillFrom, State
from carpets.moves import Draw, Home, Move, Put
from carpets.solver import kernels
from carpets.solver.carpet_pure import AUTO, AUTO_STOCK, BASE, CHOICE, HOLE, NEVER, TURN

FILLS = {
    FillFrom.WASTE: CHOICE,
    FillFrom.WASTE_OR_STOCK: CHOICE,  # a hole filled from the stock is one turned and filled from the waste
    FillFrom.AUTO: AUTO,
    FillFrom.AUTO_STOCK: AUTO_STOCK,
    FillFrom.NEVER: NEVER,
}

Packed = tuple[bytes, int, int, int, bytes, int, int]
"""Row, turned, open cards, holes, bases, ranks, fill: the first arguments of ``carpet_pure.search``."""
NOBODY = len(CARDS)
"""Stands for a hole among cards."""


@cache
def _codes(ranks: tuple[int, ...]) -> bytes:
    """The kernels' card for each of ours, as ``bytes.translate`` takes it."""
    codes = bytearray([HOLE]) * 256
    for at, rank in enumerate(ranks):
        for suit in range(4):
            codes[card_of(rank, suit)] = 16 * suit + at
    return bytes(codes)


class _Moves(dict[int, Move]):
    """The moves by the kernels' numbers, each made once: making them anew took longer than the search."""

    def __init__(self, ranks: tuple[int, ...]) -> None:
        super().__init__({TURN: Draw()})
        self.ranks = ranks

    def __missing__(self, code: int) -> Move:
        cell, (suit, at) = code >> 8, divmod(code & 255, 16)
        card = card_of(self.ranks[at], suit)
        self[code] = Home(card) if cell == BASE else Put(card, cell)
        return self[code]


_moves = cache(_Moves)


def pack(rules: Carpet, state: State) -> Packed:
    ranks = rules.pack.ranks
    cards = holes = 0
    for card in lying(rules, state):
        if card == HOLE:
            holes += 1
        else:
            cards |= 1 << card
    row = bytes(state.waste + state.stock).translate(_codes(ranks))
    return row, len(state.waste), cards, holes, bytes(state.home), len(ranks), FILLS[rules.fill]


def lying(rules: Carpet, state: State) -> bytes:
    """The kernels' card in each cell, or ``HOLE``."""
    cards = bytes([NOBODY if card is None else card for card in state.cells])
    return cards.translate(_codes(rules.pack.ranks))


def unpacked(rules: Carpet, state: State, packed: Packed, actions: bytes) -> tuple[Move, ...]:
    """The moves that a kernel's winning actions stand for, with all that goes home at once in its place."""
    row, turned, _, _, home, ranks, fill = packed
    codes = kernels.written_carpet(row, turned, lying(rules, state), home, ranks, fill, actions)
    return tuple(map(_moves(rules.pack.ranks).__getitem__, codes))
