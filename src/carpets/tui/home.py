"""The home screen: choose a game, a variant, a deal."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from carpets import telling
from carpets.games import FAMILIES, VARIANTS, AnyRules, family
from carpets.tui import keys
from carpets.tui.page import Page, binding
from carpets.words import N_

CHOICES = ("act", "number", "book", "lesson", "day", "records", "settings", "language", "palette", "help", "quit")
LABELS = {"act": N_("play"), "number": N_("deal number"), "book": N_("rules"), "language": N_("language")}

KEPT = "\u00a0"
"""Keeps a key and its label on one line."""


class HomeScreen(Page[None]):
    """Every variant of both families; the one highlighted is described beside the list."""

    BINDINGS: ClassVar[list[Binding]] = [  # type: ignore[assignment]
        *(binding(name, keys.BY_NAME[name].keys, f"do('{name}')") for name in CHOICES if name != "act"),
        binding("down", ["j"], "step(1)"),
        binding("up", ["k"], "step(-1)"),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012  # typed by the class above

    def __init__(self, first: str) -> None:
        super().__init__()
        self.families = (first, *(name for name in FAMILIES if name != first))

    def compose(self) -> ComposeResult:
        words = self.words
        options: list[Option | None] = []
        for name in self.families:
            if options:
                options.append(None)
            options += [Option(words.variant(rules), id=rules.name) for rules in family(name)]
        yield Static(words.text("CARPETS"), id="banner", markup=False)
        with Horizontal(id="choice"):
            yield OptionList(*options, id="variants", compact=True, markup=False)
            with VerticalScroll(id="about", can_focus=False):
                yield Static(id="told", markup=False)
        yield Static(self._footer(), id="keys", markup=False)

    def _footer(self) -> Text:
        words = self.words
        line = Text(no_wrap=True)
        for name in CHOICES:
            action = keys.BY_NAME[name]
            label = LABELS.get(name, action.label)
            told = words.text(label).replace(" ", KEPT)
            line.append(f" {keys.shown(action.keys[0])}{KEPT}", "bold").append(f"{told} ")
        return line

    @property
    def rules(self) -> AnyRules:
        """The highlighted variant."""
        variants = self.query_one(OptionList)
        option = variants.highlighted_option
        return VARIANTS[option.id if option is not None and option.id else self.families[0]]

    def on_option_list_option_highlighted(self) -> None:
        self.query_one("#told", Static).update(self._told(self.rules))

    def _told(self, rules: AnyRules) -> Text:
        words = self.words
        told = Text()
        told.append(words.variant(rules) + "\n", "bold")
        told.append(words.text("after {source}", source=rules.after) + "\n\n", "dim")
        rows, columns = rules.grid
        told.append(words.count("{n} card", "{n} cards", len(rules.pack.cards)) + f", {rows}×{columns}\n")
        for line in telling.differences(words, rules):
            told.append(f"\n• {line}")
        return told

    def on_option_list_option_selected(self) -> None:
        self.carpets.enter(self.rules)

    def action_step(self, by: int) -> None:
        variants = self.query_one(OptionList)
        variants.action_cursor_down() if by > 0 else variants.action_cursor_up()

    def action_do(self, name: str) -> None:
        if name == "help":
            self.carpets.open_help(frozenset(CHOICES))
        else:
            self.carpets.do(name, self.rules)
