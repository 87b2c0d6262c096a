"""The colours: five palettes, each chosen by hand for true colour, 256 and 16 colours, and what remains without any.

Plain data and one function from a style key to plain values; screens, escape codes and pictures map them further.
``tests/test_paint_palettes.py`` computes contrasts and what colour-blind eyes tell apart from this data.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from carpets.value import Value


class Depth(StrEnum):
    """How many colours a terminal shows."""

    TRUE = "truecolor"
    C256 = "256"
    C16 = "16"
    MONO = "mono"


class Style(NamedTuple):
    """Colours are ``#rrggbb`` in true colour, else an index of the terminal's palette; None is its default."""

    fg: str | int | None = None
    bg: str | int | None = None
    bold: bool = False
    dim: bool = False
    reverse: bool = False
    underline: bool = False


Colours = Mapping[str, tuple[str, int, int]]
"""Role to true colour, index of 256, index of 16."""


class Palette(Value):
    """``dark``: whether the table is darker than the text on it."""

    name: str
    dark: bool
    colours: Colours


_ROLES = (
    # the table, the footer's panel, words on them
    "table", "panel", "text", "muted", "title", "message",
    # cards: paper, paper of a chain, the seam in it; inks and quieter pips
    "paper", "chain", "seam", "inks", "inkh", "inkd", "inkc", "pips", "piph", "pipd", "pipc",
    # holes: their ground and rim; inks on a hole or on the bare table
    "pit", "rim", "lits", "lith", "litd", "litc",
    # marks, and the ink on a place filled with a mark's colour
    "cursor", "picked", "target", "hint", "playable", "last", "on",
    # the back of the stock, its weave and number
    "back", "weave", "count",
)  # fmt: skip


def _palette(name: str, dark: bool, true: str, c256: str, c16: str) -> Palette:
    """Three rows of values in the order of ``_ROLES``."""
    columns = zip(true.split(), map(int, c256.split()), map(int, c16.split()), strict=True)
    return Palette(name, dark, MappingProxyType(dict(zip(_ROLES, columns, strict=True))))


_DARK16 = """
    0 0 7 8 11 14
    7 15 8 0 1 4 0 0 1 4 0
    0 8 15 9 14 10
    13 9 11 14 11 8 0
    4 6 15"""
_LIGHT16 = """
    7 7 0 0 4 4
    15 15 8 0 1 4 0 0 1 4 0
    7 8 0 1 4 0
    5 1 0 4 0 8 15
    4 14 15"""

FELT = _palette(
    "felt", True,
    """#12261f #0c1a15 #e4ece6 #8aa498 #f2b632 #6fd9ec
       #f6f1e4 #d8ead0 #a1b49f #111113 #bf2a08 #0a22b8 #186f5d #555451 #cc6a4e #5160c5 #578f80
       #0b1914 #3c4e47 #d3d8d5 #ff9c86 #a9b6ff #74d3bd
       #fc7748 #d4a1ff #ffe184 #68ddeb #f2b632 #7ecb89 #111113
       #2f5d8a #86b0d6 #ffffff""",
    """234 233 254 246 214 80
       255 194 108 16 160 20 23 240 167 62 66
       232 240 252 209 147 79
       209 183 221 123 178 114 16
       24 110 231""",
    _DARK16,
)  # fmt: skip
KILIM = _palette(
    "kilim", True,
    """#34141a #260d13 #f3e6d8 #bd9891 #f0b43c #9bd6ff
       #f8efdd #f3dca6 #bea383 #21202c #ac2206 #1c27d2 #156d55 #5d5a60 #bd5f48 #5d62d0 #569080
       #220c11 #5a3a3b #e6d5cb #ff9d97 #a3c8ff #86d3a2
       #66d3c5 #d49eff #fff8ba #aedcff #f0b43c #b2cb77 #1a1016
       #7a2430 #e0a458 #ffffff""",
    """52 16 230 181 214 117
       230 222 137 16 124 20 23 240 131 61 65
       16 95 224 210 153 114
       79 140 229 153 178 107 16
       88 179 231""",
    _DARK16,
)  # fmt: skip
NIGHT = _palette(
    "night", True,
    """#14171d #0e1015 #d9dde5 #8b95a8 #e5b04a #7ad0ff
       #e9e6df #cfe3d3 #969fa0 #161b26 #bc1b02 #0b17de #176d5c #555a60 #c45a4c #5560dd #528d80
       #0c0e12 #3b4048 #cdd2dc #ff98a3 #93c2ff #79d3a0
       #f88858 #ab97ff #ffe7a0 #75d1ff #f4bc47 #85c99a #111113
       #33415c #93a6cc #ffffff""",
    """234 233 253 246 179 117
       254 194 102 16 124 20 23 240 131 61 65
       232 240 252 210 111 115
       209 141 229 117 221 151 16
       60 147 231""",
    _DARK16,
)  # fmt: skip
DAY = _palette(
    "day", False,
    """#dfe6dc #cfd9cd #1f2b25 #46564d #7d5000 #005c83
       #fffdf6 #cfe8c6 #8fae8c #141a26 #c01404 #1219dc #086d5c #555a60 #cb5c50 #5a60e0 #4f9185
       #c6d1c4 #9dada0 #2b3633 #9c1026 #0a4a8c #0a5230
       #9f0000 #8d3fc3 #9e6b0d #047eaf #a3690a #24672a #ffffff
       #3f6fa3 #c6dcf3 #ffffff""",
    """254 255 235 238 94 24
       231 194 108 16 160 20 23 240 131 61 65
       251 246 236 88 18 22
       88 98 131 24 131 28 231
       24 153 231""",
    _LIGHT16,
)  # fmt: skip
CONTRAST = _palette(
    "contrast", True,
    """#000000 #000000 #ffffff #c8c8c8 #ffd400 #5ff0ff
       #ffffff #d6f5d0 #4f7a48 #000000 #c40300 #0008e6 #067060 #000000 #c40300 #0008e6 #067060
       #000000 #8c8c8c #ffffff #ff9ba8 #9db8ff #6fe3a8
       #ff6a1a #d88aff #fffab0 #03c6da #ffd900 #00ff67 #000000
       #0000aa #8f9bff #ffffff""",
    """16 16 231 251 220 51
       231 194 65 16 160 20 23 16 160 20 23
       16 245 231 217 153 121
       202 177 229 37 220 47 16
       19 105 231""",
    """0 0 15 7 11 14
       15 7 8 0 1 4 0 0 1 4 0
       0 8 15 9 14 10
       13 9 11 14 11 8 0
       4 6 15""",
)  # fmt: skip

