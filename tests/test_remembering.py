"""The commands over the games of the past, each run as a process of its own on a real file."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from carpets.cards import CARDS
from carpets.game import Game
from carpets.replay import read_game
from carpets.sharing import write_code
from carpets.store import FILE, LOCAL, Choice, open_store
from test_cli import carpets

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
GAMES = Path(__file__).parent / "data" / "games"
CARPET = read_game((GAMES / "carpet-7.txt").read_text()).game
KOVRIK = read_game((GAMES / "kovrik-48216.txt").read_text()).game


@pytest.fixture
def played(home):
    """A won Carpet (game 1) and a Kovrik given up as the deal of a day (game 2)."""
    store = open_store(home / FILE)
    memory = store.player(LOCAL, NOW)
    for start, game, journal in (
        (NOW, CARPET, memory.begin()),
        (NOW + timedelta(hours=1), KOVRIK.at(30), memory.begin(Choice.DAILY, date(2026, 11, 30))),
    ):
        table = Game.begin(game.rules, game.deal)
        for n, move in enumerate(game.played, 1):
            table = table.play(move)
            journal.moved(table, float(n), start + timedelta(seconds=n))
        journal.left(float(game.cursor), start + timedelta(seconds=game.cursor))
    store.close()
    return home


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_statistics_are_printed_with_their_interval(lang):
    done = carpets("stats", "--lang", lang)
    assert done.returncode == 0, done.stderr
    assert "1  50 % (9 %–91 %)" in done.stdout
    assert "█" in done.stdout


@pytest.mark.usefixtures("played")
def test_statistics_as_json_are_those_of_each_variant():
    found = json.loads(carpets("stats", "--json").stdout)
    assert found["all"]["played"] == 2
    assert found["variants"]["carpet"]["won"] == 1
    assert found["variants"]["kovrik"]["rate"]["share"] == 0
    assert json.loads(carpets("stats", "--class", "daily", "--json").stdout)["all"]["played"] == 1


@pytest.mark.usefixtures("played")
def test_history_lists_filters_and_says_when_there_is_nothing():
    lines = carpets("history").stdout.splitlines()
    assert len(lines) == 3
    assert "given up" in lines[1]
    assert "30/52" not in lines[2]
    only = carpets("history", "--outcome", "given-up", "--json").stdout
    assert [json.loads(line)["variant"] for line in only.splitlines()] == ["kovrik"]
    assert carpets("history", "--since", "2027-01-01").stdout == "There is no such game yet.\n"


@pytest.mark.usefixtures("played")
def test_a_past_game_is_written_as_replay_recording_and_picture(tmp_path):
    out = tmp_path / "game.txt"
    assert carpets("history", "1", "-o", str(out)).returncode == 0
    assert read_game(out.read_text()).game == CARPET
    again = carpets("history", "1", "-o", str(out))
    assert again.returncode == 2
    assert carpets("history", "2", "-o", str(tmp_path / "game.svg"), "--at", "7").returncode == 0
    assert (tmp_path / "game.svg").read_text().startswith("<svg")
    assert carpets("history", "1", "-o", str(tmp_path / "game.cast")).returncode == 0
    head, *events = map(json.loads, (tmp_path / "game.cast").read_text().splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    assert len(events) == CARPET.cursor + 2
    assert [event[0] for event in events] == sorted(event[0] for event in events)


def test_a_recording_shows_what_the_painter_paints(tmp_path, played):
    import pyte

    carpets("history", "1", "-o", str(tmp_path / "game.cast"))
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    for line in (tmp_path / "game.cast").read_text().splitlines()[1:]:
        stream.feed(json.loads(line)[2])
    text = "\n".join(screen.display)
    assert "52/52" in text
    assert all(f"K{suit}" in text for suit in "♣♠♥♦")


@pytest.mark.usefixtures("played")
def test_a_game_is_told_to_a_friend_and_its_code_opens_the_deal():
    said = carpets("share", "1").stdout
    code = write_code(CARPET.rules, CARPET.deal.number)
    assert code in said
    assert not any(str(card) in said for card in CARDS)
    assert "2026-11-30" in carpets("share").stdout
    wrong = carpets("play", "--share", code[:-1] + ("0" if code[-1] != "0" else "1"))
    assert wrong.returncode == 2
    assert "copied wrongly" in wrong.stderr


def test_the_deal_of_the_day_is_the_same_for_everyone_and_not_known_before():
    first = carpets("daily", "--number", "--date", "2026-11-30", family="carpet")
    assert first.stdout == "603634193\n", first.stderr
    later = carpets("daily", "--number", "--date", "2999-01-01")
    assert later.returncode == 2
    assert "not out yet" in later.stderr


def test_the_calendar_marks_the_days(played):
    shown = carpets("daily", "--calendar", "--date", "2026-11-15").stdout
    assert shown.splitlines()[0] == "November 2026"
    assert "30○" in shown
    assert "Ноябрь 2026" in carpets("daily", "--calendar", "--date", "2026-11-15", "--lang", "ru").stdout


def test_games_go_out_and_come_back_and_a_tampered_one_does_not(played, tmp_path):
    file = tmp_path / "games.jsonl"
    assert carpets("export", str(file)).returncode == 0
    assert carpets("import", str(file)).stdout == "0 games added, 2 known already, 0 refused\n"
    other = str(tmp_path / "other")
    lines = file.read_text().splitlines()
    lines[2] = lines[2].replace('"ending": "given up"', '"ending": "won"')
    file.write_text("\n".join(lines))
    done = carpets("import", str(file), CARPETS_HOME=other)
    assert done.returncode == 2
    assert done.stdout == "1 game added, 0 known already, 1 refused\n"
    assert f"{file}, line 3: the game says “won”, but its moves say otherwise" in done.stderr


def test_settings_go_out_with_the_games_and_replace_those_there_are_only_when_asked(played, tmp_path):
    file, other = tmp_path / "all.jsonl", str(tmp_path / "other")
    assert carpets("settings", "palette", "night").returncode == 0
    assert carpets("export", str(file)).returncode == 0
    taken = carpets("import", str(file), CARPETS_HOME=other)
    assert taken.stdout.endswith("The settings of the file are yours now.\n")
    assert carpets("settings", "palette", CARPETS_HOME=other).stdout == "night\n"
    carpets("settings", "palette", "day", CARPETS_HOME=other)
    again = carpets("import", str(file), CARPETS_HOME=other)
    assert (again.returncode, "stay as they are" in again.stdout) == (0, True)
    assert carpets("settings", "palette", CARPETS_HOME=other).stdout == "day\n"
    assert carpets("import", str(file), "--settings", CARPETS_HOME=other).returncode == 0
    assert carpets("settings", "palette", CARPETS_HOME=other).stdout == "night\n"


@pytest.mark.parametrize("line", ['{"settings": 5}', '{"settings": "not = = toml"}', '{"settings": "palette = 7"}'])
def test_settings_that_cannot_be_are_named_and_nothing_breaks(played, tmp_path, line):
    file = tmp_path / "bad.jsonl"
    file.write_text('{"format": "carpets games", "version": 1}\n' + line + "\n")
    done = carpets("import", str(file), "--settings")
    assert done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(
    "words",
    [
        ("history", "99"), ("history", "-o", "x.txt"), ("history", "--since", "yesterday"), ("share",),
        ("import", "no such file"), ("export", "/nowhere/x"), ("settings", "nothing"), ("settings", "clock", "maybe"),
        ("play", "--share", "nonsense"), ("daily", "--date", "2026-13-01"), ("stats", "--variant", "klondike"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence_and_status_2(words, lang):
    done = carpets(*words, "--lang", lang)
    assert done.returncode == 2
    assert done.stderr.startswith("kovrik: ")
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 2


def test_settings_are_set_and_shown():
    assert carpets("settings", "palette", "night").returncode == 0
    assert carpets("settings", "palette").stdout == "night\n"
    shown = carpets("settings", "--lang", "ru").stdout
    assert "Цвета стола: ночь" in shown


def test_a_file_of_another_program_is_named_and_left(home):
    home.mkdir()
    (home / FILE).write_text("mine")
    done = carpets("stats")
    assert done.returncode == 2
    assert f"{home / FILE} belongs to another program" in done.stderr
    assert (home / FILE).read_text() == "mine"


def test_achievements_are_listed_with_what_is_missing(played):
    shown = carpets("achievements").stdout
    assert "✓ Carpet has come out" in shown
    assert "· Three in a row — Win three games in a row (1/3)" in shown
