"""Won or stuck: what can be done next. The table stays in sight around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from carpets.rules import Outcome
from carpets.tui import keys, saying
from carpets.tui.page import Card, binding
from carpets.tui.session import Play
from carpets.words import N_

if TYPE_CHECKING:
    from carpets.tui.app import CarpetsApp

CHOICES = ("new", "restart", "undo", "review", "share", "save", "records", "menu")
LABELS = {
    "new": N_("New deal"),
    "restart": N_("The same deal again"),
    "undo": N_("Undo"),
    "review": N_("Where it was won or lost"),
    "share": N_("Copy it for a friend"),
    "save": N_("Save the game"),
    "records": N_("Your records"),
    "menu": N_("Another game"),
}


class ResultScreen(Card[str]):
    """Dismissed with the name of the chosen action, None to look at the table."""

    BINDINGS: ClassVar[list[Binding]] = [  # type: ignore[assignment]
        *(binding(name, keys.BY_NAME[name].keys, f"choose('{name}')") for name in (*CHOICES, "quit")),
        binding("close", ["escape"], "choose('')"),
    ]

    def __init__(self, over: Outcome, play: Play) -> None:
        super().__init__()
        self.over = over
        self.play = play

    def compose(self) -> ComposeResult:
        app = cast("CarpetsApp", self.app)
        words = app.words
        game = self.play.game
        table = game.table
        won = self.over is Outcome.WON
        title = words.text("The game has come out!") if won else words.text("Stuck: no move is left.")
        possible = saying.possible(self.play, app.seat)
        offered = [name for name in CHOICES if name not in ("save", "share", "records") or name in possible]
        with Vertical(classes="card won" if won else "card"):
            yield Static(title, classes="title", markup=False)
            yield Static(f"{words.moves(game.cursor)}   {table.done}/{table.goal}", classes="facts", markup=False)
            helped = saying.helped(words, app.seat.keeper, game, scored=app.seat.settings.score)
            yield Static("\n".join(helped), classes="facts", markup=False)
            yield OptionList(
                *(
                    Option(f"{keys.shown(keys.BY_NAME[name].keys[0]):>3}  {words.text(LABELS[name])}", id=name)
                    for name in offered
                ),
                compact=True,
                markup=False,
            )

    def action_choose(self, name: str) -> None:
        self.dismiss(name or None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)
