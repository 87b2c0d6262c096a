# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled twin of ``kovrik_pure``: the same search, the GIL released. What and why stands there."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

DEF HOLE = 255
DEF SEAT = 255
DEF WIDEST = 40
DEF LEFT = 0
DEF ANY_SUIT = 1
DEF BOTH = 2
DEF FREE = 4
DEF ALL_SEATED = 15

cdef extern from *:
    int __builtin_ctzll(uint64_t) noexcept nogil
    int __builtin_popcount(unsigned int) noexcept nogil


cdef struct Step:
    uint64_t low
    uint64_t high
    uint32_t bound
    uint8_t card
    uint8_t source
    uint8_t target
    uint8_t moves
    uint16_t move[WIDEST]

cdef struct Search:
    uint8_t cells[80]
    uint8_t where[64]
    uint8_t holes[8]
    int hole_count
    int ranks
    int neighbour
    bint bases_move
    bint prune
    int seated            # suits whose base stands in the first column
    int blocked           # cards in the first column that are no bases
    uint32_t bound        # eight bits a row: the suit it belongs to, 4 for none
    uint64_t low
    uint64_t high
    uint64_t heads[4]     # bases that each row has or may yet have, as bits of cards
    uint64_t cards[80]    # cards that may come to lie in each cell, as bits
    uint64_t followed     # the cards that another one follows
    uint64_t preceding    # the cards that a right neighbour may call
    uint64_t seen
    uint64_t* table
    uint64_t size
    uint64_t used
    uint64_t largest
    Step* steps
    size_t room

# The first cell of each row as bits of cells; the base cards as bits of cards.
cdef uint64_t HEADS = 0x0001000100010001ULL
cdef uint64_t BASES = 0x0001000100010001ULL
cdef uint64_t ZOBRIST[64][64][2]
cdef uint64_t BOUND[4][8][2]


