"""Paintings as escape codes and as pictures, and the command that writes them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pyte
import pytest

from carpets import cli
from carpets.choosing import Cell
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.paint import Chrome, Look, Painting, View, paint
from carpets.paint.ansi import ansi_rows, ansi_screen
from carpets.paint.palettes import PALETTES, Depth, style
from carpets.paint.svg import svg
from test_cli import carpets, refused

GAMES = Path(__file__).parent / "data" / "games"


def painting(variant: str = "kovrik", look: str = "soft", width: int = 80, height: int = 24) -> Painting:
    chrome = Chrome("<Kovrik>", "deal & 7", ("3:12",), "A message.", (("q", "quit", "quit"),))
    suits = Look().suits if look != "ascii" else "CSHD"
    table = Game.numbered(VARIANTS[variant], 7).table
    return paint(table, View(cursor=Cell(7), hint=frozenset({Cell(9)})), Look(look, suits), chrome, width, height)


def rows(painted: Painting) -> list[str]:
    return ["".join(text for text, _ in row) for row in painted.rows]


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("look", ["soft", "line", "ascii"])
def test_a_terminal_shows_just_what_was_painted(look: str, depth: Depth) -> None:
    painted = painting(look=look)
    screen = pyte.Screen(80, 24)
    screen.set_mode(pyte.modes.LNM)
    pyte.Stream(screen).feed(ansi_screen(painted, "felt", depth))
    assert screen.display == rows(painted)


def test_the_escape_codes_carry_the_colours_and_attributes_of_the_styles() -> None:
    painted = painting()
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(ansi_screen(painted, "kilim", Depth.TRUE))
    for y, row in enumerate(painted.rows):
        x = 0
        for text, key in row:
            wanted = style(key, "kilim", Depth.TRUE)
            for at, sign in enumerate(text, x):
                cell = screen.buffer[y][at]
                assert f"#{cell.bg}" == wanted.bg, (key, at, y)
                if sign != " ":
                    assert f"#{cell.fg}" == wanted.fg
                    assert cell.bold == wanted.bold
            x += len(text)


@pytest.mark.parametrize("depth", [Depth.C16, Depth.MONO])
def test_few_colours_need_no_code_beyond_them(depth: Depth) -> None:
    codes = {
        code
        for seq in re.findall(r"\x1b\[([\d;]*)m", ansi_screen(painting(), "felt", depth))
        for code in seq.split(";")
    }
    colours = {code for code in codes if len(code) > 1}
    assert not codes & {"38", "48"}
    assert colours == set() if depth is Depth.MONO else colours


def test_a_first_frame_is_small() -> None:
    assert len(ansi_screen(painting(), "felt", Depth.TRUE).encode()) < 15_000


def test_rows_of_escape_codes_end_in_the_terminals_own_style() -> None:
    for row in ansi_rows(painting(), "felt", Depth.TRUE):
        assert row.endswith(("\x1b[0m", "\x1b[49m", "\x1b[39;49m"))


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("variant", ["kovrik", "carpet"])
def test_a_picture_is_well_formed_and_says_every_word(variant: str, palette: str) -> None:
    painted = painting(variant)
    root = ElementTree.fromstring(svg(painted, palette))
    said = " ".join(element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text"))
    words = [word for row in rows(painted) for word in re.findall(r"[^\W_]+[♣♠♥♦]?|&|<\w+>", row)]
    assert words
    for word in words:
        assert word in said


def test_every_word_of_a_picture_stands_at_its_own_cell() -> None:
    painted = painting()
    texts = ElementTree.fromstring(svg(painted, "felt")).iter("{http://www.w3.org/2000/svg}text")
    assert texts
    for element in texts:
        x, y, word = int(element.get("x", "")) // 10, int(element.get("y", "")) // 20, element.text or ""
        assert rows(painted)[y][x : x + len(word)] == word


def test_painting_needs_neither_textual_nor_rich() -> None:
    code = """
import sys, carpets.cli
status = carpets.cli.main("kovrik", ["picture", "--seed", "7", "-o", sys.argv[1]])
print(status, sorted({"textual", "rich", "sqlite3", "json"} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "/dev/null/x.svg"], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout == "2 []\n"
    assert "cannot be written" in done.stderr


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("suffix", ["svg", "txt", "ansi"])
@pytest.mark.parametrize("family", ["kovrik", "carpet"])
def test_a_picture_is_written_in_the_form_its_name_asks_for(family: str, suffix: str, tmp_path: Path) -> None:
    out = tmp_path / f"board.{suffix}"
    assert cli.main(family, ["picture", "--seed", "7", "-o", str(out), "--size", "120x40"]) == 0
    begins = {"svg": "<svg", "txt": f"  {family.upper()}", "ansi": "\x1b["}[suffix]
    text = out.read_text(encoding="utf-8")
    assert text.startswith(begins)
    assert suffix == "svg" or len(text.splitlines()) == 40


def test_a_picture_of_a_game_file_shows_the_move_to_come(tmp_path: Path) -> None:
    out = tmp_path / "board.txt"
    (game,) = GAMES.glob("kovrik-*.txt")
    assert cli.main("kovrik", ["picture", "--replay", str(game), "--at", "40", "-o", str(out), "--lang", "ru"]) == 0
    text = out.read_text(encoding="utf-8")
    assert "КОВРИК" in text
    assert "40 ходов" in text
    assert "▸" in text


def test_a_picture_of_a_deal_after_some_moves_follows_a_solution(tmp_path: Path) -> None:
    out = tmp_path / "board.txt"
    command = ["picture", "--seed", "7", "--variant", "carpet", "--at", "30", "-o", str(out), "--ascii"]
    assert cli.main("kovrik", command) == 0
    text = out.read_text(encoding="utf-8")
    assert text.isascii()
    assert "30 moves" in text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--seed", "7", "-o", "x.gif"), "x.gif: the name must end in .svg, .txt or .ansi"),
        (("--seed", "7", "-o", "x.svg", "--size", "0x4"), "a size is columns x rows"),
        (("--seed", "7", "-o", "x.svg", "--size", "80"), "a size is columns x rows"),
        (("--seed", "7", "-o", "x.svg", "--theme", "pink"), "there is no “pink”; there are felt"),
        (("--seed", "7", "-o", "x.svg", "--suits", "pink"), "there is no “pink”; there are signs"),
        (("--seed", "7", "-o", "x.svg", "--variant", "carpet", "--at", "9999"), "--at takes 0 to"),
        (("--seed", "7", "-o", "x.svg", "--at", "-1"), "--at takes 0 to"),
        (("--seed", "7", "-o", "/nonexistent/x.svg"), "cannot be written"),
        (("--replay", "/nonexistent", "-o", "x.svg"), "cannot be read"),
        (("-o", "x.svg"), "one of the arguments --seed --replay is required"),
        (("--seed", "7"), "the following arguments are required: -o"),
    ],
)
def test_a_wrong_wish_for_a_picture_is_named(options: tuple[str, ...], said: str) -> None:
    assert said in refused(carpets("picture", *options))
