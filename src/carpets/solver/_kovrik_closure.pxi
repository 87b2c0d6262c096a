# Where cards may come to lie if none ever left where it has been (the closure), and what that proves.
# Included by _kovrik.pyx. Why it is exact: kovrik_pure. What is here and not there is how it is made quick:
#
# - A card's places are one word, so a whole suit is followed rank by rank with a shift and two ands, the four
#   suits side by side: ``swept``. Sweeps are repeated until no more cells come free.
# - While few cells are free, only cards called by a card that has not moved can move: ``chased`` follows these
#   from hole to hole, and often that is all.
# - Most of a closure is that of the state before. A move lays x into a hole g; lost by it are that g is empty
#   and that x lies where it lay. The first is used by cards that follow another card left of g, so once g's
#   neighbour is gone; the second by x's follower going right of x, so once that cell is empty (``watched``).
#   Sweeps of the state before (``Step.stage``) up to there stand, but for g. And no closure is more than that of
#   the state before (``Step.most``): the sweeps can stop when they have all of it.


cdef inline int suits_of_row(Search* s, int row) noexcept nogil:
    """The suits whose base a row has or may yet have in its first column, as bits."""
    cdef int owner = row_suit(s.bound, row), other, suits = 15
    if s.neighbour == ANY_SUIT or (s.bases_move and (s.neighbour == BOTH or not all_seated(s))):
        return suits
    if owner != FREE:
        return 1 << owner
    for other in range(4):
        owner = row_suit(s.bound, other)
        if owner != FREE:
            suits &= ~(1 << owner)
    return suits


cdef void look_at_bases(Search* s) noexcept nogil:
    cdef int row, suit, suits
    s.many = 0
    for suit in range(4):
        s.headed[suit] = 0
    for row in range(4):
        suits = suits_of_row(s, row)
        s.sole[row] = HOLE
        if suits & (suits - 1) or s.cells[16 * row] != HOLE:
            s.many |= bit(16 * row)
        elif suits:
            s.sole[row] = <uint8_t>(16 * __builtin_ctzll(suits))
        for suit in range(4):
            if (suits >> suit) & 1:
                s.headed[suit] |= bit(16 * row)
    s.preceding = ~BASES
    for suit in range(4):
        if s.bases_move or s.where[suit * 16] != SEAT:
            s.preceding |= bit(16 * suit)


cdef uint64_t open_cells(Search* s) noexcept nogil:
    """Holes, and the cells of bases that can still be seated."""
    cdef uint64_t empty = 0
    cdef int at
    for at in range(s.hole_count):
        empty |= bit(s.holes[at])
    for at in range(4):
        if s.cells[16 * at] == HOLE:
            empty |= bit(16 * at)
    if s.seated != ALL_SEATED:
        for at in range(4):
            if s.where[at * 16] != SEAT:
                empty |= bit(s.where[at * 16])
    return empty


cdef inline uint64_t chased(Search* s, uint64_t empty, bint* complete) noexcept nogil:
    """Adds the cells that come free as each hole takes what its left neighbour calls, and what that leaves, and so on.

    ``complete``: that is the closure, as no card that moved has a free cell right of it.
    """
    cdef uint64_t rest = empty & ~HEADS, filled = s.many
    cdef int cell, left, source
    while rest:
        cell = __builtin_ctzll(rest)
        rest &= rest - 1
        while True:
            left = s.cells[cell - 1]
            if left == HOLE and (cell & 15) == 1:
                left = s.sole[cell >> 4]
            source = s.where[left + 1]
            if source == SEAT:
                break
            if s.where[left + 2] != SEAT:
                filled |= bit(cell)
            if (empty >> source) & 1:
                break
            empty |= bit(source)
            if (source & 15) == 0:
                break
            cell = source
    complete[0] = not (filled << 1) & empty
    return empty


cdef inline uint64_t if_any(uint64_t places, uint64_t cell) noexcept nogil:
    """The cell, if there are places; without a branch."""
    return cell & -<uint64_t>(places != 0)


cdef inline uint64_t swept(Search* s, uint64_t empty) noexcept nogil:
    """Adds the cells of the cards that can move into these, rank by rank."""
    cdef uint64_t a, b, c, d
    cdef uint64_t* lies = s.lies + 4
    cdef uint64_t* last = s.lies + 4 * s.ranks
    a = s.lies[0] | (s.headed[0] & empty)
    b = s.lies[1] | (s.headed[1] & empty)
    c = s.lies[2] | (s.headed[2] & empty)
    d = s.lies[3] | (s.headed[3] & empty)
    while lies != last:
        a = (a << 1) & empty
        b = (b << 1) & empty
        c = (c << 1) & empty
        d = (d << 1) & empty
        empty |= (if_any(a, lies[0]) | if_any(b, lies[1])) | (if_any(c, lies[2]) | if_any(d, lies[3]))
        a |= lies[0]
        b |= lies[1]
        c |= lies[2]
        d |= lies[3]
        lies += 4
    return empty


