"""What eyes can tell apart, computed from the palettes' own data.

Contrast is WCAG 2's ratio; distances are CIE76 in Lab (D65). Colour blindness is simulated after Viénot, Brettel and
Mollon 1999 (protan, deutan) and, for tritan eyes, Machado, Oliveira and Fernandes 2009.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from carpets.paint.palettes import PALETTES, Depth, style

_XTERM16 = (
    *("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"),
    *("#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"),
)
_STEPS = (0, 95, 135, 175, 215, 255)

RGB = tuple[float, float, float]
DEPTHS = (Depth.TRUE, Depth.C256, Depth.C16)


def rgb(colour: str | int) -> RGB:
    """A colour of any depth as red, green, blue, 0..255; xterm's own values for indices."""
    if isinstance(colour, int):
        if colour >= 232:
            return (8 + 10 * (colour - 232),) * 3
        if colour >= 16:
            at = colour - 16
            return _STEPS[at // 36], _STEPS[at // 6 % 6], _STEPS[at % 6]
        colour = _XTERM16[colour]
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def linear(colour: RGB) -> RGB:
    red, green, blue = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return red, green, blue


def contrast(one: str | int, other: str | int) -> float:
    def light(colour: str | int) -> float:
        red, green, blue = linear(rgb(colour))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(colour: str | int, eyes: str) -> RGB:
    seen = [min(1.0, max(0.0, sum(k * c for k, c in zip(row, linear(rgb(colour)), strict=True)))) for row in EYES[eyes]]
    red, green, blue = seen
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str | int, other: str | int, eyes: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one, eyes), lab(other, eyes), strict=True)) ** 0.5


def keys_of_words() -> list[str]:
    names = [f"name:{ink}:{paper}" for ink in "shdc" for paper in ("paper", "chain")]
    filled = [f"name:on:{mark}" for mark in ("cursor", "picked", "target", "hint", "playable", "last")]
    glyphs = [f"glyph:{mark}:{paper}" for mark in ("cursor", "playable", "hint") for paper in ("paper", "chain")]
    ghosts = [f"{role}:{ink}" for role in ("ghost", "xray") for ink in "shdc"] + ["ghost:any"]
    outlined = [f"ink:{ink}:{mark}" for ink in "shdc" for mark in ("", "cursor", "picked", "playable")]
    words = ["title", "text", "muted", "message", "key", "label", "count", "dead", "frame:", "faint:"]
    return names + filled + glyphs + ghosts + outlined + words


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.C256])
def test_every_word_stands_out_from_its_ground(palette: str, depth: Depth) -> None:
    weak = {}
    for key in keys_of_words():
        look = style(key, palette, depth)
        assert look.fg is not None
        assert look.bg is not None
        if (ratio := contrast(look.fg, look.bg)) < 4.5:
            weak[key] = round(ratio, 2)
    assert weak == {}


@pytest.mark.parametrize("palette", PALETTES)
def test_sixteen_colours_stay_readable(palette: str) -> None:
    """The user's terminal chooses the real values; with xterm's, suits and words reach 4.5, quiet words 3."""
    weak = {}
    for key in keys_of_words():
        look = style(key, palette, Depth.C16)
        assert look.fg is not None
        assert look.bg is not None
        quiet = key in ("muted", "dead", "frame:", "faint:", "name:on:last")
        if (ratio := contrast(look.fg, look.bg)) < (3 if quiet else 4.5):
            weak[key] = round(ratio, 2)
    assert weak == {}


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("eyes", EYES)
def test_the_four_suits_differ_for_all_eyes(palette: str, depth: Depth, eyes: str) -> None:
    inks = {palette_ink(palette, suit, depth) for suit in "shdc"}
    least = {Depth.TRUE: 25, Depth.C256: 20, Depth.C16: 25}[depth]
    assert len(inks) >= (3 if depth is Depth.C16 else 4)
    near = {(a, b): round(distance(a, b, eyes)) for a, b in combinations(sorted(inks, key=str), 2)}
    assert {pair: gap for pair, gap in near.items() if gap < least} == {}


def palette_ink(palette: str, suit: str, depth: Depth) -> str | int:
    ink = style(f"name:{suit}:paper", palette, depth).fg
    assert ink is not None
    return ink


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_every_rim_stands_out_from_the_table_and_from_bare_paper(palette: str, depth: Depth) -> None:
    weak = {}
    for mark in ("cursor", "picked", "hint", "playable", "last"):
        edge = style(f"edge:{mark}", palette, depth)
        paper = style("fill:paper", palette, depth).bg
        assert edge.fg is not None
        assert edge.bg is not None
        assert paper is not None
        if contrast(edge.fg, edge.bg) < 2.5 or distance(edge.fg, paper, "normal") < 20:
            weak[mark] = (round(contrast(edge.fg, edge.bg), 2), round(distance(edge.fg, paper, "normal")))
    assert weak == {}


MARKS = ("cursor", "picked", "target", "hint", "playable", "last")
TOGETHER = [
    pair for pair in combinations(MARKS, 2) if not ("playable" in pair and ({"picked", "target"} & set(pair)))
]  # while a second choice is awaited what is playable is not marked


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("eyes", EYES)
def test_the_rims_of_marks_that_stand_together_differ_for_all_eyes(palette: str, depth: Depth, eyes: str) -> None:
    """Each mark has its sign as well; of sixteen colours the terminal chooses the real values."""
    least = {Depth.TRUE: 18, Depth.C256: 16, Depth.C16: 30}[depth]
    near = {}
    for one, other in TOGETHER:
        rims = [style(f"edge:{mark}", palette, depth).fg for mark in (one, other)]
        near[one, other] = round(distance(*(rim for rim in rims if rim is not None), eyes), 1)
    assert {pair: gap for pair, gap in near.items() if gap < least} == {}


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_how_far_the_game_is_shows_in_two_colours(palette: str, depth: Depth) -> None:
    done, left = (style(f"bar:{part}", palette, depth).fg for part in ("done", "left"))
    assert done is not None
    assert left is not None
    assert distance(done, left, "normal") > 25


@pytest.mark.parametrize("palette", PALETTES)
def test_sixteen_colours_never_have_bold_ink_on_paper(palette: str) -> None:
    """Bold makes black grey on many terminals."""
    for key in keys_of_words():
        if key.startswith(("name", "glyph", "ink")):
            assert not style(key, palette, Depth.C16).bold


def test_without_colour_no_style_has_any() -> None:
    for key in keys_of_words():
        look = style(key, "felt", Depth.MONO)
        assert look.fg is None
        assert look.bg is None


def test_an_unknown_style_key_is_an_error() -> None:
    with pytest.raises(ValueError, match="no such style key"):
        style("nonsense:x", "felt", Depth.TRUE)
