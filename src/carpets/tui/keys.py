"""What can be done on the table, and the keys that do it: one row an action.

The footer, the help screen, the palette and the settings read the same rows. No Textual.

``h`` is a hint; whoever moves by ``hjkl`` as in vi sets ``vi_keys``, and a hint is ``t`` (a tip). Every
letter also works where it lies on a Russian layout, which ``paired`` finds; under the kitty protocol
Ctrl+Z arrives there as ``ctrl+я``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from carpets.value import Value
from carpets.words import N_

_LATIN = "qwertyuiopasdfghjklzxcvbnm"
_CYRILLIC = "йцукенгшщзфывапролдячсмить"
_PAIRS = dict(zip(_LATIN + _LATIN.upper(), _CYRILLIC + _CYRILLIC.upper(), strict=True))


class Action(Value):
    """``name`` is the binding's id and the method's name; ``keys`` in Textual's words, the first one is shown.

    ``label`` for the footer, ``told`` for help and the palette; ``rank`` in the footer, 0 for never.
    """

    name: str
    keys: tuple[str, ...]
    label: str
    told: str
    rank: int = 0


ACTIONS: tuple[Action, ...] = (
    Action("left", ("left",), N_("left"), N_("Move the cursor left")),
    Action("right", ("right",), N_("right"), N_("Move the cursor right")),
    Action("up", ("up",), N_("up"), N_("Move the cursor up")),
    Action("down", ("down",), N_("down"), N_("Move the cursor down")),
    Action("first", ("home",), N_("row start"), N_("To the first cell of the row")),
    Action("last", ("end",), N_("row end"), N_("To the last cell of the row")),
    Action("next", ("tab",), N_("next"), N_("To the next card that can move")),
    Action("previous", ("shift+tab",), N_("previous"), N_("To the previous card that can move")),
    Action("act", ("enter", "space"), N_("play"), N_("Play the card, fill the hole, turn the stock"), 1),
    Action("cancel", ("escape",), N_("cancel"), N_("Take back the first choice"), 2),
    Action("redeal", ("p",), N_("redeal"), N_("Redeal the cards outside the chains"), 3),
    Action("draw", ("d",), N_("draw"), N_("Turn a card of the stock"), 4),
    Action("home", ("x",), N_("home"), N_("Send the card to its base"), 8),
    Action("undo", ("u", "ctrl+z", "backspace"), N_("undo"), N_("Undo a move"), 5),
    Action("redo", ("r", "ctrl+y"), N_("redo"), N_("Make the undone move again"), 11),
    Action("hint", ("h", "t"), N_("hint"), N_("Show a hint"), 6),
    Action("odds", ("o",), N_("odds"), N_("Show the chance of every choice"), 7),
    Action("review", ("v",), N_("review"), N_("Look back where the game was won or lost"), 26),
    Action("rescue", ("U",), N_("to a win"), N_("Back to the last position that can be won"), 3),
    Action("collect", ("c",), N_("collect"), N_("Make every move that never hurts"), 10),
    Action("new", ("n",), N_("new"), N_("A new deal of this variant"), 9),
    Action("number", ("g",), N_("deal number"), N_("Play a deal by its number"), 14),
    Action("restart", ("R",), N_("restart"), N_("Back to the first position"), 15),
    Action("menu", ("m",), N_("games"), N_("Choose another game"), 13),
    Action("book", ("b", "f2"), N_("rules"), N_("Read the rules of this variant"), 16),
    Action("lesson", ("T", "f3"), N_("lesson"), N_("Learn the game by a short lesson")),
    Action("save", ("w",), N_("save"), N_("Save the game as a replay file"), 18),
    Action("xray", ("X",), N_("x-ray"), N_("Look through the stock"), 19),
    Action("settings", ("s", "f4"), N_("settings"), N_("Change the looks, the manners and the keys"), 22),
    Action("records", ("S", "f5"), N_("records"), N_("Statistics, past games, deals of the day, achievements"), 23),
    Action("day", ("D", "f6"), N_("deal of the day"), N_("Play the deal of the day"), 24),
    Action("share", ("y",), N_("share"), N_("Copy this deal and how it went, for a friend"), 25),
    Action("language", ("L",), N_("language"), N_("Speak the other language"), 20),
    Action("redraw", ("ctrl+l",), N_("redraw"), N_("Draw the screen again")),
    Action("palette", ("ctrl+p",), N_("commands"), N_("Find a command by its name"), 17),
    Action("help", ("question_mark", "f1", "comma"), N_("help"), N_("Show the keys that work now"), 12),
    Action("quit", ("q", "ctrl+q"), N_("quit"), N_("Leave the program"), 21),
)
"""In the order in which help shows them."""
MOVES = frozenset({"left", "right", "up", "down", "first", "last", "next", "previous"})
"""Those that only move the cursor: the game stays as it is, and they always do something."""

BY_NAME: Mapping[str, Action] = {action.name: action for action in ACTIONS}

VI: Mapping[str, tuple[str, ...]] = {
    "left": ("left", "h"), "right": ("right", "l"), "up": ("up", "k"), "down": ("down", "j"), "hint": ("t",),
}  # fmt: skip
"""The keys that are others where ``hjkl`` move the cursor."""

_SHOWN = {
    "left": "←", "right": "→", "up": "↑", "down": "↓", "question_mark": "?", "comma": ",", "escape": "Esc",
    "enter": "Enter", "space": "Space", "tab": "Tab", "shift+tab": "Shift+Tab", "backspace": "Backspace",
    "home": "Home", "end": "End", "plus": "+", "minus": "-", "pageup": "PgUp", "pagedown": "PgDn",
    "left_square_bracket": "[", "right_square_bracket": "]",
}  # fmt: skip


def shown(key: str) -> str:
    """A key as people write it: ``Ctrl+Z``, ``?``, ``F1``."""
    if key in _SHOWN:
        return _SHOWN[key]
    if key.startswith("ctrl+"):
        return "Ctrl+" + key[5:].upper()
    return key.upper() if len(key) > 1 else key


def paired(key: str) -> tuple[str, ...]:
    """The key, and the same key on a Russian layout where it is another letter."""
    start, letter = ("ctrl+", key[5:]) if key.startswith("ctrl+") else ("", key)
    return (key, start + _PAIRS[letter]) if letter in _PAIRS else (key,)


def latin(key: str) -> str:
    """The key by its Latin letter, from either layout."""
    start, letter = ("ctrl+", key[5:]) if key.startswith("ctrl+") else ("", key)
    return start + next((ours for ours, theirs in _PAIRS.items() if theirs == letter), letter)


def own_keys(own: Mapping[str, str], vi: bool) -> Mapping[str, str]:
    """Keys by action name: the player's own, and those of ``VI`` that they leave free if so wished."""
    if not vi:
        return own
    taken = {key.strip() for keys in own.values() for key in keys.split(",")}
    return {name: ",".join(key for key in keys if key not in taken) for name, keys in VI.items()} | dict(own)


def keys_of(action: Action, chosen: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The keys of an action, the player's own (comma-separated, by action name) instead of ours."""
    own = (chosen or {}).get(action.name)
    return tuple(key.strip() for key in own.split(",")) if own else action.keys


def by_key(chosen: Mapping[str, str], actions: Iterable[Action] = ACTIONS) -> dict[str, str]:
    """The names of actions by the keys that do them, on both layouts."""
    return {pair: action.name for action in actions for key in keys_of(action, chosen) for pair in paired(key)}


def clashes(chosen: Mapping[str, str]) -> tuple[tuple[str, str, str], ...]:
    """Keys that would do two things: (key, action, action)."""
    seen: dict[str, str] = {}
    found = []
    for action in ACTIONS:
        for key in (pair for own in keys_of(action, chosen) for pair in paired(own)):
            if seen.setdefault(key, action.name) != action.name:
                found.append((key, seen[key], action.name))
    return tuple(found)
