"""The program in a real terminal: coming, going, and what it does to the terminal."""

import os
import random
import signal
import time
from itertools import product

import pyte
import pytest
from rich.segment import Segment
from textual import events

from carpets.tui.cells import cells_of
from carpets.tui.driver import Input
from carpets.tui.frames import Shown
from terminal import PROGRAM, Emulator, Terminal

KOVRIK = (*PROGRAM, "play", "--variant", "kovrik", "--seed", "48213")
CARPET = (*PROGRAM, "play", "--variant", "carpet", "--seed", "7")
UTF = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
MOUSE = b"\x1b[?1006h"


def cards_on(text: str) -> set[str]:
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    return {rank + suit for rank in ranks for suit in "♣♠♥♦" if f"▐{rank}{suit}" in text}


@pytest.fixture
def without_clock(home):
    """Nothing on the screen changes by itself."""
    home.mkdir()
    (home / "settings.toml").write_text("clock = false\n")


@pytest.mark.usefixtures("without_clock")
def test_the_first_frame_stays_when_textual_takes_over():
    with Terminal(KOVRIK) as terminal:
        terminal.wait_for_mouse()
        terminal.read(0.3)
        screen = Emulator(80, 24)
        pyte.ByteStream(screen).feed(terminal.sent.partition(MOUSE)[0])
        assert len(cards_on("\n".join(screen.display))) == 52
        assert terminal.text == "\n".join(screen.display)
        assert len(terminal.sent) < 25_000
        assert terminal.sent.count(b"\x1b[?1049h") == 1


def test_keys_typed_before_textual_is_there_are_kept():
    with Terminal(CARPET) as terminal:
        terminal.wait_for("deal")
        terminal.press("d", "d", "u")
        terminal.wait_for("1 move ", "27")


def test_enter_typed_before_textual_is_there_is_enter():
    with Terminal(CARPET) as terminal:
        terminal.wait_for("deal")
        terminal.press("\r")
        terminal.wait_for("1 move ")


@pytest.mark.parametrize("leave", ["q", "\x03", "й"])
def test_leaving_restores_the_terminal(leave):
    with Terminal(KOVRIK) as terminal:
        terminal.wait_for_mouse()
        terminal.press(leave)
        assert terminal.wait_end() == 0
        assert terminal.restored


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_and_restores_the_terminal(number):
    with Terminal(KOVRIK) as terminal:
        terminal.wait_for_mouse()
        terminal.signal(number)
        assert terminal.wait_end() == 128 + number
        assert terminal.restored


def test_a_key_and_a_click_do_what_they_say_on_the_real_screen():
    with Terminal(CARPET) as terminal:
        terminal.wait_for_mouse()
        terminal.press("d")
        terminal.wait_for("1 move ")
        terminal.click(*terminal.find("undo"))
        terminal.wait_for("0 moves")
        terminal.click(*terminal.find("╱╲"))
        terminal.wait_for("1 move ")
        terminal.press("escape")
        terminal.press("\x1b[1089::99;5u")
        assert terminal.wait_end() == 0


def test_noise_from_the_terminal_is_survived():
    with Terminal(CARPET) as terminal:
        terminal.wait_for_mouse()
        terminal.press("\x1b[:201~", "\x1b[1088::104;1u", "\x1b[48;24;80;0;0t", "\x1b[<0;9999;9999M", "\x1b[1114112u")
        terminal.press("\x1b[<35;1;1M", "\x1b[200~never ended")
        time.sleep(0.1)
        terminal.press("\x1b[201~", "d")
        terminal.wait_for("1 move ")


def test_resizing_while_playing_keeps_the_game():
    with Terminal(CARPET) as terminal:
        terminal.wait_for_mouse()
        terminal.press("d")
        terminal.wait_for("1 move ")
        for width, height in ((120, 40), (10, 5), (42, 62), (80, 24)):
            terminal.resize(width, height)
            terminal.read(0.3)
        terminal.wait_for("1 move ", "deal")
        terminal.press("u")
        terminal.wait_for("0 moves")


@pytest.mark.usefixtures("without_clock")
def test_nothing_is_sent_while_nothing_happens():
    with Terminal(KOVRIK) as terminal:
        terminal.wait_for_mouse()
        end = time.monotonic() + terminal.limit
        while terminal.read(1.5) and time.monotonic() < end:  # what the start still sends on a busy machine
            pass
        assert terminal.read(1.5) == b""


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"TERM": "xterm-256color", "LANG": "C.UTF-8", "NO_COLOR": "1"}, "48213"),
        ({"TERM": "linux", "LANG": "C.UTF-8"}, "48213"),
        ({"TERM": "vt100", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "48213"),
        ({"TERM": "xterm", "PYTHONIOENCODING": "iso-8859-1"}, "48213"),
    ],
)
def test_poor_terminals_get_a_screen_they_can_show(env, words):
    with Terminal(KOVRIK, env=env) as terminal:
        terminal.wait_for(words)
        terminal.wait_for_mouse()
        terminal.press("right")
        terminal.read(0.3)
        assert "Traceback" not in terminal.text
        assert "\\u" not in terminal.text
        if "NO_COLOR" in env:
            assert b"38;5" not in terminal.sent
            assert b"38;2" not in terminal.sent
        terminal.press("q")
        assert terminal.wait_end() == 0


