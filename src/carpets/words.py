"""Values into sentences, in one of the languages the program speaks.

A ``Words`` is bound to one language: several live in one process, one for each player.
English is the source text; ``locale/<language>`` holds the others. A sentence for a value is
looked up by the value's class name, and its fields fill the blanks. What a place on the
table means is told in ``telling``; nothing here asks the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from carpets.cards import Card, Suit
from carpets.notation import BadText
from carpets.refusals import DeadHole, NoPlace, Refusal
from carpets.shuffle import LARGEST, LARGEST_MS, BadDealNumber, Fault
from carpets.value import Value

if TYPE_CHECKING:
    from carpets.games import AnyRules

LANGUAGES = ("en", "ru")
SUITS = "♣♠♥♦"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def N_(text: str) -> str:  # noqa: N802  # gettext's own name for a mark
    """Marks a text for the catalogue where it is written down and not yet said."""
    return text


class _Catalogue(Protocol):
    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, n: int, /) -> str: ...


class _Source:
    """The source text itself."""

    @staticmethod
    def gettext(message: str, /) -> str:
        return message

    @staticmethod
    def ngettext(one: str, many: str, n: int, /) -> str:
        return one if n == 1 else many


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: str) -> _Catalogue:
    """The compiled catalogue; the source text for English, or where none was compiled."""
    if language == "en":
        return _Source()
    import gettext  # only here: an English game does without it

    compiled = f"{__file__.rpartition('words.py')[0]}locale/{language}/LC_MESSAGES/carpets.mo"
    try:
        with open(compiled, "rb") as file:
            return gettext.GNUTranslations(file)  # gettext's own way to the file goes through locale, slow to load
    except FileNotFoundError:
        return _Source()


def language_of(option: str | None, setting: str | None, env: Mapping[str, str]) -> str:
    """The language to speak: the option's, else the setting's, else the locale's, else English.

    ``env`` is asked for LC_ALL, LC_MESSAGES and LANG; the first that is not empty decides, as in POSIX.
    """
    for wish in (option, setting):
        if wish in LANGUAGES:
            return str(wish)
    locale = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
    language = locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else "en"


class Words(Value):
    """The sentences of one language, with cards shown by ``suits`` (in the order of ``cards.Suit``) and ``ranks``."""

    language: str = "en"
    suits: Sequence[str] = SUITS
    ranks: Sequence[str] = RANKS

    @classmethod
    def of(cls, language: str, suits: Sequence[str] = SUITS, ranks: Sequence[str] = RANKS) -> Words:
        """Raises ValueError for a language that is not in LANGUAGES."""
        if language not in LANGUAGES:
            raise ValueError(f"no words in {language!r}; there are {', '.join(LANGUAGES)}")
        return cls(language, tuple(suits), tuple(ranks))

    # ------------------------------------------------------------ texts

    def text(self, message: str, /, **blanks: object) -> str:
        """The message in this language, its ``{blanks}`` filled."""
        found = _catalogue(self.language).gettext(message)
        return found.format(**blanks) if blanks else found

    def count(self, one: str, many: str, n: int, /, **blanks: object) -> str:
        """The form that fits the number, which fills ``{n}``: ``count("{n} move", "{n} moves", 5)``."""
        return _catalogue(self.language).ngettext(one, many, n).format(n=n, **blanks)

    def moves(self, n: int) -> str:
        """``5 moves``."""
        return self.count("{n} move", "{n} moves", n)

    def any_of(self, items: Sequence[str]) -> str:
        """``a``, ``a or b``, ``a, b or c``."""
        if len(items) < 2:
            return "".join(items)
        return self.text("{some} or {last}", some=", ".join(items[:-1]), last=items[-1])

    # ------------------------------------------------------------ cards and variants

    def card(self, card: Card) -> str:
        """``Q♠``, the same in every language."""
        return self.ranks[card.rank - 1] + self.suits[card.suit]

    def cards(self, cards: Sequence[Card]) -> str:
        """``6♠ or 8♠``; the four cards of one rank by their rank alone: ``any 7``."""
        if len(cards) == len(Suit) and len({card.rank for card in cards}) == 1:
            return self.text("any {rank}", rank=self.ranks[cards[0].rank - 1])
        return self.any_of([self.card(card) for card in cards])

    def variant(self, rules: AnyRules) -> str:
        """What people call the variant."""
        return rules.title[self.language]

    # ------------------------------------------------------------ reasons

    def refusal(self, refusal: Refusal) -> str:
        """Why a move is refused, as a whole sentence."""
        blanks = {name: self._shown(getattr(refusal, name)) for name in refusal.__match_args__}
        return self.text(REFUSALS[_kind(refusal)]).format(**blanks)

    def _shown(self, value: object) -> object:
        """A refusal's field as it fills a blank."""
        match value:
            case Card():
                return self.card(value)
            case Suit():
                return self.suits[value]
            case tuple():
                return self.cards(value)
            case _:
                return value

    def trouble(self, bad: BadText, file: str = "") -> str:
        """What is wrong with a text, where, and why if that is known. No full stop at the end."""
        said = self.text(bad.trouble.value).format(word=bad.word, right=bad.right)
        match bad.cause:
            case BadDealNumber():
                said = self.fault(bad.cause)
            case None:
                pass
            case refusal if type(refusal).__name__ in _REFUSED:
                said = f"{said}: {self.refusal(refusal).rstrip('.')}"  # type: ignore[arg-type]
        where = [file] if file else []
        if bad.line:
            where.append(self.text("line {n}", n=bad.line))
        return ": ".join([", ".join(where), said]) if where else said

    def fault(self, bad: BadDealNumber) -> str:
        """Why a text is not a deal number, and what would be one. No full stop at the end."""
        return self.text(FAULTS[bad.fault]).format(text=bad.text, largest=LARGEST, ms=LARGEST_MS)


