"""The painter's colours as Rich styles and as Textual themes, so that pop-up screens match the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rich.color import Color
from rich.style import Style
from textual.theme import Theme

from carpets.paint import palettes
from carpets.paint.palettes import PALETTES, Depth, Palette


@lru_cache(maxsize=8192)
def style(key: str, palette: str, depth: Depth) -> Style:
    """The Rich style of a key of the painter."""
    plain = palettes.style(key, palette, depth)
    return Style(
        color=_colour(plain.fg),
        bgcolor=_colour(plain.bg),
        bold=plain.bold or None,
        dim=plain.dim or None,
        reverse=plain.reverse or None,
        underline=plain.underline or None,
    )


def _colour(value: str | int | None) -> Color | None:
    if value is None:
        return None
    return Color.parse(value) if isinstance(value, str) else Color.from_ansi(value)


@lru_cache(maxsize=32)
def styles(palette: str, depth: Depth) -> Callable[[str], Style]:
    """The styles of one palette, by key: for all who play in it the same."""
    return _Styles(palette, depth).__getitem__


class _Styles(dict[str, Style]):
    """Filled as keys are asked for; a key that is known costs no call of ours, and a row has thirty."""

    def __init__(self, palette: str, depth: Depth) -> None:
        self._of = palette, depth

    def __missing__(self, key: str) -> Style:
        self[key] = found = style(key, *self._of)
        return found


def theme_name(palette: str, depth: Depth) -> str:
    return f"{palette}-{depth}"


def themes(depth: Depth) -> tuple[Theme, ...]:
    """A Textual theme for each palette, for a terminal with that many colours."""
    return tuple(_theme(palette, depth) for palette in PALETTES.values())


_ANSI_DEPTHS = (Depth.C16, Depth.MONO)
_ANSI = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")


def _theme(palette: Palette, depth: Depth) -> Theme:
    def colour(role: str) -> str:
        true, c256, c16 = palette.colours[role]
        match depth:
            case Depth.TRUE:
                return true
            case Depth.C256:
                return Color.from_ansi(c256).get_truecolor().hex
            case Depth.C16:
                return "ansi_" + ("bright_" if c16 > 7 else "") + _ANSI[c16 % 8]
            case Depth.MONO:
                return "ansi_default"

    return Theme(
        theme_name(palette.name, depth),
        primary=colour("title"),
        secondary=colour("message"),
        accent=colour("cursor"),
        warning=colour("playable"),
        error=colour("cursor"),
        success=colour("last"),
        foreground=colour("text"),
        background=colour("table"),
        surface=colour("panel"),
        panel=colour("panel"),
        dark=palette.dark,
        variables={"card-muted": colour("muted"), "card-on": colour("on"), "card-rim": colour("rim")}
        | (_of_the_terminal(colour, depth) if depth in _ANSI_DEPTHS else {}),
        ansi=depth in _ANSI_DEPTHS,
    )


def _of_the_terminal(colour: Callable[[str], str], depth: Depth) -> dict[str, str]:
    """What Textual mixes for itself from true colours, and asks a theme of the terminal's own colours for.

    Without any colour a chosen line of a list is underlined, for Textual loses its reverse on the way.
    """
    style = "reverse" if depth is Depth.MONO else "none"
    return {
        "ansi-background": colour("table"),
        "ansi-foreground": colour("text"),
        "border-blurred": colour("rim"),
        "block-cursor-foreground": colour("on"),
        "block-cursor-background": colour("playable"),
        "block-cursor-text-style": "bold underline" if depth is Depth.MONO else "none",
        "input-cursor-foreground": colour("on"),
        "input-cursor-background": colour("playable"),
        "input-cursor-text-style": style,
        "input-selection-foreground": colour("on"),
        "input-selection-background": colour("hint"),
        "screen-selection-foreground": colour("on"),
        "screen-selection-background": colour("hint"),
    }
