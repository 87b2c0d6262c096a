"""Cards as outlines, for screens without colour, without half blocks or without any sign beyond ASCII."""

from __future__ import annotations

from carpets.paint.faces import face
from carpets.paint.model import Look, Row, Run
from carpets.paint.tiles import Kind, Tile, ghosts, ink, joined, name

_FRAMES: dict[str, dict[str, str]] = {
    "line": {
        "": "╭─╮│╰╯", "playable": "╔═╗║╚╝", "target": "╔═╗║╚╝", "cursor": "┏━┓┃┗┛", "picked": "╔═╗║╚╝",
        "hint": "┏━┓┃┗┛", "last": "┌─┐│└┘", "pit": "┌┄┐┆└┘",
    },
    "box": {
        "": "┌─┐│└┘", "playable": "╔═╗║╚╝", "target": "╔═╗║╚╝", "cursor": "▓▓▓▓▓▓", "picked": "██████",
        "hint": "▒▒▒▒▒▒", "last": "╒═╕│╘╛", "pit": "······",
    },
    "ascii": {
        "": "+-+|++", "playable": "*-*|**", "target": "*=*|**", "cursor": "######", "picked": "$$$$$$",
        "hint": "??????", "last": "+=+|++", "pit": "...:..",
    },
}  # fmt: skip
"""For each style and mark: corner, horizontal, corner, vertical, corner, corner."""
_BRACKETS: dict[str, str] = {
    "cursor": "[]", "picked": "{}", "target": "<>", "hint": "()", "playable": "<>", "last": "..",
}  # fmt: skip
_SIGNS: dict[str, tuple[str, str, str, str, str]] = {
    "line": ("×", "▒", "╪", "─", "│"),
    "box": ("x", "░", "╪", "─", "│"),
    "ascii": ("x", "%", "=", "-", "|"),
}
"""For each style: dead hole, back; thread between the cards of a chain with frames, without, and running down."""


def draw(tile: Tile, width: int, height: int, look: Look, down: bool) -> tuple[Row, ...]:
    boxed = height >= 3 and width >= 5 and (look.style != "ascii" or (height >= 5 and width >= 7))
    return _boxed(tile, width, height, look, down) if boxed else _row(tile, width, height, look, down)


def _empty(tile: Tile) -> bool:
    return tile.kind not in (Kind.UP, Kind.DOWN)


def _row(tile: Tile, width: int, height: int, look: Look, down: bool) -> tuple[Row, ...]:
    """The name between brackets; any further rows are empty."""
    dead, back, _, thread, pole = _SIGNS[look.style]
    first, last = tuple(_BRACKETS.get(tile.mark, "::" if _empty(tile) else "  "))
    before, after = (tile.before, tile.after) if not tile.mark and not down else (False, False)
    text, key = "", f"faint:{tile.mark}"
    match tile.kind:
        case Kind.UP:
            (card,) = tile.cards
            text, key = name(card, look), f"ink:{ink(card, look)}:{tile.mark}"
        case Kind.DOWN:
            text = str(tile.pile)
            first, last = (first, last) if tile.mark else (back, back)
        case Kind.PIT if tile.cards:
            text = ghosts(tile.cards, look)[0][0]
        case Kind.DEAD:
            text = dead
    if down and (tile.before or tile.after) and not tile.mark:
        first = pole
    frame = f"frame:{tile.mark}"
    inner = min(3, width - 2)
    body = text.rjust(inner) if len(text) > 1 else text.center(inner)
    left = max(1, (width - len(body)) // 2) if width - len(body) >= 2 else 0
    rest = width - left - len(body)
    opened = thread * left if before else (" " * (left - 1) + first)[:left]
    closed = thread * rest if after else (last + " " * rest)[:rest]
    row = joined([(opened, frame), (body, key), (closed, frame)])
    blank: Row = ((" " * width, "table"),)
    above = (height - 1) // 2
    return (*[blank] * above, row, *[blank] * (height - 1 - above))


def _boxed(tile: Tile, width: int, height: int, look: Look, down: bool) -> tuple[Row, ...]:
    frames = _FRAMES[look.style]
    box = frames[tile.mark] if tile.mark else frames["pit"] if _empty(tile) else frames[""]
    corner, flat, corner2, side, corner3, corner4 = tuple(box)
    frame = f"frame:{tile.mark or ('pit' if _empty(tile) else 'chain' if tile.chain else '')}"
    inner, rows = width - 2, height - 2
    thread = _SIGNS[look.style][2]
    sewn = not tile.mark and not down
    inside = _inside(tile, inner, rows, look)
    out: list[list[Run]] = [[(corner + flat * inner + corner2, frame)]]
    for y, row in enumerate(inside):
        left = thread if y == 0 and tile.before and sewn else side
        right = thread if y == 0 and tile.after and sewn else side
        out.append([(left, frame), *row, (right, frame)])
    out.append([(corner3 + flat * inner + corner4, frame)])
    if down and not tile.mark:
        _sew_down(out, tile, thread, frame)
    return tuple(joined(row) for row in out)


def _sew_down(rows: list[list[Run]], tile: Tile, thread: str, frame: str) -> None:
    for at, sewn in ((0, tile.before), (-1, tile.after)):
        if sewn:
            text = rows[at][0][0]
            rows[at] = [(text[:2] + thread + text[3:], frame)]


def _inside(tile: Tile, width: int, height: int, look: Look) -> list[list[Run]]:
    dead, back, *_ = _SIGNS[look.style]
    middle = (height - 1) // 2
    faint = f"faint:{tile.mark}"
    lines = [" " * width] * height
    match tile.kind:
        case Kind.UP:
            (card,) = tile.cards
            bold, thin = (f"{role}:{ink(card, look)}:{tile.mark}" for role in ("ink", "thin"))
            keys = {"name": bold, "big": bold, "pip": thin, "fill": thin}
            return [[(text, keys[role]) for text, role in row] for row in face(card, width, height, look)]
        case Kind.DOWN:
            lines = [back * width] * height
            lines[height // 2] = f" {tile.pile} ".center(width, back)[:width]
        case Kind.PIT:
            for y, (text, _) in enumerate(ghosts(tile.cards, look)[:height], 0 if height <= 2 else middle):
                if y < height:
                    lines[y] = text.rjust(width)[:width] if width == 3 and len(text) > 1 else text.center(width)
        case Kind.DEAD:
            lines[middle] = dead.center(width)
    return [[(line, faint)] for line in lines]
