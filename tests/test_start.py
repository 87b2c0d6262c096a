"""What the way to the first frame, and a table in play, may not load: nobody should wait or make room for it."""

import signal
import sys
import time
from pathlib import Path

import pyte
import pytest

from terminal import PROGRAM, Emulator, Terminal

UNWANTED = {
    # libraries, and ours that bring them
    "textual", "rich", "platformdirs", "asyncssh", "carpets.tui.app", "carpets.solver", "carpets.daily",
    # large parts of Python, each of them a hundredth of the way or more
    "asyncio", "bz2", "calendar", "concurrent", "copy", "ctypes", "dataclasses", "difflib", "email", "hashlib", "hmac",
    "http", "inspect", "ipaddress", "json", "locale", "logging", "lzma", "pathlib", "random", "secrets", "shutil",
    "socket", "ssl", "string", "subprocess", "tempfile", "textwrap", "threading", "tomllib", "urllib", "weakref",
    "zipfile", "_strptime",
}  # fmt: skip

UNWANTED_LATER = {
    # what a table does without until it is asked for
    "carpets.solver", "carpets.advising", "carpets.tui.thinking", "carpets.tui.home", "carpets.tui.book",
    "carpets.tui.help_screen", "carpets.tui.settings_screen", "carpets.tui.records_screen", "carpets.tui.prompts",
    "carpets.tui.lesson_screen", "carpets.tui.review_screen", "carpets.tui.viewer", "carpets.tui.commands",
    "carpets.summing", "carpets.charts", "carpets.cast", "carpets.daily", "carpets.sharing", "carpets.achievements",
    "carpets.tutorial", "carpets.rulebooks", "carpets.replay", "carpets.store.exchange", "carpets.store.statistics",
    "carpets.cli.plain", "carpets.hosting", "asyncssh", "websockets", "plotext",
    # parts of Textual and Rich for other screens
    "markdown_it", "pygments", "rich.markdown", "rich.pretty", "rich.progress", "rich.syntax", "rich.traceback",
    "textual.widgets._data_table", "textual.widgets._footer", "textual.widgets._header", "textual.widgets._markdown",
    "textual.widgets._tabbed_content", "textual.widgets._text_area", "tree_sitter",
    # large parts of Python; OpenSSL alone is 1.2 MiB
    "ctypes", "email", "hashlib", "http", "importlib.metadata", "json", "multiprocessing", "ssl", "statistics",
    "tomllib", "unittest", "urllib.request", "xml", "zipfile", "_hashlib", "_ssl",
    # what Textual and others import and do not use, read only when it is
    "bz2", "fnmatch", "html", "ipaddress", "linecache", "locale", "lzma", "mimetypes", "textwrap", "tokenize",
}  # fmt: skip

LOADED = """
import os, sys
import carpets.tui.local as local
from carpets.cli import main
whole = local._first
def told(*arguments):
    with whole(*arguments) as painting:
        assert painting is not None
        print(*sorted(sys.modules), "end of the list", sep="\\n", flush=True)
        os._exit(0)
local._first = told
main("kovrik", {arguments!r})
"""
"""The program up to the first frame, which then says what is loaded."""

ASKED = """
import signal, sys
def tell(*_):
    parts = {{name: vars(module) for name, module in list(sys.modules.items())}}
    read = [name for name, of in parts.items() if "__builtins__" in of or not str(of.get("__file__")).endswith(".py")]
    with open({told!r}, "w") as file:
        file.write("\\n".join([*read, "end of the list"]))
signal.signal(signal.SIGUSR1, tell)
from carpets.cli import main
main("kovrik", {arguments!r})
"""
"""The program, which says whenever it is sent a signal what is loaded, beside what is there but was not read yet."""

PLAYED = """
from datetime import UTC, datetime
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.store import LOCAL, open_store
store, now = open_store(), datetime.now(UTC)
for name in ("kovrik", "carpet"):
    game = Game.numbered(VARIANTS[name], 48213)
    journal = store.player(LOCAL, now).begin()
    journal.moved(game.play(game.legal()[0]), 1.0, now)
    journal.close(1.0, now)
store.close()
print("played")
"""
"""An unfinished game of each family."""


