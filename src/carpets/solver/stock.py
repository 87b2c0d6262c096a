"""Carpet's states as the kernels take them, and the kernels' actions as moves."""

from __future__ import annotations

from carpets.cards import card_of
from carpets.games.carpet import Carpet, FillFrom, State
from carpets.moves import Draw, Home, Move, Put
from carpets.solver.carpet_pure import AUTO, AUTO_STOCK, CHOICE, DRAW, FILL, HOME, NEVER

FILLS = {
    FillFrom.WASTE: CHOICE,
    FillFrom.WASTE_OR_STOCK: CHOICE,  # a hole filled from the stock is one turned and filled from the waste
    FillFrom.AUTO: AUTO,
    FillFrom.AUTO_STOCK: AUTO_STOCK,
    FillFrom.NEVER: NEVER,
}

Packed = tuple[bytes, int, int, int, bytes, int, int]
"""Row, turned, open cards, holes, bases, ranks, fill: the first arguments of ``carpet_pure.search``."""


def pack(rules: Carpet, state: State) -> Packed:
    codes = {rank: at for at, rank in enumerate(rules.pack.ranks)}
    row = bytes(16 * (card // 13) + codes[card % 13 + 1] for card in state.waste + state.stock)
    cards = holes = 0
    for card in state.cells:
        if card is None:
            holes += 1
        else:
            cards |= 1 << (16 * (card // 13) + codes[card % 13 + 1])
    return row, len(state.waste), cards, holes, bytes(state.home), len(codes), FILLS[rules.fill]


def unpacked(rules: Carpet, state: State, actions: bytes) -> tuple[Move, ...]:
    """The moves that a kernel's winning actions stand for, with all that goes home at once in its place."""
    table = _Table(rules, state)
    table.settle()
    for action in actions:
        table.act(action)
        table.settle()
    while table.fill == CHOICE and (table.waste or table.stock):
        table.act(FILL if table.waste else DRAW)
        table.settle()
    return tuple(table.moves)


class _Table:
    """The table while a line is being written out."""

    def __init__(self, rules: Carpet, state: State) -> None:
        self.fill = FILLS[rules.fill]
        self.ranks = rules.pack.ranks
        self.home = list(state.home)
        self.waste = list(state.waste)
        self.stock = list(reversed(state.stock))
        self.cells = {card: cell for cell, card in enumerate(state.cells) if card is not None}
        self.holes = [cell for cell, card in enumerate(state.cells) if card is None]
        self.holes.reverse()
        self.moves: list[Move] = []

    def act(self, action: int) -> None:
        if action == DRAW:
            self.moves.append(Draw())
            self.waste.append(self.stock.pop())
        elif action == FILL:
            card, cell = self.waste.pop(), self.holes.pop()
            self.moves.append(Put(card, cell))
            self.cells[card] = cell
        else:
            self._send(action - HOME)

    def _send(self, suit: int) -> None:
        """The next card of a suit goes home, from the waste's top or from the carpet."""
        card = card_of(self.ranks[self.home[suit]], suit)
        self.moves.append(Home(card))
        self.home[suit] += 1
        if self.waste and self.waste[-1] == card:
            self.waste.pop()
            return
        self.holes.append(self.cells.pop(card))
        if self.fill in (AUTO, AUTO_STOCK):
            self.holes.sort(reverse=True)
            pile = self.waste or self.stock
            if pile:
                self.cells[pile.pop()] = self.holes.pop()

    def settle(self) -> None:
        suit = 0
        passed = 0
        while passed < 4:
            at_once = self.fill != AUTO or not self.stock
            if self.home[suit] < len(self.ranks):
                card = card_of(self.ranks[self.home[suit]], suit)
                if (self.waste and self.waste[-1] == card) or (at_once and card in self.cells):
                    self._send(suit)
                    passed = 0
                    continue
            suit = (suit + 1) % 4
            passed += 1
