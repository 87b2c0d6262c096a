"""Exact search for Kovrik's family on packed boards; ``_kovrik`` is its compiled twin, move for move.

Depth first with a visited set, as the plain search, made quick by six things, each exact:

- **Seatings left open**: ``packing`` says why the row of a base card matters only later.
- **Keys of 128 bits**: a state is known by the XOR of one random number a (card, cell) and a (row, suit).
  Two of 2**25 states collide with chance 2**-78, so ``Lost`` rests on no collision that could ever be met.
- **States with one move are not stored** where moves cannot be undone (left neighbour, bases that stay):
  such a game is a finite graph without cycles, so nothing is lost but a little work.
- **Beginning again** after every so many states, with the moves in another order: the states it was in the middle
  of are forgotten, all others visited are done with and stay. So a search for a win is not tied to its first
  moves, and nothing is searched twice: at the end every state that can be reached has been gone through. Where
  moves can be undone those that bring most come first from then on, or the search would wander. In pure Python
  only these variants gain by it.
- **Out of reach**: let cards never leave the cells they have been in and cells that were ever empty stay
  empty. Whatever that cannot reach no play can. If the won table is not within it, the state is lost.
- **Fewest moves**: a set of moves is enough if every winning line has one of them and nothing played before
  it can disturb it or be disturbed by it. Laying x into hole g needs x's predecessor left of g, and x where
  it is may serve to call its own follower. If, with the set's cards left lying, neither the predecessors nor
  the cells right of the cards can ever change (the relaxation above, run without the set's holes), then
  every winning line has a move of the set, as a predecessor that never moves must get its follower, and the
  first such move can be played at once. Sets of one and of two moves are tried. (Persistent sets: Godefroid
  1996; for Gaps, Helmstetter and Cazenave 2003 search blocks of dependent moves.)
"""

from __future__ import annotations

import random
from functools import cache

HOLE = SEAT = 255
FREE = 4
LEFT, ANY_SUIT, BOTH = 0, 1, 2
LOST, SOLVED, BUDGET, MEMORY, CANCELLED = 0, 1, 2, 3, 4
BYTES_A_STATE = 128
FIRST_SPAN = 1000
"""States until the search begins again; each span is a fifth longer than the one before."""
HEADS = BASES = 0x0001_0001_0001_0001

Found = tuple[int, int, list[tuple[int, int]]]


@cache
def _keys() -> tuple[list[list[int]], list[list[int]]]:
    """A number for each card in each cell, and for each suit a row is bound to (none for ``FREE``)."""
    draw = random.Random(48213).getrandbits
    lies = [[draw(128) for _ in range(64)] for _ in range(64)]
    return lies, [[*(draw(128) for _ in range(4)), 0] for _ in range(4)]


