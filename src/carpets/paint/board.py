"""The board: tiles side by side, the table showing between them. ``art`` says how a tile looks.

Most of a board is that of the painting before: at a key two marks move. So a painting keeps what it was made of, and
the next one is made of what has not changed. That is kept with the painting and not in a common store, for a host has
hundreds of boards at a time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from carpets.cards import Card, card_of
from carpets.choosing import Base, Cell, Place, Stock, Waste
from carpets.paint.art import draw
from carpets.paint.chrome import padded
from carpets.paint.layout import Layout
from carpets.paint.model import Look, Rect, Row, Run, View
from carpets.paint.tiles import Kind, Mark, Tile, ghosts, joined, labelled
from carpets.rules import Hole, Table

Beside = tuple[Rect, tuple[Row, ...]]
Asked = tuple[tuple[Tile, ...], tuple[str | None, ...], tuple[Rect, ...], int, Look, bool, Beside | None]
"""What ``band`` is asked for."""


class Drawn(NamedTuple):
    """What a board was made of: tiles without marks by the band, and each band with what it was asked for."""

    of: tuple[Table, Look, frozenset[Place], Layout]
    tiles: tuple[tuple[Tile, ...], ...]
    bands: tuple[tuple[Asked, tuple[Row, ...]], ...]


def board(
    table: Table, view: View, look: Look, plan: Layout, width: int, before: Drawn | None
) -> tuple[list[Row], Drawn]:
    """The rows of the board, and what they were made of."""
    top, bottom = plan.board
    rows: list[Row] = [((" " * width, "table"),)] * (bottom - top)
    of = table, look, view.in_flight, plan
    if before is not None and before.of == of:
        bare = before.tiles
    else:
        bare = tuple(tuple(_tile(table, view, look, place) for place, _ in slots) for slots in plan.bands)
    seen = _xray(view.xray, plan.xray, look) if view.xray and plan.xray is not None else ()
    bands = []
    for n, (tiles, rects) in enumerate(zip(_marked(bare, plan, _marks(view, look)), plan.rects, strict=True)):
        labels = tuple(view.labels.get(place) for place, _ in plan.bands[n]) if view.labels else ()
        first, height = rects[0].y, rects[0].height
        beside = None
        if seen and plan.xray is not None and first >= plan.xray.y:
            beside = plan.xray, seen[first - plan.xray.y : first - plan.xray.y + height]
        asked = tiles, labels, rects, width, look, plan.rotated, beside
        old = before.bands[n] if before is not None and n < len(before.bands) else None
        lines = old[1] if old is not None and old[0] == asked else band(*asked)
        rows[first - top : first - top + height] = lines
        bands.append((asked, lines))
    return rows, Drawn(of, bare, tuple(bands))


def _marked(bare: tuple[tuple[Tile, ...], ...], plan: Layout, marks: dict[Place, Mark]) -> tuple[tuple[Tile, ...], ...]:
    """The tiles with their marks."""
    bands = [list(tiles) for tiles in bare]
    for place, mark in marks.items():
        if place in plan.where:
            band, at = plan.where[place]
            kind, cards, pile, _, *sewn = bands[band][at]
            bands[band][at] = Tile(kind, cards, pile, mark, *sewn)
    return tuple(map(tuple, bands))


@lru_cache(maxsize=64)
def band(
    tiles: tuple[Tile, ...],
    labels: tuple[str | None, ...],
    rects: tuple[Rect, ...],
    width: int,
    look: Look,
    down: bool,
    beside: Beside | None,
) -> tuple[Row, ...]:
    """A row of cards, and what is seen ``beside`` it."""
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


def _tile(table: Table, view: View, look: Look, place: Place) -> Tile:
    away = place in view.in_flight
    match place:
        case Cell(index):
            return _cell(table, look, index, away)
        case Base(suit):
            top = table.home[suit]
            if away and top is not None:
                top = card_of(top.rank - 1, suit) if top.rank > 1 else None
            if top is None:
                return Tile(Kind.PIT, (card_of(1, suit),))
            return Tile(Kind.UP, (top,), chain=True)
        case Stock():
            return Tile(Kind.DOWN, pile=table.stock) if table.stock else Tile(Kind.BARE)
        case Waste():
            pile = (table.waste or ())[: -1 if away else None]
            return Tile(Kind.UP, pile[-1:]) if pile else Tile(Kind.BARE)


def _cell(table: Table, look: Look, index: int, away: bool) -> Tile:
    row, column = divmod(index, table.columns)
    chain = table.chains[row] if table.chains else 0
    held = table.cells[index]
    if isinstance(held, Hole):
        if look.marks == "none":
            return Tile(Kind.PIT)
        if held.dead is None:
            return Tile(Kind.PIT, held.takes)
        complete = bool(chain) and column == chain == table.columns - 1
        return Tile(Kind.BARE if complete or table.home else Kind.DEAD)  # in a Carpet nothing is lost by it
    if away:
        return Tile(Kind.PIT)
    sewn = column < chain
    return Tile(Kind.UP, (held,), 0, Mark.NONE, sewn, sewn and column > 0, sewn and column < chain - 1)


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
