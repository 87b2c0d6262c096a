"""The player's settings: one value, and the TOML file it is read from and written to.

A bad value is named and left out, the rest counts; keys this program does not know are kept for
the one that does. A file is replaced whole or not at all. What the settings mean is for the screens.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from carpets.folders import config_folder
from carpets.value import Value, replace
from carpets.words import LANGUAGES, N_

FILE = "settings.toml"
AUTO = "auto"


class Settings(Value):
    """``keys``: keys of the player's own by action name. ``rest``: what another version wrote."""

    language: str = AUTO
    palette: str = "felt"
    cards: str = AUTO
    suits: str = "signs"
    four_colours: bool = True
    marks: str = "all"
    animation: bool = True
    auto_collect: bool = False
    auto_single: bool = False
    confirm: bool = True
    clock: bool = True
    score: bool = False
    lamp: bool = False
    vi_keys: bool = False
    keys: Mapping[str, str] = MappingProxyType({})
    rest: Mapping[str, Any] = MappingProxyType({})


class Option(Value):
    """One setting as the screen and the command line show it. ``choices`` () means yes or no; ``more``: a remark."""

    name: str
    told: str
    choices: tuple[str, ...] = ()
    more: str = ""


OPTIONS: tuple[Option, ...] = (
    Option("language", N_("Language"), (AUTO, *LANGUAGES)),
    Option("palette", N_("Colours of the table"), ("felt", "kilim", "night", "day", "contrast")),
    Option("cards", N_("How cards are drawn"), (AUTO, "soft", "line", "box", "ascii")),
    Option("suits", N_("Suits shown as"), ("signs", "letters")),
    Option("four_colours", N_("Four colours for the four suits")),
    Option("marks", N_("Marks on the table"), ("all", "few", "none")),
    Option("animation", N_("Cards glide to their place")),
    Option("auto_collect", N_("Make moves that never hurt by themselves")),
    Option("auto_single", N_("Make the only possible move by itself")),
    Option("confirm", N_("Ask before a game is given up")),
    Option("clock", N_("Show the clock")),
    Option("score", N_("Show the score in every variant")),
    Option(
        "lamp",
        N_("Show whether the game can still be won"),
        more=N_("It counts as a hint. While Carpet's stock is hidden it tells a chance only: it does not look."),
    ),
    Option("vi_keys", N_("Move with hjkl")),
)
VALUES = {
    AUTO: N_("automatic"), "en": "English", "ru": "русский",
    "felt": N_("green felt"), "kilim": N_("kilim"), "night": N_("night"), "day": N_("day"), "contrast": N_("contrast"),
    "soft": N_("soft paper"), "line": N_("outlines"), "box": N_("plain boxes"), "ascii": N_("letters only"),
    "all": N_("all"), "few": N_("neither playable cards nor the last move"), "none": N_("not even what a hole takes"),
    "signs": "♣ ♠ ♥ ♦", "letters": "C S H D", "yes": N_("yes"), "no": N_("no"),
}  # fmt: skip
"""What each choice is called; the words that are marked are for the catalogue."""
SAID = {True: "yes", False: "no"}
NAMES = tuple(option.name for option in OPTIONS)


class Bad(Value):
    """A value that was left out: its key, what stood there, and what may stand there. ``key`` '' is the whole file."""

    key: str
    value: str
    right: str = ""


def option(name: str) -> Option:
    """Raises KeyError."""
    return {row.name: row for row in OPTIONS}[name]


def chosen(settings: Settings, name: str, word: str) -> Settings | Bad:
    """The settings with one of them set by a word, as on a command line: ``yes``, ``no`` or a choice."""
    row = option(name)
    choices = row.choices or tuple(SAID.values())
    if word not in choices:
        return Bad(name, word, ", ".join(choices))
    return replace(settings, **{name: word if row.choices else word == SAID[True]})


# ---------------------------------------------------------------- text


def read_settings(text: str) -> tuple[Settings, tuple[Bad, ...]]:
    """The settings of a TOML text, and the values that were left out."""
    import tomllib

    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), (Bad("", str(error)),)
    settings, bad = Settings(), []
    for name in NAMES:
        if name in found:
            match _judged(option(name), found.pop(name)):
                case Bad() as fault:
                    bad.append(fault)
                case value:
                    settings = replace(settings, **{name: value})
    keys = found.pop("keys", {})
    if isinstance(keys, dict) and all(isinstance(key, str) for key in keys.values()):
        settings = replace(settings, keys=keys)
    else:
        bad.append(Bad("keys", write_value(keys), '[keys] undo = "u"'))
    return replace(settings, rest=found), tuple(bad)


def _judged(row: Option, value: object) -> Any:
    if row.choices and value in row.choices:
        return value
    if not row.choices and isinstance(value, bool):
        return value
    right = ", ".join(f'"{choice}"' for choice in row.choices) or "true, false"
    return Bad(row.name, write_value(value), right)


def write_settings(settings: Settings) -> str:
    """TOML that reads back as the same settings; what is as it comes is left out."""
    plain = Settings()
    own = {row.name: getattr(settings, row.name) for row in OPTIONS}
    values = {name: value for name, value in own.items() if value != getattr(plain, name)}
    tables = {"keys": dict(settings.keys)} if settings.keys else {}
    return "\n".join(_table({**values, **settings.rest, **tables}, ()))


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    """Plain values first, then the tables below this one."""
    lines = [f"{_key(name)} = {write_value(value)}" for name, value in table.items() if not isinstance(value, dict)]
    for name, value in table.items():
        if isinstance(value, dict):
            below = (*path, _key(name))
            lines += ["", f"[{'.'.join(below)}]", *_table(value, below)]
    return lines if path else [*lines, ""]


def _key(name: str) -> str:
    bare = name and all(char.isascii() and (char.isalnum() or char in "-_") for char in name)
    return name if bare else write_value(name)


def write_value(value: object) -> str:
    """One value of TOML 1.0 on one line."""
    from datetime import date, datetime, time

    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case datetime() | date() | time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(write_value, value))}]"
        case dict():
            return f"{{{', '.join(f'{_key(name)} = {write_value(below)}' for name, below in value.items())}}}"
        case _:
            return '"' + "".join(_escaped(char) for char in str(value)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if char >= " " and char != "\x7f" else f"\\u{ord(char):04x}"


# ---------------------------------------------------------------- the file


def settings_file() -> str:
    """``settings.toml`` in the player's folder for configuration."""
    return os.path.join(config_folder(), FILE)


def load(path: str | os.PathLike[str]) -> tuple[Settings, tuple[Bad, ...]]:
    """The settings of a file; those as they come where there is none. Never raises: what is wrong comes back named."""
    try:
        with open(path, encoding="utf-8") as file:
            return read_settings(file.read())
    except FileNotFoundError:
        return Settings(), ()
    except (OSError, UnicodeDecodeError) as error:
        return Settings(), (Bad("", str(getattr(error, "strerror", None) or error)),)


def save(settings: Settings, path: str | os.PathLike[str]) -> None:
    """Replaces the file in one step. A file that could not be read is set aside first. Raises OSError."""
    folder, name = os.path.split(path)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if any(bad.key == "" for bad in load(path)[1]):
        os.replace(path, f"{path}.unreadable")
    fresh = os.path.join(folder, f".{name}.{os.getpid()}")
    try:
        with open(fresh, "w", encoding="utf-8", newline="\n") as file:
            file.write(write_settings(settings))
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        with suppress(FileNotFoundError):
            os.unlink(fresh)
        raise
