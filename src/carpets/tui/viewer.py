"""A finished or abandoned game, looked through move by move, or played like a film."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.timer import Timer

from carpets import choosing, telling
from carpets.game import Game
from carpets.paint.model import Chrome, View
from carpets.tui import keys, offering, saying, session
from carpets.tui.board import Board
from carpets.tui.board_screen import BoardScreen
from carpets.tui.table_screen import TableScreen
from carpets.value import replace
from carpets.words import N_

if TYPE_CHECKING:
    from carpets.store.values import Kept

STEPS = {
    "film": (("space",), N_("play, pause")),
    "forward": (("right", "l", "down", "j", "r", "ctrl+y"), N_("forward")),
    "back": (("left", "h", "up", "k", "u", "ctrl+z", "backspace"), N_("back")),
    "faster": (("plus", "equals_sign"), N_("faster")),
    "slower": (("minus",), N_("slower")),
    "close": (("escape",), N_("close")),
    "on": (("enter",), N_("play on")),
    "start": (("home", "R"), N_("start")),
    "end": (("end",), N_("end")),
    "export": (("w",), N_("to a file")),
    "review": (("v",), N_("review")),
    "jump": (("pagedown",), N_("10 moves on")),
    "jump-back": (("pageup",), N_("10 moves back")),
}
KEPT = ("number", "menu", "book", "language", "palette", "quit")
JUMP = 10
SPEEDS = (0.5, 1.0, 2.0, 4.0, 10.0)
"""Moves a second."""


class ViewerScreen(BoardScreen):
    """The game's moves stay; playing on from a position leaves the viewer with that position's game.

    ``kept``: the same game as it is remembered, which can be written to a file where there is anywhere to write to.
    """

    def __init__(self, game: Game, kept: Kept | None = None) -> None:
        super().__init__(session.begin(game))
        self.kept = kept
        self.speed = SPEEDS.index(1.0)
        self._film: Timer | None = None
        self._said = ""

    # ------------------------------------------------------------ what is shown

    def chrome(self) -> Chrome:
        words, seat = self.words, self.carpets.seat
        game = self.play.game
        missing = session.unsteppable(game) | (set() if self._may_export else {"export"})
        missing |= set() if offering.may_review(game) else {"review"}
        steps = tuple(
            (keys.shown(own[0]), words.text(label), name) for name, (own, label) in STEPS.items() if name not in missing
        )
        told = telling.standing(words, game.rules, game.state)
        if game.can_redo:
            told = words.text("Next: {told}", told=telling.done(words, game.rules, game.state, game.moves[game.cursor]))
        facts: tuple[str, ...] = (words.text("move {n} of {last}", n=game.cursor, last=len(game.moves)),)
        if self._film is not None:
            facts += (words.text("{n} a second", n=format(SPEEDS[self.speed], "g")),)
        return replace(
            saying.chrome(self.play, words, seat),
            message=self._said or told,
            short=None,
            facts=facts,
            keys=steps + saying.footer(frozenset(KEPT), words, seat.chosen),
        )

    def view(self) -> View:
        """The last move, and both ends of the next one."""
        game = self.play.game
        coming = choosing.ends(game.table, game.moves[game.cursor]) if game.can_redo else ()
        return View(last=session.last(game), hint=frozenset(place for place in coming if place is not None))

    @property
    def _may_export(self) -> bool:
        return self.kept is not None and self.carpets.seat.can_save

    # ------------------------------------------------------------ the film

    def _run(self, running: bool) -> None:
        """Start the film at the speed that is set, or stop it. The clock ticks only while it runs."""
        if self._film is not None:
            self._film.stop()
        self._film = self.set_interval(1 / SPEEDS[self.speed], self._tick) if running else None
        self.repaint()

    def _tick(self) -> None:
        """The next move. The film stops at the end, and while another screen lies on this one."""
        if self.play.game.can_redo and self.is_current:
            self.show(session.stepped(self.play, "forward"))
        if not self.play.game.can_redo or not self.is_current:
            self._run(False)

    def _set_speed(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        self._run(self._film is not None)

    # ------------------------------------------------------------ what is done

    def action_do(self, name: str) -> None:
        self._said = ""
        game = self.play.game
        match name:
            case "film":
                if self._film is None and not game.can_redo:
                    self.play = session.stepped(self.play, "start")
                self._run(self._film is None)
            case "faster" | "slower":
                self._set_speed(1 if name == "faster" else -1)
            case "forward" | "back" | "start" | "end":
                self._run(False)
                self.show(session.stepped(self.play, name))
            case "jump" | "jump-back":
                self._run(False)
                cursor = game.cursor + (JUMP if name == "jump" else -JUMP)
                self.show(session.at(self.play, min(max(cursor, 0), len(game.moves))))
            case "export" if self.kept is not None and self._may_export:
                self._run(False)
                self.carpets.export(self.kept, game.cursor, self._tell)
            case "review" if offering.may_review(game):
                self._run(False)
                self.carpets.review(game)
            case "on":
                if len(self.app.screen_stack) > 1:
                    self.dismiss(None)
                self.carpets.go(TableScreen(session.cut(game)))
            case "close":
                self._close()
            case _:
                self.carpets.do(name, game.rules)

    def _tell(self, said: str) -> None:
        self._said = said
        self.repaint()

    def _close(self) -> None:
        """Back to the list, or out of a program that was opened to look at this game alone."""
        if len(self.app.screen_stack) > 1:
            self.dismiss(None)
        else:
            self.app.exit(0)

    @property
    def actions(self) -> Mapping[str, str]:
        kept = {key: name for key, name in self.carpets.actions.items() if name in KEPT}
        return kept | {pair: name for name, (own, _) in STEPS.items() for key in own for pair in keys.paired(key)}

    def on_board_pressed(self, message: Board.Pressed) -> None:
        self.action_do(message.action)

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """A click on the board goes a move forward."""
        del message
        self.action_do("forward")
