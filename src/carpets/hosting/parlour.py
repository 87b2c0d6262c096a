"""What the house plays: the program's own screens for each visitor, by the door they came through."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.screen import Screen

from carpets.dealing import solvable_by_default
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.hosting import answers, doors
from carpets.hosting.doors import Door, Nonsense
from carpets.hosting.hosted import Hosted
from carpets.hosting.keeping import TableKeeper, guest, new_code, read_code, utc
from carpets.hosting.others import Others, send_table
from carpets.hosting.terminal import NO_CONTROLS
from carpets.hosting.visit import Pastime, Refused, Visit
from carpets.hosting.watching import Show, WatchScreen
from carpets.paint.terminal import detect
from carpets.store import Store, people
from carpets.tui import app as tui
from carpets.tui.app import CarpetsApp
from carpets.tui.frames import KNOWN
from carpets.tui.local import fresh, seek
from carpets.tui.request import Request, Seat
from carpets.value import replace

THINKING = 5.0
"""Seconds a hint may be looked for; ``tui.thinking`` shares the processors among all who ask."""


class HostedCarpets(Hosted, CarpetsApp):
    """The program's app on a channel. Only a watcher's screen shows what somebody else has written."""

    own_codes = KNOWN
    CSS_PATH = str(Path(tui.__file__).with_name("carpets.tcss"))

    def __init__(self, request: Request, seat: Seat, watched: Show | None = None, **options: Any) -> None:
        if self.own_codes:
            options["filters"] = [] if watched is None else [NO_CONTROLS]
        super().__init__(request, seat, **options)
        self.watched = watched

    def repaint(self) -> None:
        self.redraw()

    def get_default_screen(self) -> Screen[Any]:
        watched = self.watched
        if watched is not None and watched.game is not None:
            return WatchScreen(watched, watched.game)
        return super().get_default_screen()


@dataclass(eq=False)
class Table:
    """A visitor at their game. ``code``: a guest's. ``show``: what others see of it, ``open``: whether they may."""

    keeper: TableKeeper
    show: Show
    key: str
    code: str | None
    open: bool


def from_threads(call: Callable[[Game | None], None]) -> Callable[[Game | None], None]:
    """The same call to be made by any thread: this one's loop carries it out."""
    here = asyncio.get_running_loop()

    def hand_over(game: Game | None) -> None:
        here.call_soon_threadsafe(call, game)

    return hand_over


