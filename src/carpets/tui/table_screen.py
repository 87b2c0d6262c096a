"""The table: a game on the board, played by keys and mouse.

Events become calls of ``session``; what to show is the painter's. What this screen keeps is a ``Play``.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding

from carpets.game import Game
from carpets.moves import Draw, Redeal
from carpets.rules import Outcome
from carpets.tui import saying, session
from carpets.tui.board import Board
from carpets.tui.board_screen import BoardScreen
from carpets.tui.page import bindings
from carpets.tui.session import Play


class TableScreen(BoardScreen):
    """A game being played."""

    BINDINGS: ClassVar[list[Binding]] = bindings()  # type: ignore[assignment]

    def __init__(self, game: Game) -> None:
        super().__init__(session.begin(game))

    def lay(self, game: Game) -> None:
        """Put another game on the table."""
        self.turn(session.begin(game))

    def turn(self, play: Play) -> None:
        """Go on with another play: show it, keep its game, tell how it ended."""
        before = self.play
        self.show(play)
        if play.game is before.game:
            return
        self.carpets.seat.keep(play.game)
        over = play.game.outcome
        if over is not Outcome.PLAYING and play.game.can_undo and over is not before.game.outcome:
            self.ended(over)

    def ended(self, over: Outcome) -> None:
        """Won or stuck: offer what can be done next."""
        from carpets.tui.result import ResultScreen

        self.app.push_screen(ResultScreen(over, self.play), self._after_end)

    def _after_end(self, action: str | None) -> None:
        if action:
            self.action_do(action)

    # ------------------------------------------------------------ keys

    def on_key(self, event: events.Key) -> None:
        """A rank and a suit typed: before the bindings, which have their own use for some of these keys."""
        if event.character is None or not event.is_printable:
            return
        play = session.typed(self.play, event.character)
        if play is not None:
            event.stop()
            event.prevent_default()
            self.turn(play)

    def action_do(self, name: str) -> None:
        """An action of ``keys.ACTIONS``."""
        play = self.after(name)
        if play is not None:
            self.turn(play)
        else:
            self.open(name)

    def after(self, name: str) -> Play | None:
        """The play after an action of the table itself; None for what opens something else."""
        play = self.play
        match name:
            case "left" | "right" | "up" | "down":
                return session.step(play, name, self.board.painting.places)
            case "first" | "last":
                side = ("up", "down") if self.board.painting.rotated else ("left", "right")
                return session.edge(play, side[name == "last"], self.board.painting.places)
            case "next" | "previous":
                return session.next_playable(play, 1 if name == "next" else -1)
            case "act":
                return session.choose(play, play.cursor)
            case "cancel":
                return session.cancel(play)
            case "home":
                return session.send_home(play, play.cursor)
            case "draw":
                return session.attempt(play, Draw())
            case "redeal":
                return session.attempt(play, Redeal())
            case "collect":
                return session.collect(play)
            case "undo":
                return session.undo(play)
            case "redo":
                return session.redo(play)
            case "restart":
                return session.restart(play)
            case "xray":
                return session.xray(play)
        return None

    def open(self, name: str) -> None:
        """An action that leads away from the table as it is."""
        game = self.play.game
        match name:
            case "new":
                self.carpets.deal(game.rules)
            case "help":
                self.carpets.open_help(session.possible(self.play) | saying.ALWAYS)
            case "save":
                self.turn(session.said(self.play, self.carpets.save(game)))
            case _:
                self.carpets.do(name, game.rules)

    # ------------------------------------------------------------ the mouse

    def on_board_chosen(self, message: Board.Chosen) -> None:
        self.turn(session.choose(self.play, message.place))

    def on_board_dropped(self, message: Board.Dropped) -> None:
        self.turn(session.join(self.play, message.first, message.second))

    def on_board_sent(self, message: Board.Sent) -> None:
        self.turn(session.send_home(self.play, message.place))

    def on_board_pressed(self, message: Board.Pressed) -> None:
        self.action_do(message.action)
