# The board that the compiled search changes and changes back: cards, holes, keys and moves.
# Included by _kovrik.pyx. No searching and no pruning here.

DEF HOLE = 255
DEF SEAT = 255
DEF WIDEST = 40
DEF STAGES = 12
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
    uint64_t most             # cells that can be empty at most, whatever is played
    uint64_t stage[STAGES]    # of the closure of the state before the step, see _kovrik_closure.pxi
    int stages
    uint32_t bound
    uint8_t card
    uint8_t source
    uint8_t target
    uint8_t moves
    uint16_t move[WIDEST]

cdef struct Search:
    uint8_t cells[80]
    uint8_t where[264]    # the cell of each card; ``SEAT`` for what follows a king or a hole
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
    uint64_t lies[64]     # the cell of each card as a bit, 4 * rank + suit
    uint64_t seen
    uint64_t chance       # of the order in which a search begun again tries moves
    Table table
    Step* steps
    size_t room
    # The closure's own.
    uint64_t cards[64]    # cells where each card may come to lie, in the order of ``lies``
    uint64_t headed[4]    # cells of the first column that each suit's base has or may yet have
    uint8_t sole[4]       # the base that stands in a row's first cell for certain, or ``HOLE``
    uint64_t many         # the first cells of the other rows
    uint64_t preceding    # the cards that a right neighbour may call

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


cdef inline int by_rank(int card) noexcept nogil:
    return (card & 15) * 4 + (card >> 4)


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
        s.lies[by_rank(card)] = 0
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
    s.lies[by_rank(card)] = bit(target)
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
    s.lies[by_rank(card)] = bit(source) if source != SEAT else 0
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
