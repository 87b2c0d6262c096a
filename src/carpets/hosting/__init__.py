"""Play over a connection: one process seats hundreds of visitors, a Textual app each, in one event loop.

What a client sends is hostile until proved otherwise: ``limits`` says how much of it is taken, ``meter`` and
``terminal`` see to it. ``driver`` and ``hosted`` put an app on a connection, ``visit`` is one visitor's stay,
``house`` is what the visitors share; ``connection`` and ``shell`` let them in over ssh, and ``lines`` plays without
a screen. Nothing here decides how a game is played.
"""

from __future__ import annotations

from collections.abc import MutableMapping


def forget_own_terminal(environ: MutableMapping[str, str]) -> None:
    """Takes out what Textual would read at its import as the visitors' terminal: it is the operator's."""
    for name in list(environ):
        if name.startswith("TEXTUAL") or name in ("NO_COLOR", "COLORTERM", "LC_TERMINAL", "TERM_PROGRAM"):
            del environ[name]
