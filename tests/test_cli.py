"""The command line as its user meets it: a real process, its output, its exit status."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from carpets.cli import MODULES
from carpets.cli.parser import Commands
from carpets.games import VARIANTS
from carpets.words import Words


def carpets(*arguments: str, family: str = "kovrik", stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """One command line, run in a process of its own without a terminal."""
    code = f"import carpets.cli, sys; sys.exit(carpets.cli.main({family!r}, sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": "/usr/bin",
            "PYTHONPATH": ":".join(sys.path),
            "PYTHONUTF8": "1",
            "CARPETS_HOME": os.environ["CARPETS_HOME"],
            **env,
        },
        timeout=60,
    )


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that says what was wrong."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    return line


def test_a_bad_deal_number_is_refused_in_one_line() -> None:
    for number in ("-5", "12.5", "1e3", "", "ms0", "99999999999999999999999"):
        assert "--seed" in refused(carpets("deal", "--seed", number))
        assert "--seed" in refused(carpets("play", "--seed", number, "--lang", "ru"))


def test_an_unknown_variant_is_refused_with_the_nearest_name() -> None:
    assert "“kovrik-36”" in refused(carpets("deal", "--seed", "1", "--variant", "kovrik36"))
    assert "«kovrik variants»" in refused(carpets("deal", "--seed", "1", "--variant", "x", LC_ALL="ru_RU.UTF-8"))


def test_play_without_a_terminal_says_so() -> None:
    assert "terminal" in refused(carpets("play"))
    assert "терминал" in refused(carpets("--lang", "ru"))


def test_each_command_has_its_family_as_default() -> None:
    assert len(carpets("deal", "--seed", "7").stdout.splitlines()[0].split()) == 14
    assert len(carpets("deal", "--seed", "7", family="carpet").stdout.splitlines()[0].split()) == 5
    assert (
        carpets("deal", "--seed", "7", "--variant", "carpet").stdout
        == carpets("deal", "--seed", "7", family="carpet").stdout
    )


def test_every_variant_is_listed_in_both_languages() -> None:
    for language in ("en", "ru"):
        table = carpets("variants", "--lang", language).stdout
        for rules in VARIANTS.values():
            assert any(line.split()[0] == rules.name and rules.title[language] in line for line in table.splitlines())


def test_help_is_there_in_both_languages() -> None:
    assert "the deal number" in carpets("play", "--help").stdout
    assert "номер расклада" in carpets("play", "--help", "--lang", "ru").stdout
    assert "параметры" in carpets("--help", "--lang=ru").stdout


def test_check_plays_moves_from_a_deal_piped_in() -> None:
    deal = carpets("deal", "--seed", "48213").stdout
    done = carpets("check", "-", "AS-b1", stdin=deal)
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].startswith("AS ")


def test_check_says_why_a_move_is_refused_and_shows_where_it_stopped() -> None:
    deal = carpets("deal", "--seed", "48213").stdout
    done = carpets("check", "-", "AS-a1", "2S-a2", stdin=deal)
    assert refused(done).startswith("kovrik: 2. 2S-a2: The cell is taken")
    assert done.stdout.splitlines()[0].startswith("AS JC")


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("", "empty"),
        ("AS 2S\n", "line 1: the row has 2 cells instead of 14"),
        ("hello\n", "line 1"),
        ("-- " * 13 + "7X\n", "line 1: “7X” is not a card"),
    ],
)
def test_a_bad_position_names_line_and_word(position: str, says: str) -> None:
    assert says in refused(carpets("check", "-", stdin=position))


GAME = """\
[Format "1"]
[Variant "kovrik"]
[Deal "48213"]
[Result "playing"]

JC JD 2S 9S 3C TC KS 4C QC 8H AS 6H JS
4D 2D 5D 3H 7S KC TH 6D 3S 4H 8D 8S 9C
5C AH 2C QD 9D 4S AD 7D 6S 2H TD 6C TS
7H 9H 5S QH 3D AC KD 5H 7C JH 8C KH QS

1. AS-a1 AH-b1 AD-c1 AC-d1
"""


def test_a_game_file_is_checked_and_its_position_printed() -> None:
    done = carpets("replay", "-", stdin=GAME)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].startswith("AS JC")
    assert carpets("replay", "-", "--to", "0", stdin=GAME).stdout.splitlines()[0].startswith("-- JC")
    assert "0 to 4" in refused(carpets("replay", "-", "--to", "5", stdin=GAME))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("JC JD 2S", "JC JD JC"), "line 6: JC stands here twice"),
        (("JC JD 2S", "JC JD"), "the card 2S is missing"),
        (("AS-a1 AH-b1", "AS-a1 2S-b1"), "line 11: move 2, 2S-b1, is not legal here: The first cell"),
        (("AS-a1", "AS-z9"), "line 11: “AS-z9”"),
        (('[Variant "kovrik"]', '[Variant "klondike"]'), "line 2: there is no variant “klondike”"),
        (('[Format "1"]', '[Format "7"]'), "line 1: format 7 is not known"),
        (('[Format "1"]', "[Format 1]"), "line 1"),
        (('[Format "1"]\n', ""), "[Format] is missing"),
        (('"48213"', '"-5"'), "line 3: “-5” is below zero"),
    ],
)
def test_a_bad_game_file_names_line_and_word(change: tuple[str, str], says: str) -> None:
    text = GAME.replace(*change)
    assert text != GAME
    assert says.replace("; ", "") in refused(carpets("replay", "-", stdin=text)).replace("kovrik: -, ", "")


def test_an_illegal_move_leaves_what_was_playable_before_it() -> None:
    done = carpets("replay", "-", stdin=GAME.replace("AD-c1", "KS-c1"))
    assert done.stdout.splitlines()[0].startswith("AS JC")
    assert done.stdout.splitlines()[1].startswith("AH 4D")
    assert done.stdout.splitlines()[2].startswith("-- 5C")


def test_binary_garbage_and_huge_files_are_refused(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(bytes(range(256)) * 40)
    assert "not a text file" in refused(carpets("replay", str(garbage)))
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    assert "too long" in refused(carpets("replay", str(huge)))
    assert "cannot be read" in refused(carpets("check", str(tmp_path / "absent")))
    assert "cannot be read" in refused(carpets("check", str(tmp_path)))


def test_every_command_is_found_by_the_module_that_is_said_to_add_it() -> None:
    for module, names in MODULES.items():
        words = Words.of("en")
        commands = Commands("kovrik", words)
        import_module(f"carpets.cli.{module}").add(commands)
        assert set(names) == commands.names, module


def test_the_rules_of_a_variant_begin_with_how_it_differs():
    said = carpets("rules", "gaps", "--lang", "ru").stdout
    assert said.startswith("# Промежутки\n\nТузы убраны со стола")
    assert "\n# Коврик\n" in said
    assert carpets("rules", "kovrik", "--lang", "en").stdout.startswith("# Kovrik\n\nKovrik (")
