"""Commands over what is remembered: statistics, history, achievements, the day, a friend, export and import."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from carpets.cli.exchanging import amount, has_settings, one, refusals, settings_in, take, write
from carpets.cli.parser import Commands, Mistake, put, room, terminal
from carpets.summing import ENDINGS
from carpets.words import N_, Words

if TYPE_CHECKING:
    from carpets.store import Memory
    from carpets.store.values import Kept, Played

CLASSES = {"free": N_("any deal"), "solvable": N_("solvable deals"), "daily": N_("deals of the day")}


def add(commands: Commands) -> None:
    text = commands.words.text
    stats = commands.add("stats", text("what your games amount to"), _stats)
    commands.variant_option(stats, None)
    stats.add_argument("--class", dest="choice", choices=CLASSES, help=text("one class of deals only"))
    stats.add_argument("--json", action="store_true", help=text("as JSON"))
    past = commands.add("history", text("your games, newest first; one of them as a file or in the viewer"), _history)
    past.add_argument("game", nargs="?", type=int, metavar=text("GAME"), help=text("the number of a game in the list"))
    past.add_argument(
        "-o", dest="out", metavar=text("FILE"),
        help=text("write it to FILE.txt (a replay), FILE.cast (asciinema) or FILE.svg (a picture)"),
    )  # fmt: skip
    past.add_argument("--plain", action="store_true", help=text("plain text, line by line, as for a screen reader"))
    past.add_argument("--at", type=int, metavar="K", help=text("the picture after K moves"))
    commands.variant_option(past, None)
    past.add_argument("--outcome", choices=[name.replace(" ", "-") for name in ENDINGS], help=text("only such games"))
    for name in ("since", "until"):
        past.add_argument(f"--{name}", type=commands.day, metavar="2026-11-30", help=text("days in UTC, both included"))
    past.add_argument("--limit", type=int, default=20, metavar="N", help=text("at most so many games"))
    past.add_argument("--json", action="store_true", help=text("as JSON"))
    commands.add("achievements", text("what you have achieved, and how far you are"), _achievements)
    daily = commands.add("daily", text("play the deal of the day"), _daily)
    commands.variant_option(daily)
    daily.add_argument("--date", type=commands.day, metavar="2026-11-30", help=text("another day, in UTC"))
    daily.add_argument("--number", action="store_true", help=text("print the deal number and do not play"))
    daily.add_argument("--plain", action="store_true", help=text("plain text, line by line, as for a screen reader"))
    daily.add_argument("--calendar", action="store_true", help=text("show the days of a month and your streak"))
    share = commands.add("share", text("tell a friend about your last game, or another one"), _share)
    share.add_argument("game", nargs="?", type=int, metavar=text("GAME"), help=text("the number of a game in the list"))
    share.add_argument("--copy", action="store_true", help=text("also copy it to the clipboard of the terminal"))
    out = commands.add("export", text("write all your games and your settings as JSON Lines"), _export)
    out.add_argument("file", metavar=text("FILE"), help=text("a new file; “-” is standard output"))
    back = commands.add("import", text("take games from such a file, each checked by playing it again"), _import)
    back.add_argument("file", metavar=text("FILE"), help=text("a file of games; “-” is standard input"))
    back.add_argument(
        "--settings", action="store_true", help=text("take its settings, too, in place of those you have")
    )


@contextmanager
def remembered(commands: Commands) -> Iterator[Memory]:
    """This computer's player. Raises Mistake where games are not kept; says on stderr what was repaired."""
    from carpets.store import LOCAL, open_store

    store = open_store()
    try:
        if store.trouble is not None:
            told = commands.words.text(store.trouble.value, file=store.path)
            if not store.keeps:
                raise Mistake(told)
            print(told, file=sys.stderr)
        yield store.player(LOCAL, datetime.now(UTC))
    finally:
        store.close()


# ---------------------------------------------------------------- statistics


