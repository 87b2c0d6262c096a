"""Small questions over the table: a deal number."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from carpets.shuffle import BadDealNumber, DealNumber, read_number
from carpets.tui.page import binding

if TYPE_CHECKING:
    from carpets.tui.app import CarpetsApp


class NumberPrompt(ModalScreen[DealNumber | None]):
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
