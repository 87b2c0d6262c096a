# Looking for a win layer by layer: of all that the states of one layer lead to, so many that stand best go on.
# Included by _kovrik.pyx. Proves nothing: a win found is one, and where none is found the search goes on as before.
#
# Where a card may be called by any suit or from the right, moves can be undone and most deals come out, but a search
# that goes deep wanders. Wider and wider beams, with a little chance in what they think of a state, find most wins.

DEF BEST = 4095        # more than any state's standing
DEF CHANCE = 15        # of the standing: what is drawn for each state
DEF WIDEST_BEAM = 8192

cdef struct Node:
    uint64_t low
    uint64_t high
    uint32_t bound
    uint32_t link      # the move that led here, in ``Beam.links``
    uint8_t cells[64]
    uint8_t seated
    uint8_t blocked

cdef struct Link:
    uint32_t before    # the link of the move before, 0 for none
    uint16_t move

cdef struct Candidate:
    uint32_t parent    # in the layer
    uint16_t move
    uint16_t standing

cdef struct Beam:
    Table table        # states met
    Node* layer
    Node* after
    Candidate* found
    Link* links
    size_t linked
    size_t room


cdef void keep(Search* s, Node* node) noexcept nogil:
    memcpy(node.cells, s.cells, 64)
    node.low = s.low
    node.high = s.high
    node.bound = s.bound
    node.seated = <uint8_t>s.seated
    node.blocked = <uint8_t>s.blocked


cdef void lay(Search* s, Node* node) noexcept nogil:
    """Puts a state on the board."""
    cdef int cell, row
    memcpy(s.cells, node.cells, 64)
    memset(s.where, SEAT, 64)
    memset(s.lies, 0, sizeof(s.lies))
    s.low = node.low
    s.high = node.high
    s.bound = node.bound
    s.seated = node.seated
    s.blocked = node.blocked
    s.hole_count = 0
    for row in range(0, 64, 16):
        for cell in range(row, row + s.ranks + 1):
            if s.cells[cell] != HOLE:
                s.where[s.cells[cell]] = <uint8_t>cell
                s.lies[by_rank(s.cells[cell])] = bit(cell)
            elif cell & 15:
                add_hole(s, cell)


cdef int standing(Search* s) noexcept nogil:
    """How well a state stands: cards in their own column, after the card before them, in a row's chain; dead holes."""
    cdef int cell, row, card, left, owner, points = 1000
    cdef bint chained
    for row in range(0, 64, 16):
        owner = row_suit(s.bound, row >> 4)
        chained = True
        left = HOLE
        for cell in range(row + 1, row + s.ranks + 1):
            card = s.cells[cell]
            if card == HOLE:
                if cell & 15 != 1:
                    points -= 5 * (left == HOLE) + 10 * (left != HOLE and (left & 15) + 1 == s.ranks)
                chained = False
            else:
                if cell & 15 == 1:
                    chained = card & 15 == 1 and (owner == FREE or owner == card >> 4)
                    points += 4 * (card & 15 == 1)
                else:
                    chained = chained and card == left + 1
                    points += (left != HOLE and card & 15 == (left & 15) + 1) + 4 * (left != HOLE and card == left + 1)
                points += 20 * chained + 3 * (card & 15 == cell & 15)
            left = card
    return points


cdef bint linked(Beam* b, uint32_t before, uint16_t move) noexcept nogil:
    """Notes a move; its link is the one before ``b.linked``. False if there is no memory."""
    cdef Link* wider
    if b.linked == b.room:
        wider = <Link*>realloc(b.links, 2 * b.room * sizeof(Link))
        if wider == NULL:
            return False
        b.links = wider
        b.room *= 2
    b.links[b.linked].before = before
    b.links[b.linked].move = move
    b.linked += 1
    return True


