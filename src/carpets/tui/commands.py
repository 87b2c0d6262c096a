"""What the command palette finds: actions that would do something, variants, palettes, all in the player's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.screen import Screen

from carpets.games import VARIANTS
from carpets.paint.palettes import PALETTES
from carpets.settings import VALUES
from carpets.tui import keys, saying, welcome
from carpets.tui.home import HomeScreen
from carpets.tui.keys import Action
from carpets.tui.table_screen import TableScreen

if TYPE_CHECKING:
    from carpets.tui.app import CarpetsApp


def commands(app: CarpetsApp, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """The commands of the screen below the palette."""
    words = app.words
    if isinstance(screen, TableScreen | HomeScreen):
        for action in _actions(app, screen):
            if action.name not in (*keys.MOVES, "palette"):
                shown = keys.shown(keys.keys_of(action, app.seat.chosen)[0])
                yield SystemCommand(words.text(action.told), shown, partial(screen.action_do, action.name))
    for rules in VARIANTS.values():
        title = words.text("Play {variant}", variant=words.variant(rules))
        yield SystemCommand(title, words.text("a fresh deal of {name}", name=rules.name), partial(app.deal, rules))
        ask: Callable[[], None] = partial(app.ask_number, rules)
        title = words.text("Play {variant} by its deal number", variant=words.variant(rules))
        yield SystemCommand(title, rules.name, ask, discover=False)
    for name in PALETTES:
        title = words.text("Palette: {name}", name=words.text(VALUES[name]))
        yield SystemCommand(title, words.text("colours of table and cards"), partial(app.use_palette, name))


def _actions(app: CarpetsApp, screen: TableScreen | HomeScreen) -> Iterable[Action]:
    """What the screen can do now."""
    if isinstance(screen, HomeScreen):
        return welcome.actions()
    possible = saying.possible(screen.play, app.seat)
    return (action for action in keys.ACTIONS if action.name in possible)
