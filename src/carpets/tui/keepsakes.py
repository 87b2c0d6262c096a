"""A kept game as a file: a replay, a recording for asciinema, a picture. The texts alone: the front end writes.

No Textual: the command line writes the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from carpets.choosing import ends
from carpets.game import Game
from carpets.paint import Look, Painting, paint
from carpets.value import replace
from carpets.words import N_, Words

if TYPE_CHECKING:
    from carpets.store.values import Kept

KINDS = {
    "txt": N_("A replay, as text"),
    "cast": N_("A recording for asciinema"),
    "svg": N_("A picture of the position"),
}
"""Ends of file names, and what such a file is."""
SIZE = (80, 24)
"""Columns and rows of recordings and pictures."""


def named(game: Game, ending: str) -> str:
    """``kovrik-48213.txt``."""
    number = game.deal.number if game.deal is not None else None
    return f"{game.rules.name}.{ending}" if number is None else f"{game.rules.name}-{number}.{ending}"


def written(kept: Kept, ending: str, words: Words, at: int) -> str:
    """The file of a kind. ``at``: the moves made in the picture. Raises KeyError for another kind."""
    match ending:
        case "txt":
            from carpets.replay import write_game
            from carpets.store.values import write_instant

            played = kept.played
            return write_game(kept.game, {"Date": write_instant(played.begun), "Seconds": str(played.seconds)})
        case "cast":
            return "\n".join(_cast(kept, words)) + "\n"
        case "svg":
            from carpets.paint.svg import svg

            return svg(painted(kept.game.at(at), Look(), words, *SIZE), "felt")
        case _:
            raise KeyError(ending)


def _cast(kept: Kept, words: Words) -> Iterator[str]:
    from carpets.cast import write_cast

    clock = (0.0, *kept.clock)
    frames = ((clock[n], painted(kept.game.at(n), Look(), words, *SIZE)) for n in range(kept.game.cursor + 1))
    return write_cast(frames, words.variant(kept.game.rules), "felt")


def painted(game: Game, look: Look, words: Words, width: int, height: int) -> Painting:
    """The screen as the player of the game sees it; a known next move is shown like a hint."""
    from carpets.tui import saying, session
    from carpets.tui.request import Seat

    play = session.begin(game)
    if game.can_redo:
        start, goal = ends(game.table, game.moves[game.cursor])
        play = replace(play, cursor=start or play.cursor, hint=frozenset({goal} if goal else ()))
    return paint(game.table, session.view(play), look, saying.chrome(play, words, Seat(clock=False)), width, height)
