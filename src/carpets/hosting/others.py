"""What the workers of one host say to one another: who plays, “your visitor is here”, a game watched from elsewhere.

Each worker answers on a socket in the data folder, which only its owner can open. A request is one line, a word and
perhaps an argument as JSON; the answer is lines of JSON. The program that asks how the host is uses the same socket.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from carpets.game import Game, IllegalMove
from carpets.games import VARIANTS
from carpets.hosting import log
from carpets.hosting.watching import Show
from carpets.notation import read_card, read_move, write_move
from carpets.shuffle import Deal, read_number

PATIENCE = 2.0
"""Seconds another worker has to answer."""
LONGEST = 64 * 1024
"""Bytes of a line, which has a whole game at most."""

Answer = Callable[[Any, asyncio.StreamWriter], Awaitable[object]]
"""Answers a request: its value is the one line, None where the lines were written already."""


class Others:
    """The other workers, as one of them sees them. ``number`` of ``workers``, from 0."""

    def __init__(self, folder: Path, number: int = 0, workers: int = 1) -> None:
        self.number = number
        self.workers = workers
        self._folder = folder
        self._own = folder / f"status-{number}-{os.getpid()}.sock"
        self._answers: dict[str, Answer] = {}

    def answer(self, request: str, answer: Answer) -> None:
        """Have requests of that word answered."""
        self._answers[request] = answer

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Answers the others, and whoever asks how this worker is."""
        with suppress(FileNotFoundError):
            self._own.unlink()
        try:
            server = await asyncio.start_unix_server(self._heard, self._own, limit=LONGEST)
        except OSError as error:  # a path too long for a socket, a folder on a disk without sockets: serve without
            log.event("alone", error=str(error))
            yield
            return
        try:
            yield
        finally:
            server.close()
            with suppress(FileNotFoundError):
                self._own.unlink()

    async def _heard(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                word, _, argument = (await reader.readline()).decode().strip().partition(" ")
            answer = self._answers.get(word)
            if answer is not None:
                told = await answer(json.loads(argument) if argument else None, writer)
                if told is not None:
                    writer.write(json.dumps(told).encode() + b"\n")
                    await writer.drain()
        except (OSError, ValueError, TimeoutError):
            pass
        finally:
            writer.close()

    # ------------------------------------------------------------ asking

    async def ask(self, word: str, argument: object = None) -> list[Any]:
        """The answers of all the others that answer."""
        if self.workers == 1:
            return []
        places = [place for place in self._folder.glob("status-*.sock") if place != self._own]
        answers = await asyncio.gather(*(self._asked(place, word, argument) for place in places))
        return [answer for answer in answers if answer is not None]

    async def _asked(self, place: Path, word: str, argument: object) -> Any:
        with suppress(OSError, ValueError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                reader, writer = await _opened(place, word, argument)
                try:
                    return json.loads(await reader.readline())
                finally:
                    writer.close()
        return None

    async def watch(self, name: str) -> tuple[Show, asyncio.Task[None]] | None:
        """Another worker's table, if it may be watched, and the task that follows it: to be cancelled at the end."""
        if self.workers == 1:
            return None
        for place in self._folder.glob("status-*.sock"):
            if place == self._own:
                continue
            with suppress(OSError, ValueError, TimeoutError, IllegalMove):
                async with asyncio.timeout(PATIENCE):
                    reader, writer = await _opened(place, "watch", name)
                    told = json.loads(await reader.readline())
                if told is None:
                    writer.close()
                    continue
                show = Show(told["name"], read_table(told, None))
                return show, asyncio.create_task(_follow(show, reader, writer), name="follow")
        return None


async def _opened(place: Path, word: str, argument: object) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_unix_connection(place, limit=LONGEST)
    writer.write(f"{word} {json.dumps(argument)}\n".encode())
    return reader, writer


async def _follow(show: Show, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while told := json.loads(await reader.readline() or b"null"):
            show.tell(read_table(told, show.game))
    except (OSError, ValueError, IllegalMove) as error:
        log.event("unfollowed", error=repr(error))
    finally:
        writer.close()
    show.tell(None)


async def send_table(show: Show, writer: asyncio.StreamWriter) -> None:
    """A table as it is and each time it changes, until its player goes or nobody listens any more."""
    changed = asyncio.Event()
    changed.set()

    def heard(_: Game | None) -> None:
        changed.set()

    show.watchers.add(heard)
    try:
        while show.game is not None and not writer.is_closing():
            await changed.wait()
            changed.clear()
            game = show.game
            writer.write(json.dumps(None if game is None else {"name": show.name} | write_table(game)).encode() + b"\n")
            await writer.drain()
    finally:
        show.watchers.discard(heard)


# ---------------------------------------------------------------- a game on its way


def write_table(game: Game) -> dict[str, Any]:
    """A game that has a deal: variant, pack, deal number, all moves, and how many of them are played."""
    assert game.deal is not None
    number = game.deal.number
    return {
        "variant": game.rules.name,
        "deal": None if number is None else str(number),
        "pack": " ".join(map(str, game.deal.cards)),
        "moves": [write_move(move, game.rules.grid) for move in game.moves],
        "cursor": game.cursor,
    }


def read_table(told: dict[str, Any], before: Game | None) -> Game:
    """The game; the moves that ``before`` already has are not played anew. Raises ValueError, KeyError."""
    rules = VARIANTS[told["variant"]]
    cards = tuple(read_card(word) for word in told["pack"].split())
    words = told["moves"]
    same = 0
    if before is not None and before.rules is rules and before.deal is not None and before.deal.cards == cards:
        game = before
        for move, word in zip(before.moves, words, strict=False):
            if write_move(move, rules.grid) != word:
                break
            same += 1
    else:
        number = None if told["deal"] is None else read_number(told["deal"])
        game = Game.begin(rules, Deal(number, cards))
    if same < len(words):
        game = game.at(same)
        for word in words[same:]:
            game = game.play(read_move(word, rules.grid))
    return game.at(told["cursor"])


# ---------------------------------------------------------------- how the host is


def states(folder: Path) -> list[str]:
    """What every worker that is running says of itself, asked from outside."""
    told = []
    for place in sorted(folder.glob("status-*.sock")):
        with suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(5)
            try:
                line.connect(str(place))
            except ConnectionRefusedError:  # of a worker that was killed
                place.unlink()
                continue
            line.sendall(b"state\n")
            told.append(line.makefile().read().strip())
    return [line for line in told if line]
