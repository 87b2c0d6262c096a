"""Cards of one to three rows where there is no room for a rim: paper of colour alone.

The last column is the gap to the next card: there stands the mark, unless the card is wide enough to
bear it, and there goes the seam of a chain.
"""

from __future__ import annotations

from carpets.paint.model import Look, Row, Run
from carpets.paint.tiles import FILLED, GLYPHS, Kind, Tile, ghosts, ink, joined, name

_WIDE = 6
"""Cells from which on a card bears its mark itself."""


def draw(tile: Tile, width: int, height: int, look: Look, down: bool) -> tuple[Row, ...]:
    inner = width - 1
    body, paper = _body(tile, inner, look)
    edge = f"edge:{tile.mark if tile.mark in FILLED or (tile.mark and height >= 3) else paper}"
    sewn = tile.after and not tile.mark
    across, below = sewn and not down, sewn and down
    gap: Run = (" ", "table")
    if across:
        gap = ("│", f"seam:{paper}")
    elif tile.mark and inner < _WIDE:
        gap = (GLYPHS[tile.mark], f"sign:{tile.mark}")
    rows = [joined([*body, gap])]
    if height >= 2:
        rows.append(((" " * inner, f"fill:{paper}"), (" ", "table")) if below else _edge("▀", inner, edge, across))
    if height >= 3:
        rows.insert(0, _edge("▄", inner, edge, across))
    return tuple(rows)


def _edge(sign: str, inner: int, key: str, across: bool) -> Row:
    return joined([(sign * inner, key), (sign, key) if across else (" ", "table")])


def _body(tile: Tile, width: int, look: Look) -> tuple[list[Run], str]:
    """The row with the name, ``width`` cells, and its paper."""
    filled = tile.mark in FILLED
    text, key = "", "dead"
    match tile.kind:
        case Kind.UP:
            (card,) = tile.cards
            paper = str(tile.mark) if filled else "chain" if tile.chain else "paper"
            return _named(tile, name(card, look), f"name:{'on' if filled else ink(card, look)}:{paper}", width, paper)
        case Kind.DOWN:
            weave = ("╱╲" * width)[:width]
            number = str(tile.pile)[:width]
            at = (width - len(number)) // 2
            return [(weave[:at], "weave"), (number, "count"), (weave[at + len(number) :], "weave")], "back"
        case Kind.PIT:
            shown = ghosts(tile.cards, look)
            text, colour = shown[0] if shown else ("·", "any")
            key = f"ghost:{colour}"
        case Kind.DEAD:
            text = "╳"
    paper = str(tile.mark) if filled else "pit"
    return _named(tile, text, f"name:on:{paper}" if filled else key, width, paper)


def _named(tile: Tile, text: str, key: str, width: int, paper: str) -> tuple[list[Run], str]:
    """The text at one place whatever its mark; the mark before it where there is room."""
    if width < _WIDE:
        return [(text.rjust(3).center(width) if width >= 3 else text[:width].ljust(width), key)], paper
    before = max(1, (width - 3) // 2)
    sign: Run = (GLYPHS[tile.mark], f"glyph:{tile.mark}:{paper}") if tile.mark else (" ", key)
    return [sign, (" " * (before - 1) + f"{text:>3}".ljust(width - before), key)], paper
