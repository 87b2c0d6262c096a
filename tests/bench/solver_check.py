"""The long proofs of the solver; each prints one line a file or variant, exit status 1 if anything is wrong.

    PYTHONPATH=src:tests python tests/bench/solver_check.py data [--budget N]
    PYTHONPATH=src:tests python tests/bench/solver_check.py small [--deals N] [--variant V] [--pure]
    PYTHONPATH=src:tests python tests/bench/solver_check.py hints [--deals N] [--full N] [--variant V] [--pure]
    PYTHONPATH=src:tests python tests/bench/solver_check.py difficulty [--deals N] [--variant V]

data     every outside verdict
small    kernels against the plain search on dealt and mid-game positions of short packs (--ranks of a suit)
hints    on short packs and full ones: every hint legal, following the winning ones wins, “lost” never contradicted
difficulty   how often players who look ahead little or not at all win the solvable deals of each difficulty
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from statistics import mean, median
from time import process_time
from typing import Any

from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.games.carpet import Carpet
from carpets.games.kovrik import How, Kovrik
from carpets.moves import Move, Redeal
from carpets.rules import Outcome
from carpets.shuffle import Deal
from carpets.solver import Lost, Solved, Unknown, carpet_pure, hints, kernels, kovrik_pure, reference, solve
from carpets.solver.deals import Difficulty, find, greedy_wins
from carpets.solver.odds import comes_out
from solver_deals import DATA, judged, positions, wins

PLAIN = 20_000
"""States the plain search looks at in a short pack."""


def check_data(budget: int) -> bool:
    """Every line of every file: never the opposite verdict, and every line of moves wins."""
    wrong = False
    for path in sorted(DATA.glob("*.jsonl")):
        counts: Counter[str] = Counter()
        ours: list[float] = []
        theirs: list[float] = []
        for rules, state, expected, line in judged(path.name):
            began = process_time()
            verdict = solve(rules, state, budget=budget)
            ours.append(process_time() - began)
            theirs.append(line.get("cpu_s", line.get("solvitaire_cpu_s", 0.0)))
            match verdict:
                case Solved(moves):
                    right = expected != "unsolvable" and wins(rules, state, moves)
                    counts["solved" if right else "WRONG"] += 1
                case Lost():
                    counts["lost" if expected != "solvable" else "WRONG"] += 1
                case Unknown():
                    counts["open"] += 1
        wrong |= "WRONG" in counts
        ratio = mean(theirs) / mean(ours)
        print(f"{path.name:28} {dict(counts)}  CPU mean {mean(ours):.4f} median {median(ours):.5f} max {max(ours):.2f}"
              f"  Solvitaire's mean {mean(theirs):.3f}: {ratio:.0f} times", flush=True)  # fmt: skip
    return not wrong


# ---------------------------------------------------------------- kernels and plain search


def agree(rules: AnyRules, state: Any) -> str:
    known = not isinstance(rules, Kovrik) or rules.how is How.GATHER
    plain = reference.search(rules, state, PLAIN, redeals=known)
    quick = solve(rules, state, budget=10 * PLAIN)
    if isinstance(quick, Solved) and not wins(rules, state, quick.moves):
        return "WRONG"
    if isinstance(plain, Unknown) or isinstance(quick, Unknown):
        return "open"
    return type(quick).__name__ if type(plain) is type(quick) else "WRONG"


def check_small(names: list[str], deals: int, ranks: int) -> bool:
    """Dealt and mid-game positions of short packs: the same verdict as the plain search."""
    wrong = False
    for name in names:
        counts = Counter(agree(rules, state) for rules, state in positions(name, deals, ranks, seed=1))
        wrong |= "WRONG" in counts
        print(f"{name:18} {dict(counts)}", flush=True)
    return not wrong


# ---------------------------------------------------------------- hints


def full(name: str) -> Iterator[tuple[AnyRules, Any]]:
    """Positions of whole packs: of games played by chance, every other one along a winning line where one is found."""
    rules, rng = VARIANTS[name], random.Random(f"{name} full")
    for number in count(600_000):
        states = [Game.numbered(rules, number).state]
        verdict = solve(rules, states[0], budget=5_000) if number % 2 else None
        line = verdict.moves if isinstance(verdict, Solved) else ()
        while len(states) < 150 and (moves := line[len(states) - 1 : len(states)] if line else rules.moves(states[-1])):
            states.append(rules.play(states[-1], rng.choice(moves)))
        yield rules, rng.choice(states)


def honest(rules: AnyRules, state: Any, xray: bool, plain: int) -> Iterator[str]:
    """What the hints for a position are, each judged by the rules, or by the plain search if ``plain`` states are."""
    last: hints.Hint | None = None
    for last in hints.hints(rules, state, xray=xray):
        match last:
            case hints.Winning(line):
                yield "winning" if wins(rules, state, line) and last.xray is xray else "WRONG line"
            case hints.Hopeless() | hints.Best(rule=hints.Rule.BEFORE_REDEAL):
                yield from _lost(rules, state, last, plain)
        if not isinstance(last, hints.Hopeless) and rules.refusal(state, last.move) is not None:
            yield "WRONG move"
    if last is None:
        yield "WRONG silence"
    if isinstance(last, hints.Best):
        yield "best"
    if isinstance(last, hints.Winning):
        yield "followed" if follows(rules, state, last, xray) else "WRONG way"


def _lost(rules: AnyRules, state: Any, hint: hints.Hint, plain: int) -> Iterator[str]:
    if not plain:
        yield "lost, not checked"
        return
    match reference.search(rules, state, plain, redeals=isinstance(hint, hints.Hopeless)):
        case Solved():
            yield "WRONG lost"
        case Lost():
            yield "lost"
        case Unknown():
            yield "lost, open"


def follows(rules: AnyRules, state: Any, hint: hints.Winning, xray: bool) -> bool:
    """Whether doing what each hint says wins in as many moves as the first one told."""
    left: tuple[Move, ...] = hint.line
    while left:
        found = list(hints.hints(rules, state, line=left, xray=xray))
        if not isinstance(found[-1], hints.Winning) or found[-1].to_go > len(left):
            return False
        state = rules.play(state, found[-1].move)
        left = found[-1].line[1:]
    return rules.outcome(state) is Outcome.WON


def check_hints(names: list[str], deals: int, fulls: int) -> bool:
    """Hints for so many positions that are not over, of short packs and of whole ones."""
    wrong = False
    hints.LARGEST_BUDGET = hints.FIRST_BUDGET
    for name in names:
        began = process_time()
        for kind, places, most in (("short", positions(name, 10 * deals, seed=3), deals), ("full", full(name), fulls)):
            playing = ((rules, state) for rules, state in places if rules.outcome(state) is Outcome.PLAYING)
            counts: Counter[str] = Counter()
            for number, (rules, state) in enumerate(islice(playing, most)):
                # hidden cards are looked through in one of four, where the winning lines are
                counts.update(honest(rules, state, number % 4 == 3, PLAIN if kind == "short" else 0))
            wrong |= any(word.startswith("WRONG") for word in counts)
            print(f"{name:16} {kind:5} {most:5} {dict(sorted(counts.items()))}", flush=True)
        print(f"{'':16} {process_time() - began:.0f} s", flush=True)
    return not wrong


# ---------------------------------------------------------------- difficulty

AHEAD = 200
"""States that the careful player looks at after each move."""
TRIES = 10
"""Games of each player on each deal that chance has a part in."""


def careful_wins(rules: AnyRules, state: Any, rng: random.Random) -> bool:
    """Whether a careful player wins: in Carpet by the odds' rule, else by chance but for moves soon proved lost."""
    if isinstance(rules, Carpet):
        return comes_out(rules, state)
    while moves := [move for move in rules.moves(state) if move != Redeal()]:
        safe = rules.collect(state)
        after = [rules.play(state, move) for move in ([safe] if safe else rng.sample(moves, len(moves)))]
        state = next((at for at in after if not isinstance(solve(rules, at, budget=AHEAD), Lost)), after[0])
    return rules.outcome(state) is Outcome.WON


