"""A table being played: the game, the cursor, the first of two choices, and the last thing said.

Pure: events in, a new ``Play`` out. No Textual, no words: what was said is a value, and the
front end finds the sentence. Moves are made only through ``choosing`` and ``Game.play``, so the
screens, the plain text mode and the tests all play by the same few functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from carpets.cards import Suit
from carpets.choosing import Base, Cell, Place, Stock, Waste, between, card_at, ends, meant, seen
from carpets.game import Game
from carpets.moves import Draw, Fill, Home, Move, Put, Redeal
from carpets.rules import Hole, Table
from carpets.tui.notes import (
    Advised,
    ChooseOther,
    Collected,
    Note,
    NothingToRescue,
    Refused,
    Rescued,
    Restarted,
    Weighed,
)
from carpets.value import Value, replace

if TYPE_CHECKING:
    from carpets.paint.model import View
    from carpets.solver.hints import Hint
    from carpets.solver.lamp import Lamp
    from carpets.solver.odds import Chance
    from carpets.solver.review import WayBack

REDEAL = Redeal()
NO_ODDS: Mapping[Move, Chance] = MappingProxyType({})


# ---------------------------------------------------------------- the value


class Play(Value):
    """``picked``: the first choice, waiting for the second. ``note``: what the last event had to say.

    ``hint``: the places of a shown hint. ``typed``: the rank typed so far, ``""`` for none.
    ``lamp``: what is known of the position, None for nothing; ``way``: of a lost one, how far back it was not.
    ``odds``: the chance of each choice, where they were asked for.
    """

    game: Game
    cursor: Place
    picked: Place | None = None
    note: Note | None = None
    hint: frozenset[Place] = frozenset()
    typed: str = ""
    xray: bool = False
    lamp: Lamp | None = None
    way: WayBack | None = None
    odds: Mapping[Move, Chance] = NO_ODDS

    @property
    def lost(self) -> bool:
        """Whether the position is proved lost."""
        if self.lamp is None:
            return False
        from carpets.solver.lamp import Light

        return self.lamp.light is Light.LOST

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
    return _places(len(table.cells), bool(table.home), table.stock is not None, table.waste is not None)


@lru_cache(maxsize=16)
def _places(cells: int, bases: bool, stock: bool, waste: bool) -> tuple[Place, ...]:
    return (
        *(Cell(index) for index in range(cells)),
        *(Base(suit) for suit in Suit if bases),
        *((Stock(),) if stock else ()),
        *((Waste(),) if waste else ()),
    )


def playable(game: Game) -> tuple[Place, ...]:
    """The places whose card, or stock, a legal move takes; cells in reading order first."""
    return _sources(game.table, game.legal())


@lru_cache(maxsize=512)
def _sources(table: Table, legal: tuple[Move, ...]) -> tuple[Place, ...]:
    sources = {ends(table, move)[0] for move in legal}
    return tuple(place for place in places(table) if place in sources)


def last(game: Game) -> frozenset[Place]:
    """Where the last move went."""
    if not game.can_undo:
        return frozenset()
    at = game.cursor - 1
    _, there = ends(seen(game.rules, game.states[at])[0], game.moves[at])
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
        labels=labels(play),
    )


def chances(play: Play) -> Mapping[Place, Chance]:
    """The odds by the place of each choice: the hole that is filled, the card that goes home, the stock that is turned.

    Holes are alike, so each of them has the chance of the one that stands for all.
    """
    table = play.game.table
    found: dict[Place, Chance] = {}
    for move, chance in play.odds.items():
        match move:
            case Put() | Fill():
                found |= {Cell(at): chance for at, cell in enumerate(table.cells) if isinstance(cell, Hole)}
            case _:
                start, _ = ends(table, move)
                found |= {start: chance} if start is not None else {}
    return found


def labels(play: Play) -> Mapping[Place, str]:
    """The odds as the table shows them."""
    if not play.odds:
        return {}
    from carpets.advising import percent  # brings the solver, which a game without hints does without

    return {place: f"{percent(chance.value)}%" for place, chance in chances(play).items()}


# ---------------------------------------------------------------- choosing


def _quiet(play: Play, **changes: object) -> Play:
    """The play with nothing half done: no pick, no note, no hint, nothing typed."""
    cleared: dict[str, object] = {"picked": None, "note": None, "hint": frozenset(), "typed": "", "odds": NO_ODDS}
    return replace(play, **(cleared | changes))


def _at(play: Play, game: Game, note: Note | None = None) -> Play:
    """The play at another position of its game, with what the old one proves for it."""
    return _quiet(play, game=game, lamp=_carried(play, game), way=None, note=note)


def _carried(play: Play, game: Game) -> Lamp | None:
    if play.lamp is None:
        return None
    from carpets.solver.lamp import carried  # brings the solver, which a game without hints does without

    return carried(play.game, play.lamp, game, xray=play.xray)


def make(play: Play, move: Move) -> Play:
    """A legal move made."""
    return _at(play, play.game.play(move))


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
    return _at(play, game, Collected(game.cursor - play.game.cursor))


def xray(play: Play) -> Play:
    """Look through the stock, or stop looking."""
    return _quiet(play, xray=not play.xray, lamp=None, way=None)


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


def unsteppable(game: Game) -> set[str]:
    """The steps along the moves already made that lead nowhere from here."""
    ahead = set() if game.can_redo else {"forward", "end", "jump"}
    return ahead | (set() if game.can_undo else {"back", "start", "jump-back"})


def said(play: Play, note: Note) -> Play:
    """The same play with something said."""
    return _quiet(play, note=note)


def advised(play: Play, hint: Hint, *, more: bool = False, way: WayBack | None = None) -> Play:
    """The same play with both ends of the hint's move marked; a first choice that waits is kept."""
    from carpets.solver.hints import hidden
    from carpets.solver.lamp import THINKING, UNKNOWN, of_hint

    lamp = of_hint(hint) or play.lamp
    if lamp in (None, THINKING) and not more and (play.xray or not hidden(play.game.rules, play.game.state)):
        lamp = UNKNOWN
    move = getattr(hint, "move", None)
    marked = () if move is None else ends(play.game.table, move)
    return replace(
        play, hint=frozenset(place for place in marked if place), note=Advised(hint, more, way), typed="",
        lamp=lamp, way=way,
    )  # fmt: skip


