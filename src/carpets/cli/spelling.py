"""What a player types in plain text mode, into notation: Russian letters for cards and cells, ``10`` for ``T``.

Only the spelling: whether a word makes sense is judged by ``notation``.
"""

from __future__ import annotations

import re

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
