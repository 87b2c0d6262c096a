"""The truth about a deal: verdicts, hints, odds, solvable deals and reviews.

Nothing here knows a clock, a file or a screen: budgets count states, and whoever wants an answer in time
sets ``Cancel`` from another thread.
"""

from __future__ import annotations

from carpets.solver.kernels import compiled
from carpets.solver.solving import solve
from carpets.solver.verdicts import NEVER, Cancel, Lost, Solved, Unknown, Verdict, Why

__all__ = ["NEVER", "Cancel", "Lost", "Solved", "Unknown", "Verdict", "Why", "compiled", "solve"]
