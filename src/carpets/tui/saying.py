"""What the session has to say, in a player's words: the message line, the facts beside the bar, the footer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from carpets import telling
from carpets.cards import Suit
from carpets.paint.model import Chrome
from carpets.rules import Outcome
from carpets.tui import keys, notes, offering, session
from carpets.tui.session import Play
from carpets.value import replace
from carpets.words import Words

if TYPE_CHECKING:
    from carpets.game import Game
    from carpets.tui.keeping import Keeper
    from carpets.tui.request import Seat


def message(play: Play, words: Words, chosen: Mapping[str, str] = MappingProxyType({})) -> str:
    """The message line: what the last event had to say, else how the game stands, else what the cursor's place does.

    ``chosen``: keys of the player's own.
    """
    note = play.note
    match note:
        case notes.Refused(why):
            return words.refusal(why)
        case notes.ChooseOther(_, count):
            return words.count("{n} place is lit: choose one.", "{n} places are lit: choose one.", count)
        case notes.Typed(rank):
            return words.text("{rank} of which suit?  {suits}", rank=rank, suits=_suit_keys(words))
        case notes.NotInSight(card):
            return words.text("{card} is not in sight.", card=words.card(card))
        case notes.NotPlayedWith(card):
            return words.text("{card} is not in the pack of this variant.", card=words.card(card))
        case notes.Collected(count):
            told = words.count("{n} card collected.", "{n} cards collected.", count)
            over = play.game.outcome is not Outcome.PLAYING
            return f"{told}  {telling.standing(words, play.game.rules, play.game.state)}" if over else told
        case notes.Restarted():
            return words.text("From the beginning; redo makes the moves again.")
        case notes.Advised(way=way) if way is not None:
            from carpets.advising import back

            rescue = keys.keys_of(keys.BY_NAME["rescue"], chosen)[0]
            return back(words, way, play.game.cursor, keys.shown(rescue))
        case notes.Advised(hint, more):
            from carpets.advising import advice  # brings the solver, which a game without hints does without

            told = advice(words, play.game.rules, hint)
            return told + "  " + words.text("Looking further…") if more else told
        case notes.Rescued(count):
            from carpets.advising import rescued

            return rescued(words, count)
        case notes.NothingToRescue():
            return words.text("This position is not known to be lost; a hint looks into it.")
        case notes.Weighed(more):
            from carpets.advising import weighed

            told = weighed(words, play.game.rules, play.odds)
            return told + "  " + words.text("Looking further…") if more else told
        case notes.Saved(file):
            return words.text("Saved as {file}.", file=file)
        case notes.Shared():
            return words.text("Sent to the clipboard: the deal and how it went.")
        case notes.NotSaved(reason):
            return words.text("Not saved: {reason}.", reason=reason)
        case None:
            return _standing(play, words)


def _suit_keys(words: Words) -> str:
    return "  ".join(f"{key} {words.suits[suit]}" for key, suit in zip("cshd", Suit, strict=True))


def _standing(play: Play, words: Words) -> str:
    game = play.game
    standing = telling.standing(words, game.rules, game.state)
    moves = game.legal()
    if game.outcome is not Outcome.PLAYING or not any(True for move in moves if move != session.REDEAL):
        return standing
    told = telling.place(words, game.rules, game.state, play.cursor)
    chance = session.chances(play).get(play.cursor)
    if chance is None:
        return f"{told}  {standing}"
    from carpets.advising import share

    return f"{told}  {share(words, chance)}"


def warning(keeper: Keeper, words: Words) -> str:
    """Why the game is not kept, else that nobody knows whether the day's deal comes out; else nothing."""
    if keeper.trouble is not None:
        return words.text(keeper.trouble.value, file=words.text("The file of games"))
    return words.text("Nobody knows whether this day's deal comes out.") if keeper.uncertain else ""


def facts(play: Play, words: Words, time: str = "") -> tuple[str, ...]:
    """Clock, moves, stock or redeals: the first are the last to go on a narrow screen."""
    table = play.game.table
    told = [time] if time else []
    told.append(words.count("{n} move", "{n} moves", play.game.cursor))
    if table.stock is not None:
        told.append(words.count("stock {n}", "stock {n}", table.stock))
    if table.redeals != 0:
        told.append(
            words.text("redeals ∞")
            if table.redeals is None
            else words.count("{n} redeal", "{n} redeals", table.redeals)
        )
    return tuple(told)


