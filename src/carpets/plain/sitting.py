"""A player at the desk in plain text: what a typed move or place does, and what is said of it.

Everything that changes the game goes through here. The commands that are words are ``plain``'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from carpets import telling, tutorial
from carpets.cards import RANKS, SUITS, Card
from carpets.choosing import meant
from carpets.game import Game
from carpets.games import AnyRules
from carpets.moves import Home, Move, Put, Redeal
from carpets.notation import BadText, read_move, write_move
from carpets.plain.spelling import notation, place_of
from carpets.refusals import OtherGame, Refusal
from carpets.rules import Outcome
from carpets.settings import Settings
from carpets.tui import saying, session
from carpets.value import Value, replace
from carpets.words import Words

if TYPE_CHECKING:
    from carpets.solver.lamp import Lamp
    from carpets.solver.review import Review, WayBack
    from carpets.solver.verdicts import Cancel
    from carpets.store.values import Kept
    from carpets.tui.keeping import Keeper


LAMP = 1.0
"""Seconds that may pass before it is said whether a position can be won."""


@contextmanager
def in_time(seconds: float) -> Iterator[Cancel]:
    """A switch for the solver that is set when the time is over."""
    from threading import Timer

    from carpets.solver.verdicts import Cancel

    cancel = Cancel()
    timer = Timer(seconds, cancel.set)
    timer.daemon = True
    timer.start()
    try:
        yield cancel
    finally:
        timer.cancel()


class Files(Value):
    """What a player may do with files.

    ``save`` writes a replay and returns the file's name, or raises OSError. ``export`` writes a game of the past, or
    without one all games and settings, under a name, and returns the sentence that says how it went. ``take_in`` reads
    games from a file, and settings where there are none yet or they are asked for (True): what is to be said of it, and
    the settings.
    """

    save: Callable[[Game], str]
    export: Callable[[Words, str, Kept | None, Settings], str]
    take_in: Callable[[Words, str, bool], tuple[list[str], Settings | None]]


class Desk(Value):
    """What the loop may ask of the world.

    ``write``: one line is said. ``fresh``: a new game by chance, and whether it is known to come out; True: it should.
    ``keeper`` hears of every game laid out and every change of it, and has the player's memory. ``files``: what can be
    done with them, ``write_settings`` keeps changed settings, or raises OSError: both None where nothing of this
    computer may be touched. ``thinking``: seconds that a hint may take; ``searching``: a search
    of at most so many seconds, with its switch.
    """

    write: Callable[[str], None]
    fresh: Callable[[AnyRules, bool], tuple[Game, bool]]
    keeper: Keeper
    files: Files | None = None
    write_settings: Callable[[Settings], None] | None = None
    thinking: float = 3.0
    searching: Callable[[float], AbstractContextManager[Cancel]] = in_time


class Seen(Value):
    """A game looked through, at its cursor. ``past``: one of the history. ``review``: once it was asked for."""

    game: Game
    past: bool = False
    review: Review | None = None


class Sitting(Value):
    """A player at the desk: the game, the language, a lesson or a game looked through, whether the player has left.

    The player's own game waits while either of these lies on the table. ``asked``: the game of which the player was
    asked whether to leave it. ``known``: what the last hint proved, and of which position. ``way``: the way back
    that was found last, and from which game.
    """

    desk: Desk
    words: Words
    game: Game
    settings: Settings = Settings()
    lesson: tutorial.Lesson | None = None
    seen: Seen | None = None
    left: bool = False
    warning: str = ""
    asked: Game | None = None
    known: tuple[Game, Lamp] | None = None
    way: tuple[Game, WayBack] | None = None

    @property
    def on_table(self) -> Game:
        if self.seen is not None:
            return self.seen.game
        return self.game if self.lesson is None else self.lesson.game

    def say(self, *lines: str) -> Sitting:
        for line in lines:
            self.desk.write(line)
        return self


def plain_words(language: str) -> Words:
    """Words that show a card as it is typed."""
    return Words.of(language, suits=SUITS, ranks=RANKS)


# ---------------------------------------------------------------- moves


def typed_word(sitting: Sitting, word: str) -> Sitting | None:
    """A move, or a place to choose; None where it was refused and the words after it should not be tried."""
    game, words = sitting.on_table, sitting.words
    spelt = notation(word)
    try:
        if "-" in spelt or spelt in ("draw", "redeal"):
            return attempt(sitting, read_move(spelt, game.rules.grid))
        chosen = _chosen(game, spelt)
    except BadText:
        shown = "".join(char if char.isprintable() else "?" for char in word[:40])
        sitting.say(words.text("“{word}” is no command, move, card or cell. Type “help”.", word=shown))
        return None
    if sitting.seen is not None:
        only_seen(sitting)
        return None
    match chosen:
        case (move,):
            return attempt(sitting, move)
        case tuple(moves) if sitting.lesson is not None and sitting.lesson.awaited in moves:
            return _taught(sitting, sitting.lesson, sitting.lesson.awaited)
        case tuple(moves):
            which = words.any_of([write_move(move, game.rules.grid) for move in moves])
            sitting.say(words.text("Which move: {moves}?", moves=which))
        case refusal:
            sitting.say(words.refusal(refusal))
    return None


def _chosen(game: Game, word: str) -> tuple[Move, ...] | Refusal:
    """What a cell or a card may mean. Raises BadText."""
    place = place_of(game, word)
    if isinstance(place, Card):
        return out_of_sight(game, place)
    return meant(game.rules, game.state, place)


def out_of_sight(game: Game, card: Card) -> Refusal:
    """Why a card that is on no cell and not on top of the waste cannot be chosen."""
    return game.refusal(Home(card) if game.table.home else Put(card, 0)) or OtherGame()


def attempt(sitting: Sitting, move: Move) -> Sitting | None:
    """The move made and told, or refused with its reason."""
    game, words = sitting.on_table, sitting.words
    if sitting.seen is not None:
        only_seen(sitting)
        return None
    refusal = game.refusal(move)
    if refusal is not None:
        sitting.say(words.refusal(refusal))
        return None
    if sitting.lesson is not None:
        return _taught(sitting, sitting.lesson, move)
    before, own = session.begin(game), sitting.settings
    played = session.make(before, move)
    after = session.followed(before, played, safe=own.auto_collect, single=own.auto_single).game
    told(sitting, game, after)
    sitting = change(sitting, after)
    if isinstance(move, Redeal):
        return show(sitting)
    return stands(sitting)


def only_seen(sitting: Sitting) -> Sitting:
    """Why nothing is played in a game that is looked through."""
    return sitting.say(sitting.words.text("This game is looked through: “on” plays on from here, “close” leaves it."))


def told(sitting: Sitting, before: Game, after: Game) -> Sitting:
    """The moves between two games said one after another."""
    for n in range(before.cursor, after.cursor):
        sitting.say(telling.done(sitting.words, after.rules, after.states[n], after.moves[n]))
    return sitting


def change(sitting: Sitting, game: Game) -> Sitting:
    """The one place where the player's game changes. It ends a lesson, and looking through another game."""
    keeper = sitting.desk.keeper
    keeper.keep(game)
    warning = saying.warning(keeper, sitting.words)
    if warning and warning != sitting.warning:
        sitting.say(warning)
    return replace(sitting, game=game, lesson=None, seen=None, warning=warning, asked=None)


