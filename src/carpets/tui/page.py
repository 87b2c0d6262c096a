"""What every screen of ours shares: the app by its own type, the player's words, bindings that speak them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar, cast

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.visual import VisualType
from textual.widgets import Static

from carpets.tui.keys import ACTIONS, keys_of, paired
from carpets.words import Words

if TYPE_CHECKING:
    from carpets.tui.app import CarpetsApp

Result = TypeVar("Result")


class Page(Screen[Result]):
    """A screen."""

    @property
    def carpets(self) -> CarpetsApp:
        return cast("CarpetsApp", self.app)

    @property
    def words(self) -> Words:
        return self.carpets.words

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Once. Two keys may come before the screen has gone: Textual would close what lies below."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()


class Card(ModalScreen[Result | None], Page[Result | None]):
    """A page that is something small over a screen. A click beside it closes it without an answer."""

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss(None)


class Keys(Static):
    """Words to be clicked, in the colours they were given."""

    def __init__(self, told: Callable[[int], VisualType] | None = None, name: str = "keys") -> None:
        """``told``: the words for so many columns; None where they are given by ``update``."""
        super().__init__(id=name)
        self.auto_links = False
        self._told = told

    def on_mount(self) -> None:
        self.on_resize()

    def on_resize(self) -> None:
        if self._told is not None:
            self.update(self._told(self.app.size.width))


def button(told: str, action: str, style: str = "") -> Content:
    """Words that a click on them does something."""
    return Content.styled(told, style).stylize(Style.from_meta({"@click": f"screen.{action}"}))


def key_button(key: str, told: str, action: str) -> Content:
    """A key of a footer and what it does; a click does it too."""
    return button(f" {key}", action, "bold $primary") + button(f" {told} " if told else " ", action)


def flowing(parts: list[Content], width: int) -> Content:
    """The parts after each other, none of them broken, on as many lines as they need."""
    lines = [parts[0]]
    for part in parts[1:]:
        if lines[-1].cell_length + 1 + part.cell_length <= width:
            lines[-1] = lines[-1] + " " + part
        else:
            lines.append(part)
    return Content("\n").join(lines)


def binding(name: str, keys: Iterable[str], call: str, told: str = "", *, priority: bool = False) -> Binding:
    both = ",".join(pair for key in keys for pair in paired(key))
    return Binding(both, call, told, show=False, id=name, priority=priority)


def keymap(chosen: dict[str, str]) -> dict[str, str]:
    """The player's own keys as Textual's keymap, on both layouts."""
    return {
        action.name: ",".join(pair for key in keys_of(action, chosen) for pair in paired(key))
        for action in ACTIONS
        if action.name in chosen
    }
