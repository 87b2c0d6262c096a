"""Winning lines without the moves they can do without."""

from __future__ import annotations

from collections import deque
from typing import Any

from carpets.games import AnyRules
from carpets.moves import Move
from carpets.rules import Outcome


def shorten(rules: AnyRules, state: Any, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """A line that is legal, wins like ``line`` and lacks what it can lack.

    First the shortest way through the states of ``line``: a search that goes deep wanders where moves can be undone,
    and one move often leads to a state that it reached hundreds later. Then no single move of it can be left out.
    """
    return _spare(rules, state, _shortest(rules, state, line))


def _shortest(rules: AnyRules, state: Any, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The fewest moves from the first state of a winning line to a won one, by way of the line's states alone."""
    ahead, last = set(), state
    for move in line:
        last = rules.play(last, move)
        ahead.add(last)
    ways: dict[Any, tuple[Any, Move] | None] = {state: None}
    waiting = deque([state])
    while rules.outcome(at := waiting.popleft()) is not Outcome.WON:
        for move in rules.moves(at):
            after = rules.play(at, move)
            if after in ahead and after not in ways:
                ways[after] = at, move
                waiting.append(after)
    moves = []
    while (came := ways[at]) is not None:
        at, move = came
        moves.append(move)
    return tuple(reversed(moves))


def _spare(rules: AnyRules, state: Any, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The line with every move left out that the rest can do without, tried from the last to the first."""
    shorter = _pass(rules, state, line)
    return shorter if len(shorter) == len(line) else _spare(rules, state, shorter)


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
