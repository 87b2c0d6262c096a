"""Whose games they are on a shared host: keys, guests' codes, and the game that was left last. No screens, no ssh."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.store import Ending
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
    """A keeper that lets those who watch know as well, after the file does."""

    def __init__(self, *parts: Any, tell: Callable[[Game | None], None] = _nobody, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.tell = tell

    def keep(self, game: Game) -> None:
        super().keep(game)
        self.tell(game)

    @property
    def waiting(self) -> bool:
        """Whether the game on the table is one to come back to."""
        journal = self.journal
        return journal is not None and journal.row is not None and journal.ending is Ending.PLAYING

    def resume_newest(self) -> Game | None:
        """The game that was left last, of whatever variant, today's deals among them."""
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
