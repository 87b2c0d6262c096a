"""Looking back in plain text: a past game, or the one on the table, step by step and with where it was lost.

What the marks mean and which move threw a game away are ``advising``'s to say.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from carpets import telling
from carpets.game import Game
from carpets.plain.sitting import Seen, Sitting, change, laid, show, stands, title
from carpets.rules import Outcome
from carpets.tui import offering, session
from carpets.value import replace

if TYPE_CHECKING:
    from carpets.solver.review import Review

LONGER = 3
"""A review may take so many times as long as a hint: it is many positions."""


def look_through(sitting: Sitting, game: Game) -> Sitting:
    """A game of the past, from its first position on."""
    words = sitting.words
    sitting = replace(sitting, lesson=None, seen=Seen(game.at(0), past=True))
    sitting.say(
        title(words, game) + ".",
        words.text("An empty line goes on, “undo” back; “review”, “on” to play on from here, “close”."),
    )
    return tell(show(sitting))


def step(sitting: Sitting, by: int) -> Sitting:
    """Some moves on or back, said and not shown: an empty line would otherwise be a table each time."""
    assert sitting.seen is not None
    seen, words = sitting.seen, sitting.words
    game = seen.game.at(seen.game.cursor + by)
    if game.cursor == seen.game.cursor:
        return sitting.say(words.text("This is the first position.") if by < 0 else words.text("This is the last one."))
    return tell(replace(sitting, seen=replace(seen, game=game)))


def tell(sitting: Sitting) -> Sitting:
    """Where in the game this is, what the position was if that is known, and the move that was made next."""
    assert sitting.seen is not None
    seen, words = sitting.seen, sitting.words
    game = seen.game
    told = [words.text("Position {n} of {last}.", n=game.cursor, last=len(game.moves))]
    if seen.review is not None:
        from carpets.advising import JUDGED

        told.append(words.text(JUDGED[seen.review.marks[game.cursor]]))
    if game.can_redo:
        coming = telling.done(words, game.rules, game.state, game.moves[game.cursor])
        told.append(words.text("Next: {told}", told=coming))
    else:
        told.append(telling.standing(words, game.rules, game.state))
    return sitting.say(" ".join(told))


# ---------------------------------------------------------------- the review


def review(sitting: Sitting, _: str) -> Sitting:
    """Which positions could be won, and the move that threw the game away; the game lies there then."""
    words = sitting.words
    seen = sitting.seen or Seen(sitting.game)
    if not seen.game.moves:
        return sitting.say(words.text("No move has been made yet."))
    if not offering.may_review(seen.game):
        return sitting.say(words.text("Cards are face down still: looking back waits until the game is over."))
    if sitting.seen is None and seen.game.outcome is Outcome.PLAYING:
        sitting.desk.keeper.hinted()
    found = _reviewed(sitting, seen.game)
    from carpets.advising import JUDGED, hindsight

    at = 0
    for mark, run in groupby(found.marks):
        first, at = at, at + len(list(run))
        judged = words.text(JUDGED[mark])
        sitting.say(words.text("Positions {first} to {last}: {judged}", first=first, last=at - 1, judged=judged))
    sitting.say(*hindsight(words, seen.game, found))
    there = seen.game.cursor if found.fatal is None else found.fatal
    sitting = replace(sitting, lesson=None, seen=replace(seen, game=seen.game.at(there), review=found))
    sitting.say(words.text("“on” plays on from here, “better” with the move that would have kept it, “close” leaves."))
    return tell(sitting)


def _reviewed(sitting: Sitting, game: Game) -> Review:
    """As much of the review as there is time for."""
    from carpets.solver.review import reviewing

    with sitting.desk.searching(LONGER * sitting.desk.thinking) as cancel:
        *_, found = reviewing(game, cancel=cancel)
    return found


def mistake(sitting: Sitting, _: str) -> Sitting:
    """To the position in which the game was thrown away."""
    seen = sitting.seen
    if seen is None or seen.review is None:
        return review(sitting, "")
    if seen.review.fatal is None:
        return sitting.say(sitting.words.text("No move is known to have thrown it away."))
    return tell(show(replace(sitting, seen=replace(seen, game=seen.game.at(seen.review.fatal)))))


# ---------------------------------------------------------------- back to playing


def on(sitting: Sitting, _: str) -> Sitting:
    """Play on from the position looked at."""
    seen = sitting.seen
    if seen is None:
        return _nothing(sitting)
    return _play(sitting, session.cut(seen.game) if seen.past else seen.game)


def better(sitting: Sitting, _: str) -> Sitting:
    """Play on with the move that would have kept the game."""
    seen = sitting.seen
    if seen is None:
        return _nothing(sitting)
    if seen.review is None or seen.review.fatal is None or not seen.review.kept:
        return sitting.say(sitting.words.text("No better move is known; “review” looks for one."))
    before = seen.game.at(seen.review.fatal)
    sitting.say(telling.done(sitting.words, before.rules, before.state, seen.review.kept[0]))
    return _play(sitting, before.play(seen.review.kept[0]))


def _play(sitting: Sitting, game: Game) -> Sitting:
    return stands(show(change(sitting, game)))


def close(sitting: Sitting, _: str) -> Sitting:
    """Back to the player's own game."""
    if sitting.seen is None:
        return _nothing(sitting)
    return laid(replace(sitting, seen=None), sitting.game)


def _nothing(sitting: Sitting) -> Sitting:
    return sitting.say(sitting.words.text("No game is looked through; “review” and “history” open one."))
