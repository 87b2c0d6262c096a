"""What the table has to say: what a place can do, what a move did, how the game stands, how a variant differs.

Sentences for the message line and for plain text, short enough for two lines of 40 columns and without
a word of keys: those belong to the front end. "After" is the cell to the right, or below on a narrow screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from carpets.cards import Card, Pack, Suit
from carpets.choosing import Base, Cell, Place, Stock, card_at, meant, seen
from carpets.games import VARIANTS, AnyRules
from carpets.moves import Draw, Fill, Home, Move, Put, Redeal
from carpets.notation import HOLE, write_cell
from carpets.rules import Hole, Outcome, Table
from carpets.value import named
from carpets.words import N_, Words

# ---------------------------------------------------------------- places


def place(words: Words, rules: AnyRules, state: Any, at: Place) -> str:
    """What choosing the place would do, or why it does nothing."""
    moves = meant(rules, state, at)
    if not isinstance(moves, tuple):
        return words.refusal(moves)
    table, _ = seen(rules, state)
    card = card_at(table, at)
    match at:
        case Stock():
            return words.count("Turns a card; {n} is left.", "Turns a card; {n} are left.", table.stock or 0)
        case Base():
            return words.text("This base takes {cards}.", cards=words.any_of(_cards(words, moves)))
        case Cell() if card is None:
            return _hole(words, moves)
    return _goes(words, rules, table, card, moves) if card is not None else ""


def _cards(words: Words, moves: Iterable[Move]) -> list[str]:
    return [words.card(move.card) for move in moves if isinstance(move, Put | Home)]


def _hole(words: Words, moves: tuple[Move, ...]) -> str:
    if isinstance(moves[0], Fill):
        return words.text("This hole takes the next card of the stock.")
    return words.text("This hole takes {cards}.", cards=words.any_of(_cards(words, moves)))


def _goes(words: Words, rules: AnyRules, table: Table, card: Card, moves: tuple[Move, ...]) -> str:
    """Where the card goes now: its base, beside a neighbour, the first cells, any hole."""
    said = words.card(card)
    home = any(isinstance(move, Home) for move in moves)
    cells = [move.cell for move in moves if isinstance(move, Put)]
    if home and cells:
        return words.text("{card} goes to its base or into a hole.", card=said)
    if home:
        return words.text("{card} goes to its base.", card=said)
    if table.waste is not None:
        return words.text("{card} goes into a hole.", card=said)
    where = [_beside(words, rules, table, card, cell) for cell in cells if cell % table.columns]
    if first := sum(cell % table.columns == 0 for cell in cells):
        where.insert(0, words.text("to the first cell of a row ({n} free)", n=first))
    return words.text("{card} goes {where}.", card=said, where=words.any_of(where))


def _beside(words: Words, rules: AnyRules, table: Table, card: Card, cell: int) -> str:
    left = table.cells[cell - 1]
    if isinstance(left, Card) and left in rules.goes(card).right_of:
        return words.text("after {card}", card=words.card(left))
    right = table.cells[cell + 1]
    return words.text("before {card}", card=words.card(right) if isinstance(right, Card) else "")


# ---------------------------------------------------------------- moves


def done(words: Words, rules: AnyRules, before: Any, move: Move) -> str:
    """What a legal move does to the state it is played in, for those who cannot see it happen."""
    old, new = rules.table(before), rules.table(rules.play(before, move))
    match move:
        case Put(card, cell):
            return words.text("{card} goes to {cell}.", card=words.card(card), cell=write_cell(cell, rules.grid))
        case Fill(cell):
            came = new.cells[cell]
            assert isinstance(came, Card)
            return words.text(
                "{card} comes from the stock to {cell}.", card=words.card(came), cell=write_cell(cell, rules.grid)
            )
        case Home(card):
            return words.text("{card} goes to its base.", card=words.card(card)) + _came(words, rules, old, new, card)
        case Draw():
            assert new.waste
            return words.text("{card} is turned.", card=words.card(new.waste[-1]))
        case Redeal():
            return words.text("The cards outside the chains are laid out anew.")


def _came(words: Words, rules: AnyRules, old: Table, new: Table, card: Card) -> str:
    """The card that came by itself into the hole that a card left, if one did."""
    if card not in old.cells:
        return ""
    cell = old.cells.index(card)
    came = new.cells[cell]
    if isinstance(came, Hole):
        return ""
    return " " + words.text("{card} comes to {cell}.", card=words.card(came), cell=write_cell(cell, rules.grid))


# ---------------------------------------------------------------- how it stands


def standing(words: Words, rules: AnyRules, state: Any) -> str:
    """How the game stands: won, stuck, a redeal due, or what is open."""
    match rules.outcome(state):
        case Outcome.WON:
            return words.text("The game has come out!")
        case Outcome.STUCK:
            return words.text("Stuck: no move is left.")
    table, moves = seen(rules, state)
    if all(isinstance(move, Redeal) for move in moves):
        return words.text("No move is left: redeal or give up.") + " " + redeals(words, table.redeals)
    return _holes(words, table, moves) if not table.home else _carpet(words, table, moves)


def redeals(words: Words, left: int | None) -> str:
    """How many redeals are left, None for unlimited."""
    if left is None:
        return words.text("Redeals are unlimited.")
    return words.count("{n} redeal is left.", "{n} redeals are left.", left)


def _holes(words: Words, table: Table, moves: Sequence[Move]) -> str:
    """Of the holes of the grid: how many take a card now, how many are dead."""
    open_now = len({move.cell for move in moves if isinstance(move, Put)})
    dead = sum(isinstance(cell, Hole) and cell.dead is not None for cell in table.cells)
    said = words.count("{n} hole is open", "{n} holes are open", open_now)
    return said + (words.count(", {n} is dead.", ", {n} are dead.", dead) if dead else ".")


def _carpet(words: Words, table: Table, moves: Sequence[Move]) -> str:
    home = sum(isinstance(move, Home) for move in moves)
    holes = sum(isinstance(cell, Hole) for cell in table.cells)
    said = (
        words.count("{n} card can go to its base.", "{n} cards can go to their bases.", home)
        if home
        else words.text("No card can go to its base.")
    )
    return said + (" " + words.text("Holes: {n}.", n=holes) if holes else "")


# ---------------------------------------------------------------- the table in lines


def table(words: Words, rules: AnyRules, table: Table) -> Iterator[str]:
    """The whole table, one line a row and one for each pile; then the holes with what they take."""
    for row in range(table.rows):
        cells = table.cells[row * table.columns : (row + 1) * table.columns]
        shown = (HOLE if isinstance(cell, Hole) else words.card(cell) for cell in cells)
        yield f"{chr(97 + row)}: {' '.join(shown)}"
    if table.home:
        tops = (
            f"{words.suits[suit]}-" if top is None else words.card(top)
            for suit, top in zip(Suit, table.home, strict=True)
        )
        yield words.text("bases: {cards}", cards=" ".join(tops))
    if table.stock is not None:
        yield words.text("stock: {n}", n=table.stock)
    if table.waste is not None:
        yield words.text("waste, top last: {cards}", cards=" ".join(map(words.card, table.waste)) or HOLE)
    if table.redeals != 0:
        yield redeals(words, table.redeals)
    yield from _each_hole(words, rules, table)


def _each_hole(words: Words, rules: AnyRules, table: Table) -> Iterator[str]:
    for cell, hole in enumerate(table.cells):
        if isinstance(hole, Hole):
            where = write_cell(cell, rules.grid)
            if hole.dead is not None:
                yield words.text("hole {cell}: {why}", cell=where, why=words.refusal(hole.dead))
            elif hole.takes:
                yield words.text("hole {cell}: takes {cards}.", cell=where, cards=words.cards(hole.takes))
            else:
                yield words.text("hole {cell}.", cell=where)


# ---------------------------------------------------------------- variants


def described(words: Words, rules: AnyRules) -> str:
    """A variant in one sentence: how it differs from the basic game."""
    told = "; ".join(differences(words, rules)) or words.text("the basic game")
    return told[0].upper() + told[1:] + "."


def differences(words: Words, rules: AnyRules) -> tuple[str, ...]:
    """How a variant differs from the basic game of its family, field by field; a basic game: ()."""
    basic = VARIANTS[rules.family]
    row = named(rules)  # type: ignore[arg-type]
    told = [name for name, value in row.items() if name in _TOLD and value != getattr(basic, name)]
    if row.get("redeals") != 0 and "redeals" in row and rules is not basic:
        told += [name for name in ("when", "how") if name not in told]
    moot = {"bases_move"} if row.get("chains_locked") else set()
    if getattr(row.get("first_holes"), "name", "") in ("WHERE_ACES_STOOD", "AFTER_ACES"):
        moot.add("bases_first")  # the deal itself lays them
    return tuple(_difference(words, name, row[name]) for name in _TOLD if name in told and name not in moot)


def _difference(words: Words, name: str, value: object) -> str:
    match value:
        case None:
            return words.text("redeals without limit")
        case bool() | str():
            key = f"{name} {value}"
        case int():
            return words.count("{n} redeal", "{n} redeals", value)
        case Pack(ranks):
            key = f"{name} {4 * len(ranks)}"
        case Enum():
            key = f"{name} {value.name}"
        case (rows, columns):
            return words.text("a carpet of {rows} rows of {columns}", rows=rows, columns=columns)
        case _:
            raise TypeError(f"no words for {name} {value!r}")
    return words.text(DIFFERENCES[key])


_TOLD = (
    "pack", "first_holes", "bases_first", "bases_move", "neighbour", "chains_locked", "redeals", "when", "how",
    "grid", "aces_out", "fill",
)  # fmt: skip

DIFFERENCES: Mapping[str, str] = {
    "pack 36": N_("36 cards: ace, then six to king, 10 cells in a row"),
    "pack 48": N_("the aces are taken off the table, rows run from two to king, 13 cells in a row"),
    "first_holes WHERE_ACES_STOOD": N_("the deal moves the aces to the first column, and the holes are where they lay"),
    "first_holes AFTER_ACES": N_("the aces are dealt into the first column, and the second one is empty"),
    "first_holes ACES_TAKEN": N_("the holes are where the aces lay"),
    "bases_first False": N_("the first cells are filled at any time"),
    "bases_move True": N_("a card that heads a row may move to another free first cell"),
    "neighbour LEFT_ANY_SUIT": N_("a hole takes the next rank in any suit"),
    "neighbour LEFT_OR_RIGHT": N_("a hole also takes the card one rank below its right neighbour, of the same suit"),
    "chains_locked True": N_("cards in chains are locked"),
    "when STUCK": N_("only when no move is left"),
    "when ANY_TIME": N_("at any time"),
    "how SHUFFLE": N_("shuffled, a hole directly after each chain"),
    "how RANDOM_HOLES": N_("shuffled, the holes anywhere outside the chains"),
    "how HOLES_LAST": N_("shuffled, the holes at the ends of the rows"),
    "how GATHER": N_("gathered and laid back by columns without a shuffle, a hole directly after each chain"),
    "aces_out False": N_("the aces are in the pack and open their bases when they turn up"),
    "fill WASTE_OR_STOCK": N_("a hole may be filled from the stock while the waste is empty"),
    "fill AUTO": N_("a hole fills at once from the waste, or else from the stock"),
    "fill AUTO_STOCK": N_("a hole fills at once from the stock, and there is no waste"),
    "fill NEVER": N_("holes are never filled"),
}
"""By field and value."""
