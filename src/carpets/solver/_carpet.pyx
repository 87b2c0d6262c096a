# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled twin of ``carpet_pure``: the same search, the GIL released. What and why stands there."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

from carpets.solver._table cimport Table, enlist, lay_out

DEF CHOICE = 0
DEF AUTO = 1
DEF AUTO_STOCK = 2
DEF DRAW = 0
DEF FILL = 1
DEF HOME = 2
DEF HOLE = 255
DEF BASE = 255
DEF TURN = 65535

cdef extern from *:
    int __builtin_clzll(uint64_t) noexcept nogil
    int __builtin_ctzll(uint64_t) noexcept nogil
    int __builtin_popcountll(uint64_t) noexcept nogil

cdef struct State:
    uint64_t waste
    uint64_t cards
    uint8_t home[4]
    int turned
    int holes

cdef struct Step:
    State state
    uint8_t count
    uint8_t played
    uint8_t action[8]

cdef struct Search:
    uint8_t row[64]
    int length
    int ranks
    int fill
    Table table
    Step* steps
    size_t room


cdef inline uint64_t bit(int at) noexcept nogil:
    return (<uint64_t>1) << at


cdef inline int top(uint64_t waste) noexcept nogil:
    return 63 - __builtin_clzll(waste)


cdef inline void fill_top(Search* s, State* state) noexcept nogil:
    cdef int at = top(state.waste)
    state.waste ^= bit(at)
    state.cards |= bit(s.row[at])
    state.holes -= 1


cdef inline void send(Search* s, State* state, int suit) noexcept nogil:
    state.cards ^= bit(16 * suit + state.home[suit])
    state.home[suit] += 1
    state.holes += 1
    if s.fill == AUTO and state.waste:
        fill_top(s, state)
    elif (s.fill == AUTO or s.fill == AUTO_STOCK) and state.turned < s.length:
        state.cards |= bit(s.row[state.turned])
        state.turned += 1
        state.holes -= 1


cdef void settle(Search* s, State* state, bint greedy) noexcept nogil:
    """``greedy``: cards go home from the carpet even where waiting may choose what fills their cell."""
    cdef int suit, card
    cdef bint going = True, at_once
    while going:
        going = False
        for suit in range(4):
            while state.home[suit] < s.ranks:
                card = 16 * suit + state.home[suit]
                at_once = greedy or s.fill != AUTO or state.turned == s.length
                if state.waste and s.row[top(state.waste)] == card:
                    state.waste ^= bit(top(state.waste))
                    state.home[suit] += 1
                elif at_once and state.cards & bit(card):
                    send(s, state, suit)
                else:
                    break
                going = True


cdef inline void act(Search* s, State* state, int action) noexcept nogil:
    cdef int suit = action - HOME
    if action == DRAW:
        state.waste |= bit(state.turned)
        state.turned += 1
    elif action == FILL:
        fill_top(s, state)
    elif state.waste and s.row[top(state.waste)] == 16 * suit + state.home[suit]:
        state.waste ^= bit(top(state.waste))
        state.home[suit] += 1
    else:
        send(s, state, suit)


cdef inline bint won(Search* s, State* state) noexcept nogil:
    if s.fill == CHOICE and state.holes >= __builtin_popcountll(state.waste) + s.length - state.turned:
        return True
    return state.home[0] + state.home[1] + state.home[2] + state.home[3] == 4 * s.ranks


cdef int choices(Search* s, State* state, uint8_t* out) noexcept nogil:
    cdef int count = 0, suit
    cdef bint rest = state.turned < s.length
    if rest and s.fill != AUTO_STOCK:
        out[count] = DRAW
        count += 1
    if s.fill == CHOICE and state.holes and state.waste:
        out[count] = FILL
        count += 1
    if s.fill == AUTO and rest:
        for suit in range(4):
            if state.home[suit] < s.ranks and state.cards & bit(16 * suit + state.home[suit]):
                out[count] = <uint8_t>(HOME + suit)
                count += 1
    return count


cdef int visit(Search* s, State* state) noexcept nogil:
    """1 for a state not seen before, which is now; 0 for one seen; -1 when memory is used up."""
    cdef uint64_t high
    high = <uint64_t>1 << 63 | <uint64_t>state.turned << 32
    high |= <uint64_t>state.home[0] | state.home[1] << 4 | state.home[2] << 8 | state.home[3] << 12
    return enlist(&s.table, state.waste, high)


