"""Asking the terminal itself: how many cells a ♥ takes. POSIX only; no Textual.

East Asian terminals may draw such signs two cells wide, and then a board of them shears.
"""

from __future__ import annotations

import os
import re
from time import monotonic

_ASK = "\r♥\x1b[6n"
_ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")


def heart_width(patience: float = 0.4) -> int | None:
    """The cells that a ♥ takes; None where the terminal cannot be asked or has not answered in ``patience`` seconds.

    Reads what was typed before the answer too, so it is for the moment before anyone types. The line is left empty.
    """
    try:
        import select
        import termios

        before = termios.tcgetattr(0)
    except (ImportError, OSError):
        return None
    asking = termios.tcgetattr(0)
    asking[3] &= ~(termios.ECHO | termios.ICANON)
    try:
        termios.tcsetattr(0, termios.TCSANOW, asking)
        os.write(1, _ASK.encode())
        answer, end = b"", monotonic() + patience
        while (left := end - monotonic()) > 0 and select.select([0], [], [], left)[0]:
            answer += os.read(0, 64)
            if found := _ANSWER.search(answer):
                return int(found[1]) - 1
        return None
    finally:
        os.write(1, b"\r\x1b[K")
        termios.tcsetattr(0, termios.TCSANOW, before)
