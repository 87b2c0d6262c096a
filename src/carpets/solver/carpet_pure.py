"""Exact search for Carpet with the stock's order known; ``_carpet`` is its compiled twin.

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
