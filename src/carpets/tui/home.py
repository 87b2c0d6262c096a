"""The home screen: choose a game, a variant, a deal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from carpets.games import VARIANTS, AnyRules, family
from carpets.paint.model import Run
from carpets.tui import keys, welcome
from carpets.tui.page import Keys, Page, binding


class HomeScreen(Page[None]):
    """Every variant of both families; the one highlighted is described beside the list."""

    BINDINGS: ClassVar[list[Binding]] = [  # type: ignore[assignment]
        *(binding(name, keys.BY_NAME[name].keys, f"do('{name}')") for name in welcome.CHOICES if name != "act"),
        binding("down", ["j"], "step(1)"),
        binding("up", ["k"], "step(-1)"),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (welcome.WIDE, "-wide")]  # noqa: RUF012  # typed by the class above

    def __init__(self, first: str) -> None:
        super().__init__()
        self.families = welcome.families(first)

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
        yield Keys(self._footer)

    def _footer(self, width: int) -> Text:
        """The keys; a click on one does the same."""
        names = iter(welcome.CHOICES)
        lines = []
        for line in welcome.footer(self.words, width):
            parts = []
            for key, label in zip(line[::2], line[1::2], strict=True):
                told = self._text((key, label))
                told.apply_meta({"@click": f"screen.do('{next(names)}')"})
                parts.append(told)
            lines.append(Text().join(parts))
        return Text("\n", no_wrap=True).join(lines)

    def _text(self, runs: Iterable[Run]) -> Text:
        return Text.assemble(*((text, self.carpets.style_of(key)) for text, key in runs))

    @property
    def rules(self) -> AnyRules:
        """The highlighted variant."""
        variants = self.query_one(OptionList)
        option = variants.highlighted_option
        return VARIANTS[option.id if option is not None and option.id else self.families[0]]

    def on_option_list_option_highlighted(self) -> None:
        told = welcome.about(self.words, self.rules)
        self.query_one("#told", Static).update(Text("\n").join(self._text([run]) for run in told))

    def on_option_list_option_selected(self) -> None:
        """A second Enter that comes before the table is there means the same game."""
        if self.app.screen is self:
            self.carpets.enter(self.rules)

    def action_step(self, by: int) -> None:
        variants = self.query_one(OptionList)
        variants.action_cursor_down() if by > 0 else variants.action_cursor_up()

    def action_do(self, name: str) -> None:
        match name:
            case "help":
                self.carpets.open_help(welcome.actions(), self.action_do)
            case "act":
                self.carpets.enter(self.rules)
            case "up" | "down":
                self.action_step(1 if name == "down" else -1)
            case _:
                self.carpets.do(name, self.rules)
