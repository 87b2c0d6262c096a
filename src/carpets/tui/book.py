"""The rule book of a family, in the player's language."""

from __future__ import annotations

import re
from typing import ClassVar

from rich.console import Group
from rich.padding import Padding
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from carpets.games import VARIANTS, AnyRules
from carpets.rulebooks import paragraphs, rulebook
from carpets.telling import described
from carpets.tui.page import Keys, Page, binding, flowing, key_button
from carpets.words import N_, Words


class BookScreen(Page[None]):
    """Scrolled by arrows, space, page keys; closed by Esc, q or b.

    One Static. Textual's Markdown makes a widget of every paragraph: 1.7 s of CPU to open a book against 0.2 s.
    """

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
        words, rules = self.words, self.rules
        book = rulebook(rules.family, words.language)
        if rules is not VARIANTS[rules.family]:
            book = f"# {words.variant(rules)}\n\n{described(words, rules)}\n\n{book}"
        with VerticalScroll(id="book"):
            yield Static(printed(self.words, book, self.app.current_theme.accent or ""), id="pages")
        yield Keys(self._footer)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def _footer(self, width: int) -> Content:
        text = self.words.text
        keys = [
            key_button("Space", text("further"), "scroll(20)"),
            key_button("↑↓", text("by lines"), "scroll(1)"),
            key_button("Esc", text("close"), "close"),
        ]
        return flowing(keys, width)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_close(self) -> None:
        self.dismiss(None)


def printed(words: Words, book: str, accent: str) -> Group:
    """The book for the screen, its headings and commands in the accent colour."""
    return Group(*(_block(words, kind, text, accent) for kind, text in paragraphs(book)))


EXAMPLE = {
    "deal": N_("deal"), "now": N_("now"), "move": N_("move"), "refused": N_("refused"), "choose": N_("choose"),
    "means": N_("means"), "outcome": N_("outcome"),
    "playing": N_("playing"), "won": N_("won"), "stuck": N_("stuck"),
}  # fmt: skip
"""The words that an example is written with, which are read by programs too."""


def example(words: Words, line: str) -> str:
    """A line of an example as players read it: in their language, and of a refusal only its sentence."""
    key, colon, rest = line.partition(":")
    if not colon or key not in EXAMPLE:
        return line
    told = rest.strip()
    if key == "refused":
        told = told.partition(" — ")[2] or told
    return f"{words.text(EXAMPLE[key])}: {words.text(EXAMPLE[told]) if told in EXAMPLE else told}".rstrip()


def _block(words: Words, kind: str, text: str, accent: str) -> Padding:
    match kind:
        case "head":
            return Padding(Text(text, style=f"bold {accent}"), (1, 0, 1, 0))
        case "example":
            return Padding(Text("\n".join(example(words, line) for line in text.splitlines())), (0, 0, 1, 2))
        case "item":
            return Padding(Text("• ").append_text(_inline(text, accent)), (0, 0, 0, 2))
        case _:
            return Padding(_inline(text, accent), (0, 0, 1, 0))


def _inline(text: str, accent: str) -> Text:
    """Prose with its ``**strong**`` and its code marks read."""
    shown = Text()
    for strong, code, plain in re.findall(r"\*\*(.+?)\*\*|`(.+?)`|([^*`]+|[*`])", text):
        shown.append(strong or code or plain, style="bold" if strong else accent if code else "")
    return shown
