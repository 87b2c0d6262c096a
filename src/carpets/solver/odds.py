"""Chances in Carpet while the stock's order is hidden.

For each choice the unseen cards are shuffled many times and the game is played on by ``wants_cell``, a rule that
sees the open cards and the waste and nothing else: no sampled game knows its own stock, so the chance is that of
a player who makes this choice and goes on by the rule, without bias. ``docs/solver.md`` compares players.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from math import sqrt

from carpets.games.carpet import Carpet, State
from carpets.moves import Draw, Fill, Home, Move, Put
from carpets.solver import stock
from carpets.solver.carpet_pure import AUTO, AUTO_STOCK, CHOICE
from carpets.solver.verdicts import NEVER, Cancel
from carpets.value import Value

SAMPLES = 400
BATCH = 20


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
    """The same after every ``BATCH`` samples. All choices are tried on the same shuffles."""
    draw = random.Random(seed)
    unseen = sorted(state.stock)
    moves = choices(rules, state)
    wins = dict.fromkeys(moves, 0)
    for done in range(1, samples + 1):
        if cancel.is_set:
            return
        draw.shuffle(unseen)
        shuffled = State(state.cells, state.home, tuple(unseen), state.waste)
        for move in moves:
            wins[move] += comes_out(rules, rules.play(shuffled, move))
        if done % BATCH == 0 or done == samples:
            yield {move: Chance(wins[move] / done, done) for move in moves}


def wants_cell(waste: list[int], home: list[int]) -> bool:
    """Whether the waste's top card is worth a hole: its turn is near, or it covers cards whose turn is nearer.

    A card's wait is how many of its suit must go home before it. It gets the hole if it waits for at most
    three, and one more for every card under it that waits less.
    """
    top = waste[-1]
    wait = (top & 15) - home[top >> 4]
    return wait <= 3 + sum(1 for card in waste if (card & 15) - home[card >> 4] < wait)


def by_rule(rules: Carpet, state: State) -> Move:
    """The choice of ``wants_cell``, home first; of a game that is not over. Sees no hidden card."""
    moves = choices(rules, state)
    home = next((move for move in moves if isinstance(move, Home)), None)
    if home is not None:
        return home
    row, turned, _, _, bases, _, _ = stock.pack(rules, state)
    if isinstance(moves[0], Put) and (not state.stock or wants_cell(list(row[:turned]), list(bases))):
        return moves[0]
    return next((move for move in moves if isinstance(move, Draw)), moves[0])


def comes_out(rules: Carpet, state: State) -> bool:
    """Whether playing on by the rule wins with the stock as it lies, which the rule does not see."""
    row, turned, cards, holes, bases, ranks, fill = stock.pack(rules, state)
    home, waste = list(bases), list(row[:turned])
    while True:
        going = True
        while going:
            going = False
            for suit in range(4):
                while home[suit] < ranks:
                    card = 16 * suit + home[suit]
                    if waste and waste[-1] == card:
                        waste.pop()
                    elif cards >> card & 1:
                        cards ^= 1 << card
                        if fill == AUTO and waste:
                            cards |= 1 << waste.pop()
                        elif fill in (AUTO, AUTO_STOCK) and turned < len(row):
                            cards |= 1 << row[turned]
                            turned += 1
                        else:
                            holes += 1
                    else:
                        break
                    home[suit] += 1
                    going = True
        if sum(home) == 4 * ranks or (fill == CHOICE and holes >= len(waste) + len(row) - turned):
            return True
        ended = turned == len(row)
        if fill == CHOICE and holes and waste and (ended or wants_cell(waste, home)):
            cards |= 1 << waste.pop()
            holes -= 1
        elif ended or fill == AUTO_STOCK:
            return False
        else:
            waste.append(row[turned])
            turned += 1
