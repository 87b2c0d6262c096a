"""Every game of a player as JSON Lines, and back: a line a game, each checked by playing it again.

The first line says what it is; a line of settings may come with the games, and is handed on as it is. Only what
cannot be worked out is believed: progress, score, length and whether a deal was seen before are computed anew. The
same file can be read any number of times.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.notation import BadText, read_card, read_move
from carpets.rules import Outcome
from carpets.score import score
from carpets.shuffle import Deal, read_number
from carpets.store.journal import deal_key, write_pack
from carpets.store.memory import Memory
from carpets.store.values import Choice, Ending, read_day, read_instant
from carpets.value import Value
from carpets.words import N_

HEAD = {"format": "carpets games", "version": 1}
LONGEST = 100_000
"""Characters that a line may have."""


class NotAGame(ValueError):
    """A line that is not a game that was played: ``why`` is the English source text, ``cause`` what a text lacked."""

    def __init__(self, why: str, word: str = "", cause: BadText | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.word = word
        self.cause = cause


class Taken(Value):
    """What an import did. ``refused``: the number of each line that was left out, and why. ``settings``: as TOML."""

    added: int
    known: int
    refused: tuple[tuple[int, NotAGame], ...]
    settings: str = ""


_COLUMNS = (
    "uid",
    "variant",
    "deal",
    "class",
    "day",
    "ending",
    "begun",
    "touched",
    "seconds",
    "undos",
    "hints",
    "peeks",
)
_LINE = ("pack", "moves", "cursor", "clock")


def write_games(memory: Memory, settings: str = "") -> Iterator[str]:
    """The lines, without their ends; oldest first. ``settings``: the player's, as TOML, where there are any."""
    yield json.dumps(HEAD)
    if settings:
        yield json.dumps({"settings": settings})
    fields = _COLUMNS + _LINE
    columns = ", ".join((*_COLUMNS, *(f"lines.{name}" for name in _LINE)))
    for (number,) in memory.door.rows("SELECT id FROM games WHERE player = ? ORDER BY begun, id", (memory.player,)):
        row = memory.door.row(f"SELECT {columns} FROM games JOIN lines ON game = id WHERE id = ?", (number,))
        if row is not None:
            yield json.dumps(dict(zip(fields, row, strict=True)))


def read_games(memory: Memory, lines: Iterable[str]) -> Taken:
    """Takes every game of the lines that is not known yet, all or (sqlite3.Error) none."""
    added = known = 0
    refused, settings = [], ""
    with memory.door.change(durable=True):
        for number, line in enumerate(lines, 1):
            try:
                values = _values(line, first=number == 1)
                if values is None:
                    continue
                if "settings" in values:
                    settings = values["settings"]
                elif _taken(memory, values):
                    added += 1
                else:
                    known += 1
            except NotAGame as fault:
                refused.append((number, fault))
        if added:
            _mark_again(memory)
    return Taken(added, known, tuple(refused), settings)


def _values(line: str, *, first: bool) -> dict[str, Any] | None:
    """The columns of a line's game, checked, or ``settings`` alone; None for head and blank lines. Raises NotAGame."""
    if not line.strip():
        return None
    if len(line) > LONGEST:
        raise NotAGame(N_("the line is too long"))
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotAGame(N_("this is not JSON")) from error
    if first:
        if not isinstance(found, dict) or found.get("format") != HEAD["format"]:
            raise NotAGame(N_("this is not a file of games from this program"))
        if found.get("version") != HEAD["version"]:
            raise NotAGame(N_("the file was written by another version of this program"))
        return None
    if not isinstance(found, dict):
        raise NotAGame(N_("a game is expected"))
    if found.keys() == {"settings"}:
        if not isinstance(found["settings"], str):
            raise NotAGame(N_("“{word}” is missing or of the wrong kind"), "settings")
        return found
    _typed(found)
    game = _replayed(found)
    return {name: found[name] for name in _COLUMNS + _LINE} | _computed(found, game)


_TYPES: dict[str, type | tuple[type, ...]] = {
    "seconds": (int, float), "undos": int, "hints": int, "peeks": int, "cursor": int,
}  # fmt: skip


