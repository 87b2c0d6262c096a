"""What a player types in plain text mode, into notation: Russian letters for cards and cells, ``10`` for ``T``.

Whether a word makes sense is judged by ``notation``, and what a place means by ``choosing``.
"""

from __future__ import annotations

import re

from carpets.cards import Card
from carpets.choosing import Cell, Place, Stock, Waste
from carpets.game import Game
from carpets.notation import read_card, read_cell

_SUITS = {"т": "C", "п": "S", "ч": "H", "б": "D", "♣": "C", "♠": "S", "♥": "H", "♦": "D"}
_RANKS = {"т": "A", "к": "K", "д": "Q", "в": "J", "10": "T"}
_ROWS = {"а": "a", "б": "b", "в": "c", "г": "d"}
_ENDS = {"дом": "home", "база": "home", "базу": "home", "запас": "stock", "base": "home"}

_CARD = re.compile(r"(10|[2-9atjqkтквд])([cshdтпчб♣♠♥♦])")
_CELL = re.compile(r"([абвг])([0-9]{1,2})")


def notation(word: str) -> str:
    """The word in notation as far as it is spelt another way: ``7ч-б5`` is ``7H-b5``, ``10♠`` is ``TS``."""
    return "-".join(_part(part) for part in word.lower().replace("—", "-").replace("–", "-").split("-"))


def _part(part: str) -> str:
    if card := _CARD.fullmatch(part):
        rank, suit = card[1], card[2]
        return _RANKS.get(rank, rank.upper()) + _SUITS.get(suit, suit.upper())
    if cell := _CELL.fullmatch(part):
        return _ROWS[cell[1]] + cell[2]
    return _ENDS.get(part, part)


def place_of(game: Game, word: str) -> Place | Card:
    """A cell, a pile, or where a card lies; the card itself where that is not in sight. Raises BadText."""
    if word in _PILES:
        return _PILES[word]
    if re.fullmatch(r"[a-z][0-9]+", word):
        return Cell(read_cell(word, game.rules.grid))
    card, table = read_card(word), game.table
    if card in table.cells:
        return Cell(table.cells.index(card))
    return Waste() if table.waste and table.waste[-1] == card else card


_PILES: dict[str, Place] = {"stock": Stock(), "waste": Waste(), "сброс": Waste()}
