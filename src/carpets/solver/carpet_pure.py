"""Exact search for Carpet, the stock's order known, and play by a rule over shuffles of it. ``_carpet`` is its twin.

The waste and the stock are one row of cards, ``turned`` of them turned; which of those still lie in the waste
is a set of bits. Cards that can go to a base go at once, so these two (and, where holes fill by themselves,
the bases) are the whole state: the key is exact, nothing is hashed away. Every move is irreversible.

What is played at once, and why nothing is lost by it:

- *Home*: a card gone home frees its cell or uncovers the waste, and is in nobody's way. Not so from the carpet
  where the hole is filled at once by the waste or the stock: waiting may choose a better card for the cell.
  There such moves are searched, until the stock has run out.
- *Fill, once the stock has run out*: nothing can cover the waste any more, so an early fill only uncovers.
- *As many holes as cards left*: every card finds a cell, so all are open and all go home.
"""

from __future__ import annotations

LOST, SOLVED, BUDGET, MEMORY, CANCELLED = 0, 1, 2, 3, 4
CHOICE, AUTO, AUTO_STOCK, NEVER = 0, 1, 2, 3
DRAW, FILL, HOME = 0, 1, 2
"""Actions of a line. ``HOME + suit`` sends a card of the carpet to its base; other moves home are understood."""
HOLE = BASE = 255
"""No card; and, in a line written out, no cell: the base."""
TURN = BASE << 8 | HOLE
"""The move of a line written out that turns a card. The others are ``cell << 8 | card``."""
BYTES_A_STATE = 200

State = tuple[int, int, int, int, tuple[int, ...]]
"""Turned, bits of the waste, bits of the open cards (``16 * suit + n``), holes, cards on each base."""


def search(
    row: bytes, turned: int, cards: int, holes: int, home: bytes, ranks: int, fill: int,
    budget: int, memory: int, flag: bytearray,
) -> tuple[int, int, bytes]:  # fmt: skip
    """(code, states seen, actions).

    ``row``: the waste from the bottom up, then the stock; ``cards``: bits of the cards lying open.
    """
    game = _Game(row, ranks, fill)
    first = game.settled((turned, (1 << turned) - 1, cards, holes, tuple(home)))
    if game.won(first):
        return SOLVED, 1, b""
    visited = {game.key(first)}
    path = bytearray()
    waiting = [game.after(first)]
    room = memory // BYTES_A_STATE
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            if path:
                path.pop()
            continue
        action, state = waiting[-1].pop()
        key = game.key(state)
        if key in visited:
            continue
        visited.add(key)
        seen = len(visited)
        if seen > budget:
            return BUDGET, seen, b""
        if seen > room:
            return MEMORY, seen, b""
        if seen & 255 == 0 and flag[0]:
            return CANCELLED, seen, b""
        path.append(action)
        if game.won(state):
            return SOLVED, seen, bytes(path)
        waiting.append(game.after(state))
    return LOST, len(visited), b""


