"""Another's table, looked at live. Nothing here can change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from textual.binding import Binding

from carpets.game import Game
from carpets.paint.model import Chrome, View
from carpets.tui import keys, saying, session
from carpets.tui.board_screen import BoardScreen
from carpets.tui.page import binding
from carpets.value import replace

KEPT = ("language", "quit")


@dataclass(eq=False)
class Show:
    """A table that may be watched. ``watchers`` hear of every change and of the end (None)."""

    name: str
    game: Game | None = None
    watchers: set[Callable[[Game | None], None]] = field(default_factory=set)

    def tell(self, game: Game | None) -> None:
        """What is on the table now; None: the player has gone."""
        self.game = game
        for watcher in list(self.watchers):
            watcher(game)


class WatchScreen(BoardScreen):
    """The table as its player has it, without cursor and marks."""

    BINDINGS: ClassVar[list[Binding]] = [  # type: ignore[assignment]
        *(binding(name, keys.BY_NAME[name].keys, f"do('{name}')") for name in KEPT)
    ]

    def __init__(self, show: Show, game: Game) -> None:
        super().__init__(session.begin(game))
        self.watched = show
        self.gone = False

    def on_mount(self) -> None:
        self.watched.watchers.add(self._told)
        self.repaint()

    def on_unmount(self) -> None:
        self.watched.watchers.discard(self._told)

    def _told(self, game: Game | None) -> None:
        # called from the player's app: the change waits until this one's turn
        self.call_later(self._follow, game)

    def _follow(self, game: Game | None) -> None:
        if game is None:
            self.gone = True
            self.repaint()
        else:
            self.show(session.begin(game))

    def chrome(self) -> Chrome:
        words = self.words
        name = self.watched.name
        said = (
            words.text("{name} has left the table.", name=name) if self.gone else words.text("{name} plays.", name=name)
        )
        own = saying.chrome(self.play, words, self.carpets.seat)
        kept = saying.footer(frozenset(KEPT), words, self.carpets.seat.chosen)
        return replace(own, message=said, short=None, keys=kept)

    def view(self) -> View:
        return View(last=session.last(self.play.game))

    def on_board_pressed(self, message: object) -> None:
        self.action_do(str(getattr(message, "action", "")))

    def action_do(self, name: str) -> None:
        if name in KEPT:
            self.carpets.do(name, self.play.game.rules)
