"""A table being played: the game, the cursor, the first of two choices, and the last thing said.

Pure: events in, a new ``Play`` out. No Textual, no words: what was said is a value, and the
front end finds the sentence. Moves are made only through ``choosing`` and ``Game.play``, so the
screens, the plain text mode and the tests all play by the same few functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from carpets.cards import RANKS, Card, Suit, card_of
from carpets.choosing import Base, Cell, Place, Stock, Waste, between, card_at, ends, meant
from carpets.game import Game
from carpets.moves import Draw, Fill, Home, Move, Put, Redeal
from carpets.refusals import Refusal
from carpets.rules import Hole, Outcome, Table
from carpets.value import Value, replace

if TYPE_CHECKING:
    from carpets.paint.model import Rect, View
    from carpets.solver.hints import Hint

# ---------------------------------------------------------------- what was said


class Refused(Value):
    """The move is refused; nothing changed."""

    why: Refusal


class ChooseOther(Value):
    """``place`` means several moves: one of the lit places decides."""

    place: Place
    count: int


class Typed(Value):
    """A rank was typed; the suit is awaited."""

    rank: str


class NotInSight(Value):
    """The typed card lies face down or under another one."""

    card: Card


class NotPlayedWith(Value):
    """The typed card is not in this variant's pack."""

    card: Card


class Collected(Value):
    """Auto-collect made this many moves."""

    count: int


class Restarted(Value):
    """The game is at its first position; redo brings the moves back."""


class Saved(Value):
    """The game was written to this file."""

    file: str


class NotSaved(Value):
    """The game could not be written, for this reason."""

    reason: str


class Shared(Value):
    """What a friend may know of the game was sent to the terminal's clipboard."""


class Advised(Value):
    """A hint was found; ``more``: a better one is still looked for."""

    hint: Hint
    more: bool


Note = (
    Refused | ChooseOther | Typed | NotInSight | NotPlayedWith | Collected | Restarted | Saved | NotSaved | Shared
    | Advised
)  # fmt: skip

REDEAL = Redeal()


# ---------------------------------------------------------------- the value


class Play(Value):
    """``picked``: the first choice, waiting for the second. ``note``: what the last event had to say.

    ``hint``: the places of a shown hint. ``typed``: the rank typed so far, ``""`` for none.
    """

    game: Game
    cursor: Place
    picked: Place | None = None
    note: Note | None = None
    hint: frozenset[Place] = frozenset()
    typed: str = ""
    xray: bool = False

    @property
    def targets(self) -> frozenset[Place]:
        """The places that the second choice may be."""
        if self.picked is None:
            return frozenset()
        return frozenset(place for place in _other_ends(self.game, self.picked) if place is not None)


def begin(game: Game) -> Play:
    """A game just laid out, the cursor on its first playable place."""
    first = next(iter(playable(game)), Cell(0))
    return Play(game, first)


def places(table: Table) -> tuple[Place, ...]:
    """Every place there is on the table."""
    return (
        *(Cell(index) for index in range(len(table.cells))),
        *(Base(suit) for suit in Suit if table.home),
        *((Stock(),) if table.stock is not None else ()),
        *((Waste(),) if table.waste is not None else ()),
    )


def playable(game: Game) -> tuple[Place, ...]:
    """The places whose card, or stock, a legal move takes; cells in reading order first."""
    table = game.table
    sources = {ends(table, move)[0] for move in game.legal()}
    return tuple(place for place in places(table) if place in sources)


def last(game: Game) -> frozenset[Place]:
    """Where the last move went."""
    if not game.can_undo:
        return frozenset()
    before = game.undo()
    _, there = ends(before.table, before.moves[before.cursor])
    return frozenset() if there is None else frozenset({there})


def _other_ends(game: Game, place: Place) -> Iterator[Place | None]:
    table = game.table
    for move in game.legal():
        start, end = ends(table, move)
        if place == start:
            yield end
        elif place == end:
            yield start


def view(play: Play) -> View:
    """The marks that the painter is to show."""
    from carpets.paint.model import View

    return View(
        cursor=play.cursor,
        picked=play.picked,
        targets=play.targets,
        playable=frozenset(playable(play.game)),
        hint=play.hint,
        last=last(play.game),
        xray=play.game.state.stock if play.xray and play.game.table.stock else (),
    )


# ---------------------------------------------------------------- choosing


def _quiet(play: Play, **changes: object) -> Play:
    """The play with nothing half done: no pick, no note, no hint, nothing typed."""
    cleared: dict[str, object] = {"picked": None, "note": None, "hint": frozenset(), "typed": ""}
    return replace(play, **(cleared | changes))


def make(play: Play, move: Move) -> Play:
    """A legal move made."""
    return _quiet(play, game=play.game.play(move))