cdef uint64_t mixed(uint64_t* state) noexcept nogil:
    """Splitmix64 (Steele, Lea, Flood 2014)."""
    cdef uint64_t z
    state[0] += 0x9E3779B97F4A7C15ULL
    z = state[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef void draw_keys() noexcept:
    cdef uint64_t state = 48213
    cdef int card, cell, half
    for card in range(64):
        for cell in range(64):
            for half in range(2):
                ZOBRIST[card][cell][half] = mixed(&state)
    for card in range(4):
        for cell in range(8):
            for half in range(2):
                BOUND[card][cell][half] = mixed(&state) if cell < 4 else 0


draw_keys()


cdef inline uint64_t bit(int cell) noexcept nogil:
    return (<uint64_t>1) << cell


cdef inline bint all_seated(Search* s) noexcept nogil:
    return s.seated == ALL_SEATED


cdef inline bint column_open(Search* s) noexcept nogil:
    """Whether the first column has a hole: its other cells hold seated bases and cards not yet gone."""
    return __builtin_popcount(s.seated) + s.blocked < 4


cdef inline bint bases_loose(Search* s) noexcept nogil:
    """Whether the seated bases can still be put in any order."""
    return s.bases_move and column_open(s)


cdef inline int row_suit(uint32_t bound, int row) noexcept nogil:
    return (bound >> (8 * row)) & 7


cdef inline bint is_bound(uint32_t bound, int suit) noexcept nogil:
    cdef int row
    for row in range(4):
        if row_suit(bound, row) == suit:
            return True
    return False


cdef bint won(Search* s) noexcept nogil:
    """Every row in order; unseated bases can lie only in last cells then, and step in."""
    cdef int row, column, suit
    cdef uint8_t first
    for row in range(4):
        first = s.cells[row * 16 + 1]
        if first == HOLE or (first & 15) != 1:
            return False
        suit = first >> 4
        if row_suit(s.bound, row) != suit and (row_suit(s.bound, row) != FREE or is_bound(s.bound, suit)):
            return False
        for column in range(2, s.ranks):
            if s.cells[row * 16 + column] != suit * 16 + column:
                return False
    return all_seated(s)


cdef void bind(Search* s, int row, int suit) noexcept nogil:
    """A two has gone in: the row is its suit's. The last free row falls to the last free suit."""
    cdef int free_rows = 0, last_row = 0, other, last_suit = 0
    s.bound = (s.bound & ~(<uint32_t>255 << (8 * row))) | (<uint32_t>suit << (8 * row))
    s.low ^= BOUND[row][suit][0]
    s.high ^= BOUND[row][suit][1]
    for other in range(4):
        if row_suit(s.bound, other) == FREE:
            free_rows += 1
            last_row = other
    if free_rows == 1:
        for other in range(4):
            if not is_bound(s.bound, other):
                last_suit = other
        bind(s, last_row, last_suit)


cdef inline void lift(Search* s, int card, int cell) noexcept nogil:
    s.low ^= ZOBRIST[card][cell][0]
    s.high ^= ZOBRIST[card][cell][1]


cdef void unbind_all(Search* s) noexcept nogil:
    cdef int row, suit
    for row in range(4):
        suit = row_suit(s.bound, row)
        s.low ^= BOUND[row][suit][0]
        s.high ^= BOUND[row][suit][1]
    s.bound = 0x04040404


cdef inline void add_hole(Search* s, int cell) noexcept nogil:
    s.holes[s.hole_count] = <uint8_t>cell
    s.hole_count += 1


cdef inline void drop_hole(Search* s, int cell) noexcept nogil:
    cdef int at = 0
    while s.holes[at] != cell:
        at += 1
    s.hole_count -= 1
    s.holes[at] = s.holes[s.hole_count]


cdef void make(Search* s, Step* step, uint16_t move) noexcept nogil:
    cdef int card = move & 255, target = move >> 8, source = s.where[card]
    step.low = s.low
    step.high = s.high
    step.bound = s.bound
    step.card = <uint8_t>card
    step.source = <uint8_t>source
    step.target = <uint8_t>target
    if source != SEAT:
        lift(s, card, source)
        s.cells[source] = HOLE
        if source & 15:
            add_hole(s, source)
        else:
            s.blocked -= 1
            if s.bases_move:
                unbind_all(s)
    else:
        s.seated &= ~(1 << (card >> 4))
        unbind_all(s)
    if (target & 15) == 0 or target == SEAT:
        s.where[card] = SEAT
        s.seated |= 1 << (card >> 4)
        if target != SEAT:
            bind(s, target >> 4, card >> 4)
        return
    lift(s, card, target)
    s.cells[target] = <uint8_t>card
    s.where[card] = <uint8_t>target
    drop_hole(s, target)
    if (target & 15) == 1 and (card & 15) == 1 and s.neighbour != ANY_SUIT and row_suit(s.bound, target >> 4) == FREE:
        if bases_loose(s) or s.cells[target - 1] != HOLE or (s.neighbour == BOTH and s.cells[target + 1] == card + 1):
            return
        if (s.seated >> (card >> 4)) & 1 and not is_bound(s.bound, card >> 4):
            bind(s, target >> 4, card >> 4)


cdef void unmake(Search* s, Step* step) noexcept nogil:
    cdef int card = step.card, source = step.source, target = step.target
    s.low = step.low
    s.high = step.high
    s.bound = step.bound
    s.where[card] = <uint8_t>source
    if (target & 15) == 0 or target == SEAT:
        s.seated &= ~(1 << (card >> 4))
    else:
        s.cells[target] = HOLE
        add_hole(s, target)
    if source == SEAT:
        s.seated |= 1 << (card >> 4)
        return
    s.cells[source] = <uint8_t>card
    if source & 15:
        drop_hole(s, source)
    else:
        s.blocked += 1


cdef inline bint two_goes(Search* s, int row, int suit) noexcept nogil:
    """Whether the second card of a suit may go into the column after the first of a row."""
    cdef int owner
    if s.neighbour == ANY_SUIT:
        return s.seated != 0
    if not (s.seated >> suit) & 1:
        return False
    if bases_loose(s):
        return True
    owner = row_suit(s.bound, row)
    return owner == suit or (owner == FREE and not is_bound(s.bound, suit))


cdef int moves_of(Search* s, uint16_t* out) noexcept nogil:
    """Every move, seatings last."""
    cdef int count = 0, at, cell, suit, left, card, right, before
    for at in range(s.hole_count):
        cell = s.holes[at]
        before = -1
        if (cell & 15) == 1 and s.cells[cell - 1] == HOLE:
            for suit in range(4):
                if two_goes(s, cell >> 4, suit):
                    out[count] = <uint16_t>((suit * 16 + 1) | (cell << 8))
                    count += 1
                    before = suit * 16 + 1
        else:
            left = s.cells[cell - 1]
            if left != HOLE and (left & 15) + 1 < s.ranks:
                if s.neighbour == ANY_SUIT:
                    for suit in range(4):
                        out[count] = <uint16_t>((suit * 16 + (left & 15) + 1) | (cell << 8))
                        count += 1
                else:
                    before = left + 1
                    out[count] = <uint16_t>(before | (cell << 8))
                    count += 1
        if s.neighbour == BOTH and (cell & 15) < s.ranks:
            right = s.cells[cell + 1]
            if right != HOLE and (right & 15) > 0:
                card = right - 1
                if card != before and (s.where[card] != SEAT or s.bases_move):
                    out[count] = <uint16_t>(card | (cell << 8))
                    count += 1
    if all_seated(s) or not column_open(s):
        return count
    for suit in range(4):
        if (s.seated >> suit) & 1:
            continue
        if s.bases_move or s.blocked == 0:
            out[count] = <uint16_t>((suit * 16) | (SEAT << 8))
            count += 1
            continue
        for at in range(4):
            if s.cells[at * 16] == HOLE and row_suit(s.bound, at) in (FREE, suit):
                out[count] = <uint16_t>((suit * 16) | ((at * 16) << 8))
                count += 1
    return count


cdef inline uint64_t row_heads(Search* s, int row) noexcept nogil:
    """The base cards that a row has or may yet have in its first column, as bits of cards."""
    cdef int owner = row_suit(s.bound, row), other
    cdef uint64_t heads = BASES
    if s.neighbour == ANY_SUIT or (s.bases_move and (s.neighbour == BOTH or not all_seated(s))):
        return heads
    if owner != FREE:
        return bit(16 * owner)
    for other in range(4):
        owner = row_suit(s.bound, other)
        if owner != FREE:
            heads &= ~bit(16 * owner)
    return heads


cdef inline uint64_t lying(Search* s, int cell) noexcept nogil:
    return bit(s.cells[cell]) if s.cells[cell] != HOLE else 0


cdef uint64_t emptied(Search* s, uint64_t empty, uint64_t stop) noexcept nogil:
    """The cells that may ever be empty if cards never left where they have been.

    ``s.cards[c]`` is the set of cards that may come to lie in such a cell. Ends early once a cell of
    ``stop`` is among them.
    """
    cdef uint64_t todo = empty, cards, moved, known = 0
    cdef int cell, source
    cdef uint64_t rest = empty
    cdef int neighbour = s.neighbour
    cdef uint64_t followed = s.followed
    for cell in range(0, 64, 16):
        s.cards[cell] = s.heads[cell >> 4] if s.cells[cell] == HOLE else bit(s.cells[cell])
    while rest:
        cell = __builtin_ctzll(rest)
        rest &= rest - 1
        s.cards[cell] = lying(s, cell)
    while todo:
        cell = __builtin_ctzll(todo)
        todo &= todo - 1
        if (cell & 15) == 0:
            cards = s.heads[cell >> 4]
        else:
            cards = s.cards[cell - 1] if ((empty | HEADS) >> (cell - 1)) & 1 else lying(s, cell - 1)
            cards = (cards & followed) << 1
        if neighbour != LEFT and cell & 15:
            if neighbour == ANY_SUIT:
                cards |= (cards << 16) | (cards >> 48)
                cards |= (cards << 32) | (cards >> 32)
            elif (cell & 15) < s.ranks:
                moved = s.cards[cell + 1] if (empty >> (cell + 1)) & 1 else lying(s, cell + 1)
                cards |= (moved >> 1) & s.preceding
        moved = cards & ~s.cards[cell]
        if moved == 0:
            continue
        cards |= s.cards[cell]
        moved &= ~known
        s.cards[cell] = cards
        known |= moved
        while moved:
            source = s.where[__builtin_ctzll(moved)]
            moved &= moved - 1
            if source != SEAT and not (empty >> source) & 1:
                empty |= bit(source)
                todo |= bit(source)
                s.cards[source] = lying(s, source)
        if empty & stop:
            return empty
        todo |= (bit(cell) << 1) & empty
        if neighbour == BOTH:
            todo |= (bit(cell) >> 1) & empty
    return empty


cdef uint64_t open_cells(Search* s) noexcept nogil:
    """Holes, and the cells of bases that can still be seated."""
    cdef uint64_t empty = 0
    cdef int at
    for at in range(s.hole_count):
        empty |= bit(s.holes[at])
    if s.seated != ALL_SEATED:
        for at in range(4):
            if s.where[at * 16] != SEAT:
                empty |= bit(s.where[at * 16])
    return empty


cdef bint out_of_reach(Search* s, uint64_t* movable) noexcept nogil:
    """Whether the won table cannot be reached even if cards never left where they have been."""
    cdef uint64_t suits, all_suits = 0, empty, cards
    cdef int row, rank, cell
    for row in range(4):
        s.heads[row] = row_heads(s, row)
    s.preceding = ~BASES
    for row in range(4):
        if s.bases_move or s.where[row * 16] != SEAT:
            s.preceding |= bit(16 * row)
    empty = emptied(s, open_cells(s), 0)
    movable[0] = empty
    for row in range(4):
        suits = s.cards[row * 16] & BASES
        for rank in range(1, s.ranks):
            cell = row * 16 + rank
            cards = s.cards[cell] if (empty >> cell) & 1 else lying(s, cell)
            suits &= cards >> rank
            if suits == 0:
                return True
        all_suits |= suits
    return all_suits & BASES != BASES


cdef inline bint stays(Search* s, uint64_t empty, uint64_t watched) noexcept nogil:
    return not empty & watched and not emptied(s, empty, watched) & watched


cdef int fewest(Search* s, uint16_t* moves, int count, uint64_t movable) noexcept nogil:
    """Keeps only one or two moves where every winning line may begin with one of them; the number kept."""
    cdef int at, other, card, target, source
    cdef uint64_t watched[WIDEST]
    cdef uint64_t ends[WIDEST]
    cdef uint64_t empty = open_cells(s), both
    cdef bint fit[WIDEST]
    for at in range(count):
        card = moves[at] & 255
        target = moves[at] >> 8
        fit[at] = target != SEAT and (target & 15) != 0
        if (target & 15) == 1 and s.cells[target - 1] == HOLE:
            fit[at] = row_suit(s.bound, target >> 4) == card >> 4 and not (s.bases_move and not all_seated(s))
        if not fit[at]:
            continue
        source = s.where[card]
        ends[at] = bit(target) | bit(source)
        watched[at] = bit(target - 1) if s.cells[target - 1] != HOLE else 0
        if not ((card & 15) == s.ranks - 1 or (source & 15) == s.ranks or s.cells[source + 1] == card + 1):
            watched[at] |= bit(source + 1)
        if not watched[at] & movable:
            moves[0] = moves[at]
            return 1
    for at in range(count):
        if fit[at] and stays(s, empty & ~ends[at], watched[at]):
            moves[0] = moves[at]
            return 1
    if count < 3:
        return count
    for at in range(count):
        for other in range(at if fit[at] else 0):
            if fit[other]:
                both = ends[at] | ends[other]
                if stays(s, empty & ~both, (watched[at] | watched[other]) & ~both):
                    moves[0], moves[1] = moves[other], moves[at]
                    return 2
    return count


cdef bint grow(Search* s, uint64_t size) noexcept nogil:
    cdef uint64_t* table = <uint64_t*>calloc(size * 2, sizeof(uint64_t))
    cdef uint64_t at, slot
    if table == NULL:
        return False
    for at in range(s.size):
        if s.table[2 * at] | s.table[2 * at + 1]:
            slot = s.table[2 * at] & (size - 1)
            while table[2 * slot] | table[2 * slot + 1]:
                slot = (slot + 1) & (size - 1)
            table[2 * slot] = s.table[2 * at]
            table[2 * slot + 1] = s.table[2 * at + 1]
    free(s.table)
    s.table = table
    s.size = size
    return True


cdef int visit(Search* s) noexcept nogil:
    """1 for a state not seen before, which is now; 0 for one seen; -1 when memory is used up."""
    cdef uint64_t slot
    if s.used * 4 >= s.size * 3:
        if s.size * 2 <= s.largest:
            if not grow(s, s.size * 2):
                return -1
        elif s.used * 16 >= s.size * 15:
            return -1
    slot = s.low & (s.size - 1)
    while s.table[2 * slot] | s.table[2 * slot + 1]:
        if s.table[2 * slot] == s.low and s.table[2 * slot + 1] == s.high:
            return 0
        slot = (slot + 1) & (s.size - 1)
    s.table[2 * slot] = s.low
    s.table[2 * slot + 1] = s.high
    s.used += 1
    return 1


cdef int enter(Search* s, Step* step) noexcept nogil:
    """Moves worth trying from the state on the board, put into ``step``: 0 none, -1 out of memory."""
    cdef int count = moves_of(s, step.move), fresh
    cdef uint64_t movable
    if count == 0:
        return 0
    if count > 1 or s.neighbour != LEFT or s.bases_move:
        fresh = visit(s)
        if fresh <= 0:
            return fresh
    if s.prune and count > 1:
        if out_of_reach(s, &movable):
            return 0
        if s.neighbour == LEFT:
            return fewest(s, step.move, count, movable)
    return count


cdef int run(Search* s, uint64_t budget, const volatile uint8_t* flag, size_t* length) noexcept nogil:
    """1 solved (``length`` steps), 0 lost, 2 budget, 3 memory, 4 cancelled."""
    cdef size_t depth = 0
    cdef int count
    cdef Step* step
    cdef Step* wider
    length[0] = 0
    s.seen = 1
    if won(s):
        return 1
    count = enter(s, &s.steps[0])
    if count < 0:
        return 3
    s.steps[0].moves = <uint8_t>count
    while True:
        step = &s.steps[depth]
        if step.moves == 0:
            if depth == 0:
                return 0
            depth -= 1
            unmake(s, &s.steps[depth])
            continue
        step.moves -= 1
        count = step.moves
        make(s, step, step.move[count])
        s.seen += 1
        if s.seen > budget:
            return 2
        if (s.seen & 1023) == 0 and flag[0]:
            return 4
        if (step.target & 15) == (step.card & 15) or step.target == SEAT:
            if won(s):
                length[0] = depth + 1
                return 1
        depth += 1
        if depth + 1 >= s.room:
            wider = <Step*>realloc(s.steps, s.room * 2 * sizeof(Step))
            if wider == NULL:
                return 3
            s.steps = wider
            s.room *= 2
        count = enter(s, &s.steps[depth])
        if count < 0:
            return 3
        s.steps[depth].moves = <uint8_t>count


def search(bytes board, int ranks, int neighbour, bint bases_move, int seated, bytes bound,
           budget, memory, bytearray flag, bint prune=True):
    """See ``kovrik_pure.search``."""
    cdef Search s
    cdef int cell, code
    cdef uint64_t most = budget
    cdef size_t length = 0, at
    cdef uint8_t[::1] switch = flag
    s.ranks = ranks
    s.neighbour = neighbour
    s.bases_move = bases_move
    s.prune = prune
    s.seated = seated
    s.hole_count = 0
    s.blocked = 0
    s.low = s.high = 0
    s.bound = bound[0] | bound[1] << 8 | bound[2] << 16 | <uint32_t>bound[3] << 24
    for cell in range(64):
        s.where[cell] = SEAT
    s.followed = 0
    for cell in range(64):
        if (cell & 15) + 1 < ranks:
            s.followed |= bit(cell)
    for cell in range(80):
        s.cells[cell] = board[cell] if cell < 64 else HOLE
        if cell < 64 and (cell & 15) <= ranks:
            if s.cells[cell] == HOLE:
                if cell & 15:
                    add_hole(&s, cell)
            else:
                s.blocked += (cell & 15) == 0
                s.where[s.cells[cell]] = <uint8_t>cell
                lift(&s, s.cells[cell], cell)
    s.size = 1 << 12
    s.largest = s.size
    while s.largest * 32 <= memory:
        s.largest *= 2
    s.used = 0
    s.room = 512
    s.table = <uint64_t*>calloc(s.size * 2, sizeof(uint64_t))
    s.steps = <Step*>malloc(s.room * sizeof(Step))
    try:
        if s.table == NULL or s.steps == NULL:
            return 3, 0, []
        with nogil:
            code = run(&s, most, &switch[0], &length)
        line = [(s.steps[at].card, s.steps[at].target) for at in range(length)]
        return code, s.seen, line
    finally:
        free(s.table)
        free(s.steps)
