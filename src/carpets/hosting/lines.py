"""Plain text mode over a channel of lines: for whoever has no terminal, or a screen reader before it.

The loop is ``carpets.plain``'s. Each line typed is answered in a thread, for an answer may take as long as a hint, and
the next line waits for it. Nothing is written to files of the host.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Protocol

from carpets.dealing import any_deal, solvable_by_default
from carpets.game import Game
from carpets.games import AnyRules
from carpets.hosting.limits import KEYS, KEYS_AT_ONCE, NEVER_READS, Bucket
from carpets.hosting.typed import Typed
from carpets.plain import loop
from carpets.plain.sitting import Desk, Sitting, in_time
from carpets.solver.verdicts import Cancel
from carpets.tui.keeping import Keeper
from carpets.tui.local import seek
from carpets.tui.thinking import ROOM, TURN, stand_back
from carpets.words import Words

THINKING = 3.0
"""Seconds that a hint may take."""
SEEKING = 5.0
"""Seconds that a deal which comes out may be looked for."""


_HANDS = ThreadPoolExecutor(64, "lines", stand_back)
"""What answers: so many lines at once, most of which wait for room to search. The screens of the others come first."""


class Speaker(Protocol):
    """What is needed of the visit."""

    @property
    def words(self) -> Words: ...
    def say(self, text: str) -> None: ...
    def unread(self) -> bool: ...
    def hangup(self, reason: str) -> None: ...


class _Gone(Exception):
    """The visitor left before their turn to search had come."""


class Lines:
    """A visitor at a table without a screen."""

    crash: BaseException | None = None

    def __init__(self, visit: Speaker, typed: Typed, keeper: Keeper, rules: AnyRules, game: Game | None) -> None:
        """``game`` None: a new one of the variant."""
        self.visit = visit
        self.typed = typed
        self.keeper = keeper
        self.rules, self.game = rules, game
        self._gone = False
        self._cancel: Cancel | None = None

    async def stay(self, size: tuple[int, int]) -> None:
        """Until the visitor or the host ends it."""
        del size
        here = asyncio.get_running_loop()
        desk = Desk(
            write=lambda line: _quietly(here, self.visit.say, line),
            fresh=self._fresh,
            keeper=self.keeper,
            thinking=THINKING,
            searching=self._search,
        )
        with suppress(_Gone):
            await self._play(desk, here)

    async def _play(self, desk: Desk, here: asyncio.AbstractEventLoop) -> None:
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
        """Waits until the visitor has read what was said; False where they never do, or are gone."""
        for _ in range(int(NEVER_READS * 10)):
            if self._gone or not self.visit.unread():
                return not self._gone
            await asyncio.sleep(0.1)
        self.visit.hangup("unread")
        return False

    def _fresh(self, rules: AnyRules, solvable: bool) -> tuple[Game, bool]:
        """A new game by chance, and whether it is known to come out: looked for no longer than SEEKING."""
        if solvable or solvable_by_default(rules):
            with self._search(SEEKING) as cancel:
                game = seek(rules, cancel, lambda _: None)
            if game is not None:
                return game, True
        return Game.begin(rules, any_deal(rules, secrets.randbits(32))), False

    @contextmanager
    def _search(self, seconds: float) -> Iterator[Cancel]:
        """A search of at most so many seconds, when it is this visitor's turn. Raises _Gone where they did not wait."""
        while not ROOM.acquire(timeout=TURN):
            if self._gone:
                raise _Gone
        try:
            with in_time(seconds) as cancel:
                self._cancel = cancel
                if self._gone:
                    raise _Gone
                yield cancel
        finally:
            self._cancel = None
            ROOM.release()

    def leave(self) -> None:
        """End it from outside."""
        self._gone, cancel = True, self._cancel
        if cancel is not None:
            cancel.set()
        self.typed.end(at_once=True)

    def warn(self, text: str, seconds: float) -> None:
        """Tell the visitor something of the host's."""
        del seconds
        self.visit.say(text)


def _quietly(here: asyncio.AbstractEventLoop, call: Callable[[str], None], line: str) -> None:
    """Say a line from a thread; nobody is told of one that comes after the host's end."""
    if not here.is_closed():
        here.call_soon_threadsafe(call, line)
