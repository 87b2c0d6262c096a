"""The game in plain text, line by line: for a screen reader, a dumb terminal, a printer or a pipe.

Lines typed and what each is answered with; no cursor is moved and nothing is drawn over. Cards are shown
as they are typed. What the world gives (chance, files, hints, a journal) comes in through a ``Desk``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from carpets.game import Game
from carpets.plain import handling, hindsight, recalling
from carpets.plain.sitting import Desk, Sitting, change, go_on, laid, plain_words, show, typed_word
from carpets.settings import Settings
from carpets.tui import keys
from carpets.value import Value
from carpets.words import N_

AS_IT_COMES = Settings()


def begin(
    desk: Desk, game: Game, language: str, settings: Settings = AS_IT_COMES, viewed: Game | None = None
) -> Sitting:
    """A player sits down at a game. ``viewed`` is looked through first."""
    sitting = change(Sitting(desk, plain_words(language), game, settings), game)
    sitting = laid(sitting, game) if viewed is None else hindsight.look_through(sitting, viewed)
    return sitting.say(sitting.words.text("Type “help” for what can be typed, “quit” to leave."))


def play(sitting: Sitting, read: Callable[[], str | None]) -> Game:
    """Until the player leaves or ``read`` has no more lines (None); the game as it was left."""
    while not sitting.left:
        line = read()
        if line is None:
            break
        sitting = answer(sitting, line)
    return sitting.game


def answer(sitting: Sitting, line: str) -> Sitting:
    """One line typed."""
    typed = line.split()
    if not typed:
        return _nothing_typed(sitting)
    command = command_of(typed[0], sitting.settings)
    if command is not None:
        if command.file and sitting.desk.files is None:
            return sitting.say(sitting.words.text("There are no files here."))
        return command.does(sitting, " ".join(typed[1:]))
    for word in typed:
        if re.fullmatch(r"[0-9]+\.", word):
            continue  # the numbers of a written game
        after = typed_word(sitting, word)
        if after is None:
            break
        sitting = after
    return sitting


def _nothing_typed(sitting: Sitting) -> Sitting:
    """A lesson or a game looked through goes on; else the table is shown."""
    if sitting.lesson is not None:
        return go_on(sitting)
    return show(sitting) if sitting.seen is None else hindsight.step(sitting, 1)


def command_of(word: str, settings: Settings) -> Command | None:
    """The command of a name, or of a key that does the same on the table, on either layout."""
    if len(word) == 1:
        by_key = keys.by_key(settings.keys)
        action = by_key.get(word) or by_key.get(word.lower())
        if action in _BY_ACTION:
            return _BY_ACTION[action]
    return _NAMED.get(word.lower())


def _help(sitting: Sitting, argument: str) -> Sitting:
    """Every command, or one."""
    words = sitting.words
    if argument:
        one = command_of(argument, sitting.settings)
        return sitting.say(_told(sitting, one)) if one else _unknown(sitting, argument)
    sitting.say(
        words.text("A card such as 7C goes where it can; a cell such as b5 takes the card that fits."),
        words.text("A move: 7C-b5, 7C-home, stock-b5. Several on one line are made one after another."),
    )
    writes = sitting.desk.files is not None
    return sitting.say(*(_told(sitting, command) for command in COMMANDS if writes or not command.file))


def _told(sitting: Sitting, command: Command) -> str:
    """A command's names, what may follow it, its key on the table, and what it does."""
    words = sitting.words
    own = keys.keys_of(keys.BY_NAME[command.action], sitting.settings.keys) if command.action else ()
    short = tuple(keys.shown(key) for key in own if len(keys.shown(key)) == 1)[:1]
    names = ", ".join((*command.names, *short)) + (f" {words.text(command.argument)}" if command.argument else "")
    return f"{names}: {words.text(command.told)}"


def _unknown(sitting: Sitting, word: str) -> Sitting:
    typed_word(sitting, word)
    return sitting


# ---------------------------------------------------------------- the words for commands


class Command(Value):
    """``names`` in every language, all of them understood at all times; ``argument``: how it is named in the help.

    ``action``: the action of the table that does the same, whose keys are understood too. ``file``: it is about one.
    """

    names: tuple[str, ...]
    does: Callable[[Sitting, str], Sitting]
    told: str
    argument: str = ""
    action: str = ""
    file: bool = False


