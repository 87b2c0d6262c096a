"""The game in plain text, line by line: for a screen reader, a dumb terminal, a printer or a pipe.

A loop over lines read and lines written; no cursor is moved and nothing is drawn over. Cards are shown
as they are typed. What the world gives (chance, files, hints, a journal) comes in through a ``Desk``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from carpets import telling, tutorial
from carpets.cards import Card
from carpets.cli.sitting import (
    Desk,
    Sitting,
    attempt,
    change,
    go_on,
    laid,
    out_of_sight,
    plain_words,
    show,
    stands,
    typed_word,
)
from carpets.cli.spelling import notation, place_of
from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.moves import Draw, Home, Redeal
from carpets.notation import BadText, read_card, write_move
from carpets.sharing import BadCode, read_code, write_code
from carpets.shuffle import BadDealNumber, read_number
from carpets.value import Value, replace
from carpets.words import LANGUAGES, N_


def play(desk: Desk, game: Game, language: str) -> Game:
    """Plays until the player leaves or the input ends; the game as it was left."""
    sitting = laid(change(Sitting(desk, plain_words(language), game), game), game)
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
        return go_on(sitting) if sitting.lesson is not None else show(sitting)
    command = _NAMED.get(typed[0].lower())
    if command is not None:
        return command.does(sitting, " ".join(typed[1:]))
    for word in typed:
        if re.fullmatch(r"[0-9]+\.", word):
            continue  # the numbers of a written game
        after = typed_word(sitting, word)
        if after is None:
            break
        sitting = after
    return sitting


# ---------------------------------------------------------------- commands


def _show(sitting: Sitting, _: str) -> Sitting:
    return show(sitting)


def _number(argument: str) -> int:
    return int(argument) if re.fullmatch(r"[0-9]{1,4}", argument) else 1


def _back(sitting: Sitting, by: int) -> Sitting:
    """Some moves back or forth in the game that was played."""
    game, words = sitting.game, sitting.words
    moved = game.at(game.cursor + by)
    if moved.cursor == game.cursor:
        return sitting.say(words.text("Nothing to undo.") if by < 0 else words.text("Nothing to redo."))
    sitting = show(change(sitting, moved))
    return stands(sitting.say(words.text("After {moves}.", moves=words.moves(moved.cursor))))


def _restart(sitting: Sitting, _: str) -> Sitting:
    return _back(sitting, -sitting.game.cursor) if sitting.game.cursor else stands(show(sitting))


def _new(sitting: Sitting, argument: str) -> Sitting:
    return _open(sitting, sitting.game.rules, argument)


def _open(sitting: Sitting, rules: AnyRules, number: str) -> Sitting:
    try:
        game = Game.numbered(rules, read_number(number)) if number else sitting.desk.fresh(rules)
    except BadDealNumber as fault:
        return sitting.say(sitting.words.fault(fault))
    return laid(change(sitting, game), game)


def _share(sitting: Sitting, argument: str) -> Sitting:
    """The code of the deal on the table, or the deal of a friend's code."""
    game, words = sitting.game, sitting.words
    if argument:
        try:
            shared = read_code(argument)
        except BadCode as bad:
            return sitting.say(bad.told(words) + ".")
        return _open(sitting, shared.rules, str(shared.number))
    if game.deal is None or game.deal.number is None:
        return sitting.say(words.text("This game has no deal number to share."))
    return sitting.say(write_code(game.rules, game.deal.number))


def _daily(sitting: Sitting, _: str) -> Sitting:
    game = sitting.desk.daily(sitting.game.rules)
    return laid(change(sitting, game), game)


def _records(sitting: Sitting, _: str) -> Sitting:
    return sitting.say(*sitting.desk.records(sitting.game.rules, sitting.words))


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
    return attempt(sitting, move) or sitting


def _collect(sitting: Sitting, _: str) -> Sitting:
    game, words = sitting.game, sitting.words
    collected = game
    while (move := game.rules.collect(collected.state)) is not None:
        sitting.say(telling.done(words, game.rules, collected.state, move))
        collected = collected.play(move)
    if collected is game:
        return sitting.say(words.text("Nothing to collect."))
    return stands(change(sitting, collected))


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
        return sitting.say(sitting.words.refusal(out_of_sight(game, place)))
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
    sitting = replace(sitting, words=plain_words(argument))
    return laid(sitting, sitting.game) if sitting.lesson is None else sitting.say(sitting.lesson.said(sitting.words))


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
    return show(replace(sitting, lesson=lesson)).say(lesson.said(words))


# ---------------------------------------------------------------- the words for commands


class Command(Value):
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
        ("draw", "открыть"), lambda sitting, _: attempt(sitting, Draw()) or sitting, N_("turn a card of the stock")
    ),
    Command(("home", "домой"), _home, N_("send a card to its base"), N_("CARD")),
    Command(
        ("redeal", "пересдача", "перемешать"),
        lambda sitting, _: attempt(sitting, Redeal()) or sitting,
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
    Command(("daily", "день"), _daily, N_("the deal of the day")),
    Command(("stats", "статистика"), _records, N_("what your games of this variant amount to")),
    Command(("share", "код"), _share, N_("the code of this deal for a friend, or the deal of a code"), N_("[CODE]")),
    Command(("lesson", "урок"), _lesson, N_("a first lesson, with real moves"), "[kovrik|carpet]"),
    Command(("rules", "правила"), _rules, N_("the rule book")),
    Command(("save", "сохранить"), _save, N_("save the game as a file")),
    Command(("language", "язык"), _language, N_("change the language"), "ru|en"),
    Command(("help", "помощь", "?"), _help, N_("this list")),
    Command(("quit", "выход", "q"), _quit, N_("leave")),
)
_NAMED = {name: command for command in COMMANDS for name in command.names}
