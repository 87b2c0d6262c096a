"""What commands print on a terminal of 40 columns: whole words, and the same ones as into a pipe."""

import os
import subprocess
import sys

import pytest

from terminal import PROGRAM, SRC, Terminal

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a pty")


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    "command",
    [
        ("achievements",),
        ("settings",),
        ("stats", "--variant", "carpet"),
        ("solve", "--seed", "7", "--variant", "carpet"),
    ],
    ids=lambda command: command[0],
)
def test_no_word_is_broken_at_forty_columns(command, language, tmp_path):
    env = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "CARPETS_HOME": str(tmp_path)}
    whole = [*PROGRAM, *command, "--lang", language]
    piped = subprocess.run(
        whole, capture_output=True, encoding="utf-8", env=env | {"PYTHONPATH": str(SRC), "PATH": os.environ["PATH"]},
        stdin=subprocess.DEVNULL, check=True,
    ).stdout  # fmt: skip
    with Terminal([sys.executable, *whole[1:]], 40, 120, env=env) as terminal:
        assert terminal.wait_end() == 0
        shown = [line.rstrip() for line in terminal.screen.display if line.strip()]
    if command[0] == "settings":
        piped, shown = piped.rpartition("\n" + piped.splitlines()[-1])[0], shown[: -1 - len(str(tmp_path)) // 40]
        assert set(piped.split()) <= set(" ".join(shown).split())
    else:
        words = [word for word in piped.split() if word[0].isalnum()]
        assert [word for word in " ".join(shown).split() if word[0].isalnum()][: len(words)] == words
