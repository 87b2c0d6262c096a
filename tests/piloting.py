"""What the tests that drive the screens by Textual's pilot share."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

LIMIT = 90.0
"""Seconds that anything is waited for which comes at once on an idle machine."""


async def until(pilot: Any, true: Callable[[], Any]) -> None:
    """Waits until something holds: a search, a timer and a message come when the machine has time for them."""
    end = time.monotonic() + LIMIT
    while not true():
        assert time.monotonic() < end, "waited in vain"
        await pilot.pause(0.02)