def test_any_bytes_are_read_without_an_exception():
    """3,000 strings; 100,000 with ``CARPETS_FULL=1``."""
    chance = random.Random(1)
    pieces = (
        b"\x1b",
        b"[",
        b"<",
        b";",
        b":",
        b"M",
        b"m",
        b"u",
        b"~",
        b"t",
        b"0",
        b"48",
        b"200",
        b"201",
        b"1088",
        b"\xd1",
    )
    incoming = Input()
    for _ in range(100_000 if os.environ.get("CARPETS_FULL") else 3000):
        noise = b"".join(
            chance.choice(pieces) if chance.random() < 0.8 else bytes([chance.randrange(256)])
            for _ in range(chance.randrange(1, 24))
        )
        list(incoming.feed(noise))
        list(incoming.tick())
    incoming = Input()
    assert [event.key for event in incoming.feed(b"d")] == ["d"]


def test_after_a_paste_that_never_ends_keys_are_keys_again():
    incoming = Input()
    assert list(incoming.feed(b"\x1b[200~" + b"x" * 20_000)) == []
    assert [event.key for event in incoming.feed(b"q") if isinstance(event, events.Key)] == ["q"]


# ---------------------------------------------------------------- bytes


def cells(text: str, sgr: str = "") -> list[tuple[str, str]]:
    return [(char, sgr) for char in text]


def test_only_cells_that_differ_are_sent():
    shown = Shown.of()
    assert shown is not None
    shown.sent([(0, 0, cells("hello world and more"))])
    assert shown.sent([(0, 0, cells("hello world and more"))]) == ""
    assert shown.sent([(0, 0, cells("hellO world and mora"))]) == "\x1b[1;5HO\x1b[1;20Ha"


def test_a_style_is_told_once_for_all_the_cells_of_an_update_and_never_for_a_blank():
    shown = Shown.of()
    assert shown is not None
    red_on_blue = [("x", "1;31;44"), (" ", "44"), ("y", "1;31;44")]
    update = [(0, 0, red_on_blue), (3, 7, red_on_blue)]
    assert shown.sent(update) == "\x1b[1;1H\x1b[1;31;44mx y\x1b[4;8Hx y\x1b[0m"


@pytest.mark.parametrize("seed", range(20))
def test_what_is_sent_makes_the_terminal_show_the_cells(seed):
    """Any cells over any others, in any styles, judged by a terminal."""
    chance = random.Random(seed)
    shown = Shown.of()
    assert shown is not None
    screen = Emulator(20, 4)
    stream = pyte.Stream(screen)
    inks, marks = ("", "31", "92", "38;5;114", "38;2;1;2;3"), ("", "1", "4", "7", "1;7", "2")
    grounds = ("", "44", "102", "48;5;23", "48;2;9;8;7")
    styles = [";".join(filter(None, row)) for row in product(marks, inks, grounds)]
    for _ in range(30):
        x, y = chance.randrange(10), chance.randrange(4)
        some = styles[:: chance.choice((1, 40))]
        wanted = [(chance.choice("ab  ♠"), chance.choice(some)) for _ in range(chance.randrange(1, 11))]
        segments = [Segment(char, SGR(sgr)) for char, sgr in wanted]
        stream.feed(shown.sent([(y, x, cells_of(segments, "any"))]))
        for at, (char, sgr) in enumerate(wanted, x):
            whole = Emulator(20, 4)
            pyte.Stream(whole).feed(f"\x1b[{sgr}m{char}")
            seen, right = screen.buffer[y][at], whole.buffer[0][0]
            if char == " " and not {"4", "7"} & set(sgr.split(";")[:2]):
                seen, right = (seen.data, seen.bg), (right.data, right.bg)
            assert seen == right
    assert screen.cursor.attrs == Emulator(1, 1).cursor.attrs


class SGR(str):
    """A style by its parameters, as ``codes`` asks for them."""

    def _make_ansi_codes(self, _system):
        return str(self)


def test_an_unknown_textual_gets_its_own_updates(monkeypatch):
    from carpets.tui import frames

    monkeypatch.setattr(frames, "KNOWN", False)
    assert Shown.of() is None


async def test_the_table_is_drawn_without_the_rewriting_too():
    with Terminal(("env", *KOVRIK[:1], "-c", WITHOUT)) as terminal:
        text = terminal.wait_for("48213", "Enter")
        assert len(cards_on(text)) == 52
        terminal.press("right")
        terminal.wait_until(lambda now: now != text and len(cards_on(now)) == 52)


WITHOUT = """
import sys
import carpets.tui.frames as frames
frames.KNOWN = False
sys.argv = ["kovrik", "play", "--variant", "kovrik", "--seed", "48213"]
from carpets.cli import kovrik
kovrik()
"""


@pytest.mark.parametrize(("language", "lost", "told"), [
    ("en", "x lost", "could not be won from the start"), ("ru", "x не сойдётся", "не сошёлся бы с самого начала"),
])  # fmt: skip
def test_the_lamp_and_the_proof_of_a_loss_in_a_real_terminal(home, language, lost, told):
    """Deal 100000 of Kovrik with 36 cards is lost from the start."""
    home.mkdir()
    (home / "settings.toml").write_text("lamp = true\n")
    command = (*PROGRAM, "play", "--variant", "kovrik-36", "--seed", "100000", "--lang", language)
    with Terminal(command, 80, 24) as terminal:
        terminal.wait_for(lost)
        terminal.press("h" if language == "en" else "р")
        terminal.wait_for(told)
        terminal.press("q")
        assert terminal.wait_end() == 0
        assert terminal.restored