def check_difficulty(names: list[str], deals: int) -> bool:
    """Whether each player wins the easy deals at least as often as the medium ones, and these as the hard ones."""
    right = True
    for name in names:
        rules, rng = VARIANTS[name], random.Random(name)
        wins: dict[Difficulty, list[tuple[float, float, float]]] = {level: [] for level in Difficulty}
        for found in islice(find(rules, (Deal.numbered(number, rules.pack.whole) for number in count(100_000))), deals):
            state = rules.start(found.deal)
            chance = mean(greedy_wins(rules, state, rng) for _ in range(TRIES))
            careful = mean(careful_wins(rules, state, rng) for _ in range(TRIES))
            wins[found.difficulty].append((greedy_wins(rules, state), chance, careful))
        before = (1.0, 1.0, 1.0)
        for level, rows in wins.items():
            if not rows:
                continue
            shares = [mean(column) for column in zip(*rows, strict=True)]
            right &= all(share <= more for share, more in zip(shares, before, strict=True))
            before = tuple(shares)
            print(f"{name:12} {level.value:8} {len(rows):4} deals; won of 100: first move {100 * shares[0]:.1f},"
                  f" by chance {100 * shares[1]:.1f}, careful {100 * shares[2]:.1f}", flush=True)  # fmt: skip
    return right


def main() -> bool:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("data", "small", "hints", "difficulty"))
    parser.add_argument("--budget", type=int, default=4_000_000)
    parser.add_argument("--deals", type=int)
    parser.add_argument("--full", type=int, default=300)
    parser.add_argument("--ranks", type=int, default=0)
    parser.add_argument("--variant", choices=list(VARIANTS))
    parser.add_argument("--pure", action="store_true")
    asked = parser.parse_args()
    if asked.pure:
        kernels.search_carpet, kernels.search_kovrik = carpet_pure.search, kovrik_pure.search
        kernels.written_carpet = carpet_pure.written
    chosen = [asked.variant] if asked.variant else list(VARIANTS)
    match asked.what:
        case "data":
            return check_data(asked.budget)
        case "small":
            return check_small(chosen, asked.deals or 2_000, asked.ranks)
        case "difficulty":
            return check_difficulty([asked.variant] if asked.variant else ["carpet", "kovrik"], asked.deals or 300)
    return check_hints(chosen, asked.deals or 1_000, asked.full)


if __name__ == "__main__":
    sys.exit(not main())
