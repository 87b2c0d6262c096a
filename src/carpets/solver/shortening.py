"""Winning lines without the moves they can do without."""

from __future__ import annotations

from typing import Any

from carpets.games import AnyRules
from carpets.moves import Move
from carpets.rules import Outcome


def shorten(rules: AnyRules, state: Any, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The line with every move left out that the rest can do without, tried from the last to the first.

    The result is legal and wins like ``line``, and no single move of it can be left out.
    """
    shorter = _pass(rules, state, line)
    return shorter if len(shorter) == len(line) else shorten(rules, state, shorter)


def _pass(rules: AnyRules, state: Any, line: tuple[Move, ...]) -> tuple[Move, ...]:
    states = [state]
    for move in line:
        states.append(rules.play(states[-1], move))
    kept = list(line)
    at = len(kept) - 1
    while at >= 0:
        rest = _without(rules, states[at], kept[at + 1 :])
        if rest is not None:
            kept[at:] = kept[at + 1 : at + 1 + len(rest)]
            states[at + 1 :] = rest
        at -= 1
    return tuple(kept)


def _without(rules: AnyRules, state: Any, moves: list[Move]) -> list[Any] | None:
    """The states the moves lead through, up to the first won one, or None if they do not win."""
    states = []
    for move in moves:
        if rules.outcome(state) is Outcome.WON:
            break
        if rules.refusal(state, move) is not None:
            return None
        state = rules.play(state, move)
        states.append(state)
    return states if rules.outcome(state) is Outcome.WON else None
