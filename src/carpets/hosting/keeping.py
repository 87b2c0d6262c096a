"""Whose games they are on a shared host: keys, guests' codes, and the game that was left last. No screens, no ssh."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from datetime import UTC, date, datetime
from threading import RLock
from typing import Any

from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.store import Choice, Ending, laid
from carpets.tui.keeping import Keeper

_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
_CODE = re.compile(f"[{_LETTERS}]{{10}}")


def new_code() -> str:
    """A guest's resume code: 49 bits, in letters that are not taken for each other."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def read_code(text: str) -> str | None:
    """The code as it is kept, None for what cannot be one."""
    code = text.lower().replace("-", "")
    return code if _CODE.fullmatch(code) else None


def guest(code: str) -> str:
    """The store's key of a guest. The key of a player who has one is its fingerprint, ``SHA256:…``."""
    return f"guest:{code}"


def utc() -> datetime:
    return datetime.now(UTC)


def _nobody(game: Game | None) -> None:
    del game


class TableKeeper(Keeper):
    """A keeper that lets those who watch know as well, after the file does, and brings back what had no move yet.

    It may be called in a thread that answers the player while another ends the visit.
    """

    def __init__(self, *parts: Any, tell: Callable[[Game | None], None] = _nobody, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.tell = tell
        self._unmoved = self._left = False
        self._turn = RLock()

    def keep(self, game: Game) -> None:
        with self._turn:
            if self._left:
                return
            super().keep(game)
            if self._unmoved and self.journal is not None and self.journal.row is not None:
                laid.clear(self.memory)  # it is a game from here on
                self._unmoved = False
        self.tell(game)

    def lay(self, game: Game, choice: Choice = Choice.FREE, day: date | None = None) -> None:
        with self._turn:
            if self._left:
                return
            super().lay(game, choice, day)
            laid.put(self.memory, game, choice, day)
            self._unmoved = game.deal is not None

    def resume(self, rules: AnyRules, day: date | None = None) -> Game | None:
        with self._turn:
            game = None if self._left else super().resume(rules, day)
            if game is not None:
                laid.clear(self.memory)
                self._unmoved = False
            return game

    def leave(self) -> None:
        """The visit is over: the game waits, and what still comes for it changes nothing."""
        with self._turn:
            self.pause()
            self._left = True

    @property
    def waiting(self) -> bool:
        """Whether the game on the table is one to come back to."""
        journal = self.journal
        if journal is None or journal.ending is not Ending.PLAYING:
            return False
        return self._unmoved or journal.row is not None

    def unmoved(self, rules: AnyRules | None = None) -> Game | None:
        """The deal that lay on the table without a move, back again; None where none of that variant did."""
        found = laid.found(self.memory)
        if found is None or rules not in (None, found.game.rules):
            return None
        if found.day is not None:
            return self.lay_day(found.game.rules, found.day)
        self.lay(found.game, found.choice)
        return found.game

    def resume_newest(self) -> Game | None:
        """What lay on the table last, of whatever variant, today's deals among them."""
        game = self.unmoved()
        if game is not None:
            return game
        found = [
            (played.touched, rules, day)
            for rules in VARIANTS.values()
            for day in (None, self.now().date())
            if (played := self.memory.unfinished(rules, day)) is not None
        ]
        if not found:
            return None
        _, rules, day = max(found, key=lambda one: one[0])
        return self.resume(rules, day)