# ---------------------------------------------------------------- the sentences

FAULTS: Mapping[Fault, str] = {
    Fault.EMPTY: N_("a deal number is missing: write a whole number such as 48213, or ms7"),
    Fault.NEGATIVE: N_("“{text}” is below zero: deal numbers run from 0 to {largest}"),
    Fault.NOT_WHOLE: N_("“{text}” is not a whole number: write digits alone, such as 48213"),
    Fault.NOT_DIGITS: N_("“{text}” is not a deal number: write a whole number such as 48213, or ms7"),
    Fault.TOO_LARGE: N_("“{text}” is too large: deal numbers run from 0 to {largest}"),
    Fault.MS_RANGE: N_("“{text}” does not exist: Microsoft deals run from ms1 to ms{ms}"),
}

REFUSALS: Mapping[str, str] = {
    "OtherGame": N_("This game has no such move."),
    "NoSuchCell": N_("There is no such cell."),
    "NotInPack": N_("{card} is not in the pack of this variant."),
    "CellTaken": N_("The cell is taken: {holder} lies there."),
    "NeedsCard": N_("Only {cards} goes there."),
    "NeedsBase 1": N_("The first cell of a row takes an ace and nothing else."),
    "NeedsBase 2": N_("The first cell of a row takes a two and nothing else."),
    "DeadHole card": N_("Nothing goes after {behind}: this hole is dead."),
    "DeadHole hole": N_("Nothing goes after a hole: this hole is dead."),
    "BasesFirst 1": N_("Aces first: all four go to the first cells of the rows."),
    "BasesFirst 2": N_("Twos first: all four go to the first cells of the rows."),
    "BaseStays": N_("{card} heads its row and stays there."),
    "ChainLocked": N_("{card} is in a chain, and chains are locked here."),
    "NoPlace after": N_("{card} goes after {right_of}, and there is no hole."),
    "NoPlace after or before": N_("{card} goes after {right_of} or before {left_of}: no hole there."),
    "NoPlace first or before": N_("{card} goes to the first cell of a row or before {left_of}: no hole there."),
    "NoPlace first": N_("{card} goes to the first cell of a row, and none is free."),
    "InPlace": N_("{card} already lies after the card it follows."),
    "MovesRemain": N_("A redeal is for when no move is left."),
    "NoRedeals": N_("This variant has no redeal."),
    "RedealsUsedUp": N_("Every redeal has been used."),
    "GameWon": N_("The game has come out already."),
    "AlreadyHome": N_("{card} is on its base, and cards on bases stay."),
    "BaseWants": N_("The base takes {wanted} next, not {card}."),
    "BaseFull": N_("The {suit} base is complete."),
    "FaceDown": N_("{card} is still face down in the stock."),
    "UnderTop": N_("Only the top of the waste is free: {card} lies under {top}."),
    "NotFromCarpet": N_("{card} leaves the carpet for its base only."),
    "NeverFilled": N_("Holes are never filled in this variant."),
    "FilledAlone": N_("Holes fill themselves in this variant."),
    "WasteEmpty": N_("The waste is empty."),
    "StockEmpty": N_("The stock is empty, and it is gone through only once."),
    "NotTurned": N_("The stock is not turned here: it fills the holes by itself."),
    "NotFromStock": N_("The card of the stock goes to the waste first."),
    "WasteFirst": N_("The stock fills a hole only while the waste is empty."),
}
"""By class name, with a word more where the fields choose between sentences."""

_REFUSED = frozenset(name.partition(" ")[0] for name in REFUSALS)


def _kind(refusal: Refusal) -> str:
    """The key of a refusal's sentence."""
    name = type(refusal).__name__
    match refusal:
        case DeadHole(behind):
            return f"{name} hole" if behind is None else f"{name} card"
        case NoPlace(_, (), ()):
            return f"{name} first"
        case NoPlace(_, (), _):
            return f"{name} first or before"
        case NoPlace(_, _, ()):
            return f"{name} after"
        case NoPlace():
            return f"{name} after or before"
    ranked = f"{name} {getattr(refusal, 'rank', '')}"
    return ranked if ranked in REFUSALS else name
