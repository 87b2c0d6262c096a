"""Motion: the few paintings between two positions. Pure; when each is shown is the screen's business.

A card glides from where it lay to where it goes; a redeal lays the cards column by column; a win runs
over the table once. Nothing waits for any of it: the next event shows the last painting at once.
"""

from __future__ import annotations

from collections.abc import Callable

from carpets.choosing import Cell, Place, ends
from carpets.moves import Redeal
from carpets.paint.model import Painting, Rect, Row, View
from carpets.paint.tiles import part
from carpets.rules import Outcome
from carpets.tui import session
from carpets.tui.session import Play
from carpets.value import replace

STEP = 0.025
"""Seconds between two paintings."""
GLIDE = 5
"""Paintings of a glide: an eighth of a second."""
REDEAL = 6
WIN = 14

Scene = Callable[[View], Painting]


def between(before: Play, after: Play, scene: Scene) -> list[Painting]:
    """The paintings that lead from one position to the next one, the last one as it stays; none for a jump.

    ``scene`` paints the table of ``after`` under other marks.
    """
    view = session.view(after)
    if after.game is before.game or after.game.states[0] is not before.game.states[0]:
        return []
    if after.game.cursor == before.game.cursor + 1:
        move = after.game.moves[before.game.cursor]
        start, end = ends(before.game.table, move)
    elif after.game.cursor == before.game.cursor - 1:
        move = before.game.moves[after.game.cursor]
        end, start = ends(after.game.table, move)
    else:
        return []
    final = scene(view)
    if move == Redeal():
        return [*_laid(before, after, view, scene), final]
    paintings = _glide(view, start, end, final, scene)
    if after.game.outcome is Outcome.WON:
        paintings += _wave(after, view, scene)
    return [*paintings, final] if paintings else []


def _glide(view: View, start: Place | None, end: Place | None, final: Painting, scene: Scene) -> list[Painting]:
    if start is None or end is None or start not in final.places or end not in final.places:
        return []
    there = scene(replace(view, in_flight=frozenset({end})))
    origin, goal = final.places[start], final.places[end]
    sprite = tuple(part(row, goal.x, goal.x + goal.width) for row in final.rows[goal.y : goal.y + goal.height])
    return [_laid_over(there, sprite, _part(origin, goal, step / GLIDE)) for step in range(1, GLIDE)]


def _part(origin: Rect, goal: Rect, part: float) -> Rect:
    """A part of the way, quicker at first."""
    eased = 1 - (1 - part) ** 2
    x = round(origin.x + (goal.x - origin.x) * eased)
    y = round(origin.y + (goal.y - origin.y) * eased)
    return Rect(x, y, goal.width, goal.height)


def _laid(before: Play, after: Play, view: View, scene: Scene) -> list[Painting]:
    """A redeal: the cells that changed are filled from the first column to the last."""
    old, new = before.game.table, after.game.table
    changed = [at for at, (was, now) in enumerate(zip(old.cells, new.cells, strict=True)) if was != now]
    shows = []
    for step in range(REDEAL):
        limit = new.columns * step / REDEAL
        shows.append(scene(replace(view, in_flight=frozenset(Cell(at) for at in changed if at % new.columns >= limit))))
    return shows


def _wave(after: Play, view: View, scene: Scene) -> list[Painting]:
    """A win: a bright line runs over all places."""
    order = session.places(after.game.table)
    shows = []
    for step in range(WIN):
        at = step * len(order) // WIN
        lit = frozenset(order[at : at + max(2, len(order) // 8)])
        shows.append(scene(replace(view, cursor=None, playable=lit, last=frozenset())))
    return shows


# ---------------------------------------------------------------- rows


def _laid_over(painting: Painting, sprite: tuple[Row, ...], at: Rect) -> Painting:
    """The painting with a card over it."""
    rows = list(painting.rows)
    width = sum(len(text) for text, _ in rows[0])
    for y, piece in enumerate(sprite, at.y):
        if 0 <= y < len(rows):
            rows[y] = (*part(rows[y], 0, at.x), *piece, *part(rows[y], at.x + at.width, width))
    return replace(painting, rows=tuple(rows))
