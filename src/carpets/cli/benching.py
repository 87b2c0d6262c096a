"""``bench``: how quick and how right the solver is, and how well players of Carpet play. Method: docs/solver.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import mean, median
from time import process_time
from typing import Any

from carpets.cli.parser import Commands
from carpets.cli.solving import _positive
from carpets.game import Game
from carpets.games import VARIANTS, AnyRules

FIRST_DEAL = 100_000


def add(commands: Commands) -> None:
    text = commands.words.text
    bench = commands.add("bench", text("measure the solver, or the players of Carpet"), _bench)
    bench.add_argument("what", choices=("solver", "odds"), help=text("what to measure"))
    bench.add_argument("--deals", type=int, default=100, metavar="N", help=text("how many numbered deals"))
    bench.add_argument("--variant", type=commands.variant, metavar="V", help=text("only this variant"))
    bench.add_argument("--budget", type=int, default=40_000_000, metavar="N", help=text("states to look at in a deal"))
    bench.add_argument("--pure", action="store_true", help=text("the pure Python twin even where the compiled one is"))
    bench.add_argument(
        "--samples", type=int, default=40, metavar="N", help=text("shuffles for each choice of the odds player")
    )


def _bench(arguments: argparse.Namespace, commands: Commands) -> int:
    _positive(commands, deals=arguments.deals, budget=arguments.budget, samples=arguments.samples)
    return _solver(arguments) if arguments.what == "solver" else _players(arguments)


# ---------------------------------------------------------------- the solver


def _solver(arguments: argparse.Namespace) -> int:
    from carpets.solver import COMPILED, carpet_pure, kernels, kovrik_pure

    if arguments.pure:
        kernels.search_kovrik, kernels.search_carpet = kovrik_pure.search, carpet_pure.search
    print("kernels:", "compiled" if COMPILED and not arguments.pure else "pure Python")
    _plain()
    print(f"{'variant':16} {'deals':>6} {'won':>5} {'lost':>5} {'open':>5} {'states':>12} {'M/s':>6}"
          f" {'median s':>9} {'solved':>9} {'mean':>8} {'p95':>8} {'max':>8} {'peak MiB':>8}")  # fmt: skip
    chosen = (
        [arguments.variant] if arguments.variant else [VARIANTS["kovrik"], VARIANTS["kovrik-36"], VARIANTS["carpet"]]
    )
    for rules in chosen:
        states = (Game.numbered(rules, FIRST_DEAL + n).state for n in range(arguments.deals))
        _measure(rules, states, arguments.budget)
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


# ---------------------------------------------------------------- players of Carpet


def _players(arguments: argparse.Namespace) -> int:
    from carpets.games.carpet import Carpet
    from carpets.moves import Draw, Move
    from carpets.rules import Outcome
    from carpets.solver import Solved, solve
    from carpets.solver.odds import by_rule, odds

    rules = arguments.variant or VARIANTS["carpet"]
    if not isinstance(rules, Carpet):
        rules = VARIANTS["carpet"]
    assert isinstance(rules, Carpet)

    def greedy(state: Any) -> Move:
        return rules.collect(state) or next((m for m in rules.moves(state) if m != Draw()), Draw())

    def by_odds(state: Any) -> Move:
        safe = rules.collect(state)
        if safe is not None or not state.stock:
            return safe or by_rule(rules, state)
        chances = odds(rules, state, samples=arguments.samples)
        first = by_rule(rules, state)
        return max(chances, key=lambda move: (chances[move].value, move == first))

    def wins(player: Callable[[Any], Move], state: Any) -> bool:
        while rules.outcome(state) is Outcome.PLAYING:
            state = rules.play(state, player(state))
        return rules.outcome(state) is Outcome.WON

    counts = {"always fill": 0, "the rule": 0, "by odds": 0, "sees all": 0}
    for n in range(arguments.deals):
        state = Game.numbered(rules, FIRST_DEAL + n).state
        counts["always fill"] += wins(greedy, state)
        counts["the rule"] += wins(lambda s: by_rule(rules, s), state)
        counts["by odds"] += wins(by_odds, state)
        counts["sees all"] += isinstance(solve(rules, state), Solved)
    print(f"{rules.name}, {arguments.deals} deals, {arguments.samples} shuffles a choice")
    for player, won in counts.items():
        low, high = wilson(won, arguments.deals)
        print(f"{player:12} {100 * won / arguments.deals:5.1f}  [{100 * low:.1f}, {100 * high:.1f}]")
    return 0


def wilson(won: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z, p = 1.96, won / of
    middle, half = p + z * z / (2 * of), z * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)
