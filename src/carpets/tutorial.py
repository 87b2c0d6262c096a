"""A first lesson for each family: a real game, a few moves that are asked for, and what to say to each.

Data and a cursor, no screen: the table and plain text play it alike. Texts hold blanks: a card by its
notation (``{8H}``) and ``{to}``, the cell that the awaited move goes to.
"""

from __future__ import annotations

from collections.abc import Mapping

from carpets.cards import CARDS
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.moves import Fill, Move, Put
from carpets.notation import read_move, write_cell
from carpets.value import Value, replace
from carpets.words import N_, Words


class Step(Value):
    """``text`` is said first. ``awaits``: the move in notation, ``""`` where there is only something to read.

    ``otherwise`` answers another legal move, which is not made. ``collects``: going on makes every safe move.
    """

    text: str
    awaits: str = ""
    otherwise: str = ""
    collects: bool = False


class Script(Value):
    """A lesson: the variant and position it is played on, and its steps."""

    variant: str
    position: str
    steps: tuple[Step, ...]


class Lesson(Value):
    """A lesson being played: ``step`` counts from 0; ``strayed``: the last move tried was not the one awaited."""

    script: Script
    game: Game
    step: int = 0
    strayed: bool = False

    @property
    def over(self) -> bool:
        return self.step == len(self.script.steps)

    @property
    def awaited(self) -> Move | None:
        """The move that is asked for; None where there is only something to read, and at the end."""
        word = "" if self.over else self.script.steps[self.step].awaits
        return read_move(word, self.game.rules.grid) if word else None

    def said(self, words: Words) -> str:
        """What to say now; ``""`` at the end."""
        if self.over:
            return ""
        step, move = self.script.steps[self.step], self.awaited
        blanks = {str(card): words.card(card) for card in CARDS}
        if isinstance(move, Put | Fill):
            blanks["to"] = write_cell(move.cell, self.game.rules.grid)
        return words.text(step.otherwise if self.strayed else step.text).format_map(blanks)

    def play(self, move: Move) -> Lesson:
        """A legal move tried: made and the next step if it was awaited, else the same step, strayed."""
        if move != self.awaited:
            return replace(self, strayed=True)
        return replace(self, game=self.game.play(move), step=self.step + 1, strayed=False)

    def on(self) -> Lesson:
        """What was to be read has been read; a step that awaits a move has its text said again."""
        if self.over or self.awaited is not None:
            return replace(self, strayed=False)
        game = self.game
        while self.script.steps[self.step].collects and (move := game.rules.collect(game.state)) is not None:
            game = game.play(move)
        return replace(self, game=game, step=self.step + 1, strayed=False)


def begin(family: str) -> Lesson:
    """The lesson of a family, at its first step."""
    script = SCRIPTS[family]
    rules = VARIANTS[script.variant]
    return Lesson(script, Game.from_position(rules, rules.read(script.position)))


KOVRIK = Script(
    "kovrik-grand-36",
    """\
AC 6C 7C 8C 9C TC JC QC KC --
AS 6S 7S 8S 9S TS JS QS KS AH
-- 6H 7H AD 9H TH JH QH KH --
-- 6D 7D 8D 9D TD KD 8H QD JD
""",
    (
        Step(N_("Every row is to hold one suit, from ace to king, with the hole at its end. All cards lie open.")),
        Step(
            N_("First the aces. Two head their rows already. {AH} goes to the free first cell {to}."),
            "AH-c1",
            N_("That would do in a real game. Here, please: {AH} to {to}."),
        ),
        Step(
            N_("{AD} takes the last free first cell, {to}. Then all may move."),
            "AD-d1",
            N_("The aces first: {AD} to {to}."),
        ),
        Step(
            N_("{AD} left a hole after {7H}. It takes the next card of that suit: {8H}, from wherever it lies."),
            "8H-c4",
            N_("Look at the hole after {7H}: {8H} goes there."),
        ),
        Step(
            N_("{8H} left a hole after {KD}. Nothing goes after a king: the hole is dead."),
        ),
        Step(
            N_("All four holes are dead now, so redeal: the chains stay, the other cards are laid out anew."),
            "redeal",
            N_("Only a redeal helps here."),
        ),
        Step(
            N_("After each chain the redeal left a hole. After {TD} comes {JD}."),
            "JD-d7",
            N_("The hole after {TD} takes {JD}."),
        ),
        Step(
            N_("{KD} stands in the way. The hole after {QD} takes it, to {to}."),
            "KD-d10",
            N_("{KD} goes after {QD}."),
        ),
        Step(
            N_("Now {QD} follows {JD}."),
            "QD-d8",
            N_("The hole after {JD} takes {QD}."),
        ),
        Step(
            N_("And {KD} follows {QD} once more, this time for good."),
            "KD-d9",
            N_("The hole after {QD} takes {KD}."),
        ),
        Step(N_("It has come out! A full Kovrik has 52 cards and no redeal. Undo takes back any move.")),
    ),
)

CARPET = Script(
    "carpet",
    """\
TC 4S 9D QS 7S
2S KD JC 5S TD
9S QC 3S JD TS
6S QD KC 8S JS
stock KS 8D 9C
""",
    (
        Step(N_("All cards go to the four bases, one for each suit, from ace to king. This game is nearly done.")),
        Step(
            N_("Any card of the carpet may go to its base when its turn comes. {2S} follows {AS}: send it there."),
            "2S-home",
            N_("{2S} is the one whose turn it is."),
        ),
        Step(
            N_("{2S} left a hole, and it stays until you fill it. Turn a card of the stock."),
            "draw",
            N_("That can wait. Turn a card of the stock first."),
        ),
        Step(
            N_("Only the top of the waste is free. {KS} would cover what comes next, so lay it into the hole, {to}."),
            "KS-b1",
            N_("Not yet: {KS} would stay in the way. Lay it into the hole, {to}."),
        ),
        Step(
            N_("Turn the next card. The stock is gone through only once."),
            "draw",
            N_("That can wait. Turn a card of the stock first."),
        ),
        Step(
            N_("The top of the waste may go to its base too. {8D} follows {7D}."),
            "8D-home",
            N_("{8D} can go to its base."),
        ),
        Step(
            N_("One card is left in the stock. Turn it."),
            "draw",
            N_("That can wait. Turn a card of the stock first."),
        ),
        Step(
            N_("{9C} follows {8C}. When the stock is empty, carpet and waste are all there is."),
            "9C-home",
            N_("{9C} can go to its base."),
        ),
        Step(N_("A move to a base never hurts. Auto-collect makes all of them; go on and see."), collects=True),
        Step(N_("It has come out! A real game starts with 28 cards in the stock. Undo takes back any move.")),
    ),
)

SCRIPTS: Mapping[str, Script] = {"kovrik": KOVRIK, "carpet": CARPET}