COMMANDS: tuple[Command, ...] = (
    Command(("show", "стол"), handling.table, N_("show the table; an empty line does the same")),
    Command(("what", "что"), handling.what, N_("what a card, a cell, the stock or the waste can do"), N_("PLACE")),
    Command(("moves", "ходы"), handling.moves, N_("every move there is now")),
    Command(("status", "счёт", "счет"), handling.status, N_("the deal, how far it is, time and moves")),
    Command(("draw", "открыть"), handling.draw, N_("turn a card of the stock"), action="draw"),
    Command(("home", "домой"), handling.send_home, N_("send a card to its base"), N_("CARD"), "home"),
    Command(
        ("redeal", "пересдача", "перемешать"), handling.redeal, N_("lay out anew the cards outside the chains"),
        action="redeal",
    ),
    Command(("collect", "автосбор"), handling.collect, N_("make every move that never hurts"), action="collect"),
    Command(
        ("undo", "отмена"), handling.undo, N_("take back one move or several"),
        "[N]", "undo",
    ),
    Command(
        ("redo", "вернуть"), handling.redo, N_("make again what was taken back"),
        "[N]", "redo",
    ),
    Command(
        ("restart", "сначала"), handling.restart, N_("back to the first position; nothing is lost"), action="restart"
    ),
    Command(("end", "конец"), handling.end, N_("make again everything that was taken back")),
    Command(("hint", "подсказка"), handling.hint, N_("what to play now"), action="hint"),
    Command(
        ("rescue", "спасти"), handling.rescue, N_("a lost game back to the last position that can be won"),
        action="rescue",
    ),
    Command(
        ("odds", "шансы"), handling.odds, N_("the chance of every choice, as far as cards face down allow"),
        action="odds",
    ),
    Command(
        ("look", "заглянуть", "рентген"), handling.look, N_("look through the cards that are face down"), action="xray"
    ),
    Command(
        ("review", "разбор"), hindsight.review, N_("look back where the game was won or lost"), action="review",
    ),
    Command(("mistake", "ошибка", "f", "а"), hindsight.mistake, N_("looking back: to the move that lost the game")),
    Command(("better", "лучше", "a", "ф"), hindsight.better, N_("looking back: play on with the move that keeps it")),
    Command(("on", "играть"), hindsight.on, N_("looking back: play on from here")),
    Command(("close", "закрыть"), hindsight.close, N_("looking back: leave it for your own game")),
    Command(
        ("new", "новая"), handling.new, N_("a new deal, one that is known to come out, or the deal of a number"),
        N_("[solvable|NUMBER]"), "new",
    ),
    Command(("deal", "расклад"), handling.of_number, N_("the deal of a number"), N_("NUMBER"), "number"),
    Command(
        ("variant", "вариант"), handling.variant, N_("list the variants, or open one"), N_("[NAME [NUMBER]]"), "menu",
    ),
    Command(("daily", "день"), recalling.daily, N_("the deal of the day, or of another day"), "[2026-11-30]", "day"),
    Command(
        ("calendar", "календарь"), recalling.calendar, N_("the deals of the day of a month, and your streak"),
        "[2026-11]",
    ),
    Command(
        ("stats", "статистика"), recalling.statistics, N_("what your games of this variant amount to"),
        N_("[all|NAME]"), "records",
    ),
    Command(
        ("history", "история"), recalling.history, N_("your games, newest first; or one of them, step by step"),
        N_("[GAME|all|NAME]"),
    ),
    Command(("achievements", "достижения"), recalling.achievements, N_("what you have achieved, and how far you are")),
    Command(
        ("share", "код"), handling.share, N_("the code of this deal for a friend, or the deal of a code"), N_("[CODE]"),
        "share",
    ),
    Command(("save", "сохранить"), handling.save, N_("save the game as a file"), action="save", file=True),
    Command(
        ("export", "выгрузить"), recalling.export,
        N_("all your games into a file; or one as FILE.txt, FILE.cast or FILE.svg"), N_("[GAME] FILE"), file=True,
    ),
    Command(
        ("import", "загрузить"), recalling.take_in,
        N_("take games from such a file, each checked by playing it again"), N_("[settings] FILE"), file=True,
    ),
    Command(("lesson", "урок"), handling.lesson, N_("a first lesson, with real moves"), "[kovrik|carpet]", "lesson"),
    Command(("rules", "правила"), handling.rules, N_("the rule book"), action="book"),
    Command(
        ("settings", "настройки"), recalling.settings, N_("your settings, or one of them changed"),
        N_("[NAME [VALUE]]"), "settings",
    ),
    Command(("language", "язык"), handling.language, N_("change the language"), "[ru|en]", "language"),
    Command(("help", "помощь", "?"), _help, N_("this list, or one command"), N_("[COMMAND]"), "help"),
    Command(("quit", "выход"), handling.quit, N_("leave"), action="quit"),
)  # fmt: skip
_NAMED = {name: command for command in COMMANDS for name in command.names}
_BY_ACTION = {command.action: command for command in COMMANDS if command.action}
