"""Kills a real ``play`` process in a pty at random points and compares what is left with what was on the screen.

``PYTHONPATH=src python tests/crashing.py --points 200`` prints the figures; a few points run with the tests.

A round starts the program on the unfinished game, types keys and knows from ``session``, the very functions
behind the keys, which game each must lead to. Some keys are waited for until the screen shows their game; then a
burst is typed and the process is killed (SIGKILL) within 0 to 80 ms. What the drained screen shows last was
acknowledged (of several games that look alike there, the first). The file must then hold the game after that
key, or after a later one of the burst, with its undone tail; nothing twice; and a game won on the screen must be
booked as won, once.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.moves import Draw
from carpets.rules import Outcome
from carpets.store import FILE, LOCAL, Ending, open_store
from carpets.store.history import Wanted, history
from carpets.store.statistics import statistics
from carpets.tui import session
from terminal import PROGRAM, Terminal

RULES = VARIANTS["carpet-auto"]
ENV = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
KEYS = {
    "d": lambda play: session.attempt(play, Draw()),
    "c": session.collect,
    "u": session.undo,
    "r": session.redo,
}


def after(game: Game, key: str) -> Game:
    return KEYS[key](session.begin(game)).game


def line(game: Game) -> str:
    """The keys of collecting and turning to the end: here that is the only sensible way to play."""
    keys = ""
    while game.legal():
        for key in "cd":
            following = after(game, key)
            if following.cursor > game.cursor:
                keys, game = keys + key, following
    return keys if game.outcome is Outcome.WON else ""


def winnable(chance: random.Random) -> int:
    """A deal that the line wins."""
    while True:
        number = chance.randrange(100_000, 10_000_000)
        if line(Game.numbered(RULES, number)):
            return number


def shows(text: str, game: Game) -> bool:
    """Whether the screen is that of the game, by its facts: moves, cards in place, cards in the stock."""
    table = game.table
    said = f"{game.cursor} move{'' if game.cursor == 1 else 's'} "
    stock = f"╲ {table.stock} " if table.stock else ""
    facts = f" {said}" in text and f" {table.done}/52 " in text and stock in text
    return facts or (game.outcome is not Outcome.PLAYING and "The game has come out!" in text)


@dataclass
class Report:
    points: int = 0
    wins: int = 0
    keys: int = 0
    ahead: Counter[int] = field(default_factory=Counter)
    """How many keys of the burst the file was ahead of the screen, by number."""
    faults: list[str] = field(default_factory=list)


def crash(home: Path, points: int, seed: int) -> Report:
    """Kills that many times; ``faults`` is empty if nothing was lost and nothing was there twice."""
    chance, report = random.Random(seed), Report()
    game: Game | None = None
    numbers: list[int] = []
    while report.points < points:
        if game is None:
            numbers.append(winnable(chance))
            game = Game.numbered(RULES, numbers[-1])
            options = ("--new", "--seed", str(numbers[-1]))
        else:
            options = ("--resume",)
        states = one_round(home, options, game, chance, report)
        game = judged(home, states, numbers, report)
    return report


def one_round(home, options, game, chance, report) -> list[Game]:
    """The games that the file may hold after the kill: the one acknowledged, and those of keys typed after it."""
    with Terminal((*PROGRAM, "play", "--variant", RULES.name, *options), env=ENV | {"CARPETS_HOME": str(home)}) as term:
        wait_until(term, game, report)
        if game.cursor == 0 and chance.random() < 0.7:  # to within a few keys of the win at once
            for key in line(game)[: -chance.randrange(1, 6)]:
                term.press(key)
                report.keys += 1
                game = after(game, key)
            wait_until(term, game, report)
        for _ in range(chance.randrange(6)):
            following = after(game, press(term, game, chance, report))
            if following.outcome is not Outcome.PLAYING:
                burst = [game, following]
                break
            game = following
            wait_until(term, game, report)
        else:
            burst = [game]
            for _ in range(chance.randrange(1, 5)):
                if burst[-1].outcome is Outcome.PLAYING:
                    burst.append(after(burst[-1], press(term, burst[-1], chance, report)))
        time.sleep(chance.uniform(0, 0.08))
        os.killpg(term.process.pid, signal.SIGKILL)
        term.process.wait()
        report.points += 1
        term.read(0.2)
        acknowledged = next((n for n, state in enumerate(burst) if shows(term.text, state)), 0)
        return burst[acknowledged:]


def press(term, game, chance, report) -> str:
    """Types a key that a player might: two times of three the next one of the line, so that games come to their end."""
    forward = line(game)[:1] if chance.random() < 0.67 else ""
    key = forward or chance.choice("ccddur" if game.can_undo else "cd")
    term.press(key)
    report.keys += 1
    return key


def wait_until(term, game, report) -> None:
    end = time.monotonic() + term.limit
    while not shows(term.text, game):
        term.read(0.02)
        if time.monotonic() > end:
            report.faults.append(f"the screen never showed {game.cursor} moves:\n{term.text}")
            raise AssertionError(report.faults[-1])


def judged(home, states, numbers, report) -> Game | None:
    """Compares the file with what it may hold; the game to go on with, None after a win or before a first move."""
    now = datetime.now(UTC)
    store = open_store(home / FILE)
    memory = store.player(LOCAL, now)
    lines = history(memory, Wanted(), limit=10_000)
    seen = Counter(line.deal for line in lines)
    if any(count > 1 for count in seen.values()):
        report.faults.append(f"a game is there twice: {seen.most_common(1)}")
    if store.door.row("PRAGMA integrity_check")[0] != "ok":
        report.faults.append("the file is damaged")
    kept = memory.kept(lines[0].id) if lines and lines[0].deal == str(numbers[-1]) else None
    held = kept.game if kept else Game.numbered(RULES, numbers[-1])
    found = next((n for n, state in enumerate(states) if same(held, state)), None)
    if found is None:
        report.faults.append(f"the file holds {held.cursor} moves, not one of {[state.cursor for state in states]}")
    else:
        report.ahead[found] += 1
    won = held.outcome is Outcome.WON
    if won != (bool(lines) and kept is not None and lines[0].ending is Ending.WON):
        report.faults.append("a won game is not booked as won")
    report.wins += won
    total = statistics(memory)
    if total.won != report.wins or total.again:
        report.faults.append(f"{total.won} wins booked, {report.wins} seen; {total.again} games marked as again")
    store.close()
    return None if won or kept is None or held.outcome is not Outcome.PLAYING else held


def same(held: Game, shown: Game) -> bool:
    """Board, moves and undone tail. A game whose moves were all taken back before any was kept is a fresh one."""
    return (held.moves, held.cursor) == (shown.moves, shown.cursor) and held.state == shown.state


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        report = crash(Path(home), options.points, options.seed)
    print(f"{report.points} kills, {report.keys} keys, {report.wins} wins, {time.monotonic() - start:.0f} s")
    print(f"keys that the file was ahead of the screen: {dict(sorted(report.ahead.items()))}")
    print("\n".join(report.faults) or "nothing lost, nothing double")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
