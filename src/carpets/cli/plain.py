"""The game in plain text, line by line: for a screen reader, a dumb terminal, a printer or a pipe.

A loop over lines read and lines written; no cursor is moved and nothing is drawn over. Cards are shown
as they are typed. What the world gives (chance, files, hints, a journal) comes in through a ``Desk``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from carpets import telling, tutorial
from carpets.cards import RANKS, SUITS, Card
from carpets.choosing import meant
from carpets.cli.spelling import notation, place_of
from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.moves import Draw, Home, Move, Put, Redeal
from carpets.notation import BadText, read_card, read_move, write_move
from carpets.refusals import OtherGame, Refusal
from carpets.rules import Outcome
from carpets.shuffle import BadDealNumber, DealNumber, read_number
from carpets.words import LANGUAGES, N_, Words


@dataclass(frozen=True)
class Desk:
    """What the loop may ask of the world.

    ``read``: the next line, None at the end of input. ``write``: one line. ``fresh``: a deal number by chance.
    ``save`` writes a replay and returns the file's name, or raises OSError. ``changed`` hears of every game laid
    out and every change of it, and says what is wrong with keeping it, or ``""``. ``hint``: a sentence on what
    to play. ``peeked`` hears that hidden cards were shown.
    """

    read: Callable[[], str | None]
    write: Callable[[str], None]
    fresh: Callable[[AnyRules], DealNumber]
    save: Callable[[Game], str]
    hint: Callable[[Game, Words], str]
    changed: Callable[[Game, Words], str] = lambda game, words: ""
    peeked: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class Sitting:
    """A player at the desk: the game, the language, a lesson if one is being given, whether the player has left.

    The player's own game waits while a lesson lies on the table.
    """

    desk: Desk
    words: Words
    game: Game
    lesson: tutorial.Lesson | None = None
    left: bool = False
    trouble: str = ""

    @property
    def on_table(self) -> Game:
        return self.game if self.lesson is None else self.lesson.game

    def say(self, *lines: str) -> Sitting:
        for line in lines:
            self.desk.write(line)
        return self


def plain_words(language: str) -> Words:
    """Words that show a card as it is typed."""
    return Words.of(language, suits=SUITS, ranks=RANKS)


def play(desk: Desk, game: Game, language: str) -> Game:
    """Plays until the player leaves or the input ends; the game as it was left."""
    sitting = _laid(_change(Sitting(desk, plain_words(language), game), game), game)
    sitting.say(sitting.words.text("Type “help” for what can be typed, “quit” to leave."))
    while not sitting.left:
        line = desk.read()
        if line is None:
            break
        sitting = answer(sitting, line)
    return sitting.game


def answer(sitting: Sitting, line: str) -> Sitting:
    """One line typed."""
    typed = line.split()
    if not typed:
        return _on(sitting) if sitting.lesson is not None else _show(sitting, "")
    command = _NAMED.get(typed[0].lower())
    if command is not None:
        return command.does(sitting, " ".join(typed[1:]))
    for word in typed:
        if re.fullmatch(r"[0-9]+\.", word):
            continue  # the numbers of a written game
        after = _word(sitting, word)
        if after is None:
            break
        sitting = after
    return sitting


def _word(sitting: Sitting, word: str) -> Sitting | None:
    """A move, or a place to choose; None where it was refused and the words after it should not be tried."""
    game, words = sitting.on_table, sitting.words
    spelt = notation(word)
    try:
        if "-" in spelt or spelt in ("draw", "redeal"):
            return _attempt(sitting, read_move(spelt, game.rules.grid))
        chosen = _chosen(game, spelt)
    except BadText:
        sitting.say(words.text("“{word}” is no command, move, card or cell. Type “help”.", word=word))
        return None
    match chosen:
        case (move,):
            return _attempt(sitting, move)
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
        return _out_of_sight(game, place)
    return meant(game.rules, game.state, place)


def _out_of_sight(game: Game, card: Card) -> Refusal:
    """Why a card that is on no cell and not on top of the waste cannot be chosen."""
    return game.refusal(Home(card) if game.table.home else Put(card, 0)) or OtherGame()


def _attempt(sitting: Sitting, move: Move) -> Sitting | None:
    """The move made and told, or refused with its reason."""
    game, words = sitting.on_table, sitting.words
    refusal = game.refusal(move)
    if refusal is not None:
        sitting.say(words.refusal(refusal))
        return None
    if sitting.lesson is not None:
        return _taught(sitting, sitting.lesson, move)
    sitting.say(telling.done(words, game.rules, game.state, move))
    sitting = _change(sitting, game.play(move))
    if isinstance(move, Redeal):
        return _show(sitting, "")
    return _stands(sitting)


def _change(sitting: Sitting, game: Game) -> Sitting:
    """The one place where the player's game changes. It ends a lesson."""
    trouble = sitting.desk.changed(game, sitting.words)
    if trouble and trouble != sitting.trouble:
        sitting.say(trouble)
    return replace(sitting, game=game, lesson=None, trouble=trouble)


