"""A finished or abandoned game, looked through move by move."""

from __future__ import annotations

from collections.abc import Mapping

from carpets import choosing, telling
from carpets.game import Game
from carpets.paint.model import Chrome, View
from carpets.tui import keys, saying, session
from carpets.tui.board import Board
from carpets.tui.board_screen import BoardScreen
from carpets.tui.table_screen import TableScreen
from carpets.value import replace
from carpets.words import N_

STEPS = {
    "forward": (("right", "l", "space", "down", "j", "r", "ctrl+y"), N_("forward")),
    "back": (("left", "h", "up", "k", "u", "ctrl+z", "backspace"), N_("back")),
    "start": (("home", "R"), N_("start")),
    "end": (("end",), N_("end")),
    "review": (("v",), N_("review")),
    "on": (("enter",), N_("play on")),
}
KEPT = ("number", "menu", "book", "language", "palette", "quit")


class ViewerScreen(BoardScreen):
    """The game's moves stay; playing on from a position leaves the viewer with that position's game."""

    def __init__(self, game: Game) -> None:
        super().__init__(session.begin(game))

    def chrome(self) -> Chrome:
        words, seat = self.words, self.carpets.seat
        game = self.play.game
        steps = tuple((keys.shown(own[0]), words.text(label), name) for name, (own, label) in STEPS.items())
        told = telling.standing(words, game.rules, game.state)
        if game.can_redo:
            told = words.text("Next: {told}", told=telling.done(words, game.rules, game.state, game.moves[game.cursor]))
        return replace(
            saying.chrome(self.play, words, seat),
            message=told,
            short=None,
            facts=(words.text("move {n} of {last}", n=game.cursor, last=len(game.moves)),),
            keys=steps + saying.footer(frozenset(KEPT), words, seat.chosen),
        )

    def view(self) -> View:
        """The last move, and both ends of the next one."""
        game = self.play.game
        coming = choosing.ends(game.table, game.moves[game.cursor]) if game.can_redo else ()
        return View(last=session.last(game), hint=frozenset(place for place in coming if place is not None))

    def action_do(self, name: str) -> None:
        game = self.play.game
        match name:
            case "forward" | "back" | "start" | "end":
                self.show(session.stepped(self.play, name))
            case "review" if session.may_review(game):
                self.carpets.review(game)
            case "on":
                self.carpets.go(TableScreen(session.cut(game)))
            case _:
                self.carpets.do(name, game.rules)

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
