"""A first game taught on a real board: what to do is said and marked, the moves are the player's own."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events

from carpets import tutorial
from carpets.choosing import ends
from carpets.paint.model import Chrome, View
from carpets.tui import keys, offering, pointing, saying, session
from carpets.tui.board import Board
from carpets.tui.board_screen import BoardScreen
from carpets.tui.session import Play
from carpets.tui.table_screen import moved
from carpets.value import replace
from carpets.words import N_

USED = (
    "left", "right", "up", "down", "first", "last", "next", "previous", "act", "draw", "home", "redeal", "language",
    "redraw",
)  # fmt: skip


class LessonScreen(BoardScreen):
    """Left at any time by Esc; at its end the table it was opened from is there again."""

    def __init__(self, family: str) -> None:
        self.lesson = tutorial.begin(family)
        super().__init__(session.begin(self.lesson.game))

    # ------------------------------------------------------------ showing

    def chrome(self) -> Chrome:
        words = self.words
        lesson = self.lesson
        reading = lesson.awaited is None
        buttons = [("Enter", words.text(N_("go on") if reading else N_("play")), "act")]
        possible = offering.possible(self.play)
        buttons += [
            (keys.shown(keys.BY_NAME[name].keys[0]), words.text(keys.BY_NAME[name].label), name)
            for name in ("draw", "redeal", "home")
            if name in possible and not reading
        ]
        return replace(
            saying.chrome(self.play, words, self.carpets.seat),
            deal=words.text("lesson {n} of {last}", n=lesson.step + 1, last=len(lesson.script.steps)),
            message=lesson.said(words),
            short=None,
            facts=(),
            keys=(buttons[0], ("Esc", words.text("leave the lesson"), "leave"), *buttons[1:]),
        )

    def view(self) -> View:
        """What is asked for is marked as a hint; what is merely possible is not marked at all."""
        move = self.lesson.awaited
        marked = ends(self.play.game.table, move) if move is not None else ()
        return replace(
            session.view(self.play), playable=frozenset(), hint=frozenset(place for place in marked if place)
        )

    # ------------------------------------------------------------ playing

    def action_do(self, name: str) -> None:
        match name:
            case "leave":
                self.dismiss(None)
            case "act" if self.lesson.awaited is None:
                self.go_on()
            case "language" | "redraw":
                self.carpets.do(name, self.play.game.rules)
            case _:
                self.tried(moved(self.play, name, self.board.painting))

    def go_on(self) -> None:
        """What was to be read has been read."""
        self.lesson = self.lesson.on()
        if self.lesson.over:
            self.dismiss(None)
            return
        self.show(replace(self.play, game=self.lesson.game, note=None))

    def tried(self, play: Play | None) -> None:
        """A move counts if it is the one asked for; another one is answered and not made."""
        if play is None:
            return
        if play.game is self.play.game:
            self.show(play)
            return
        self.lesson = self.lesson.play(play.game.moves[-1])
        self.show(replace(play, game=self.lesson.game))

    def struck(self, event: events.Key) -> bool:
        """A typed card, as on the table, else an action."""
        play = pointing.typed(self.play, event.character) if event.character and event.is_printable else None
        if play is None:
            return super().struck(event)
        self.show(play)
        return True

    @property
    def actions(self) -> Mapping[str, str]:
        own = {key: name for key, name in self.carpets.actions.items() if name in USED}
        return own | dict.fromkeys(("escape", "q", "й"), "leave")

    # ------------------------------------------------------------ the mouse

    def on_board_chosen(self, message: Board.Chosen) -> None:
        if self.lesson.awaited is None:
            self.go_on()
        else:
            self.tried(session.choose(self.play, message.place))

    def on_board_dropped(self, message: Board.Dropped) -> None:
        self.tried(session.join(self.play, message.first, message.second))

    def on_board_sent(self, message: Board.Sent) -> None:
        self.tried(session.send_home(self.play, message.place))

    def on_board_pressed(self, message: Board.Pressed) -> None:
        self.action_do(message.action)
