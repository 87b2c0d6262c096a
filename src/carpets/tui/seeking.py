"""Looking for a deal that comes out: how many were tried so far, and Esc to think better of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from carpets.game import Game
from carpets.solver.verdicts import Cancel
from carpets.tui.page import Card, binding
from carpets.tui.thinking import Thought

if TYPE_CHECKING:
    from carpets.tui.app import CarpetsApp

PATIENCE = 600.0
"""Seconds after which the search gives up."""
SHOWN = 0.2
"""Seconds between two looks at how far it is; a search that is over sooner shows nothing."""


@dataclass
class Found(Message):
    """None: nothing in the time there was."""

    game: Game | None


class SeekScreen(Card[Game]):
    """Dismissed with the game, None where the player did not wait for it."""

    BINDINGS: ClassVar[list[Binding]] = [binding("close", ["escape", "q"], "close")]  # type: ignore[assignment]

    def __init__(self, seek: Callable[[Cancel, Callable[[int], None]], Game | None]) -> None:
        super().__init__()
        self._seek = seek
        self._count = 0
        self._thought: Thought | None = None

    def compose(self) -> ComposeResult:
        words = cast("CarpetsApp", self.app).words
        with Vertical(classes="card") as card:
            card.display = False
            yield Static(words.text("Looking for a deal that comes out …"), classes="title", markup=False)
            yield Static("", id="tried", markup=False)
            yield Static(words.text("Esc: leave it"), classes="facts", markup=False)

    def on_mount(self) -> None:
        self._thought = Thought(self, PATIENCE, self._look)
        self.set_interval(SHOWN, self._tell)

    def _look(self, cancel: Cancel) -> Iterator[Found]:
        yield Found(self._seek(cancel, self._tried))

    def _tried(self, count: int) -> None:
        """From the thread of the search."""
        self._count = count

    def _tell(self) -> None:
        words = cast("CarpetsApp", self.app).words
        told = words.count("{n} deal tried", "{n} deals tried", self._count)
        self.query_one("#tried", Static).update(told)
        self.query_one(".card").display = True

    def on_found(self, message: Found) -> None:
        self.dismiss(message.game)

    def action_close(self) -> None:
        self.dismiss(None)

    def on_unmount(self) -> None:
        if self._thought is not None:
            self._thought.stop()
