"""A painting as escape codes: for the first frame, before any library is loaded, and for pictures in text files."""

from __future__ import annotations

from functools import lru_cache

from carpets.paint.model import Painting, Row
from carpets.paint.palettes import Depth, Style, style

_PLAIN = Style()


@lru_cache(maxsize=4096)
def _codes(colour: str | int | None, back: bool) -> str:
    """The parameters that choose a colour."""
    match colour:
        case None:
            return "49" if back else "39"
        case str():
            red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
            return f"{48 if back else 38};2;{red};{green};{blue}"
        case int() if colour < 8:
            return str(colour + (40 if back else 30))
        case int() if colour < 16:
            return str(colour - 8 + (100 if back else 90))
        case int():
            return f"{48 if back else 38};5;{colour}"


@lru_cache(maxsize=8192)
def change(old: Style, new: Style) -> str:
    """The escape sequence from one style to another, as short as it goes."""
    if old == new:
        return ""
    codes = []
    attributes = ("bold", "dim", "reverse", "underline")
    if any(getattr(old, name) and not getattr(new, name) for name in attributes):
        codes.append("0")
        old = _PLAIN
    codes += [
        code for name, code in zip(attributes, "1274", strict=True) if getattr(new, name) and not getattr(old, name)
    ]
    if new.fg != old.fg:
        codes.append(_codes(new.fg, back=False))
    if new.bg != old.bg:
        codes.append(_codes(new.bg, back=True))
    return f"\x1b[{';'.join(codes)}m"


def _row(row: Row, palette: str, depth: Depth, now: Style) -> tuple[str, Style]:
    parts = []
    for text, key in row:
        wanted = style(key, palette, depth)
        if wanted.fg is None and not text.strip() and not (wanted.reverse or wanted.underline):
            wanted = Style(now.fg, wanted.bg, now.bold, now.dim)  # ink does not show on a blank
            if now.reverse or now.underline:
                wanted = Style(None, wanted.bg)
        parts.append(change(now, wanted) + text)
        now = wanted
    return "".join(parts), now


def ansi_rows(painting: Painting, palette: str, depth: Depth) -> tuple[str, ...]:
    """Each row by itself, ending in the terminal's own style."""
    rows = (_row(row, palette, depth, _PLAIN) for row in painting.rows)
    return tuple(text + change(last, _PLAIN) for text, last in rows)


def ansi_screen(painting: Painting, palette: str, depth: Depth) -> str:
    """The whole screen, from its first cell on; it ends in the terminal's own style."""
    parts = ["\x1b[0m"]
    now = _PLAIN
    for y, row in enumerate(painting.rows, 1):
        text, now = _row(row, palette, depth, now)
        parts.append(f"\x1b[{y}H{text}")
    return "".join(parts) + change(now, _PLAIN)
