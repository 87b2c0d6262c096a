"""``bench``: how quick the solver and the hints are, and how well players of Carpet play. Method: docs/solver.md."""

from __future__ import annotations

import argparse
import random
import sys
import threading
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import mean, median
from time import process_time
from typing import TYPE_CHECKING, Any

from carpets.cli.parser import Commands
from carpets.cli.solving import _positive
from carpets.game import Game
from carpets.games import VARIANTS, AnyRules

if TYPE_CHECKING:
    from carpets.games.carpet import Carpet
    from carpets.moves import Move

FIRST_DEAL = 100_000
THINKING = 5.0
"""Seconds that a hint is looked for, as on the screens."""


def add(commands: Commands) -> None:
    text = commands.words.text
    bench = commands.add("bench", text("measure the solver, its hints, or the players of Carpet"), _bench)
    bench.add_argument("what", choices=("solver", "hints", "odds"), help=text("what to measure"))
    bench.add_argument("--deals", type=int, default=100, metavar="N", help=text("how many numbered deals"))
    bench.add_argument(
        "--from", type=int, default=FIRST_DEAL, dest="first", metavar="N", help=text("the first of them")
    )
    bench.add_argument("--variant", type=commands.variant, metavar="V", help=text("only this variant"))
    bench.add_argument("--budget", type=int, default=40_000_000, metavar="N", help=text("states to look at in a deal"))
    bench.add_argument("--pure", action="store_true", help=text("the pure Python twin even where the compiled one is"))
    bench.add_argument(
        "--samples", type=int, default=400, metavar="N", help=text("shuffles for each choice of the odds player")
    )


def _bench(arguments: argparse.Namespace, commands: Commands) -> int:
    _positive(commands, deals=arguments.deals, budget=arguments.budget, samples=arguments.samples)
    if arguments.what == "odds":
        return _players(arguments)
    _twins(arguments.pure)
    return _solver(arguments) if arguments.what == "solver" else _hints(arguments)


def _twins(pure: bool) -> None:
    """Which kernels work, told and, if the pure ones are asked for, seen to."""
    from carpets.solver import carpet_pure, compiled, kernels, kovrik_pure

    if pure:
        kernels.search_kovrik, kernels.search_carpet = kovrik_pure.search, carpet_pure.search
        kernels.written_carpet = carpet_pure.written
        kernels.wins_carpet = carpet_pure.wins
    print("kernels:", "compiled" if compiled() and not pure else "pure Python")


def _deals(arguments: argparse.Namespace, rules: AnyRules) -> Iterator[Any]:
    return (Game.numbered(rules, arguments.first + n).state for n in range(arguments.deals))


# ---------------------------------------------------------------- the solver


def _solver(arguments: argparse.Namespace) -> int:
    _plain()
    print(f"{'variant':16} {'deals':>6} {'won':>5} {'lost':>5} {'open':>5} {'states':>12} {'M/s':>6}"
          f" {'median s':>9} {'solved':>9} {'mean':>8} {'p95':>8} {'max':>8} {'peak MiB':>8}")  # fmt: skip
    chosen = (
        [arguments.variant] if arguments.variant else [VARIANTS["kovrik"], VARIANTS["kovrik-36"], VARIANTS["carpet"]]
    )
    for rules in chosen:
        _measure(rules, _deals(arguments, rules), arguments.budget)
    return 0


def _plain() -> None:
    """The plain search's speed, the measure that two machines have in common."""
    from carpets.solver import reference

    rules = VARIANTS["kovrik"]
    began = process_time()
    seen = reference.search(rules, Game.numbered(rules, FIRST_DEAL).state, 5_000).seen
    print(f"plain search: {seen / (process_time() - began):,.0f} states/s")


def _measure(rules: AnyRules, states: Iterator[Any], budget: int) -> None:
    from carpets.solver import Lost, Solved, solve

    times: list[float] = []
    solved: list[float] = []
    seen = lost = 0
    for state in states:
        began = process_time()
        verdict = solve(rules, state, budget=budget)
        times.append(process_time() - began)
        seen += verdict.seen
        match verdict:
            case Solved():
                solved.append(times[-1])
            case Lost():
                lost += 1
    times.sort()
    print(f"{rules.name:16} {len(times):6} {len(solved):5} {lost:5} {len(times) - len(solved) - lost:5} {seen:12,}"
          f" {seen / sum(times) / 1e6:6.2f} {median(times):9.5f} {median(solved or [0]):9.5f} {mean(times):8.4f}"
          f" {times[int(0.95 * (len(times) - 1))]:8.3f} {times[-1]:8.3f} {_peak():8.0f}", flush=True)  # fmt: skip


