"""What the words of plain text mode do with the game on the table: look, move, undo, ask, deal another, save it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from carpets import telling, tutorial
from carpets.cards import Card
from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.games.carpet import Carpet
from carpets.moves import Draw, Home, Redeal
from carpets.notation import BadText, read_card, write_move
from carpets.plain.hindsight import step, tell
from carpets.plain.sitting import (
    Sitting,
    attempt,
    change,
    laid,
    only_seen,
    out_of_sight,
    plain_words,
    show,
    stands,
    title,
    told,
)
from carpets.plain.spelling import notation, place_of
from carpets.rules import Outcome
from carpets.sharing import BadCode, read_code, write_code
from carpets.shuffle import BadDealNumber, read_number
from carpets.tui import saying, session
from carpets.value import replace
from carpets.words import LANGUAGES

if TYPE_CHECKING:
    from carpets.solver.review import WayBack

SOLVABLE = ("solvable", "сходящийся", "сходящаяся")


def table(sitting: Sitting, _: str) -> Sitting:
    return show(sitting)


def _number(argument: str) -> int:
    return int(argument) if re.fullmatch(r"[0-9]{1,4}", argument) else 1


def draw(sitting: Sitting, _: str) -> Sitting:
    return attempt(sitting, Draw()) or sitting


def redeal(sitting: Sitting, _: str) -> Sitting:
    return attempt(sitting, Redeal()) or sitting


def undo(sitting: Sitting, argument: str) -> Sitting:
    return _back(sitting, -_number(argument))


def redo(sitting: Sitting, argument: str) -> Sitting:
    return _back(sitting, _number(argument))


def _back(sitting: Sitting, by: int) -> Sitting:
    """Some moves back or forth in the game that was played, or in the one looked through."""
    if sitting.seen is not None:
        return step(sitting, by)
    game, words = sitting.game, sitting.words
    moved = game.at(game.cursor + by)
    if moved.cursor == game.cursor:
        return sitting.say(words.text("Nothing to undo.") if by < 0 else words.text("Nothing to redo."))
    sitting = show(change(sitting, moved))
    return stands(sitting.say(words.text("After {moves}.", moves=words.moves(moved.cursor))))


def restart(sitting: Sitting, _: str) -> Sitting:
    if sitting.seen is not None or sitting.game.cursor:
        return _back(sitting, -len(sitting.on_table.moves))
    return stands(show(sitting))


def end(sitting: Sitting, _: str) -> Sitting:
    return _back(sitting, len(sitting.on_table.moves))


def status(sitting: Sitting, _: str) -> Sitting:
    """What the screens show around the table."""
    game, words = sitting.on_table, sitting.words
    keeper = sitting.desk.keeper
    time = saying.clock(keeper.played) if game is sitting.game else ""
    place = [title(words, game), words.text("{done} of {goal} in place", done=game.table.done, goal=game.table.goal)]
    return sitting.say(", ".join([*place, *saying.facts(session.begin(game), words, time)]) + ".")


def new(sitting: Sitting, argument: str) -> Sitting:
    game, words = sitting.game, sitting.words
    if sitting.settings.confirm and game.can_undo and game.outcome is Outcome.PLAYING and sitting.asked is not game:
        sitting.say(words.text("This game is unfinished. Type “new” once more to leave it."))
        return replace(sitting, asked=game)
    if argument.lower() not in SOLVABLE:
        return _open(sitting, game.rules, argument)
    sitting.say(words.text("Looking for a deal that comes out …"))
    return _dealt(sitting, game.rules, solvable=True)


def _dealt(sitting: Sitting, rules: AnyRules, *, solvable: bool = False) -> Sitting:
    """A new game by chance."""
    game, known = sitting.desk.fresh(rules, solvable)
    if solvable and not known:
        sitting.say(sitting.words.text("None was found in time; nobody knows whether this one comes out."))
    sitting.desk.keeper.promise(game, known)
    return laid(change(sitting, game), game)


def of_number(sitting: Sitting, argument: str) -> Sitting:
    """The deal of a number, which must be there: a key alone deals nothing."""
    return _numbered(sitting, sitting.game.rules, argument)


def _open(sitting: Sitting, rules: AnyRules, number: str) -> Sitting:
    return _numbered(sitting, rules, number) if number else _dealt(sitting, rules)


def _numbered(sitting: Sitting, rules: AnyRules, number: str) -> Sitting:
    try:
        game = Game.numbered(rules, read_number(number))
    except BadDealNumber as fault:
        return sitting.say(sitting.words.fault(fault))
    return laid(change(sitting, game), game)


def share(sitting: Sitting, argument: str) -> Sitting:
    """The code of the deal on the table, or the deal of a friend's code."""
    game, words = sitting.on_table, sitting.words
    if argument:
        try:
            shared = read_code(argument)
        except BadCode as bad:
            return sitting.say(bad.told(words) + ".")
        return _open(sitting, shared.rules, str(shared.number))
    if game.deal is None or game.deal.number is None:
        return sitting.say(words.text("This game has no deal number to share."))
    return sitting.say(write_code(game.rules, game.deal.number))


