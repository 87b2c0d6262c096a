"""What a terminal can show, found from what is known of it, with the reason for each finding.

Pure: the environment, the locale's encoding and the answers of probes come in as arguments.
"""

from __future__ import annotations

from collections.abc import Mapping

from carpets.paint.model import Look
from carpets.paint.palettes import DEFAULT, Depth
from carpets.value import Value
from carpets.words import N_

SUITS: Mapping[str, str] = {"signs": "♣♠♥♦", "hollow": "♧♤♡♢", "letters": "CSHD"}
"""The choices of ``--suits``, in the order of ``cards.Suit``. Hollow suits have no emoji form."""

_SIGNS = {"soft": "▗▄▖▐▌▝▀▘╱╲╳│╌━─▸■◂•·", "line": "╭─╮│╰╯╔═╗║╚╝┏━┓┃┗┛┌┐└┘┄┆╪×▒", "box": "┌─┐│└┘╔═╗║╚╝╪▓█▒╒╕╘╛·░"}
"""What each style draws with: an 8-bit locale may have some of it."""
_TRUE_COLOUR = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "rio")
_COLOUR = ("xterm", "screen", "tmux", "rxvt", "konsole", "putty", "vte", "gnome", "cygwin", "linux", "ansi", "st-")


class Finding(Value):
    """``about``: ``screen``, ``colours``, ``cards`` or ``suits``. ``why``: for ``Words.text``, with ``blanks``."""

    about: str
    found: str
    why: str
    blanks: Mapping[str, str] = {}


class Terminal(Value):
    """``full_screen``: whether a screen can be drawn at all; without it games go on in plain text."""

    full_screen: bool
    depth: Depth
    style: str
    suits: str
    palette: str
    findings: tuple[Finding, ...] = ()

    def look(self, *, four_colour: bool = True, ranks: tuple[str, ...] = Look().ranks) -> Look:
        return Look(self.style, self.suits, ranks, four_colour)


def detect(
    env: Mapping[str, str],
    encoding: str,
    is_terminal: bool,
    heart_width: int | None = None,
    *,
    ascii_only: bool = False,
    suits: str | None = None,
    palette: str | None = None,
) -> Terminal:
    """What to draw with.

    ``encoding`` is the locale's. ``heart_width``: the cells a ♥ was seen to take, None where nobody asked.
    ``ascii_only``, ``suits`` (a name of SUITS) and ``palette`` are the player's wishes and win.
    """
    screen = _screen(env, is_terminal)
    colours = _colours(env)
    cards = _cards(env, encoding, heart_width, colours.found, ascii_only)
    signs = _suits(cards.found, encoding, suits)
    return Terminal(
        screen.found == "yes", Depth(colours.found), cards.found, SUITS[signs.found], palette or DEFAULT,
        (screen, colours, cards, signs),
    )  # fmt: skip


def worth_asking(env: Mapping[str, str]) -> bool:
    """Whether a ♥ may take two cells, so that the terminal should be asked: terminals of East Asian locales."""
    locale = next((env[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(name)), "")
    return locale[:2] in ("ja", "ko", "zh")


def _screen(env: Mapping[str, str], is_terminal: bool) -> Finding:
    if not is_terminal:
        return Finding("screen", "no", N_("input or output is not a terminal"))
    if env.get("TERM") == "dumb":
        return Finding("screen", "no", N_("TERM is “dumb”: lines only"))
    return Finding("screen", "yes", N_("input and output are a terminal"))


def _colours(env: Mapping[str, str]) -> Finding:
    term = env.get("TERM", "")

    def found(depth: Depth, why: str, **blanks: str) -> Finding:
        return Finding("colours", depth, why, blanks)

    if env.get("NO_COLOR"):
        return found(Depth.MONO, N_("NO_COLOR is set"))
    if env.get("TERM_PROGRAM") == "Apple_Terminal":
        return found(Depth.C256, N_("Terminal.app shows 256 colours, whatever COLORTERM says"))
    if env.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return found(Depth.TRUE, N_("COLORTERM is “{value}”"), value=env["COLORTERM"])
    if env.get("WT_SESSION"):
        return found(Depth.TRUE, N_("Windows Terminal shows all colours"))
    if "direct" in term or term.startswith(_TRUE_COLOUR):
        return found(Depth.TRUE, N_("TERM is “{value}”"), value=term)
    if "256" in term:
        return found(Depth.C256, N_("TERM is “{value}”"), value=term)
    if term.startswith(_COLOUR) and not term.endswith("-mono"):
        return found(Depth.C16, N_("TERM is “{value}”"), value=term)
    return found(Depth.MONO, N_("TERM is “{value}”, which tells of no colours"), value=term)


def _cards(env: Mapping[str, str], encoding: str, heart_width: int | None, depth: str, ascii_only: bool) -> Finding:
    term = env.get("TERM", "")

    def found(style: str, why: str, **blanks: str) -> Finding:
        return Finding("cards", style, why, blanks)

    if ascii_only:
        return found("ascii", N_("asked for by --ascii"))
    if not _has(encoding, _SIGNS["soft"]):
        style = next((style for style in ("line", "box") if _has(encoding, _SIGNS[style])), "ascii")
        return found(style, N_("the locale's encoding is {value}"), value=encoding)
    if heart_width is not None and heart_width != 1:
        return found("ascii", N_("a ♥ takes {value} cells here"), value=str(heart_width))
    if not term.startswith((*_COLOUR, *_TRUE_COLOUR)) and "256" not in term and depth == Depth.MONO:
        return found("ascii", N_("TERM is “{value}”: nothing beyond letters is certain"), value=term)
    if term.startswith("linux"):
        return found("box", N_("the fonts of the Linux console lack half blocks"))
    if env.get("TERM_PROGRAM") == "Apple_Terminal":
        return found("line", N_("Terminal.app leaves seams between half blocks"))
    if depth == Depth.MONO:
        return found("line", N_("outlines need no colour"))
    return found("soft", N_("the locale has the signs and the terminal the colours"))


def _suits(style: str, encoding: str, wish: str | None) -> Finding:
    if style == "ascii":
        return Finding("suits", "letters", N_("ASCII has no suits"))
    if wish is not None and _has(encoding, SUITS[wish]):
        return Finding("suits", wish, N_("asked for by --suits"))
    for name in ("signs", "letters"):
        if _has(encoding, SUITS[name]):
            return Finding("suits", name, N_("the locale's encoding is {value}"), {"value": encoding})
    raise ValueError(encoding)  # every encoding has letters


def _has(encoding: str, signs: str) -> bool:
    """Whether an encoding can write all the signs; an unknown one writes ASCII alone."""
    try:
        signs.encode(encoding)
    except LookupError:
        return signs.isascii()
    except UnicodeEncodeError:
        return False
    return True