cdef int expand(Search* s, Beam* b, size_t count, size_t* found, uint64_t budget, const volatile uint8_t* flag) noexcept nogil:
    """What a layer leads to. 1 won, by the last link; 0 not, 2 and 4 as ``run``; 3: there is no room for more."""
    cdef size_t at
    cdef int moves, each, fresh
    cdef uint16_t move[WIDEST]
    cdef Step step
    found[0] = 0
    for at in range(count):
        lay(s, &b.layer[at])
        moves = moves_of(s, move)
        for each in range(moves):
            make(s, &step, move[each])
            s.seen += 1
            if s.seen > budget:
                return 2
            if (s.seen & 1023) == 0 and flag[0]:
                return 4
            if won(s):
                return 1 if linked(b, b.layer[at].link, move[each]) else 3
            fresh = enlist(&b.table, s.low, s.high)
            if fresh < 0:
                return 3
            if fresh:
                b.found[found[0]].parent = <uint32_t>at
                b.found[found[0]].move = move[each]
                b.found[found[0]].standing = <uint16_t>(standing(s) + drawn(s) % CHANCE)
                found[0] += 1
            unmake(s, &step)
    return 0


cdef size_t choose(Search* s, Beam* b, size_t found, size_t width) noexcept nogil:
    """Lays the best of what was found as the next layer; how many."""
    cdef size_t level[BEST + 1]
    cdef size_t at, count = 0
    cdef int least = BEST
    cdef size_t better = 0, equal
    cdef Candidate* one
    cdef Step step
    cdef Node* layer
    memset(level, 0, sizeof(level))
    for at in range(found):
        level[b.found[at].standing] += 1
    while least and better + level[least] < width:
        better += level[least]
        least -= 1
    equal = width - better
    for at in range(found):
        one = &b.found[at]
        if one.standing < least or (one.standing == least and not equal):
            continue
        equal -= one.standing == least
        lay(s, &b.layer[one.parent])
        make(s, &step, one.move)
        if not linked(b, b.layer[one.parent].link, one.move):
            return 0
        keep(s, &b.after[count])
        b.after[count].link = <uint32_t>(b.linked - 1)
        count += 1
    layer = b.layer
    b.layer = b.after
    b.after = layer
    return count


cdef int shine(Search* s, size_t width, uint64_t budget, uint64_t memory, const volatile uint8_t* flag, size_t* length) noexcept nogil:
    """A beam from the state on the board, which lies there again after: 1 won, its moves being the search's steps;
    0 not; 2 and 4 as ``run``."""
    cdef Beam b
    cdef Node first
    cdef size_t count = 1, found = 0, link
    cdef int code = 0
    keep(s, &first)
    first.link = 0
    b.linked = 1    # the first state's
    b.room = 4 * width + 2
    b.layer = <Node*>malloc(width * sizeof(Node))
    b.after = <Node*>malloc(width * sizeof(Node))
    b.found = <Candidate*>malloc(width * WIDEST * sizeof(Candidate))
    b.links = <Link*>malloc(b.room * sizeof(Link))
    if lay_out(&b.table, 1 << 10, memory) and b.layer != NULL and b.after != NULL and b.found != NULL and b.links != NULL:
        b.layer[0] = first
        enlist(&b.table, s.low, s.high)
        while count and code == 0:
            code = expand(s, &b, count, &found, budget, flag)
            if code == 0:
                count = choose(s, &b, found, width)
    if code == 1:
        link = b.linked - 1
        while link:
            length[0] += 1
            link = b.links[link].before
        if room_for(s, length[0]):
            link = b.linked - 1
            count = length[0]
            while link:
                count -= 1
                s.steps[count].card = b.links[link].move & 255
                s.steps[count].target = <uint8_t>(b.links[link].move >> 8)
                link = b.links[link].before
        else:
            code = 3
    free(b.table.slots)
    free(b.layer)
    free(b.after)
    free(b.found)
    free(b.links)
    lay(s, &first)
    return code if code != 3 else 0
