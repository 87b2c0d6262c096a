"""The store: the running game move by move, resume, booking, and files that cannot be used."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.replay import read_game
from carpets.store import FILE, Choice, Ending, Trouble, open_store
from carpets.store.schema import APPLICATION_ID, MIGRATIONS

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
DATA = Path(__file__).parent / "data"
WON = {
    family: read_game((DATA / "games" / name).read_text()).game
    for family, name in (("kovrik", "kovrik-48216.txt"), ("carpet", "carpet-7.txt"))
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / FILE


@pytest.fixture
def store(path):
    opened = open_store(path)
    yield opened
    opened.close()


def memory_of(store, key="local"):
    return store.player(key, NOW)


def play_through(journal, game, upto=None, every=1.0):
    """Plays a game's moves again from its first position, journalling each."""
    now, table = NOW, Game.begin(game.rules, game.deal)
    for n, move in enumerate(game.moves[:upto], 1):
        table = table.play(move)
        journal.moved(table, n * every, now + timedelta(seconds=n * every))
    return table


def ended(store):
    return store.door.rows("SELECT variant, ending, again FROM games ORDER BY id")


@pytest.mark.parametrize("family", ["kovrik", "carpet"])
def test_a_game_left_by_a_crash_is_resumed_with_its_history_clock_and_hints(path, family):
    won = WON[family]
    first = open_store(path)
    journal = memory_of(first).begin()
    game = play_through(journal, won, 20)
    journal.hinted()
    game = game.undo().undo()
    journal.moved(game, 21.5, NOW)
    first.holder.close()  # what the system does for a killed process

    second = open_store(path)
    resumed = memory_of(second).resume(won.rules)
    assert resumed.game == game
    assert resumed.game.can_redo
    assert resumed.seconds == 21.5
    assert (resumed.journal.hints, resumed.journal.undos) == (1, 2 - 1)
    assert resumed.journal.clock == [float(n) for n in range(1, 21)]
    second.close()


def test_a_move_made_again_by_hand_forgets_the_undone_tail_in_the_file_too(store):
    won = WON["carpet"]
    journal = memory_of(store).begin()
    game = play_through(journal, won, 10).at(7)
    journal.moved(game, 11.0, NOW)
    game = game.play(won.moves[7])
    journal.moved(game, 12.0, NOW)
    journal.close(12.0, NOW)
    resumed = memory_of(store).resume(won.rules)
    assert resumed.game == game
    assert not resumed.game.can_redo
    assert len(resumed.journal.clock) == 8


def test_a_game_that_is_being_played_is_not_offered_to_anyone_else(path, store):
    memory = memory_of(store)
    journal = memory.begin()
    play_through(journal, WON["kovrik"], 5)
    other = open_store(path)
    assert memory_of(other).resume(WON["kovrik"].rules) is None
    assert memory_of(store).resume(WON["kovrik"].rules) is None
    journal.close(5.0, NOW)
    assert memory_of(other).resume(WON["kovrik"].rules) is not None
    assert memory_of(store).resume(WON["kovrik"].rules) is None
    other.close()


def test_a_journal_whose_game_was_continued_elsewhere_says_so_and_writes_no_more(path, store):
    won = WON["kovrik"]
    journal = memory_of(store).begin()
    game = play_through(journal, won, 5)
    journal.close(5.0, NOW)
    other = open_store(path)
    resumed = memory_of(other).resume(won.rules)
    journal.moved(game.play(won.moves[5]), 6.0, NOW)
    assert journal.trouble is Trouble.TAKEN_OVER
    resumed.journal.close(5.0, NOW)
    assert memory_of(other).resume(won.rules).game.cursor == 5
    other.close()


def test_nothing_is_written_before_the_first_move(store):
    journal = memory_of(store).begin()
    journal.moved(Game.numbered(VARIANTS["kovrik"], 7), 3.0, NOW)
    journal.left(3.0, NOW)
    journal.close(3.0, NOW)
    assert ended(store) == []


def test_a_win_is_booked_at_the_winning_move_and_never_twice(store):
    won = WON["carpet"]
    journal = memory_of(store).begin()
    game = play_through(journal, won)
    assert ended(store) == [("carpet", "won", 0)]
    journal.moved(game.undo(), 900.0, NOW)
    journal.moved(game, 901.0, NOW)
    journal.left(902.0, NOW)
    journal.close(902.0, NOW)
    assert ended(store) == [("carpet", "won", 0)]
    assert store.door.row("SELECT seconds, undos FROM games") == (float(len(won.moves)), 0)


