"""The table: a game on the board, played by keys and mouse.

Events become calls of ``session``; what to show is the painter's. What this screen keeps is a ``Play``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from textual import events
from textual.message import Message

from carpets.game import Game
from carpets.moves import Draw, Redeal
from carpets.paint.model import Painting
from carpets.rules import Outcome
from carpets.tui import keys, offering, pointing, saying, session
from carpets.tui.board import Board
from carpets.tui.board_screen import BoardScreen
from carpets.tui.session import Play
from carpets.value import replace

if TYPE_CHECKING:
    from carpets.solver.verdicts import Cancel
    from carpets.tui.thinking import Hinted, Lit, Thought, Weighed


class TableScreen(BoardScreen):
    """A game being played."""

    def __init__(self, game: Game, *, ask: bool = False) -> None:
        """``ask``: the game was left unfinished; the player may want another."""
        super().__init__(session.begin(game))
        self._thought: Thought | None = None
        self._told: Game | None = None
        self._ask = ask
        self._began = monotonic()

    def on_mount(self) -> None:
        self.keep(self.play.game)
        if self.carpets.seat.clock:
            self.go_on_ticking()
        self.play = self.lit(self.play)
        super().on_mount()
        if self._ask:
            from carpets.tui.prompts import go_on

            self.app.push_screen(go_on(self.carpets, self.play.game), self._after_question)

    def on_screen_resume(self) -> None:
        self.play = self.lit(self.play)
        super().on_screen_resume()

    def keep(self, game: Game) -> None:
        """Let the player's memory know of the game, before it is shown."""
        if self.carpets.seat.keeper is not None:
            self.carpets.seat.keeper.keep(game)

    def tick(self) -> None:
        """Show the clock, while it runs and nothing hides it; again in a second."""
        self.go_on_ticking()
        if self.is_current and self.play.game.outcome is Outcome.PLAYING:
            self.retitle()

    def go_on_ticking(self) -> None:
        """The next tick, a whole second after the others however late this one is."""
        since = monotonic() - self._began
        self.soon(1.5 - (since + 0.5) % 1, self.tick)

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
        if before.odds and not play.odds:
            self.stop_thinking()
        if play.game is before.game:
            self.show(self.lit(play))
            return
        self.keep(play.game)
        self.stop_thinking()
        play = self.lit(play)
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

    def steps(self, event: events.Key) -> bool:
        return self._then is None and self.actions.get(event.key) in keys.MOVES and bool(self.board.painting.rows)

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
            case "odds" if name in offering.possible(self.play):
                self.weigh()
            case "rescue":
                self.rescue()
            case "help":
                from carpets.tui.help_screen import MORE

                possible = saying.possible(self.play, self.carpets.seat) | keys.MOVES
                actions = [action for action in keys.ACTIONS if action.name in possible]
                self.carpets.open_help(actions, self.action_do, MORE)
            case "review" if name in offering.possible(self.play):
                if game.outcome is Outcome.PLAYING and self.carpets.seat.keeper is not None:
                    self.carpets.seat.keeper.hinted()
                self.carpets.review(game)
            case "share":
                self.turn(session.said(self.play, self.carpets.share(game)))
            case "save":
                self.turn(session.said(self.play, self.carpets.save(game)))
            case _:
                self.carpets.do(name, game.rules)

    # ------------------------------------------------------------ hints and the lamp

    def look_for_hint(self) -> None:
        """Start looking; what is found comes as ``Hinted``."""
        from carpets.tui.thinking import advise

        if self.carpets.seat.keeper is not None:
            self.carpets.seat.keeper.hinted()
        self.think(partial(advise, self.play))

    def weigh(self) -> None:
        """Ask for the chance of every choice; it comes as ``Weighed``."""
        from carpets.tui.thinking import WEIGHING, weigh

        if self.carpets.seat.keeper is not None:
            self.carpets.seat.keeper.hinted()
        self.play = session.unweighed(self.play)
        self.think(partial(weigh, self.play), WEIGHING)

    def rescue(self) -> None:
        """Back to where the game can be won. Where that is not known yet a hint says it first."""
        if self.play.lost and self.play.way is None:
            self.look_for_hint()
        else:
            self.turn(session.rescue(self.play))

    def lit(self, play: Play) -> Play:
        """The play under a lamp, if the player wants one: what is known is told at once, else it is looked for."""
        if not self.carpets.seat.settings.lamp or play.game.outcome is not Outcome.PLAYING:
            return self.told(play)
        from carpets.solver.lamp import THINKING

        if play.lamp in (None, THINKING) and self._thought is None:
            from carpets.tui.thinking import light

            play = replace(play, lamp=THINKING)
            self.think(partial(light, play))
        return self.told(play)

    def told(self, play: Play) -> Play:
        """The player's memory hears what the lamp tells of a position, and that the position is lost."""
        keeper = self.carpets.seat.keeper
        if play.lamp is None or keeper is None or play.game.outcome is not Outcome.PLAYING:
            return play
        from carpets.solver.lamp import THINKING, UNKNOWN

        if self.carpets.seat.settings.lamp and play.lamp not in (THINKING, UNKNOWN) and self._told is not play.game:
            self._told = play.game
            keeper.peeked()
        if play.lost:
            keeper.proved()
        return play

    def think(self, work: Callable[[Cancel], Iterator[Message]], seconds: float = inf) -> None:
        """Think about the position in place of what was thought before, as long as a hint may take at most."""
        from carpets.tui.thinking import Thought

        self.stop_thinking()
        self._thought = Thought(self, min(seconds, self.carpets.seat.thinking), work)

    def stop_thinking(self) -> None:
        if self._thought is not None:
            self._thought.stop()
        self._thought = None

    def on_hinted(self, message: Hinted) -> None:
        """A hint for a position that is no longer on the table is dropped."""
        if message.game is not self.play.game:
            return
        play = session.advised(self.play, message.hint, more=message.more, way=message.way)
        if not message.more:
            self._thought = None
        self.turn(play)

    def on_weighed(self, message: Weighed) -> None:
        """Odds of a position that is no longer on the table are dropped."""
        if message.game is self.play.game:
            if not message.more:
                self._thought = None
            self.turn(session.weighed(self.play, message.odds, more=message.more))

    def on_lit(self, message: Lit) -> None:
        """What is in motion goes on, and shows the lamp when it arrives."""
        if message.game is not self.play.game:
            return
        self.play = self.told(replace(self.play, lamp=message.lamp))
        if not self._coming:
            self.repaint()

    def on_unmount(self) -> None:
        self.stop_thinking()

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
