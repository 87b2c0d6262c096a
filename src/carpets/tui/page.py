"""What every screen of ours shares: the app by its own type, the player's words, bindings that speak them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar, cast

from textual.binding import Binding
from textual.screen import Screen

from carpets.tui.keys import ACTIONS, keys_of, paired
from carpets.words import Words

if TYPE_CHECKING:
    from carpets.tui.app import CarpetsApp

Result = TypeVar("Result")


class Page(Screen[Result]):
    """A full screen."""

    @property
    def carpets(self) -> CarpetsApp:
        return cast("CarpetsApp", self.app)

    @property
    def words(self) -> Words:
        return self.carpets.words


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