cdef int run(Search* s, uint64_t budget, const volatile uint8_t* flag, size_t* length) noexcept nogil:
    """1 solved (``length`` steps), 0 lost, 2 budget, 3 memory, 4 cancelled."""
    cdef size_t depth = 0
    cdef Step* step
    cdef Step* wider
    cdef State* after
    cdef int action, fresh
    length[0] = 0
    settle(s, &s.steps[0].state, False)
    visit(s, &s.steps[0].state)
    if won(s, &s.steps[0].state):
        return 1
    s.steps[0].count = <uint8_t>choices(s, &s.steps[0].state, s.steps[0].action)
    while True:
        step = &s.steps[depth]
        if step.count == 0:
            if depth == 0:
                return 0
            depth -= 1
            continue
        step.count -= 1
        action = step.action[step.count]
        step.played = <uint8_t>action
        if depth + 2 >= s.room:
            wider = <Step*>realloc(s.steps, s.room * 2 * sizeof(Step))
            if wider == NULL:
                return 3
            s.steps = wider
            s.room *= 2
            step = &s.steps[depth]
        after = &s.steps[depth + 1].state
        after[0] = step.state
        act(s, after, action)
        settle(s, after, False)
        fresh = visit(s, after)
        if fresh == 0:
            continue
        if fresh < 0:
            return 3
        if s.table.used > budget:
            return 2
        if (s.table.used & 255) == 0 and flag[0]:
            return 4
        depth += 1
        if won(s, after):
            length[0] = depth
            return 1
        s.steps[depth].count = <uint8_t>choices(s, after, s.steps[depth].action)


def search(bytes row, int turned, cards, int holes, bytes home, int ranks, int fill,
           budget, memory, bytearray flag):
    """See ``carpet_pure.search``."""
    cdef Search s
    cdef int at, code
    cdef uint64_t most = budget, room = memory
    cdef size_t length = 0, step
    cdef uint8_t[::1] switch = flag
    s.length = len(row)
    for at in range(s.length):
        s.row[at] = row[at]
    s.ranks = ranks
    s.fill = fill
    s.room = 128
    lay_out(&s.table, 1 << 9, room)
    s.steps = <Step*>malloc(s.room * sizeof(Step))
    try:
        if s.table.slots == NULL or s.steps == NULL:
            return 3, 0, b""
        s.steps[0].state.waste = (<uint64_t>1 << turned) - 1
        s.steps[0].state.cards = cards
        s.steps[0].state.holes = holes
        s.steps[0].state.turned = turned
        for at in range(4):
            s.steps[0].state.home[at] = home[at]
        with nogil:
            code = run(&s, most, &switch[0], &length)
        return code, s.table.used, bytes([s.steps[step].played for step in range(length)])
    finally:
        free(s.table.slots)
        free(s.steps)


# ---------------------------------------------------------------- writing a line out


cdef struct Line:
    State state
    uint8_t where[64]    # the cell of each open card, ``HOLE`` for others
    uint8_t hole[64]     # the next to be filled last; ``state.holes`` of them
    uint16_t move[256]
    int count


cdef void note(Line* line, int move) noexcept nogil:
    line.move[line.count] = <uint16_t>move
    line.count += 1


cdef void go_home(Search* s, Line* line, int suit) noexcept nogil:
    """The next card of a suit goes home, from the waste's top or from the carpet."""
    cdef State* state = &line.state
    cdef int card = 16 * suit + state.home[suit], at, next_card = HOLE
    cdef uint8_t cell
    note(line, BASE << 8 | card)
    if state.waste and s.row[top(state.waste)] == card:
        state.waste ^= bit(top(state.waste))
        state.home[suit] += 1
        return
    cell = line.where[card]
    line.where[card] = HOLE
    at = state.holes
    if s.fill == AUTO or s.fill == AUTO_STOCK:
        while at and line.hole[at - 1] < cell:
            line.hole[at] = line.hole[at - 1]
            at -= 1
        if s.fill == AUTO and state.waste:
            next_card = s.row[top(state.waste)]
        elif state.turned < s.length:
            next_card = s.row[state.turned]
    line.hole[at] = cell
    send(s, state, suit)
    if next_card != HOLE:
        line.where[next_card] = line.hole[state.holes]


