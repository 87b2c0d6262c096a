"""Games are remembered: the running one move by move, and every one of the past.

The front end's way in, with time always passed in (``now`` an aware UTC datetime, ``seconds`` played)::

    store = open_store()                      # never raises; store.trouble says why nothing is kept, or None
    memory = store.player(LOCAL, now)         # one player's games; an ssh session passes its key's fingerprint

    resumed = memory.resume(rules)            # None, or .game .seconds .journal; memory.unfinished(rules) only looks
    journal = memory.begin(Choice.FREE)       # a new game; nothing is written before its first move
    journal.moved(game, seconds, now)         # after EVERY change of the game, before its frame: move, undo, redo,
                                              # restart, jump. Books a win at the winning move, once
    journal.hinted(); journal.peeked()        # a hint, hidden cards, a solution or the lamp were shown
    journal.proved(seconds, now)              # the position on the table was proved lost
    journal.left(seconds, now)                # the player leaves it for good (a new game): lost or given up
    journal.close(seconds, now)               # the player goes; the game waits to be resumed
    journal.trouble                           # why the last write failed, or None; its value is the sentence
    store.close()

A store that cannot be opened is replaced by one in memory, so callers know one kind only.
Everything here may be called from any thread. Nothing is kept of a game that began from a position.
"""

from __future__ import annotations

from carpets.store.holders import Holder
from carpets.store.journal import Journal
from carpets.store.memory import Memory, Resumed
from carpets.store.opening import FILE, LOCAL, Store, open_store
from carpets.store.schema import Trouble
from carpets.store.values import Choice, Ending, Kept, Played

__all__ = [
    "FILE",
    "LOCAL",
    "Choice",
    "Ending",
    "Holder",
    "Journal",
    "Kept",
    "Memory",
    "Played",
    "Resumed",
    "Store",
    "Trouble",
    "open_store",
]
