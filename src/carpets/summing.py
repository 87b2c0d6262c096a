"""What the store tells, in a player's words: statistics, history lines, a month of days, achievements. Lines of text.

The command line prints them, the screens show the same ones.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from carpets.value import named
from carpets.words import N_, Words

if TYPE_CHECKING:
    from carpets.store.feats import Earned
    from carpets.store.history import Day
    from carpets.store.statistics import Statistics
    from carpets.store.values import Played


def time_of(seconds: float) -> str:
    """``4:05``, ``1:02:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def facts(words: Words, found: Statistics) -> list[tuple[str, str]]:
    """Statistics as (what, how much)."""
    text = words.text
    return [
        (text("games played"), str(found.played)),
        (text("games won"), _won(found)),
        (text("lost, given up"), f"{found.lost}, {found.given_up}"),
        (text("streak now, best"), f"{found.streak}, {found.streak_best}"),
        (text("time of a win, median, best"), f"{_time(found.seconds_median)}, {_time(found.seconds_best)}"),
        (text("time at the table in all"), time_of(found.seconds_total)),
        (text("moves of a win, mean, fewest"), f"{_round(found.moves_mean)}, {_round(found.moves_fewest)}"),
        (text("times back, hints, looks by lamp or x-ray"), f"{found.undos}, {found.hints}, {found.peeks}"),
        (text("progress, mean, best"), f"{_percent(found.progress_mean)}, {_percent(found.progress_best)}"),
        (text("best score"), _round(found.score_best)),
        (text("played again, unfinished"), f"{found.again}, {found.unfinished}"),
    ]


def _won(found: Statistics) -> str:
    rate = found.rate
    if rate is None:
        return "0"
    return f"{found.won}  {_percent(rate.share)} ({_percent(rate.low)}–{_percent(rate.high)})"


def _time(seconds: float | None) -> str:
    return "–" if seconds is None else time_of(seconds)


def _round(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def lines(words: Words, found: Statistics, narrow: bool = False) -> list[str]:
    """The statistics as printed; ``narrow``: what is counted on a line of its own, above how much."""
    rows = facts(words, found)
    if narrow:
        return [line for name, value in rows for line in (name, f"   {value}")]
    width = max(len(name) for name, _ in rows)
    return [f"  {name.ljust(width)}  {value}" for name, value in rows]


def plain(found: Statistics) -> dict[str, Any]:
    """For JSON: every field, and what follows from them."""
    rate = found.rate
    return named(found) | {
        "played": found.played,
        "rate": None if rate is None else named(rate),
    }


# ---------------------------------------------------------------- history

HEAD = (N_("game"), N_("date"), N_("variant"), N_("deal"), N_("outcome"), N_("time"), N_("moves"), N_("in place"))

ENDINGS = {"won": N_("won"), "lost": N_("lost"), "given up": N_("given up"), "playing": N_("unfinished")}


def line_of(words: Words, played: Played) -> tuple[str, ...]:
    """One game of the history, in the columns of HEAD; its date is the computer's own."""
    ending = words.text(ENDINGS[played.ending.value])
    number = "–" if played.deal.startswith("=") else played.deal
    return (
        str(played.id),
        played.touched.astimezone().strftime("%Y-%m-%d %H:%M"),
        words.variant(played.rules),
        number + (" ☀" if played.day else "") + (" ↻" if played.again else ""),
        ending,
        time_of(played.seconds),
        str(played.moves),
        f"{played.done}/{played.goal}",
    )


def table_of(words: Words, rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows under their heads, in columns."""
    return columns([tuple(map(words.text, HEAD)), *rows])


def folded(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Each game in two lines, for a narrow screen: when, how it ended, how far it came; below, which game it was."""
    told = columns([(row[1][2:10], row[4], row[7]) for row in rows])
    return [f"{line}\n  {row[2]}  {row[3]}" for line, row in zip(told, rows, strict=True)]


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Each row as a line, the words under each other. Rows of one length."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


# ---------------------------------------------------------------- days and achievements

MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"), N_("August"),
    N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
WEEK = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))
MARKS = {"won": "●", "playing": "◐", "lost": "○", "given up": "○"}
LATE = {"●": "•", "◐": "◐", "○": "○"}


def calendar(words: Words, played: Sequence[Day], month: date, today: date, streak: tuple[int, int]) -> list[str]:
    """A month of days, Monday first: ● won, • won later than on its day, ◐ begun, ○ not won."""
    marks = {day.day: MARKS[day.ending.value] for day in played}
    marks |= {day.day: LATE[marks[day.day]] for day in played if not day.in_time}
    first = month.replace(day=1)
    told = [
        month_of(words, month),
        "".join(f"{words.text(name)[:2]:>3} " for name in WEEK).rstrip(),
    ]
    cells = ["    "] * first.weekday()
    for number in range(1, monthrange(month.year, month.month)[1] + 1):
        day = month.replace(day=number)
        mark = marks.get(day, "·" if day <= today else " ")
        cells.append(f"{number:>2}{mark} ")
    told += ["".join(cells[at : at + 7]).rstrip() for at in range(0, len(cells), 7)]
    told.append(words.text("● won  • won later  ◐ begun  ○ not won"))
    told.append(in_a_row(words, streak))
    return told


def month_of(words: Words, month: date) -> str:
    """``November 2026``."""
    return f"{words.text(MONTHS[month.month - 1])} {month.year}"


def in_a_row(words: Words, streak: tuple[int, int]) -> str:
    """How many days were won in a row, now and at best."""
    now, best = streak
    return words.text("days won in a row: {now}, at best {best}", now=now, best=best)


def achieved(words: Words, one: Earned) -> str:
    """``✓ Three in a row — Win three games in a row``, with how far one is."""
    title, told = titled(words, one)
    far = "" if one.done or one.need == 1 else f" ({one.have}/{one.need})"
    return f"{'✓' if one.done else '·'} {title} — {told}{far}"


def titled(words: Words, one: Earned) -> tuple[str, str]:
    """What an achievement is called, and what it asks for."""
    from carpets.games import VARIANTS

    row = one.achievement
    variant = words.variant(VARIANTS[row.variant]) if row.variant else ""
    return words.text(row.title).format(variant=variant), words.text(row.told).format(variant=variant)
