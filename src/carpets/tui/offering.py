"""What could be done at the table now: the actions that footer, help and palette offer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from carpets.cards import Card
from carpets.choosing import Place, card_at
from carpets.game import Game
from carpets.games import AnyRules
from carpets.moves import Draw, Home
from carpets.rules import Outcome
from carpets.tui.session import REDEAL, Play


def possible(play: Play) -> frozenset[str]:
    """The names of the actions that would do something now."""
    game = play.game
    table = game.table
    over = game.outcome
    draw, redeal, collects = _may(game.rules, game.state)
    tests: dict[str, bool] = {
        "act": over is Outcome.PLAYING,
        "home": bool(table.home) and isinstance(card_at(table, play.cursor), Card) and _goes_home(game, play.cursor),
        "draw": draw,
        "redeal": redeal,
        "collect": collects,
        "undo": game.can_undo,
        "redo": game.can_redo,
        "restart": game.can_undo,
        "hint": over is Outcome.PLAYING,
        "odds": bool(table.stock) and over is Outcome.PLAYING,
        "review": bool(game.moves) and may_review(game),
        "cancel": play.picked is not None,
        "rescue": play.lost and (play.way is None or play.way.at is not None),
        "xray": bool(table.stock),
        "save": game.deal is not None,
    }
    return frozenset(name for name, does in tests.items() if does)


@lru_cache(maxsize=512)
def _may(rules: AnyRules, state: Any) -> tuple[bool, bool, bool]:
    """Whether a card can be turned, a redeal made, a move made that never hurts: asked at every key."""
    draw, redeal = (rules.refusal(state, move) is None for move in (Draw(), REDEAL))
    return draw, redeal, rules.collect(state) is not None


def may_review(game: Game) -> bool:
    """Whether looking back tells nothing the player may not know: the game is over, or no card is face down."""
    last = game.at(len(game.moves))
    return last.outcome is not Outcome.PLAYING or not last.table.stock


def _goes_home(game: Game, place: Place) -> bool:
    card = card_at(game.table, place)
    return card is not None and game.refusal(Home(card)) is None
