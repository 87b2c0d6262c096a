"""What plain text mode tells of games and settings that are remembered, and what it changes of them or writes.

Each thing is a line that can be read out: no columns, signs or plots, which ``summing`` has for those who see.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from carpets.games import VARIANTS
from carpets.plain.sitting import Sitting, change, laid, plain_words
from carpets.settings import NAMES, Bad, Settings, chosen, option
from carpets.value import replace
from carpets.words import LANGUAGES, N_, Words

if TYPE_CHECKING:
    from carpets.store.feats import Earned
    from carpets.store.history import Day
    from carpets.store.statistics import Spread
    from carpets.store.values import Played

NEWEST, MOST = 10, 500
"""Games that the history lists, and that it lists when asked for all."""
ALL = ("all", "все")
SETTINGS = ("settings", "настройки")
YES_NO = {"да": "yes", "нет": "no"}


def statistics(sitting: Sitting, argument: str) -> Sitting:
    """What the games of a variant amount to, or those of all."""
    from carpets.store.statistics import spread
    from carpets.store.statistics import statistics as counted
    from carpets.summing import facts

    words, memory = sitting.words, sitting.desk.keeper.memory
    rules = None if argument in ALL else VARIANTS.get(argument, sitting.game.rules)
    sitting.say(words.text("all variants") if rules is None else words.variant(rules))
    sitting.say(*(f"{what}: {much}" for what, much in facts(words, counted(memory, rules))))
    return sitting.say(*spread_out(words, spread(memory, rules)))


def spread_out(words: Words, found: Spread) -> list[str]:
    """What the charts show, in figures; of the counts those that are not 0."""
    from carpets.store.statistics import BOUNDS

    if not found.course:
        return []
    text = words.text
    tenths = [*(f"{tenth}0 %" if tenth else "0 %" for tenth in range(10)), text("won")]
    minutes = [*(f"<{bound}" for bound in BOUNDS), f"{BOUNDS[-1]}+"]
    rows = (
        (text("progress of the latest games, %"), [f"{100 * share:.0f}" for share in found.course]),
        (text("games by progress, %, won apart"), _counted(tenths, found.progress)),
        (text("wins by time, minutes"), _counted(minutes, found.seconds)),
    )
    return [f"{title}: {', '.join(values)}" for title, values in rows if values]


def _counted(names: Sequence[str], counts: Sequence[int]) -> list[str]:
    return [f"{name}: {count}" for name, count in zip(names, counts, strict=True) if count]


def achievements(sitting: Sitting, _: str) -> Sitting:
    from carpets.store.feats import earned

    return sitting.say(*(achieved(sitting.words, one) for one in earned(sitting.desk.keeper.memory)))


def achieved(words: Words, one: Earned) -> str:
    """``Three in a row — Win three games in a row. Not yet, 1 of 3.``"""
    from carpets.summing import titled

    title, told = titled(words, one)
    how = words.text("Done.") if one.done else words.text("Not yet, {have} of {need}.", have=one.have, need=one.need)
    return f"{title} — {told}. {how}"


# ---------------------------------------------------------------- games of the past


def history(sitting: Sitting, argument: str) -> Sitting:
    """The newest games of all variants, of one, or all of them; or one of them to look through."""
    from carpets.store.history import Wanted
    from carpets.store.history import history as past

    words, memory = sitting.words, sitting.desk.keeper.memory
    if re.fullmatch(r"[0-9]{1,9}", argument):
        kept = memory.kept(int(argument))
        if kept is None:
            return sitting.say(_no_game(words, argument))
        from carpets.plain.hindsight import look_through

        return look_through(sitting, kept.game)
    if argument and argument not in ALL and argument not in VARIANTS:
        return sitting.say(words.text("“{word}” is neither the number of a game nor a variant.", word=argument[:40]))
    found = past(memory, Wanted(VARIANTS.get(argument)), MOST if argument in ALL else NEWEST)
    sitting.say(*(recited(words, played) for played in found))
    return sitting.say(
        words.text("“history” with the number of a game opens it.")
        if found
        else words.text("There is no such game yet.")
    )


def _no_game(words: Words, number: str) -> str:
    return words.text("there is no game {number} in the history", number=number) + "."


def recited(words: Words, played: Played) -> str:
    """``12: 2026-11-30 10:20, Kovrik, deal 48213, won, 4:05, 57 moves, 52/52.``"""
    from carpets.summing import line_of

    number, when, variant, _, ending, took, _, done = line_of(words, played)
    told = [when, variant]
    if not played.deal.startswith("="):
        told.append(words.text("deal {number}", number=played.deal))
    if played.day is not None:
        told.append(words.text("deal of the day {day}", day=played.day.isoformat()))
    told += [ending, took, words.moves(played.moves), done]
    if played.again:
        told.append(words.text("seen before"))
    return f"{number}: {', '.join(told)}."


def export(sitting: Sitting, argument: str) -> Sitting:
    """Every game into a file of JSON Lines, or one game of the history as a replay, a recording or a picture."""
    words, files = sitting.words, sitting.desk.files
    assert files is not None
    number, _, file = argument.partition(" ")
    if not argument:
        return sitting.say(words.text("Type the name of a new file after “export”."))
    if not file or not re.fullmatch(r"[0-9]{1,9}", number):
        return sitting.say(files.export(words, argument, None, sitting.settings))
    kept = sitting.desk.keeper.memory.kept(int(number))
    if kept is None:
        return sitting.say(_no_game(words, number))
    return sitting.say(files.export(words, file, kept, sitting.settings))


def take_in(sitting: Sitting, argument: str) -> Sitting:
    """The games of an exported file, each played again to check it; its settings as the command line takes them."""
    words, files = sitting.words, sitting.desk.files
    assert files is not None
    first, _, rest = argument.partition(" ")
    asked = first in SETTINGS and rest != ""
    file = rest if asked else argument
    if not file:
        return sitting.say(words.text("Type the name of a file of games after “import”."))
    said, settings = files.take_in(words, file, asked)
    sitting.say(*said)
    if settings is None:
        return sitting
    return _settled(sitting, settings, N_("The settings of the file are yours now."))


# ---------------------------------------------------------------- days


def daily(sitting: Sitting, argument: str) -> Sitting:
    """The deal of today, or of a day that was, of this variant: the game of it that was begun goes on."""
    keeper, words = sitting.desk.keeper, sitting.words
    today = keeper.now().date()
    day = _day(argument) if argument else today
    if day is None:
        return sitting.say(words.text("“{word}” is not a day: write one like 2026-11-30", word=argument[:40]) + ".")
    if day > today:
        return sitting.say(words.text("the deal of {day} is not out yet", day=day.isoformat()) + ".")
    game = keeper.resume(sitting.game.rules, day) or keeper.lay_day(sitting.game.rules, day)
    return laid(change(sitting, game), game)


def _day(word: str) -> date | None:
    try:
        return date.fromisoformat(word)
    except ValueError:
        return None


def calendar(sitting: Sitting, argument: str) -> Sitting:
    """The days of a month whose deal was played, and the days won in a row."""
    from carpets.store.history import day_streak, days
    from carpets.summing import in_a_row, month_of

    keeper, words, rules = sitting.desk.keeper, sitting.words, sitting.game.rules
    today = keeper.now().date()
    month = _day(f"{argument}-01") if argument else today
    if month is None:
        return sitting.say(words.text("“{word}” is not a month: write one like 2026-11.", word=argument[:40]))
    played = days(keeper.memory, rules)
    shown = [day for day in played if (day.day.year, day.day.month) == (month.year, month.month)]
    sitting.say(f"{words.variant(rules)}, {month_of(words, month)}")
    sitting.say(*(on_day(words, day) for day in shown))
    if not shown:
        sitting.say(words.text("No deal of the day was played in this month."))
    return sitting.say(in_a_row(words, day_streak(played, today)))


def on_day(words: Words, day: Day) -> str:
    """``2026-11-30: won, on a later day``."""
    from carpets.summing import ENDINGS

    told = f"{day.day.isoformat()}: {words.text(ENDINGS[day.ending.value])}"
    return told if day.in_time else told + ", " + words.text("on a later day")


# ---------------------------------------------------------------- settings


def settings(sitting: Sitting, argument: str) -> Sitting:
    """Every setting, or one of them, or one of them changed and kept."""
    from carpets.options import shown, told, unknown

    words = sitting.words
    name, _, value = argument.partition(" ")
    rows = [" ".join(line.split()) for line in shown(words, sitting.settings)]
    if not name:
        return sitting.say(*rows)
    if name not in NAMES:
        return sitting.say(unknown(words, name[:40]) + ".")
    if not value:
        more = option(name).more
        return sitting.say(rows[NAMES.index(name)], *((words.text(more),) if more else ()))
    match chosen(sitting.settings, name, YES_NO.get(value, value)):
        case Bad() as fault:
            return sitting.say(told(words, fault) + ".")
        case changed:
            return _settled(sitting, changed)


def _settled(sitting: Sitting, changed: Settings, said: str = N_("Changed and kept.")) -> Sitting:
    spoken = changed.language if changed.language in LANGUAGES else sitting.words.language
    words = plain_words(spoken)
    sitting = replace(sitting, settings=changed, words=words)
    if sitting.desk.write_settings is None:
        return sitting.say(words.text("Changed for this visit."))
    try:
        sitting.desk.write_settings(changed)
    except OSError as error:
        return sitting.say(words.text("Not saved: {reason}.", reason=error.strerror or str(error)))
    return sitting.say(words.text(said))
