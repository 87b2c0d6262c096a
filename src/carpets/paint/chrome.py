"""The words around the board: header, message and footer, fitted to a width without an ugly cut."""

from __future__ import annotations

import re
from functools import lru_cache

from carpets.paint.model import Chrome, Look, Rect, Row, Run
from carpets.paint.tiles import joined
from carpets.rules import Table

_BAR = {"soft": "━─", "line": "━─", "box": "═─", "ascii": "#."}
_SENTENCE = r"(?<=[.!?…])\s+"


def clean(text: str) -> str:
    """Printable text on one line, without the variation selectors that change a sign's width."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c for c in text if c.isprintable() and not "\ufe00" <= c <= "\ufe0f")


@lru_cache(maxsize=1024)
def cells(text: str) -> int:
    """How many screen cells a text takes. Words come again and again."""
    if text.isascii() or max(text) < "\u0300":
        return len(text)
    import unicodedata  # a library of its own to load, and most texts do without

    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def cut(text: str, width: int, more: str = "…") -> str:
    """The text within ``width`` cells, its end replaced by ``more`` where it is too long."""
    if cells(text) <= width:
        return text
    more = more[:width]
    room, kept = width - len(more), 0
    while kept < len(text) and (room := room - cells(text[kept])) >= 0:
        kept += 1
    return text[:kept].rstrip() + more


def padded(runs: list[Run], width: int, key: str, x: int = 0) -> Row:
    """Runs from column ``x`` on, the rest of the row filled up; what is too much at the end goes."""
    out: list[Run] = [(" " * x, key)]
    for text, style in runs:
        text = cut(text, width - x, "")
        out.append((text, style))
        x += cells(text)
    return joined([*out, (" " * (width - x), key)])


def centred(runs: list[Run], width: int, key: str) -> Row:
    return padded(runs, width, key, max(0, (width - sum(cells(text) for text, _ in runs)) // 2))


# ------------------------------------------------------------ header


def header(chrome: Chrome, table: Table, width: int, look: Look) -> Row:
    """Title and deal on the left; progress and facts on the right, dropped from the end where they do not fit."""
    more = "~" if look.style == "ascii" else "…"
    margin = 2 if width >= 60 else 1
    room = width - 2 * margin
    title, deal = clean(chrome.title).upper(), clean(chrome.deal)
    done = f"{table.done}/{table.goal}"
    facts = [clean(fact) for fact in chrome.facts if fact]
    lit, lamp = chrome.lamp[0], clean(chrome.lamp[1])
    bar = min(30, width // 8) if width >= 60 else 0

    def taken() -> int:
        left = cells(title) + (2 + cells(deal) if deal else 0)
        right = (bar + 1 if bar else 0) + len(done) + sum(3 + cells(fact) for fact in [lamp, *facts] if fact)
        return left + 2 + right

    while taken() > room and len(facts) > 1:
        facts.pop()
    if taken() > room and bar:
        bar = 0
    if taken() > room and facts:
        facts.pop()
    if taken() > room:
        deal = ""
    if taken() > room:
        title = cut(title, max(0, room - 2 - len(done) - (3 + cells(lamp) if lamp else 0)), more)
    left: list[Run] = [(title, "title"), (f"  {deal}" if deal else "", "muted")]
    right: list[Run] = [(f"{done}", "text")]
    if bar:
        full = round(bar * table.done / table.goal)
        signs = _BAR[look.style]
        right = [(signs[0] * full, "bar:done"), (signs[1] * (bar - full), "bar:left"), (" ", "table"), *right]
    if lamp:
        right.append((f"   {lamp}", lit))
    for at, fact in enumerate(facts):
        right.append((f"   {fact}", "muted" if at else "text"))
    space = room - sum(cells(text) for text, _ in left + right)
    return padded([*left, (" " * space, "table"), *right], width, "table", margin)


# ------------------------------------------------------------ message


@lru_cache(maxsize=64)
def message(text: str, width: int, lines: int, most: int, look: Look) -> tuple[Row, ...]:
    """The message in at most ``lines`` rows: wrapped at words, else whole sentences from its end left out.

    A first sentence that is longer takes up to ``most`` rows, and is cut only there.
    """
    more = "~" if look.style == "ascii" else "…"
    shown = _fitted(clean(text), width - 2 if width >= 20 else width, lines, most, more)
    return tuple(centred([(line, "message")], width, "table") for line in shown)


def _fitted(text: str, width: int, lines: int, most: int, more: str) -> list[str]:
    """As many whole sentences as fit, parted between two of them where that is possible."""
    if cells(text) <= width:
        return [text]
    sentences = re.split(_SENTENCE, text)
    for keep in range(len(sentences), 0, -1):
        for part in range(keep, 0, -1):
            halves = ["  ".join(half) for half in (sentences[:part], sentences[part:keep]) if half]
            if len(halves) <= lines and all(cells(half) <= width for half in halves):
                return halves
        folded = _even("  ".join(sentences[:keep]), width)
        if len(folded) <= lines:
            return folded
    folded = _even(sentences[0], width)
    if len(folded) <= most:
        return folded
    return [*folded[: most - 1], cut(folded[most - 1], width - len(more), "") + more]


def _even(text: str, width: int) -> list[str]:
    """The text in as few lines as can be, none much shorter than the others."""
    lines = wrapped(text, width)
    for narrower in range(-(-cells(text) // len(lines)), width):
        if len(even := wrapped(text, narrower)) == len(lines):
            return even
    return lines


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most ``width`` cells, broken between words, or within one that is longer than a line."""
    lines: list[str] = []
    line = ""
    for word in re.split(r"(?<=\S)( +)(?=\S)", text):
        if cells(line + word) <= width:
            line += word
            continue
        lines.append(line.rstrip())
        line = word.strip()
        while cells(line) > width:
            part = cut(line, width, "") or line[0]  # a sign wider than the line
            lines.append(part)
            line = line[len(part) :]
    return [kept for kept in [*lines, line.rstrip()] if kept]


