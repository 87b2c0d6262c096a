"""The player's settings: how the table looks and behaves, and every key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from carpets.settings import OPTIONS, SAID, VALUES, Settings
from carpets.tui import keys
from carpets.tui.keys import Action
from carpets.tui.page import Card, Keys, Page, binding, flowing, key_button
from carpets.value import replace

if TYPE_CHECKING:
    from carpets.tui.app import CarpetsApp

KEY = "key "
"""Before an action's name: the id of its row."""


WIDE = 78
"""Columns from which on the values stand in a column of their own."""


def _row(told: str, value: str, column: int) -> str:
    """A setting and its value, which stands in that column, or behind a colon where there is none."""
    return f"{told:<{column}}{value}" if column else f"{told}: {value}"


class SettingsScreen(Page[None]):
    """A row a setting: Enter takes the next value, or asks for a key. Everything counts at once."""

    BINDINGS: ClassVar[list[Binding]] = [  # type: ignore[assignment]
        binding("close", ["escape", "q"], "close"),
        binding("down", ["j"], "step(1)"),
        binding("up", ["k"], "step(-1)"),
        binding("next", ["space", "right", "l"], "change(1)"),
        binding("previous", ["left", "h"], "change(-1)"),
        binding("reset", ["delete", "backspace"], "reset"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(self.words.text("Settings"), id="banner", markup=False)
        yield OptionList(*self._rows(), id="settings", compact=True, markup=False)
        yield Static("", id="more", markup=False)
        yield Static("", id="why", classes="wrong", markup=False)
        yield Keys(self._footer)

    def _footer(self, width: int) -> Content:
        text = self.words.text
        keys = [
            key_button("Enter", text("change"), "change(1)"),
            key_button("Del", text("as it came"), "reset"),
            key_button("Esc", text("close"), "close"),
        ]
        return flowing(keys, width)

    @property
    def settings(self) -> Settings:
        return self.carpets.seat.settings

    def _rows(self) -> list[Option | None]:
        words, settings = self.words, self.settings
        longest = max(
            len(words.text(told))
            for told in [option.told for option in OPTIONS] + [action.told for action in keys.ACTIONS]
        )
        column = 2 + longest if self.app.size.width >= WIDE else 0
        rows: list[Option | None] = []
        for option in OPTIONS:
            value = getattr(settings, option.name)
            said = words.text(VALUES[value if option.choices else SAID[value]])
            rows.append(Option(_row(words.text(option.told), said, column), id=option.name))
        rows.append(None)
        own = self._own(settings.keys)
        for action in keys.ACTIONS:
            shown = "  ".join(keys.shown(key) for key in keys.keys_of(action, own))
            rows.append(Option(_row(words.text(action.told), shown, column), id=KEY + action.name))
        return rows

    def _own(self, own: Mapping[str, str]) -> Mapping[str, str]:
        """The keys that are not as they come, when the player chose these."""
        return keys.own_keys(own, self.settings.vi_keys)

    def _chosen(self) -> str:
        option = self.query_one(OptionList).highlighted_option
        return (option.id or "") if option is not None else ""

    def on_option_list_option_highlighted(self) -> None:
        """What there is to know of the row."""
        more = next((option.more for option in OPTIONS if option.name == self._chosen()), "")
        self.query_one("#more", Static).update(self.words.text(more) if more else "")

    # ------------------------------------------------------------ changes

    def on_option_list_option_selected(self) -> None:
        self.action_change(1)

    def action_change(self, by: int) -> None:
        name = self._chosen()
        if name.startswith(KEY):
            action = keys.BY_NAME[name.removeprefix(KEY)]
            self.app.push_screen(KeyPrompt(action, self._own(self.settings.keys)), lambda key: self._key(action, key))
            return
        option = next(option for option in OPTIONS if option.name == name)
        value = getattr(self.settings, name)
        if option.choices:
            value = option.choices[(option.choices.index(value) + by) % len(option.choices)]
        else:
            value = not value
        self.use(replace(self.settings, **{name: value}))

    def _key(self, action: Action, key: str | None) -> None:
        if key is not None:
            self.use(replace(self.settings, keys={**self.settings.keys, action.name: key}))

    def action_reset(self) -> None:
        """The row as it came."""
        name = self._chosen()
        if name.startswith(KEY):
            own = {action: key for action, key in self.settings.keys.items() if action != name.removeprefix(KEY)}
            if not keys.clashes(self._own(own)):
                self.use(replace(self.settings, keys=own))
            return
        self.use(replace(self.settings, **{name: getattr(Settings(), name)}))

    def use(self, settings: Settings) -> None:
        """Play under these settings from now on, and keep them."""
        why = self.carpets.use_settings(settings)
        rows = self.query_one("#settings", OptionList)
        at, top = rows.highlighted, rows.scroll_offset.y
        rows.clear_options()
        rows.add_options(self._rows())
        rows.highlighted = at
        rows.scroll_to(y=top, animate=False)
        self.query_one("#why", Static).update(why)

    def action_step(self, by: int) -> None:
        rows = self.query_one("#settings", OptionList)
        rows.action_cursor_down() if by > 0 else rows.action_cursor_up()

    def action_close(self) -> None:
        self.dismiss(None)


class KeyPrompt(Card[str]):
    """Waits for one key. A key that does something else already is refused, with what it does."""

    def __init__(self, action: Action, own: Mapping[str, str]) -> None:
        super().__init__()
        self.action = action
        self.own = own

    def compose(self) -> ComposeResult:
        words = cast("CarpetsApp", self.app).words
        with Vertical(classes="card"):
            yield Static(words.text(self.action.told), classes="title", markup=False)
            yield Static(words.text("Press the new key. Esc: leave it as it is."), markup=False)
            yield Static("", id="why", classes="wrong", markup=False)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.dismiss(None)
            return
        key = keys.latin(event.key)
        clash = next(
            (clash for clash in keys.clashes({**self.own, self.action.name: key}) if self.action.name in clash[1:]),
            None,
        )
        if clash is None:
            self.dismiss(key)
            return
        words = cast("CarpetsApp", self.app).words
        other = next(name for name in clash[1:] if name != self.action.name)
        told = words.text(
            "{key} is taken: {action}.", key=keys.shown(clash[0]), action=words.text(keys.BY_NAME[other].told)
        )
        self.query_one("#why", Static).update(told)
