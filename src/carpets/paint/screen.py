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
    last, buttons = footer(chrome.keys, width, height - 1)
    head = header(chrome, table, width, look)
    if plan.chrome >= 3:
        rows[0] = head
        said = message(chrome.message, width, 2 if height - 1 - bottom >= 2 else 1, look)
        rows[height - 1 - len(said) : height - 1] = said
    elif plan.chrome == 2 and chrome.short is None and chrome.message:
        rows[0] = message(chrome.message, width, 1, look)[0]
    elif plan.chrome == 2:
        rows[0] = head
    over = (chrome.short if plan.chrome == 2 else chrome.message if plan.chrome < 2 else "") or ""
    rows[-1] = message(over, width, 1, look)[0] if over else last
    if over:
        buttons = {}
    return Painting(tuple(rows), dict(plan.slots), dict(buttons), plan.rotated)


def _too_small(shape: Shape, chrome: Chrome, width: int, height: int) -> Painting:
    columns, lines = needed(shape, width, height)
    text = chrome.too_small.format(width=columns, height=lines)
    said = message(text, width, height, Look(style="ascii"))
    blank: Row = ((" " * width, "table"),)
    above = (height - len(said)) // 2
    return Painting((*[blank] * above, *said, *[blank] * (height - above - len(said))))


# ------------------------------------------------------------ the board


def _board(table: Table, view: View, look: Look, plan: Layout, width: int) -> list[Row]:
    """The rows of the board: tiles side by side, the table showing between them."""
    top, bottom = plan.board
    lines: list[list[Row]] = [[] for _ in range(bottom - top)]
    ends = [0] * (bottom - top)
    marks = _marks(view, look)
    pieces = []
    for place, rect in plan.slots:
        tile = _tile(table, view, look, place, marks.get(place, Mark.NONE))
        rows = draw(tile, rect.width, rect.height, look, plan.rotated)
        if place in view.labels:
            rows = labelled(rows, rect.width, view.labels[place])
        pieces.append((rect, rows))
    if view.xray and plan.xray is not None:
        pieces += _xray(view.xray, plan.xray, look)
        pieces.sort(key=lambda piece: piece[0].x)
    for rect, rows in pieces:
        for y, row in enumerate(rows, rect.y - top):
            if ends[y] < rect.x:
                lines[y].append(((" " * (rect.x - ends[y]), "table"),))
            lines[y].append(row)
            ends[y] = rect.x + rect.width
    for line, end in zip(lines, ends, strict=True):
        line.append(((" " * (width - end), "table"),))
    return [_line(tuple(line)) for line in lines]


@lru_cache(maxsize=4096)
def _line(parts: tuple[Row, ...]) -> Row:
    """Pieces side by side. Most lines are those of the painting before."""
    return joined([run for part in parts for run in part])


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
        return Tile(Kind.BARE if complete else Kind.DEAD, mark=mark)
    if away:
        return Tile(Kind.PIT, mark=mark)
    sewn = column < chain
    return Tile(Kind.UP, (held,), 0, mark, sewn, sewn and column > 0, sewn and column < chain - 1)


def _xray(stock: tuple[Card, ...], room: Rect, look: Look) -> list[tuple[Rect, tuple[Row, ...]]]:
    """The stock's cards as ghosts, the next one first, row by row; a sign where more follow."""
    across, down = room.width // 4, room.height
    if across < 1 or down < 1:
        return []
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
    return [(room, tuple(rows))]
