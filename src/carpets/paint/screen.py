"""The whole screen: header, board, message, footer. ``layout`` says what lies where, ``art`` how it looks."""

from __future__ import annotations

from functools import lru_cache

from carpets.cards import Card, card_of
from carpets.choosing import Base, Cell, Place, Stock, Waste
from carpets.paint.art import draw
from carpets.paint.chrome import footer, header, message, padded
from carpets.paint.layout import Layout, Shape, layout, needed
from carpets.paint.model import Chrome, Look, Painting, Rect, Row, Run, View
from carpets.paint.tiles import Kind, Mark, Tile, ghosts, joined, labelled
from carpets.rules import Hole, Table
from carpets.value import replace


def paint(table: Table, view: View, look: Look, chrome: Chrome, width: int, height: int) -> Painting:
    """The screen of ``width`` x ``height`` cells, at least 1 x 1, with the largest cards that fit.

    Without room for the smallest cards it says what size is needed.
    """
    plan = layout(Shape.of(table, look), width, height)
    if plan is None:
        return _too_small(Shape.of(table, look), chrome, width, height)
    board = _board(table, view, look, plan, width)
    top, bottom = plan.board
    blank: Row = ((" " * width, "table"),)
    rows = [blank] * top + board + [blank] * (height - bottom)
    titled = plan.chrome >= 3 or (plan.chrome == 2 and not (chrome.short is None and chrome.message))
    if titled:
        rows[0] = header(chrome, table, width, look)
    below, buttons = _below(chrome, plan, look, width, height)
    if plan.chrome == 2 and not titled:
        rows[0] = message(chrome.message, width, 1, 1, look)[0]
    rows[height - len(below) :] = below
    return Painting(tuple(rows), dict(plan.slots), dict(buttons), plan.rotated, titled)


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


# ------------------------------------------------------------ the board


def _board(table: Table, view: View, look: Look, plan: Layout, width: int) -> list[Row]:
    """The rows of the board: tiles side by side, the table showing between them."""
    top, bottom = plan.board
    rows: list[Row] = [((" " * width, "table"),)] * (bottom - top)
    marks = _marks(view, look)
    seen = _xray(view.xray, plan.xray, look) if view.xray and plan.xray is not None else ()
    for slots in plan.bands:
        tiles = tuple(_tile(table, view, look, place, marks.get(place, Mark.NONE)) for place, _ in slots)
        labels = tuple(view.labels.get(place) for place, _ in slots) if view.labels else ()
        rects = tuple(rect for _, rect in slots)
        first, height = rects[0].y, rects[0].height
        beside = None
        if seen and plan.xray is not None and first >= plan.xray.y:
            beside = plan.xray, seen[first - plan.xray.y : first - plan.xray.y + height]
        rows[first - top : first - top + height] = band(tiles, labels, rects, width, look, plan.rotated, beside)
    return rows


@lru_cache(maxsize=128)
def band(
    tiles: tuple[Tile, ...],
    labels: tuple[str | None, ...],
    rects: tuple[Rect, ...],
    width: int,
    look: Look,
    down: bool,
    beside: tuple[Rect, tuple[Row, ...]] | None,
) -> tuple[Row, ...]:
    """A row of cards, and what is seen ``beside`` it. Most are those of the painting before."""
    pieces = [(rect, draw(tile, rect.width, rect.height, look, down)) for tile, rect in zip(tiles, rects, strict=True)]
    for at, label in enumerate(labels):
        if label is not None:
            rect, rows = pieces[at]
            pieces[at] = rect, labelled(rows, rect.width, label)
    if beside is not None:
        pieces = sorted([*pieces, beside], key=lambda piece: piece[0].x)
    lines: list[Row] = []
    for y in range(rects[0].height):
        runs: list[Run] = []
        end = 0
        for rect, rows in pieces:
            runs += (" " * (rect.x - end), "table"), *rows[y]
            end = rect.x + rect.width
        lines.append(joined([*runs, (" " * (width - end), "table")]))
    return tuple(lines)


def _marks(view: View, look: Look) -> dict[Place, Mark]:
    """The weightiest mark of each place. While a second choice is awaited only its targets count."""
    marks: dict[Place, Mark] = {}
    if look.marks == "all":
        marks.update(dict.fromkeys(view.last, Mark.LAST))
        if view.picked is None:
            marks.update(dict.fromkeys(view.playable, Mark.PLAYABLE))
    marks.update(dict.fromkeys(view.hint, Mark.HINT))
    marks.update(dict.fromkeys(view.targets, Mark.TARGET))
    if view.picked is not None:
        marks[view.picked] = Mark.PICKED
    if view.cursor is not None:
        marks[view.cursor] = Mark.CURSOR
    return marks


def _tile(table: Table, view: View, look: Look, place: Place, mark: Mark) -> Tile:
    away = place in view.in_flight
    match place:
        case Cell(index):
            return _cell(table, look, index, mark, away)
        case Base(suit):
            top = table.home[suit]
            if away and top is not None:
                top = card_of(top.rank - 1, suit) if top.rank > 1 else None
            if top is None:
                return Tile(Kind.PIT, (card_of(1, suit),), mark=mark)
            return Tile(Kind.UP, (top,), mark=mark, chain=True)
        case Stock():
            return Tile(Kind.DOWN, pile=table.stock, mark=mark) if table.stock else Tile(Kind.BARE, mark=mark)
        case Waste():
            pile = (table.waste or ())[: -1 if away else None]
            return Tile(Kind.UP, pile[-1:], mark=mark) if pile else Tile(Kind.BARE, mark=mark)


def _cell(table: Table, look: Look, index: int, mark: Mark, away: bool) -> Tile:
    row, column = divmod(index, table.columns)
    chain = table.chains[row] if table.chains else 0
    held = table.cells[index]
    if isinstance(held, Hole):
        if look.marks == "none":
            return Tile(Kind.PIT, mark=mark)
        if held.dead is None:
            return Tile(Kind.PIT, held.takes, mark=mark)
        complete = bool(chain) and column == chain == table.columns - 1
        return Tile(Kind.BARE if complete or table.home else Kind.DEAD, mark=mark)  # in a Carpet nothing is lost by it
    if away:
        return Tile(Kind.PIT, mark=mark)
    sewn = column < chain
    return Tile(Kind.UP, (held,), 0, mark, sewn, sewn and column > 0, sewn and column < chain - 1)


def _xray(stock: tuple[Card, ...], room: Rect, look: Look) -> tuple[Row, ...]:
    """The stock's cards as ghosts, the next one first, row by row; a sign where more follow."""
    across, down = room.width // 4, room.height
    if across < 1 or down < 1:
        return ()
    shown = stock if len(stock) <= across * down else stock[: across * down - 1]
    rows: list[Row] = []
    for at in range(0, across * down, across):
        runs: list[Run] = []
        for card in shown[at : at + across]:
            ((text, colour),) = ghosts((card,), look)
            runs.append((f"{text:>3} ", f"xray:{colour}"))
        if len(shown) < len(stock) and at <= len(shown) < at + across:
            runs.append(("... " if look.style == "ascii" else "  … ", "muted"))
        rows.append(padded(runs, room.width, "table"))
    return tuple(rows)