class _Game:
    def __init__(self, row: bytes, ranks: int, fill: int) -> None:
        self.row = row
        self.ranks = ranks
        self.fill = fill

    @staticmethod
    def key(state: State) -> tuple[int, int, tuple[int, ...]]:
        return state[0], state[1], state[4]

    def won(self, state: State) -> bool:
        turned, waste, _, holes, home = state
        if self.fill == CHOICE and holes >= waste.bit_count() + len(self.row) - turned:
            return True
        return sum(home) == 4 * self.ranks

    def after(self, state: State) -> list[tuple[int, State]]:
        """(action, state) for every choice, the first to be tried last."""
        turned, waste, cards, holes, home = state
        found: list[tuple[int, State]] = []
        rest = turned < len(self.row)
        if self.fill == CHOICE and not rest:
            if holes and waste:
                found.append((FILL, self.settled(self.filled(state))))
            return found
        if rest and self.fill != AUTO_STOCK:
            found.append((DRAW, self.settled((turned + 1, waste | 1 << turned, cards, holes, home))))
        if self.fill == CHOICE and holes and waste:
            found.append((FILL, self.settled(self.filled(state))))
        if self.fill == AUTO and rest:
            found += [
                (HOME + suit, self.settled(self.sent(state, suit)))
                for suit in range(4)
                if home[suit] < self.ranks and cards >> (16 * suit + home[suit]) & 1
            ]
        return found

    def filled(self, state: State) -> State:
        """The waste's top card in a hole."""
        turned, waste, cards, holes, home = state
        top = waste.bit_length() - 1
        return turned, waste ^ 1 << top, cards | 1 << self.row[top], holes - 1, home

    def sent(self, state: State, suit: int) -> State:
        """The next card of a suit gone home from the carpet, and its hole filled if the variant does that."""
        turned, waste, cards, holes, home = state
        cards ^= 1 << (16 * suit + home[suit])
        state = turned, waste, cards, holes + 1, (*home[:suit], home[suit] + 1, *home[suit + 1 :])
        if self.fill == AUTO and waste:
            return self.filled(state)
        if self.fill in (AUTO, AUTO_STOCK) and turned < len(self.row):
            return turned + 1, waste, cards | 1 << self.row[turned], holes, state[4]
        return state

    def settled(self, state: State) -> State:
        """Every card home that may as well go at once."""
        while True:
            turned, waste, cards, _, home = state
            top = self.row[waste.bit_length() - 1] if waste else 255
            at_once = self.fill != AUTO or turned == len(self.row)
            for suit in range(4):
                card = 16 * suit + home[suit]
                if home[suit] < self.ranks and card == top:
                    waste ^= 1 << (waste.bit_length() - 1)
                    state = turned, waste, cards, state[3], (*home[:suit], home[suit] + 1, *home[suit + 1 :])
                    break
                if at_once and home[suit] < self.ranks and cards >> card & 1:
                    state = self.sent(state, suit)
                    break
            else:
                return state


# ---------------------------------------------------------------- writing a line out


def written(row: bytes, turned: int, cells: bytes, home: bytes, ranks: int, fill: int, actions: bytes) -> list[int]:
    """Every move of a winning line, with all that goes home at once in its place and the fills that are left.

    ``cells``: the card in each cell, or ``HOLE``. Each move is ``cell << 8 | card``, home with ``BASE`` for a cell,
    or ``TURN``. The hole that came last is filled first, except where the rules say which: there the first one.
    """
    line = _Line(row, turned, cells, home, ranks, fill)
    line.settle()
    for action in actions:
        line.act(action)
        line.settle()
    while fill == CHOICE and (line.waste or line.turned < len(row)):
        line.act(FILL if line.waste else DRAW)
        line.settle()
    return line.moves


class _Line:
    """The table while a line is being written out."""

    def __init__(self, row: bytes, turned: int, cells: bytes, home: bytes, ranks: int, fill: int) -> None:
        self.row, self.turned, self.ranks, self.fill = row, turned, ranks, fill
        self.waste, self.home = list(row[:turned]), list(home)
        self.where = {card: cell for cell, card in enumerate(cells) if card != HOLE}
        self.holes = [cell for cell in reversed(range(len(cells))) if cells[cell] == HOLE]
        self.moves: list[int] = []

    def act(self, action: int) -> None:
        if action == DRAW:
            self.moves.append(TURN)
            self.waste.append(self.row[self.turned])
            self.turned += 1
        elif action == FILL:
            card, cell = self.waste.pop(), self.holes.pop()
            self.moves.append(cell << 8 | card)
            self.where[card] = cell
        else:
            self._send(action - HOME)

    def _send(self, suit: int) -> None:
        """The next card of a suit goes home, from the waste's top or from the carpet."""
        card = 16 * suit + self.home[suit]
        self.home[suit] += 1
        self.moves.append(BASE << 8 | card)
        if self.waste and self.waste[-1] == card:
            self.waste.pop()
            return
        self.holes.append(self.where.pop(card))
        if self.fill in (AUTO, AUTO_STOCK):
            self.holes.sort(reverse=True)
            if self.waste:
                self.where[self.waste.pop()] = self.holes.pop()
            elif self.turned < len(self.row):
                self.where[self.row[self.turned]] = self.holes.pop()
                self.turned += 1

    def settle(self) -> None:
        """All that goes home at once does."""
        going = True
        while going:
            going = False
            for suit in range(4):
                while self._goes(suit):
                    self._send(suit)
                    going = True

    def _goes(self, suit: int) -> bool:
        card = 16 * suit + self.home[suit]
        if self.home[suit] == self.ranks:
            return False
        if self.waste and self.waste[-1] == card:
            return True
        return card in self.where and (self.fill != AUTO or self.turned == len(self.row))