def test_a_deal_seen_before_is_marked(store):
    memory = memory_of(store)
    for _ in range(2):
        play_through(memory.begin(), WON["carpet"])
    other = memory_of(store, "SHA256:other")
    play_through(other.begin(), WON["carpet"])
    assert [row[2] for row in ended(store)] == [0, 1, 0]


def test_a_new_game_closes_the_unfinished_one_of_its_variant_but_no_deal_of_the_day(store):
    memory = memory_of(store)
    daily = memory.begin(Choice.DAILY, date(2026, 11, 30))
    play_through(daily, WON["kovrik"], 3)
    daily.close(3.0, NOW)
    left = memory.begin()
    play_through(left, WON["kovrik"], 4)
    left.close(4.0, NOW)
    play_through(memory.begin(), WON["kovrik"], 2)
    assert [row[1] for row in ended(store)] == ["playing", "given up", "playing"]
    assert memory.resume(WON["kovrik"].rules, date(2026, 11, 30)).game.cursor == 3


def test_a_game_left_at_a_dead_end_is_lost_and_one_left_before_is_given_up(store):
    memory = memory_of(store)
    stuck = Game.numbered(VARIANTS["kovrik"], 1)
    while stuck.legal():
        stuck = stuck.play(stuck.legal()[0])
    for upto in (None, 3):
        journal = memory.begin()
        play_through(journal, stuck, upto)
        journal.left(30.0, NOW)
    closed = memory.begin()
    play_through(closed, stuck)
    closed.close(40.0, NOW)
    play_through(memory.begin(), stuck, 1)
    assert [row[1] for row in ended(store)] == ["lost", "given up", "lost", "playing"]


def test_a_game_proved_lost_is_lost_wherever_it_is_left_after_and_not_once_it_is_taken_back(store):
    memory = memory_of(store)
    won = WON["kovrik"]
    for after, ending in ((0, "lost"), (2, "lost"), (-1, "given up")):
        journal = memory.begin()
        game = play_through(journal, won, 5)
        journal.proved(5.0, NOW)
        for step in range(abs(after)):
            game = game.play(won.moves[5 + step]) if after > 0 else game.undo()
            journal.moved(game, 6.0, NOW)
        journal.close(7.0, NOW)
        resumed = memory.resume(won.rules)
        resumed.journal.moved(resumed.game.play(won.moves[resumed.game.cursor]), 8.0, NOW)
        resumed.journal.close(8.0, NOW)
        play_through(memory.begin(), won, 1)
        assert ended(store)[-2][1] == ending, after


def test_moves_played_while_the_disk_was_full_are_kept_by_the_next_write(store):
    won = WON["kovrik"]
    play_through(memory_of(store).begin(), WON["carpet"])
    store.door.run("UPDATE lines SET clock = hex(zeroblob(1100))")
    journal = memory_of(store).begin()
    game = play_through(journal, won, 3)
    store.door.run("VACUUM")  # no page is left free
    store.door.run(f"PRAGMA max_page_count = {store.door.row('PRAGMA page_count')[0]}")
    for move in won.moves[3:-2]:
        game = game.play(move)
        journal.moved(game, game.cursor, NOW)
    assert journal.trouble is Trouble.FULL
    store.door.run("PRAGMA max_page_count = 100000")
    game = game.play(won.moves[-2])
    journal.moved(game, game.cursor, NOW)
    assert journal.trouble is None
    journal.close(game.cursor, NOW)
    assert memory_of(store).resume(won.rules).game == game


def test_a_game_from_a_position_is_not_kept(store):
    rules = VARIANTS["carpet"]
    game = Game.from_position(rules, WON["carpet"].states[0])
    journal = memory_of(store).begin()
    journal.moved(game.play(game.legal()[0]), 1.0, NOW)
    assert ended(store) == []


def test_a_store_that_cannot_be_opened_still_plays(tmp_path):
    (tmp_path / "file").write_text("")
    store = open_store(tmp_path / "file" / "below" / FILE)
    assert store.trouble is Trouble.READ_ONLY
    play_through(memory_of(store).begin(), WON["carpet"])
    assert ended(store) == [("carpet", "won", 0)]


@pytest.mark.parametrize("content", [b"a diary, not a database\n" * 10, b"SQLite format 3\0short"])
def test_a_foreign_file_is_left_alone(path, content):
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    store = open_store(path)
    assert store.trouble is Trouble.FOREIGN
    play_through(memory_of(store).begin(), WON["carpet"], 3)
    assert path.read_bytes() == content
    assert [name.name for name in path.parent.iterdir()] == [FILE]