def loaded(*arguments: str) -> set[str]:
    with Terminal((sys.executable, "-c", LOADED.format(arguments=list(arguments))), 100, 1000) as terminal:
        terminal.wait_for("end of the list")
        return {line.strip() for line in terminal.text.splitlines()}


def loaded_by(terminal: Terminal, told: Path, *awaited: str) -> set[str]:
    """What a running ``ASKED`` has loaded as soon as the awaited modules are there."""
    found: set[str] = set()
    end = time.monotonic() + terminal.limit
    while not {*awaited, "end of the list"} <= found:
        assert time.monotonic() < end, found
        terminal.signal(signal.SIGUSR1)
        terminal.read(0.3)
        found = set(told.read_text().split("\n")) if told.exists() else set()
    return found


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("family", "move", "other"), [("kovrik", " ", "carpet"), ("carpet", "d", "kovrik")])
def test_a_table_in_play_has_loaded_nothing_that_it_was_not_asked_for(family, move, other, language, tmp_path):
    told = tmp_path / "told"
    arguments = ["play", "--variant", family, "--seed", "7", "--lang", language]
    with Terminal((sys.executable, "-c", ASKED.format(told=str(told), arguments=arguments))) as terminal:
        terminal.wait_for_mouse()
        terminal.press(move)
        terminal.read(0.5)
        terminal.press("u")
        terminal.read(0.5)
        playing = loaded_by(terminal, told, "carpets.tui.table_screen", "textual.app", "sqlite3")
        assert playing & UNWANTED_LATER == set()
        terminal.press("h")
        hinted = loaded_by(terminal, told, "carpets.tui.thinking")
        assert hinted & UNWANTED_LATER <= {"carpets.solver", "carpets.advising", "carpets.tui.thinking"}
        assert f"carpets.solver._{other}" not in hinted


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("family", ["kovrik", "carpet"])
def test_a_numbered_deal_is_shown_before_anything_that_it_does_without_is_loaded(family):
    found = loaded("play", "--variant", family, "--seed", "7")
    assert "carpets.paint.ansi" in found
    assert not found & UNWANTED
    assert "sqlite3" not in found


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("family", ["kovrik", "carpet"])
def test_an_unfinished_game_is_shown_before_anything_that_it_does_without_is_loaded(family, language):
    with Terminal((sys.executable, "-c", PLAYED)) as terminal:
        terminal.wait_for("played")
        assert terminal.wait_end() == 0
    found = loaded("play", "--variant", family, "--lang", language)
    assert "sqlite3" in found
    assert not found & UNWANTED


@pytest.mark.usefixtures("home")
def test_the_home_screen_is_shown_before_anything_that_it_does_without_is_loaded():
    found = loaded()
    assert "carpets.tui.welcome" in found
    assert not found & UNWANTED
    assert "sqlite3" not in found


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (42, 30)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_home_screens_first_frame_says_what_the_screen_says(size, language):
    with Terminal((*PROGRAM, "--lang", language), *size) as terminal:
        terminal.wait_for_mouse()
        terminal.read(0.5)
        screen = Emulator(*size)
        pyte.ByteStream(screen).feed(terminal.sent.partition(b"\x1b[?1006h")[0])
        assert "4×14" in "\n".join(screen.display)
        first = [line.rstrip() for line in screen.display]
        terminal.wait_until(lambda text: [line.rstrip(" ▂") for line in text.splitlines()] == first, str(first))
        assert terminal.sent.count(b"\x1b[?1049h") == 1


@pytest.mark.usefixtures("home")
def test_keys_typed_on_the_home_screens_first_frame_are_kept():
    with Terminal(PROGRAM) as terminal:
        terminal.wait_for("Enter", "4×14")
        terminal.press("down", "down", "\r")
        terminal.wait_for("GRAND KOVRIK", "moves")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("family", ["kovrik", "carpet"])
def test_the_first_frame_is_not_sent_again_when_textual_takes_over(family):
    with Terminal((*PROGRAM, "play", "--variant", family, "--seed", "7")) as terminal:
        terminal.wait_for_mouse()
        terminal.read(0.8)
        first, _, after = terminal.sent.partition(b"\x1b[?1006h")
        assert len(after) < len(first) / 4