def choose(play: Play, place: Place) -> Play:
    """Enter or a click on a place: the move it means, the first of two choices, or a refusal."""
    play = replace(play, cursor=place)
    if play.picked is not None:
        return _second(play, play.picked, place)
    game = play.game
    match meant(game.rules, game.state, place):
        case (move,):
            return make(play, move)
        case tuple(moves):
            return _quiet(play, picked=place, note=ChooseOther(place, len(moves)))
        case refusal:
            return _quiet(play, note=Refused(refusal))


def _second(play: Play, first: Place, second: Place) -> Play:
    """The second of two choices: the move between them, another first choice, or a refusal."""
    if first == second:
        return _quiet(play)
    game = play.game
    if second in play.targets:
        return join(play, first, second)
    if card_at(game.table, second) is not None and isinstance(meant(game.rules, game.state, second), tuple):
        return choose(_quiet(play), second)
    return replace(join(play, first, second), picked=first)


def join(play: Play, first: Place, second: Place) -> Play:
    """Carry what lies at one place to another (drag and drop): the move, or why there is none."""
    game = play.game
    match between(game.rules, game.state, first, second):
        case Put() | Home() | Draw() | Fill() | Redeal() as move:
            return make(replace(play, cursor=second), move)
        case refusal:
            return _quiet(play, note=Refused(refusal))


def send_home(play: Play, place: Place) -> Play:
    """The card at a place to its base; in a game without bases, to where it goes."""
    game = play.game
    card = card_at(game.table, place)
    if card is None or not game.table.home:
        return choose(_quiet(play), place)
    return attempt(replace(play, cursor=place), Home(card))


def attempt(play: Play, move: Move) -> Play:
    """Make the move, or say why it is refused."""
    why = play.game.refusal(move)
    return make(play, move) if why is None else _quiet(play, note=Refused(why))


def collect(play: Play) -> Play:
    """Every move that never hurts, one after another."""
    game = play.game
    while (move := game.rules.collect(game.state)) is not None:
        game = game.play(move)
    return _quiet(play, game=game, note=Collected(game.cursor - play.game.cursor))


def xray(play: Play) -> Play:
    """Look through the stock, or stop looking."""
    return _quiet(play, xray=not play.xray)


def stepped(play: Play, name: str) -> Play:
    """A step along the moves already made: ``forward``, ``back``, to the ``start`` or to the ``end``."""
    match name:
        case "forward":
            return redo(play)
        case "back":
            return undo(play)
        case "start":
            return at(play, 0)
        case _:
            return at(play, len(play.game.moves))


def said(play: Play, note: Note) -> Play:
    """The same play with something said."""
    return _quiet(play, note=note)


def advised(play: Play, hint: Hint, *, more: bool = False) -> Play:
    """The same play with both ends of the hint's move marked; a first choice that waits is kept."""
    move = getattr(hint, "move", None)
    marked = () if move is None else ends(play.game.table, move)
    return replace(play, hint=frozenset(place for place in marked if place), note=Advised(hint, more), typed="")


def followed(before: Play, play: Play, *, safe: bool, single: bool) -> Play:
    """What happens by itself after a player's move forward: every move that never hurts, the only possible move.

    A redeal is never made unasked.
    """
    if play.game.cursor <= before.game.cursor or play.game.can_redo:
        return play
    game = play.game
    while True:
        move = game.rules.collect(game.state) if safe else None
        if move is None and single and len(legal := game.legal()) == 1 and legal[0] != REDEAL:
            move = legal[0]
        if move is None:
            return play if game is play.game else replace(play, game=game)
        game = game.play(move)


# ---------------------------------------------------------------- time


def undo(play: Play) -> Play:
    """One move back, after a win or a loss too."""
    return _quiet(play, game=play.game.undo())


def redo(play: Play) -> Play:
    return _quiet(play, game=play.game.redo())


def restart(play: Play) -> Play:
    """Back to the first position. Nothing is lost: redo makes the moves again."""
    return _quiet(play, game=play.game.at(0), note=Restarted())


def at(play: Play, cursor: int) -> Play:
    """The position after so many of the game's moves."""
    return _quiet(play, game=play.game.at(cursor))


# ---------------------------------------------------------------- the cursor


def cancel(play: Play) -> Play:
    """Forget the first choice, what was typed and what was said."""
    return _quiet(play)


def point(play: Play, place: Place) -> Play:
    """The cursor on a place; a pick and its note stay, any other note has been read."""
    return replace(play, cursor=place, note=play.note if play.picked is not None else None, typed="")


def step(play: Play, towards: str, rects: Mapping[Place, Rect]) -> Play:
    """The cursor to the next place ``left``, ``right``, ``up`` or ``down`` on the screen.

    ``rects``: where the places are drawn, so that a turned table needs nothing more.
    """
    here = rects.get(play.cursor)
    if here is None:
        return play
    best = min(
        ((_far(here, rect, towards), place) for place, rect in rects.items() if place != play.cursor),
        key=lambda pair: pair[0],
        default=((_NOWHERE, 0), play.cursor),
    )
    return point(play, best[1]) if best[0][0] < _NOWHERE else play


