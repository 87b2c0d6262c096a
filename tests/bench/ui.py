"""How quick the screens are, beside other programs on the same machine, in one table.

``PYTHONPATH=src python tests/bench/ui.py [--runs 5] [--sizes 80x24,120x40]``, Linux only. Every program runs in a
pty; times are medians over the runs. A minimal Textual app is always measured; soliterm and usolitaire where
they are installed (``pip install soliterm usolitaire``).

start    ms and CPU ms from exec until the screen shows the table; KB written until keys are answered
idle     CPU ms a second while nothing happens
cursor   ms from a key to the first byte of the answer; bytes; CPU ms
move     the same for a key that changes the game
quit     ms from the key until the process has ended
memory   MiB that are the process's own (USS), after the keys
"""

from __future__ import annotations

import argparse
import os
import re
import select
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from terminal import PROGRAM, Terminal

QUIET = 0.25
"""Seconds without output after which a screen counts as settled."""
MINIMAL = """
from textual.app import App
from textual.widgets import Static
class Least(App):
    BINDINGS = [("q", "quit"), ("x", "change")]
    n = 0
    def compose(self): yield Static("ready")
    def action_change(self):
        self.n += 1
        self.query_one(Static).update(f"ready {self.n}")
Least().run()
"""


@dataclass(frozen=True)
class Program:
    """``until``: what its first usable screen shows; the keys are tried in turn."""

    name: str
    command: tuple[str, ...]
    until: str
    cursor: tuple[str, ...] = ()
    move: tuple[str, ...] = ()
    quit: str = "q"


def programs() -> Iterator[Program]:
    seeds = {"kovrik": "48213", "carpet": "7"}
    moves = {"kovrik": (" ", " ", "u"), "carpet": ("d", "d", "u")}
    for variant, seed in seeds.items():
        command = (*PROGRAM, "play", "--variant", variant, "--seed", seed)
        yield Program(variant, command, "Enter", ("left", "right"), moves[variant])
    yield Program("minimal Textual", (sys.executable, "-c", MINIMAL), "ready", (), ("x",))
    beside = Path(sys.executable).parent
    if soliterm := shutil.which("soliterm", path=f"{beside}:{os.environ['PATH']}"):
        yield Program("soliterm", (soliterm, "--seed", "48213"), "[♠♥♦♣]", ("left", "right"), ("d", "d", "u"))
    if usolitaire := shutil.which("usolitaire", path=f"{beside}:{os.environ['PATH']}"):
        yield Program("usolitaire", (usolitaire,), "[♠♥♦♣]", ("left", "right"), ("enter",), "\x03")


Row = dict[str, float]


def measured(program: Program, width: int, height: int) -> Row:
    """One run of a program, by column."""
    row: Row = {}
    with tempfile.TemporaryDirectory() as home:
        env = {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "HOME": home,
            "CARPETS_HOME": home,
        }
        begun = time.perf_counter()
        with Terminal(program.command, width, height, env) as terminal:
            pid = terminal.process.pid
            until = re.compile(program.until)
            while not until.search(terminal.text):
                if time.perf_counter() - begun > terminal.limit:
                    raise SystemExit(f"{program.name} shows no table:\n{terminal.text}")
                _wait(terminal, 1.0)
            row["ms"] = _since(begun)
            row["CPU"] = cpu(pid)
            settle(terminal)
            if program.move:
                wake = time.perf_counter()
                while not _answer(terminal, program.move[0], 1.0)[1]:
                    if time.perf_counter() - wake > 5:
                        break
            settle(terminal)
            row["KB"] = len(terminal.sent) / 1000
            before, asleep = cpu(pid), time.perf_counter()
            time.sleep(2.0)
            row["idle"] = (cpu(pid) - before) / (time.perf_counter() - asleep)
            for kind, keys in (("cursor", program.cursor), ("move", program.move)):
                if keys:
                    row |= answers(terminal, pid, kind, keys)
            row["USS"] = uss(pid)
            left = time.perf_counter()
            terminal.press(program.quit)
            while terminal.process.poll() is None and time.perf_counter() - left < 10:
                _wait(terminal, 0.001)
            row["quit"] = _since(left)
    return row


def answers(terminal: Terminal, pid: int, kind: str, keys: tuple[str, ...], times: int = 12) -> Row:
    """Medians over keys: ms to the first byte, bytes, CPU ms."""
    found = []
    for n in range(times):
        before = cpu(pid)
        ms, size = _answer(terminal, keys[n % len(keys)], 0.5)
        found.append((ms, size, cpu(pid) - before))
    answered = [one for one in found if one[1]] or [(float("nan"),) * 3]
    names = ("ms", "B", "CPU")
    return {f"{kind} {name}": statistics.median(one[at] for one in answered) for at, name in enumerate(names)}


def _answer(terminal: Terminal, key: str, patience: float) -> tuple[float, int]:
    """ms until the first byte after a key, and how many bytes came until it was quiet."""
    size = len(terminal.sent)
    begun = time.perf_counter()
    terminal.press(key)
    _wait(terminal, patience)
    first = _since(begun)
    settle(terminal, 0.05)
    return first, len(terminal.sent) - size


def settle(terminal: Terminal, quiet: float = QUIET) -> None:
    while _wait(terminal, quiet):
        pass


def _wait(terminal: Terminal, seconds: float) -> bool:
    """Whether anything arrived in time; it is on the emulator's screen then."""
    if not select.select([terminal.master], [], [], seconds)[0]:
        return False
    try:
        data = os.read(terminal.master, 65536)
    except OSError:
        return False
    terminal.sent += data
    terminal.stream.feed(data)
    return bool(data)


def _since(begun: float) -> float:
    return (time.perf_counter() - begun) * 1000


def cpu(pid: int) -> float:
    """CPU ms of a process so far, all its threads: its own clock, to the nanosecond (clock_getcpuclockid(3))."""
    return time.clock_gettime((~pid << 3) | 2) * 1000


def uss(pid: int) -> float:
    """MiB that would be free if the process ended."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


COLUMNS = {
    "ms": 0, "CPU": 0, "KB": 1, "idle": 2, "cursor ms": 1, "cursor B": 0, "cursor CPU": 1, "move ms": 1, "move B": 0,
    "move CPU": 1, "quit": 0, "USS": 1,
}  # fmt: skip
"""Decimals."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sizes", default="80x24,120x40")
    options = parser.parse_args()
    print("| program | size | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 2) + "|")
    for size in options.sizes.split(","):
        width, height = map(int, size.split("x"))
        for program in programs():
            runs = [measured(program, width, height) for _ in range(options.runs)]
            cells = []
            for name, decimals in COLUMNS.items():
                values = [run[name] for run in runs if name in run and run[name] == run[name]]
                cells.append(f"{statistics.median(values):.{decimals}f}" if values else "–")
            print(f"| {program.name} | {size} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
