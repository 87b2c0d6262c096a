"""The keys that work now; choosing one does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from carpets.paint.chrome import wrapped
from carpets.tui import keys
from carpets.tui.keys import Action
from carpets.tui.page import Card, binding
from carpets.words import N_

if TYPE_CHECKING:
    from carpets.tui.app import CarpetsApp

MORE = (
    N_("7 h: the cursor to the seven of hearts"),
    N_("Mouse: click a card or a hole; drag a card; right click: home"),
)
WIDTH = 64
"""Columns of the card where there are as many; fewer have room for one key of each action alone."""
FRAME = 8
"""Columns of its rim and of the scroll bar."""


def hanging(key: str, told: str, room: int) -> str:
    """A key and what it does, the lines of which stand below each other."""
    return f"{key}  " + ("\n" + " " * (len(key) + 2)).join(wrapped(told, max(8, room)))


class HelpScreen(Card[str]):
    """Dismissed with the name of the chosen action, or None."""

    BINDINGS: ClassVar[list[Binding]] = [  # type: ignore[assignment]
        binding("close", ["escape", "q", "question_mark", "comma", "f1"], "close")
    ]

    def __init__(self, actions: Sequence[Action], chosen: Mapping[str, str], more: Sequence[str]) -> None:
        """``chosen``: the player's own keys for them. ``more``: lines below, in the player's language."""
        super().__init__()
        self.actions, self.chosen, self.more = actions, chosen, more

    def compose(self) -> ComposeResult:
        app = cast("CarpetsApp", self.app)
        words = app.words
        narrow = app.size.width < WIDTH
        shown = {
            action.name: " ".join(keys.shown(key) for key in keys.keys_of(action, self.chosen)[: 1 if narrow else 2])
            for action in self.actions
        }
        column = max(len(text) for text in shown.values())
        room = min(app.size.width, WIDTH) - FRAME - column - 2
        with Vertical(classes="card wide"):
            yield Static(words.text("Keys that work now"), classes="title", markup=False)
            yield OptionList(
                *(
                    Option(hanging(key.rjust(column), words.text(action.told), room), id=action.name)
                    for action, key in zip(self.actions, shown.values(), strict=True)
                ),
                compact=True,
                markup=False,
            )
            for line in self.more:
                yield Static(line, classes="facts", markup=False)

    def action_close(self) -> None:
        self.dismiss(None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)