def search(
    board: bytes, ranks: int, neighbour: int, bases_move: bool, seated: int, bound: bytes,
    budget: int, memory: int, flag: bytearray, prune: bool = False, span: int = FIRST_SPAN,
) -> Found:  # fmt: skip
    """(code, states seen, line) for a position as ``packing.Packed`` describes it.

    ``budget`` counts states, ``memory`` bytes; ``flag[0]`` set from elsewhere stops the search.
    ``prune=False`` leaves out the relaxation and what rests on it: in pure Python that takes fifteen times the
    states and still half the time; compiled it is the other way round. ``span``: states until the search begins
    again, 5 at least, as spans that do not grow might never end it.
    """
    table = Board(board, ranks, neighbour, bases_move, seated, bound)
    return _run(table, budget, memory // BYTES_A_STATE, flag, prune, span)


def _run(board: Board, budget: int, room: int, flag: bytearray, prune: bool, first_span: int) -> Found:
    if board.won():
        return SOLVED, 1, []
    visited: set[int] = set()
    keeps_all = board.neighbour != LEFT or board.bases_move

    chance = random.Random(48213)
    span = again = first_span

    def enter() -> list[tuple[int, int]]:
        """The moves worth trying from the state on the board."""
        moves = board.moves()
        if not moves or (len(moves) == 1 and not keeps_all):
            return moves
        if board.key in visited:
            return []
        visited.add(board.key)
        if prune and len(moves) > 1:
            empty = board.reachable()
            if not empty:
                return []
            if board.neighbour == LEFT:
                return board.fewest(moves, empty)
        return moves

    seen = 1
    path: list[tuple[int, int, int, tuple[int, ...]]] = []
    waiting = [enter()]
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            if path:
                board.unmake(*path.pop())
            continue
        card, target = waiting[-1].pop()
        path.append((card, target, *board.make(card, target)))
        seen += 1
        if seen > budget:
            return BUDGET, seen, []
        if seen & 255 == 0 and flag[0]:
            return CANCELLED, seen, []
        if (target == SEAT or target & 15 == card & 15) and board.won():
            return SOLVED, seen, [(step[0], step[1]) for step in path]
        if len(visited) >= room:
            return MEMORY, seen, []
        waiting.append(enter())
        if keeps_all and seen >= again and waiting[-1]:
            _back_to_first(board, path, visited)
            span += span // 5
            again += span
            waiting = [enter()]
        if span > first_span:
            chance.shuffle(waiting[-1])
            waiting[-1].sort(key=board.gain)
    return LOST, seen, []


def _back_to_first(board: Board, path: list[tuple[int, int, int, tuple[int, ...]]], visited: set[int]) -> None:
    """Takes all moves back, and the states on the way out of those visited."""
    visited.discard(board.key)
    while path:
        board.unmake(*path.pop())
        visited.discard(board.key)


class Board:
    """One board, changed and changed back."""

    def __init__(self, board: bytes, ranks: int, neighbour: int, bases_move: bool, seated: int, bound: bytes) -> None:
        self.ranks = ranks
        self.neighbour = neighbour
        self.bases_move = bases_move
        self.seated = seated
        self.bound: tuple[int, ...] = tuple(bound)
        self.cells = [*board, *[HOLE] * 16]
        self.where = [SEAT] * 64
        self.lies, self.binds = _keys()
        self.key = 0
        self.followed = sum(1 << card for card in range(64) if card % 16 + 1 < ranks)
        inside = [cell for cell in range(64) if cell % 16 <= ranks]
        self.holes = [cell for cell in inside if cell & 15 and board[cell] == HOLE]
        self.blocked = sum(1 for cell in range(0, 64, 16) if board[cell] != HOLE)
        for cell in inside:
            if board[cell] != HOLE:
                self.where[board[cell]] = cell
                self.key ^= self.lies[board[cell]][cell]

    # ------------------------------------------------------------ base cards

    def column_open(self) -> bool:
        """Whether the first column has a hole: its other cells hold seated bases and cards not yet gone."""
        return self.seated.bit_count() + self.blocked < 4

    def loose(self) -> bool:
        """Whether the seated bases can still be put in any order."""
        return self.bases_move and self.column_open()

    def bind(self, row: int, suit: int) -> None:
        """The row is its suit's from now on. The last free row falls to the last free suit."""
        bound = list(self.bound)
        bound[row] = suit
        self.key ^= self.binds[row][suit]
        if bound.count(FREE) == 1:
            row = bound.index(FREE)
            bound[row] = 6 - sum(suit for suit in bound if suit != FREE)
            self.key ^= self.binds[row][bound[row]]
        self.bound = tuple(bound)

    def unbind(self) -> None:
        for row, suit in enumerate(self.bound):
            self.key ^= self.binds[row][suit]
        self.bound = (FREE,) * 4

    def two_goes(self, row: int, suit: int) -> bool:
        """Whether the second card of a suit may go right of the first cell of a row without a card."""
        if self.neighbour == ANY_SUIT:
            return self.seated != 0
        if not self.seated >> suit & 1:
            return False
        owner = self.bound[row]
        return self.loose() or owner == suit or (owner == FREE and suit not in self.bound)

    def head(self, row: int) -> int:
        """The base cards that a row has or may yet have, as bits of cards."""
        if self.neighbour == ANY_SUIT or (self.bases_move and (self.neighbour == BOTH or self.seated != 15)):
            return BASES
        owner = self.bound[row]
        if owner != FREE:
            return 1 << 16 * owner
        return sum(1 << 16 * suit for suit in range(4) if suit not in self.bound)

    # ------------------------------------------------------------ moves

    def make(self, card: int, target: int) -> tuple[int, tuple[int, ...]]:
        """Plays a move; what ``unmake`` needs besides it."""
        cells, source, before = self.cells, self.where[card], (self.key, *self.bound)
        if source == SEAT:
            self.seated ^= 1 << (card >> 4)
            self.unbind()
        else:
            self.key ^= self.lies[card][source]
            cells[source] = HOLE
            if source & 15:
                self.holes.append(source)
            else:
                self.blocked -= 1
                if self.bases_move:
                    self.unbind()
        if target == SEAT or target & 15 == 0:
            self.where[card] = SEAT
            self.seated ^= 1 << (card >> 4)
            if target != SEAT:
                self.bind(target >> 4, card >> 4)
            return source, before
        self.key ^= self.lies[card][target]
        cells[target] = card
        self.where[card] = target
        self.holes.remove(target)
        row, suit = target >> 4, card >> 4
        if target & 15 == 1 and card & 15 == 1 and self.neighbour != ANY_SUIT and self.bound[row] == FREE:
            called = self.neighbour == BOTH and cells[target + 1] == card + 1
            free = cells[target - 1] == HOLE and not called and not self.loose()
            if free and self.seated >> suit & 1 and suit not in self.bound:
                self.bind(row, suit)
        return source, before

    def gain(self, move: tuple[int, int]) -> int:
        """What a move brings: its card's own column, and neighbours of its suit."""
        return self._worth(*move) - self._worth(move[0], self.where[move[0]])

    def _worth(self, card: int, cell: int) -> int:
        if cell == SEAT or cell & 15 == 0:
            return 4
        beside = int(self.cells[cell - 1] == card - 1) + int(self.cells[cell + 1] == card + 1)
        return 2 * beside + 3 * int(cell & 15 == card & 15)

    def unmake(self, card: int, target: int, source: int, before: tuple[int, ...]) -> None:
        self.key, self.bound = before[0], before[1:]
        self.where[card] = source
        if target == SEAT or target & 15 == 0:
            self.seated ^= 1 << (card >> 4)
        else:
            self.cells[target] = HOLE
            self.holes.append(target)
        if source == SEAT:
            self.seated ^= 1 << (card >> 4)
            return
        self.cells[source] = card
        if source & 15:
            self.holes.remove(source)
        else:
            self.blocked += 1

    def moves(self) -> list[tuple[int, int]]:
        """Every (card, target), seatings last. A target ``SEAT`` leaves the row open."""
        found = []
        cells, ranks, neighbour = self.cells, self.ranks, self.neighbour
        for cell in self.holes:
            before = -1
            left = cells[cell - 1]
            if left == HOLE:
                if cell & 15 == 1:
                    found += [(16 * suit + 1, cell) for suit in range(4) if self.two_goes(cell >> 4, suit)]
                    before = found[-1][0] if found and found[-1][1] == cell else -1
            elif (left & 15) + 1 < ranks:
                if neighbour == ANY_SUIT:
                    found += [(16 * suit + (left & 15) + 1, cell) for suit in range(4)]
                else:
                    before = left + 1
                    found.append((before, cell))
            if neighbour == BOTH and cell & 15 < ranks:
                right = cells[cell + 1]
                if right != HOLE and right & 15:
                    card = right - 1
                    if (card, cell) not in found and (self.where[card] != SEAT or self.bases_move):
                        found.append((card, cell))
        return found + self._seatings() if self.seated != 15 and self.column_open() else found

    def _seatings(self) -> list[tuple[int, int]]:
        waiting = [suit for suit in range(4) if not self.seated >> suit & 1]
        if self.bases_move or not self.blocked:
            return [(16 * suit, SEAT) for suit in waiting]
        rows = [row for row in range(4) if self.cells[16 * row] == HOLE]
        return [(16 * suit, 16 * row) for suit in waiting for row in rows if self.bound[row] in (FREE, suit)]

    def won(self) -> bool:
        if self.seated != 15:
            return False
        for row in range(4):
            first = self.cells[16 * row + 1]
            if first == HOLE or first & 15 != 1:
                return False
            suit = first >> 4
            owner = self.bound[row]
            if owner != suit and (owner != FREE or suit in self.bound):
                return False
            if self.cells[16 * row + 1 : 16 * row + self.ranks] != list(range(first, first + self.ranks - 1)):
                return False
        return True

    # ------------------------------------------------------------ the relaxation

    def open_cells(self) -> int:
        """Holes, and the cells of bases that can still be seated."""
        empty = 0
        for cell in self.holes:
            empty |= 1 << cell
        if self.seated != 15:
            for suit in range(4):
                if self.where[16 * suit] != SEAT:
                    empty |= 1 << self.where[16 * suit]
        return empty

    def reachable(self) -> int:
        """The cells that may ever be empty, or 0 where the won table is out of reach."""
        self.heads = [self.head(row) for row in range(4)]
        self.preceding = sum(
            1 << card for card in range(64) if card & 15 or self.bases_move or self.where[card] != SEAT
        )
        empty, cards = self.emptied(self.open_cells(), 0)
        all_suits = 0
        for row in range(4):
            suits = cards[16 * row] & BASES
            for cell in range(16 * row + 1, 16 * row + self.ranks):
                suits &= (cards[cell] if empty >> cell & 1 else self._lying(cell)) >> (cell & 15)
            all_suits |= suits
        return empty if all_suits & BASES == BASES else 0

    def _lying(self, cell: int) -> int:
        return 0 if self.cells[cell] == HOLE else 1 << self.cells[cell]

    def emptied(self, empty: int, stop: int) -> tuple[int, dict[int, int]]:
        """The cells that may ever be empty if cards never left where they have been, and what may lie there.

        Ends early once a cell of ``stop`` is among them.
        """
        heads, neighbour, where, followed, held = self.heads, self.neighbour, self.where, self.followed, self.cells
        cards = {row << 4: heads[row] if held[row << 4] == HOLE else 1 << held[row << 4] for row in range(4)}
        todo, known, rest = empty, 0, empty
        while rest:
            low = rest & -rest
            rest ^= low
            cell = low.bit_length() - 1
            cards[cell] = self._lying(cell)
        while todo:
            low = todo & -todo
            todo ^= low
            cell = low.bit_length() - 1
            if cell & 15 == 0:
                now = heads[cell >> 4]
            else:
                left = cell - 1
                now = ((cards[left] if left in cards else 1 << held[left]) & followed) << 1
                if neighbour == ANY_SUIT:
                    now |= now << 16 | now >> 48
                    now = (now | now << 32 | now >> 32) & 0xFFFF_FFFF_FFFF_FFFF
                elif neighbour == BOTH and cell & 15 < self.ranks:
                    right = cell + 1
                    now |= (cards[right] if right in cards else 1 << held[right]) >> 1 & self.preceding
            fresh = now & ~cards[cell]
            if not fresh:
                continue
            cards[cell] |= now
            fresh &= ~known
            known |= fresh
            while fresh:
                one = fresh & -fresh
                fresh ^= one
                source = where[one.bit_length() - 1]
                if source != SEAT and not empty >> source & 1:
                    empty |= 1 << source
                    todo |= 1 << source
                    cards[source] = cards.get(source, 0) | self._lying(source)
            if empty & stop:
                return empty, cards
            todo |= (low << 1 | (low >> 1 if neighbour == BOTH else 0)) & empty
        return empty, cards

    def _stays(self, empty: int, watched: int) -> bool:
        return not empty & watched and not self.emptied(empty, watched)[0] & watched

    def fewest(self, moves: list[tuple[int, int]], movable: int) -> list[tuple[int, int]]:
        """One or two of the moves where every winning line may begin with one of them, or all moves."""
        empty = self.open_cells()
        fit = []
        for card, target in moves:
            if target == SEAT or target & 15 == 0:
                continue
            headed = self.cells[target - 1] == HOLE
            if headed and (self.bound[target >> 4] != card >> 4 or (self.bases_move and self.seated != 15)):
                continue
            source = self.where[card]
            watched = 0 if headed else 1 << (target - 1)
            if card & 15 != self.ranks - 1 and source & 15 != self.ranks and self.cells[source + 1] != card + 1:
                watched |= 1 << (source + 1)
            if not watched & movable:
                return [(card, target)]
            fit.append(((card, target), 1 << target | 1 << source, watched))
        for move, ends, watched in fit:
            if self._stays(empty & ~ends, watched):
                return [move]
        if len(moves) > 2:
            for at, (move, ends, watched) in enumerate(fit):
                for other, others, seen in fit[:at]:
                    both = ends | others
                    if self._stays(empty & ~both, (watched | seen) & ~both):
                        return [other, move]
        return moves
