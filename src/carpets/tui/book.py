"""The rule book of a family, in the player's language."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from carpets.games import AnyRules
from carpets.tui.page import Page, binding


class BookScreen(Page[None]):
    """Scrolled by arrows, space, page keys; closed by Esc, q or b."""

    BINDINGS: ClassVar[list[Binding]] = [  # type: ignore[assignment]
        binding("close", ["escape", "q", "b"], "close"),
        binding("down", ["j"], "scroll(1)"),
        binding("up", ["k"], "scroll(-1)"),
        binding("page", ["space"], "scroll(20)"),
    ]

    def __init__(self, rules: AnyRules) -> None:
        super().__init__()
        self.rules = rules

    def compose(self) -> ComposeResult:
        from carpets.rulebooks import rulebook

        with VerticalScroll(id="book"):
            yield Markdown(rulebook(self.rules.family, self.words.language), open_links=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_close(self) -> None:
        self.dismiss(None)
