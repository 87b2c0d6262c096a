"""Deals that are known to come out, and how hard they are.

Numbers are drawn until a deal is solved. Where random deals as good as never come out (holes that are never
filled) ``built`` goes backwards from a won table instead; such a deal has no number.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any

from carpets.cards import Card, card_of
from carpets.games import AnyRules
from carpets.games.carpet import Carpet, FillFrom
from carpets.moves import Move, Redeal
from carpets.rules import Outcome
from carpets.shuffle import Deal, DealNumber, Stream
from carpets.solver.odds import choices
from carpets.solver.solving import solve
from carpets.solver.verdicts import NEVER, Cancel, Lost, Solved
from carpets.value import Value

BUDGET = 300_000
"""States spent on one deal before the next one is drawn."""
SMALLEST = 32_000
"""The first number that is not one of Microsoft's."""
PLACES = 16
"""Positions of a line at which its other choices are judged."""
CHOICE_BUDGET = 20_000


class Difficulty(Enum):
    """By the share of choices that lose; ``BOUNDS`` has the shares between."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


BOUNDS = {"kovrik": (0.14, 0.23), "carpet": (0.0, 0.06)}
"""Shares up to which a deal is easy, and medium: about thirds of the solvable deals of each basic game."""


class Found(Value):
    """A deal that comes out by ``line``. ``share``: of the choices along the line, those proved to lose."""

    deal: Deal
    line: tuple[Move, ...]
    share: float
    difficulty: Difficulty


def numbers(seed: int) -> Iterator[DealNumber]:
    """Deal numbers drawn by chance, the same ones for the same seed."""
    draw = random.Random(seed)
    while True:
        yield DealNumber(draw.randrange(SMALLEST, 10**9))


def candidates(rules: AnyRules, seed: int) -> Iterator[Deal]:
    """Deals to look for a solvable one among: numbered ones, or built ones where numbers are hopeless."""
    if isinstance(rules, Carpet) and rules.fill is FillFrom.NEVER:
        return (built(rules, number) for number in numbers(seed))
    return (Deal.numbered(number, rules.pack.whole) for number in numbers(seed))


def find(
    rules: AnyRules,
    deals: Iterable[Deal],
    *,
    difficulty: Difficulty | None = None,
    budget: int = BUDGET,
    cancel: Cancel = NEVER,
    tried: Callable[[int], None] = lambda count: None,
) -> Iterator[Found]:
    """Those of the deals that come out, and are of the difficulty if one is asked for. ``tried``: told the count."""
    for count, deal in enumerate(deals, 1):
        if cancel.is_set:
            return
        tried(count)
        state = rules.start(deal)
        verdict = solve(rules, state, budget=budget, cancel=cancel)
        if isinstance(verdict, Solved):
            share = losing_share(rules, state, verdict.moves, cancel)
            found = Found(deal, verdict.moves, share, difficulty_of(rules, share))
            if difficulty in (None, found.difficulty):
                yield found


def first_solvable(
    rules: AnyRules, seed: int, *, cancel: Cancel = NEVER, tried: Callable[[int], None] = lambda count: None
) -> Deal | None:
    """The first solvable deal of a seed's candidates, the same one everywhere; None when cancelled.

    ``tried``: told the count.
    """
    for count, deal in enumerate(candidates(rules, seed), 1):
        if cancel.is_set:
            return None
        tried(count)
        if isinstance(solve(rules, rules.start(deal), budget=BUDGET, cancel=cancel), Solved):
            return deal
    return None


def losing_share(rules: AnyRules, state: Any, line: tuple[Move, ...], cancel: Cancel = NEVER) -> float:
    """The mean share of losing choices at up to ``PLACES`` evenly spaced positions of a winning line.

    Only positions with a choice count, and only choices proved to lose within ``CHOICE_BUDGET`` states are
    losing. 0 where the line has no choice.
    """
    places = []
    for move in line:
        moves = choices(rules, state) if isinstance(rules, Carpet) else rules.moves(state)
        others = [other for other in moves if other != move and other != Redeal()]
        if others and rules.collect(state) is None:
            places.append((state, others))
        state = rules.play(state, move)
    step = max(len(places) / PLACES, 1)
    picked = [places[int(at * step)] for at in range(min(PLACES, len(places)))]
    shares = []
    for position, others in picked:
        if cancel.is_set:
            break
        lost = sum(_loses(rules, rules.play(position, other), cancel) for other in others)
        shares.append(lost / (len(others) + 1))
    return sum(shares) / len(shares) if shares else 0.0


def _loses(rules: AnyRules, state: Any, cancel: Cancel) -> bool:
    return isinstance(solve(rules, state, budget=CHOICE_BUDGET, cancel=cancel), Lost)


def difficulty_of(rules: AnyRules, share: float) -> Difficulty:
    easy, medium = BOUNDS[rules.family]
    if share <= easy:
        return Difficulty.EASY
    return Difficulty.MEDIUM if share <= medium else Difficulty.HARD


def built(rules: Carpet, number: DealNumber) -> Deal:
    """A deal that comes out with holes never filled, made backwards from a won table.

    Each step takes a card back from a base, to a cell of the carpet or to the waste, or turns the waste's top
    back onto the stock, by chance weighted with the room that is left. Every deal that can be won can arise;
    those won by many orders of play arise more often than in a fair draw. Chance is the stream of the number, so
    that the deal is the same for ever; it is not the deal that the number stands for.
    """
    draw = Stream(number)
    size = rules.grid[0] * rules.grid[1]
    base = int(rules.aces_out)
    home = [len(rules.pack.ranks)] * 4
    cells: list[Card] = []
    waste: list[Card] = []
    stock: list[Card] = []
    piles = sum(home) - 4 * base - size
    while waste or sum(home) > 4 * base:
        room_cells, room_pile = size - len(cells), piles - len(waste) - len(stock)
        if waste and (sum(home) == 4 * base or draw.below(2)):
            stock.insert(0, waste.pop())
            continue
        left = [suit for suit in range(4) for _ in range(home[suit] - base)]
        suit = left[draw.below(len(left))]
        home[suit] -= 1
        card = card_of(rules.pack.ranks[home[suit]], suit)
        (cells if draw.below(room_cells + room_pile) < room_cells else waste).append(card)
    aces = [card_of(rules.pack.base, suit) for suit in range(4)] if base else []
    return Deal(None, (*aces, *draw.shuffled(cells), *stock))


def greedy_wins(rules: AnyRules, state: Any, draw: random.Random | None = None) -> bool:
    """Whether a player who never looks ahead wins: safe moves first, then the first move, or one by chance."""
    for _ in range(1_000):
        if rules.outcome(state) is not Outcome.PLAYING:
            break
        moves = [move for move in rules.moves(state) if move != Redeal()]
        if not moves:
            break
        state = rules.play(state, rules.collect(state) or (draw.choice(moves) if draw else moves[0]))
    return rules.outcome(state) is Outcome.WON