def _peak() -> float:
    """MiB this process has held at most, 0 where the system does not say."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return 0.0
    return getrusage(RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


# ---------------------------------------------------------------- hints


def _hints(arguments: argparse.Namespace) -> int:
    """CPU from the call to the first answer and to the last one, for deals and for positions with a choice."""
    print(f"{'variant':16} {'positions':12} {'n':>5} {'first ms':>9} {'p95':>9} {'max':>9}"
          f" {'last ms':>9} {'p95':>9} {'max':>9} {'winning':>8} {'lost':>5} {'best':>5}")  # fmt: skip
    rng = random.Random(arguments.first)
    for rules in [arguments.variant] if arguments.variant else [VARIANTS["kovrik"], VARIANTS["carpet"]]:
        _answer(rules, "dealt", _deals(arguments, rules))
        _answer(rules, "under way", (_under_way(rules, state, rng) for state in _deals(arguments, rules)))
    return 0


def _under_way(rules: AnyRules, state: Any, rng: random.Random) -> Any:
    """A position of a game played by chance in which there is a choice; the deal itself where there never is."""
    from carpets.games.carpet import Carpet
    from carpets.solver.odds import choices

    asked = []
    for _ in range(200):
        moves = choices(rules, state) if isinstance(rules, Carpet) else rules.moves(state)
        if not moves:
            break
        if len(moves) > 1 and rules.collect(state) is None:
            asked.append(state)
        state = rules.play(state, rules.collect(state) or rng.choice(moves))
    return rng.choice(asked or [state])


def _answer(rules: AnyRules, positions: str, states: Iterator[Any]) -> None:
    from carpets.solver.hints import Best, Hopeless, Winning, hints
    from carpets.solver.verdicts import Cancel

    first: list[float] = []
    last: list[float] = []
    kinds: dict[type, int] = {Winning: 0, Hopeless: 0, Best: 0}
    for state in states:
        cancel = Cancel()
        timer = threading.Timer(THINKING, cancel.set)
        timer.start()
        began = process_time()
        told = [(hint, process_time() - began) for hint in hints(rules, state, cancel=cancel)]
        took = process_time() - began
        timer.cancel()
        if told:
            first.append(1000 * told[0][1])
            last.append(1000 * took)
            kinds[type(told[-1][0])] += 1
    row = f"{rules.name:16} {positions:12} {len(first):5}"
    for times in (sorted(first), sorted(last)):
        row += f" {median(times):9.2f} {times[int(0.95 * (len(times) - 1))]:9.2f} {times[-1]:9.1f}"
    print(row + f" {kinds[Winning]:8} {kinds[Hopeless]:5} {kinds[Best]:5}", flush=True)


# ---------------------------------------------------------------- players of Carpet


def _players(arguments: argparse.Namespace) -> int:
    from carpets.games.carpet import Carpet
    from carpets.solver import Solved, solve
    from carpets.solver.odds import comes_out

    rules = arguments.variant or VARIANTS["carpet"]
    if not isinstance(rules, Carpet):
        rules = VARIANTS["carpet"]
    assert isinstance(rules, Carpet)
    rng = random.Random(arguments.first)
    counts = dict.fromkeys(("by chance", "always fill", "the rule", "by odds", "sees all"), 0)
    for state in _deals(arguments, rules):
        counts["by chance"] += _wins(rules, state, lambda at: rules.collect(at) or rng.choice(rules.moves(at)))
        counts["always fill"] += _wins(rules, state, lambda at: _fills(rules, at))
        counts["the rule"] += comes_out(rules, state)
        counts["by odds"] += _wins(rules, state, lambda at: _by_odds(rules, at, arguments.samples))
        counts["sees all"] += isinstance(solve(rules, state), Solved)
    print(f"{rules.name}, deals {arguments.first} to {arguments.first + arguments.deals - 1},"
          f" {arguments.samples} shuffles a choice, {process_time():.0f} s")  # fmt: skip
    for player, won in counts.items():
        low, high = wilson(won, arguments.deals)
        share = 100 * won / arguments.deals
        print(f"{player:12} {won:6} won  {share:5.1f}  [{100 * low:.1f}, {100 * high:.1f}]")
    return 0


def _wins(rules: Carpet, state: Any, player: Callable[[Any], Move]) -> bool:
    from carpets.rules import Outcome

    while rules.outcome(state) is Outcome.PLAYING:
        state = rules.play(state, player(state))
    return rules.outcome(state) is Outcome.WON


def _fills(rules: Carpet, state: Any) -> Move:
    from carpets.moves import Draw

    return rules.collect(state) or next((move for move in rules.moves(state) if move != Draw()), Draw())


def _by_odds(rules: Carpet, state: Any, samples: int) -> Move:
    """What a hint says: safe moves first, then the best odds, the rule's own choice among equals."""
    from carpets.solver.odds import best, by_rule, choices, odds

    safe = rules.collect(state)
    if safe is not None or not state.stock:
        return safe or by_rule(rules, state)
    moves = choices(rules, state)
    if len(moves) == 1:
        return moves[0]
    return best(rules, state, odds(rules, state, samples=samples))


def wilson(won: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z, p = 1.96, won / of
    middle, half = p + z * z / (2 * of), z * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)
