"""The table of states that both compiled searches keep: 128 bits a state, open addressing, doubled as it fills.

A state is two words, never both 0. Nothing is ever taken for another: both words are compared.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    /* Zeroed memory, in pages of 2 MiB where the system has them: a look into a large table costs
       one miss of the cache, and with small pages one of the address buffer too. */
    static void *zeroed(size_t bytes) {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        size_t page = (size_t)2 << 20;
        void *found;
        if (bytes >= page) {
            if (posix_memalign(&found, page, bytes)) return NULL;
            madvise(found, bytes, MADV_HUGEPAGE);
            return memset(found, 0, bytes);
        }
    #endif
        return calloc(1, bytes);
    }
    #if defined(__GNUC__)
    #define prefetched(at) __builtin_prefetch(at)
    #else
    #define prefetched(at) ((void)(at))
    #endif
    """
    void* zeroed(size_t) noexcept nogil
    void prefetched(const void*) noexcept nogil

cdef struct Table:
    uint64_t* slots
    uint64_t size       # places, a power of two
    uint64_t used
    uint64_t largest    # places that the caller's memory allows


cdef inline bint lay_out(Table* table, uint64_t size, uint64_t memory) noexcept nogil:
    """A table of ``size`` places that may grow to ``memory`` bytes; False if there is no memory."""
    table.size = table.largest = size
    while table.largest * 32 <= memory:
        table.largest *= 2
    table.used = 0
    table.slots = <uint64_t*>zeroed(16 * size)
    return table.slots != NULL


cdef inline uint64_t place(uint64_t low, uint64_t high, uint64_t size) noexcept nogil:
    cdef uint64_t mixed = (low ^ (high * 0x9E3779B97F4A7C15ULL)) * 0xD6E8FEB86659FD93ULL
    return (mixed ^ (mixed >> 32)) & (size - 1)


cdef inline void expect(Table* table, uint64_t low, uint64_t high) noexcept nogil:
    """Fetches where the state would stand while other work goes on."""
    prefetched(&table.slots[2 * place(low, high, table.size)])


cdef inline uint64_t find(uint64_t* slots, uint64_t size, uint64_t low, uint64_t high) noexcept nogil:
    """The state's place, or the free one where it would go."""
    cdef uint64_t at = place(low, high, size)
    while slots[2 * at] | slots[2 * at + 1]:
        if slots[2 * at] == low and slots[2 * at + 1] == high:
            break
        at = (at + 1) & (size - 1)
    return at


cdef inline bint grow(Table* table) noexcept nogil:
    cdef uint64_t size = 2 * table.size, at, to
    cdef uint64_t* slots = <uint64_t*>zeroed(16 * size)
    if slots == NULL:
        return False
    for at in range(table.size):
        if table.slots[2 * at] | table.slots[2 * at + 1]:
            to = find(slots, size, table.slots[2 * at], table.slots[2 * at + 1])
            slots[2 * to] = table.slots[2 * at]
            slots[2 * to + 1] = table.slots[2 * at + 1]
    free(table.slots)
    table.slots = slots
    table.size = size
    return True


cdef inline int enlist(Table* table, uint64_t low, uint64_t high) noexcept nogil:
    """1 for a state not seen before, which is now; 0 for one seen; -1 when memory is used up."""
    cdef uint64_t at
    if table.used * 4 >= table.size * 3:
        if table.size * 2 <= table.largest:
            if not grow(table):
                return -1
        elif table.used * 16 >= table.size * 15:
            return -1
    at = find(table.slots, table.size, low, high)
    if table.slots[2 * at] | table.slots[2 * at + 1]:
        return 0
    table.slots[2 * at] = low
    table.slots[2 * at + 1] = high
    table.used += 1
    return 1


cdef inline void strike(Table* table, uint64_t low, uint64_t high) noexcept nogil:
    """Takes a state out. Its place stays used, by a state that cannot be, so that those after it are still found."""
    cdef uint64_t at = find(table.slots, table.size, low, high)
    if table.slots[2 * at] | table.slots[2 * at + 1]:
        table.slots[2 * at] = table.slots[2 * at + 1] = 1
