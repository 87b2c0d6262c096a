"""Kovrik and its kin (Gaps, Montana, Blue Moon ...): four rows, holes that take the card that follows their neighbour.

A variant is one row of ``kovrik_variants``. No name of a variant is ever asked for in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cached_property

from carpets.cards import FULL, Card, Pack, Suit, card_of
from carpets.moves import Move, Put, Redeal
from carpets.notation import BadText, Trouble, check_pack, read_position, write_rows
from carpets.refusals import (
    BasesFirst,
    BaseStays,
    CellTaken,
    ChainLocked,
    DeadHole,
    GameWon,
    MovesRemain,
    NeedsBase,
    NeedsCard,
    NoRedeals,
    NoSuchCell,
    NotInPack,
    OtherGame,
    RedealsUsedUp,
    Refusal,
)
from carpets.rules import Goes, Hole, Outcome, Table
from carpets.shuffle import Deal, DealNumber, Stream
from carpets.value import Value

ROWS = 4


class FirstHoles(Enum):
    """Where the four holes are when the game begins."""

    FIRST_COLUMN = "the first column"
    WHERE_ACES_STOOD = "where the aces stood, before the deal moved them to the first column"
    AFTER_ACES = "the second column, right of the aces"
    ACES_TAKEN = "where the aces were, before they were taken off the table"


class Neighbour(Enum):
    """Which card beside a hole says what it takes."""

    LEFT = "the next card of the left neighbour's suit"
    LEFT_ANY_SUIT = "the next rank after the left neighbour, any suit"
    LEFT_OR_RIGHT = "the next card of the left neighbour's suit, or the one below the right neighbour"


class When(Enum):
    """When a redeal is permitted."""

    STUCK = "only when no move is left"
    ANY_TIME = "any time"


class How(Enum):
    """What a redeal does with the cards outside the chains."""

    SHUFFLE = "shuffled, a hole directly after each chain"
    RANDOM_HOLES = "shuffled, four holes anywhere among the freed cells"
    HOLES_LAST = "shuffled, holes in the last column"
    GATHER = "picked up and laid back column by column without a shuffle, a hole directly after each chain"


Cells = tuple[Card | None, ...]
NO_NUMBER = DealNumber(0)
"""What cards without a number redeal from."""


class State(Value):
    """Cells row by row; redeals left (None: unlimited); the deal's number and how much of its stream is drawn."""

    cells: Cells
    redeals: int | None = 0
    number: DealNumber = NO_NUMBER
    draws: int = 0


