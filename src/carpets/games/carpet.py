"""Carpet: aces out, a carpet of open cards, one pass through the stock.

A variant is one row of ``VARIANTS``. No name of a variant is ever asked for in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

from carpets.cards import FULL, Card, Pack, Suit, card_of
from carpets.moves import Draw, Fill, Home, Move, Put
from carpets.notation import BadText, Position, Trouble, check_pack, read_position, write_cards, write_rows
from carpets.refusals import (
    AlreadyHome,
    BaseWants,
    CellTaken,
    FaceDown,
    FilledAlone,
    NeverFilled,
    NoSuchCell,
    NotFromCarpet,
    NotFromStock,
    NotInPack,
    NotTurned,
    OtherGame,
    Refusal,
    StockEmpty,
    UnderTop,
    WasteFirst,
)
from carpets.rules import Goes, Hole, Outcome, Table
from carpets.shuffle import Deal
from carpets.value import Value


class FillFrom(Enum):
    """How a hole of the carpet is filled."""

    WASTE = "from the waste, by choice"
    WASTE_OR_STOCK = "from the waste, or from the stock while the waste is empty, by choice"
    AUTO = "at once from the waste, or else from the stock"
    AUTO_STOCK = "at once from the stock; there is no waste"
    NEVER = "never"


class State(Value):
    """The carpet row by row; cards on each base, by suit; the stock, next card first; the waste, top last."""

    cells: tuple[Card | None, ...]
    home: tuple[int, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...]


class Carpet(Value):
    """One variant: a row of data, and the rules that read it."""

    name: str
    title: Mapping[str, str]
    after: str = ""
    grid: tuple[int, int] = (4, 5)
    aces_out: bool = True
    fill: FillFrom = FillFrom.WASTE
    pack: Pack = FULL

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def family(self) -> str:
        return "carpet"

    # ------------------------------------------------------------ the deal

    def start(self, deal: Deal) -> State:
        """The deal: aces to the bases where they begin there, the carpet row by row, the rest is the stock.

        Raises BadText for a deal of another pack.
        """
        check_pack(deal.cards, self.pack)
        cards = tuple(card for card in deal.cards if not (self.aces_out and card.rank == self.pack.base))
        size = self.grid[0] * self.grid[1]
        return State(cards[:size], (int(self.aces_out),) * 4, cards[size:], ())

    # ------------------------------------------------------------ moves

    def moves(self, state: State) -> tuple[Move, ...]:
        return tuple(self._moves(state))

    def _moves(self, state: State) -> Iterator[Move]:
        yield from (Home(card) for card in self._available(state) if self._next(state, card.suit) == card)
        holes = [cell for cell, card in enumerate(state.cells) if card is None]
        by_choice = self.fill in (FillFrom.WASTE, FillFrom.WASTE_OR_STOCK)
        if by_choice and state.waste:
            yield from (Put(state.waste[-1], cell) for cell in holes)
        elif self.fill is FillFrom.WASTE_OR_STOCK and state.stock:
            yield from (Fill(cell) for cell in holes)
        if state.stock and self.fill is not FillFrom.AUTO_STOCK:
            yield Draw()

    @staticmethod
    def _available(state: State) -> Iterator[Card]:
        yield from (card for card in state.cells if card is not None)
        yield from state.waste[-1:]

    def _next(self, state: State, suit: Suit) -> Card | None:
        """The card that a base takes next, None when it is complete."""
        count = state.home[suit]
        return card_of(self.pack.ranks[count], suit) if count < len(self.pack.ranks) else None

    def refusal(self, state: State, move: Move) -> Refusal | None:
        match move:
            case Home(card):
                return self._not_available(state, card) or self._not_next(state, card)
            case Draw():
                if self.fill is FillFrom.AUTO_STOCK:
                    return NotTurned()
                return None if state.stock else StockEmpty()
            case Put(card, cell):
                return self._not_a_hole(state, cell) or self._no_fill(state, card)
            case Fill(cell):
                return self._not_a_hole(state, cell) or self._no_stock_fill(state)
            case _:
                return OtherGame()

    def _not_available(self, state: State, card: Card) -> Refusal | None:
        """Why a card cannot be picked up, or None for a card of the carpet and the top of the waste."""
        if card not in self.pack.cards:
            return NotInPack(card)
        if card in state.cells or state.waste[-1:] == (card,):
            return None
        if card in state.waste:
            return UnderTop(card, state.waste[-1])
        return FaceDown(card) if card in state.stock else AlreadyHome(card)

    def _not_next(self, state: State, card: Card) -> Refusal | None:
        wanted = self._next(state, card.suit)
        return None if wanted is None or wanted == card else BaseWants(card, wanted)

    def _not_a_hole(self, state: State, cell: int) -> Refusal | None:
        if not 0 <= cell < len(state.cells):
            return NoSuchCell(cell)
        holder = state.cells[cell]
        return None if holder is None else CellTaken(holder)

    def _no_fill(self, state: State, card: Card) -> Refusal | None:
        if self.fill is FillFrom.NEVER:
            return NeverFilled()
        if self.fill in (FillFrom.AUTO, FillFrom.AUTO_STOCK):
            return FilledAlone()
        if card in state.cells:
            return NotFromCarpet(card)
        return self._not_available(state, card)

    def _no_stock_fill(self, state: State) -> Refusal | None:
        match self.fill:
            case FillFrom.NEVER:
                return NeverFilled()
            case FillFrom.AUTO | FillFrom.AUTO_STOCK:
                return FilledAlone()
            case FillFrom.WASTE:
                return NotFromStock()
        if state.waste:
            return WasteFirst()
        return None if state.stock else StockEmpty()

    def play(self, state: State, move: Move) -> State:
        match move:
            case Home(card):
                home = tuple(count + (suit == card.suit) for suit, count in enumerate(state.home))
                if card in state.cells:
                    cells = _with(state.cells, state.cells.index(card), None)
                    return self._refilled(State(cells, home, state.stock, state.waste))
                return State(state.cells, home, state.stock, state.waste[:-1])
            case Draw():
                return State(state.cells, state.home, state.stock[1:], (*state.waste, state.stock[0]))
            case Put(card, cell):
                return State(_with(state.cells, cell, card), state.home, state.stock, state.waste[:-1])
            case Fill(cell):
                return State(_with(state.cells, cell, state.stock[0]), state.home, state.stock[1:], state.waste)
            case _:
                raise ValueError(f"{self.name} has no {move}")

    def _refilled(self, state: State) -> State:
        """The hole that a move made filled at once, where the variant fills by itself."""
        if self.fill not in (FillFrom.AUTO, FillFrom.AUTO_STOCK) or None not in state.cells:
            return state
        hole = state.cells.index(None)
        if state.waste:
            return State(_with(state.cells, hole, state.waste[-1]), state.home, state.stock, state.waste[:-1])
        if state.stock:
            return State(_with(state.cells, hole, state.stock[0]), state.home, state.stock[1:], state.waste)
        return state

    # ------------------------------------------------------------ how it stands

    def outcome(self, state: State) -> Outcome:
        if sum(state.home) == len(self.pack.cards):
            return Outcome.WON
        return Outcome.PLAYING if next(self._moves(state), None) is not None else Outcome.STUCK

    def table(self, state: State) -> Table:
        hole = self._hole(state)
        return Table(
            columns=self.grid[1],
            cells=tuple(hole if card is None else card for card in state.cells),
            home=tuple(card_of(count, suit) if count else None for suit, count in enumerate(state.home)),
            stock=len(state.stock),
            waste=None if self.fill is FillFrom.AUTO_STOCK else state.waste,
            done=sum(state.home),
            goal=len(self.pack.cards),
        )

    def _hole(self, state: State) -> Hole:
        """What every hole takes: all are alike."""
        match self.fill:
            case FillFrom.NEVER:
                return Hole(dead=NeverFilled())
            case FillFrom.AUTO | FillFrom.AUTO_STOCK:
                return Hole(dead=StockEmpty())
        if state.waste:
            return Hole(state.waste[-1:])
        return Hole() if state.stock else Hole(dead=StockEmpty())

    def goes(self, card: Card) -> Goes:
        return Goes(upon=self.pack.preceding(card))

    def held(self, state: State, card: Card) -> Refusal | None:
        return None

    def collect(self, state: State) -> Move | None:
        """A card that can go home: such a move never hurts, but for one case.

        Bases only grow and each takes one card; a card gone home frees its cell, or the waste's next card.
        Where holes fill at once and stock is left, a carpet card that waits chooses what fills its cell, so there
        only the waste's top is safe.
        """
        chooses = self.fill is FillFrom.AUTO and state.stock
        safe = state.waste[-1:] if chooses else self._available(state)
        return next((Home(card) for card in safe if self._next(state, card.suit) == card), None)

    # ------------------------------------------------------------ text

    _LINES = ("home", "stock", "waste")

    def write(self, state: State) -> str:
        tops = [card_of(count, suit) for suit, count in enumerate(state.home) if count]
        return (
            write_rows(state.cells, self.grid[1])
            + write_cards("home", tops)
            + write_cards("stock", state.stock)
            + write_cards("waste", state.waste)
        )

    def read(self, text: str) -> State:
        """The bases hold what is nowhere else: a ``home`` line, if written, must say the same."""
        position = read_position(text, self.grid, self._LINES)
        stock, waste = position.cards("stock"), position.cards("waste")
        if waste and self.fill is FillFrom.AUTO_STOCK:
            raise BadText(Trouble.NO_PLACE, "waste", line=position.named["waste"].number)
        outside = {card for card in (*position.cells, *stock, *waste) if card is not None}
        for card in sorted(outside - self.pack.cards):
            raise BadText(Trouble.FOREIGN, str(card))
        home = self._home_of(position, outside)
        return State(position.cells, home, stock, waste)

    def _home_of(self, position: Position, outside: set[Card]) -> tuple[int, ...]:
        """How many cards lie on each base: those of its suit below the lowest card seen elsewhere."""
        line = position.named.get("home")
        tops = {card.suit: card for card in position.cards("home")}
        home = []
        full = len(self.pack.ranks)
        for suit in Suit:
            count = next((n for n, rank in enumerate(self.pack.ranks) if card_of(rank, suit) in outside), full)
            written = tops[suit].rank if suit in tops else 0
            if line is not None and written > count:
                raise BadText(Trouble.HOME, str(tops[suit]), line=line.number)
            if line is not None and written < count:
                raise BadText(Trouble.MISSING, str(card_of(written + 1, suit)), line=line.number)
            missing = [rank for rank in self.pack.ranks[count:] if card_of(rank, suit) not in outside]
            if missing:
                raise BadText(Trouble.MISSING, str(card_of(missing[0], suit)))
            home.append(count)
        if self.aces_out and 0 in home:
            raise BadText(Trouble.ACES_OUT, str(card_of(1, home.index(0))))
        return tuple(home)


def _with(cells: Iterable[Card | None], cell: int, card: Card | None) -> tuple[Card | None, ...]:
    changed = list(cells)
    changed[cell] = card
    return tuple(changed)


def _named(en: str, ru: str) -> dict[str, str]:
    return {"en": en, "ru": ru}


VARIANTS: tuple[Carpet, ...] = (
    Carpet("carpet", _named("Carpet", "Ковёр"), "BVS"),
    Carpet("carpet-indian", _named("Indian Carpet", "Индийский ковёр"), "Wikipedia", fill=FillFrom.WASTE_OR_STOCK),
    Carpet("carpet-dalton", _named("Dalton's Carpet", "Ковёр Далтона"), "Basil Dalton", aces_out=False),
    Carpet("carpet-auto", _named("Carpet, holes fill at once", "Ковёр с автозаполнением"), "AisleRiot",
           fill=FillFrom.AUTO),
    Carpet("carpet-stock", _named("Carpet from the stock", "Ковёр из запаса"), "muta.pro", fill=FillFrom.AUTO_STOCK),
    Carpet("carpet-strict", _named("Strict Carpet", "Строгий ковёр"), "muta.pro", fill=FillFrom.NEVER),
    Carpet("carpet-small", _named("Small Carpet", "Малый ковёр"), "muta.pro", grid=(4, 4)),
    Carpet("carpet-large", _named("Large Carpet", "Большой ковёр"), "muta.pro", grid=(4, 6)),
)  # fmt: skip