def stands(sitting: Sitting) -> Sitting:
    game, words = sitting.game, sitting.words
    sitting.say(telling.standing(words, game.rules, game.state))
    if game.outcome is not Outcome.PLAYING:
        sitting.say(words.moves(game.cursor) + ".")
        sitting.say(*saying.helped(words, sitting.desk.keeper, game, scored=sitting.settings.score))
        sitting.say(words.text("Type “new”, “restart”, “undo”, “review” or “quit”."))
    return _lit(sitting) if sitting.settings.lamp and game.outcome is Outcome.PLAYING else sitting


def _lit(sitting: Sitting) -> Sitting:
    """Whether the game can still be won, for whoever wants to hear it at every step. It counts as at the table."""
    from carpets.advising import lit
    from carpets.solver.lamp import UNKNOWN, Light, carried, lamps

    game, keeper = sitting.game, sitting.desk.keeper
    lamp = carried(*sitting.known, game) if sitting.known is not None else None
    if lamp is None:
        with sitting.desk.searching(min(LAMP, sitting.desk.thinking)) as cancel:
            *_, lamp = UNKNOWN, *lamps(game.rules, game.state, cancel=cancel)
    if lamp != UNKNOWN:
        keeper.peeked()
        sitting = replace(sitting, known=(game, lamp))
    if lamp.light is Light.LOST:
        keeper.proved()
    return sitting.say(lit(sitting.words, lamp))


def laid(sitting: Sitting, game: Game) -> Sitting:
    """A game just opened: its name, the table, how it stands."""
    sitting.say(title(sitting.words, game) + ".")
    return stands(show(replace(sitting, game=game)))


def title(words: Words, game: Game) -> str:
    """The game's variant and deal."""
    number = game.deal.number if game.deal is not None else None
    name = words.variant(game.rules)
    return words.text("{variant}, deal {number}", variant=name, number=number) if number is not None else name


def show(sitting: Sitting) -> Sitting:
    """The table on the table: the lesson's while one is given."""
    game = sitting.on_table
    return sitting.say(*telling.table(sitting.words, game.rules, game.table))


# ---------------------------------------------------------------- the lesson


def _taught(sitting: Sitting, before: tutorial.Lesson, move: Move) -> Sitting:
    """A legal move tried in a lesson."""
    lesson = before.play(move)
    if not lesson.strayed:
        sitting.say(telling.done(sitting.words, before.game.rules, before.game.state, move))
    return _lesson_stands(sitting, lesson)


def go_on(sitting: Sitting) -> Sitting:
    assert sitting.lesson is not None
    return _lesson_stands(sitting, sitting.lesson.on())


def _lesson_stands(sitting: Sitting, lesson: tutorial.Lesson) -> Sitting:
    if lesson.over:
        sitting.say(sitting.words.text("That was the lesson. Your game:"))
        return laid(replace(sitting, lesson=None), sitting.game)
    return replace(sitting, lesson=lesson).say(lesson.said(sitting.words))
