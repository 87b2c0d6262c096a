"""What the home screen says, as rows of the painter: its first frame is on the screen before Textual is there.

Pure, and without Textual. The list and the scrolling are the screen's; these rows stand where it will draw them.
"""

from __future__ import annotations

from collections.abc import Iterator

from carpets import telling
from carpets.games import FAMILIES, VARIANTS, AnyRules, family
from carpets.paint.chrome import cells, centred, cut, padded, wrapped
from carpets.paint.model import Painting, Row, Run
from carpets.tui import keys
from carpets.tui.keys import Action
from carpets.value import replace
from carpets.words import N_, Words

CHOICES = ("act", "number", "book", "lesson", "day", "records", "settings", "language", "palette", "help", "quit")
LABELS = {"act": N_("sit down"), "number": N_("deal number"), "book": N_("rules"), "language": N_("language")}
SITTING = N_("Play the chosen variant")
WIDE = 64
"""Columns from which on the variant is described beside the list, not below it."""
LIST = 36
"""Columns of the list beside which there is something."""
SCROLLBAR = 1


def families(first: str) -> tuple[str, ...]:
    """Both families, that one first."""
    return first, *(name for name in FAMILIES if name != first)


def actions() -> tuple[Action, ...]:
    """What this screen can do, in the order of help; the list's own keys are among them."""
    found = tuple(action for action in keys.ACTIONS if action.name in (*CHOICES, "up", "down"))
    return tuple(replace(action, told=SITTING) if action.name == "act" else action for action in found)


def footer(words: Words, width: int) -> list[list[Run]]:
    """The keys of this screen in lines, none parted from its label."""
    lines: list[list[Run]] = [[]]
    room = width
    for name in CHOICES:
        action = keys.BY_NAME[name]
        key, label = f" {keys.shown(action.keys[0])} ", f"{words.text(LABELS.get(name, action.label))} "
        room -= cells(key + label)
        if room < 0 and lines[-1]:
            lines.append([])
            room = width - cells(key + label)
        lines[-1] += (key, "key"), (label, "label")
    return lines


def about(words: Words, rules: AnyRules) -> Iterator[Run]:
    """A variant in paragraphs: its name, its source, its size, how it differs."""
    yield words.variant(rules), "title"
    yield words.text("after {source}", source=rules.after), "muted"
    yield "", "text"
    rows, columns = rules.grid
    yield words.count("{n} card", "{n} cards", len(rules.pack.cards)) + f", {rows}×{columns}", "text"
    yield "", "text"
    for line in telling.differences(words, rules):
        yield f"• {line}", "text"


def first_painting(words: Words, first: str, width: int, height: int) -> Painting:
    """The screen as it opens, the first variant chosen."""
    keys_below = [padded(line, width, "footer") for line in footer(words, width)]
    room = height - 3 - len(keys_below)
    rows: list[Row] = [((" " * width, "table"),)] * height
    rows[1:2] = [centred([(words.text("CARPETS"), "title")], width, "table")]
    wide = width >= WIDE
    beside = width - LIST - 6 if wide else width - 2
    told = [(line, key) for text, key in about(words, VARIANTS[first]) for line in (wrapped(text, beside) or [""])]
    listed = max(0, room if wide else room * 2 // 3)
    names = _names(words, first)
    across = (LIST if wide else width - 2) - (SCROLLBAR if len(names) > listed else 0)
    for y, name in enumerate(names[:listed]):
        text = "─" * across if name is None else cut(name, across).ljust(across)
        here: list[Run] = [(text, "text" if y else "name:on:cursor")]
        if wide and y < len(told):
            here += (" " * (LIST + 2 - across), "table"), told[y]
        rows[3 + y] = padded(here, width, "table", 1)
    if not wide:
        for y, run in enumerate(told[: max(0, room - listed - 1)], 4 + listed):
            rows[y] = padded([run], width, "table", 1)
    rows[max(0, height - len(keys_below)) :] = keys_below
    return Painting(tuple(rows[:height]))


def _names(words: Words, first: str) -> list[str | None]:
    """The lines of the list: variants, and None between the families."""
    here, *others = ([words.variant(rules) for rules in family(name)] for name in families(first))
    return [*here, *(line for other in others for line in (None, *other))]
