"""``doctor`` and the question it puts to the terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import time

import pytest

from carpets.cli.doctoring import ABOUT, FOUND
from carpets.paint.terminal import detect
from test_cli import carpets


def asked(answer: bytes, typed: bytes = b"") -> tuple[str, bool]:
    """What ``heart_width`` makes of a terminal's answer, and whether it left the terminal as it was."""
    pid, fd = pty.fork()
    if pid == 0:  # the program in the terminal
        before = termios.tcgetattr(0)
        from carpets.tui.probing import heart_width

        found = heart_width(patience=60.0 if answer else 0.2)
        os.write(1, f"<{found} {termios.tcgetattr(0) == before}>".encode())
        os._exit(0)
    said = b""
    end = time.monotonic() + 90
    while b">" not in said and time.monotonic() < end and select.select([fd], [], [], 90)[0]:
        said += os.read(fd, 1024)
        if b"\x1b[6n" in said and answer:
            os.write(fd, typed + answer)
            answer = b""
    os.waitpid(pid, 0)
    os.close(fd)
    width, same = said.decode().rpartition("<")[2].rstrip(">").split()
    return width, same == "True"


@pytest.mark.parametrize(
    ("answer", "typed", "width"),
    [
        (b"\x1b[5;2R", b"", "1"),
        (b"\x1b[5;3R", b"", "2"),
        (b"\x1b[5;2R", b"q\x1b[A", "1"),
        (b"", b"", "None"),
    ],
)
def test_the_width_of_a_heart_is_what_the_terminal_answers(answer: bytes, typed: bytes, width: str) -> None:
    assert asked(answer, typed) == (width, True)


def test_without_a_terminal_nobody_is_asked() -> None:
    done = carpets("doctor")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "screen: no (input or output is not a terminal)" in done.stdout


def test_doctor_says_what_was_found_and_why_and_shows_cards() -> None:
    done = carpets("doctor", TERM="xterm-256color", COLORTERM="truecolor", LANG="en_GB.UTF-8")
    assert "TERM=xterm-256color" in done.stdout
    assert "colours: all (COLORTERM is “truecolor”)" in done.stdout
    assert "cards: paper" in done.stdout
    assert "suits: ♣♠♥♦" in done.stdout
    assert "10♥" in done.stdout
    plain = carpets("doctor", "--ascii", "--suits", "hollow", TERM="xterm")
    assert "cards: ASCII (asked for by --ascii)" in plain.stdout
    assert "10H" in plain.stdout


def test_doctor_speaks_russian_and_keeps_addresses_to_itself() -> None:
    done = carpets("doctor", "--lang", "ru", SSH_CONNECTION="192.0.2.7 1 192.0.2.8 22", NO_COLOR="1", TERM="xterm")
    assert "цвета: нет совсем (задана переменная NO_COLOR)" in done.stdout
    assert "192.0.2.7" not in done.stdout
    assert "SSH_CONNECTION=" in done.stdout


def test_everything_that_can_be_found_has_a_name() -> None:
    for term in ("", "dumb", "xterm", "linux", "xterm-256color", "xterm-kitty"):
        for encoding in ("UTF-8", "KOI8-R", "ISO-8859-1"):
            for heart in (1, 2):
                for finding in detect({"TERM": term}, encoding, True, heart).findings:
                    assert finding.about in ABOUT
                    assert finding.found in FOUND or finding.found.isdigit()


def test_doctor_imports_no_screen_library() -> None:
    code = (
        "import carpets.cli, sys; carpets.cli.main('kovrik', ['doctor']); print({'textual', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.rstrip().endswith("set()")
