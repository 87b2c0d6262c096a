"""How quick the screens are, beside other programs on the same machine, in one table.

``PYTHONPATH=src python tests/bench/ui.py [--runs 5] [--sizes 80x24,120x40] [--only REGEX]``, Linux only. Every
program runs in a pty, one after another, as often as there are runs; the figures are medians. A minimal Textual app is
always measured; soliterm and usolitaire where they are installed (``pip install soliterm usolitaire``), ``python -c
pass`` as the floor. Below the figures stand their ratios to the minimal app and soliterm: a slow machine has them too.

“taken up”: an unfinished game from the file, as most starts are; “still”: cards do not glide.

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
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from terminal import Terminal

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
    settings: str = ""
    """What stands in the settings file."""
    make: tuple[str, ...] = ()
    """Keys that make a move, which those of ``move`` take back and make again."""
    taken_up: bool = False
    """Whether the move is made by another process, whose game this one goes on with."""


KOVRIK = (sys.executable, "-c", "from carpets.cli import kovrik; kovrik()")
"""As the console script does it."""


def programs() -> Iterator[Program]:
    making = {"kovrik": ("\t", " ", "\x1b[H", " "), "carpet": ("d",)}
    for variant, seed in {"kovrik": "48213", "carpet": "7"}.items():
        command = (*KOVRIK, "play", "--variant", variant)
        numbered = Program(
            variant, (*command, "--seed", seed), "Enter", ("left", "right"), ("u", "r"), make=making[variant]
        )
        yield numbered
        yield replace(numbered, name=f"{variant}, still", settings="animation = false\nclock = false\n")
        yield replace(numbered, name=f"{variant}, taken up", command=(*command, "--resume"), taken_up=True)
    yield Program("home screen", KOVRIK, "Carpet", ("down", "up"))
    yield Program("minimal Textual", (sys.executable, "-c", MINIMAL), "ready", (), ("x",))
    yield Program("python -c pass", (sys.executable, "-c", "print('ready')"), "ready")
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
        if program.settings:
            Path(home, "settings.toml").write_text(program.settings)
        if program.taken_up:
            _played(program, env)
        begun = time.perf_counter()
        with Terminal(program.command, width, height, env) as terminal:
            pid = terminal.process.pid
            until = re.compile(program.until)
            arrived = None
            while not until.search(terminal.text):
                if time.perf_counter() - begun > terminal.limit:
                    raise SystemExit(f"{program.name} shows no table:\n{terminal.text}")
                arrived = _wait(terminal, 1.0) or arrived
            assert arrived is not None
            row["ms"], row["CPU"] = (arrived[0] - begun) * 1000, arrived[1]
            if not program.cursor and not program.move:
                return row
            settle(terminal)
            wake = time.perf_counter()
            while not _answer(terminal, (program.cursor or program.move)[0], 1.0)[1] and _since(wake) < 5000:
                pass
            settle(terminal)
            row["KB"] = len(terminal.sent) / 1000
            before, asleep = cpu(pid), time.perf_counter()
            time.sleep(2.0)
            row["idle"] = (cpu(pid) - before) / (time.perf_counter() - asleep)
            if not program.taken_up:
                for key in program.make:
                    _answer(terminal, key, 0.5)
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


def _played(program: Program, env: dict[str, str]) -> None:
    """Makes a move, so that there is a game to take up."""
    with Terminal(program.command, env=env) as terminal:
        terminal.wait_for_mouse()
        for key in program.make:
            terminal.press(key)
            terminal.read(0.3)
        terminal.wait_for("1 move ")
        terminal.press(program.quit)
        terminal.wait_end()


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
    arrived = _wait(terminal, patience)
    first = (arrived[0] - begun) * 1000 if arrived else _since(begun)
    settle(terminal, 0.05)
    return first, len(terminal.sent) - size


def settle(terminal: Terminal, quiet: float = QUIET) -> None:
    while _wait(terminal, quiet):
        pass


def _wait(terminal: Terminal, seconds: float) -> tuple[float, float] | None:
    """Reads what arrives in time onto the emulator's screen. When it came, and the CPU ms spent until then.

    All of it first: a pty holds 4 KB, and the program would wait for the emulator.
    """
    arrived, data = None, b""
    while select.select([terminal.master], [], [], 0.002 if data else seconds)[0]:
        try:
            piece = os.read(terminal.master, 65536)
        except OSError:
            break
        if not piece:
            break
        arrived, data = (time.perf_counter(), cpu(terminal.process.pid)), data + piece
    terminal.sent += data
    terminal.stream.feed(data)
    return arrived


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
    parser.add_argument("--only", default="", metavar="REGEX", help="the programs whose names match")
    options = parser.parse_args()
    for size in options.sizes.split(","):
        width, height = map(int, size.split("x"))
        runs: dict[str, list[Row]] = {}
        for _ in range(options.runs):
            for program in (row for row in programs() if re.search(options.only, row.name)):
                runs.setdefault(program.name, []).append(measured(program, width, height))
        found = {name: middle(rows) for name, rows in runs.items()}
        print(f"\n{size}, medians of {options.runs}\n")
        table(found)
        for base in ("minimal Textual", "soliterm"):
            if base in found:
                print(f"\n{size}, times {base}\n")
                table({name: ratios(row, found[base]) for name, row in found.items() if name != base}, ratio=True)


def middle(rows: list[Row]) -> Row:
    """The median of each column, without what was not answered."""
    values = {name: [row[name] for row in rows if name in row and row[name] == row[name]] for name in COLUMNS}
    return {name: statistics.median(some) for name, some in values.items() if some}


def ratios(row: Row, base: Row) -> Row:
    return {name: row[name] / base[name] for name in row if base.get(name)}


def table(found: dict[str, Row], ratio: bool = False) -> None:
    print("| program | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for name, row in found.items():
        cells = (f"{row[at]:.{2 if ratio else decimals}f}" if at in row else "–" for at, decimals in COLUMNS.items())
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
