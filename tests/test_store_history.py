"""Statistics, history, days, export and import, over games really played and kept."""

from __future__ import annotations

import json
import random
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.replay import read_game
from carpets.rules import Outcome
from carpets.store import FILE, Choice, Ending, open_store
from carpets.store.exchange import read_games, write_games
from carpets.store.feats import earned
from carpets.store.history import Day, Wanted, count, day_streak, days, history
from carpets.store.statistics import played_variants, spread, statistics, wilson

START = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
GAMES = Path(__file__).parent / "data" / "games"
CARPET = read_game((GAMES / "carpet-7.txt").read_text()).game
KOVRIK = read_game((GAMES / "kovrik-48216.txt").read_text()).game


@pytest.fixture
def store(tmp_path):
    opened = open_store(tmp_path / FILE)
    yield opened
    opened.close()


@pytest.fixture
def memory(store):
    return store.player("local", START)


def keep(memory, game, *, at, seconds=60.0, choice=Choice.FREE, day=None, hints=0, leave=True):
    """Keeps a game as if it had been played from ``at`` on."""
    journal = memory.begin(choice, day)
    for _ in range(hints):
        journal.hinted()
    table = Game.begin(game.rules, game.deal)
    for n, move in enumerate(game.moves[: game.cursor], 1):
        table = table.play(move)
        if n in (1, game.cursor):
            journal.moved(table, seconds * n / game.cursor, at)
    if leave:
        journal.left(seconds, at)
    return journal


def a_carpet(number, moves):
    game = Game.numbered(VARIANTS["carpet"], number)
    chance = random.Random(number)
    while game.cursor < moves and game.legal():
        game = game.play(chance.choice(game.legal()))
    return game


def test_a_game_counts_once_for_each_deal_and_its_time_always(memory):
    keep(memory, CARPET, at=START, seconds=100, hints=2)
    keep(memory, CARPET, at=START + timedelta(hours=1), seconds=50)
    keep(memory, a_carpet(1_000_001, 10), at=START + timedelta(hours=2), seconds=30)
    lost = next(game for n in range(99) if (game := a_carpet(n, 1000)).outcome is Outcome.STUCK)
    keep(memory, lost, at=START + timedelta(hours=3), seconds=20)
    keep(memory, KOVRIK, at=START + timedelta(hours=4), seconds=300)
    keep(memory, a_carpet(1_000_003, 10), at=START + timedelta(hours=5), seconds=5, leave=False)
    found = statistics(memory, CARPET.rules)
    assert (found.won, found.lost, found.given_up, found.again, found.unfinished) == (1, 1, 1, 1, 1)
    assert (found.seconds_total, found.seconds_best, found.seconds_median) == (205, 100, 100)
    assert (found.hints, found.moves_fewest) == (2, CARPET.cursor)
    assert found.progress_best == 1
    whole = statistics(memory)
    assert (whole.played, whole.won, whole.seconds_total) == (4, 2, 505)
    assert statistics(memory, choice=Choice.DAILY).played == 0
    assert {rules.name for rules in played_variants(memory)} == {"carpet", "kovrik"}


def test_a_streak_ends_with_a_game_not_won_and_no_deal_makes_it_twice(memory):
    at = START
    for number, won in ((1, 1), (2, 1), (3, 0), (4, 1), (5, 1), (5, 1), (6, 1)):
        at += timedelta(hours=1)
        game = won_carpet(number) if won else a_carpet(900_000 + number, 5)
        keep(memory, game, at=at)
    found = statistics(memory)
    assert (found.won, found.again, found.streak, found.streak_best) == (5, 1, 3, 3)


def won_carpet(n):
    """The n-th of the deals that playing to the bases first, then filling, then turning wins."""
    found, number = 0, 500_000
    while True:
        number += 1
        game = Game.numbered(VARIANTS["carpet"], number)
        while game.legal():
            game = game.play(game.legal()[0])
        if game.outcome is Outcome.WON:
            found += 1
            if found == n:
                return game