class Kovrik(Value):
    """One variant: a row of data, and the rules that read it."""

    name: str
    title: Mapping[str, str]
    after: str = ""
    pack: Pack = FULL
    first_holes: FirstHoles = FirstHoles.FIRST_COLUMN
    bases_first: bool = False
    bases_move: bool = False
    neighbour: Neighbour = Neighbour.LEFT
    redeals: int | None = 0
    when: When = When.STUCK
    how: How = How.SHUFFLE
    chains_locked: bool = False

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def family(self) -> str:
        return "kovrik"

    @cached_property
    def columns(self) -> int:
        return len(self.pack.ranks) + 1

    @property
    def grid(self) -> tuple[int, int]:
        return ROWS, self.columns

    @cached_property
    def _next(self) -> dict[Card, Card | None]:
        return {card: self.pack.following(card) for card in self.pack.cards}

    @cached_property
    def _before(self) -> dict[Card, Card | None]:
        return {card: self.pack.preceding(card) for card in self.pack.cards}

    @cached_property
    def _bases(self) -> tuple[Card, ...]:
        return tuple(card_of(self.pack.base, suit) for suit in Suit)

    # ------------------------------------------------------------ the deal

    def start(self, deal: Deal) -> State:
        """The deal laid row by row. Raises BadText for a deal of another pack."""
        check_pack(deal.cards, self.pack.whole)
        number = deal.number or NO_NUMBER
        return State(tuple(self._laid(list(deal.cards))), self.redeals, *self._stream(number, len(deal.cards) - 1))

    def _laid(self, cards: list[Card]) -> list[Card | None]:
        columns = self.columns
        if self.first_holes is FirstHoles.ACES_TAKEN:
            return [card if card.rank not in self.pack.away else None for card in cards]
        if self.first_holes is FirstHoles.AFTER_ACES:
            rest = [card for card in cards if card.rank != self.pack.base]
            width = columns - 2
            return [
                cell
                for row, base in enumerate(self._bases)
                for cell in (base, None, *rest[row * width : (row + 1) * width])
            ]
        width = columns - 1
        cells: list[Card | None] = []
        for row in range(ROWS):
            cells += [None, *cards[row * width : (row + 1) * width]]
        if self.first_holes is FirstHoles.WHERE_ACES_STOOD:
            stood = [cell for cell, card in enumerate(cells) if card is not None and card.rank == self.pack.base]
            for row, cell in enumerate(stood):
                cells[row * columns], cells[cell] = cells[cell], None
        return cells

    def _stream(self, number: DealNumber, draws: int) -> tuple[DealNumber, int]:
        """What a state remembers of chance: nothing where no redeal draws on it."""
        return (number, draws) if self.redeals != 0 and self.how is not How.GATHER else (NO_NUMBER, 0)

    # ------------------------------------------------------------ moves

    def moves(self, state: State) -> tuple[Move, ...]:
        if self._won(state.cells):
            return ()
        puts = tuple(self._puts(state))
        return puts if self._redeal_refused(state, bool(puts)) else (*puts, Redeal())

    def _puts(self, state: State) -> Iterator[Put]:
        """Every card that may be laid, hole by hole in reading order."""
        where = {card: cell for cell, card in enumerate(state.cells) if card is not None}
        waiting = self._bases_wait(where)
        for cell, holder in enumerate(state.cells):
            if holder is None:
                for card in self._takes(state.cells, cell):
                    if self._held(state.cells, card, where[card]) is None and not (waiting and cell % self.columns):
                        yield Put(card, cell)

    def _takes(self, cells: Cells, cell: int) -> tuple[Card, ...]:
        """The cards a hole takes by its neighbours alone."""
        column = cell % self.columns
        if column == 0:
            return self._bases
        takes: list[Card] = []
        left = cells[cell - 1]
        if left is not None and (card := self._next[left]) is not None:
            takes.append(card)
            if self.neighbour is Neighbour.LEFT_ANY_SUIT:
                takes = [card_of(card.rank, suit) for suit in Suit]
        if self.neighbour is Neighbour.LEFT_OR_RIGHT and column + 1 < self.columns:
            right = cells[cell + 1]
            if right is not None and (card := self._before[right]) is not None and card not in takes:
                takes.append(card)
        return tuple(takes)

    def _bases_wait(self, where: Mapping[Card, int]) -> bool:
        """Whether base cards must still go to the first column before any other move."""
        return self.bases_first and any(where[base] % self.columns for base in self._bases)

    def _held(self, cells: Cells, card: Card, cell: int) -> Refusal | None:
        """What keeps a card where it lies."""
        row, column = divmod(cell, self.columns)
        if column == 0 and card.rank == self.pack.base and not self.bases_move:
            return BaseStays(card)
        if self.chains_locked and column < self._chain(cells, row):
            return ChainLocked(card)
        return None

    def refusal(self, state: State, move: Move) -> Refusal | None:
        cells = state.cells
        match move:
            case Redeal():
                if self._won(cells):
                    return GameWon()
                return self._redeal_refused(state, any(True for _ in self._puts(state)))
            case Put(card, cell):
                if not 0 <= cell < len(cells):
                    return NoSuchCell(cell)
                if card not in self.pack.cards:
                    return NotInPack(card)
                holder = cells[cell]
                if holder is not None:
                    return CellTaken(holder)
                where = {held: at for at, held in enumerate(cells) if held is not None}
                takes = self._takes(cells, cell)
                if card not in takes:
                    return self._why_not(cells, cell, takes)
                if (held := self._held(cells, card, where[card])) is not None:
                    return held
                return BasesFirst(self.pack.base) if cell % self.columns and self._bases_wait(where) else None
            case _:
                return OtherGame()

    def _why_not(self, cells: Cells, cell: int, takes: tuple[Card, ...]) -> Refusal:
        if cell % self.columns == 0:
            return NeedsBase(self.pack.base)
        return NeedsCard(takes) if takes else DeadHole(cells[cell - 1])

    def _redeal_refused(self, state: State, moves_left: bool) -> Refusal | None:
        if self.redeals == 0:
            return NoRedeals()
        if state.redeals == 0:
            return RedealsUsedUp()
        if self.when is When.STUCK and moves_left:
            return MovesRemain()
        return None

    def play(self, state: State, move: Move) -> State:
        match move:
            case Put(card, cell):
                cells = list(state.cells)
                cells[cells.index(card)], cells[cell] = None, card
                return State(tuple(cells), state.redeals, state.number, state.draws)
            case Redeal():
                return self._redealt(state)
            case _:
                raise ValueError(f"{self.name} has no {move}")

    # ------------------------------------------------------------ redeals

    def _redealt(self, state: State) -> State:
        """The cards outside the chains laid out anew; PySolFC's procedures, and GrandGames' gathering."""
        columns = self.columns
        chains = [self._chain(state.cells, row) for row in range(ROWS)]
        freed = [row * columns + column for row in range(ROWS) for column in range(chains[row], columns)]
        holes = {row * columns + chains[row] for row in range(ROWS)}
        draws = state.draws
        if self.how is How.GATHER:
            freed.sort(key=lambda cell: (cell % columns, cell))
            pool = [card for cell in freed if (card := state.cells[cell]) is not None]
        else:
            stream = Stream(state.number, state.draws)
            drawn = stream.draws
            pool = stream.shuffled([card for cell in freed if (card := state.cells[cell]) is not None])
            pool.reverse()
            if self.how is How.RANDOM_HOLES:
                holes = self._random_holes(stream, freed)
            elif self.how is How.HOLES_LAST:
                holes = {row * columns + columns - 1 for row in range(ROWS)}
            draws += stream.draws - drawn
        cells = list(state.cells)
        cards = iter(pool)
        for cell in freed:
            cells[cell] = None if cell in holes else next(cards)
        left = None if state.redeals is None else state.redeals - 1
        return State(tuple(cells), left, state.number, draws)

    @staticmethod
    def _random_holes(stream: Stream, freed: list[int]) -> set[int]:
        """Four different freed cells, drawn again until they differ."""
        holes: set[int] = set()
        while len(holes) < ROWS:
            holes.add(freed[stream.below(len(freed))])
        return holes

    # ------------------------------------------------------------ how it stands

    def _chain(self, cells: Cells, row: int) -> int:
        """How many cards of one suit stand in order from the row's first cell, from the base rank on."""
        first = row * self.columns
        card = cells[first]
        if card is None or card.rank != self.pack.base:
            return 0
        length = 1
        following = self._next[card]
        while following is not None and cells[first + length] == following:
            length += 1
            following = self._next[following]
        return length

    def _won(self, cells: Cells) -> bool:
        return all(self._chain(cells, row) == len(self.pack.ranks) for row in range(ROWS))

    def outcome(self, state: State) -> Outcome:
        if self._won(state.cells):
            return Outcome.WON
        moves_left = any(True for _ in self._puts(state))
        if moves_left or self._redeal_refused(state, moves_left) is None:
            return Outcome.PLAYING
        return Outcome.STUCK

    def table(self, state: State) -> Table:
        chains = tuple(self._chain(state.cells, row) for row in range(ROWS))
        return Table(
            columns=self.columns,
            cells=tuple(
                card if card is not None else self._hole(state.cells, cell) for cell, card in enumerate(state.cells)
            ),
            chains=chains,
            redeals=state.redeals,
            done=sum(chains),
            goal=len(self.pack.cards),
        )

    def _hole(self, cells: Cells, cell: int) -> Hole:
        if cell % self.columns == 0:
            placed = () if self.bases_move else cells[:: self.columns]
            return Hole(tuple(base for base in self._bases if base not in placed))
        takes = self._takes(cells, cell)
        return Hole(takes) if takes else Hole(dead=DeadHole(cells[cell - 1]))

    def goes(self, card: Card) -> Goes:
        before, after = self._before[card], self._next[card]
        right_of: tuple[Card, ...] = () if before is None else (before,)
        if before is not None and self.neighbour is Neighbour.LEFT_ANY_SUIT:
            right_of = tuple(card_of(before.rank, suit) for suit in Suit)
        left_of = (after,) if self.neighbour is Neighbour.LEFT_OR_RIGHT and after is not None else ()
        return Goes(right_of, left_of, first_column=before is None)

    def held(self, state: State, card: Card) -> Refusal | None:
        return self._held(state.cells, card, state.cells.index(card))

    def collect(self, state: State) -> Move | None:
        """A move that lengthens a chain and spoils nothing, as long as no redeal is made.

        Laying X at the end of its chain costs only the hole that X leaves: nothing is lost where X
        has no follower, stood in the last column, or has its follower directly right of it.
        """
        if self.neighbour is not Neighbour.LEFT:
            return None
        for put in self._puts(state):
            row, column = divmod(put.cell, self.columns)
            if column and column == self._chain(state.cells, row):
                came_from = state.cells.index(put.card)
                last = came_from % self.columns == self.columns - 1
                follower = self._next[put.card]
                if follower is None or last or state.cells[came_from + 1] == follower:
                    return put
        return None

    # ------------------------------------------------------------ text

    _LINES = ("redeals", "deal", "draws")

    def write(self, state: State) -> str:
        text = write_rows(state.cells, self.columns)
        if self.redeals:
            text += f"redeals {state.redeals}\n"
        if self._stream(state.number, state.draws)[1]:
            text += f"deal {state.number}\ndraws {state.draws}\n"
        return text

    def read(self, text: str) -> State:
        position = read_position(text, self.grid, self._LINES)
        check_pack((card for card in position.cells if card is not None), self.pack)
        if "redeals" in position.named and self.redeals == 0:
            raise BadText(Trouble.NO_PLACE, "redeals", line=position.named["redeals"].number)
        redeals = position.number("redeals", self.redeals)
        number = position.deal_number() or NO_NUMBER
        draws = position.number("draws", 100_000) or 0
        return State(position.cells, self.redeals if redeals is None else redeals, *self._stream(number, draws))