def _stands(sitting: Sitting) -> Sitting:
    game, words = sitting.game, sitting.words
    sitting.say(telling.standing(words, game.rules, game.state))
    if game.outcome is not Outcome.PLAYING:
        sitting.say(words.moves(game.cursor) + ". " + words.text("Type “new”, “restart”, “undo” or “quit”."))
    return sitting


def _laid(sitting: Sitting, game: Game) -> Sitting:
    """A game just opened: its name, the table, how it stands."""
    words, number = sitting.words, game.deal.number if game.deal is not None else None
    title = words.variant(game.rules)
    sitting.say(words.text("{variant}, deal {number}.", variant=title, number=number) if number else title + ".")
    return _stands(_show(replace(sitting, game=game), ""))


def _show(sitting: Sitting, _: str) -> Sitting:
    game = sitting.on_table
    return sitting.say(*telling.table(sitting.words, game.rules, game.table))


# ---------------------------------------------------------------- commands


def _number(argument: str) -> int:
    return int(argument) if re.fullmatch(r"[0-9]{1,4}", argument) else 1


def _back(sitting: Sitting, by: int) -> Sitting:
    """Some moves back or forth in the game that was played."""
    game, words = sitting.game, sitting.words
    moved = game.at(game.cursor + by)
    if moved.cursor == game.cursor:
        return sitting.say(words.text("Nothing to undo.") if by < 0 else words.text("Nothing to redo."))
    sitting = _show(_change(sitting, moved), "")
    return _stands(sitting.say(words.text("After {moves}.", moves=words.moves(moved.cursor))))


def _restart(sitting: Sitting, _: str) -> Sitting:
    return _back(sitting, -sitting.game.cursor) if sitting.game.cursor else _stands(_show(sitting, ""))


def _new(sitting: Sitting, argument: str) -> Sitting:
    return _open(sitting, sitting.game.rules, argument)


def _open(sitting: Sitting, rules: AnyRules, number: str) -> Sitting:
    try:
        game = Game.numbered(rules, read_number(number) if number else sitting.desk.fresh(rules))
    except BadDealNumber as fault:
        return sitting.say(sitting.words.fault(fault))
    return _laid(_change(sitting, game), game)


def _variant(sitting: Sitting, argument: str) -> Sitting:
    name, _, number = argument.partition(" ")
    if name in VARIANTS:
        return _open(sitting, VARIANTS[name], number)
    for rules in VARIANTS.values():
        title, told = sitting.words.variant(rules), telling.described(sitting.words, rules)
        sitting.say(f"{rules.name}: {title}. {told}")
    return sitting


def _home(sitting: Sitting, argument: str) -> Sitting:
    try:
        move = Home(read_card(notation(argument)))
    except BadText as fault:
        return sitting.say(sitting.words.trouble(fault))
    return _attempt(sitting, move) or sitting


def _collect(sitting: Sitting, _: str) -> Sitting:
    game, words = sitting.game, sitting.words
    collected = game
    while (move := game.rules.collect(collected.state)) is not None:
        sitting.say(telling.done(words, game.rules, collected.state, move))
        collected = collected.play(move)
    if collected is game:
        return sitting.say(words.text("Nothing to collect."))
    return _stands(_change(sitting, collected))


def _moves(sitting: Sitting, _: str) -> Sitting:
    game = sitting.on_table
    moves = " ".join(write_move(move, game.rules.grid) for move in game.legal())
    return sitting.say(moves or telling.standing(sitting.words, game.rules, game.state))


def _what(sitting: Sitting, argument: str) -> Sitting:
    game, spelt = sitting.on_table, notation(argument)
    try:
        place = place_of(game, spelt)
    except BadText as fault:
        return sitting.say(sitting.words.trouble(fault))
    if isinstance(place, Card):
        return sitting.say(sitting.words.refusal(_out_of_sight(game, place)))
    return sitting.say(telling.place(sitting.words, game.rules, game.state, place))


def _look(sitting: Sitting, _: str) -> Sitting:
    """X-ray: the one command that shows what is hidden."""
    game, words = sitting.on_table, sitting.words
    if not game.table.stock:
        return sitting.say(words.text("Nothing is face down."))
    sitting.desk.peeked()
    return sitting.say(words.text("stock, next first: {cards}", cards=" ".join(map(words.card, game.state.stock))))


def _hint(sitting: Sitting, _: str) -> Sitting:
    return sitting.say(sitting.desk.hint(sitting.on_table, sitting.words))


def _rules(sitting: Sitting, _: str) -> Sitting:
    from carpets.rulebooks import rulebook

    return sitting.say(*rulebook(sitting.game.rules.family, sitting.words.language).splitlines())