def test_the_median_of_an_even_number_of_wins_is_between_the_middle_two(memory):
    for n, seconds in enumerate((10, 20, 40, 90), 1):
        keep(memory, won_carpet(n), at=START, seconds=seconds)
    assert statistics(memory).seconds_median == 30
    assert spread(memory).seconds == (3, 1, 0, 0, 0, 0, 0, 0)
    assert spread(memory).progress == (0,) * 10 + (4,)
    assert spread(memory).course == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (719, 1000, 0.6903, 0.7460)],
)
def test_the_interval_is_wilsons(won, played, low, high):
    """Against R 4.3: prop.test(won, played, correct = FALSE)$conf.int."""
    found = wilson(won, played)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_history_is_newest_first_and_filtered(memory):
    keep(memory, CARPET, at=START)
    keep(memory, KOVRIK, at=START + timedelta(days=1))
    keep(memory, a_carpet(1_000_001, 10), at=START + timedelta(days=2))
    assert [line.variant for line in history(memory, Wanted())] == ["carpet", "kovrik", "carpet"]
    assert [line.ending for line in history(memory, Wanted(rules=CARPET.rules))] == [Ending.GIVEN_UP, Ending.WON]
    assert count(memory, Wanted(ending=Ending.WON)) == 2
    second = date(2026, 11, 2)
    assert [line.variant for line in history(memory, Wanted(since=second, until=second))] == ["kovrik"]
    assert [line.variant for line in history(memory, Wanted(), limit=1, skip=1)] == ["kovrik"]


def test_any_game_of_the_history_can_be_opened_with_its_times(memory):
    keep(memory, CARPET, at=START)
    line = history(memory, Wanted())[0]
    kept = memory.kept(line.id)
    assert kept.game == CARPET
    assert len(kept.clock) == len(CARPET.moves)
    assert line.score == 480 + 460


def test_players_do_not_see_each_others_games(store, memory):
    keep(memory, CARPET, at=START)
    other = store.player("SHA256:x", START)
    assert history(other, Wanted()) == ()
    assert other.kept(history(memory, Wanted())[0].id) is None
    assert statistics(other).played == 0


def test_days_in_a_row_count_when_won_on_their_day(memory):
    for offset in (0, 1, 2, 4, 5):
        day = date(2026, 11, 1) + timedelta(offset)
        keep(memory, won_carpet(offset + 1), at=START + timedelta(offset), choice=Choice.DAILY, day=day)
    keep(memory, a_carpet(1, 3), at=START + timedelta(6), choice=Choice.DAILY, day=date(2026, 11, 7))
    keep(memory, won_carpet(9), at=START + timedelta(6), choice=Choice.DAILY, day=date(2026, 11, 4))
    played = days(memory, CARPET.rules)
    assert [(day.day.day, day.ending is Ending.WON, day.in_time) for day in played] == [
        (1, True, True), (2, True, True), (3, True, True), (4, True, False), (5, True, True), (6, True, True),
        (7, False, True),
    ]  # fmt: skip
    assert day_streak(played, date(2026, 11, 6)) == (2, 3)
    assert day_streak(played, date(2026, 11, 7)) == (2, 3)
    assert day_streak(played, date(2026, 11, 9)) == (0, 3)
    assert day_streak((Day(date(2026, 11, 9), Ending.LOST, True, 1.0),), date(2026, 11, 9)) == (0, 0)


# ---------------------------------------------------------------- export and import


@pytest.fixture
def filled(memory):
    keep(memory, CARPET, at=START, hints=1)
    keep(memory, CARPET, at=START + timedelta(1), seconds=33.3)
    keep(memory, KOVRIK, at=START + timedelta(2), choice=Choice.DAILY, day=date(2026, 11, 3))
    keep(memory, a_carpet(1_000_001, 10), at=START + timedelta(3))
    journal = keep(memory, KOVRIK.at(50), at=START + timedelta(4), leave=False)
    journal.moved(KOVRIK.at(50).undo().undo(), 61.0, START + timedelta(4))
    journal.close(61.0, START + timedelta(4))
    return memory


EVERYTHING = """SELECT uid, variant, deal, class, day, again, ending, begun, touched, seconds, games.moves, undos,
    hints, peeks, done, goal, score, stuck, pack, lines.moves, cursor, clock
FROM games JOIN lines ON game = games.id WHERE player = ? ORDER BY uid"""


def everything(memory):
    return [memory.door.rows(EVERYTHING, (memory.player,)), statistics(memory)]


def test_what_is_exported_is_imported_as_it_was(filled, tmp_path):
    lines = list(write_games(filled))
    other = open_store(tmp_path / "other" / FILE).player("local", START)
    taken = read_games(other, lines)
    assert (taken.added, taken.known, taken.refused) == (5, 0, ())
    assert everything(other) == everything(filled)
    assert list(write_games(other)) == lines
    assert other.resume(KOVRIK.rules).game.cursor == 48