# ------------------------------------------------------------ footer

LAST = "help"
"""The action that is kept at the end of the footer where not all fit: it tells of the others."""


@lru_cache(maxsize=64)
def footer(
    keys: tuple[tuple[str, str, str], ...], width: int, bottom: int, lines: int
) -> tuple[tuple[Row, ...], dict[str, Rect]]:
    """The keys that work now, as many as fit into ``lines`` rows, and where each may be clicked.

    ``bottom``: the last of these rows. No row is empty unless there are no keys at all.
    """
    margin, gap = (2, 3) if width >= 60 else (1, 2)
    shown = [(clean(key), clean(label), action) for key, label, action in keys]
    rows = _flowing(shown, width - 2 * margin + 1, gap, lines)
    if sum(map(len, rows)) < len(shown) and any(action == LAST for _, _, action in shown):
        last = next(key for key in shown if key[2] == LAST)
        others = [key for key in shown if key is not last]
        rows = _flowing(others, width - 2 * margin + 1, gap, lines, _wide(last) + gap)
        rows[-1].append(last)
    painted: list[Row] = []
    buttons: dict[str, Rect] = {}
    for y, row in enumerate(rows, bottom + 1 - len(rows)):
        x = margin
        runs: list[Run] = []
        for key, label, action in row:
            buttons[action] = Rect(x, y, _wide((key, label, action)), 1)
            runs += (key, "key"), (f" {label}", "label"), (" " * gap, "footer")
            x += buttons[action].width + gap
        painted.append(padded(runs, width, "footer", margin))
    return tuple(painted), buttons


def _wide(key: tuple[str, str, str]) -> int:
    return cells(key[0]) + 1 + cells(key[1])


def _flowing(
    keys: list[tuple[str, str, str]], width: int, gap: int, lines: int, kept: int = 0
) -> list[list[tuple[str, str, str]]]:
    """The keys row by row until no more fit; ``kept`` cells of the last row stay free."""
    rows: list[list[tuple[str, str, str]]] = [[]]
    x = 0
    for key in keys:
        wide = _wide(key)
        if x + wide > width - (kept if len(rows) == lines else 0):
            if len(rows) == lines or not rows[-1]:
                break
            rows.append([])
            x = 0
            if wide > width - (kept if len(rows) == lines else 0):
                break
        rows[-1].append(key)
        x += wide + gap
    return rows if rows[-1] or kept or len(rows) == 1 else rows[:-1]
