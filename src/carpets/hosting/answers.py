"""What doors without a screen are answered with: plain text in the visitor's language.

Everything here may be called in a thread: it reads the store, which may take its time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from carpets import telling
from carpets.daily import deal_of
from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.hosting import doors, names
from carpets.hosting.keeping import utc
from carpets.shuffle import DealNumber
from carpets.store import Store, people
from carpets.store.statistics import statistics
from carpets.value import Value
from carpets.words import N_, Words

if TYPE_CHECKING:
    from carpets.hosting.doors import Door, Nonsense

NO_SUCH_GAME = N_("There is no unfinished game to go on with.")
NOBODY = N_("Nobody of that name lets others watch just now. “who” tells who does.")

NEEDS_TERMINAL = N_("A game needs a terminal: ssh -t HOST …; or in plain text: ssh HOST kovrik --plain")

COMMANDS: tuple[tuple[str, str], ...] = (
    ("", N_("the home screen, or the game you left")),
    ("kovrik", N_("a game; likewise carpet and every other variant")),
    ("carpet --seed 7", N_("the deal of that number")),
    ("kovrik daily", N_("the deal of the day")),
    ("kovrik --open", N_("a game that others may watch")),
    ("kovrik --plain", N_("a game in plain text, line by line, as for a screen reader; also after resume")),
    ("resume", N_("go on with the game you left; guests add their code")),
    ("stats", N_("your statistics")),
    ("boards", N_("who won the deal of the day; with a variant its best")),
    ("who", N_("who is playing")),
    ("watch NAME", N_("look on at a table")),
    ("nick NAME", N_("choose the name others see, once")),
    ("appear", N_("be on the boards; “hide” takes you off")),
    ("help", N_("this list")),
)


class Asking(Value):
    """Who asks for what. ``playing``: the names at the tables, their variants, and whether others may watch."""

    door: Door | Nonsense
    key: str | None
    words: Words
    playing: Sequence[tuple[str, AnyRules | None, bool]]


def answer(store: Store, asking: Asking) -> tuple[str, int]:
    """The text and the exit status: 0, 1 where something is missing, 2 where the command is not understood."""
    words = asking.words
    match asking.door:
        case doors.Nonsense(word):
            said = words.text("“{word}” is not understood. “ssh HOST help” lists what is.", word=word)
            return said, 2
        case doors.Help():
            return usage(words), 0
        case doors.Stats():
            return _with_key(asking, lambda key: _statistics(store, words, key))
        case doors.Boards(rules):
            return (_board(store, words, rules) if rules is not None else _days(store, words)), 0
        case doors.Who():
            return _who(words, asking.playing), 0
        case doors.Nick(name):
            return _with_key(asking, lambda key: _nick(store, words, key, name))
        case doors.Appear(shown):
            return _with_key(asking, lambda key: _appear(store, words, key, shown))
        case doors.Play(rules, number, daily):
            return _deal(words, rules, number, daily), 0
        case _:
            return words.text(NEEDS_TERMINAL) + "\n\n" + usage(words), 1


def usage(words: Words) -> str:
    """The list of commands."""
    rows = [(f"ssh HOST {command}".rstrip(), words.text(told)) for command, told in COMMANDS]
    width = max(len(command) for command, _ in rows)
    variants = words.text("Variants: {names}", names=", ".join(VARIANTS))
    return "\n".join([*(f"  {command:{width}}  {told}" for command, told in rows), "", variants])


def resume_line(words: Words, code: str) -> str:
    """What tells a guest how to come back."""
    return words.text("To go on with your game later: ssh HOST resume {code}", code=code)


def _deal(words: Words, rules: AnyRules, number: DealNumber | None, daily: bool) -> str:
    """The table as its player would see it, for whoever asks without a terminal: no order of a stock is told."""
    variant = words.variant(rules)
    if daily or number is None:
        today = utc().date()
        game = Game.begin(rules, deal_of(rules, today).deal)
        head = words.text("{variant}, deal of the day {day}", variant=variant, day=today.isoformat())
    else:
        game = Game.numbered(rules, number)
        head = words.text("{variant}, deal {number}", variant=variant, number=number)
    return "\n".join([head, "", *telling.table(words, rules, game.table), "", words.text(NEEDS_TERMINAL)])


# ---------------------------------------------------------------- the visitor's own


def _with_key(asking: Asking, call: Callable[[str], tuple[str, int]]) -> tuple[str, int]:
    if asking.key is None:
        said = asking.words.text("Guests are not remembered: come with an ssh key to have a name and statistics.")
        return said, 1
    return call(asking.key)


def _statistics(store: Store, words: Words, key: str) -> tuple[str, int]:
    memory = store.player(key, utc())
    lines = []
    for rules in VARIANTS.values():
        found = statistics(memory, rules)
        if not found.played and not found.unfinished:
            continue
        told = [
            words.count("{n} played", "{n} played", found.played),
            words.count("{n} won", "{n} won", found.won),
            words.text("streak {n}, best {best}", n=found.streak, best=found.streak_best),
        ]
        if found.seconds_best is not None:
            told.append(words.text("best time {time}", time=_time(found.seconds_best)))
        if found.moves_fewest is not None:
            told.append(words.text("fewest moves {n}", n=found.moves_fewest))
        lines.append(f"{words.variant(rules)}: " + ", ".join(told))
    who = people.person(store, key)
    head = [who.nick] if who is not None and who.nick is not None else []
    return "\n".join([*head, *(lines or [words.text("No games yet.")])]), 0


def _nick(store: Store, words: Words, key: str, raw: str) -> tuple[str, int]:
    name = names.clean(raw)
    if name is None:
        said = words.text(
            "That cannot be a name: {low} to {high} letters of one alphabet and digits, with single spaces between.",
            low=2,
            high=names.LONGEST,
        )
        return said, 1
    memory = store.player(key, utc())
    who = people.person(store, key)
    if who is not None and who.nick is not None:
        return words.text("Your name is {name}, and it stays.", name=who.nick), 1
    alike = names.likeness(name)
    if any(names.likeness(other) == alike for other in people.nicks(store)):
        return words.text("Somebody has that name, or one that looks like it."), 1
    if not people.choose_nick(store, memory, name):
        return words.text("Somebody has that name, or one that looks like it."), 1
    return words.text("You are {name} from now on. “appear” puts you on the boards.", name=name), 0


def _appear(store: Store, words: Words, key: str, shown: bool) -> tuple[str, int]:
    memory = store.player(key, utc())
    who = people.person(store, key)
    if shown and (who is None or who.nick is None):
        return words.text("Choose a name first: ssh HOST nick NAME"), 1
    people.appear(store, memory, shown)
    return words.text("You are on the boards.") if shown else words.text("You are on no board."), 0


# ---------------------------------------------------------------- everybody's


def _who(words: Words, playing: Iterable[tuple[str, AnyRules | None, bool]]) -> str:
    lines = []
    for name, rules, open_ in playing:
        told = words.variant(rules) if rules is not None else words.text("at the door")
        lines.append(f"{name}: {told}" + (f" ({words.text('may be watched')})" if open_ else ""))
    return "\n".join(sorted(lines)) or words.text("Nobody is playing.")


def _days(store: Store, words: Words) -> str:
    today = utc().date()
    lines = [words.text("The deal of the day, {day}", day=today.isoformat())]
    for rules in VARIANTS.values():
        placed = people.of_day(store, rules, today)
        if placed:
            lines += ["", words.variant(rules), *_rows(words, placed)]
    if len(lines) == 1:
        lines.append(words.text("Nobody has won it yet."))
    return "\n".join(lines)


def _board(store: Store, words: Words, rules: AnyRules) -> str:
    found = people.board(store, rules)
    if not found.wins:
        return words.text("Nobody is on this board yet.")
    parts = [
        (words.text("Most wins"), [f"  {nick:{names.LONGEST}} {wins}" for nick, wins in found.wins]),
        (words.text("Quickest"), _rows(words, found.quickest)),
        (words.text("Fewest moves"), _rows(words, found.shortest)),
        (words.text("Fewest hints"), _rows(words, found.unaided)),
    ]
    return "\n\n".join(["\n".join([title, *rows]) for title, rows in [(words.variant(rules), []), *parts]])


def _rows(words: Words, placed: Iterable[people.Placed]) -> list[str]:
    return [
        f"  {row.nick:{names.LONGEST}} {_time(row.seconds):>8}  {words.moves(row.moves)}, "
        + words.count("{n} hint", "{n} hints", row.hints)
        for row in placed
    ]


def _time(seconds: float) -> str:
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    return (f"{hours}:{rest // 60:02}" if hours else str(rest // 60)) + f":{rest % 60:02}"
