"""Whether the table stutters while the solver thinks: ms from an arrow key to the first byte of its answer, in a pty.

``PYTHONPATH=src python tests/bench/thinking.py [--rounds 10] [--keys 20]``, Linux only.

Each round presses keys, 5 to 10 a second, first with nothing going on, then as many during a hint that the search
does not decide in the 20 seconds it has, all in one process. A move and its undoing end that search. ``busy`` is the
program's CPU time in the phase's own: as near to 1 as the machine lets the search run. ``rise``: of the 95th
percentile, in ms.
"""

from __future__ import annotations

import argparse
import random
import select
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[1]))

from ui import cpu, settle

from terminal import PROGRAM, Terminal

DEAL = ("--variant", "galary", "--seed", "100000")
"""Not decided in twenty times what a phase takes; should it be one day, take another."""
MOVE = ("6", "h", " ")
KEYS = ("right", "right", "down", "left", "left", "up")
Phase = tuple[list[float], float]
"""ms from each key to its answer, infinite for none within a second; and how busy the program was."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--keys", type=int, default=20)
    asked = parser.parse_args()
    quiet: list[Phase] = []
    searching: list[Phase] = []
    with tempfile.TemporaryDirectory() as home:
        env = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        env |= {"HOME": home, "CARPETS_HOME": home}
        with Terminal((*PROGRAM, "play", *DEAL), 80, 24, env, limit=60.0) as terminal:
            terminal.wait_for("Enter")
            settle(terminal)
            search(terminal)  # what is imported once is no part of any phase
            for number in range(asked.rounds):
                stop(terminal)
                quiet.append(pressed(terminal, asked.keys, number))
                search(terminal)
                searching.append(pressed(terminal, asked.keys, number))
    print(f"{'search':7} {'keys':>5} {'none':>5} {'p50 ms':>7} {'p95 ms':>7} {'max':>7} {'busy':>5}")
    rise = told("yes", searching) - told("no", quiet)
    print(f"rise of p95: {rise:+.1f} ms")
    if mean(busy for _, busy in searching) < mean(busy for _, busy in quiet) + 0.05:
        raise SystemExit("no search ran: the deal is decided too soon")


def search(terminal: Terminal) -> None:
    """A hint asked for, whose first answer has come."""
    terminal.press("h")
    terminal.wait_for("further")
    settle(terminal)


def stop(terminal: Terminal) -> None:
    """A move made and undone, which is heard of no later than the keys that follow."""
    for key in (*MOVE, "u"):
        terminal.press(key)
        settle(terminal)
    assert "further" not in terminal.text, terminal.text


def pressed(terminal: Terminal, count: int, seed: int) -> Phase:
    rng, found = random.Random(seed), []
    before, begun = cpu(terminal.process.pid), time.perf_counter()
    for _, key in zip(range(count), cycle(KEYS)):  # the keys go round
        began = time.perf_counter()
        terminal.press(key)
        answered = select.select([terminal.master], [], [], 1.0)[0]
        found.append((time.perf_counter() - began) * 1000 if answered else float("inf"))
        due = began + rng.uniform(0.1, 0.2)
        while (left := due - time.perf_counter()) > 0:
            terminal.read(min(left, 0.02))
    return found, (cpu(terminal.process.pid) - before) / (time.perf_counter() - begun) / 1000


def told(searching: str, phases: list[Phase]) -> float:
    """A row printed; its 95th percentile."""
    times = sorted(took for found, _ in phases for took in found)
    answered = [took for took in times if took < float("inf")]
    p95 = answered[int(0.95 * (len(answered) - 1))]
    print(f"{searching:7} {len(times):5} {len(times) - len(answered):5} {answered[len(answered) // 2]:7.1f}"
          f" {p95:7.1f} {answered[-1]:7.1f} {sum(busy for _, busy in phases) / len(phases):5.2f}")  # fmt: skip
    return p95


if __name__ == "__main__":
    main()