def _typed(found: dict[str, Any]) -> None:
    """Raises NotAGame unless every field is there and of its kind."""
    for name in _COLUMNS + _LINE:
        value, kind = found.get(name), _TYPES.get(name, str)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise NotAGame(N_("“{word}” is missing or of the wrong kind"), name)
        if isinstance(value, int | float) and not 0 <= value < 1e9:
            raise NotAGame(N_("“{word}” cannot be that much"), name)
    checks = {
        "uid": lambda uid: 0 < len(uid) <= 64 and uid.isalnum(),
        "class": Choice, "ending": Ending, "begun": read_instant, "touched": read_instant, "day": read_day,
    }  # fmt: skip
    for name, check in checks.items():
        try:
            good = check(found[name])
        except ValueError:
            good = False
        if good is False:
            raise NotAGame(N_("“{word}” is missing or of the wrong kind"), name)
    if (found["class"] == Choice.DAILY.value) != bool(found["day"]):
        raise NotAGame(N_("“{word}” is missing or of the wrong kind"), "day")


def _replayed(found: dict[str, Any]) -> Game:
    """The game, played again by the rules. Raises NotAGame."""
    rules = VARIANTS.get(found["variant"])
    if rules is None:
        raise NotAGame(N_("there is no variant “{word}”"), found["variant"][:40])
    try:
        cards = tuple(read_card(word) for word in found["pack"].split())
        number = None if found["deal"].startswith("=") else read_number(found["deal"])
        game = Game.begin(rules, Deal(number, cards))
        if number is not None and Game.numbered(rules, str(number)).deal != game.deal:
            raise NotAGame(N_("the cards are not those of deal {word}"), found["deal"])
        for word in found["moves"].split():
            move = read_move(word, rules.grid)
            if game.refusal(move) is not None:
                raise NotAGame(N_("the move {word} is not legal"), f"{game.cursor + 1}, {word[:20]}")
            game = game.play(move)
    except BadText as fault:
        raise NotAGame(N_("the cards or moves cannot be read"), cause=fault) from fault
    except ValueError as fault:
        if isinstance(fault, NotAGame):
            raise
        raise NotAGame(N_("the cards or moves cannot be read")) from fault
    return _standing(found, game)


def _standing(found: dict[str, Any], game: Game) -> Game:
    """The game at its cursor, if it stands there as it says. Raises NotAGame."""
    if deal_key(game) != found["deal"] or found["pack"] != write_pack(game):
        raise NotAGame(N_("the cards are not those of deal {word}"), found["deal"][:40])
    if not 0 <= found["cursor"] <= len(game.moves) or not game.moves:
        raise NotAGame(N_("“{word}” cannot be that much"), "cursor")
    try:
        clock = [float(word) for word in found["clock"].split()]
    except ValueError:
        clock = []
    if len(clock) != len(game.moves) or clock != sorted(clock) or not 0 <= clock[0] <= clock[-1] <= found["seconds"]:
        raise NotAGame(N_("the times do not fit the moves"))
    game = game.at(found["cursor"])
    if (game.outcome is Outcome.WON) != (found["ending"] == Ending.WON.value):
        raise NotAGame(N_("the game says “{word}”, but its moves say otherwise"), found["ending"])
    return game


def _computed(found: dict[str, Any], game: Game) -> dict[str, Any]:
    table = game.table
    return {
        "done": table.done,
        "goal": table.goal,
        "score": score(game, found["seconds"]).total,
        "stuck": game.outcome is Outcome.STUCK,
        "count": game.cursor,
    }


def _taken(memory: Memory, values: dict[str, Any]) -> bool:
    """Whether the game was new, or further on than the one known."""
    found = memory.door.row("SELECT id, player, ending, touched FROM games WHERE uid = ?", (values["uid"],))
    if found is not None:
        row, player, ending, touched = found
        if player != memory.player or ending != Ending.PLAYING.value or touched >= values["touched"]:
            return False
        memory.door.run("DELETE FROM games WHERE id = ?", (row,))
    made = memory.door.run(
        """INSERT INTO games (uid, player, variant, deal, class, day, again, ending, begun, touched, seconds, moves,
            undos, hints, peeks, done, goal, score, stuck)
        VALUES (:uid, :player, :variant, :deal, :class, :day, 0, :ending, :begun, :touched, :seconds, :count,
            :undos, :hints, :peeks, :done, :goal, :score, :stuck)""",
        values | {"player": memory.player},
    )
    memory.door.run("INSERT INTO lines VALUES (:row, :pack, :moves, :cursor, :clock)", values | {"row": made.lastrowid})
    return True


def _mark_again(memory: Memory) -> None:
    """A deal is seen again in every game of it but the one begun first."""
    memory.door.run(
        """UPDATE games SET again = EXISTS (
            SELECT 1 FROM games AS other WHERE other.player = games.player AND other.variant = games.variant
            AND other.deal = games.deal AND (other.begun, other.id) < (games.begun, games.id))
        WHERE player = ?""",
        (memory.player,),
    )
