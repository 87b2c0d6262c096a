"""The first frame: the table on the screen before Textual is even imported.

POSIX only. The terminal stops echoing at once, so keys typed meanwhile wait for Textual to read them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from carpets.paint.ansi import ansi_screen
from carpets.paint.model import Painting
from carpets.paint.palettes import Depth

OPEN = "\x1b[?1049h\x1b[?25l"
CLOSE = "\x1b[0m\x1b[?1049l\x1b[?25h"


@contextmanager
def first_frame(painting: Painting, palette: str, depth: Depth) -> Iterator[bool]:
    """Shows the painting on the alternate screen; whether that was possible. The terminal is as before at the end."""
    try:
        import termios

        saved = termios.tcgetattr(0)
    except (ImportError, OSError):
        yield False
        return
    quiet = termios.tcgetattr(0)
    quiet[0] &= ~termios.ICRNL  # Enter is to stay Enter
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    try:
        termios.tcsetattr(0, termios.TCSANOW, quiet)
        _put(OPEN + ansi_screen(painting, palette, depth))
        yield True
    except BaseException:
        _put(CLOSE)
        raise
    finally:
        termios.tcsetattr(0, termios.TCSANOW, saved)


def _put(text: str) -> None:
    """All of it to standard output, without buffers."""
    import sys

    encoding = getattr(sys.__stdout__, "encoding", None) or "utf-8"
    data = text.encode(encoding, "replace")
    while data:
        data = data[os.write(1, data) :]
