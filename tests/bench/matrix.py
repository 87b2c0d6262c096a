"""Every size x TERM x locale shows a readable first screen: ``PYTHONPATH=src python tests/bench/matrix.py``, a minute.

Prints what was tried and every screen with a traceback, an escaped character or nothing on it; exit status 1 then.
"""

from __future__ import annotations

import itertools
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from terminal import PROGRAM, Terminal

SIZES = ((80, 24), (60, 20), (42, 62), (40, 24), (30, 10))
TERMS = ("dumb", "linux", "xterm", "xterm-256color", "vt100", "unheard-of")
LOCALES = (
    {"LANG": "C.UTF-8"},
    {"LANG": "C.UTF-8", "NO_COLOR": "1"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
)
PATIENCE = 6.0


def shown(width: int, height: int, env: dict[str, str]) -> str:
    """The first screen."""
    command = (*PROGRAM, "play", "--variant", "kovrik", "--seed", "48213")
    with Terminal(command, width, height, env) as terminal:
        end = time.monotonic() + PATIENCE
        while not terminal.text.strip() and time.monotonic() < end:
            terminal.read()
        terminal.read(0.3)
        return terminal.text


def main() -> int:
    tried, bad = 0, 0
    for (width, height), term, locale in itertools.product(SIZES, TERMS, LOCALES):
        text = shown(width, height, {"TERM": term, **locale})
        tried += 1
        if "Traceback" in text or "\\u" in text or not text.strip():
            bad += 1
            print(f"{width}x{height} TERM={term} {locale}\n{text}")
    print(f"{tried} screens, {bad} unreadable")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
