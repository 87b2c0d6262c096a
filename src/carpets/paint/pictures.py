"""A game as a picture: the painter's screen with what its player would see, for files and documents."""

from __future__ import annotations

from carpets import telling
from carpets.choosing import Place, card_at, ends
from carpets.game import Game
from carpets.moves import Move
from carpets.paint.model import Chrome, Look, Painting, View
from carpets.paint.screen import paint
from carpets.shuffle import DealNumber
from carpets.words import Words


def picture(game: Game, look: Look, words: Words, width: int, height: int) -> Painting:
    """The game as its player sees it; where the next move is known the cursor stands on it."""
    table = game.table
    coming = game.moves[game.cursor] if game.can_redo else None
    cursor = _start(game, coming) if coming is not None else None
    last = ends(game.undo().table, game.played[-1]) if game.played else ()
    playable = {start for move in game.legal() if (start := _start(game, move)) is not None}
    view = View(
        cursor=cursor,
        playable=frozenset(playable),
        last=frozenset(place for place in last if place is not None and card_at(table, place) is not None),
    )
    said = telling.standing(words, game.rules, game.state)
    if cursor is not None:
        said = f"{telling.place(words, game.rules, game.state, cursor)} {said}"
    number = game.deal.number if game.deal is not None else None
    chrome = Chrome(
        title=words.variant(game.rules),
        deal=_deal(words, number),
        facts=(words.moves(game.cursor),),
        message=said,
        too_small=words.text("The table needs {width}x{height} cells."),
    )
    return paint(table, view, look, chrome, width, height)


def _start(game: Game, move: Move) -> Place | None:
    """Where the card of a move lies."""
    return ends(game.table, move)[0]


def _deal(words: Words, number: DealNumber | None) -> str:
    return "" if number is None else words.text("deal {number}", number=number)
