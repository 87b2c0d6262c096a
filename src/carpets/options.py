"""Settings in words: their lines, and what is wrong with one. No screens; the settings screen has its own."""

from __future__ import annotations

from carpets.settings import NAMES, OPTIONS, SAID, VALUES, Bad, Settings
from carpets.words import Words


def word_of(settings: Settings, name: str) -> str:
    """The word that ``chosen`` takes for the value there is."""
    value = getattr(settings, name)
    return SAID[value] if isinstance(value, bool) else value


def shown(words: Words, settings: Settings) -> list[str]:
    """A line for each setting: its name, its word, what it is and what the word means."""
    rows = [(row.name, word_of(settings, row.name), words.text(row.told)) for row in OPTIONS]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [
        f"{name.ljust(widths[0])}  {value.ljust(widths[1])}  {said}: {words.text(VALUES[value])}"
        for name, value, said in rows
    ]


def unknown(words: Words, name: str) -> str:
    """That there is no such setting, and which there are."""
    return words.text("there is no “{value}”; there are {names}", value=name, names=", ".join(NAMES))


def told(words: Words, fault: Bad, file: str = "") -> str:
    """What is wrong with a setting."""
    where = f"{file}: " if file else ""
    if not fault.key:
        return where + words.text("the settings cannot be read: {reason}", reason=fault.value)
    return where + words.text(
        "{value} is no value of {key}; {right}", value=fault.value, key=fault.key, right=fault.right
    )
