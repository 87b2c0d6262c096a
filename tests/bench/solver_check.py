"""The long proofs of the solver: every outside verdict, and kernels against the plain search on many small deals.

    PYTHONPATH=src:tests python tests/bench/solver_check.py data [--budget N]
    PYTHONPATH=src:tests python tests/bench/solver_check.py small [--deals N] [--variant V] [--pure]

Prints one line a file or variant; exit status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from statistics import mean, median
from time import process_time
from typing import Any

from carpets.games import VARIANTS, AnyRules
from carpets.games.kovrik import How, Kovrik
from carpets.solver import Lost, Solved, Unknown, carpet_pure, kernels, kovrik_pure, reference, solve
from solver_deals import DATA, judged, positions, wins


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


def agree(rules: AnyRules, state: Any, plain_budget: int) -> str:
    known = not isinstance(rules, Kovrik) or rules.how is How.GATHER
    plain = reference.search(rules, state, plain_budget, redeals=known)
    quick = solve(rules, state, budget=10 * plain_budget)
    if isinstance(quick, Solved) and not wins(rules, state, quick.moves):
        return "WRONG"
    if isinstance(plain, Unknown) or isinstance(quick, Unknown):
        return "open"
    return type(quick).__name__ if type(plain) is type(quick) else "WRONG"


def check_small(names: list[str], deals: int) -> bool:
    """Dealt and mid-game positions of short packs: the same verdict as the plain search."""
    wrong = False
    for name in names:
        counts = Counter(agree(rules, state, 4_000) for rules, state in positions(name, deals, seed=1))
        wrong |= "WRONG" in counts
        print(f"{name:18} {dict(counts)}", flush=True)
    return not wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("data", "small"))
    parser.add_argument("--budget", type=int, default=4_000_000)
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--variant", choices=list(VARIANTS))
    parser.add_argument("--pure", action="store_true")
    asked = parser.parse_args()
    if asked.pure:
        kernels.search_carpet, kernels.search_kovrik = carpet_pure.search, kovrik_pure.search
    chosen = [asked.variant] if asked.variant else list(VARIANTS)
    sys.exit(not (check_data(asked.budget) if asked.what == "data" else check_small(chosen, asked.deals)))