def helped(words: Words, keeper: Keeper | None, game: Game, *, scored: bool) -> list[str]:
    """Of a game that ended: time, help, score (``scored``: in any variant), whether the deal had been seen before."""
    from carpets.score import SCORED, highest, score
    from carpets.sharing import help_told

    journal = keeper.journal if keeper is not None else None
    if keeper is None or journal is None:
        return []
    told = [f"{clock(keeper.played)}   {help_told(words, journal.hints, journal.peeks)}"]
    if scored or game.rules.name in SCORED:
        points = score(game, keeper.played)
        told.append(words.text("score {n} of {highest}", n=points.total, highest=highest(game)))
    if journal.again:
        told.append(words.text("This deal was seen before and is not counted again."))
    return told


def clock(seconds: float) -> str:
    """``4:05``, ``1:02:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def footer(possible: frozenset[str], words: Words, chosen: Mapping[str, str]) -> tuple[tuple[str, str, str], ...]:
    """(key, label, action) of what can be done now, most wanted first."""
    return _footer(possible, words, tuple(chosen.items()))


@lru_cache(maxsize=64)
def _footer(
    possible: frozenset[str], words: Words, chosen: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str, str], ...]:
    own = dict(chosen)
    rows = sorted((action for action in keys.ACTIONS if action.rank), key=lambda action: action.rank)
    return tuple(
        (keys.shown(keys.keys_of(action, own)[0]), words.text(action.label), action.name)
        for action in rows
        if action.name in possible
    )


def lamp(play: Play, words: Words) -> tuple[str, str]:
    """What is known of the position: a style key, and a sign that every terminal has with the words."""
    if play.lamp is None or play.game.outcome is not Outcome.PLAYING:
        return "", ""
    from carpets.solver.lamp import Light

    match play.lamp.light:
        case Light.WINNABLE:
            return "sign:last", words.text("+ winnable")
        case Light.LOST:
            return "sign:cursor", words.text("x lost")
        case Light.REDEAL:
            return "sign:playable", words.text("~ by redeal only")
        case Light.CHANCE:  # no sample is a proof, so it is never 0 nor 100
            return "sign:hint", words.text("~{n}% chance", n=min(max(round(100 * play.lamp.chance), 1), 99))
        case Light.UNKNOWN:
            return "muted", words.text("? unknown")
        case Light.THINKING:
            return "muted", words.text(". thinking")


ALWAYS = frozenset(
    {"new", "number", "menu", "book", "help", "quit", "palette", "language", "redraw", "lesson", "settings"}
)
"""What a table screen can always do, beside ``offering.possible``."""


def possible(play: Play, seat: Seat) -> frozenset[str]:
    """The names of the actions that a table screen can do now."""
    remembered = {"records", "day"} if seat.keeper is not None else set()
    shared = {"share"} if play.game.deal is not None else set()
    return (offering.possible(play) | ALWAYS | remembered | shared) - (frozenset() if seat.can_save else {"save"})


def titles(play: Play, words: Words, seat: Seat) -> Chrome:
    """The words above the board alone."""
    keeper = seat.keeper
    time = clock(keeper.played if keeper is not None else 0) if seat.clock else ""
    game = play.game
    number = "" if game.deal is None or game.deal.number is None else str(game.deal.number)
    return Chrome(
        title=words.variant(game.rules),
        deal=words.text("deal {number}", number=number) if number else "",
        facts=facts(play, words, time),
        lamp=lamp(play, words) if seat.settings.lamp else ("", ""),
    )


def chrome(play: Play, words: Words, seat: Seat) -> Chrome:
    """The words around the board."""
    keeper, chosen = seat.keeper, seat.chosen
    said = ("" if keeper is None else warning(keeper, words)) or message(play, words, chosen)
    return replace(
        titles(play, words, seat),
        message=said,
        short="" if play.note is None and (keeper is None or keeper.trouble is None) else said,
        keys=footer(possible(play, seat), words, chosen),
        too_small=words.text("The table needs {width}x{height} cells."),
    )
