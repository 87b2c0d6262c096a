"""Writes the deals of the days: `python tests/days.py 2036` adds the years that are missing up to 2036.

Names of variants after the year: only theirs. For each variant and each day the first of the day's numbers that the
solver wins within a budget of states and without a redeal. Rows that are there never change: they are promised. Needs
the compiled twins: a year of every variant takes them some minutes. Strict Carpet has no row: its days are built.

`python tests/days.py check 30` plays every thirtieth day of each row to its win, by the rules.
"""

from __future__ import annotations

import sys
from datetime import date, timedelta

from carpets.daily import FILE, deal_of, numbers, write_places
from carpets.games import VARIANTS, AnyRules
from carpets.games.kovrik import Kovrik
from carpets.shuffle import Deal
from carpets.solver import NEVER, Solved, compiled, solve
from carpets.solver.solving import MEMORY_LIMIT, without_redeal
from solver_deals import wins

FIRST = 2026
BUDGET = 3_000
BUDGETS = {"kovrik-bubna": 1_500, "galary": 8_000, "free-parking": 8_000, "jungle": 50_000}
"""Where another one takes less time."""
WITHOUT = ("carpet-strict",)
LATER = {"jungle": 2027}
"""The first year of a variant whose days were given away unwon before: until then no deal of it was ever won."""
PROMISED = {("kovrik-36", date(2026, 11, 30)): 8}
"""A day that was given away before there was a file."""


def place(rules: AnyRules, day: date) -> int:
    if (rules.name, day) in PROMISED:
        return PROMISED[rules.name, day]
    budget = BUDGETS.get(rules.name, BUDGET)
    for at, number in enumerate(numbers(rules, day)):
        state = rules.start(Deal.numbered(number, rules.pack.whole))
        verdict = (
            without_redeal(rules, state, budget, NEVER, MEMORY_LIMIT)
            if isinstance(rules, Kovrik)
            else solve(rules, state, budget=budget)
        )
        if isinstance(verdict, Solved):
            return at
    raise AssertionError("the numbers have no end")


def check(step: int) -> None:
    """Wins the days again, by lines that the rules allow."""
    with open(FILE, encoding="ascii") as file:
        rows = [tuple(line.split()[:2]) for line in file]
    won = 0
    for name, year in rows:
        rules, first = VARIANTS[name], date(int(year), 1, 1)
        for n in range(0, (date(int(year) + 1, 1, 1) - first).days, step):
            daily = deal_of(rules, first + timedelta(n))
            state = rules.start(daily.deal)
            verdict = solve(rules, state, budget=10_000_000)
            assert isinstance(verdict, Solved), (name, first + timedelta(n))
            assert wins(rules, state, verdict.moves), (name, first + timedelta(n))
            won += 1
    print(f"{len(rows)} rows, {won} days won")


def main() -> None:
    assert compiled()
    if sys.argv[1] == "check":
        check(int(sys.argv[2]))
        return
    wanted = sys.argv[2:] or [name for name in VARIANTS if name not in WITHOUT]
    with open(FILE, "a+", encoding="ascii") as file:
        file.seek(0)
        there = {tuple(line.split()[:2]) for line in file}
        for year in range(FIRST, int(sys.argv[1]) + 1):
            days = [date(year, 1, 1) + timedelta(n) for n in range((date(year + 1, 1, 1) - date(year, 1, 1)).days)]
            for name in wanted:
                if (name, str(year)) not in there and year >= LATER.get(name, FIRST):
                    rules = VARIANTS[name]
                    file.write(write_places(rules, year, [place(rules, day) for day in days]) + "\n")
                    file.flush()


if __name__ == "__main__":
    main()
