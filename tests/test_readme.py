"""The README's commands are real: each is parsed, and those that need no terminal are run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
PROGRAMS = ("kovrik", "carpet")
NEED_TERMINAL = ("play", "daily", "serve", "bench", "tutorial")


def commands() -> list[list[str]]:
    """Every line of a fenced block or a table cell that calls one of our two programs."""
    fenced = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    lines = [line.removeprefix("$ ") for block in fenced for line in block.splitlines() if line.startswith("$ ")]
    return [shlex.split(line, comments=True) for line in lines if line.split()[0] in PROGRAMS]


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    code = f"import carpets.cli, sys; sys.exit(carpets.cli.main({words[0]!r}, sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", code, *words[1:]],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "CARPETS_HOME": str(cwd)},
    )


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_a_command_of_the_readme_is_understood(words: list[str], tmp_path: Path) -> None:
    if len(words) == 1 or words[1] in NEED_TERMINAL:
        done = run(words[0], *words[1:2], "--help", cwd=tmp_path)
        options = [word.partition("=")[0] for word in words[2:] if word.startswith("--")]
        assert all(option in done.stdout for option in options)
    else:
        done = run(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_readme_shows_commands_and_pictures_that_are_there() -> None:
    assert commands()
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (Path(__file__).parents[1] / picture).is_file(), picture
