"""The examples of the rule books, played by the rules.

A fenced block ``carpets VARIANT`` holds a position, or ``deal: N``, and then lines that are played in order:

    move: 7C-b5          the move is legal, and is made
    choose: 7C           a place is chosen: a card, a cell, ``base S``, ``stock`` or ``waste``
    refused: Name - ...  the move or choice before it is refused with that reason, in these words
    means: 7C-b5 7C-c2   the choice before it may mean these moves
    outcome: stuck       how the game stands now
    now:                 the position now, on the lines that follow
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from carpets.cards import SUITS, Suit
from carpets.choosing import Base, Cell, Stock, Waste, meant
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.notation import BadText, read_card, read_cell, read_move, write_move
from carpets.refusals import Refusal
from carpets.telling import described
from carpets.words import Words

DASH = " — "


@dataclass(frozen=True)
class Block:
    variant: str
    lines: tuple[str, ...]

    @property
    def bare(self):
        """What is the same in every language: the lines without the sentences of refusals."""
        return self.variant, tuple(line.partition(DASH)[0] for line in self.lines)

    @property
    def reasons(self):
        return {line.split()[1] for line in self.lines if line.startswith("refused:")}


def blocks(book):
    found = re.findall(r"^```carpets (\S+)\n(.*?)^```$", book, flags=re.M | re.S)
    return [Block(variant, tuple(body.splitlines())) for variant, body in found]


def place(rules, table, word):
    match word.split():
        case ["stock"]:
            return Stock()
        case ["waste"]:
            return Waste()
        case ["base", suit]:
            return Base(Suit(SUITS.index(suit)))
    try:
        return Cell(read_cell(word, rules.grid))
    except BadText:
        card = read_card(word)
        return Cell(table.cells.index(card)) if card in table.cells else Waste()


def begin(block):
    """The game of a block and the lines still to be played."""
    rules = VARIANTS[block.variant]
    if block.lines[0].startswith("deal: "):
        return Game.numbered(rules, block.lines[0].removeprefix("deal: ")), block.lines[1:]
    start = next((at for at, line in enumerate(block.lines) if re.match(r"(move|choose|outcome|now):", line)), None)
    return Game.from_position(rules, rules.read("\n".join(block.lines[:start]))), block.lines[start:]


def check(block, words):
    """Plays the block; raises AssertionError where a line is not so."""
    game, lines = begin(block)
    for at, line in enumerate(lines):
        what, _, said = line.partition(":")
        said, verdict = said.strip(), lines[at + 1] if at + 1 < len(lines) else ""
        match what:
            case "move":
                move = read_move(said, game.rules.grid)
                refusal = game.refusal(move)
                expect(words, refusal, verdict)
                game = game if refusal else game.play(move)
            case "choose":
                answer = meant(game.rules, game.state, place(game.rules, game.table, said))
                if isinstance(answer, tuple):
                    moves = " ".join(write_move(move, game.rules.grid) for move in answer)
                    assert verdict == f"means: {moves}"
                else:
                    expect(words, answer, verdict)
            case "outcome":
                assert said == game.outcome.value
            case "now":
                assert game.rules.write(game.state).splitlines() == list(lines[at + 1 :])
                return
            case _:
                assert what in ("refused", "means"), line


def expect(words, refusal: Refusal | None, verdict):
    if refusal is None:
        assert not verdict.startswith("refused:"), f"legal, but: {verdict}"
    else:
        assert verdict == f"refused: {type(refusal).__name__}{DASH}{words.refusal(refusal)}"


def variants(family, language):
    """The list of variants that a book must hold."""
    words = Words.of(language)
    rows = [rules for rules in VARIANTS.values() if rules.family == family]
    return "\n".join(
        f"- `{rules.name}`: **{words.variant(rules)}** ({rules.after}). {described(words, rules)}" for rules in rows
    )
