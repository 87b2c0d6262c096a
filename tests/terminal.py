"""A real program in a real terminal: run in a pty, its screen read by an emulator, keys and mouse sent to it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyte

from carpets.game import Game
from carpets.paint import paint
from carpets.paint.model import Chrome, Look
from carpets.tui import session

SRC = Path(__file__).parents[1] / "src"
PROGRAM = (sys.executable, "-m", "carpets")
ARROWS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r", "escape": "\x1b"}


def cards(text: str) -> list[str]:
    """The names of the cards on a table of 80 x 24, in the order of reading. The rows below it name cards too."""
    return re.findall(r"(?:10|[2-9JQKA])[♠♥♦♣]", "\n".join(text.splitlines()[1:21]))


def cards_of(game: Game) -> list[str]:
    """The same of a game's table as it must look."""
    painted = paint(game.table, session.view(session.begin(game)), Look(), Chrome(), 80, 24)
    return cards("\n".join("".join(run for run, _ in row) for row in painted.rows))


class Emulator(pyte.Screen):
    """pyte's screen, which also keeps what a terminal would have been asked."""

    def set_margins(self, *args, **kwargs):  # private modes of newer terminals that pyte takes for margins
        if not kwargs.get("private"):
            super().set_margins(*args)


class Terminal:
    """One program in a pty of ``width`` x ``height``.

    ``env`` is the whole environment beside PATH, HOME and CARPETS_HOME. Everything waits at most ``limit`` seconds.
    """

    def __init__(
        self,
        command: Sequence[str],
        width: int = 80,
        height: int = 24,
        env: Mapping[str, str] | None = None,
        limit: float = 90.0,
    ) -> None:
        self.limit = limit
        self.screen = Emulator(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.master, child = pty.openpty()
        self.before = termios.tcgetattr(child)
        self._size(width, height)
        own = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "PYTHONPATH": str(SRC)}
        own |= {name: os.environ[name] for name in ("CARPETS_HOME",) if name in os.environ}
        full = own | dict(env if env is not None else {"TERM": "xterm-256color", "LANG": "C.UTF-8"})
        self.process = subprocess.Popen(
            command, stdin=child, stdout=child, stderr=child, env=full, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        self.child = child

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.child)
        os.close(self.master)

    # ------------------------------------------------------------ what is seen

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def read(self, seconds: float = 0.05) -> bytes:
        """What arrives until nothing has for so long: at a table whose clock runs, less than a second."""
        got, end = b"", time.monotonic() + self.limit
        while select.select([self.master], [], [], seconds)[0] and time.monotonic() < end:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            if not data:
                break
            got += data
            self.stream.feed(data)
        self.sent += got
        return got

    def wait_for(self, *words: str) -> str:
        """The screen, as soon as it shows all the words. Raises AssertionError, with the screen, when time is up."""
        return self.wait_until(lambda text: all(word in text for word in words), str(words))

    def wait_until(self, right: Callable[[str], bool], what: str = "what is awaited") -> str:
        """The screen, as soon as it is right: a frame arrives in pieces, its counter before its cards."""
        end = time.monotonic() + self.limit
        while time.monotonic() < end:
            self.read()
            if right(self.text):
                return self.text
        raise AssertionError(f"{what} not in\n{self.text}")

    def wait_for_mouse(self) -> None:
        """Until the program has asked for the mouse: its screen library has taken over."""
        end = time.monotonic() + self.limit
        while b"\x1b[?1006h" not in self.sent and time.monotonic() < end:
            self.read()
        assert b"\x1b[?1006h" in self.sent

    def wait_end(self) -> int:
        """The exit status, once the program has ended."""
        end = time.monotonic() + self.limit
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        self.read()
        status = self.process.poll()
        assert status is not None, f"still running:\n{self.text}"
        return status

    @property
    def restored(self) -> bool:
        """Whether the terminal's modes are what they were before, and the screen is the shell's again."""
        after = self.sent
        return (
            termios.tcgetattr(self.child) == self.before
            and after.rfind(b"\x1b[?1049l") > after.rfind(b"\x1b[?1049h")
            and after.rfind(b"\x1b[?25h") > after.rfind(b"\x1b[?25l")
            and after.rfind(b"\x1b[?1000l") >= after.rfind(b"\x1b[?1000h")
        )

    # ------------------------------------------------------------ what is done

    def press(self, *keys: str) -> None:
        """Keys: a character, a name of ARROWS, or raw bytes as text."""
        os.write(self.master, "".join(ARROWS.get(key, key) for key in keys).encode())

    def click(self, x: int, y: int, button: int = 0) -> None:
        """A click at a cell, counting from 0; button 2 is the right one."""
        self.press(f"\x1b[<{button};{x + 1};{y + 1}M\x1b[<{button};{x + 1};{y + 1}m")

    def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        move = f"\x1b[<32;{to_x + 1};{to_y + 1}M"
        self.press(f"\x1b[<0;{x + 1};{y + 1}M{move}\x1b[<0;{to_x + 1};{to_y + 1}m")

    def find(self, word: str) -> tuple[int, int]:
        """Column and row of a word on the screen."""
        for y, line in enumerate(self.screen.display):
            if word in line:
                return line.index(word), y
        raise AssertionError(f"{word} not in\n{self.text}")

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)
        self._size(width, height)

    def _size(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def signal(self, number: int) -> None:
        os.kill(self.process.pid, number)
