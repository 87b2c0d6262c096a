"""Deals for the solver's tests: short packs of every variant, and the outside verdicts."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from carpets.cards import Pack
from carpets.games import VARIANTS, AnyRules
from carpets.games.carpet import Carpet
from carpets.games.kovrik import Kovrik, When
from carpets.moves import Move
from carpets.notation import read_card
from carpets.rules import Outcome
from carpets.shuffle import Deal, DealNumber
from carpets.value import replace

DATA = Path(__file__).parent / "data" / "solver"
RANKS = {"jungle": 3}
"""Ranks of the short packs, 4 elsewhere: what the plain search can walk through."""


def lowest(rules: Kovrik, ranks: int) -> Kovrik:
    """The variant with a pack of so many ranks in play, those put away besides."""
    first = 1 + len(rules.pack.away)
    return replace(rules, pack=Pack(tuple(range(first, first + ranks)), away=rules.pack.away))


def short(rules: AnyRules, ranks: int, grid: tuple[int, int] = (2, 2)) -> AnyRules:
    """The variant with a pack of the lowest ranks, dealt in all, and a small grid where the pack does not say it."""
    if isinstance(rules, Kovrik):
        return lowest(rules, ranks - len(rules.pack.away))
    return replace(rules, pack=Pack(tuple(range(1, ranks + 1))), grid=grid)


def positions(name: str, count: int, ranks: int = 0, seed: int = 7) -> Iterator[tuple[AnyRules, Any]]:
    """Dealt (two of five) and mid-game positions of a variant with a short pack."""
    rng = random.Random(f"{name} {seed}")
    ranks = ranks or RANKS.get(name, 4)
    for number in range(count):
        rules = short(VARIANTS[name], ranks, rng.choice([(1, 2), (1, 3), (2, 2), (2, 3)]))
        cards = rules.pack.dealt
        state = rules.start(Deal(DealNumber(number), tuple(rng.sample(cards, len(cards)))))
        for _ in range(rng.choice([0, 0, 3, 8, 15])):
            moves = rules.moves(state)
            if not moves:
                break
            state = rules.play(state, rng.choice(moves))
        yield rules, state


def wins(rules: AnyRules, state: Any, moves: tuple[Move, ...]) -> bool:
    """Whether the moves are legal one after the other and end in a win."""
    for move in moves:
        if rules.refusal(state, move) is not None:
            return False
        state = rules.play(state, move)
    return rules.outcome(state) is Outcome.WON


def judged(file: str) -> Iterator[tuple[AnyRules, Any, str, dict[str, Any]]]:
    """(rules, state, verdict, line) for each verdict of a file; a line with three rules gives three."""
    for text in (DATA / file).read_text(encoding="ascii").splitlines():
        line = json.loads(text)
        for rules, key in _rules_of(file):
            if isinstance(rules, Carpet):
                rules = replace(rules, grid=(1, len(line["deal"]["reserve"])))
                cards = [read_card(word) for word in line["deal"]["reserve"] + line["deal"]["stock"]]
                aces = [card for card in rules.pack.dealt if card.rank == 1]
                state = rules.start(Deal(None, tuple(aces + cards)))
            else:
                rows = line["deal"]
                if file.startswith("gaps_fixed"):
                    rows = [[ace, *row] for ace, row in zip(("AC", "AH", "AS", "AD"), rows, strict=True)]
                state = rules.read("\n".join(" ".join(row) for row in rows))
            yield rules, state, line[key], line


def _rules_of(file: str) -> list[tuple[AnyRules, str]]:
    if file.startswith("carpet"):
        ranks = int(file.split("_")[1][0]) if "ranks" in file else 13
        return [(short(VARIANTS["carpet"], ranks), "result")]
    if file == "gaps_fixed_suits.jsonl":
        return [(VARIANTS["kovrik"], "result")]
    kovrik = VARIANTS["kovrik"]
    assert isinstance(kovrik, Kovrik)
    if file == "gaps_one_deal.jsonl":
        montana = VARIANTS["montana"]
        assert isinstance(montana, Kovrik)
        return [(replace(montana, redeals=0, when=When.STUCK), "result")]
    if "5ranks" in file:
        kovrik = replace(kovrik, pack=Pack((1, 2, 3, 4, 5)))
    once = replace(kovrik, bases_first=False)
    literal = replace(once, bases_move=True)
    return [(kovrik, "result_first"), (once, "result_once"), (literal, "result_literal")]
