"""Draws the pictures of the README: ``PYTHONPATH=src python tests/docs_pictures.py``."""

from __future__ import annotations

from pathlib import Path

from carpets import cli

ROOT = Path(__file__).parents[1]
PICTURES = {
    "kovrik.svg": ("kovrik-48216.txt", 60, "120x36", "felt"),
    "carpet.svg": ("carpet-7.txt", 40, "112x40", "kilim"),
    "kovrik-portrait.svg": ("kovrik-48216.txt", 60, "42x61", "felt"),
    "carpet-portrait.svg": ("carpet-7.txt", 40, "42x61", "night"),
}
"""File name to game file, moves made, size and palette."""


def draw(folder: Path) -> None:
    """Every picture into a folder, by the program's own command."""
    for name, (game, at, size, theme) in PICTURES.items():
        source = str(ROOT / "tests" / "data" / "games" / game)
        options = ["--replay", source, "--at", str(at), "--size", size, "--theme", theme, "--lang", "en"]
        assert cli.main("kovrik", ["picture", *options, "-o", str(folder / name)]) == 0


if __name__ == "__main__":
    draw(ROOT / "docs")
