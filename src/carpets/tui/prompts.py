"""Small questions over the table: a deal number, whether to go on with a game, whether to leave it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from carpets.game import Game
from carpets.rules import Outcome
from carpets.shuffle import BadDealNumber, DealNumber, read_number
from carpets.tui.keepsakes import KINDS
from carpets.tui.page import Card, binding

if TYPE_CHECKING:
    from carpets.tui.app import CarpetsApp


class NumberPrompt(Card[DealNumber]):
    """Dismissed with a deal number, None if the player thinks better of it."""

    BINDINGS: ClassVar[list[Binding]] = [binding("close", ["escape"], "close")]  # type: ignore[assignment]

    def compose(self) -> ComposeResult:
        words = cast("CarpetsApp", self.app).words
        with Vertical(classes="card"):
            yield Static(words.text("Deal number"), classes="title", markup=False)
            yield Input(placeholder="48213", max_length=24, compact=True)
            yield Static(words.text("A whole number, or ms7 for a Microsoft deal"), id="why", markup=False)

    def action_close(self) -> None:
        self.dismiss(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A number is dealt; anything else gets its reason, and the question stays."""
        try:
            self.dismiss(read_number(event.value))
        except BadDealNumber as bad:
            why = self.query_one("#why", Static)
            why.add_class("wrong")
            why.update(cast("CarpetsApp", self.app).words.fault(bad))


class Question(Card[str]):
    """A few answers to choose from. Dismissed with the answer's name, None for Escape: nothing changes."""

    BINDINGS: ClassVar[list[Binding]] = [binding("close", ["escape"], "close")]  # type: ignore[assignment]

    def __init__(self, title: str, facts: str, answers: dict[str, str]) -> None:
        """``answers``: what each is called, by name; the first one is the quiet choice."""
        super().__init__()
        self._title, self._facts, self._answers = title, facts, answers

    def compose(self) -> ComposeResult:
        with Vertical(classes="card"):
            yield Static(self._title, classes="title", markup=False)
            yield Static(self._facts, classes="facts", markup=False)
            options = [Option(told, id=name) for name, told in self._answers.items()]
            yield OptionList(*options, compact=True, markup=False)

    def action_close(self) -> None:
        self.dismiss(None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)


def standing(app: CarpetsApp, game: Game) -> str:
    """A game in one line: its deal, how far it is."""
    words, table = app.words, game.table
    number = game.deal.number if game.deal is not None else None
    deal = words.text("deal {number}", number=number) + "   " if number is not None else ""
    return f"{deal}{words.moves(game.cursor)}   {table.done}/{table.goal}"


def go_on(app: CarpetsApp, game: Game) -> Question:
    """Whether to go on with an unfinished game. The answer is an action of the table: ``new``, or none."""
    words = app.words
    answers = {"": words.text("Go on with it"), "new": words.text("A new deal")}
    return Question(words.text("This game is unfinished."), standing(app, game), answers)


def kind_of_file(app: CarpetsApp, game: Game) -> Question:
    """What to write a game of the past as. The answer is a kind of ``keepsakes``."""
    words = app.words
    answers = {kind: words.text(told) for kind, told in KINDS.items()}
    return Question(words.text("Write this game to a file"), standing(app, game), answers)


def sure(app: CarpetsApp, game: Game, then: Callable[[], None]) -> None:
    """Does ``then`` at once, or where a game would be left for good, once the player says so."""
    if not (app.seat.confirm and game.can_undo and game.outcome is Outcome.PLAYING):
        then()
        return

    def answered(answer: str | None) -> None:
        if answer == "leave":
            then()

    words = app.words
    answers = {"stay": words.text("Stay with this game"), "leave": words.text("Leave it for a new deal")}
    app.push_screen(Question(words.text("Leave this game?"), standing(app, game), answers), answered)
