"""Every kind of terminal at every size shows each card once, or says what it lacks: the real program in a pty.

By default each size, terminal and environment comes up twice, in other company; with ``CARPETS_FULL=1``
all their combinations do, which takes some minutes.
"""

from __future__ import annotations

import os
import re
from itertools import product

import pytest

from terminal import PROGRAM, Terminal

SIZES = ((80, 24), (60, 20), (42, 62), (40, 24), (30, 10))
TERMS = ("linux", "xterm", "xterm-256color", "vt100", "martian")
STRICT = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
ENVIRONMENTS = {
    "utf-8": {"LANG": "C.UTF-8"},
    "no-color": {"LANG": "C.UTF-8", "NO_COLOR": "1"},
    "c": {"LC_ALL": "C", **STRICT},
    "iso-8859-1": {"LC_ALL": "en_US.ISO-8859-1", "PYTHONIOENCODING": "iso-8859-1", **STRICT},
    "koi8-r": {"LC_ALL": "ru_RU.KOI8-R", "PYTHONIOENCODING": "koi8-r", **STRICT},
}
GAMES = {"kovrik": 52, "carpet": 24}
"""The open cards of a fresh deal."""


def chosen() -> list[tuple[tuple[int, int], str, str, str]]:
    if os.environ.get("CARPETS_FULL"):
        return list(product(SIZES, TERMS, ENVIRONMENTS, GAMES))
    names = list(ENVIRONMENTS)
    return [
        (SIZES[at], TERMS[(at + 2 * turn + 2) % 5], names[(2 * at + turn) % 5], game)
        for at in range(5)
        for turn, game in enumerate(GAMES)
    ]


def taken_over(terminal: Terminal) -> None:
    """Textual has the screen: it has asked for the mouse, and has drawn what it wanted."""
    terminal.wait_for_mouse()
    terminal.read(0.3)


@pytest.mark.parametrize(("size", "term", "environment", "game"), chosen())
def test_every_terminal_shows_each_card_once(size: tuple[int, int], term: str, environment: str, game: str) -> None:
    command = (*PROGRAM, "play", "--variant", game, "--seed", "48213", "--new", "--lang", "en")
    with Terminal(command, *size, env={"TERM": term, **ENVIRONMENTS[environment]}) as terminal:
        terminal.wait_for("cells." if (game, size) == ("kovrik", (30, 10)) else "Enter")
        taken_over(terminal)
        seen = terminal.text
        assert "Traceback" not in seen
        assert "\\u" not in seen
        if (game, size) == ("kovrik", (30, 10)):
            assert "The table needs 16x15 cells." in seen
            return
        board = "\n".join(line for line in seen.splitlines() if not re.search(r"[a-z]{3}", line))
        cards = re.findall(r"(?:10|[2-9AJQK])[CSHD♣♠♥♦]", board)
        assert len(cards) == len(set(cards)) == GAMES[game]
        if "NO_COLOR" in ENVIRONMENTS[environment]:
            assert not re.search(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)(?:;\d+)*m", terminal.sent)
