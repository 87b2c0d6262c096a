"""The Textual application: which screen is open, in whose language, on whose terminal.

It can be run by a terminal's driver or, for a player at the other end of a connection, by another one:
everything it needs comes in as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.events import Key
from textual.filter import LineFilter, NoColor
from textual.message import Message
from textual.screen import Screen

from carpets.game import Game
from carpets.games import AnyRules
from carpets.paint.model import Painting, Row
from carpets.paint.palettes import Depth
from carpets.settings import Settings
from carpets.shuffle import DealNumber
from carpets.tui import keys, styles
from carpets.tui.board import Board
from carpets.tui.board_screen import BoardScreen
from carpets.tui.frames import Shown, at_once, idle, straight
from carpets.tui.notes import NotSaved, Saved, Shared
from carpets.tui.page import binding, keymap
from carpets.tui.request import Request, Seat
from carpets.tui.table_screen import TableScreen
from carpets.value import replace
from carpets.words import LANGUAGES, Words

if TYPE_CHECKING:
    from textual.driver import Driver

    from carpets.store import Kept
    from carpets.tui.keys import Action


class CarpetsApp(App[int]):
    """One player's program: ``request`` says what to open, ``seat`` all about the player's place."""

    CSS_PATH = "carpets.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[Binding]] = [binding("leave", ["ctrl+c"], "quit", priority=True)]  # type: ignore[assignment]

    def __init__(self, request: Request, seat: Seat, driver_class: type[Driver] | None = None) -> None:
        super().__init__(driver_class=driver_class)
        self.request = request
        self.seat = seat
        self.words: Words = seat.words
        for theme in styles.themes(seat.depth):
            self.register_theme(theme)
        self.theme = styles.theme_name(seat.palette, seat.depth)
        self.style_of = styles.styles(seat.palette, seat.depth)
        self.shown = Shown.of()
        self._begun = False
        self.first = Painting(())
        self._stepping = False
        self.actions = keys.by_key(seat.chosen)
        self.set_keymap(keymap(dict(seat.chosen)))

    # ------------------------------------------------------------ screens

    def get_default_screen(self) -> Screen[Any]:
        """What the request asks for, at once: no empty screen before it."""
        request = self.request
        if request.viewed is not None:
            from carpets.tui.viewer import ViewerScreen

            return ViewerScreen(request.viewed, request.kept)
        if request.game is not None:
            return TableScreen(request.game, ask=request.ask)
        if request.rules is not None and not self._sought_first:
            return TableScreen(self.numbered(request.rules, request.number))
        from carpets.tui.home import HomeScreen

        return HomeScreen(request.family)

    @property
    def _sought_first(self) -> bool:
        """Whether what the request asks for is a deal that must be looked for."""
        request = self.request
        asked = request.rules is not None and request.number is None and request.game is None
        return asked and request.rules is not None and self.seat.seeks(request.rules)

    def numbered(self, rules: AnyRules, number: DealNumber | None = None) -> Game:
        """A game of that number, else of a fresh one."""
        if number is not None:
            return Game.numbered(rules, number)
        game, known = self.seat.fresh(rules)
        if self.seat.keeper is not None:
            self.seat.keeper.promise(game, known)
        return game

    def deal(self, rules: AnyRules, number: DealNumber | None = None) -> None:
        """Lay out a deal and play it; one that is to come out is looked for first."""
        if number is None and self.seat.seeks(rules):
            self.seek(rules)
        else:
            self.play(self.numbered(rules, number))

    def seek(self, rules: AnyRules) -> None:
        """Look for a deal that comes out, and play it. Meanwhile nothing else is thought about."""
        from carpets.tui.seeking import SeekScreen

        seat = self.seat
        assert seat.seek is not None
        if isinstance(self.screen, TableScreen):
            self.screen.stop_thinking()

        def found(game: Game | None) -> None:
            if game is not None:
                if seat.keeper is not None:
                    seat.keeper.promise(game, known=True)
                self.play(game)

        self.push_screen(SeekScreen(partial(seat.seek, rules)), found)

    def enter(self, rules: AnyRules) -> None:
        """Sit down at a variant: its unfinished game, if the player wishes, else a fresh deal."""
        game = self.seat.keeper.resume(rules) if self.seat.keeper is not None else None
        if game is None:
            self.deal(rules)
        else:
            self.go(TableScreen(game, ask=True))

    def play_day(self, rules: AnyRules) -> None:
        """Today's deal of a variant, begun or to begin."""
        keeper = self.seat.keeper
        if keeper is not None:
            day = keeper.now().date()
            self.go(TableScreen(keeper.resume(rules, day) or keeper.lay_day(rules, day)))

    def view(self, kept: Kept) -> None:
        """Look through a game of the past; the list it was chosen from stays beneath."""
        from carpets.tui.viewer import ViewerScreen

        self.push_screen(ViewerScreen(kept.game.at(0), kept))

    def export(self, kept: Kept, at: int, told: Callable[[str], None]) -> None:
        """Ask for a kind of file and write the game as one; ``told`` hears where it is, or why it is not."""
        from carpets.tui import prompts

        self.push_screen(prompts.kind_of_file(self, kept.game), lambda kind: self._export(kept, kind, at, told))

    def _export(self, kept: Kept, kind: str | None, at: int, told: Callable[[str], None]) -> None:
        from carpets.tui.keepsakes import named, written

        if kind is None:
            return
        try:
            file = self.seat.save(named(kept.game, kind), written(kept, kind, self.words, at))
        except OSError as error:
            told(self.words.text("Not saved: {reason}.", reason=error.strerror or str(error)))
        else:
            told(self.words.text("Saved as {file}.", file=file))

    def review(self, game: Game) -> None:
        """Look back where a game was won or lost."""
        from carpets.tui.review_screen import ReviewScreen

        self.push_screen(ReviewScreen(game))

    def share(self, game: Game) -> Shared:
        """Send what a friend may know of a game to the clipboard, through the terminal (OSC 52)."""
        from carpets.sharing import share_text

        keeper = self.seat.keeper
        journal = keeper.journal if keeper is not None else None
        day = journal.day.isoformat() if journal is not None and journal.day is not None else ""
        hints, peeks = (journal.hints, journal.peeks) if journal is not None else (0, 0)
        told = share_text(self.words, game, keeper.played if keeper else 0.0, hints, peeks, day)
        self.copy_to_clipboard(told)
        return Shared()

    def another(self, game: Game) -> None:
        """A fresh deal instead of the game on the table, once the player is sure."""
        from carpets.tui.prompts import sure

        sure(self, game, lambda: self.deal(game.rules))

    def play(self, game: Game) -> None:
        """Put a game on the table."""
        if isinstance(self.screen, TableScreen):
            self.screen.lay(game)
        else:
            self.go(TableScreen(game))

    def go(self, screen: Screen[Any]) -> None:
        """Open another full screen in the place of this one; the very first one stays beneath."""
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def go_home(self, family: str) -> None:
        from carpets.tui.home import HomeScreen

        if self.seat.keeper is not None:
            self.seat.keeper.pause()
        self.go(HomeScreen(family))

    def ask_number(self, rules: AnyRules) -> None:
        """Ask for a deal number and play that deal."""
        from carpets.tui.prompts import NumberPrompt

        def answered(number: DealNumber | None) -> None:
            if number is not None:
                self.deal(rules, number)

        self.push_screen(NumberPrompt(), answered)

    def open_book(self, rules: AnyRules) -> None:
        from carpets.tui.book import BookScreen

        self.push_screen(BookScreen(rules))

    def open_help(self, actions: Sequence[Action], do: Callable[[str], None], more: Iterable[str] = ()) -> None:
        """Show the keys of the actions that would do something now; choosing one does it. ``more``: lines below."""
        from carpets.tui.help_screen import HelpScreen

        def chosen(action: str | None) -> None:
            if action is not None:
                do(action)

        self.push_screen(HelpScreen(actions, self.seat.chosen, [self.words.text(line) for line in more]), chosen)

    def do(self, name: str, rules: AnyRules) -> None:
        """An action that every full screen has; ``rules`` are those of the screen's variant."""
        match name:
            case "number":
                self.ask_number(rules)
            case "menu":
                self.go_home(rules.family)
            case "book":
                self.open_book(rules)
            case "lesson":
                from carpets.tui.lesson_screen import LessonScreen

                self.push_screen(LessonScreen(rules.family))
            case "settings":
                from carpets.tui.settings_screen import SettingsScreen

                self.push_screen(SettingsScreen())
            case "records" if self.seat.keeper is not None:
                from carpets.tui.records_screen import RecordsScreen

                self.push_screen(RecordsScreen(rules, self.seat.keeper))
            case "day":
                self.play_day(rules)
            case "language":
                self.other_language()
            case "palette":
                self.action_command_palette()
            case "redraw":
                self.redraw()
            case "quit":
                self.exit(0)

    # ------------------------------------------------------------ the player's place

    def save(self, game: Game) -> Saved | NotSaved:
        """Write the game as a replay file."""
        from carpets.replay import write_game
        from carpets.tui.keepsakes import named

        try:
            return Saved(self.seat.save(named(game, "txt"), write_game(game)))
        except OSError as error:
            return NotSaved(error.strerror or str(error))

    def other_language(self) -> None:
        """Speak the next language from now on."""
        at = LANGUAGES.index(self.seat.language) + 1
        self.seat = replace(self.seat, language=LANGUAGES[at % len(LANGUAGES)])
        self.words = self.seat.words
        screen = self.screen
        if isinstance(screen, BoardScreen):
            screen.repaint()
        else:
            screen.refresh(recompose=True)

    def use_palette(self, name: str) -> None:
        """Paint in another palette from now on."""
        self.use_settings(replace(self.seat.settings, palette=name))

    def use_settings(self, settings: Settings) -> str:
        """Play under these settings from now on, and keep them; why they could not be kept, or nothing."""
        self.seat = self.seat.under(settings)
        self.words = self.seat.words
        self.theme = styles.theme_name(self.seat.palette, self.seat.depth)
        self.style_of = styles.styles(self.seat.palette, self.seat.depth)
        self.actions = keys.by_key(self.seat.chosen)
        self.set_keymap(keymap(dict(self.seat.chosen)))
        for screen in self.screen_stack:
            if isinstance(screen, BoardScreen):
                screen.board.restyle(self.style_of)
                screen.repaint()
        try:
            self.seat.write_settings(settings)
        except OSError as error:
            return self.words.text("Not saved: {reason}.", reason=error.strerror or str(error))
        return ""

    async def action_quit(self) -> None:
        self.exit(0)

    def get_line_filters(self) -> list[LineFilter]:
        """None but what a terminal without colours needs: our styles are already the terminal's own."""
        return [NoColor()] if self.seat.depth is Depth.MONO else []

    # ------------------------------------------------------------ the straight ways

    def post_message(self, message: Message) -> bool:
        """A step on the table that nothing precedes is made at once; everything else waits for its turn."""
        return (isinstance(message, Key) and self._stepped(message)) or super().post_message(message)

    def _stepped(self, key: Key) -> bool:
        """Whether it was such a step. One in a turn of the loop, so that keys that come together make one frame."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        if self._stepping or self._loop is None or self.shown is None or not isinstance(screen, BoardScreen):
            return False
        if not screen.is_mounted or not screen.steps(key) or not idle(self, screen.board, key.key):
            return False
        self._stepping = True
        self._loop.call_soon(self._may_step)
        at_once(self, screen, partial(screen.on_key, key))
        return True

    def _may_step(self) -> None:
        self._stepping = False

    def send(self, board: Board, rows: list[tuple[int, Row]]) -> bool:
        """Send changed rows of the board at once, where Textual would show nothing else; whether that could be."""
        if self.shown is None or not straight(self, board):
            return False
        update = self.shown.direct(rows, board.style_of, self.console.color_system, self.size)
        if update is not None:
            self._display(board.screen, update)
        return update is not None

    # ------------------------------------------------------------ bytes

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        """Every update of the screen goes through here; only the cells that differ go on."""
        super()._display(screen, renderable if self.shown is None else self.shown.rewritten(renderable))

    def assume(self, painting: Painting) -> None:
        """The terminal already shows this: the first frame. If it is a table, its places can be chosen from now on."""
        if painting.places:
            self.first = painting
        if self.shown is not None:
            self.shown.assume(painting.rows, self.style_of, self.console.color_system)

    def on_mount(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _: self.redraw())
        if self._sought_first and self.request.rules is not None:
            self.call_later(self.seek, self.request.rules)

    def on_ready(self) -> None:
        self._begun = True

    def on_resize(self) -> None:
        """A terminal that was another size for a moment may have moved what it shows. The first events say the size."""
        if self._begun:
            self.redraw()

    def redraw(self) -> None:
        """Send the whole screen again."""
        if self.shown is not None:
            self.shown.forget()
        self.screen.refresh()

    # ------------------------------------------------------------ commands

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the palette finds: the commands that would do something on this screen."""
        from carpets.tui.commands import commands

        yield from commands(self, screen)

    def action_command_palette(self) -> None:
        """The palette, asking in the player's language."""
        from textual.command import CommandPalette

        if not CommandPalette.is_open(cast("App[object]", self)):
            self.push_screen(CommandPalette(placeholder=self.words.text("Find a command…"), id="--command-palette"))
