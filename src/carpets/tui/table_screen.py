"""The table: a game on the board, played by keys and mouse.

Events become calls of ``session``; what to show is the painter's. What this screen keeps is a ``Play``.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import events

from carpets.game import Game
from carpets.moves import Draw, Redeal
from carpets.paint.model import Painting
from carpets.rules import Outcome
from carpets.tui import pointing, saying, session
from carpets.tui.board import Board
from carpets.tui.board_screen import BoardScreen
from carpets.tui.session import Play

if TYPE_CHECKING:
    from carpets.solver.verdicts import Cancel
    from carpets.tui.hinting import Hinted


class TableScreen(BoardScreen):
    """A game being played."""

    def __init__(self, game: Game, *, ask: bool = False) -> None:
        """``ask``: the game was left unfinished; the player may want another."""
        super().__init__(session.begin(game))
        self._looking: Cancel | None = None
        self._ask = ask

    def on_mount(self) -> None:
        self.keep(self.play.game)
        if self.carpets.seat.clock:
            self.set_interval(1, self.tick)
        super().on_mount()
        if self._ask:
            from carpets.tui.prompts import go_on

            self.app.push_screen(go_on(self.carpets, self.play.game), self._after_question)

    def keep(self, game: Game) -> None:
        """Let the player's memory know of the game, before it is shown."""
        if self.carpets.seat.keeper is not None:
            self.carpets.seat.keeper.keep(game)

    def tick(self) -> None:
        """Show the clock, while it runs and nothing hides it."""
        if self.is_current and self.play.game.outcome is Outcome.PLAYING:
            self.repaint()

    def lay(self, game: Game) -> None:
        """Put another game on the table."""
        self.turn(session.begin(game))

    def turn(self, play: Play) -> None:
        """Go on with another play: show it, keep its game, tell how it ended."""
        before = self.play
        settings = self.carpets.seat.settings
        play = session.followed(before, play, safe=settings.auto_collect, single=settings.auto_single)
        if play.xray and self.carpets.seat.keeper is not None:
            self.carpets.seat.keeper.peeked()
        if play.game is before.game:
            self.show(play)
            return
        self.keep(play.game)
        self.stop_hint()
        over = play.game.outcome
        ended = over is not Outcome.PLAYING and play.game.can_undo and over is not before.game.outcome
        self.glide(play, partial(self.ended, over) if ended else None)

    def ended(self, over: Outcome) -> None:
        """Won or stuck: offer what can be done next."""
        from carpets.tui.result import ResultScreen

        self.app.push_screen(ResultScreen(over, self.play), self._after_end)

    def _after_end(self, action: str | None) -> None:
        if action:
            self.action_do(action)

    def _after_question(self, answer: str | None) -> None:
        """The unfinished game stays, or makes room at once for a new one: the question was asked already."""
        if answer == "new":
            self.carpets.deal(self.play.game.rules)

    # ------------------------------------------------------------ keys

    def struck(self, event: events.Key) -> bool:
        """A rank and a suit typed come before the actions, which have their own use for some of these keys.

        While the show of a win runs, any key ends it and does nothing else.
        """
        if self._then is not None:
            return self.arrive()
        play = pointing.typed(self.play, event.character) if event.character and event.is_printable else None
        if play is None:
            return super().struck(event)
        self.turn(play)
        return True

    def action_do(self, name: str) -> None:
        """An action of ``keys.ACTIONS``."""
        play = moved(self.play, name, self.board.painting)
        if play is not None:
            self.turn(play)
        else:
            self.open(name)

    def open(self, name: str) -> None:
        """An action that leads away from the table as it is."""
        game = self.play.game
        match name:
            case "new":
                self.carpets.another(game)
            case "hint":
                self.look_for_hint()
            case "help":
                self.carpets.open_help(saying.possible(self.play, self.carpets.seat))
            case "review" if name in session.possible(self.play):
                self.carpets.review(game)
            case "share":
                self.turn(session.said(self.play, self.carpets.share(game)))
            case "save":
                self.turn(session.said(self.play, self.carpets.save(game)))
            case _:
                self.carpets.do(name, game.rules)

    # ------------------------------------------------------------ hints

    def look_for_hint(self) -> None:
        """Start looking; what is found comes as ``Hinted``."""
        from carpets.tui.hinting import look

        if self.carpets.seat.keeper is not None:
            self.carpets.seat.keeper.hinted()
        self.stop_hint()
        self._looking = look(self, self.play.game, self.carpets.seat.thinking)

    def stop_hint(self) -> None:
        if self._looking is not None:
            self._looking.set()

    def on_hinted(self, message: Hinted) -> None:
        """A hint for a position that is no longer on the table is dropped."""
        if message.game is self.play.game:
            self.turn(session.advised(self.play, message.hint, more=message.more))

    def on_unmount(self) -> None:
        self.stop_hint()

    # ------------------------------------------------------------ the mouse

    def on_board_chosen(self, message: Board.Chosen) -> None:
        if self._then is not None:
            self.arrive()
            return
        self.turn(session.choose(self.play, message.place))

    def on_board_dropped(self, message: Board.Dropped) -> None:
        self.turn(session.join(self.play, message.first, message.second))

    def on_board_sent(self, message: Board.Sent) -> None:
        self.turn(session.send_home(self.play, message.place))

    def on_board_pressed(self, message: Board.Pressed) -> None:
        self.action_do(message.action)


def moved(play: Play, name: str, painting: Painting) -> Play | None:
    """The play after an action of the table itself; None for what opens something else."""
    match name:
        case "left" | "right" | "up" | "down":
            return pointing.step(play, name, painting.places)
        case "first" | "last":
            side = ("up", "down") if painting.rotated else ("left", "right")
            return pointing.edge(play, side[name == "last"], painting.places)
        case "next" | "previous":
            return pointing.next_playable(play, 1 if name == "next" else -1)
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
