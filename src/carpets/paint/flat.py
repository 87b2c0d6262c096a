"""Cards of one to three rows where there is no room for a rim: paper of colour alone, marks as signs and colour."""

from __future__ import annotations

from carpets.paint.model import Look, Row, Run
from carpets.paint.tiles import GLYPHS, Dead, Down, Mark, Pit, Tile, Up, ghosts, ink, joined, name

_FILLED = (Mark.CURSOR, Mark.PICKED)
"""Marks that colour the whole card."""


def draw(tile: Tile, width: int, height: int, look: Look) -> tuple[Row, ...]:
    body, edge = _body(tile, width - 1, look)
    if tile.mark in _FILLED or (tile.mark and height >= 3):
        edge = f"edge:{tile.mark}"
    rows = [joined([*body, (" ", "table")])]
    if height >= 2:
        rows.append(joined([("▀" * (width - 1), edge), (" ", "table")]))
    if height >= 3:
        rows.insert(0, joined([("▄" * (width - 1), edge), (" ", "table")]))
    return tuple(rows)


def _body(tile: Tile, width: int, look: Look) -> tuple[list[Run], str]:
    """The row with the name, ``width`` cells, and the style of the edge that goes with it."""
    match tile.content:
        case Up(card):
            paper = tile.mark if tile.mark in _FILLED else "chain" if tile.chain else "paper"
            colour = "on" if tile.mark in _FILLED else ink(card, look)
            if width < 8 and tile.mark:
                paper, colour = tile.mark, "on"
            return _marked(tile, name(card, look), f"name:{colour}:{paper}", width, paper), f"edge:{paper}"
        case Down(count):
            weave = ("╱╲" * width)[:width]
            number = str(count)[:width]
            at = (width - len(number)) // 2
            runs = [(weave[:at], "weave"), (number, "count"), (weave[at + len(number) :], "weave")]
            return runs, "edge:back"
        case Pit(takes):
            shown = ghosts(takes, look)
            text, colour = shown[0] if shown else ("", "any")
            if tile.mark in _FILLED:
                return _marked(tile, text, f"name:on:{tile.mark}", width, tile.mark), f"edge:{tile.mark}"
            return _marked(tile, text or "·", f"ghost:{colour}", width, "pit"), "edge:pit"
        case Dead(marked):
            if tile.mark in _FILLED:
                return _marked(tile, "╳" if marked else "", f"name:on:{tile.mark}", width, tile.mark), "edge:pit"
            return _marked(tile, "╳" if marked else "", "dead", width, "pit"), "edge:pit"


def _marked(tile: Tile, text: str, key: str, width: int, paper: str) -> list[Run]:
    """The text at one place whatever its mark; the mark before it where there is room."""
    if width < 6:
        return [(text.rjust(3).center(width)[:width] if width >= 3 else text[:width], key)]
    before = max(1, (width - 3) // 2)
    sign = GLYPHS.get(tile.mark, " ")
    body = f"{text:>3}".ljust(width - before)
    key_of_sign = f"glyph:{tile.mark}:{paper}" if tile.mark else key
    return [(sign, key_of_sign), (" " * (before - 1) + body, key)]