# ---------------------------------------------------------------- playing on by the rule


def wants_cell(waste: list[int], home: list[int]) -> bool:
    """Whether the waste's top card is worth a hole: its turn is near, or it covers cards whose turn is nearer.

    A card's wait is how many of its suit must go home before it. It gets the hole if it waits for at most
    three, and one more for every card under it that waits less. Sees no card that is face down.
    """
    top = waste[-1]
    wait = (top & 15) - home[top >> 4]
    return wait <= 3 + sum(1 for card in waste if (card & 15) - home[card >> 4] < wait)


def comes_out(row: bytes, turned: int, cards: int, holes: int, home: bytes, ranks: int, fill: int) -> bool:
    """Whether playing on by ``wants_cell`` wins with the stock as it lies, which the rule does not see."""
    return _Play(row, turned, cards, holes, home, ranks, fill).comes_out()


def wins(
    row: bytes, turned: int, cards: int, holes: int, home: bytes, ranks: int, fill: int,
    first: bytes, samples: int, seed: int,
) -> int:  # fmt: skip
    """How many of ``samples`` shuffles of the cards not turned come out by the actions ``first`` and then by the rule.

    The same seed gives the same shuffles. ``HOME + suit`` in ``first`` may take the waste's top, too.
    """
    shuffled, count = bytearray(row), 0
    for _ in range(samples):
        for at in range(len(row) - 1, turned, -1):
            seed, drawn = _drawn(seed)
            other = turned + drawn % (at - turned + 1)
            shuffled[at], shuffled[other] = shuffled[other], shuffled[at]
        play = _Play(shuffled, turned, cards, holes, home, ranks, fill)
        for action in first:
            play.act(action)
        count += play.comes_out()
    return count


_BITS = (1 << 64) - 1


def _drawn(seed: int) -> tuple[int, int]:
    """The next seed and a number of 64 bits (SplitMix64, Steele and others 2014)."""
    seed = (seed + 0x9E3779B97F4A7C15) & _BITS
    mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & _BITS
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _BITS
    return seed, mixed ^ (mixed >> 31)


class _Play:
    """A game played on by the rule."""

    def __init__(
        self, row: bytes | bytearray, turned: int, cards: int, holes: int, home: bytes, ranks: int, fill: int
    ) -> None:
        self.row, self.turned, self.cards, self.holes = row, turned, cards, holes
        self.home, self.waste = list(home), list(row[:turned])
        self.ranks, self.fill = ranks, fill

    def act(self, action: int) -> None:
        if action == DRAW:
            self.waste.append(self.row[self.turned])
            self.turned += 1
        elif action == FILL:
            self.cards |= 1 << self.waste.pop()
            self.holes -= 1
        else:
            self.goes_home(action - HOME)

    def goes_home(self, suit: int) -> bool:
        """Sends the next card of a suit to its base, if the waste's top or the carpet has it."""
        card = 16 * suit + self.home[suit]
        if self.waste and self.waste[-1] == card:
            self.waste.pop()
        elif self.cards >> card & 1:
            self.cards ^= 1 << card
            if self.fill == AUTO and self.waste:
                self.cards |= 1 << self.waste.pop()
            elif self.fill in (AUTO, AUTO_STOCK) and self.turned < len(self.row):
                self.cards |= 1 << self.row[self.turned]
                self.turned += 1
            else:
                self.holes += 1
        else:
            return False
        self.home[suit] += 1
        return True

    def settle(self) -> None:
        home, going = self.home, True
        while going:
            going = False
            for suit in range(4):
                while home[suit] < self.ranks and self.goes_home(suit):
                    going = True

    def comes_out(self) -> bool:
        while True:
            self.settle()
            left = len(self.waste) + len(self.row) - self.turned
            if sum(self.home) == 4 * self.ranks or (self.fill == CHOICE and self.holes >= left):
                return True
            ended = self.turned == len(self.row)
            if self.fill == CHOICE and self.holes and self.waste and (ended or wants_cell(self.waste, self.home)):
                self.act(FILL)
            elif ended or self.fill == AUTO_STOCK:
                return False
            else:
                self.act(DRAW)