def weighed(play: Play, odds: Mapping[Move, Chance], *, more: bool = False) -> Play:
    """The same play with the chance of each choice; a first choice that waits is kept.

    Once the player looks elsewhere better odds are shown without a word.
    """
    note = play.note if play.odds and not isinstance(play.note, Weighed) else Weighed(more)
    return replace(play, odds=odds, note=note)


def unweighed(play: Play) -> Play:
    """The same play without odds, before they are asked for anew."""
    return replace(play, odds=NO_ODDS)


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
            return play if game is play.game else replace(play, game=game, lamp=_carried(play, game))
        game = game.play(move)


# ---------------------------------------------------------------- time


def undo(play: Play) -> Play:
    """One move back, after a win or a loss too."""
    return _at(play, play.game.undo())


def redo(play: Play) -> Play:
    return _at(play, play.game.redo())


def restart(play: Play) -> Play:
    """Back to the first position. Nothing is lost: redo makes the moves again."""
    return _at(play, play.game.at(0), Restarted())


def rescue(play: Play) -> Play:
    """Back to the last position that can be won, where there is a way there."""
    way = play.way
    if way is None:
        return said(play, NothingToRescue())
    if way.at is None:
        from carpets.solver.hints import Hopeless

        return said(play, Advised(Hopeless(), False, way))
    from carpets.solver.hints import hidden
    from carpets.solver.lamp import Lamp, Light

    game = play.game.at(way.at)
    known = None if hidden(game.rules, game.state) and not play.xray else Lamp(Light.WINNABLE, way.line)
    return _quiet(play, game=game, note=Rescued(play.game.cursor - way.at), lamp=known, way=None)


def cut(game: Game) -> Game:
    """The game as if nothing had been played after its cursor."""
    return replace(game, moves=game.played, states=game.states[: game.cursor + 1])


def at(play: Play, cursor: int) -> Play:
    """The position after so many of the game's moves."""
    return _at(play, play.game.at(cursor))


def cancel(play: Play) -> Play:
    """Forget the first choice, what was typed and what was said."""
    return _quiet(play)