def _save(sitting: Sitting, _: str) -> Sitting:
    words = sitting.words
    if sitting.game.deal is None:
        return sitting.say(words.text("Only a game that was dealt can be saved."))
    try:
        return sitting.say(words.text("Saved as {file}.", file=sitting.desk.save(sitting.game)))
    except OSError as error:
        return sitting.say(words.text("Not saved: {reason}.", reason=error.strerror or str(error)))


def _language(sitting: Sitting, argument: str) -> Sitting:
    if argument not in LANGUAGES:
        return sitting.say(sitting.words.text("The languages are: {names}.", names=", ".join(LANGUAGES)))
    return _laid(replace(sitting, words=plain_words(argument)), sitting.game)


def _quit(sitting: Sitting, _: str) -> Sitting:
    return replace(sitting, left=True)


def _help(sitting: Sitting, _: str) -> Sitting:
    words = sitting.words
    sitting.say(
        words.text("A card such as 7C goes where it can; a cell such as b5 takes the card that fits."),
        words.text("A move: 7C-b5, 7C-home, stock-b5. Several on one line are made one after another."),
    )
    for command in COMMANDS:
        names = ", ".join(
            name + (f" {words.text(command.argument)}" if command.argument else "") for name in command.names
        )
        sitting.say(f"{names}: {words.text(command.told)}")
    return sitting


def _lesson(sitting: Sitting, argument: str) -> Sitting:
    family = argument if argument in tutorial.SCRIPTS else sitting.game.rules.family
    lesson = tutorial.begin(family)
    words = sitting.words
    sitting.say(words.text("A lesson. An empty line goes on; “undo”, “new” and the like leave it."))
    return _show(replace(sitting, lesson=lesson), "").say(lesson.said(words))


def _taught(sitting: Sitting, before: tutorial.Lesson, move: Move) -> Sitting:
    """A legal move tried in a lesson."""
    lesson = before.play(move)
    if not lesson.strayed:
        sitting.say(telling.done(sitting.words, before.game.rules, before.game.state, move))
    return _lesson_stands(sitting, lesson)


def _on(sitting: Sitting) -> Sitting:
    assert sitting.lesson is not None
    return _lesson_stands(sitting, sitting.lesson.on())


def _lesson_stands(sitting: Sitting, lesson: tutorial.Lesson) -> Sitting:
    if lesson.over:
        sitting.say(sitting.words.text("That was the lesson. Your game:"))
        return _laid(replace(sitting, lesson=None), sitting.game)
    return replace(sitting, lesson=lesson).say(lesson.said(sitting.words))


# ---------------------------------------------------------------- the words for commands


@dataclass(frozen=True)
class Command:
    """``names`` in every language, all of them understood at all times; ``argument``: how it is named in the help."""

    names: tuple[str, ...]
    does: Callable[[Sitting, str], Sitting]
    told: str
    argument: str = ""


COMMANDS: tuple[Command, ...] = (
    Command(("show", "стол"), _show, N_("show the table; an empty line does the same")),
    Command(("what", "что"), _what, N_("what a card, a cell, the stock or the waste can do"), N_("PLACE")),
    Command(("moves", "ходы"), _moves, N_("every move there is now")),
    Command(
        ("draw", "открыть"), lambda sitting, _: _attempt(sitting, Draw()) or sitting, N_("turn a card of the stock")
    ),
    Command(("home", "домой"), _home, N_("send a card to its base"), N_("CARD")),
    Command(
        ("redeal", "пересдача", "перемешать"),
        lambda sitting, _: _attempt(sitting, Redeal()) or sitting,
        N_("lay out anew the cards outside the chains"),
    ),
    Command(("collect", "автосбор"), _collect, N_("make every move that never hurts")),
    Command(
        ("undo", "отмена", "u"),
        lambda sitting, n: _back(sitting, -_number(n)),
        N_("take back one move or several"),
        "[N]",
    ),
    Command(
        ("redo", "вернуть", "r"),
        lambda sitting, n: _back(sitting, _number(n)),
        N_("make again what was taken back"),
        "[N]",
    ),
    Command(("restart", "сначала"), _restart, N_("back to the first position; nothing is lost")),
    Command(("look", "заглянуть"), _look, N_("look through the cards that are face down")),
    Command(("hint", "подсказка"), _hint, N_("what to play now")),
    Command(("new", "новая"), _new, N_("a new deal, or the deal of a number"), N_("[NUMBER]")),
    Command(("variant", "вариант"), _variant, N_("list the variants, or open one"), N_("[NAME [NUMBER]]")),
    Command(("lesson", "урок"), _lesson, N_("a first lesson, with real moves"), "[kovrik|carpet]"),
    Command(("rules", "правила"), _rules, N_("the rule book")),
    Command(("save", "сохранить"), _save, N_("save the game as a file")),
    Command(("language", "язык"), _language, N_("change the language"), "ru|en"),
    Command(("help", "помощь", "?"), _help, N_("this list")),
    Command(("quit", "выход", "q"), _quit, N_("leave")),
)
_NAMED = {name: command for command in COMMANDS for name in command.names}
