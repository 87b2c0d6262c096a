"""Plain text mode over a channel of lines: for whoever has no terminal, or a screen reader before it.

The loop is ``carpets.plain``'s. Each line typed is answered in a thread, for an answer may take as long as a hint, and
the next line waits for it. Nothing is written to files of the host.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from carpets.dealing import any_deal, solvable_by_default
from carpets.game import Game
from carpets.games import AnyRules
from carpets.hosting.limits import KEYS, KEYS_AT_ONCE, NEVER_READS, Bucket
from carpets.hosting.typed import Typed
from carpets.plain import loop
from carpets.plain.sitting import Desk, Sitting, in_time
from carpets.tui.keeping import Keeper
from carpets.tui.local import seek
from carpets.tui.thinking import NICENESS
from carpets.words import Words

THINKING = 3.0
"""Seconds that a hint may take."""
SEEKING = 10.0
"""Seconds that a deal which comes out may be looked for."""


def _stand_back() -> None:
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


_HANDS = ThreadPoolExecutor(4, "lines", _stand_back)
"""What answers: so many lines at once, of all visitors together, and the screens of the others come first."""


class Speaker(Protocol):
    """What is needed of the visit."""

    @property
    def words(self) -> Words: ...
    def say(self, text: str) -> None: ...
    def unread(self) -> bool: ...
    def hangup(self, reason: str) -> None: ...


class Lines:
    """A visitor at a table without a screen."""

    crash: BaseException | None = None

    def __init__(self, visit: Speaker, typed: Typed, keeper: Keeper, rules: AnyRules, game: Game | None) -> None:
        """``game`` None: a new one of the variant."""
        self.visit = visit
        self.typed = typed
        self.keeper = keeper
        self.rules, self.game = rules, game

    async def stay(self, size: tuple[int, int]) -> None:
        """Until the visitor or the host ends it."""
        del size
        here = asyncio.get_running_loop()
        desk = Desk(
            write=lambda line: _quietly(here, self.visit.say, line),
            fresh=fresh_in_time,
            keeper=self.keeper,
            thinking=THINKING,
        )
        sitting = await here.run_in_executor(_HANDS, self._begun, desk)
        pace = Bucket(KEYS, KEYS_AT_ONCE, time.monotonic())
        while not sitting.left and await self._read():
            line = await self.typed.next()
            if line is None:
                break
            while not pace.take(time.monotonic()):
                await asyncio.sleep(1 / KEYS)
            sitting = await here.run_in_executor(_HANDS, loop.answer, sitting, line)

    def _begun(self, desk: Desk) -> Sitting:
        game = self.game
        if game is None:
            game, known = desk.fresh(self.rules, False)
            self.keeper.promise(game, known)
        elif game.moves:
            desk.write(self.visit.words.text("Your unfinished game goes on; type “new” for another."))
        return loop.begin(desk, game, self.visit.words.language)

    async def _read(self) -> bool:
        """Waits until the visitor has read what was said; False where they never do."""
        for _ in range(int(NEVER_READS * 10)):
            if not self.visit.unread():
                return True
            await asyncio.sleep(0.1)
        self.visit.hangup("unread")
        return False

    def leave(self) -> None:
        """End it from outside."""
        self.typed.end(at_once=True)

    def warn(self, text: str, seconds: float) -> None:
        """Tell the visitor something of the host's."""
        del seconds
        self.visit.say(text)


def _quietly(here: asyncio.AbstractEventLoop, call: Callable[[str], None], line: str) -> None:
    """Say a line from a thread; nobody is told of one that comes after the host's end."""
    if not here.is_closed():
        here.call_soon_threadsafe(call, line)


def fresh_in_time(rules: AnyRules, solvable: bool) -> tuple[Game, bool]:
    """A new game by chance, and whether it is known to come out: looked for no longer than SEEKING."""
    if solvable or solvable_by_default(rules):
        with in_time(SEEKING) as cancel:
            game = seek(rules, cancel, lambda _: None)
        if game is not None:
            return game, True
    return Game.begin(rules, any_deal(rules, secrets.randbits(32))), False
