"""A whole game as text, and back.

Headers, the pack in dealing order (so that a replay outlives any shuffle), then the
moves, numbered. Reading gives what could be played and, if it stops early, the fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from carpets.cards import Card, Pack
from carpets.game import Game
from carpets.games import VARIANTS, AnyRules
from carpets.notation import BadText, Line, Trouble, check_pack, lines_of, read_card, read_move, write_move
from carpets.refusals import Refusal
from carpets.shuffle import BadDealNumber, Deal, DealNumber, read_number
from carpets.value import Value

FORMAT = "1"
LONGEST = 200_000
"""Characters a replay may have: a hundred times a long game."""
CARDS_A_LINE = 13
MOVES_A_LINE = 10

_HEADER = re.compile(r'\s*\[\s*([A-Za-z]+)\s+"([^"]*)"\s*\]\s*')


class Replay(Value):
    """What a text held: the game as far as it could be played, every header, and the fault that stopped it."""

    game: Game
    headers: Mapping[str, str]
    fault: BadText | None = None


def write_game(game: Game, headers: Mapping[str, str] | None = None) -> str:
    """The game up to its cursor. ``headers`` adds lines of its own, such as a date; the game's own go first.

    Raises ValueError for a game that began from a position: its pack was never dealt.
    """
    if game.deal is None:
        raise ValueError("only a game that was dealt can be written as a replay")
    own = {"Format": FORMAT, "Variant": game.rules.name}
    if game.deal.number is not None:
        own["Deal"] = str(game.deal.number)
    own["Result"] = game.outcome.value
    tags = own | {name: value for name, value in (headers or {}).items() if name not in own}
    words = [str(card) for card in game.deal.cards]
    pack = [" ".join(words[at : at + CARDS_A_LINE]) for at in range(0, len(words), CARDS_A_LINE)]
    moves = [write_move(move, game.rules.grid) for move in game.played]
    lines = [f"{at + 1}. {' '.join(moves[at : at + MOVES_A_LINE])}" for at in range(0, len(moves), MOVES_A_LINE)]
    head = [f'[{name} "{_clean(value)}"]' for name, value in tags.items()]
    return "\n".join([*head, "", *pack, "", *lines]).rstrip("\n") + "\n"


def _clean(value: str) -> str:
    return "".join(char for char in value if char != '"' and char.isprintable())


def read_game(text: str) -> Replay:
    """The replay that a text holds.

    Raises BadText when there is no game in it at all: a bad header, an unknown variant, a
    broken pack. A fault further on (an illegal move) comes back in ``Replay.fault``, beside
    the game as far as it went.
    """
    if len(text) > LONGEST:
        raise BadText(Trouble.TOO_LONG, f"{len(text):,}", right=f"{LONGEST:,}")
    if "\0" in text:
        raise BadText(Trouble.NOT_TEXT)
    headers, body = _headers(lines_of(text))
    rules = _rules_of(headers)
    cards, rest = _pack_of(body, rules)
    number = _number_of(headers)
    game = Game.begin(rules, Deal(number, cards))
    return _played(game, rest, {name: value for name, (value, _) in headers.items()})


Headers = dict[str, tuple[str, int]]


def _headers(lines: list[Line]) -> tuple[Headers, list[Line]]:
    if not lines:
        raise BadText(Trouble.EMPTY)
    headers: Headers = {}
    for at, line in enumerate(lines):
        joined = " ".join(line.words)
        if not joined.startswith("["):
            if not headers:
                raise BadText(Trouble.HEADER, _short(joined), line=line.number)
            return headers, lines[at:]
        match = _HEADER.fullmatch(joined)
        if match is None:
            raise BadText(Trouble.HEADER, _short(joined), line=line.number)
        if match[1] in headers:
            raise BadText(Trouble.TWICE, f"[{match[1]}]", line=line.number)
        headers[match[1]] = (match[2], line.number)
    return headers, []


def _short(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text[:40])


def _rules_of(headers: Headers) -> AnyRules:
    for name in ("Format", "Variant"):
        if name not in headers:
            raise BadText(Trouble.MISSING_HEADER, name)
    version, line = headers["Format"]
    if version != FORMAT:
        raise BadText(Trouble.FORMAT, _short(version), right=FORMAT, line=line)
    variant, line = headers["Variant"]
    if variant not in VARIANTS:
        raise BadText(Trouble.VARIANT, _short(variant), right=", ".join(VARIANTS), line=line)
    return VARIANTS[variant]


def _number_of(headers: Headers) -> DealNumber | None:
    if "Deal" not in headers:
        return None
    text, line = headers["Deal"]
    try:
        return read_number(text)
    except BadDealNumber as fault:
        raise BadText(Trouble.DEAL, _short(text), line=line, cause=fault) from fault


def _pack_of(lines: list[Line], rules: AnyRules) -> tuple[tuple[Card, ...], list[Line]]:
    """The pack in dealing order and the lines after it. Its cards must be the variant's, each once."""
    dealt = rules.pack.whole
    cards: list[Card] = []
    for at, line in enumerate(lines):
        if line.words[0][0].isdigit() and line.words[0].endswith("."):
            return _whole(cards, dealt), lines[at:]
        for word in line.words:
            try:
                card = read_card(word)
            except BadText as fault:
                raise BadText(fault.trouble, _short(word), line=line.number) from None
            if card in cards:
                raise BadText(Trouble.TWICE, str(card), line=line.number)
            if card not in dealt.cards:
                raise BadText(Trouble.FOREIGN, str(card), line=line.number)
            cards.append(card)
    return _whole(cards, dealt), []


def _whole(cards: list[Card], dealt: Pack) -> tuple[Card, ...]:
    check_pack(cards, dealt)
    return tuple(cards)


def _played(game: Game, lines: list[Line], headers: Mapping[str, str]) -> Replay:
    for line, word in _move_words(lines):
        try:
            move = read_move(word, game.rules.grid)
        except BadText as fault:
            return Replay(game, headers, BadText(fault.trouble, _short(word), right=fault.right, line=line))
        refusal: Refusal | None = game.refusal(move)
        if refusal is not None:
            number = str(game.cursor + 1)
            return Replay(game, headers, BadText(Trouble.ILLEGAL, _short(word), right=number, line=line, cause=refusal))
        game = game.play(move)
    return Replay(game, headers)


def _move_words(lines: list[Line]) -> Iterator[tuple[int, str]]:
    """The words that are moves: the numbers before them say nothing."""
    for line in lines:
        for word in line.words:
            if not re.fullmatch(r"[0-9]+\.", word):
                yield line.number, word
