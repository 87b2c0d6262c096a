"""How quick the store is: ``PYTHONPATH=src python tests/bench/store.py``. Prints a table; docs/store.md has the method.

move       one ``Journal.moved`` in a running game, the log on this disk
history    a file of 100,000 games: statistics as the screen asks for them, the first hundred lines of the list
processes  8 processes, 1,000 games each, one file: all there, and the longest wait for a write
"""

from __future__ import annotations

import argparse
import random
import statistics as stats
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.replay import read_game
from carpets.store import FILE, open_store, schema
from carpets.store.feats import earned
from carpets.store.history import Wanted, days, history
from carpets.store.statistics import played_variants, spread, statistics

NOW = datetime(2026, 11, 30, tzinfo=UTC)
GAMES = Path(__file__).parents[1] / "data" / "games"


def timed(work, times=7):
    """The median of several runs in milliseconds: on the clock, and of the processor."""
    took, cpu = [], []
    for _ in range(times):
        start, began = time.perf_counter(), time.process_time()
        work()
        took.append(1000 * (time.perf_counter() - start))
        cpu.append(1000 * (time.process_time() - began))
    return f"{stats.median(took):7.1f} ms on the clock  {stats.median(cpu):7.1f} ms of the processor"


def moves(folder: Path) -> None:
    for name in ("kovrik-48216.txt", "carpet-7.txt"):
        won = read_game((GAMES / name).read_text()).game
        took = []
        store = open_store(folder / "moves" / FILE)
        memory = store.player("local", NOW)
        for _ in range(20):
            journal, game = memory.begin(), Game.begin(won.rules, won.deal)
            for move in won.moves:
                game = game.play(move)
                start = time.perf_counter()
                journal.moved(game, float(game.cursor), NOW)
                took.append(1000 * (time.perf_counter() - start))
        took.sort()
        last = stats.median(took[-20:])
        print(
            f"move, {name:18} n {len(took)}  median {stats.median(took):.3f} ms  p95 {took[int(len(took) * 0.95)]:.3f}"
            f"  p99 {took[int(len(took) * 0.99)]:.3f}  slowest 20 {last:.3f}"
        )
        store.close()


def fill(path: Path, count: int) -> None:
    """A history of games that look as played ones do, written straight into the tables."""
    store = open_store(path)
    memory = store.player("local", NOW)
    chance = random.Random(1)
    names = list(VARIANTS)
    line = "AC-a1 " * 120
    with store.door.change():
        for n in range(count):
            begun = NOW - timedelta(minutes=10 * (count - n))
            variant = chance.choice(names[:3] + ["carpet"] * 3 + names)
            ending = chance.choice(("won", "won", "lost", "given up"))
            daily = n % 10 == 0
            done = 52 if ending == "won" else chance.randrange(4, 50)
            text = begun.strftime("%Y-%m-%dT%H:%M:%SZ")
            made = store.door.run(
                """INSERT INTO games (uid, player, variant, deal, class, day, again, ending, begun, touched, seconds,
                    moves, undos, hints, peeks, done, goal, score, stuck)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 52, ?, 0)""",
                (
                    f"{n:016x}", memory.player, variant, str(n), "daily" if daily else "free",
                    text[:10] if daily else "", chance.random() < 0.05, ending, text, text, chance.uniform(30, 1200),
                    chance.randrange(50, 300), chance.randrange(9), chance.randrange(3), done, 10 * done,
                ),
            )  # fmt: skip
            store.door.run(
                "INSERT INTO lines VALUES (?, ?, ?, 120, ?)", (made.lastrowid, line[:155], line, "9.9 " * 120)
            )
    store.close()


def past(folder: Path, count: int) -> None:
    path = folder / "past" / FILE
    fill(path, count)
    print(f"file of {count:,} games: {path.stat().st_size / 1e6:.0f} MB")
    print(f"{'opened':40} {timed(lambda: open_store(path).close())}")
    store = open_store(path)
    memory = store.player("local", NOW)
    carpet = VARIANTS["carpet"]

    def screen() -> None:
        statistics(memory)
        spread(memory)
        played_variants(memory)

    for name, work in {
        "statistics of everything, with plots": screen,
        "statistics of one variant": lambda: statistics(memory, carpet),
        "list, newest 100": lambda: history(memory, Wanted()),
        "list, 100 wins of a variant, page 50": lambda: history(memory, Wanted(carpet), 100, 5000),
        "calendar": lambda: days(memory, carpet),
        "achievements": lambda: earned(memory),
    }.items():
        print(f"{name:40} {timed(work)}")
    store.close()


def worker(path: Path, number: int, count: int) -> None:
    schema.BUSY_SECONDS = 60.0  # what is measured is how long one waits for others, not how long the disk does
    store = open_store(path)
    assert store.trouble is None, store.trouble
    memory = store.player("local", NOW)
    rules, longest = VARIANTS["carpet"], 0.0
    for n in range(count):
        game, journal = Game.numbered(rules, 1_000_000 + count * number + n), memory.begin()
        for _ in range(5):
            game = game.play(game.legal()[0])
            start = time.perf_counter()
            journal.moved(game, float(game.cursor), NOW)
            longest = max(longest, time.perf_counter() - start)
            assert journal.trouble is None, journal.trouble
        start = time.perf_counter()
        journal.left(9.0, NOW)
        longest = max(longest, time.perf_counter() - start)
        assert journal.trouble is None, journal.trouble
    store.close()
    print(longest)


def processes(folder: Path, workers: int, count: int) -> None:
    path = folder / "processes" / FILE
    start = time.perf_counter()
    command = [sys.executable, __file__, "--worker", str(path), "--count", str(count)]
    running = [
        subprocess.Popen([*command, "--number", str(n)], stdout=subprocess.PIPE, text=True) for n in range(workers)
    ]
    waits = [float(child.communicate()[0]) for child in running]
    took = time.perf_counter() - start
    store = open_store(path)
    kept = store.door.row("SELECT count(*), count(DISTINCT deal) FROM games JOIN lines ON game = id WHERE cursor = 5")
    sound = store.door.row("PRAGMA integrity_check")[0]
    print(
        f"{workers} processes x {count} games of 6 writes, {took:.1f} s: {kept[0]} kept, {kept[1]} deals, file {sound}"
    )
    print(f"longest wait for a write: {', '.join(f'{1000 * wait:.0f}' for wait in waits)} ms")
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=["move", "history", "processes"])
    parser.add_argument("--folder", type=Path, help="where the files are made; a temporary folder otherwise")
    parser.add_argument("--count", type=int)
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker is not None:
        return worker(options.worker, options.number, options.count)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        if "move" in options.parts:
            moves(Path(folder))
        if "history" in options.parts:
            past(Path(folder), options.count or 100_000)
        if "processes" in options.parts:
            processes(Path(folder), 8, options.count or 1000)
    return None


if __name__ == "__main__":
    main()
