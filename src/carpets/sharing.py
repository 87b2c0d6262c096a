"""A deal in a short code that can be typed, and a game told to a friend without giving it away. Pure.

A code is the variant, the number and two check letters: ``kovrik-48213-K7``. The letters are drawn
from a digest of what is before them, so that a slip of the pen is noticed (1023 times in 1024).
"""

from __future__ import annotations

import re
from enum import Enum

from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.rules import Outcome
from carpets.shuffle import BadDealNumber, DealNumber, read_number
from carpets.value import Value
from carpets.words import N_, Words

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32: no I, L, O, U, which are read as 1, 1, 0 and V."""
_READ_AS = str.maketrans("ILOU", "110V")
BAR = "▁▂▃▄▅▆▇█"
STEPS = 10


class WhyNot(Enum):
    """What is wrong with a code: the value is the English source text."""

    SHAPE = N_("“{code}” is not a share code: one looks like {right}")
    VARIANT = N_("“{code}” is for a variant that this program does not know")
    NUMBER = N_("“{code}” has a deal number that cannot be")
    CHECK = N_("“{code}” was copied wrongly: its last two letters do not fit the rest")


class BadCode(ValueError):
    """A text that is no code: ``why`` and the text, cut short."""

    def __init__(self, code: str, why: WhyNot) -> None:
        super().__init__(f"{code!r}: {why.name}")
        self.code = code
        self.why = why

    def told(self, words: Words) -> str:
        """The reason as a sentence without its full stop."""
        return words.text(self.why.value, code=self.code, right=write_code(VARIANTS["kovrik"], DealNumber(48213)))


class Shared(Value):
    """The deal that a code means."""

    rules: AnyRules
    number: DealNumber


def write_code(rules: AnyRules, number: DealNumber) -> str:
    body = f"{rules.name}-{number}"
    return f"{body}-{_check(body)}"


def read_code(text: str) -> Shared:
    """The deal of a code; case and blanks around it do not matter. Raises BadCode."""
    code = text.strip()
    shown = "".join(char if char.isprintable() else "?" for char in code[:40])
    match = re.fullmatch(r"([a-z0-9-]+)-((?:ms)?[0-9]{1,20})-([0-9a-z]{2})", code.lower())
    if match is None:
        raise BadCode(shown, WhyNot.SHAPE)
    name, digits, letters = match.groups()
    if name not in VARIANTS:
        raise BadCode(shown, WhyNot.VARIANT)
    if letters.upper().translate(_READ_AS) != _check(f"{name}-{digits}"):
        raise BadCode(shown, WhyNot.CHECK)
    try:
        return Shared(VARIANTS[name], read_number(digits))
    except BadDealNumber as bad:
        raise BadCode(shown, WhyNot.NUMBER) from bad


def _check(body: str) -> str:
    from hashlib import sha256

    value = int.from_bytes(sha256(body.encode()).digest()[:2], "big")
    return LETTERS[value >> 5 & 31] + LETTERS[value & 31]


# ---------------------------------------------------------------- telling


def bar(game: Game) -> str:
    """How the cards came to their places, in ten steps of the game: no card is given away."""
    goal = game.table.goal
    cursors = [round(step * game.cursor / STEPS) for step in range(1, STEPS + 1)]
    heights = [game.at(cursor).table.done * (len(BAR) - 1) // goal for cursor in cursors]
    return "".join(BAR[height] for height in heights)


def help_told(words: Words, hints: int, peeks: int) -> str:
    """How a game was helped, in a few words."""
    asked = words.count("{n} hint", "{n} hints", hints) if hints else words.text("no hints")
    if not peeks:
        return asked
    looked = words.text("lamp or x-ray")
    return f"{asked}, {looked}" if hints else looked


def share_text(words: Words, game: Game, seconds: float, hints: int, peeks: int, day: str = "") -> str:
    """Two or three lines for a friend: variant and deal (or the ``day`` whose deal it is), how it went, the code."""
    table = game.table
    number = game.deal.number if game.deal is not None else None
    if day:
        head = words.text("{variant}, deal of the day {day}", variant=words.variant(game.rules), day=day)
    elif number is not None:
        head = words.text("{variant}, deal {number}", variant=words.variant(game.rules), number=number)
    else:
        head = words.variant(game.rules)
    came_out = game.outcome is Outcome.WON
    how = words.text("came out") if came_out else f"{table.done}/{table.goal}"
    minutes, rest = divmod(int(seconds), 60)
    helped = help_told(words, hints, peeks)
    lines = [head, f"{bar(game)} {how}, {minutes}:{rest:02}, {words.moves(game.cursor)}, {helped}"]
    if number is not None:
        lines.append(f"kovrik play --share {write_code(game.rules, number)}")
    return "\n".join(lines)