def _stats(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.charts import charts
    from carpets.store.statistics import played_variants, spread, statistics
    from carpets.store.values import Choice
    from carpets.summing import lines, plain

    choice = Choice(arguments.choice) if arguments.choice else None
    with remembered(commands) as memory:
        found = statistics(memory, arguments.variant, choice)
        if arguments.json:
            variants = (arguments.variant,) if arguments.variant else played_variants(memory)
            each = {rules.name: plain(statistics(memory, rules, choice)) for rules in variants}
            print(json.dumps({"all": plain(found), "variants": each}, indent=1))
            return 0
        words = commands.words
        of = words.text("all variants") if arguments.variant is None else words.variant(arguments.variant)
        print(of if choice is None else f"{of}, {words.text(CLASSES[choice.value])}")
        told, width = lines(words, found), room()
        if width is not None and any(len(line) > width for line in told):
            told = lines(words, found, narrow=True)
        for line in told:
            put(line)
        drawn = charts(words, spread(memory, arguments.variant, choice), _columns(), only_ascii=not _draws())
        for line in drawn:
            put(line)
    return 0


def _columns() -> int:
    from shutil import get_terminal_size

    return max(34, get_terminal_size().columns)


def _draws() -> bool:
    """Whether what is printed may hold more than ASCII."""
    try:
        "█▚│".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _achievements(arguments: argparse.Namespace, commands: Commands) -> int:
    del arguments
    from carpets.store.feats import earned
    from carpets.summing import achieved

    with remembered(commands) as memory:
        for one in earned(memory):
            put(achieved(commands.words, one))
    return 0


# ---------------------------------------------------------------- history


def _history(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.store.history import Wanted, history
    from carpets.store.values import Ending
    from carpets.summing import folded, line_of, table_of

    if arguments.game is None and arguments.out is not None:
        raise Mistake(commands.words.text("-o needs the number of a game"))
    with remembered(commands) as memory:
        if arguments.game is not None:
            return _one(arguments, _kept(memory, arguments.game, commands.words), commands)
        ending = Ending(arguments.outcome.replace("-", " ")) if arguments.outcome else None
        wanted = Wanted(arguments.variant, ending, arguments.since, arguments.until)
        found = history(memory, wanted, max(1, arguments.limit))
        if arguments.json:
            for played in found:
                print(json.dumps(_plain(played)))
        elif found:
            rows, width = [line_of(commands.words, played) for played in found], room()
            told = table_of(commands.words, rows)
            if width is not None and any(len(line) > width for line in told):
                wide = max(len(row[0]) for row in rows)
                indent = "\n" + " " * (wide + 2)
                told = [
                    f"{row[0]:<{wide}}  {line}".replace("\n", indent)
                    for row, line in zip(rows, folded(rows), strict=True)
                ]
            print("\n".join(told))
        else:
            print(commands.words.text("There is no such game yet."))
    return 0


def _plain(played: Played) -> dict[str, Any]:
    from carpets.store.values import write_day, write_instant

    return {
        "game": played.id, "variant": played.variant, "deal": played.deal, "class": played.choice.value,
        "day": write_day(played.day), "again": played.again, "outcome": played.ending.value,
        "begun": write_instant(played.begun), "touched": write_instant(played.touched), "seconds": played.seconds,
        "moves": played.moves, "undos": played.undos, "hints": played.hints, "peeks": played.peeks,
        "done": played.done, "goal": played.goal, "score": played.score,
    }  # fmt: skip


def _kept(memory: Memory, number: int | None, words: Words) -> Kept:
    """A game of the history; without a number the last one. Raises Mistake."""
    from carpets.store.history import Wanted, history

    if number is None:
        last = history(memory, Wanted(), 1)
        if not last:
            raise Mistake(words.text("There is no such game yet."))
        number = last[0].id
    kept = memory.kept(number)
    if kept is None:
        raise Mistake(words.text("there is no game {number} in the history", number=number))
    return kept


def _one(arguments: argparse.Namespace, kept: Kept, commands: Commands) -> int:
    """A game of the history into a file, into the viewer, or as text."""
    if arguments.out is None and (terminal() or arguments.plain):
        from carpets.cli.playing import dumb

        if arguments.plain or dumb(commands):
            from carpets.cli.desk import sit_down

            return sit_down(commands.words, kept.game.rules, viewed=kept.game)
        from carpets.tui import run

        return run(viewed=kept.game.at(0), kept=kept, language=commands.words.language)
    written = one(kept, arguments.out or "-.txt", commands.words, arguments.at)
    if arguments.out is None:
        print(written, end="")
        return 0
    return write(arguments.out, [written], commands.words)


# ---------------------------------------------------------------- the day, a friend


def _daily(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.store.history import day_streak, days
    from carpets.summing import calendar

    words, rules = commands.words, arguments.variant
    today = datetime.now(UTC).date()
    day: date = arguments.date or today
    if day > today:
        raise Mistake(words.text("the deal of {day} is not out yet", day=day.isoformat()))
    if arguments.calendar:
        with remembered(commands) as memory:
            played = days(memory, rules)
            for line in calendar(words, played, day, today, day_streak(played, today)):
                put(line)
        return 0
    if arguments.number:
        from carpets.daily import deal_of

        number = deal_of(rules, day).deal.number
        if number is None:
            raise Mistake(words.text("the days of {variant} have no number", variant=words.variant(rules)))
        print(number)
        return 0
    from carpets.cli.playing import dumb, needs_terminal

    if arguments.plain or dumb(commands):
        from carpets.cli.desk import sit_down

        return sit_down(words, rules, day=day)
    from carpets.tui import run

    needs_terminal(commands)
    return run(rules=rules, day=day, language=words.language)


def _share(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.sharing import share_text
    from carpets.store.values import write_day

    with remembered(commands) as memory:
        kept = _kept(memory, arguments.game, commands.words)
    played = kept.played
    told = share_text(commands.words, kept.game, played.seconds, played.hints, played.peeks, write_day(played.day))
    print(told)
    if arguments.copy and sys.stdout.isatty():
        from base64 import b64encode

        sys.stdout.write(f"\x1b]52;c;{b64encode(told.encode()).decode()}\a")
    return 0


# ---------------------------------------------------------------- export and import


def _export(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.settings import load, settings_file, write_settings
    from carpets.store.exchange import write_games

    with remembered(commands) as memory:
        lines = (line + "\n" for line in write_games(memory, write_settings(load(settings_file())[0])))
        if arguments.file != "-":
            return write(arguments.file, lines, commands.words)
        sys.stdout.writelines(lines)
    return 0


def _import(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.cli.settling import keep

    words, file, asked = commands.words, arguments.file, arguments.settings
    with remembered(commands) as memory:
        taken = take(memory, file, words, sys.stdin if file == "-" else None)
    for line in refusals(words, file, taken):
        print(line, file=sys.stderr)
    print(amount(words, taken))
    if asked or (taken.settings and not has_settings()):
        settings, faults = settings_in(taken, words)
        for line in faults:
            print(line, file=sys.stderr)
        if settings is None:
            raise Mistake(words.text("the file holds no settings"))
        keep(settings, words)
        print(words.text("The settings of the file are yours now."))
    elif taken.settings:
        print(words.text("Your settings stay as they are; “--settings” takes those of the file."))
    return 2 if taken.refused else 0