class Parlour:
    """One process's tables. ``family`` comes first on the home screen; ``motd`` is shown before a game begins."""

    def __init__(self, store: Store, family: str = "kovrik", motd: str = "", others: Others | None = None) -> None:
        self.store = store
        self.others = others or Others(Path())
        self.family = family
        self.motd = motd
        self.tables: dict[Visit, Table] = {}
        self._guests = 0
        self._following: dict[Visit, asyncio.Task[None]] = {}
        self.others.answer("who", self._tell_who)
        self.others.answer("leave", self._tell_left)
        self.others.answer("watch", self._tell_table)

    def fills_screen(self, door: Door | Nonsense) -> bool:
        match door:
            case doors.Home() | doors.Play() | doors.Resume() | doors.Watch():
                return True
            case _:
                return False

    async def told(self, visit: Visit) -> tuple[str, int]:
        playing = []
        if isinstance(visit.door, doors.Who):
            rows = [self._playing(), *await self.others.ask("who")]
            playing = [(name, VARIANTS.get(variant), open_) for row in rows for name, variant, open_ in row]
        asking = answers.Asking(visit.door, visit.key, visit.words, playing)
        return await asyncio.to_thread(answers.answer, self.store, asking)

    def _playing(self) -> list[tuple[str, str, bool]]:
        """Names, variants ('' for none yet) and whether others may watch."""
        tables = [(table.show.name, table.show.game, table.open) for table in self.tables.values()]
        return [(name, "" if game is None else game.rules.name, open_) for name, game, open_ in tables]

    # ------------------------------------------------------------ a table

    async def open_app(self, visit: Visit) -> Pastime:
        """The visitor's app on what their door leads to, or lines. Raises Refused where it leads nowhere."""
        if isinstance(visit.door, doors.Watch):
            if visit.lines:
                raise Refused(visit.words.text(answers.NEEDS_TERMINAL))
            seat = self._seat(visit)
            watched = await self._watched(visit, visit.door)
            return HostedCarpets(Request(), seat, watched, link=visit, depth=seat.depth)
        code = None if visit.key else self._code(visit)
        key = visit.key or guest(code or "")
        await self._make_way(visit, key)
        show = Show(self._name(visit))
        memory = self.store.player(key, utc())
        tell = from_threads(show.tell) if visit.lines else show.tell
        keeper = TableKeeper(memory, time.monotonic, utc, broken=self.store.trouble, tell=tell)
        try:
            request = self._request(visit, keeper)
        except Refused:
            keeper.leave()
            raise
        show.game = request.game
        open_ = isinstance(visit.door, doors.Play) and visit.door.open
        self.tables[visit] = Table(keeper, show, key, code, open_)
        self._greet(visit, code)
        if visit.typed is not None:
            from carpets.hosting.lines import Lines  # only here: few come without a screen

            return Lines(visit, visit.typed, keeper, request.rules or VARIANTS[request.family], request.game)
        seat = self._seat(visit)
        return HostedCarpets(request, replace(seat, keeper=keeper), link=visit, depth=seat.depth)

    def _seat(self, visit: Visit) -> Seat:
        found = detect(visit.environment, visit.encoding, True)
        return Seat(
            language=visit.words.language,
            look=found.look(),
            palette=found.palette,
            depth=found.depth,
            can_save=False,
            thinking=THINKING,
            fresh=fresh,
            seek=seek,
        )

    def _name(self, visit: Visit) -> str:
        who = people.person(self.store, visit.key) if visit.key else None
        if who is not None and who.nick is not None:
            return who.nick
        number = self._guests * self.others.workers + self.others.number + 1
        self._guests += 1
        return f"guest-{number}"

    def _code(self, visit: Visit) -> str:
        """A guest's code: a new one, or the one they come back with."""
        match visit.door:
            case doors.Resume(told):
                code = read_code(told or "")
                if code is None or not people.known(self.store, guest(code)):
                    raise Refused(visit.words.text(answers.NO_SUCH_GAME))
                return code
            case _:
                return new_code()

    async def _watched(self, visit: Visit, door: doors.Watch) -> Show:
        show = self._open_table(door.name)
        if show is not None:
            return show
        found = await self.others.watch(door.name)
        if found is None:
            raise Refused(visit.words.text(answers.NOBODY))
        show, self._following[visit] = found
        return show

    def _open_table(self, name: str) -> Show | None:
        for table in self.tables.values():
            show = table.show
            if table.open and show.game is not None and show.name.casefold() == name.casefold():
                return show
        return None

    # ------------------------------------------------------------ what is opened

    def _request(self, visit: Visit, keeper: TableKeeper) -> Request:
        """What to open. An unfinished game goes on, unless the door names another deal."""
        match visit.door:
            case doors.Play(rules, None, True):
                today = utc().date()
                return Request(game=keeper.resume(rules, today) or keeper.lay_day(rules, today), family=rules.family)
            case doors.Play(rules, None, False) if visit.key and (game := keeper.unmoved(rules)) is not None:
                return Request(game=game, family=rules.family)
            case doors.Play(rules, None, False) if visit.key and (game := keeper.resume(rules)) is not None:
                return Request(game=game, family=rules.family, ask=True)
            case doors.Play(rules, number, _):
                if number is None and solvable_by_default(rules):
                    return Request(rules=rules, family=rules.family)  # the screens look for it: nobody else waits
                game = fresh(rules)[0] if number is None else Game.numbered(rules, number)
                return Request(game=game, family=rules.family)
            case doors.Resume():
                found = self._newest(keeper)
                if found is None:
                    raise Refused(visit.words.text(answers.NO_SUCH_GAME))
                return found
            case _:
                return (self._newest(keeper) if visit.key else None) or Request(family=self.family)

    @staticmethod
    def _newest(keeper: TableKeeper) -> Request | None:
        game = keeper.resume_newest()
        return None if game is None else Request(game=game, family=game.rules.family)

    # ------------------------------------------------------------ taking over

    async def _make_way(self, visit: Visit, key: str) -> None:
        """Who comes back before we noticed that their line broke takes the game from their own old visit."""
        match visit.door:
            case doors.Resume():
                variant = ""
            case doors.Home() if visit.key:
                variant = ""
            case doors.Play(rules, None) if visit.key:
                variant = rules.name
            case _:
                return
        self._leave(key, variant)
        await self.others.ask("leave", [key, variant])

    def _leave(self, key: str, variant: str) -> int:
        """Ends the visits of a player who has a game of that variant on the table, of any where it is ''."""
        left = 0
        for visit, table in list(self.tables.items()):
            game = table.show.game
            if table.key == key and table.keeper.waiting and (not variant or (game and game.rules.name == variant)):
                table.keeper.leave()
                visit.hangup("elsewhere")
                left += 1
        return left

    async def _tell_who(self, _: Any, __: asyncio.StreamWriter) -> object:
        return self._playing()

    async def _tell_left(self, argument: Any, _: asyncio.StreamWriter) -> object:
        key, variant = argument
        return self._leave(key, variant)

    async def _tell_table(self, name: Any, writer: asyncio.StreamWriter) -> None:
        show = self._open_table(name)
        if show is None:
            writer.write(b"null\n")
        else:
            await send_table(show, writer)

    # ------------------------------------------------------------ the first lines and the last

    def _greet(self, visit: Visit, code: str | None) -> None:
        if self.motd:
            visit.say(self.motd)
        if code is not None:
            visit.welcome(code, answers.resume_line(visit.words, code))

    def parting(self, visit: Visit) -> list[str]:
        """The last lines, and the table is cleared."""
        following = self._following.pop(visit, None)
        if following is not None:
            following.cancel()
        table = self.tables.pop(visit, None)
        if table is None:
            return []
        kept = table.keeper.waiting
        table.keeper.leave()
        table.show.tell(None)
        if not kept or visit.why == "elsewhere":
            return []
        words = visit.words
        return [answers.resume_line(words, table.code) if table.code else words.text("Your game is kept.")]
