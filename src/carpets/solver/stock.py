"""Carpet's states as the kernels take them, and the kernels' actions as moves."""

from __future__ import annotations

from functools import cache

from carpets.cards import CARDS, Card, card_of
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

_DRAW = Draw()
_HOME = {card: Home(card) for card in CARDS}
_put = cache(Put)
"""One value for each card and cell: making them anew took longer than the search."""

Packed = tuple[bytes, int, int, int, bytes, int, int]
"""Row, turned, open cards, holes, bases, ranks, fill: the first arguments of ``carpet_pure.search``."""


@cache
def _codes(ranks: tuple[int, ...]) -> dict[Card, int]:
    return {card_of(rank, suit): 16 * suit + at for at, rank in enumerate(ranks) for suit in range(4)}


@cache
def _suits(ranks: tuple[int, ...]) -> tuple[tuple[Card, ...], ...]:
    """The cards of each suit, the highest first."""
    return tuple(tuple(card_of(rank, suit) for rank in reversed(ranks)) for suit in range(4))


def pack(rules: Carpet, state: State) -> Packed:
    ranks = rules.pack.ranks
    codes = _codes(ranks)
    row = bytes([codes[card] for card in state.waste + state.stock])
    cards = holes = 0
    for card in state.cells:
        if card is None:
            holes += 1
        else:
            cards |= 1 << codes[card]
    return row, len(state.waste), cards, holes, bytes(state.home), len(ranks), FILLS[rules.fill]


def unpacked(rules: Carpet, state: State, actions: bytes) -> tuple[Move, ...]:
    """The moves that a kernel's winning actions stand for, with all that goes home at once in its place."""
    table = _Table(rules, state)
    table.settle()
    for action in actions:
        table.act(action)
        if action >= HOME or table.top_goes():
            table.settle()
    while table.fill == CHOICE and (table.waste or table.stock):
        table.act(FILL if table.waste else DRAW)
        table.settle()
    return tuple(table.moves)


class _Table:
    """The table while a line is being written out."""

    def __init__(self, rules: Carpet, state: State) -> None:
        self.fill = FILLS[rules.fill]
        suits = _suits(rules.pack.ranks)
        self.orders = [list(cards[: len(cards) - home]) for cards, home in zip(suits, state.home, strict=True)]
        """The cards that each base still wants, the next one last."""
        self.waste = list(state.waste)
        self.stock = list(reversed(state.stock))
        self.cells = {card: cell for cell, card in enumerate(state.cells) if card is not None}
        self.holes = [cell for cell, card in enumerate(state.cells) if card is None]
        self.holes.reverse()
        self.moves: list[Move] = []

    def act(self, action: int) -> None:
        if action == DRAW:
            self.moves.append(_DRAW)
            self.waste.append(self.stock.pop())
        elif action == FILL:
            card, cell = self.waste.pop(), self.holes.pop()
            self.moves.append(_put(card, cell))
            self.cells[card] = cell
        else:
            self._send(action - HOME)

    def top_goes(self) -> bool:
        """Whether the waste's top is the next card of its base: after a turn or a fill nothing else can be."""
        if self.fill == AUTO and not self.stock:
            return True
        top = self.waste[-1] if self.waste else None
        return top is not None and self.orders[top // 13][-1] == top

    def _send(self, suit: int) -> None:
        """The next card of a suit goes home, from the waste's top or from the carpet."""
        card = self.orders[suit].pop()
        self.moves.append(_HOME[card])
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
        """All that goes home at once does."""
        waste, cells, going = self.waste, self.cells, True
        while going:
            going = False
            for suit, order in enumerate(self.orders):
                while order and (
                    (waste and waste[-1] == order[-1]) or (order[-1] in cells and (self.fill != AUTO or not self.stock))
                ):
                    self._send(suit)
                    going = True
