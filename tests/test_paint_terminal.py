"""What is found out about a terminal, and why."""

from __future__ import annotations

import pytest

from carpets.paint.palettes import Depth
from carpets.paint.terminal import Terminal, detect, worth_asking


def found(encoding: str = "UTF-8", heart: int | None = None, **env: str) -> Terminal:
    return detect(env, encoding, True, heart)


@pytest.mark.parametrize(
    ("env", "depth", "style"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE, "soft"),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, Depth.TRUE, "soft"),
        ({"TERM": "xterm-256color"}, Depth.C256, "soft"),
        ({"TERM": "screen-256color"}, Depth.C256, "soft"),
        ({"TERM": "xterm"}, Depth.C16, "soft"),
        ({"TERM": "xterm-kitty"}, Depth.TRUE, "soft"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Depth.MONO, "line"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Depth.C256, "soft"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal", "COLORTERM": "truecolor"}, Depth.C256, "line"),
        ({"TERM": "linux"}, Depth.C16, "box"),
        ({"TERM": "vt100"}, Depth.MONO, "ascii"),
        ({"TERM": "martian"}, Depth.MONO, "ascii"),
        ({}, Depth.MONO, "ascii"),
    ],
)
def test_colours_and_cards_follow_the_environment(env: dict[str, str], depth: Depth, style: str) -> None:
    terminal = found(**env)
    assert (terminal.depth, terminal.style) == (depth, style)
    assert terminal.full_screen


@pytest.mark.parametrize(
    ("encoding", "style", "suits"),
    [
        ("UTF-8", "soft", "♣♠♥♦"),
        ("ISO-8859-1", "ascii", "CSHD"),
        ("ANSI_X3.4-1968", "ascii", "CSHD"),
        ("KOI8-R", "box", "CSHD"),
        ("cp866", "box", "CSHD"),
        ("no-such-encoding", "ascii", "CSHD"),
    ],
)
def test_an_8_bit_locale_gets_only_signs_it_has(encoding: str, style: str, suits: str) -> None:
    terminal = found(encoding, TERM="xterm-256color")
    assert (terminal.style, terminal.suits) == (style, suits)


def test_a_wide_heart_means_letters() -> None:
    terminal = found(heart=2, TERM="xterm-256color", COLORTERM="truecolor")
    assert (terminal.style, terminal.suits, terminal.depth) == ("ascii", "CSHD", Depth.TRUE)
    assert found(heart=1, TERM="xterm-256color").style == "soft"


def test_a_dumb_terminal_and_a_pipe_get_no_screen() -> None:
    assert not found(TERM="dumb").full_screen
    assert not detect({"TERM": "xterm"}, "UTF-8", False).full_screen


def test_the_players_wishes_win() -> None:
    env = {"TERM": "xterm-256color"}
    assert detect(env, "UTF-8", True, ascii_only=True).look().suits == "CSHD"
    assert detect(env, "UTF-8", True, suits="hollow").suits == "♧♤♡♢"
    assert detect(env, "UTF-8", True, suits="letters").style == "soft"
    assert detect(env, "UTF-8", True, palette="kilim").palette == "kilim"
    assert detect(env, "ISO-8859-1", True, suits="hollow").suits == "CSHD"


def test_each_finding_has_a_reason_whose_blanks_are_filled() -> None:
    for env in ({}, {"TERM": "xterm"}, {"TERM": "linux"}, {"TERM": "dumb"}, {"NO_COLOR": "1"}, {"COLORTERM": "24bit"}):
        for encoding in ("UTF-8", "ISO-8859-1"):
            terminal = detect(env, encoding, True, 2)
            assert [finding.about for finding in terminal.findings] == ["screen", "colours", "cards", "suits"]
            for finding in terminal.findings:
                assert "{" not in finding.why.format(**finding.blanks)


def test_only_terminals_of_east_asian_locales_are_asked_for_a_width() -> None:
    assert worth_asking({"LANG": "ja_JP.UTF-8"})
    assert worth_asking({"LC_ALL": "zh_CN.UTF-8", "LANG": "C"})
    assert not worth_asking({"LC_ALL": "ru_RU.UTF-8", "LANG": "ja_JP.UTF-8"})
    assert not worth_asking({})
