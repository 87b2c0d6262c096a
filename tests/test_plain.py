"""Plain text mode: a loop over lines, tried with lines, and a real terminal for whole games."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from carpets.cli import plain
from carpets.cli.sitting import Desk
from carpets.cli.spelling import notation
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.replay import read_game
from carpets.rules import Outcome

DATA = Path(__file__).parent / "data" / "games"
SRC = Path(__file__).parents[1] / "src"


def sit(lines, variant="kovrik", number="48216", language="en", **services):
    """What is said to the lines, the game as it was left, and every game that was reported as changed."""
    said, changed, typed = [], [], iter(lines)
    desk = Desk(
        read=lambda: next(typed, None),
        write=said.append,
        fresh=lambda rules: Game.numbered(rules, 777777),
        save=services.get("save", lambda game: "game.txt"),
        hint=lambda game, words: f"hint in {words.language}",
        peeked=lambda: None,
        daily=lambda rules: Game.numbered(rules, 20261130),
        records=lambda rules, words: [f"records of {rules.name}"],
        changed=lambda game, words: changed.append(game) or services.get("trouble", ""),
    )
    game = plain.play(desk, Game.numbered(VARIANTS[variant], number), language)
    return said, game, changed


def moves_of(name):
    return [line for line in (DATA / name).read_text().splitlines() if re.match(r"[0-9]+\. ", line)]


@pytest.mark.parametrize(
    ("name", "variant", "number"), [("kovrik-48216.txt", "kovrik", "48216"), ("carpet-7.txt", "carpet", "7")]
)
def test_a_whole_game_is_won_by_typing_its_moves(name, variant, number):
    said, game, changed = sit(moves_of(name), variant, number)
    assert game.outcome is Outcome.WON
    assert "The game has come out!" in said
    assert game.moves == read_game((DATA / name).read_text()).game.moves
    assert changed[-1] is game
    assert len(changed) == 1 + len(game.moves)


def test_every_line_is_one_line_and_plain():
    said, _, _ = sit(["help", "rules", "variant", "show", "moves", "lesson"], language="ru")
    assert all("\n" not in line and "\x1b" not in line for line in said)


def test_a_card_alone_goes_where_it_can_and_a_hole_takes_what_fits():
    said, game, _ = sit(["AC", "AC-a1 AS-b1 AD-c1 AH-d1", "4D", "c7"])
    assert "Which move: AC-a1, AC-b1, AC-c1 or AC-d1?" in said
    assert "4D goes to c5." in said
    assert game.cursor == 6


def test_a_refused_move_says_why_and_the_rest_of_the_line_is_not_tried():
    said, game, _ = sit(["AC-a1 KC-a2 AS-b1"])
    assert game.cursor == 1
    assert said[-1] == "The cell is taken: 6H lies there."


def test_words_of_both_languages_are_understood_at_any_time():
    said, game, _ = sit(["Тт-а1", "отмена", "вернуть", "UNDO", "сначала", "redo 1"], language="en")
    assert game.cursor == 1
    assert "AC goes to a1." in said


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("7ч-б5", "7H-b5"),
        ("10♠", "TS"),
        ("10c-A3", "TC-a3"),
        ("тт", "AC"),
        ("вп-дом", "JS-home"),
        ("дб", "QD"),
        ("кч", "KH"),
        ("запас-г4", "stock-d4"),
        ("b12", "b12"),
        ("нет", "нет"),
    ],
)
def test_cards_and_cells_may_be_spelt_in_russian(typed, meant):
    assert notation(typed) == meant


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("command", plain.COMMANDS, ids=lambda command: command.names[0])
def test_every_command_answers_by_every_name(command, language):
    for name in command.names:
        said, _, _ = sit([name], language=language)
        quiet, _, _ = sit([], language=language)
        assert len(said) > len(quiet) or command.names[0] == "quit"
        assert not any("{" in line for line in said)


def test_undo_goes_back_several_moves_and_restart_loses_nothing():
    said, game, _ = sit(["AC-a1 AS-b1 AD-c1", "undo 2", "restart", "redo 3", "undo 9"])
    assert game.cursor == 0
    assert len(game.moves) == 3
    assert "After 1 move." in said


def test_after_a_win_undo_still_works():
    _, game, _ = sit([*moves_of("carpet-7.txt"), "undo"], "carpet", "7")
    assert game.outcome is Outcome.PLAYING


def test_a_new_deal_and_another_variant_are_opened():
    said, game, _ = sit(["new 48213", "variant carpet 7", "new -5", "new"])
    assert "Kovrik, deal 48213." in said
    assert "Carpet, deal ms7." in said
    assert any("is below zero" in line for line in said)
    assert (game.rules.name, str(game.deal.number)) == ("carpet", "777777")


def test_a_deal_is_shared_by_its_code():
    said, _, _ = sit(["share"], "carpet", "7")
    code = said[-1]
    assert code.startswith("carpet-ms7-")
    said, game, _ = sit([f"share {code}", "код carpet-ms8-00", "share fnord"])
    assert (game.rules.name, str(game.deal.number)) == ("carpet", "ms7")
    assert said[-2] == "“carpet-ms8-00” was copied wrongly: its last two letters do not fit the rest."
    assert "is not a share code" in said[-1]


def test_the_deal_of_the_day_and_the_records_are_at_hand():
    said, game, _ = sit(["stats", "день"], "carpet", "7")
    assert "records of carpet" in said
    assert str(game.deal.number) == "20261130"


def test_the_language_changes_in_a_lesson_too():
    said, _, _ = sit(["lesson", "", "язык ru"])
    assert said[-1].startswith("Сначала тузы.")


def test_an_unknown_word_is_told_what_helps():
    said, _, _ = sit(["fnord"])
    assert said[-1] == "“fnord” is no command, move, card or cell. Type “help”."


def test_a_card_face_down_or_under_another_is_not_shown():
    said, _, _ = sit(["2H", "what 5H", "draw", "draw", "KS"], "carpet", "7")
    assert "2H is still face down in the stock." in said
    assert "Only the top of the waste is free: KS lies under KD." in said


def test_hidden_cards_are_told_only_when_asked_for():
    said, _, _ = sit(["", "moves", "what stock", "hint"], "carpet", "7")
    assert not any("5H" in line for line in said)
    said, _, _ = sit(["look"], "carpet", "7")
    assert said[-1].startswith("stock, next first: KS KD 5H")
    said, _, _ = sit(["заглянуть"])
    assert said[-1] == "Nothing is face down."
    said, _, _ = sit(["draw"] * 28 + ["look"], "carpet", "7")
    assert said[-1] == "Nothing is face down."


def test_a_game_that_cannot_be_saved_says_why():
    def full(game):
        raise OSError(28, "No space left on device")

    said, _, _ = sit(["save"], save=full)
    assert said[-1] == "Not saved: No space left on device."
    said, _, _ = sit(["save"])
    assert said[-1] == "Saved as game.txt."


def test_what_is_wrong_with_keeping_the_game_is_said_once():
    said, _, _ = sit(["AC-a1", "AS-b1"], trouble="The disk is full.")
    assert said.count("The disk is full.") == 1


def test_a_lesson_is_played_and_the_own_game_waits():
    lines = ["AC-a1", "lesson", "", "AD-c1", "AH", "", "AD", "8H", "", "redeal", "JD", "KD", "QD", "KD", ""]
    said, game, changed = sit(lines)
    assert "That would do in a real game. Here, please: AH to c1." in said
    assert "The game has come out!" not in said
    assert said[said.index("That was the lesson. Your game:") + 1] == "Kovrik, deal 48216."
    assert game.cursor == 1
    assert [heard.cursor for heard in changed] == [0, 1]


def test_a_lesson_can_be_left_at_any_time():
    said, game, _ = sit(["урок carpet", "", "2п-дом", "new 48213"], language="ru")
    assert "Коврик, расклад 48213." in said
    assert game.rules.name == "kovrik"


def in_a_terminal(arguments, lines, home, env=()):
    """Runs the program in a terminal of its own and types the lines; what it printed and its exit status."""
    master, slave = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(SRC), "LC_ALL": "C.UTF-8", "TERM": "dumb", **dict(env)}
    environment["CARPETS_HOME"] = str(home)
    run = subprocess.Popen(
        [sys.executable, "-m", "carpets", *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment
    )
    os.close(slave)
    printed, waiting, deadline = b"", list(lines), time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            printed += os.read(master, 65536)
        except OSError:
            break
        if printed.endswith(b"> ") and waiting:
            os.write(master, waiting.pop(0).encode() + b"\n")
    os.close(master)
    return printed.decode(), run.wait(timeout=10)


@pytest.mark.parametrize(
    ("name", "arguments", "won"),
    [
        ("kovrik-48216.txt", ["play", "--plain", "--seed", "48216"], "The game has come out!"),
        ("carpet-7.txt", ["play", "--plain", "--variant", "carpet", "--seed", "7", "--lang", "ru"], "Пасьянс сошёлся!"),
    ],
)
def test_a_whole_game_is_won_in_a_terminal(name, arguments, won, tmp_path):
    printed, status = in_a_terminal(arguments, [*moves_of(name), "выход"], tmp_path)
    assert won in printed
    assert "\x1b" not in printed
    assert status == 0


def test_a_game_left_in_a_terminal_goes_on_at_the_next_start(tmp_path):
    in_a_terminal(["play", "--plain", "--seed", "48216"], ["AC-a1", "quit"], tmp_path)
    printed, _ = in_a_terminal(["play", "--plain", "--lang", "en"], ["quit"], tmp_path)
    assert "Your unfinished game goes on" in printed
    assert "a: AC 6H KD" in printed


def test_a_game_typed_is_counted_and_the_day_is_dealt_in_a_terminal(tmp_path):
    lines = [*moves_of("carpet-7.txt"), "stats", "variant kovrik-grand-36 7", "daily", "quit"]
    arguments = ["play", "--plain", "--variant", "carpet", "--seed", "7", "--lang", "en"]
    printed, status = in_a_terminal(arguments, lines, tmp_path)
    assert status == 0
    assert re.search(r"[Ww]on.*1", printed.partition("The game has come out!")[2])
    assert printed.count("Grand Kovrik, 36 cards, deal ") == 2
    printed, _ = in_a_terminal(
        ["daily", "--plain", "--variant", "kovrik-grand-36", "--lang", "en"], ["AC", "quit"], tmp_path
    )
    assert "Grand Kovrik, 36 cards, deal " in printed


def test_the_language_of_the_settings_is_spoken(tmp_path):
    (tmp_path / "settings.toml").write_text('language = "ru"\n')
    printed, _ = in_a_terminal(["play", "--plain", "--seed", "7"], ["quit"], tmp_path, {"LC_ALL": "en_US.UTF-8"})
    assert "Коврик, расклад ms7." in printed
    printed, _ = in_a_terminal(["play", "--plain", "--seed", "7", "--lang", "en"], ["quit"], tmp_path)
    assert "Kovrik, deal ms7." in printed


def test_a_dumb_terminal_gets_plain_text_and_the_reason(tmp_path):
    printed, status = in_a_terminal(["play", "--lang", "en"], ["quit"], tmp_path)
    assert printed.startswith("This terminal (TERM=dumb) cannot draw a table")
    assert status == 0


def test_noise_is_refused_without_a_control_character_coming_back(tmp_path):
    noise = b"\xff\xfe\x1b[2J\x00\x07 AC\n" + bytes(range(256)) * 40 + b"\nquit\n"
    run = subprocess.run(
        [sys.executable, "-m", "carpets", "play", "--plain", "--seed", "7", "--lang", "en"],
        input=noise, capture_output=True, timeout=60,
        env={**os.environ, "PYTHONPATH": str(SRC), "CARPETS_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"is no command" in run.stdout
    assert not set(run.stdout) & (set(range(32)) - {10})


def test_the_end_of_input_leaves(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "carpets", "play", "--plain", "--seed", "7", "--lang", "en"],
        input="AC\n", capture_output=True, text=True, timeout=60,
        env={**os.environ, "PYTHONPATH": str(SRC), "CARPETS_HOME": str(tmp_path)},
    )  # fmt: skip
    assert run.returncode == 0
    assert "Which move" in run.stdout
    assert run.stderr == ""
