"""``solve``: the one question, put to the search that fits the variant."""

from __future__ import annotations

from typing import Any

from carpets.games import AnyRules
from carpets.solver import reference
from carpets.solver.verdicts import NEVER, Cancel, Verdict

COMPILED = False
"""Whether the compiled twins of the kernels are in use."""

MEMORY = 512 << 20
"""Bytes that the table of states may take unless the caller says otherwise."""


def solve(
    rules: AnyRules,
    state: Any,
    *,
    budget: int | None = None,
    cancel: Cancel = NEVER,
    memory: int = MEMORY,
    xray: bool = False,
) -> Verdict:
    """Whether a state can still be won, by a line of moves if it can.

    ``budget``: states to look at, None for no bound but memory. ``memory``: bytes for the table of states;
    reaching it is ``Unknown``. In Carpet the answer knows the order of the stock. A shuffled redeal is
    looked through only with ``xray``; without it the answer is ``Lost(before_redeal=True)`` where nothing
    wins without one.
    """
    return reference.search(rules, state, budget, cancel)
