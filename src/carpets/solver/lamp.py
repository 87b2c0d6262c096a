"""Whether a position can still be won, as far as it may be told: what a lamp beside the table shows.

Fair as hints are: while cards of Carpet lie face down their order is not looked at, so the light is a chance (that of
the best choice in ``odds``), or a win for which their order does not matter. Without such cards it is a proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from carpets.game import Game
from carpets.games import AnyRules
from carpets.games.carpet import Carpet
from carpets.games.carpet import State as CarpetState
from carpets.moves import Move
from carpets.rules import Outcome
from carpets.solver import stock
from carpets.solver.carpet_pure import CHOICE
from carpets.solver.hints import Best, Hint, Hopeless, Rule, Winning, fair, hidden, hints
from carpets.solver.odds import odds
from carpets.solver.verdicts import NEVER, Cancel
from carpets.value import Value


class Light(Enum):
    """What is known. WINNABLE and LOST are proved."""

    WINNABLE = "winnable"
    LOST = "lost"
    REDEAL = "not without a redeal"
    CHANCE = "a chance, as the stock is hidden"
    UNKNOWN = "unknown"
    THINKING = "thinking"


class Lamp(Value):
    """``line``: of WINNABLE, moves that win, where they are known. ``chance``: of CHANCE, 0..1."""

    light: Light
    line: tuple[Move, ...] = ()
    chance: float = 0.0


THINKING = Lamp(Light.THINKING)
UNKNOWN = Lamp(Light.UNKNOWN)
SAMPLES = 100
"""Of a chance: a lamp is lit after every move, and a glance at it needs no more than five of a hundred."""


def lamps(rules: AnyRules, state: Any, *, cancel: Cancel = NEVER, xray: bool = False) -> Iterator[Lamp]:
    """Better and better answers, the last one final; none for a game that is over. ``xray``: the stock may be known."""
    if rules.outcome(state) is not Outcome.PLAYING:
        return
    if isinstance(rules, Carpet) and hidden(rules, state) and not xray:
        yield from _fair(rules, state, cancel)
        return
    for hint in hints(rules, state, cancel=cancel, xray=xray):
        lamp = of_hint(hint)
        if lamp is not None:
            yield lamp
            return
    yield UNKNOWN


def of_hint(hint: Hint) -> Lamp | None:
    """What a hint says of its position, if it says anything."""
    match hint:
        case Winning(line):
            return Lamp(Light.WINNABLE, line)
        case Hopeless():
            return Lamp(Light.LOST)
        case Best(rule=Rule.BEFORE_REDEAL):
            return Lamp(Light.REDEAL)
        case Best(chance=float() as chance):
            return Lamp(Light.CHANCE, chance=chance)
    return None


def _fair(rules: Carpet, state: CarpetState, cancel: Cancel) -> Iterator[Lamp]:
    """Without a look at the stock's order."""
    row, _, _, holes, _, _, fill = stock.pack(rules, state)
    if fill == CHOICE and holes >= len(row):  # every card that is left finds a hole of its own
        yield Lamp(Light.WINNABLE)
        return
    chances = odds(rules, state, samples=SAMPLES, cancel=cancel)
    if chances:
        yield Lamp(Light.CHANCE, chance=max(chance.value for chance in chances.values()))
    else:
        yield UNKNOWN


def carried(before: Game, lamp: Lamp, after: Game, *, xray: bool = False) -> Lamp | None:
    """What the lamp of one position proves for another position of the same game; None where nothing.

    A winning line goes on while it is followed, and gets longer as its game is taken back; what follows a lost
    position is lost.
    """
    if (hidden(after.rules, after.state) and not xray) or after.states[0] is not before.states[0]:
        return None
    if after.state is before.state:
        return lamp
    if after.cursor <= before.cursor:
        taken = before.moves[after.cursor : before.cursor]
        known = xray or fair(after.rules, after.state, taken)
        if lamp.light is not Light.WINNABLE or after.state is not before.states[after.cursor] or not known:
            return None
        return Lamp(Light.WINNABLE, taken + lamp.line if lamp.line else ())
    if after.states[before.cursor] is not before.state:
        return None
    made = after.moves[before.cursor : after.cursor]
    if lamp.light is Light.WINNABLE and len(lamp.line) > len(made) and lamp.line[: len(made)] == made:
        return Lamp(Light.WINNABLE, lamp.line[len(made) :])
    return lamp if lamp.light is Light.LOST else None