def variant(sitting: Sitting, argument: str) -> Sitting:
    name, _, number = argument.partition(" ")
    if name in VARIANTS:
        return _open(sitting, VARIANTS[name], number)
    for rules in VARIANTS.values():
        title, told = sitting.words.variant(rules), telling.described(sitting.words, rules)
        sitting.say(f"{rules.name}: {title}. {told}")
    return sitting


def send_home(sitting: Sitting, argument: str) -> Sitting:
    try:
        move = Home(read_card(notation(argument)))
    except BadText as fault:
        return sitting.say(sitting.words.trouble(fault))
    return attempt(sitting, move) or sitting


def collect(sitting: Sitting, _: str) -> Sitting:
    if sitting.seen is not None:
        return only_seen(sitting)
    game = sitting.game
    collected = session.collect(session.begin(game)).game
    if collected is game:
        return sitting.say(sitting.words.text("Nothing to collect."))
    return stands(change(told(sitting, game, collected), collected))


def moves(sitting: Sitting, _: str) -> Sitting:
    game = sitting.on_table
    moves = " ".join(write_move(move, game.rules.grid) for move in game.legal())
    return sitting.say(moves or telling.standing(sitting.words, game.rules, game.state))


def what(sitting: Sitting, argument: str) -> Sitting:
    game, spelt = sitting.on_table, notation(argument)
    try:
        place = place_of(game, spelt)
    except BadText as fault:
        return sitting.say(sitting.words.trouble(fault))
    if isinstance(place, Card):
        return sitting.say(sitting.words.refusal(out_of_sight(game, place)))
    return sitting.say(telling.place(sitting.words, game.rules, game.state, place))


def look(sitting: Sitting, _: str) -> Sitting:
    """X-ray: the one command that shows what is hidden."""
    game, words = sitting.on_table, sitting.words
    if sitting.seen is not None:
        return only_seen(sitting)
    if not game.table.stock:
        return sitting.say(words.text("Nothing is face down."))
    sitting.desk.keeper.peeked()
    return sitting.say(words.text("stock, next first: {cards}", cards=" ".join(map(words.card, game.state.stock))))


def hint(sitting: Sitting, _: str) -> Sitting:
    """The best hint found in time; of a lost position how far back it could be won. What is known is not sought."""
    if sitting.seen is not None:
        return only_seen(sitting)
    from carpets.advising import advice, back
    from carpets.solver.hints import Hopeless, hints
    from carpets.solver.lamp import carried, of_hint

    game, words, keeper = sitting.on_table, sitting.words, sitting.desk.keeper
    known = carried(*sitting.known, game) if sitting.known is not None else None
    with sitting.desk.searching(sitting.desk.thinking) as cancel:
        found = list(hints(game.rules, game.state, cancel=cancel, line=known.line if known is not None else ()))
    if sitting.lesson is None:
        keeper.hinted()
    if not found:
        return sitting.say(telling.standing(words, game.rules, game.state))
    lamp = of_hint(found[-1])
    sitting = replace(sitting, known=None if lamp is None else (game, lamp))
    if not isinstance(found[-1], Hopeless) or sitting.lesson is not None:
        return sitting.say(advice(words, game.rules, found[-1]))
    keeper.proved()
    sitting, way = _way_back(sitting)
    return sitting.say(back(words, way, game.cursor, words.text("“rescue”")))


