"""What the solver found, into sentences: hints, with how sure they are and by what they were chosen; looking back."""

from __future__ import annotations

from collections.abc import Mapping

from carpets import telling
from carpets.game import Game
from carpets.games import AnyRules
from carpets.moves import Draw, Fill, Home, Move, Put, Redeal
from carpets.notation import write_cell
from carpets.rules import Outcome
from carpets.solver.hints import Best, Hint, Hopeless, Rule, Winning
from carpets.solver.lamp import Lamp, Light
from carpets.solver.odds import Chance
from carpets.solver.review import Mark, Review, WayBack
from carpets.words import N_, Words

WHY: Mapping[Rule, str] = {
    Rule.SAFE: N_("it can spoil nothing"),
    Rule.ONLY: N_("it is the only move"),
    Rule.CHAINS: N_("of all moves it leaves the longest chains and the most open holes"),
    Rule.WAIT: N_("a card whose turn is near, or that covers nearer ones, gets the hole; others wait in the waste"),
    Rule.ODDS: N_("it came out most often over shuffles of the unseen cards"),
    Rule.BEFORE_REDEAL: N_("nothing wins without a redeal, and it leads to the longest chains before one"),
}

JUDGED: Mapping[Mark, str] = {
    Mark.WINNABLE: N_("Could be won."),
    Mark.LOST: N_("Lost."),
    Mark.REDEAL: N_("Lost without a redeal."),
    Mark.UNKNOWN: N_("Not known."),
    Mark.OPEN: N_("Not looked at yet."),
}
"""What a position of a game looked back on was."""


LIT: Mapping[Light, str] = {
    Light.WINNABLE: N_("It can still be won."),
    Light.LOST: N_("Proved: this position can no longer be won."),
    Light.REDEAL: N_("It cannot be won without a redeal."),
    Light.CHANCE: N_("With the best choice {n} of 100 come out."),
    Light.UNKNOWN: N_("Whether it can be won is not known."),
    Light.THINKING: N_("Whether it can be won is not known."),
}


def lit(words: Words, lamp: Lamp) -> str:
    """What the lamp shows, as a sentence."""
    told = words.text(LIT[lamp.light])
    return told.format(n=percent(lamp.chance)) if lamp.light is Light.CHANCE else told


def advice(words: Words, rules: AnyRules, hint: Hint) -> str:
    """A hint as a whole sentence."""
    match hint:
        case Winning(line, xray):
            told = words.count("{move}: this wins, {n} move to go", "{move}: this wins, {n} moves to go", len(line),
                               move=named(words, rules, line[0]))  # fmt: skip
            return told + (words.text(", knowing the stock.") if xray else ".")
        case Hopeless():
            return words.text(LIT[Light.LOST])
        case Best(move, rule, chance, error):
            told = words.text("{move}: {why}", move=named(words, rules, move), why=words.text(WHY[rule]))
            if chance is None:
                return told + "."
            return told + words.text(", {chance}±{error} of 100.", chance=percent(chance), error=give_or_take(error))


def back(words: Words, way: WayBack, cursor: int, key: str) -> str:
    """The way back from a lost position after ``cursor`` moves; ``key`` goes there."""
    if way.at is not None:
        return words.count(
            "Lost: {key} goes {n} move back, where it can be won.",
            "Lost: {key} goes {n} moves back, where it can be won.",
            cursor - way.at,
            key=key,
        )
    if way.dealt:
        return words.text("Proved: this deal could not be won from the start.")
    return words.text("Proved lost; no earlier position is known to be winnable.")


def rescued(words: Words, count: int) -> str:
    """So many moves were taken back, to where the game can be won."""
    return words.count(
        "Taken back {n} move: from here it can be won.", "Taken back {n} moves: from here it can be won.", count
    )


def named(words: Words, rules: AnyRules, move: Move) -> str:
    """A move as advice: ``Q♠ to b5``."""
    match move:
        case Put(card, cell):
            return words.text("{card} to {cell}", card=words.card(card), cell=write_cell(cell, rules.grid))
        case Home(card):
            return words.text("{card} to its base", card=words.card(card))
        case Fill(cell):
            return words.text("Stock to {cell}", cell=write_cell(cell, rules.grid))
        case Draw():
            return words.text("Turn a card")
        case Redeal():
            return words.text("Redeal")


def percent(chance: float) -> int:
    """Of 100, and never 0 or 100: what was tried on samples is no proof."""
    return min(max(round(100 * chance), 1), 99)


def give_or_take(error: float) -> int:
    """A standard error of 100, never 0, which would claim too much."""
    return max(1, round(100 * error))


def weighed(words: Words, rules: AnyRules, chances: Mapping[Move, Chance]) -> str:
    """The chances of all choices in a line, the best first and the equal ones together, under the largest error."""
    equal: dict[int, list[Move]] = {}
    for move in best_first(chances):
        equal.setdefault(percent(chances[move].value), []).append(move)
    told = "; ".join(
        words.text("{choices} {chance}", choices=_together(words, rules, moves), chance=chance)
        for chance, moves in equal.items()
    )
    error = give_or_take(max(chance.error for chance in chances.values()))
    return words.text("Comes out of 100 (±{error}): {choices}.", error=error, choices=told)


def _together(words: Words, rules: AnyRules, moves: list[Move]) -> str:
    """Choices inside a sentence. Holes are alike, and one of them stands for all."""
    home = [words.card(move.card) for move in moves if isinstance(move, Home)]
    told = [words.text("{cards} to their bases", cards=", ".join(home))] if len(home) > 1 else []
    for move in moves:
        match move:
            case Put(card):
                told.append(words.text("{card} into a hole", card=words.card(card)))
            case Fill():
                told.append(words.text("the stock into a hole"))
            case Home() if len(home) > 1:
                pass
            case Draw():
                told.append(words.text("a card of the stock"))
            case _:
                told.append(named(words, rules, move))
    return ", ".join(told)


def shares(words: Words, rules: AnyRules, chances: Mapping[Move, Chance]) -> list[str]:
    """A sentence for each choice, the best first."""
    told = []
    for move in best_first(chances):
        chance, error = percent(chances[move].value), give_or_take(chances[move].error)
        what = named(words, rules, move)
        told.append(words.text("{move}: {chance} of 100 come out, ±{error}.", move=what, chance=chance, error=error))
    return told


def share(words: Words, chance: Chance) -> str:
    """The chance of the choice that is pointed at."""
    return words.text(
        "{chance}±{error} of 100 come out.", chance=percent(chance.value), error=give_or_take(chance.error)
    )


def best_first(chances: Mapping[Move, Chance]) -> list[Move]:
    return sorted(chances, key=lambda move: -chances[move].value)


def hindsight(words: Words, game: Game, review: Review) -> tuple[str, ...]:
    """Where a game was thrown away, and by what it would have been kept; or that no play could have won it."""
    if review.fatal is None:
        lost = review.marks[0] in (Mark.LOST, Mark.REDEAL) and game.rules.outcome(game.states[-1]) is not Outcome.WON
        return (words.text("No play could have won this deal."),) if lost else ()
    move = telling.done(words, game.rules, game.states[review.fatal], game.moves[review.fatal])
    told = words.text("Move {n} threw it away: {move}", n=review.fatal + 1, move=move)
    if not review.kept:
        return (told,)
    return told, words.text("{move} would have kept it.", move=named(words, game.rules, review.kept[0]))
