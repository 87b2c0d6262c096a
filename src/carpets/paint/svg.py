"""A painting as an SVG picture: cells as rectangles of colour, block and line elements as shapes, letters as text.

Blocks and box lines are drawn, not written, so that a picture has no seams whatever font shows it.
"""

from __future__ import annotations

from html import escape

from carpets.paint.model import Painting
from carpets.paint.palettes import PALETTES, Depth, Style, style

CELL_WIDTH, CELL_HEIGHT = 10, 20
"""Units of one cell; letters are 16 units high."""
_FONT = "'DejaVu Sans Mono','Noto Sans Mono','Cascadia Mono',Menlo,Consolas,monospace"

_BLOCKS = {
    "▀": "m0 0h10v10h-10z", "▄": "m0 10h10v10h-10z", "█": "m0 0h10v20h-10z",
    "▌": "m0 0h5v20h-5z", "▐": "m5 0h5v20h-5z",
    "▗": "m5 20v-7q0-3 3-3h2v10z", "▖": "m5 20v-7q0-3-3-3h-2v10z",
    "▝": "m5 0v7q0 3 3 3h2v-10z", "▘": "m5 0v7q0 3-3 3h-2v-10z",
}  # fmt: skip
"""Paths from the upper left of a cell. The quadrants are the corners of cards, so they are rounded."""
_STROKES = {
    "─": "m0 10h10", "━": "m0 10h10", "│": "m5 0v20", "┃": "m5 0v20", "╌": "m1 10h3m2 0h3", "┄": "m1 10h2m2 0h2m2 0h1",
    "┌": "m10 10h-5v10", "┐": "m0 10h5v10", "└": "m10 10h-5v-10", "┘": "m0 10h5v-10", "┆": "m5 2v5m0 5v5",
    "╭": "m10 10q-5 0-5 6v4", "╮": "m0 10q5 0 5 6v4", "╰": "m10 10q-5 0-5-6v-4", "╯": "m0 10q5 0 5-6v-4",
    "┏": "m10 10h-5v10", "┓": "m0 10h5v10", "┗": "m10 10h-5v-10", "┛": "m0 10h5v-10",
    "═": "m0 8h10m-10 4h10", "║": "m3 0v20m4-20v20", "╪": "m5 0v20m-5-12h10m-10 4h10",
    "╔": "m10 8h-7v12m7-8h-3v8", "╗": "m0 8h7v12m-7-8h3v8",
    "╚": "m10 12h-7v-12m7 8h-3v-8", "╝": "m0 12h7v-12m-7 8h3v-8",
    "╱": "m0 20l10-20", "╲": "m0 0l10 20", "╳": "m0 0l10 20m-10 0l10-20",
}  # fmt: skip
_HEAVY = "━┃┏┓┗┛"


def svg(painting: Painting, palette: str) -> str:
    """The picture in true colour, ``width * 10`` x ``height * 20`` units, a margin of half a row around it."""
    width = sum(len(text) for text, _ in painting.rows[0]) * CELL_WIDTH
    height = len(painting.rows) * CELL_HEIGHT
    ground = PALETTES[palette].colours["table"][0]
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 20}" height="{height + 20}" '
        f'viewBox="-10 -10 {width + 20} {height + 20}" font-family="{_FONT}" font-size="16">',
        f'<rect x="-10" y="-10" width="{width + 20}" height="{height + 20}" rx="8" fill="{ground}"/>',
    ]
    for row, runs in enumerate(painting.rows):
        column = 0
        for text, key in runs:
            out += _run(text, style(key, palette, Depth.TRUE), column, row, str(ground))
            column += len(text)
    out.append("</svg>\n")
    return "\n".join(out)


def _run(text: str, look: Style, column: int, row: int, ground: str) -> list[str]:
    """Ground, then ink: shapes of one run share a path, letters a text element."""
    x, y = column * CELL_WIDTH, row * CELL_HEIGHT
    out = []
    if look.bg != ground:
        out.append(_rect(x, y, len(text) * CELL_WIDTH, CELL_HEIGHT, str(look.bg)))
    blocks, strokes = "", ""
    for at, sign in enumerate(text):
        start = f"M{x + at * CELL_WIDTH} {y}"
        if sign in _BLOCKS:
            blocks += start + _BLOCKS[sign]
        elif sign in _STROKES:
            strokes += start + _STROKES[sign]
    if blocks:
        out.append(f'<path d="{blocks}" fill="{look.fg}" shape-rendering="crispEdges"/>')
    if strokes:
        width = 3 if any(sign in _HEAVY for sign in text) else 1
        out.append(f'<path d="{strokes}" fill="none" stroke="{look.fg}" stroke-width="{width}"/>')
    return out + _letters(text, look, x, y)


def _letters(text: str, look: Style, x: int, y: int) -> list[str]:
    """Words of letters, each placed at its own cell so that no font can shift what follows."""
    out = []
    word = ""
    for at, sign in enumerate(text + " "):
        if sign != " " and sign not in _BLOCKS and sign not in _STROKES:
            word += sign
        elif word:
            left = x + (at - len(word)) * CELL_WIDTH
            bold = ' font-weight="bold"' if look.bold else ""
            spread = f' textLength="{len(word) * CELL_WIDTH}"' if len(word) > 1 else ""
            out.append(f'<text x="{left}" y="{y + 15}" fill="{look.fg}"{bold}{spread}>{escape(word)}</text>')
            word = ""
    return out


def _rect(x: int, y: int, width: int, height: int, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" shape-rendering="crispEdges"/>'