def test_another_programs_database_is_left_alone(path):
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE notes (text)")
    other.close()
    before = path.read_bytes()
    assert open_store(path).trouble is Trouble.FOREIGN
    assert path.read_bytes() == before


def test_a_newer_file_is_left_alone(path):
    open_store(path).close()
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    newer.close()
    before = path.read_bytes()
    assert open_store(path).trouble is Trouble.NEWER
    assert path.read_bytes() == before


def test_the_file_says_whose_it_is(path):
    open_store(path).close()
    head = path.read_bytes()[:100]
    assert int.from_bytes(head[68:72], "big") == APPLICATION_ID
    assert int.from_bytes(head[60:64], "big") == len(MIGRATIONS)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs a user to drop to")
def test_a_read_only_file_is_played_beside(path, tmp_path):
    open_store(path).close()
    path.chmod(0o444)
    path.parent.chmod(0o755)
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(folder.stat().st_mode | 0o005)
    child = os.fork()
    if child == 0:
        os.setuid(65534)
        os._exit(0 if open_store(path).trouble is Trouble.READ_ONLY else 1)
    assert os.waitpid(child, 0)[1] == 0


def filled(path, games=60):
    store = open_store(path)
    memory = memory_of(store)
    for number in range(100_000, 100_000 + games):
        game = Game.numbered(VARIANTS["carpet"], number)
        for _ in range(30):
            game = game.play(game.legal()[-1]) if game.legal() else game
        journal = memory.begin()
        journal.moved(game, 30.0, NOW)
        journal.left(30.0, NOW)
    store.close()


def test_a_damaged_file_is_set_aside_and_its_readable_games_are_saved(path):
    filled(path)
    pack = " ".join(map(str, Game.numbered(VARIANTS["carpet"], 100_030).deal.cards)).encode()
    noise = random.Random(1)
    with path.open("r+b") as file:
        file.seek(path.read_bytes().index(pack) // 4096 * 4096)
        file.write(noise.randbytes(4096))
    damaged = path.read_bytes()
    path.with_name(FILE + ".check").touch()
    store = open_store(path)
    assert store.trouble is Trouble.SET_ASIDE
    saved = store.door.row("SELECT count(*) FROM games JOIN lines ON game = id")[0]
    assert 40 <= saved < 60
    assert store.door.row("PRAGMA integrity_check")[0] == "ok"
    assert path.with_name(FILE + ".damaged-1").read_bytes() == damaged
    play_through(memory_of(store).begin(), WON["carpet"])
    store.close()
    assert open_store(path).trouble is None


def test_damage_found_while_playing_is_looked_into_at_the_next_start(path):
    filled(path)
    whole, noise = path.read_bytes(), random.Random(1)
    with path.open("r+b") as file:
        for at in range(4096, len(whole), 4096):
            file.seek(at)
            file.write(noise.randbytes(4096))
    store = open_store(path)
    if store.trouble is None:
        journal = memory_of(store).begin()
        play_through(journal, WON["carpet"], 3)
    store.close()
    store = open_store(path)
    assert store.trouble in (None, Trouble.SET_ASIDE)
    play_through(memory_of(store).begin(), WON["carpet"])
    assert ended(store)[-1][1] == "won"
    assert list(path.parent.glob("*.damaged-1"))
    store.close()


def test_a_copy_of_the_file_without_its_log_opens(path, tmp_path):
    filled(path, 3)
    shutil.copy(path, tmp_path / FILE)
    store = open_store(tmp_path / FILE)
    assert (store.trouble, len(ended(store))) == (None, 3)
    store.close()


def test_a_killed_migration_leaves_a_file_that_opens(path):
    path.parent.mkdir(parents=True)
    path.touch()
    store = open_store(path)
    assert store.trouble is None
    store.close()


def test_endings_and_choices_are_those_of_the_file():
    assert {ending.value for ending in Ending} == {"playing", "won", "lost", "given up"}
    assert {choice.value for choice in Choice} == {"free", "solvable", "daily"}


def test_several_processes_write_one_file_and_every_game_is_there(path):
    bench = Path(__file__).parent / "bench" / "store.py"
    workers, games = 4, 12
    running = [
        subprocess.Popen(
            [sys.executable, str(bench), "--worker", str(path), "--count", str(games), "--number", str(number)],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        for number in range(workers)
    ]  # fmt: skip
    for worker in running:
        assert float(worker.communicate(timeout=180)[0]) < 60
    store = open_store(path)
    assert store.door.row("SELECT count(*), count(DISTINCT deal) FROM games JOIN lines ON game = id") == (48, 48)
    assert store.door.row("PRAGMA integrity_check")[0] == "ok"
    store.close()
