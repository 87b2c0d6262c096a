"""A screen that is one board: what the table, the viewer and the tutorial share."""

from __future__ import annotations

from asyncio import TimerHandle, get_running_loop
from collections.abc import Callable, Mapping
from functools import cached_property

from textual import events
from textual.app import ComposeResult

from carpets.paint import paint, retitled
from carpets.paint.model import Chrome, Painting, View
from carpets.tui import motion, saying, session
from carpets.tui.board import Board
from carpets.tui.frames import at_once
from carpets.tui.page import Page
from carpets.tui.session import Play


class BoardScreen(Page[None], inherit_bindings=False):
    """Shows ``play``; what events make of it is told by each screen."""

    AUTO_FOCUS = None

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play = play
        self._early: list[events.Key | events.MouseDown | events.MouseUp] = []
        self._coming: list[Painting] = []
        self._then: Callable[[], None] | None = None
        self._rolling: TimerHandle | None = None

    def compose(self) -> ComposeResult:
        yield Board(self.carpets.style_of, self.carpets.first, self.carpets.send)
        self.carpets.first = Painting(())

    @cached_property
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

    def scene(self, view: View) -> Painting:
        """The table as it is now, under these marks."""
        width, height = self.size
        look, before = self.carpets.seat.look, self.board.painting
        return paint(self.play.game.table, view, look, self.chrome(), width, height, before)

    def repaint(self) -> None:
        """Paint the table as it is now. What was in motion has arrived."""
        self._coming = []
        if self.size.width and self.size.height:
            self.board.show(self.scene(self.view()))
            early, self._early = self._early, []
            for event in early:
                self._caught_up(event)

    def retitle(self) -> None:
        """Tell the header anew. What is in motion goes on, and brings it along."""
        if not self._coming:
            titles = saying.titles(self.play, self.words, self.carpets.seat)
            self.board.show(retitled(self.board.painting, self.play.game.table, self.carpets.seat.look, titles))

    def on_key(self, event: events.Key) -> None:
        """Every key is dealt with here, in its turn: Textual looks for bindings only after an event has bubbled up,
        behind whatever was typed meanwhile. A key that comes before there is a table to move on waits for it.
        """
        if not self.board.painting.rows:
            self._early.append(event)
        elif not self.struck(event):
            if self._coming:  # any key ends what is in motion
                self.arrive()
            return
        event.stop()
        event.prevent_default()

    def _forward_event(self, event: events.Event) -> None:
        """PRIVATE: where nothing is laid out yet Textual finds no widget under the mouse and drops the event."""
        if isinstance(event, events.MouseDown | events.MouseUp) and not any(board.size for board in self.query(Board)):
            event._set_forwarded()
            self.post_message(event)
        else:
            super()._forward_event(event)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click that came before the board was laid out: the board fills the screen from its corner on."""
        self._early_click(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self._early_click(event)

    def _early_click(self, event: events.MouseDown | events.MouseUp) -> None:
        if self.board.painting.rows:
            self._caught_up(event)
        else:
            self._early.append(event)

    def _caught_up(self, event: events.Key | events.MouseDown | events.MouseUp) -> None:
        """An event in its turn that came too early."""
        match event:
            case events.Key():
                self.struck(event)
            case events.MouseDown():
                self.board.on_mouse_down(event)
            case events.MouseUp():
                self.board.on_mouse_up(event)

    def struck(self, event: events.Key) -> bool:
        """Do what the key means; whether it means anything here."""
        name = self.actions.get(event.key)
        if name is not None:
            self.action_do(name)
        return name is not None

    def steps(self, event: events.Key) -> bool:
        """Whether a key does nothing but move the cursor: no other screen, no other game, nothing to be waited for."""
        return False

    def action_do(self, name: str) -> None:
        """Do an action by its name."""

    @property
    def actions(self) -> Mapping[str, str]:
        """The names of this screen's actions by key."""
        return self.carpets.actions

    def show(self, play: Play) -> None:
        """Go on with another play and show it."""
        self.play = play
        self.repaint()

    def soon(self, seconds: float, call: Callable[[], None]) -> TimerHandle:
        """Call something of this screen in a while, unless it is gone by then. A timer of Textual's is a task with a
        sleep and a signal of its own, which is most of what a clock's tick costs."""
        return get_running_loop().call_later(seconds, self._now, call)

    def _now(self, call: Callable[[], None]) -> None:
        if self.is_running and self.carpets.is_running:
            at_once(self.carpets, self, call)

    # ------------------------------------------------------------ motion

    def glide(self, play: Play, then: Callable[[], None] | None = None) -> None:
        """Go on with another play and show the way there; ``then`` comes after it."""
        before, self.play = self.play, play
        if self.carpets.seat.motion and self.size.width and self.size.height:
            self._coming = motion.between(before, play, self.scene)
        self._then = then
        if self._coming:
            self._roll()
        else:
            self.arrive()

    def _roll(self) -> None:
        """The next painting of the way; a new one in a moment, as long as there are any."""
        if self._rolling is not None:
            self._rolling.cancel()
        if len(self._coming) <= 1:
            self.arrive()
            return
        self.board.show(self._coming.pop(0))
        self._rolling = self.soon(motion.STEP, self._roll)

    def arrive(self) -> bool:
        """Be at the end of the way at once; whether something waited for it."""
        self.repaint()
        then, self._then = self._then, None
        if then is not None:
            then()
        return then is not None
