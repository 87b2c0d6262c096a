"""A game looked back on: every position winnable or lost, the move that threw the game away, and what kept it.

The marks come from a thread and grow while it thinks; leaving the screen stops it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rich.text import Text
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Static

from carpets import choosing
from carpets.advising import JUDGED, hindsight
from carpets.game import Game
from carpets.paint import paint
from carpets.paint.model import Chrome, Painting, View
from carpets.rules import Outcome
from carpets.solver.review import Mark, Review, reviewing
from carpets.solver.verdicts import Cancel
from carpets.tui import keys, saying, session
from carpets.tui.board import Board
from carpets.tui.board_screen import BoardScreen
from carpets.tui.help_screen import HelpScreen
from carpets.tui.keys import Action
from carpets.tui.thinking import Thought
from carpets.value import replace
from carpets.words import N_

STEPS = (
    Action("fatal", ("f",), N_("mistake"), N_("To the move that lost the game")),
    Action("kept", ("a",), N_("better"), N_("Play on with the move that would have kept it")),
    Action("close", ("escape", "v"), N_("back"), N_("Close the review")),
    Action("help", ("question_mark", "f1", "comma"), N_("help"), N_("Show the keys that work now")),
    Action("forward", ("right", "space", "down"), N_("forward"), N_("A move forward; a click does it too")),
    Action("back", ("left", "up", "u", "backspace"), N_("back"), N_("A move back")),
    Action("on", ("enter",), N_("play on"), N_("Play on from the position shown")),
    Action("start", ("home",), N_("start"), N_("To the first position")),
    Action("end", ("end",), N_("end"), N_("To the last position")),
    Action("quit", ("q", "ctrl+q"), N_("quit"), N_("Leave the program")),
)
"""The most wanted first: a narrow footer shows no more of them than fit."""
SIGNS = {
    Mark.WINNABLE: ("+", "last"),
    Mark.LOST: ("x", "cursor"),
    Mark.REDEAL: ("~", "playable"),
    Mark.UNKNOWN: ("?", "muted"),
    Mark.OPEN: (".", "muted"),
}
"""A sign of one cell that every terminal has, and the colour beside it."""


@dataclass
class Reviewed(Message):
    """``more``: the review still grows."""

    review: Review
    more: bool


class ReviewScreen(BoardScreen):
    """With hindsight: in Carpet the marks know the order of the stock."""

    def __init__(self, game: Game) -> None:
        super().__init__(session.begin(game))
        self.review = Review((Mark.OPEN,) * len(game.states))
        self.thinking = True
        self._thought: Thought | None = None

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Static(id="strip", markup=False)

    def on_mount(self) -> None:
        super().on_mount()
        self._thought = Thought(self, 3 * self.carpets.seat.thinking, self._judge)

    def on_unmount(self) -> None:
        if self._thought is not None:
            self._thought.stop()

    def _judge(self, cancel: Cancel) -> Iterator[Reviewed]:
        review = self.review
        for review in reviewing(self.play.game, cancel=cancel):
            yield Reviewed(review, more=True)
        yield Reviewed(review, more=False)

    def on_reviewed(self, message: Reviewed) -> None:
        self.review, self.thinking = message.review, message.more
        self.repaint()

    # ------------------------------------------------------------ what is shown

    def scene(self, view: View) -> Painting:
        """The board in the rows that the strip leaves."""
        width, height = self.size
        look = self.carpets.seat.look
        return paint(self.play.game.table, view, look, self.chrome(), width, max(1, height - 1))

    def repaint(self) -> None:
        super().repaint()
        if self.size.width:
            self.query_one("#strip", Static).update(self._strip())

    def _strip(self) -> Text:
        """The marks around the position shown, which is turned over."""
        room, here, marks = self.size.width, self.play.game.cursor, self.review.marks
        first = max(0, min(here - room // 2, len(marks) - room))
        line = Text(no_wrap=True)
        for at, mark in enumerate(marks[first : first + room], first):
            sign, colour = SIGNS[mark]
            line.append(sign, self.carpets.style_of("sign:" + colour if colour != "muted" else colour))
            if at == here:
                line.stylize("reverse", at - first, at - first + 1)
        return line

    def view(self) -> View:
        """The last move, and both ends of the next one."""
        game = self.play.game
        coming = choosing.ends(game.table, game.moves[game.cursor]) if game.can_redo else ()
        return View(last=session.last(game), hint=frozenset(place for place in coming if place is not None))

    def chrome(self) -> Chrome:
        words, seat, game = self.words, self.carpets.seat, self.play.game
        return replace(
            saying.chrome(self.play, words, seat),
            message=self._told(),
            short=None,
            facts=(words.text("move {n} of {last}", n=game.cursor, last=len(game.moves)),),
            keys=tuple((keys.shown(step.keys[0]), words.text(step.label), step.name) for step in self._offered()),
        )

    def _offered(self) -> tuple[Action, ...]:
        found = self.review.fatal is not None
        missing = {"kept", "fatal"} - ({"fatal"} if found else set()) - ({"kept"} if self.review.kept else set())
        missing |= session.unsteppable(self.play.game)
        return tuple(step for step in STEPS if step.name not in missing)

    def _told(self) -> str:
        """What this position is, and where the game was thrown away."""
        words, game = self.words, self.play.game
        won = game.outcome is Outcome.WON
        told = [words.text(N_("The game has come out!") if won else JUDGED[self.review.marks[game.cursor]])]
        told += (words.text("Looking further…"),) if self.thinking else hindsight(words, game, self.review)
        return "  ".join(told)

    # ------------------------------------------------------------ actions

    def action_do(self, name: str) -> None:
        game = self.play.game
        match name:
            case "forward" | "back" | "start" | "end":
                self.show(session.stepped(self.play, name))
            case "fatal" if self.review.fatal is not None:
                self.show(session.at(self.play, self.review.fatal))
            case "on":
                self._leave(game)
            case "kept" if self.review.fatal is not None and self.review.kept:
                self._leave(game.at(self.review.fatal).play(self.review.kept[0]))
            case "help":
                signs = [f"{sign}  {self.words.text(JUDGED[mark])}" for mark, (sign, _) in SIGNS.items()]
                self.app.push_screen(HelpScreen(self._offered(), {}, signs), self._chosen)
            case "close":
                self.dismiss(None)
            case "quit":
                self.app.exit(0)

    def _chosen(self, name: str | None) -> None:
        if name is not None:
            self.action_do(name)

    def _leave(self, game: Game) -> None:
        """Play on: the moves after this position can still be made again."""
        self.dismiss(None)
        self.carpets.play(game)

    @property
    def actions(self) -> Mapping[str, str]:
        return keys.by_key({}, STEPS)

    def on_board_pressed(self, message: Board.Pressed) -> None:
        self.action_do(message.action)

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """A click on the board goes a move forward."""
        del message
        self.action_do("forward")
