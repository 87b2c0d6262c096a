"""Plain text mode: a loop over lines, tried with lines, and a real terminal for whole games."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from carpets.advising import shares
from carpets.cli.desk import files
from carpets.daily import deal_of
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.notation import write_move
from carpets.plain import loop, sitting
from carpets.plain.sitting import Desk
from carpets.plain.spelling import notation
from carpets.replay import read_game
from carpets.rules import Outcome
from carpets.settings import Settings, save, settings_file
from carpets.solver import Lost, Solved, solve
from carpets.solver.odds import choices, odds
from carpets.store import FILE, LOCAL, Choice, Holder, Store, Trouble, open_store
from carpets.store.schema import Door
from carpets.tui import keys
from carpets.tui.keeping import Keeper
from carpets.value import replace
from carpets.words import Words

DATA = Path(__file__).parent / "data" / "games"
LIMIT = 90
"""Seconds that a program may take for what an idle machine does at once."""
SRC = Path(__file__).parents[1] / "src"


NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def keeping(store=None):
    """A keeper whose memory is gone with the test, or one of that store."""
    store = store or Store(Path("none"), Door(None), None, Holder(None))
    return Keeper(store.player(LOCAL, NOW), lambda: 0.0, lambda: NOW)


def sit(lines, variant="kovrik", number="48216", language="en", settings=Settings(), **services):  # noqa: B008
    """What is said to the lines, the game as it was left, and the keeper that heard of it."""
    said, typed = [], iter(lines)
    keeper = services.pop("keeper", None) or keeping()
    desk = Desk(
        write=said.append,
        fresh=lambda rules, solvable: (Game.numbered(rules, 888888 if solvable else 777777), solvable),
        keeper=keeper,
        **{"files": files(keeper.memory), "write_settings": lambda settings: None, "thinking": 0.3} | services,
    )
    sitting = loop.begin(desk, Game.numbered(VARIANTS[variant], number), language, settings)
    game = loop.play(sitting, lambda: next(typed, None))
    return said, game, keeper


def moves_of(name):
    return [line for line in (DATA / name).read_text().splitlines() if re.match(r"[0-9]+\. ", line)]


@pytest.mark.parametrize(
    ("name", "variant", "number"), [("kovrik-48216.txt", "kovrik", "48216"), ("carpet-7.txt", "carpet", "7")]
)
def test_a_whole_game_is_won_by_typing_its_moves(name, variant, number):
    said, game, keeper = sit(moves_of(name), variant, number)
    assert game.outcome is Outcome.WON
    assert "The game has come out!" in said
    assert "0:00   no hints" in said
    assert game.moves == read_game((DATA / name).read_text()).game.moves
    assert keeper.memory.kept(1).game == game


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
@pytest.mark.parametrize("command", loop.COMMANDS, ids=lambda command: command.names[0])
def test_every_command_answers_by_every_name(command, language, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
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


def test_the_deal_of_today_and_of_a_day_that_was_is_dealt(store):
    keeper = keeping(store)
    _, game, _ = sit(["день"], "kovrik-grand-36", "7", keeper=keeper)
    assert game.deal.number == deal_of(VARIANTS["kovrik-grand-36"], NOW.date()).deal.number
    said, game, _ = sit(
        ["daily 2026-11-29", "daily 2026-12-01", "daily fnord"], "kovrik-grand-36", "7", keeper=keeping(store)
    )
    assert game.deal.number == deal_of(VARIANTS["kovrik-grand-36"], date(2026, 11, 29)).deal.number
    assert said[-2:] == ["the deal of 2026-12-01 is not out yet.", "“fnord” is not a day: write one like 2026-11-30."]


# ---------------------------------------------------------------- what is remembered


@pytest.fixture
def store(tmp_path):
    opened = open_store(tmp_path / FILE)
    yield opened
    opened.close()


def test_statistics_are_read_out_a_line_each(store):
    said, _, _ = sit(
        [*moves_of("carpet-7.txt"), "stats", "stats kovrik", "S all"], "carpet", "7", keeper=keeping(store)
    )
    assert said[said.index("Carpet") + 1] == "games played: 1"
    assert said[said.index("Kovrik") + 1] == "games played: 0"
    assert said[said.index("all variants") + 1] == "games played: 1"
    assert said.count("games by progress, %, won apart: won: 1") == 2
    assert said.count("wins by time, minutes: <1: 1") == 2
    assert not any("  " in line or "│" in line for line in said[said.index("Carpet") :] if "won" not in line)


def test_a_past_game_is_listed_looked_through_and_played_on(store):
    keeper = keeping(store)
    lines = [*moves_of("carpet-7.txt"), "new 48213", "история", "history 1", "", "u", "end", "2H-home", "undo 3", "on"]
    said, game, _ = sit(lines, "carpet", "7", keeper=keeper)
    won = read_game((DATA / "carpet-7.txt").read_text()).game
    moves = len(won.moves)
    listed = next(line for line in said if line.startswith("1: 2026-11-30"))
    assert listed.endswith(f", Carpet, deal ms7, won, 0:00, {moves} moves, 52/52.")
    assert f"Position 0 of {moves}. Next: " in "\n".join(said)
    assert said.count(next(line for line in said if line.startswith(f"Position 0 of {moves}."))) == 2
    assert f"Position {moves} of {moves}. The game has come out!" in said
    assert "This game is looked through: “on” plays on from here, “close” leaves it." in said
    assert (game.moves, game.cursor) == (won.moves[: moves - 3], moves - 3)


def test_the_own_game_waits_while_another_is_looked_through(store):
    lines = [*moves_of("carpet-7.txt"), "new 7", "draw", "history 1", "hint", "look", "moves", "close", "undo", "on"]
    said, game, keeper = sit(lines, "carpet", "7", keeper=keeping(store))
    assert (game.cursor, len(game.moves)) == (0, 1)
    assert said.count("This game is looked through: “on” plays on from here, “close” leaves it.") == 2
    assert (keeper.journal.hints, keeper.journal.peeks) == (0, 0)
    assert said[-1] == "No game is looked through; “review” and “history” open one."


def test_history_says_what_it_does_not_have():
    said, _, _ = sit(["history", "history 7", "history fnord", "history kovrik"])
    assert said[-4:] == [
        "There is no such game yet.",
        "there is no game 7 in the history.",
        "“fnord” is neither the number of a game nor a variant.",
        "There is no such game yet.",
    ]


def test_games_are_written_to_files_that_are_new(store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [*moves_of("carpet-7.txt"), "export all.jsonl", "export 1 one.txt", "выгрузить 1 one.svg",
             "export 1 one.txt", "export 9 x.txt", "export 1 one.doc", "export"]  # fmt: skip
    said, game, _ = sit(lines, "carpet", "7", keeper=keeping(store))
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) == 2
    assert read_game((tmp_path / "one.txt").read_text()).game == game
    assert (tmp_path / "one.svg").read_text().startswith("<svg")
    assert said[-4:] == [
        "one.txt cannot be written: File exists.",
        "there is no game 9 in the history.",
        "a game is written as FILE.txt, FILE.cast or FILE.svg.",
        "Type the name of a new file after “export”.",
    ]


def test_games_are_taken_from_a_file_and_its_settings_where_there_are_none(store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept = []
    mine = Settings(palette="night")
    sit([*moves_of("carpet-7.txt"), "export all.jsonl"], "carpet", "7", settings=mine, keeper=keeping(store))
    lines = [
        "import all.jsonl",
        "history",
        "загрузить all.jsonl",
        "import none.jsonl",
        "import",
        "import settings all.jsonl",
    ]
    said, _, _ = sit(lines, keeper=(keeper := keeping()), write_settings=kept.append)
    assert "1 game added, 0 known already, 0 refused." in said
    assert "0 games added, 1 known already, 0 refused." in said
    assert keeper.memory.kept(1).game == read_game((DATA / "carpet-7.txt").read_text()).game
    assert said[-3:] == [
        "Type the name of a file of games after “import”.",
        "0 games added, 1 known already, 0 refused.",
        "The settings of the file are yours now.",
    ]
    assert said.count("none.jsonl cannot be read: No such file or directory.") == 1
    assert [settings.palette for settings in kept] == ["night", "night", "night"]


def test_a_tampered_game_is_refused_with_its_line_and_settings_there_are_stay(store, tmp_path, monkeypatch, home):
    monkeypatch.chdir(tmp_path)
    mine = Settings(palette="night")
    sit([*moves_of("carpet-7.txt"), "export all.jsonl"], "carpet", "7", settings=mine, keeper=keeping(store))
    (tmp_path / "all.jsonl").write_text((tmp_path / "all.jsonl").read_text().replace('"won"', '"lost"'))
    save(Settings(palette="day"), settings_file())
    said, _, keeper = sit(["import all.jsonl"], language="ru", write_settings=None)
    assert any(line.startswith("all.jsonl, строка ") for line in said)
    assert said[-1] == "Ваши настройки остались прежними; «загрузить настройки ФАЙЛ» возьмёт те, что в файле."
    assert keeper.memory.kept(1) is None


def test_achievements_and_the_days_are_read_out_without_signs(store):
    lines = ["D", "2H-home", "achievements", "calendar", "calendar 2026-10", "calendar fnord"]
    said, _, _ = sit(lines, "kovrik-grand-36", "7", keeper=keeping(store))
    assert "Three in a row — Win three games in a row. Not yet, 0 of 3." in said
    assert "Grand Kovrik, 36 cards, October 2026" in said
    assert said[-1] == "“fnord” is not a month: write one like 2026-11."
    assert not any(sign in line for line in said for sign in "✓·●◐○☀↻")


def test_a_day_that_was_begun_stands_in_the_calendar(store):
    said, _, _ = sit(["daily 2026-11-29", "AC", "calendar"], "kovrik-grand-36", "7", keeper=keeping(store))
    assert "Which move" in "".join(said)
    first = "AC-a1"
    said, _, _ = sit(["daily 2026-11-29", first, "calendar"], "kovrik-grand-36", "7", keeper=keeping(store))
    assert "2026-11-29: unfinished, on a later day" in said
    assert "days won in a row: 0, at best 0" in said


# ---------------------------------------------------------------- looking back


def lost():
    """A game of 48216 whose last move is proved to lose, and the index of that move."""
    won = read_game((DATA / "kovrik-48216.txt").read_text()).game
    fatal, wrong = next(
        (at, move)
        for at in range(len(won.moves) - 1, -1, -1)
        for move in won.at(at).legal()
        if isinstance(solve(won.rules, won.rules.play(won.states[at], move), budget=200_000), Lost)
    )
    return won.at(fatal).play(wrong), fatal


def test_looking_back_names_the_mistake_and_the_better_move_is_played_on():
    game, fatal = lost()
    moves = " ".join(write_move(move, game.rules.grid) for move in game.moves)
    said, after, _ = sit([moves, "разбор", "R", "ошибка", "better"], thinking=20.0)
    assert f"Positions 0 to {fatal}: Could be won." in said
    assert f"Positions {fatal + 1} to {fatal + 1}: Lost." in said
    assert any(line.startswith(f"Move {fatal + 1} threw it away: ") for line in said)
    assert sum(line.startswith(f"Position {fatal} of {fatal + 1}. Could be won. Next: ") for line in said) == 2
    assert after.cursor == fatal + 1
    assert after.moves[:fatal] == game.moves[:fatal]
    assert after.moves[fatal] != game.moves[fatal]


def test_looking_back_and_playing_on_keeps_what_was_played():
    _, game, _ = sit(["AC-a1 AS-b1 AD-c1", "v", "u 2", "on"], thinking=0.05)
    assert (game.cursor, len(game.moves)) == (1, 3)


def test_looking_back_tells_nothing_of_cards_still_face_down():
    said, _, _ = sit(["review", "draw", "review", "mistake"], "carpet", "7")
    assert "No move has been made yet." in said
    assert said.count("Cards are face down still: looking back waits until the game is over.") == 2


# ---------------------------------------------------------------- settings, keys, manners


def test_settings_are_shown_changed_kept_and_obeyed():
    kept = []
    lines = ["settings", "s auto_collect да", "settings palette", "settings palette pink", "settings fnord",
             "настройки language ru"]  # fmt: skip
    said, _, _ = sit(lines, write_settings=kept.append)
    assert "auto_collect no Make moves that never hurt by themselves: no" in said
    assert "palette felt Colours of the table: green felt" in said
    assert kept[0].auto_collect
    assert kept[-1].language == "ru"
    assert said[-1] == "Изменено и сохранено."
    assert "pink is no value of palette; felt, kilim, night, day, contrast." in said
    assert any(line.startswith("there is no “fnord”; there are language, ") for line in said)


def test_settings_that_cannot_be_kept_say_why():
    def full(settings):
        raise OSError(28, "No space left on device")

    said, _, _ = sit(["settings clock no"], write_settings=full)
    assert said[-1] == "Not saved: No space left on device."


def test_moves_that_never_hurt_are_made_by_themselves_and_told_if_so_wished():
    said, by_hand, _ = sit(["draw"], "carpet", "7")
    assert by_hand.cursor == 1
    said, game, _ = sit(["draw"], "carpet", "7", settings=Settings(auto_collect=True))
    assert game.cursor > 1
    assert sum(line.endswith("goes to its base.") for line in said) == game.cursor - 1


def test_whether_the_game_can_be_won_is_told_at_every_step_if_so_wished(store, monkeypatch):
    monkeypatch.setattr(sitting, "LAMP", 20.0)
    game, fatal = lost()
    moves = " ".join(write_move(move, game.rules.grid) for move in game.moves)
    said, _, keeper = sit([moves], settings=Settings(lamp=True), thinking=20.0, keeper=keeping(store))
    assert said.count("Proved: this position can no longer be won.") == 1
    assert said[-1] == "Proved: this position can no longer be won."
    assert said.count("It can still be won.") == fatal + 1
    assert keeper.journal.peeks == fatal + 2
    said, _, _ = sit(["draw", "settings lamp no", "draw"], "carpet", "7", settings=Settings(lamp=True), thinking=20.0)
    assert sum(bool(re.fullmatch(r"With the best choice [1-9][0-9]? of 100 come out\.", line)) for line in said) == 2


def test_a_game_is_left_for_a_new_one_when_the_player_is_sure():
    said, game, _ = sit(["AC-a1", "n", "show", "т"])
    assert "This game is unfinished. Type “new” once more to leave it." in said
    assert str(game.deal.number) == "777777"
    _, game, _ = sit(["AC-a1", "n", "AS-b1", "n"])
    assert game.cursor == 2
    _, game, _ = sit(["AC-a1", "n"], settings=Settings(confirm=False))
    assert str(game.deal.number) == "777777"


def test_a_deal_that_comes_out_is_asked_for():
    _, game, keeper = sit(["new solvable", "AC-a1"])
    assert str(game.deal.number) == "888888"
    assert keeper.journal.choice is Choice.SOLVABLE
    _, game, keeper = sit(["новая сходящийся"], language="ru")
    assert str(game.deal.number) == "888888"


def test_a_number_is_needed_for_the_deal_of_a_number():
    said, game, _ = sit(["g"])
    assert said[-1].startswith("a deal number is missing")
    _, game, _ = sit(["п 48213"])
    assert str(game.deal.number) == "48213"


@pytest.mark.parametrize("command", [row for row in loop.COMMANDS if row.action], ids=lambda row: row.action)
def test_the_keys_of_the_table_are_known_on_both_layouts(command):
    for key in keys.BY_NAME[command.action].keys:
        for pair in keys.paired(key):
            if len(pair) == 1:
                assert loop.command_of(pair, Settings()) is command


def test_a_key_of_the_players_own_is_known_and_a_capital_means_what_it_means_on_the_table():
    assert loop.command_of("z", Settings(keys={"undo": "z"})).action == "undo"
    assert loop.command_of("R", Settings()).action == "restart"
    assert loop.command_of("Q", Settings()).action == "quit"


def test_no_name_stands_for_two_commands():
    names = [name for command in loop.COMMANDS for name in command.names]
    assert len(names) == len(set(names))


def test_help_tells_of_one_command():
    said, _, _ = sit(["help отмена", "help fnord"])
    assert said[-2] == "undo, отмена, u [N]: take back one move or several"
    assert said[-1].startswith("“fnord” is no command")


def test_the_status_says_in_words_what_the_screens_draw():
    said, _, _ = sit(["draw", "счёт"], "carpet", "7")
    assert said[-1] == "Carpet, deal ms7, 4 of 52 in place, 0:00, 1 move, stock 27."


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


@pytest.mark.parametrize(
    ("language", "word", "told", "there"),
    [("en", "rescue", "Lost: “rescue” goes 1 move back", "from here it can be won."),
     ("ru", "U", "Уже не сойдётся: «спасти» — на 1 ход назад", "отсюда можно выиграть.")],
)  # fmt: skip
def test_a_hint_in_a_lost_game_names_the_way_back_and_a_word_goes_there(language, word, told, there):
    moves = _thrown_away()
    said, game, keeper = sit([*moves, "hint", word, "hint"], language=language, thinking=20.0)
    assert any(told in line for line in said)
    assert any(there in line for line in said)
    assert game.cursor == len(moves) - 1
    assert isinstance(solve(game.rules, game.state), Solved)
    assert keeper.journal.hints == 3
    said, game, _ = sit([*moves[:-1], word], language=language, thinking=20.0)
    assert game.cursor == len(moves) - 1


def test_the_way_back_that_a_hint_found_is_not_sought_again(monkeypatch):
    from carpets.solver import review

    searches, found = [], review.way_back
    monkeypatch.setattr(review, "way_back", lambda game, **how: searches.append(game.cursor) or found(game, **how))
    moves = _thrown_away()
    said, game, _ = sit([*moves, "hint", "hint", "rescue", "redo", "rescue"], thinking=20.0)
    assert game.cursor == len(moves) - 1
    assert sum("from here it can be won." in line for line in said) == 2
    assert searches == [len(moves)]


def _thrown_away():
    """Moves of deal 48216 of which the last one loses."""
    won = read_game((DATA / "kovrik-48216.txt").read_text()).game
    for at in range(60, 0, -1):
        for move in won.at(at).legal():
            after = won.at(at).play(move)
            if after.legal() and isinstance(solve(after.rules, after.state, budget=200_000), Lost):
                return [write_move(move, won.rules.grid) for move in after.moves]
    raise AssertionError("no losing move")


def test_a_hint_followed_is_not_sought_again(monkeypatch):
    from carpets.solver import hints as hinting

    won = read_game((DATA / "kovrik-48216.txt").read_text()).game
    left = len(won.moves) - 10
    searches = []
    monkeypatch.setattr(hinting, "solve", lambda *a, **b: searches.append(a) or solve(*a, **b))

    def lines():
        yield from (write_move(move, won.rules.grid) for move in won.moves[:left])
        for _ in won.moves[left:]:
            yield "hint"
            card, where = re.fullmatch(r"(\S+) to (\S+): this wins.*", said[-1]).groups()
            yield f"{card}-{where}"

    said = []
    typed = lines()
    desk = Desk(said.append, lambda *_: None, keeping(), thinking=20.0)
    game = loop.play(loop.begin(desk, Game.numbered(VARIANTS["kovrik"], 48216), "en"), lambda: next(typed, None))
    assert game.outcome is Outcome.WON
    assert len(searches) <= 6  # those of the first hint


def test_hidden_cards_are_told_only_when_asked_for():
    said, _, _ = sit(["", "moves", "what stock", "hint"], "carpet", "7")
    assert not any("5H" in line for line in said)
    said, _, _ = sit(["look"], "carpet", "7")
    assert said[-1].startswith("stock, next first: KS KD 5H")
    said, _, _ = sit(["заглянуть"])
    assert said[-1] == "Nothing is face down."
    said, _, _ = sit(["draw"] * 28 + ["look"], "carpet", "7")
    assert said[-1] == "Nothing is face down."


@pytest.mark.parametrize("typed", ["odds", "шансы", "o", "щ"])
def test_the_chance_of_every_choice_is_told_with_its_error_and_counts_as_a_hint(typed):
    said, game, keeper = sit(["draw", typed], "carpet", "48213", thinking=20.0)
    told = [line for line in said if re.fullmatch(r".+: [1-9][0-9]? of 100 come out, ±[1-9][0-9]?\.", line)]
    assert len(told) == len(choices(game.rules, game.state))
    assert any(line.startswith("Turn a card: ") for line in told)
    shares = [int(re.search(r": ([0-9]+) of", line)[1]) for line in told]
    assert shares == sorted(shares, reverse=True)
    assert keeper.journal.hints == 1
    said, _, keeper = sit([typed])
    assert said[-1] == "Nothing is face down: there is no chance in it, and “hint” looks ahead."
    assert keeper.journal.hints == 0


def test_the_odds_do_not_know_the_order_of_the_stock():
    rules = VARIANTS["carpet"]
    game = Game.numbered(rules, 48213)
    turned = Game.from_position(rules, replace(game.state, stock=game.state.stock[::-1]))
    assert shares(Words.of("en"), rules, odds(rules, game.state)) == shares(
        Words.of("en"), rules, odds(rules, turned.state)
    )


def test_a_desk_without_files_writes_none_and_does_not_offer_it():
    said, _, _ = sit(["save", "выгрузить x.jsonl", "import /etc/passwd", "help"], files=None)
    assert said.count("There are no files here.") == 3
    assert not any(line.startswith(("save", "export", "import")) for line in said)
    said, _, _ = sit(["settings lamp yes", "settings lamp"], write_settings=None)
    assert said[-3] == "Changed for this visit."
    assert "yes" in said[-2]


def test_a_game_that_cannot_be_saved_says_why():
    def full(game):
        raise OSError(28, "No space left on device")

    said, _, _ = sit(["save"], files=replace(files(keeping().memory), save=full))
    assert said[-1] == "Not saved: No space left on device."
    said, _, _ = sit(["save"], files=replace(files(keeping().memory), save=lambda game: "game.txt"))
    assert said[-1] == "Saved as game.txt."


def test_what_is_wrong_with_keeping_the_game_is_said_once(store):
    sit(moves_of("carpet-7.txt"), "carpet", "7", keeper=keeping(store))
    store.door.run("UPDATE lines SET clock = hex(zeroblob(1100))")
    store.door.run("VACUUM")
    store.door.run(f"PRAGMA max_page_count = {store.door.row('PRAGMA page_count')[0]}")
    said, _, keeper = sit(moves_of("kovrik-48216.txt"), keeper=keeping(store))
    assert keeper.trouble is Trouble.FULL
    assert sum("is full" in line for line in said) == 1


def test_a_lesson_is_played_and_the_own_game_waits():
    lines = ["AC-a1", "lesson", "", "AD-c1", "AH", "", "AD", "8H", "", "redeal", "JD", "KD", "QD", "KD", ""]
    said, game, _ = sit(lines)
    assert "That would do in a real game. Here, please: AH to c1." in said
    assert "The game has come out!" not in said
    assert said[said.index("That was the lesson. Your game:") + 1] == "Kovrik, deal 48216."
    assert game.cursor == 1


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
    printed, waiting, deadline = b"", list(lines), time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        try:
            printed += os.read(master, 65536)
        except OSError:
            break
        if printed.endswith(b"> ") and waiting:
            os.write(master, waiting.pop(0).encode() + b"\n")
    os.close(master)
    return printed.decode(), run.wait(timeout=LIMIT)


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
        input=noise, capture_output=True, timeout=LIMIT,
        env={**os.environ, "PYTHONPATH": str(SRC), "CARPETS_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"is no command" in run.stdout
    assert not set(run.stdout) & (set(range(32)) - {10})


def typed_into(home, lines, *arguments, **environment):
    """What the program says to lines from a pipe, line by line."""
    run = subprocess.run(
        [sys.executable, "-m", "carpets", "play", "--plain", *arguments],
        input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=LIMIT, cwd=home,
        env={**os.environ, "PYTHONPATH": str(SRC), "CARPETS_HOME": str(home), **environment},
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.splitlines()


def test_what_was_played_and_set_through_a_pipe_is_there_the_next_time(tmp_path):
    carpet = ["--variant", "carpet", "--seed", "7", "--lang", "en"]
    typed_into(tmp_path, [*moves_of("carpet-7.txt"), "settings language ru", "выход"], *carpet, TERM="dumb")
    said = typed_into(
        tmp_path, ["история", "история 1", "конец", "закрыть", "выгрузить 1 игра.txt", "календарь", "достижения"]
    )
    assert any(line.startswith("1: 20") and ", Ковёр, расклад ms7, " in line for line in said)
    assert any(re.fullmatch(r"Позиция ([0-9]+) из \1\. Пасьянс сошёлся!", line) for line in said)
    assert read_game((tmp_path / "игра.txt").read_text()).game.outcome is Outcome.WON
    assert "Своим умом — Выиграть без подсказок и без рентгена. Сделано." in said
    assert not any("\x1b" in line for line in said)


def test_a_past_game_is_opened_in_plain_text_from_the_command_line(tmp_path):
    typed_into(tmp_path, moves_of("carpet-7.txt"), "--variant", "carpet", "--seed", "7", "--lang", "en")
    printed, status = in_a_terminal(["history", "1", "--lang", "en"], ["", "close", "quit"], tmp_path)
    assert status == 0
    assert "\x1b" not in printed
    assert printed.startswith("This terminal (TERM=dumb) cannot draw a table")
    assert "Carpet, deal ms7." in printed
    assert "Position 1 of " in printed
    said = subprocess.run(
        [sys.executable, "-m", "carpets", "history", "1", "--plain", "--lang", "en"], input="end\nquit\n",
        capture_output=True, text=True, timeout=LIMIT, check=True,
        env={**os.environ, "PYTHONPATH": str(SRC), "CARPETS_HOME": str(tmp_path)},
    )  # fmt: skip
    assert "The game has come out!" in said.stdout


def test_the_end_of_input_leaves(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "carpets", "play", "--plain", "--seed", "7", "--lang", "en"],
        input="AC\n", capture_output=True, text=True, timeout=LIMIT,
        env={**os.environ, "PYTHONPATH": str(SRC), "CARPETS_HOME": str(tmp_path)},
    )  # fmt: skip
    assert run.returncode == 0
    assert "Which move" in run.stdout
    assert run.stderr == ""
