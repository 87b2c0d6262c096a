"""A played game as an asciinema recording (asciicast v2): painted frames, each sending what changed. Pure.

The format: https://docs.asciinema.org/manual/asciicast/v2/
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from carpets.paint.ansi import ansi_rows
from carpets.paint.model import Painting
from carpets.paint.palettes import Depth

LONGEST_PAUSE = 2.0
"""Seconds that a frame stays at most: thinking is not worth watching."""


def write_cast(frames: Iterable[tuple[float, Painting]], title: str, palette: str) -> Iterator[str]:
    """The lines of the recording. ``frames``: the seconds played when it came, and the screen; at least one."""
    rest = iter(frames)
    last, painting = next(rest)
    width = sum(len(text) for text, _ in painting.rows[0])
    yield json.dumps({"version": 2, "width": width, "height": len(painting.rows), "title": title})
    shown = ansi_rows(painting, palette, Depth.TRUE)
    yield _event(0.0, "\x1b[?25l\x1b[2J" + _rows(enumerate(shown, 1)))
    at = 0.0
    for seconds, painting in rest:
        at += min(max(seconds - last, 0.1), LONGEST_PAUSE)
        last = seconds
        rows = ansi_rows(painting, palette, Depth.TRUE)
        yield _event(at, _rows((y, new) for y, (old, new) in enumerate(zip(shown, rows, strict=True), 1) if old != new))
        shown = rows
    yield _event(at + LONGEST_PAUSE, "\x1b[?25h")


def _rows(rows: Iterable[tuple[int, str]]) -> str:
    return "".join(f"\x1b[{y};1H{text}" for y, text in rows)


def _event(at: float, text: str) -> str:
    return json.dumps([round(at, 3), "o", text], ensure_ascii=False)