def test_importing_twice_changes_nothing(filled):
    before = everything(filled)
    taken = read_games(filled, list(write_games(filled)))
    assert (taken.added, taken.known, taken.refused) == (0, 5, ())
    assert everything(filled) == before


def test_an_unfinished_game_is_replaced_by_the_same_game_further_on(filled, tmp_path):
    early = list(write_games(filled))
    other = open_store(tmp_path / "other" / FILE).player("local", START)
    read_games(other, early)
    resumed = filled.resume(KOVRIK.rules)
    resumed.journal.moved(KOVRIK, 200.0, START + timedelta(5))
    taken = read_games(other, list(write_games(filled)))
    assert (taken.added, taken.known) == (1, 4)
    assert everything(other) == everything(filled)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("moves", lambda game: game["moves"].replace(" ", " KC-home ", 1), "the move {word} is not legal"),
        ("moves", lambda game: game["moves"].rpartition(" ")[0], "“{word}” cannot be that much"),
        ("ending", lambda game: "lost", "the game says “{word}”, but its moves say otherwise"),
        ("deal", lambda game: "48213", "the cards are not those of deal {word}"),
        ("pack", lambda game: " ".join(reversed(game["pack"].split())), "the cards are not those of deal {word}"),
        ("clock", lambda game: "999 " + game["clock"].partition(" ")[2], "the times do not fit the moves"),
        ("seconds", lambda game: 1, "the times do not fit the moves"),
        ("seconds", lambda game: -1, "“{word}” cannot be that much"),
        ("seconds", lambda game: float("nan"), "“{word}” cannot be that much"),
        ("hints", lambda game: True, "“{word}” is missing or of the wrong kind"),
        ("uid", lambda game: "../x", "“{word}” is missing or of the wrong kind"),
        ("begun", lambda game: "yesterday", "“{word}” is missing or of the wrong kind"),
        ("day", lambda game: "2026-11-30", "“{word}” is missing or of the wrong kind"),
        ("cursor", lambda game: 3, "the game says “{word}”, but its moves say otherwise"),
        ("variant", lambda game: "klondike", "there is no variant “{word}”"),
    ],
)
def test_a_tampered_game_is_refused_with_its_line_and_the_others_are_taken(filled, tmp_path, field, value, why):
    lines = list(write_games(filled))
    game = json.loads(lines[1])
    assert game["ending"] == "won"
    lines[1] = json.dumps(game | {field: value(game)})
    other = open_store(tmp_path / "other" / FILE).player("local", START)
    taken = read_games(other, lines)
    assert [(line, fault.why) for line, fault in taken.refused] == [(2, why)]
    assert taken.added == 4


@pytest.mark.parametrize(
    "text", ["x", "{}", "[1]", "null", "\x00", "[" * 50_000, '{"format": "carpets games", "version": 9}']
)
def test_a_file_of_something_else_is_refused_at_its_first_line(memory, text):
    taken = read_games(memory, [text, "{}"])
    assert taken.refused[0][0] == 1
    assert taken.added == 0


# ---------------------------------------------------------------- achievements


def earned_names(memory):
    return {one.achievement.name for one in earned(memory) if one.done}


def test_achievements_are_counted_from_the_history_whatever_was_known_when_it_was_played(memory):
    assert earned_names(memory) == set()
    keep(memory, KOVRIK, at=START, seconds=300, hints=1)
    assert earned_names(memory) == {"first-kovrik", "no-undo"}
    for n in range(10):
        keep(memory, won_carpet(n + 1), at=START + timedelta(n + 1), seconds=90)
    assert earned_names(memory) == {
        "first-kovrik", "first-carpet", "no-undo", "no-hint", "quick", "bare", "three", "ten",
    }  # fmt: skip
    assert {one.achievement.name: (one.have, one.need) for one in earned(memory)}["every-carpet"] == (1, 8)
    when = {one.achievement.name: one.when for one in earned(memory)}
    assert when["bare"] == START + timedelta(10)


def test_a_deal_played_again_earns_nothing(memory):
    for n in range(3):
        keep(memory, CARPET, at=START + timedelta(n))
    assert "three" not in earned_names(memory)


def test_seven_days_in_a_row_make_a_week(memory):
    for offset in range(7):
        assert "week" not in earned_names(memory)
        day = START.date() + timedelta(offset)
        keep(memory, won_carpet(offset + 1), at=START + timedelta(offset), choice=Choice.DAILY, day=day)
    assert "week" in earned_names(memory)