def rescue(sitting: Sitting, _: str) -> Sitting:
    """A lost game back to where it can be won."""
    if sitting.seen is not None:
        return only_seen(sitting)
    from carpets.advising import back, rescued

    game, words = sitting.game, sitting.words
    sitting.desk.keeper.hinted()
    sitting, way = _way_back(sitting)
    if not way.lost:
        return sitting.say(words.text("This position is not known to be lost; a hint looks into it."))
    if way.at is None:
        return sitting.say(back(words, way, game.cursor, ""))
    there = show(change(sitting, game.at(way.at)))
    return stands(there.say(rescued(words, game.cursor - way.at)))


def _way_back(sitting: Sitting) -> tuple[Sitting, WayBack]:
    """How far back the game can be won, looked for once, or again where there was not time enough."""
    from carpets.solver.review import way_back

    if sitting.way is not None and sitting.way[0] == sitting.game and sitting.way[1].certain:
        return sitting, sitting.way[1]
    with sitting.desk.searching(sitting.desk.thinking) as cancel:
        found = way_back(sitting.game, cancel=cancel)
    return replace(sitting, way=(sitting.game, found)), found


def odds(sitting: Sitting, _: str) -> Sitting:
    """The chance of every choice while the stock's order is hidden, as exact as there is time for."""
    if sitting.seen is not None:
        return only_seen(sitting)
    game, words = sitting.on_table, sitting.words
    own = game.rules
    if not isinstance(own, Carpet) or not game.table.stock or game.outcome is not Outcome.PLAYING:
        return sitting.say(words.text("Nothing is face down: there is no chance in it, and “hint” looks ahead."))
    from carpets.advising import shares
    from carpets.solver.odds import odds as weighed

    with sitting.desk.searching(sitting.desk.thinking) as cancel:
        found = weighed(own, game.state, cancel=cancel)
    if sitting.lesson is None:
        sitting.desk.keeper.hinted()
    return sitting.say(*shares(words, own, found))


def rules(sitting: Sitting, _: str) -> Sitting:
    from carpets.rulebooks import rulebook

    own, words = sitting.on_table.rules, sitting.words
    sitting.say(f"{words.variant(own)}: {telling.described(words, own)}")
    return sitting.say(*rulebook(own.family, words.language).splitlines())


def save(sitting: Sitting, _: str) -> Sitting:
    words, game = sitting.words, sitting.game if sitting.seen is None else sitting.seen.game
    if game.deal is None:
        return sitting.say(words.text("Only a game that was dealt can be saved."))
    assert sitting.desk.files is not None
    try:
        return sitting.say(words.text("Saved as {file}.", file=sitting.desk.files.save(game)))
    except OSError as error:
        return sitting.say(words.text("Not saved: {reason}.", reason=error.strerror or str(error)))


def language(sitting: Sitting, argument: str) -> Sitting:
    """The language named, or the next one."""
    now = sitting.words.language
    wanted = argument or LANGUAGES[(LANGUAGES.index(now) + 1) % len(LANGUAGES)]
    if wanted not in LANGUAGES:
        return sitting.say(sitting.words.text("The languages are: {names}.", names=", ".join(LANGUAGES)))
    sitting = replace(sitting, words=plain_words(wanted))
    if sitting.lesson is not None:
        return sitting.say(sitting.lesson.said(sitting.words))
    return laid(sitting, sitting.game) if sitting.seen is None else tell(sitting)


def quit(sitting: Sitting, _: str) -> Sitting:
    return replace(sitting, left=True)


def lesson(sitting: Sitting, argument: str) -> Sitting:
    family = argument if argument in tutorial.SCRIPTS else sitting.game.rules.family
    lesson = tutorial.begin(family)
    words = sitting.words
    sitting.say(words.text("A lesson. An empty line goes on; “undo”, “new” and the like leave it."))
    return show(replace(sitting, lesson=lesson)).say(lesson.said(words))