_NOWHERE = 1_000_000


def _far(here: Rect, there: Rect, towards: str) -> tuple[int, int]:
    """How far a place is in a direction: in line before aside, near before far."""
    dx = (2 * there.x + there.width) - (2 * here.x + here.width)
    dy = (2 * there.y + there.height) - (2 * here.y + here.height)
    ahead, aside, size = {
        "left": (-dx, dy, here.height + there.height),
        "right": (dx, dy, here.height + there.height),
        "up": (-dy, dx, here.width + there.width),
        "down": (dy, dx, here.width + there.width),
    }[towards]
    if ahead <= 0 or abs(aside) >= max(ahead * 3, size):
        return _NOWHERE, 0
    off = abs(aside)
    return (ahead if off < size // 2 + 1 else 2 * _LINE + ahead + 4 * off), off


_LINE = 10_000


def edge(play: Play, towards: str, rects: Mapping[Place, Rect]) -> Play:
    """The cursor to the last place in a direction."""
    while (moved := step(play, towards, rects)).cursor != play.cursor:
        play = moved
    return play


def next_playable(play: Play, by: int = 1) -> Play:
    """The cursor to the next (or, by -1, the previous) place that a move starts from."""
    order = places(play.game.table)
    wanted = set(play.targets or playable(play.game))
    here = order.index(play.cursor)
    ring = order[here + 1 :] + order[: here + 1] if by > 0 else (order[:here])[::-1] + (order[here:])[::-1]
    return point(play, next((place for place in ring if place in wanted), play.cursor))


# ---------------------------------------------------------------- typing a card

_RANK_KEYS = {key: rank for rank, key in enumerate(RANKS, 1)} | {"0": 10, "1": 1}
_SUIT_KEYS = {
    "c": Suit.CLUBS, "s": Suit.SPADES, "h": Suit.HEARTS, "d": Suit.DIAMONDS,
    "с": Suit.CLUBS, "ы": Suit.SPADES, "р": Suit.HEARTS, "в": Suit.DIAMONDS,
    "т": Suit.CLUBS, "п": Suit.SPADES, "ч": Suit.HEARTS, "б": Suit.DIAMONDS,
}  # fmt: skip
"""By English initials, by the same keys on a Russian layout, and by Russian initials."""


def typed(play: Play, key: str) -> Play | None:
    """A rank (``2``..``9``, ``0`` or ``10``, ``1`` or ``A``, ``J``, ``Q``, ``K``), then a suit: the cursor goes there.

    None when the key is no part of a card, and means whatever else it means.
    """
    if play.typed and key.lower() in _SUIT_KEYS:
        return _sought(replace(play, typed=""), card_of(_RANK_KEYS[play.typed], _SUIT_KEYS[key.lower()]))
    if key not in _RANK_KEYS:
        return None
    return replace(play, typed=key, note=Typed(str(_RANK_KEYS[key]) if key in "10" else key))


def _sought(play: Play, card: Card) -> Play:
    table = play.game.table
    if card not in play.game.rules.pack.cards:
        return _quiet(play, note=NotPlayedWith(card))
    found: Place | None = None
    if card in table.cells:
        found = Cell(table.cells.index(card))
    elif table.home and (top := table.home[card.suit]) is not None and top.rank >= card.rank:
        found = Base(card.suit)
    elif table.waste and table.waste[-1] == card:
        found = Waste()
    return _quiet(play, note=NotInSight(card)) if found is None else point(play, found)


# ---------------------------------------------------------------- what can be done now


def possible(play: Play) -> frozenset[str]:
    """The names of the actions that would do something now."""
    game = play.game
    table = game.table
    over = game.outcome
    tests: dict[str, bool] = {
        "act": over is Outcome.PLAYING,
        "home": bool(table.home) and isinstance(card_at(table, play.cursor), Card) and _goes_home(game, play.cursor),
        "draw": game.refusal(Draw()) is None,
        "redeal": game.refusal(Redeal()) is None,
        "collect": game.rules.collect(game.state) is not None,
        "undo": game.can_undo,
        "redo": game.can_redo,
        "restart": game.can_undo,
        "hint": over is Outcome.PLAYING,
        "review": game.can_undo and (over is not Outcome.PLAYING or (not table.stock and not game.can_redo)),
        "cancel": play.picked is not None,
        "xray": bool(table.stock),
        "save": game.deal is not None,
    }
    return frozenset(name for name, does in tests.items() if does)


def _goes_home(game: Game, place: Place) -> bool:
    card = card_at(game.table, place)
    return card is not None and game.refusal(Home(card)) is None


def holes(table: Table) -> tuple[int, int]:
    """How many holes take a card, and how many are dead."""
    dead = [cell.dead is not None for cell in table.cells if isinstance(cell, Hole)]
    return dead.count(False), dead.count(True)