cdef uint64_t swept_wide(Search* s, uint64_t empty) noexcept nogil:
    """``closed`` where a card may follow any suit or be called from the right: up and down until nothing is new."""
    cdef uint64_t before, now, fresh = 1
    cdef int at, suit, rank
    for at in range(64):
        s.cards[at] = s.lies[at]
    while fresh:
        before = empty
        fresh = 0
        for suit in range(4):
            now = s.headed[suit] & empty
            if s.neighbour == BOTH and (s.preceding >> (16 * suit)) & 1:
                now |= (s.cards[4 + suit] >> 1) & empty & ~HEADS
            fresh |= now & ~s.cards[suit]
            s.cards[suit] |= now
        for rank in range(1, s.ranks):
            before = s.cards[4 * rank - 4] | s.cards[4 * rank - 3] | s.cards[4 * rank - 2] | s.cards[4 * rank - 1]
            for suit in range(4):
                at = 4 * rank + suit
                now = (before if s.neighbour == ANY_SUIT else s.cards[at - 4]) << 1
                if s.neighbour == BOTH and rank + 1 < s.ranks:
                    now |= s.cards[at + 4] >> 1
                now &= empty & ~HEADS
                fresh |= (now & ~s.cards[at]) | (if_any(now, s.lies[at]) & ~empty)
                empty |= if_any(now, s.lies[at])
                s.cards[at] |= now
    return empty


cdef uint64_t closed(Search* s, Step* step) noexcept nogil:
    """The cells that may ever be empty if cards never left where they have been. Its stages go into ``step``."""
    cdef uint64_t empty, before
    cdef bint complete
    if s.neighbour != LEFT:
        return swept_wide(s, open_cells(s))
    if step.stages:
        empty = step.stage[step.stages - 1]
    else:
        empty = open_cells(s)
        step.stage[0] = empty
        step.stages = 1
        empty = chased(s, empty, &complete)
        if complete:
            step.most = empty
    while empty != step.most:
        before = empty
        empty = swept(s, empty)
        if empty == before:
            step.most = empty
        elif step.stages < STAGES:
            step.stage[step.stages] = empty
            step.stages += 1
    return empty


cdef bint out_of_reach(Search* s, uint64_t empty) noexcept nogil:
    """Whether the won table is not within the closure ``empty``: some suit fits no row, or some row no suit."""
    cdef uint64_t places, rows, all_rows = 0
    cdef int suit, rank
    for suit in range(4):
        places = rows = s.lies[suit] | (s.headed[suit] & empty)
        for rank in range(1, s.ranks):
            if s.neighbour == LEFT:
                places = ((places << 1) & empty) | s.lies[4 * rank + suit]
            else:
                places = s.cards[4 * rank + suit]
            rows &= places >> rank
        if not rows & HEADS:
            return True
        all_rows |= rows
    return all_rows & HEADS != HEADS


cdef inline bint loosens(Search* s, int card, int source, int target, uint64_t* watched) noexcept nogil:
    """Whether a move changes nothing but where its card lies; the cells which, while taken, hide what it changes."""
    if source == SEAT or target == SEAT or (target & 15) == 0:
        return False
    watched[0] = 0
    if s.cells[target - 1] != HOLE:
        watched[0] = bit(target - 1)
    elif row_suit(s.bound, target >> 4) != card >> 4 or (s.bases_move and not all_seated(s)):
        return False
    if not ((card & 15) == s.ranks - 1 or (source & 15) == s.ranks or s.cells[source + 1] == card + 1):
        watched[0] |= bit(source + 1)
    return True


cdef inline void inherit(Search* s, Step* parent, Step* step) noexcept nogil:
    """What of the closure of the state before stands after its move."""
    cdef uint64_t watched
    cdef int at
    step.most = parent.most
    step.stages = 0
    if parent.bound != s.bound or not loosens(s, parent.card, parent.source, parent.target, &watched):
        return
    for at in range(parent.stages):
        if parent.stage[at] & watched:
            break
        step.stage[at] = (parent.stage[at] & ~bit(parent.target)) | bit(parent.source)
        step.stages = at + 1


cdef bint stays(Search* s, uint64_t empty, uint64_t watched) noexcept nogil:
    """Whether no watched cell is in the closure of these empty ones."""
    cdef uint64_t before = 0
    cdef bint complete
    if empty & watched:
        return False
    empty = chased(s, empty, &complete)
    while not empty & watched:
        if complete or empty == before:
            return True
        before = empty
        empty = swept(s, empty)
    return False


cdef int fewest(Search* s, uint16_t* moves, int count, uint64_t movable) noexcept nogil:
    """Keeps only one or two moves where every winning line may begin with one of them; the number kept."""
    cdef int at, other, card, target
    cdef uint64_t watched[WIDEST]
    cdef uint64_t ends[WIDEST]
    cdef uint64_t empty = open_cells(s), both
    cdef bint fit[WIDEST]
    for at in range(count):
        card = moves[at] & 255
        target = moves[at] >> 8
        fit[at] = loosens(s, card, s.where[card], target, &watched[at])
        if fit[at]:
            ends[at] = bit(target) | bit(s.where[card])
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