cdef void all_home(Search* s, Line* line) noexcept nogil:
    """As ``settle`` does it, each move noted."""
    cdef State* state = &line.state
    cdef int suit, card
    cdef bint going = True, at_once
    while going:
        going = False
        for suit in range(4):
            while state.home[suit] < s.ranks:
                card = 16 * suit + state.home[suit]
                at_once = s.fill != AUTO or state.turned == s.length
                if not ((state.waste and s.row[top(state.waste)] == card) or (at_once and state.cards & bit(card))):
                    break
                go_home(s, line, suit)
                going = True


cdef void play(Search* s, Line* line, int action) noexcept nogil:
    """An action and all that goes home after it."""
    cdef State* state = &line.state
    cdef int card
    if action >= HOME:
        go_home(s, line, action - HOME)
    else:
        if action == FILL:
            card = s.row[top(state.waste)]
            line.where[card] = line.hole[state.holes - 1]
            note(line, line.where[card] << 8 | card)
        else:
            note(line, TURN)
        act(s, state, action)
    all_home(s, line)


def written(bytes row, int turned, bytes cells, bytes home, int ranks, int fill, bytes actions):
    """See ``carpet_pure.written``."""
    cdef Search s
    cdef Line line
    cdef int at
    s.length = len(row)
    for at in range(s.length):
        s.row[at] = row[at]
    s.ranks = ranks
    s.fill = fill
    line.state.waste = (<uint64_t>1 << turned) - 1
    line.state.turned = turned
    line.state.cards = 0
    line.state.holes = 0
    line.count = 0
    for at in range(len(cells) - 1, -1, -1):
        if cells[at] == HOLE:
            line.hole[line.state.holes] = <uint8_t>at
            line.state.holes += 1
        else:
            line.where[cells[at]] = <uint8_t>at
            line.state.cards |= bit(cells[at])
    for at in range(4):
        line.state.home[at] = home[at]
    all_home(&s, &line)
    for at in range(len(actions)):
        play(&s, &line, actions[at])
    while fill == CHOICE and (line.state.waste or line.state.turned < s.length):
        play(&s, &line, FILL if line.state.waste else DRAW)
    return [line.move[at] for at in range(line.count)]


# ---------------------------------------------------------------- playing on by the rule


cdef bint wants_cell(Search* s, State* state) noexcept nogil:
    cdef uint64_t waste = state.waste
    cdef int card = s.row[top(waste)], nearer = 0
    cdef int wait = (card & 15) - state.home[card >> 4]
    while waste:
        card = s.row[__builtin_ctzll(waste)]
        nearer += (card & 15) - state.home[card >> 4] < wait
        waste &= waste - 1
    return wait <= 3 + nearer


cdef bint comes_out(Search* s, State* state) noexcept nogil:
    cdef bint ended
    while True:
        settle(s, state, True)
        if won(s, state):
            return True
        ended = state.turned == s.length
        if s.fill == CHOICE and state.holes and state.waste and (ended or wants_cell(s, state)):
            fill_top(s, state)
        elif ended or s.fill == AUTO_STOCK:
            return False
        else:
            act(s, state, DRAW)


cdef uint64_t drawn(uint64_t* seed) noexcept nogil:
    cdef uint64_t mixed
    seed[0] += 0x9E3779B97F4A7C15ULL
    mixed = seed[0]
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL
    return mixed ^ (mixed >> 31)


def wins(bytes row, int turned, cards, int holes, bytes home, int ranks, int fill, bytes first, int samples, seed):
    """See ``carpet_pure.wins``."""
    cdef Search s
    cdef State begun, state
    cdef int at, other, sample, count = 0, actions = len(first)
    cdef uint8_t held
    cdef uint8_t played[4]
    cdef uint64_t stream = seed
    s.length = len(row)
    for at in range(s.length):
        s.row[at] = row[at]
    s.ranks = ranks
    s.fill = fill
    begun.waste = (<uint64_t>1 << turned) - 1
    begun.cards = cards
    begun.turned = turned
    begun.holes = holes
    for at in range(4):
        begun.home[at] = home[at]
    for at in range(actions):
        played[at] = first[at]
    with nogil:
        for sample in range(samples):
            for at in range(s.length - 1, turned, -1):
                other = turned + <int>(drawn(&stream) % <uint64_t>(at - turned + 1))
                held = s.row[at]
                s.row[at] = s.row[other]
                s.row[other] = held
            state = begun
            for at in range(actions):
                act(&s, &state, played[at])
            count += comes_out(&s, &state)
    return count
