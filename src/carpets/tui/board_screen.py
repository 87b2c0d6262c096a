"""A screen that is one board: what the table, the viewer and the tutorial share."""

from __future__ import annotations

from textual.app import ComposeResult

from carpets.paint import paint
from carpets.paint.model import Chrome, View
from carpets.tui import saying, session
from carpets.tui.board import Board
from carpets.tui.page import Page
from carpets.tui.session import Play


class BoardScreen(Page[None], inherit_bindings=False):
    """Shows ``play``; what events make of it is told by each screen."""

    AUTO_FOCUS = None

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play = play

    def compose(self) -> ComposeResult:
        yield Board(self.carpets.style_of)

    @property
    def board(self) -> Board:
        return self.query_one(Board)

    def chrome(self) -> Chrome:
        """The words around the board."""
        return saying.chrome(self.play, self.words, self.carpets.seat)

    def view(self) -> View:
        """The marks on it."""
        return session.view(self.play)

    def on_mount(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    def on_screen_resume(self) -> None:
        self.repaint()

    def repaint(self) -> None:
        """Paint the table as it is now."""
        width, height = self.size
        if width and height:
            table = self.play.game.table
            self.board.show(paint(table, self.view(), self.carpets.seat.look, self.chrome(), width, height))

    def show(self, play: Play) -> None:
        """Go on with another play and show it."""
        self.play = play
        self.repaint()
