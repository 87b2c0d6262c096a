"""Cards as paper: half-block rims, so that gaps and rounded corners are half a cell. The rim's colour is the mark."""

from __future__ import annotations

from carpets.paint.faces import face
from carpets.paint.model import Look, Row, Run
from carpets.paint.tiles import GLYPHS, Kind, Mark, Tile, ghosts, ink, joined


def draw(tile: Tile, width: int, height: int, look: Look, down: bool) -> tuple[Row, ...]:
    inner, rows = width - 2, height - 2
    match tile.kind:
        case Kind.UP:
            return _card(tile, inner, rows, look, down)
        case Kind.DOWN:
            return _rimmed(tile.mark or "back", _back(tile.pile, inner, rows))
        case Kind.PIT:
            return _rimmed(tile.mark or "rim", _ghosts(ghosts(tile.cards, look), inner, rows, tile.mark))
        case Kind.DEAD:
            return _rimmed(tile.mark or "pit", _cross(inner, rows))
        case Kind.BARE:
            return _rimmed(tile.mark or "pit", _pit(inner, rows))


def _rimmed(edge: str, inside: list[list[Run]]) -> tuple[Row, ...]:
    """A closed rim around ``inside``."""
    key = f"edge:{edge}"
    width = sum(len(text) for text, _ in inside[0])
    top, bottom = ("▗" + "▄" * width + "▖", key), ("▝" + "▀" * width + "▘", key)
    return (top,), *(joined([("▐", key), *row, ("▌", key)]) for row in inside), (bottom,)


def _card(tile: Tile, width: int, height: int, look: Look, down: bool) -> tuple[Row, ...]:
    (card,) = tile.cards
    paper = "chain" if tile.chain else "paper"
    edge, fill, seam = f"edge:{tile.mark or paper}", f"fill:{paper}", f"seam:{paper}"
    before, after = (tile.before, tile.after) if not tile.mark else (False, False)
    left, right = (before, after) if not down else (False, False)
    above, below = (before, after) if down else (False, False)
    colour = ink(card, look)
    keys = {"fill": fill} | {role: f"{role}:{colour}:{paper}" for role in ("name", "pip", "big")}
    keys["glyph"] = f"glyph:{tile.mark}:{paper}"
    inside = face(card, width, height, look, GLYPHS.get(tile.mark, ""))
    rows: list[list[Run]] = []
    if above:
        rows.append([("▐", edge), ("╌" * width, seam), ("▌", edge)])
    else:
        rows.append([("▄" if left else "▗", edge), ("▄" * width, edge), ("▄" if right else "▖", edge)])
    for row in inside:
        runs = [(text, keys[role]) for text, role in row]
        rows.append([(" ", fill) if left else ("▐", edge), *runs, ("│", seam) if right else ("▌", edge)])
    if below:
        rows.append([("▐", edge), (" " * width, fill), ("▌", edge)])
    else:
        rows.append([("▀" if left else "▝", edge), ("▀" * width, edge), ("▀" if right else "▘", edge)])
    return tuple(joined(row) for row in rows)


def _back(count: int, width: int, height: int) -> list[list[Run]]:
    """A woven back with the number of cards in its middle."""
    rows: list[list[Run]] = []
    number = f" {count} " if width >= 4 else str(count)
    for y in range(height):
        weave = "".join("╱╲"[(x + y) % 2] for x in range(width))
        if y == height // 2:
            at = (width - len(number)) // 2
            rows.append([(weave[:at], "weave"), (number, "count"), (weave[at + len(number) :], "weave")])
        else:
            rows.append([(weave, "weave")])
    return rows


def _pit(width: int, height: int) -> list[list[Run]]:
    return [[(" " * width, "fill:pit")] for _ in range(height)]


def _ghosts(names: tuple[tuple[str, str], ...], width: int, height: int, mark: Mark) -> list[list[Run]]:
    """The cards a hole takes, one under the other, in the place where a card has its name."""
    rows = _pit(width, height)
    shown = names[:height]
    top = max(0, (height - 1) // 2 - (len(shown) - 1) // 2) if height > 2 else 0
    for y, (text, colour) in enumerate(shown, top):
        body = text.ljust(width) if width < 4 else text.center(width)
        rows[y] = [(body[:width], f"ghost:{colour}")]
    if mark and height > len(shown) + top:
        rows[-1] = [(GLYPHS[mark].ljust(width) if width < 6 else f" {GLYPHS[mark]}".ljust(width), "ghost:any")]
    return rows


def _cross(width: int, height: int) -> list[list[Run]]:
    rows = _pit(width, height)
    if width >= 5 and height >= 3:
        top = (height - 3) // 2
        for y, text in enumerate(("╲ ╱", " ╳ ", "╱ ╲"), top):
            rows[y] = [(text.center(width), "dead")]
    else:
        rows[(height - 1) // 2] = [("╳".center(width), "dead")]
    return rows
