"""The whole screen: header, board, message, footer. ``layout`` says what lies where."""

from __future__ import annotations

from carpets.paint.board import board
from carpets.paint.chrome import footer, header, message
from carpets.paint.layout import Layout, Shape, layout, needed
from carpets.paint.model import Chrome, Look, Painting, Rect, Row, View
from carpets.rules import Table
from carpets.value import replace


def paint(
    table: Table, view: View, look: Look, chrome: Chrome, width: int, height: int, before: Painting | None = None
) -> Painting:
    """The screen of ``width`` x ``height`` cells, at least 1 x 1, with the largest cards that fit.

    Without room for the smallest cards it says what size is needed. ``before``: a painting to take over what is the
    same in; the outcome does not depend on it.
    """
    plan = layout(Shape.of(table, look), width, height)
    if plan is None:
        return _too_small(Shape.of(table, look), chrome, width, height)
    cards, drawn = board(table, view, look, plan, width, None if before is None else before.drawn)
    top, bottom = plan.board
    blank: Row = ((" " * width, "table"),)
    rows = [blank] * top + cards + [blank] * (height - bottom)
    titled = plan.chrome >= 3 or (plan.chrome == 2 and not (chrome.short is None and chrome.message))
    if titled:
        rows[0] = header(chrome, table, width, look)
    below, buttons = _below(chrome, plan, look, width, height)
    if plan.chrome == 2 and not titled:
        rows[0] = message(chrome.message, width, 1, 1, look)[0]
    rows[height - len(below) :] = below
    return Painting(tuple(rows), plan.places, dict(buttons), plan.rotated, titled, drawn)


PHONE = 60
"""Columns under which the footer takes a second row, where there is one to spare."""


def _below(
    chrome: Chrome, plan: Layout, look: Look, width: int, height: int
) -> tuple[tuple[Row, ...], dict[str, Rect]]:
    """The rows at the bottom, message and footer, and the footer's buttons.

    A message that is longer than there is room for takes the footer's rows, then those of the lowest cards, until it
    goes: what is said is never cut off.
    """
    spare = height - plan.board[1]
    if plan.chrome < 3:
        over = (chrome.short if plan.chrome == 2 else chrome.message) or ""
        return (
            (message(over, width, 1, min(_MOST, height), look), {})
            if over
            else footer(chrome.keys, width, height - 1, 1)
        )
    said = message(chrome.message, width, spare - 1, min(_MOST, height), look) if chrome.message else ()
    if len(said) >= spare:
        return said, {}
    lines = 2 if width < PHONE and spare >= 4 and spare - len(said) >= 2 else 1
    keys, buttons = footer(chrome.keys, width, height - 1, lines)
    return (*said, *keys), buttons


_MOST = 4
"""Rows that a sentence takes at most."""


def retitled(painting: Painting, table: Table, look: Look, chrome: Chrome) -> Painting:
    """The painting with its header told anew, where it has one: what a clock's tick changes."""
    if not painting.titled:
        return painting
    width = sum(len(text) for text, _ in painting.rows[0])
    return replace(painting, rows=(header(chrome, table, width, look), *painting.rows[1:]))


def _too_small(shape: Shape, chrome: Chrome, width: int, height: int) -> Painting:
    columns, lines = needed(shape, width, height)
    text = chrome.too_small.format(width=columns, height=lines)
    said = message(text, width, height, height, Look(style="ascii"))
    blank: Row = ((" " * width, "table"),)
    above = (height - len(said)) // 2
    return Painting((*[blank] * above, *said, *[blank] * (height - above - len(said))))
