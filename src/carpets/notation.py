"""Words for cards, cells, moves and positions: each ``read_x`` beside its ``write_x``.

Plain ASCII, never localised. Games read and write whole positions with
``read_lines`` and ``write_rows``; a fault is a ``BadText`` that knows its line and word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType

from carpets.cards import CARDS, Card, Pack
from carpets.moves import Draw, Fill, Home, Move, Put, Redeal
from carpets.shuffle import BadDealNumber, DealNumber, read_number
from carpets.value import Value

HOLE = "--"
_CARDS = {str(card): card for card in CARDS}


class Trouble(Enum):
    """What is wrong with a text. The value is the English sentence; ``{word}`` and ``{right}`` are blanks."""

    CARD = "“{word}” is not a card: write rank and suit, such as 7C or TD"
    CELL = "“{word}” is not a cell: write row letter and column number, {right}"
    MOVE = "“{word}” is not a move: write 7C-b5, 7C-home, draw, stock-b5 or redeal"
    NUMBER = "“{word}” is not a number: {right} is expected"
    DEAL = "“{word}” is not a deal number"
    LINE = "“{word}” begins no line of a position; known are {right}"
    TWICE = "{word} stands here twice"
    REPEATED_LINE = "the line “{word}” stands here twice"
    MISSING = "the card {word} is missing"
    FOREIGN = "{word} is not in this variant's pack"
    ROWS = "there are {word} rows of cells instead of {right}"
    WIDTH = "the row has {word} cells instead of {right}"
    HOLES = "a row of holes and cards is expected, not “{word}”"
    HOME = "{word} lies on a base, yet a lower card of its suit is elsewhere"
    NO_PLACE = "this variant has no {word}"
    ACES_OUT = "{word} belongs on its base from the start in this variant"
    TOO_MANY = "{word} is more than this variant has: {right}"
    HEADER = 'a header is expected, such as [Variant "kovrik"], not “{word}”'
    MISSING_HEADER = "the header [{word}] is missing"
    FORMAT = "format {word} is not known; this program reads format {right}"
    VARIANT = "there is no variant “{word}”; known are {right}"
    PACK = "the pack has {word} cards instead of {right}"
    ILLEGAL = "move {right}, {word}, is not legal here"
    TOO_LONG = "the text is too long: {word} characters, at most {right} are read"
    NOT_TEXT = "this is not a text file"
    EMPTY = "the text is empty"


class BadText(ValueError):
    """A text that cannot be read: what is wrong, in which line, counting from 1, and at which word."""

    def __init__(
        self, trouble: Trouble, word: str = "", *, right: str = "", line: int = 0, cause: object = None
    ) -> None:
        self.trouble = trouble
        self.word = word
        self.right = right
        self.line = line
        self.cause = cause
        super().__init__(str(self))

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return where + self.trouble.value.format(word=self.word, right=self.right)

    def at(self, line: int) -> BadText:
        """The same fault, placed on a line unless it already has one."""
        return self if self.line else BadText(self.trouble, self.word, right=self.right, line=line, cause=self.cause)


# ---------------------------------------------------------------- cards and cells


def read_card(word: str) -> Card:
    """``7C``, ``TD`` (lower case is accepted). Raises BadText."""
    card = _CARDS.get(word.upper())
    if card is None:
        raise BadText(Trouble.CARD, word)
    return card


def write_card(card: Card) -> str:
    return str(card)


def read_cell(word: str, grid: tuple[int, int]) -> int:
    """``a1`` is the first cell of the first row. ``grid`` is (rows, columns). Raises BadText."""
    rows, columns = grid
    match = re.fullmatch(r"([a-z])([1-9][0-9]?)", word.lower())
    if match and ord(match[1]) - 97 < rows and int(match[2]) <= columns:
        return (ord(match[1]) - 97) * columns + int(match[2]) - 1
    raise BadText(Trouble.CELL, word, right=f"a1 .. {chr(96 + rows)}{columns}")


def write_cell(cell: int, grid: tuple[int, int]) -> str:
    return f"{chr(97 + cell // grid[1])}{cell % grid[1] + 1}"


# ---------------------------------------------------------------- moves


def read_move(word: str, grid: tuple[int, int]) -> Move:
    """``7C-b5``, ``7C-home``, ``draw``, ``stock-b5``, ``redeal``. Raises BadText."""
    lower = word.lower()
    if lower == "draw":
        return Draw()
    if lower == "redeal":
        return Redeal()
    what, dash, where = lower.partition("-")
    if not dash or not what or not where:
        raise BadText(Trouble.MOVE, word)
    if what == "stock":
        return Fill(read_cell(where, grid))
    card = read_card(what)
    return Home(card) if where == "home" else Put(card, read_cell(where, grid))


def write_move(move: Move, grid: tuple[int, int]) -> str:
    match move:
        case Put(card, cell):
            return f"{card}-{write_cell(cell, grid)}"
        case Home(card):
            return f"{card}-home"
        case Fill(cell):
            return f"stock-{write_cell(cell, grid)}"
        case Draw():
            return "draw"
        case Redeal():
            return "redeal"


# ---------------------------------------------------------------- positions


class Line(Value):
    """One line of a text: its number, counting from 1, and its words without comments."""

    number: int
    words: tuple[str, ...]


def lines_of(text: str) -> list[Line]:
    """The lines that say something; ``;`` starts a comment."""
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        words = tuple(raw.partition(";")[0].split())
        if words:
            found.append(Line(number, words))
    return found


class Position(Value):
    """A position as written: its rows of cells and its named lines, not yet judged by any rules."""

    rows: tuple[tuple[Card | None, ...], ...]
    named: Mapping[str, Line] = MappingProxyType({})

    @property
    def cells(self) -> tuple[Card | None, ...]:
        return tuple(cell for row in self.rows for cell in row)

    def cards(self, name: str) -> tuple[Card, ...]:
        """The cards of a named line, in the order written; ``--`` is skipped; no line: none."""
        line = self.named.get(name)
        if line is None:
            return ()
        return tuple(_card_on(line, word) for word in line.words[1:] if word != HOLE)

    def number(self, name: str, most: int | None = None) -> int | None:
        """The whole number of a named line, at most ``most``, or None without the line."""
        line = self.named.get(name)
        if line is None:
            return None
        word = line.words[1] if len(line.words) == 2 else " ".join(line.words[1:])
        if not re.fullmatch(r"[0-9]{1,9}", word):
            raise BadText(Trouble.NUMBER, word, right=f"{name} 0", line=line.number)
        if most is not None and int(word) > most:
            raise BadText(Trouble.TOO_MANY, f"{name} {int(word)}", right=str(most), line=line.number)
        return int(word)

    def deal_number(self) -> DealNumber | None:
        """The number of the ``deal`` line, or None without it."""
        line = self.named.get("deal")
        if line is None:
            return None
        word = " ".join(line.words[1:])
        try:
            return read_number(word)
        except BadDealNumber as fault:
            raise BadText(Trouble.DEAL, word, line=line.number, cause=fault) from fault


def read_position(text: str, grid: tuple[int, int], names: Sequence[str]) -> Position:
    """The rows of cells and the named lines of a text.

    ``grid`` is (rows, columns); ``names`` are the lines the game knows. Raises BadText.
    """
    rows: list[tuple[Card | None, ...]] = []
    named: dict[str, Line] = {}
    lines = lines_of(text)
    if not lines:
        raise BadText(Trouble.EMPTY)
    for line in lines:
        first = line.words[0].lower()
        if first in names:
            if first in named:
                raise BadText(Trouble.REPEATED_LINE, first, line=line.number)
            named[first] = line
        elif first.isalpha() and first.upper() not in _CARDS:
            raise BadText(Trouble.LINE, line.words[0], right=", ".join(names), line=line.number)
        else:
            cells = tuple(None if word == HOLE else _card_on(line, word) for word in line.words)
            if len(cells) != grid[1]:
                raise BadText(Trouble.WIDTH, str(len(cells)), right=str(grid[1]), line=line.number)
            rows.append(cells)
    if len(rows) != grid[0]:
        raise BadText(Trouble.ROWS, str(len(rows)), right=str(grid[0]), line=lines[-1].number)
    position = Position(tuple(rows), named)
    _no_card_twice(lines, names)
    return position


def _card_on(line: Line, word: str) -> Card:
    try:
        return read_card(word)
    except BadText as fault:
        raise fault.at(line.number) from None


def _no_card_twice(lines: Iterable[Line], names: Sequence[str]) -> None:
    seen: set[Card] = set()
    for line in lines:
        first = line.words[0].lower()
        if first in names and first not in ("stock", "waste"):
            continue
        for word in line.words[first in names :]:
            if word == HOLE:
                continue
            card = _card_on(line, word)
            if card in seen:
                raise BadText(Trouble.TWICE, str(card), line=line.number)
            seen.add(card)


def check_pack(cards: Iterable[Card], pack: Pack) -> None:
    """Raises BadText unless the cards are exactly those of the pack."""
    present = set(cards)
    for card in sorted(present - pack.cards):
        raise BadText(Trouble.FOREIGN, str(card))
    for card in sorted(pack.cards - present):
        raise BadText(Trouble.MISSING, str(card))


def write_rows(cells: Sequence[Card | None], columns: int) -> str:
    """Rows of cells, one a line."""
    words = [HOLE if card is None else str(card) for card in cells]
    return "\n".join(" ".join(words[at : at + columns]) for at in range(0, len(words), columns)) + "\n"


def write_cards(name: str, cards: Iterable[Card]) -> str:
    """A named line of cards, or nothing where there are none."""
    words = [str(card) for card in cards]
    return f"{name} {' '.join(words)}\n" if words else ""
