"""What all visitors of one process share: who is here, the limits, the sweep, the garbage, the way in and out."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from carpets.hosting import log
from carpets.hosting.admission import Auth, listed
from carpets.hosting.doors import Door, Nonsense
from carpets.hosting.limits import Alone, Gate, Limits, Tally
from carpets.hosting.visit import Pastime, Visit
from carpets.words import N_

VISITORS = "visitors"
"""What visitors are counted under in a tally."""
WARNINGS = {
    "idle": N_("Nobody there? The table is cleared in a minute. Press any key to stay."),
    "time": N_("This visit ends in a minute. The game is kept."),
}


LITTER = 16
"""Visits that may have ended before their memory is taken back, at least."""


class Play(Protocol):
    """What the host plays: how a visit's app is opened, what is told without one, the last lines after it."""

    async def open_app(self, visit: Visit) -> Pastime: ...
    def fills_screen(self, door: Door | Nonsense) -> bool: ...
    async def told(self, visit: Visit) -> tuple[str, int]:
        """A text and the exit status."""

    def parting(self, visit: Visit) -> list[str]: ...


class House:
    """One process's visitors. ``farewell``: seconds that an app may take to end before it is cut."""

    farewell = 3.0

    def __init__(
        self,
        play: Play,
        limits: Limits,
        *,
        auth: Auth = Auth.KEYS,
        language: str | None = None,
        keys: Path | None = None,
        tally: Tally | None = None,
    ) -> None:
        """``tally``: what is counted in all workers together; none is needed where there is one."""
        self.play = play
        self.limits = limits
        self.auth = auth
        self.language = language
        self.tally = tally or Alone()
        self.gate = Gate(limits, self.tally)
        self.visits: set[Visit] = set()
        self.answers: deque[float] = deque(maxlen=4096)
        self.opened = self.crashed = 0
        self.closing = False
        self.open_app = play.open_app
        self.fills_screen = play.fills_screen
        self.parting = play.parting
        self._keys = keys
        self._garbage = 0
        self._empty: Callable[[], None] | None = None

    def listed(self) -> frozenset[str]:
        """The fingerprints of the allow-list."""
        return listed(self._keys)

    # ------------------------------------------------------------ visits

    def enter(self, visit: Visit) -> None:
        """A visitor asks for their screen."""
        visit.task = asyncio.get_running_loop().create_task(self._stay(visit), name="visit")

    async def _stay(self, visit: Visit) -> None:
        self.visits.add(visit)
        self.tally.add(VISITORS, 1)
        self.opened += 1
        came = {
            "by": visit.by,
            "address": visit.address,
            "key": visit.key,
            "term": visit.environment.get("TERM"),
            "size": visit.size,
            "door": type(visit.door).__name__,
            "lines": visit.lines,
        }
        log.event("came", **came)
        try:
            await visit.stay()
        finally:
            self.visits.discard(visit)
            self.tally.add(VISITORS, -1)
            self._garbage += 1
            self.crashed += visit.why == "crash"
            seconds = round(time.monotonic() - visit.came, 1)
            went = {"address": came["address"], "why": visit.why or "left", "seconds": seconds}
            log.event("went", **went, **visit.facts)
            if self._garbage > LITTER and self._littered:
                asyncio.get_running_loop().call_soon(self.clean)
            if self._empty is not None and not self.visits:
                self._empty()

    async def told(self, visit: Visit) -> tuple[str, int]:
        """What a visit without an app is told."""
        return await self.play.told(visit)

    @property
    def full(self) -> bool:
        """Whether no seat is free."""
        return self.closing or len(self.visits) + self.tally.elsewhere(VISITORS) > self.limits.sessions

    # ------------------------------------------------------------ time

    async def sweep(self) -> None:
        """One timer for all: who is idle or has been here too long, and the garbage of those who left."""
        while True:
            await asyncio.sleep(self.limits.sweep)
            now = time.monotonic()
            for visit in list(self.visits):
                self._look_at(visit, now)
            self.clean()

    def _look_at(self, visit: Visit, now: float) -> None:
        limits = self.limits
        left = {"idle": visit.touched + limits.idle - now, "time": visit.came + limits.total - now}
        why = min(left, key=lambda name: left[name])
        if left[why] <= 0:
            visit.hangup(why)
        elif left[why] <= limits.warning and not visit.warned and visit.app is not None:
            visit.warned = True
            visit.app.warn(visit.words.text(WARNINGS[why]), left[why])

    @property
    def _littered(self) -> bool:
        """Whether as many have left as are here, so that collecting costs each of them their share and no more."""
        return self._garbage >= max(LITTER, len(self.visits)) or bool(self._garbage and not self.visits)

    def clean(self) -> None:
        """Keep what lives out of the collector, and collect what died.

        A full collection takes 1 to 5 ms for every visitor who is here, in one pause, and freezing takes none. What
        has ended waits among the frozen until there is enough of it, or nobody is here to notice.
        """
        if self._littered:
            gc.unfreeze()
            gc.collect()
            self._garbage = 0
        gc.freeze()

    # ------------------------------------------------------------ the end

    def retire(self, empty: Callable[[], None]) -> None:
        """Call ``empty`` as soon as nobody is here; those who are stay as long as they like."""
        self._empty = empty
        if not self.visits:
            empty()

    async def close(self, seconds: float = 4.0) -> None:
        """Say goodbye to all and wait until they are gone, ``seconds`` at most."""
        self.closing = True
        for visit in list(self.visits):
            visit.hangup("closing")
        tasks = [visit.task for visit in self.visits if visit.task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
            await asyncio.sleep(0.2)


def few_pauses() -> None:
    """The collector's thresholds for hundreds of apps: young garbage often, old garbage never by itself."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(3000, 10, 1_000_000)
