"""Searches in threads of their own, so that no screen ever waits: hints, the way back from a lost position, the lamp.

What is found comes as messages for the position it is about. Of many players in one process each gets a fair turn.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from textual.message import Message
from textual.message_pump import MessagePump

from carpets.game import Game
from carpets.games.carpet import Carpet
from carpets.moves import Move
from carpets.solver.hints import Hint, Hopeless, hints
from carpets.solver.lamp import Lamp, Light, lamps
from carpets.solver.odds import Chance, improving
from carpets.solver.review import WayBack, way_back
from carpets.solver.verdicts import Cancel
from carpets.tui.session import Play

ROOM = threading.Semaphore(max(1, (os.cpu_count() or 1) - 1))
"""As many searches at once as there are processors to spare; of many players in one process the others wait."""
TURN = 0.2
"""Seconds after which a search that waits for room looks whether it is still wanted."""
WEIGHING = 2.0
"""Seconds that the odds may grow better: 4,000 shuffles a choice take the compiled kernel a hundredth of it."""
NICENESS = 10
"""Of a thread that searches, where threads have one of their own (Linux)."""


@dataclass
class Hinted(Message):
    """``game``: the position the hint is for. ``more``: a better answer, or the way back, is still looked for."""

    game: Game
    hint: Hint
    more: bool
    way: WayBack | None = None


@dataclass
class Lit(Message):
    """What the lamp shows for the position of ``game``."""

    game: Game
    lamp: Lamp


@dataclass
class Weighed(Message):
    """The chance of each choice in the position of ``game``. ``more``: they are still getting more exact."""

    game: Game
    odds: Mapping[Move, Chance]
    more: bool


class Thought:
    """One search. ``stop`` ends it, and nothing more is heard of it; when its time is up it tells what it has."""

    def __init__(self, pump: MessagePump, seconds: float, work: Callable[[Cancel], Iterator[Message]]) -> None:
        self._pump, self._seconds, self._work = pump, seconds, work
        self._cancel = Cancel()
        self._stopped = False
        threading.Thread(target=self._run, name="thought", daemon=True).start()

    def stop(self) -> None:
        self._stopped = True
        self._cancel.set()

    def _run(self) -> None:
        while not ROOM.acquire(timeout=TURN):
            if self._stopped:
                return
        timer = threading.Timer(self._seconds, self._cancel.set)
        timer.daemon = True
        timer.start()
        try:
            for message in self._work(self._cancel) if not self._stopped else ():
                if self._stopped:
                    break
                self._pump.post_message(message)
                stand_back()
        finally:
            timer.cancel()
            ROOM.release()


def stand_back() -> None:
    """The first answer is told at once; from then on the screen's thread comes first. Nobody may come forward again."""
    if sys.platform == "linux":
        own = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, own, max(NICENESS, os.getpriority(os.PRIO_PROCESS, own)))


def advise(play: Play, cancel: Cancel) -> Iterator[Hinted]:
    """Better and better hints; for a lost position how far back it was not. What the lamp knows is not sought again."""
    game, known = play.game, play.lamp
    found: Hint | None = None
    if known is not None and known.light is Light.LOST:
        found = Hopeless()
        yield Hinted(game, found, more=True)
    else:
        line = known.line if known is not None else ()
        for hint in hints(game.rules, game.state, cancel=cancel, xray=play.xray, line=line):
            found = hint
            yield Hinted(game, hint, more=True)
    if found is not None:
        yield Hinted(game, found, False, way_back(game, cancel=cancel) if isinstance(found, Hopeless) else None)


def light(play: Play, cancel: Cancel) -> Iterator[Lit]:
    """What the lamp shows, better and better."""
    for lamp in lamps(play.game.rules, play.game.state, cancel=cancel, xray=play.xray):
        yield Lit(play.game, lamp)


def weigh(play: Play, cancel: Cancel) -> Iterator[Weighed]:
    """The odds of a Carpet, more and more exact."""
    game = play.game
    odds: Mapping[Move, Chance] = {}
    for odds in improving(game.rules, game.state, cancel=cancel) if isinstance(game.rules, Carpet) else ():
        yield Weighed(game, odds, more=True)
    if odds:
        yield Weighed(game, odds, more=False)