PALETTES: Mapping[str, Palette] = MappingProxyType({p.name: p for p in (FELT, KILIM, NIGHT, DAY, CONTRAST)})
DEFAULT = FELT.name

_FILLED = ("cursor", "picked")


@lru_cache(maxsize=4096)
def style(key: str, palette: str, depth: Depth) -> Style:
    """The style of a key of the painter in a palette (a name of ``PALETTES``).

    Keys are words joined by colons: a role, then an ink (``s h d c``, ``on``, ``any``), a paper or a mark::

        table  title  text  muted  message  bar:done  bar:left  footer  key  label      around the board
        edge:X  fill:P  seam:P  name:I:P  big:I:P  pip:I:P  glyph:M:P                   paper cards
        sign:M                                                                          a mark beside a card
        ghost:I  xray:I  dead  weave  count                                             holes, ghosts, the stock
        frame:M  ink:I:M  thin:I:M  faint:M                                             outlined cards
    """
    return _mono(key) if depth is Depth.MONO else _coloured(key, PALETTES[palette], depth)


def _coloured(key: str, palette: Palette, depth: Depth) -> Style:
    at = (Depth.TRUE, Depth.C256, Depth.C16).index(depth)
    bold = depth is not Depth.C16  # many terminals brighten bold ink: black would turn grey

    def colour(role: str) -> str | int:
        return palette.colours[role][at]

    def ink(word: str, kind: str) -> str | int:
        return colour("on" if word == "on" else "text" if word == "any" else kind + word)

    match key.split(":"):
        case ["edge", edge]:
            return Style(colour(edge), colour("table"))
        case ["fill", paper]:
            return Style(None, colour(paper))
        case ["seam", paper]:
            return Style(colour("seam"), colour(paper))
        case ["name", word, paper]:
            return Style(ink(word, "ink"), colour(paper), bold=bold)
        case ["big", word, paper]:
            return Style(ink(word, "ink"), colour(paper))
        case ["pip", word, paper]:
            return Style(ink(word, "pip"), colour(paper))
        case ["sign", mark]:
            return Style(colour(mark), colour("table"), bold=bold)
        case ["glyph", mark, paper]:
            sign = "on" if paper in _FILLED else mark if paper == "pit" else "inks"
            return Style(colour(sign), colour(paper), bold=bold)
        case ["ghost", word]:
            return Style(ink(word, "lit"), colour("pit"))
        case ["dead"]:
            return Style(colour("muted"), colour("pit"))
        case ["weave" | "count" as role]:
            return Style(colour(role), colour("back"), bold=bold and role == "count")
        case ["frame" | "faint", mark] if mark in palette.colours and mark != "pit":
            return Style(colour(mark), colour("table"), bold=mark in _FILLED)
        case ["ink" | "thin", _, mark] if mark in _FILLED:
            return Style(colour("on"), colour(mark), bold=bold)
        case ["ink" | "thin" as role, word, _]:
            return Style(ink(word, "lit"), colour("table"), bold=bold and role == "ink")
        case ["xray", word]:
            return Style(ink(word, "lit"), colour("table"))
        case ["key" | "label" | "footer" as role]:
            return Style(colour("title" if role == "key" else "text"), colour("panel"), bold=role == "key")
        case ["bar", part]:
            done = "title" if depth is Depth.C16 else "last"  # the last move is grey there, as the rim is
            return Style(colour(done if part == "done" else "rim"), colour("table"))
        case ["title" | "message" | "muted" | "text" as role]:
            return Style(colour(role), colour("table"), bold=role == "title")
        case ["frame" | "faint", *_]:
            return Style(colour("muted"), colour("table"))
        case ["table"]:
            return Style(None, colour("table"))
    raise ValueError(f"no such style key: {key}")


def _mono(key: str) -> Style:
    """Weight, faintness and reverse alone: the shapes do the rest."""
    match key.split(":"):
        case ["ink" | "thin" as role, _, mark]:
            return Style(bold=role == "ink", reverse=mark in _FILLED)
        case ["name", _, paper] | ["glyph", _, paper]:
            return Style(bold=True, reverse=paper in _FILLED)
        case ["frame", mark]:
            return Style(bold=mark not in ("", "pit", "chain", "last"), reverse=mark in _FILLED, dim=mark == "pit")
        case ["faint", mark]:
            return Style(dim=mark == "", reverse=mark in _FILLED)
        case ["fill", paper]:
            return Style(reverse=paper in _FILLED)
        case ["title" | "key" | "message" | "count" | "big" | "sign", *_]:
            return Style(bold=True)
        case ["muted" | "dead" | "seam" | "ghost" | "xray" | "bar", *_]:
            return Style(dim=True)
    return Style()
