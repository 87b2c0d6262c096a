"""Chances in Carpet while the stock's order is hidden.

For each choice the unseen cards are shuffled many times and the game is played on by ``carpet_pure.wants_cell``,
a rule that sees the open cards and the waste and nothing else: no sampled game knows its own stock, so the chance
is that of a player who makes this choice and goes on by the rule, without bias. ``docs/solver.md`` compares players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt

from carpets.games.carpet import Carpet, State
from carpets.moves import Draw, Fill, Home, Move, Put, Redeal
from carpets.solver import carpet_pure, kernels, stock
from carpets.solver.carpet_pure import DRAW, FILL, HOME
from carpets.solver.verdicts import NEVER, Cancel
from carpets.value import Value

SAMPLES = 4_000
FIRST = 20
BATCH = 200
"""Samples between two looks at the switch that cancels."""


class Chance(Value):
    """``value`` of 0..1 came out of ``samples`` games; ``error``: its standard error, never 0."""

    value: float
    samples: int

    @property
    def error(self) -> float:
        """Of the estimate with one win and one loss added (Agresti and Coull 1998)."""
        p = (self.value * self.samples + 1) / (self.samples + 2)
        return sqrt(p * (1 - p) / (self.samples + 2))


def choices(rules: Carpet, state: State) -> tuple[Move, ...]:
    """The moves that differ: holes are alike, so the first one stands for all."""
    hole = next((cell for cell, card in enumerate(state.cells) if card is None), None)
    return tuple(
        move
        for move in rules.moves(state)
        if not (isinstance(move, Put) and move.cell != hole) and not (isinstance(move, Fill) and move.cell != hole)
    )


def odds(
    rules: Carpet, state: State, *, samples: int = SAMPLES, seed: int = 0, cancel: Cancel = NEVER
) -> Mapping[Move, Chance]:
    """The chance of each choice. Does not depend on the order of ``state.stock``."""
    found: Mapping[Move, Chance] = {}
    for chances in improving(rules, state, samples=samples, seed=seed, cancel=cancel):
        found = chances
    return found


def improving(
    rules: Carpet, state: State, *, samples: int = SAMPLES, seed: int = 0, cancel: Cancel = NEVER
) -> Iterator[Mapping[Move, Chance]]:
    """The same after ``FIRST`` samples and whenever they have doubled. All choices are tried on the same shuffles."""
    packed = stock.pack(rules, State(state.cells, state.home, tuple(sorted(state.stock)), state.waste))
    wins = dict.fromkeys(choices(rules, state), 0)
    done, goal = 0, min(FIRST, samples)
    while done < samples:
        count = min(BATCH, goal - done)
        if cancel.is_set:
            return
        for move in wins:
            wins[move] += kernels.wins_carpet(*packed, actions(move), count, seed << 32 | done)
        done += count
        if done == goal:
            yield {move: Chance(won / done, done) for move, won in wins.items()}
            goal = min(2 * goal, samples)


def actions(move: Move) -> bytes:
    """A choice as the kernels take it; a hole is filled from the stock by turning the card first."""
    match move:
        case Draw():
            return bytes([DRAW])
        case Put():
            return bytes([FILL])
        case Fill():
            return bytes([DRAW, FILL])
        case Home(card):
            return bytes([HOME + card.suit])
        case Redeal():
            raise ValueError("Carpet has no redeal")


def by_rule(rules: Carpet, state: State) -> Move:
    """The choice of ``wants_cell``, home first; of a game that is not over. Sees no hidden card."""
    moves = choices(rules, state)
    home = next((move for move in moves if isinstance(move, Home)), None)
    if home is not None:
        return home
    row, turned, _, _, bases, _, _ = stock.pack(rules, state)
    if isinstance(moves[0], Put) and (not state.stock or carpet_pure.wants_cell(list(row[:turned]), list(bases))):
        return moves[0]
    return next((move for move in moves if isinstance(move, Draw)), moves[0])


def best(rules: Carpet, state: State, chances: Mapping[Move, Chance]) -> Move:
    """The choice that came out most often; of equal ones the rule's own, if it is among them."""
    own = by_rule(rules, state)
    return max(chances, key=lambda move: (chances[move].value, move == own))


def comes_out(rules: Carpet, state: State) -> bool:
    """Whether playing on by the rule wins with the stock as it lies, which the rule does not see."""
    return carpet_pure.comes_out(*stock.pack(rules, state))
