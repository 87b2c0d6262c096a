# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled twin of ``kovrik_pure``: the same search, the GIL released. What and why stands there.

It takes the closure into account unless told not to, as that pays here. The twins begin again at the same
numbers of states, but in orders of their own. Where a neighbour calls more than one card, and moves can be undone,
this one shines wider and wider beams between, as many states as the search itself: ``_kovrik_beam.pxi``.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from carpets.solver._table cimport Table, enlist, expect, lay_out, strike

include "_kovrik_board.pxi"
include "_kovrik_closure.pxi"

DEF FIRST_WIDTH = 32     # of a beam, the next one twice as wide
DEF FIRST_SPAN = 1000    # states until the search begins again; each span is a fifth longer than the one before


cdef int enter(Search* s, Step* step) noexcept nogil:
    """Moves worth trying from the state on the board, put into ``step``: 0 none, -1 out of memory."""
    cdef int count, fresh
    cdef uint64_t movable
    expect(&s.table, s.low, s.high)
    count = moves_of(s, step.move)
    if count == 0:
        return 0
    if count > 1 or s.neighbour != LEFT or s.bases_move:
        fresh = enlist(&s.table, s.low, s.high)
        if fresh <= 0:
            return fresh
    if s.prune and count > 1:
        look_at_bases(s)
        movable = closed(s, step)
        if out_of_reach(s, movable):
            return 0
        if s.neighbour == LEFT:
            return fewest(s, step.move, count, movable)
    return count


cdef inline uint64_t drawn(Search* s) noexcept nogil:
    """Xorshift (Marsaglia 2003), always the same."""
    s.chance ^= s.chance << 13
    s.chance ^= s.chance >> 7
    s.chance ^= s.chance << 17
    return s.chance


cdef void shuffle(Search* s, uint16_t* moves, int count) noexcept nogil:
    cdef int other
    while count > 1:
        other = drawn(s) % <uint64_t>count
        count -= 1
        moves[count], moves[other] = moves[other], moves[count]


cdef inline int worth(Search* s, int card, int cell) noexcept nogil:
    """What it is worth that a card lies in a cell: its own column, neighbours of its suit."""
    if cell == SEAT or (cell & 15) == 0:
        return 4
    return 3 * ((cell & 15) == (card & 15)) + 2 * (s.cells[cell - 1] == card - 1) + 2 * (s.cells[cell + 1] == card + 1)


cdef void best_last(Search* s, uint16_t* moves, int count) noexcept nogil:
    """Sorts moves by what they bring; those that bring the same stay as they are."""
    cdef int at, to, value
    cdef int gain[WIDEST]
    cdef uint16_t move
    for at in range(count):
        move = moves[at]
        value = worth(s, move & 255, move >> 8) - worth(s, move & 255, s.where[move & 255])
        to = at
        while to and gain[to - 1] > value:
            gain[to] = gain[to - 1]
            moves[to] = moves[to - 1]
            to -= 1
        gain[to] = value
        moves[to] = move


cdef void back_to_first(Search* s, size_t depth) noexcept nogil:
    """Takes all moves back, and the states on the way out of the table."""
    strike(&s.table, s.low, s.high)
    while depth:
        depth -= 1
        unmake(s, &s.steps[depth])
        strike(&s.table, s.low, s.high)


cdef bint room_for(Search* s, size_t depth) noexcept nogil:
    cdef Step* wider
    while depth + 1 >= s.room:
        wider = <Step*>realloc(s.steps, s.room * 2 * sizeof(Step))
        if wider == NULL:
            return False
        s.steps = wider
        s.room *= 2
    return True


include "_kovrik_beam.pxi"


cdef int run(Search* s, uint64_t budget, uint64_t memory, uint64_t first_span, size_t width, const volatile uint8_t* flag, size_t* length) noexcept nogil:
    """1 solved (``length`` steps), 0 lost, 2 budget, 3 memory, 4 cancelled."""
    cdef size_t depth = 0
    cdef int count, code
    cdef uint64_t shone = 0, before
    cdef uint64_t span = first_span, again = first_span
    cdef bint begun = False
    cdef Step* step
    length[0] = 0
    s.seen = 1
    if won(s):
        return 1
    while True:
        if not begun:
            begun = True
            s.steps[0].most = ~<uint64_t>0
            s.steps[0].stages = 0
        else:
            inherit(s, &s.steps[depth - 1], &s.steps[depth])
        step = &s.steps[depth]
        count = enter(s, step)
        if count < 0:
            return 3
        if span > first_span:
            shuffle(s, step.move, count)
            if s.neighbour != LEFT or s.bases_move:
                best_last(s, step.move, count)
        step.moves = <uint8_t>count
        if count and s.seen >= again:
            back_to_first(s, depth)
            depth = 0
            begun = False
            span += span / 5
            again += span
            if width and s.neighbour != LEFT and s.seen >= 2 * shone:
                before = s.seen
                code = shine(s, width, budget, memory / 8, flag, length)
                if code:
                    return code
                shone += s.seen - before
                again += s.seen - before
                width = min(2 * width, <size_t>WIDEST_BEAM)
            continue
        while s.steps[depth].moves == 0:
            if depth == 0:
                return 0
            depth -= 1
            unmake(s, &s.steps[depth])
        step = &s.steps[depth]
        step.moves -= 1
        make(s, step, step.move[step.moves])
        s.seen += 1
        if s.seen > budget:
            return 2
        if (s.seen & 1023) == 0 and flag[0]:
            return 4
        depth += 1
        if (step.target & 15) == (step.card & 15) or step.target == SEAT:
            if won(s):
                length[0] = depth
                return 1
        if not room_for(s, depth):
            return 3


def search(bytes board, int ranks, int neighbour, bint bases_move, int seated, bytes bound,
           budget, memory, bytearray flag, bint prune=True, uint64_t span=FIRST_SPAN, size_t width=FIRST_WIDTH):
    """See ``kovrik_pure.search``. ``width``: of the first beam, 0 for none."""
    cdef Search s
    cdef int cell, code
    cdef uint64_t most = budget, room = memory
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
    s.chance = 88172645463325252ULL
    s.bound = bound[0] | bound[1] << 8 | bound[2] << 16 | <uint32_t>bound[3] << 24
    for cell in range(264):
        s.where[cell] = SEAT
    for cell in range(64):
        s.lies[cell] = 0
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
                s.lies[by_rank(s.cells[cell])] = bit(cell)
    s.room = 512
    lay_out(&s.table, 1 << 12, room)
    s.steps = <Step*>malloc(s.room * sizeof(Step))
    try:
        if s.table.slots == NULL or s.steps == NULL:
            return 3, 0, []
        with nogil:
            code = run(&s, most, room, span, width, &switch[0], &length)
        line = [(s.steps[at].card, s.steps[at].target) for at in range(length)]
        return code, s.seen, line
    finally:
        free(s.table.slots)
        free(s.steps)
