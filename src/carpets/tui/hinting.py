"""Hints looked for in a thread of their own, so that the table never waits; each better one is told as it is found."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass

from textual.message import Message
from textual.message_pump import MessagePump

from carpets.game import Game
from carpets.solver.hints import Hint, hints
from carpets.solver.verdicts import Cancel


@dataclass
class Hinted(Message):
    """``game``: the position the hint is for. ``more``: a better answer is still looked for."""

    game: Game
    hint: Hint
    more: bool


ROOM = threading.Semaphore(max(1, (os.cpu_count() or 1) - 1))
"""As many searches at once as there are processors to spare; of many players in one process the others wait."""


def look(pump: MessagePump, game: Game, seconds: float) -> Cancel:
    """Start looking, for so long at most; ``Hinted`` messages go to ``pump``. Set the switch to stop."""
    cancel = Cancel()

    def search() -> None:
        with ROOM:
            if not cancel.is_set:
                think()

    def think() -> None:
        timer = threading.Timer(seconds, cancel.set)
        timer.daemon = True
        timer.start()
        found: Hint | None = None
        for hint in hints(game.rules, game.state, cancel=cancel):
            found = hint
            pump.post_message(Hinted(game, hint, more=True))
        timer.cancel()
        if found is not None:
            pump.post_message(Hinted(game, found, more=False))

    threading.Thread(target=search, name="hint", daemon=True).start()
    return cancel
