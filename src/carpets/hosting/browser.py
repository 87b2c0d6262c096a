"""Play in a browser: what the page asks for, and a visit over its websocket.

On the websocket the page first sends a JSON text, ``Hello``; then keys as bytes and sizes as texts, ``80x24``. It is
sent the terminal's bytes, and JSON texts: ``{"code": …}``, the guest's code, and at the end ``{"end": why}``.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from carpets.hosting import log, pages
from carpets.hosting.doors import Boards, Door, Home, Nonsense, Play, Resume, Watch, Who, read_door
from carpets.hosting.house import House
from carpets.hosting.limits import BYTES_AT_ONCE, COMMAND, UNREAD_CHANNEL, clamped, neighbourhood
from carpets.hosting.meter import Meter
from carpets.hosting.visit import Visit
from carpets.value import Value
from carpets.words import LANGUAGES

SOCKET = "/ws"
LEAVE = 5
"""Seconds a client has to close its side."""
LOCAL = ("127.0.0.1", "::/64", "local")
"""Where a proxy on this machine connects from."""
_SIZE = re.compile(r"([0-9]{1,5})x([0-9]{1,5})")


class BadHello(ValueError):
    """What came first on a websocket is not what the page sends."""


class Hello(Value):
    """``size``: columns and rows. ``place``: path and query of the page. ``code``: of the game to go on with."""

    size: tuple[int, int]
    place: str
    language: str
    code: str | None


def read_hello(text: str | bytes) -> Hello:
    """Raises BadHello."""
    try:
        match json.loads(text):
            case {"size": [int(width), int(height)], "place": str(place), "language": str(language), **rest}:
                code = rest.get("code")
                return Hello((width, height), place, language, code if isinstance(code, str) else None)
    except (ValueError, RecursionError):
        pass
    raise BadHello


def read_place(place: str) -> Door | Nonsense:
    """``/carpet?seed=7``, ``/kovrik/daily``, ``/kovrik?open``, ``/watch/NAME``, ``/who``, ``/boards/VARIANT``.

    The same language as over ssh, without the doors that need a key.
    """
    parts = urlsplit(place[:COMMAND])
    asked = parse_qs(parts.query, keep_blank_values=True)
    words = [unquote(word) for word in parts.path.split("/") if word]
    words += ["--seed", *asked["seed"]] if "seed" in asked else []
    words += ["--open"] if "open" in asked else []
    match read_door(" ".join(words)):
        case Home() | Play() | Resume() | Watch() | Who() | Boards() as door:
            return door
        case _:
            return Nonsense(parts.path[:40])


def accepted(header: str) -> str:
    """The language of ours that ``Accept-Language`` likes best; English where it names none."""
    best = ("en", 0.0)
    for part in header[:200].split(","):
        name, _, quality = part.partition(";")
        language = name.strip().lower().partition("-")[0]
        found = re.fullmatch(r"\s*q=([01](?:\.[0-9]{0,3})?)\s*", quality)
        weight = float(found[1]) if found else 1.0
        if language in LANGUAGES and weight > best[1]:
            best = (language, weight)
    return best[0]


# ---------------------------------------------------------------- a connection


class Line(ServerConnection):
    """A connection with a meter before it, counted from its first byte on."""

    def __init__(self, house: House, *arguments: Any, **named: Any) -> None:
        """``arguments``, ``named``: what the library gives a connection of its server."""
        super().__init__(*arguments, **named)
        self.house = house
        self.meter: Meter | None = None
        self.address: str | None = None  # what the limits count a visitor by, once they are let in
        self._stranger = self._ending = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        peer = peer_of(self)
        if self.house.gate.crowded("" if peer in LOCAL else peer):
            self.transport.abort()
            return
        self._stranger = True
        self.house.gate.knocked(peer)
        self.meter = Meter(self, self.transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.protocol.close_expected() and not self._ending:
            self._ending = True  # the meter may hold back the other side's end for long
            self.loop.call_later(LEAVE, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.known()
        if self.address is not None:
            self.house.gate.gone(self.address)

    def known(self) -> None:
        """It has said what it wants."""
        if self._stranger:
            self._stranger = False
            self.house.gate.known(peer_of(self))


def origin_is_ours(headers: Mapping[str, str]) -> bool:
    """Whether the page that opens the websocket is from the very host it connects to."""
    origin = headers.get("Origin", "")
    return bool(origin) and urlsplit(origin).netloc == headers.get("Host")


def address_of(line: ServerConnection, headers: Mapping[str, str]) -> str:
    """The visitor's; a proxy on this machine tells it as the last word of ``X-Forwarded-For``."""
    address = peer_of(line)
    forwarded = headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return neighbourhood(forwarded[:64]) if forwarded and address in LOCAL else address


def peer_of(line: ServerConnection) -> str:
    """Who is at the other end of the connection itself: the visitor, or a proxy."""
    peer = line.transport.get_extra_info("peername")
    return neighbourhood(peer[0] if isinstance(peer, tuple) else "local")


def _answer(house: House, line: ServerConnection, request: Request) -> Response | None:
    """What a request is answered with; None lets a websocket be opened."""
    assert isinstance(line, Line)
    headers: Headers = request.headers
    address = address_of(line, headers)
    path = urlsplit(request.path).path
    now = time.monotonic()
    if path == SOCKET:
        why = house.gate.refused(address, now) if origin_is_ours(headers) else "origin"
        if why is not None:
            log.event("refused", address=address, why=why)
            return pages.refused(HTTPStatus.FORBIDDEN if why == "origin" else HTTPStatus.TOO_MANY_REQUESTS)
        line.address = address
        house.gate.entered(address)
        line.known()
        return None
    if not house.gate.looks(address, now):
        return pages.refused(HTTPStatus.TOO_MANY_REQUESTS)
    if path.startswith(pages.STATIC):
        return pages.static(path, "gzip" in headers.get("Accept-Encoding", ""))
    if isinstance(read_place(request.path), Nonsense):
        return pages.refused(HTTPStatus.NOT_FOUND)
    return pages.page(language_of(request, house))


def language_of(request: Request, house: House) -> str:
    """``?lang=``, else the host's own, else what the browser likes."""
    asked = parse_qs(urlsplit(request.path).query).get("lang", [""])[0]
    if asked in LANGUAGES:
        return asked
    return house.language or accepted(request.headers.get("Accept-Language", ""))


async def listen_web(house: House, host: str, port: int, *, reuse_port: bool = False) -> Server:
    """Serve the page and its websocket, and nothing else. Raises OSError."""
    keepalive = house.limits.keepalive
    return await serve(
        lambda line: _seat(house, line),
        host,
        port,
        process_request=lambda line, request: _answer(house, line, request),
        create_connection=partial(Line, house),  # type: ignore[arg-type]  # any factory will do
        compression=None,  # no state for each, no bomb
        server_header=None,
        open_timeout=house.limits.login,
        ping_interval=keepalive,
        ping_timeout=keepalive,
        close_timeout=LEAVE,
        max_size=int(BYTES_AT_ONCE),
        max_queue=None,  # the meter bounds what is taken in
        reuse_port=reuse_port or None,
        backlog=256,
    )


# ---------------------------------------------------------------- a visit


class Tab(Visit):
    """A visit from the page."""

    by = "web"

    def __init__(self, house: House, line: Line, address: str) -> None:
        super().__init__(house, address)
        self.line = line
        self.screen = True
        self.environment = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self._out: list[bytes | str] = []
        self._held = 0
        self._more = asyncio.Event()
        self._last = False

    def greet(self, hello: Hello) -> None:
        """Take what the page says of itself, and begin."""
        language = hello.language if hello.language in LANGUAGES else "en"
        self.environment["LANG"] = f"{language}.UTF-8"
        self.size = clamped(*hello.size)
        self.door = read_place(hello.place)
        if hello.code is not None:
            self.door, self.otherwise = Resume(hello.code[:20]), self.door
        self.begin()

    # ------------------------------------------------------------ in

    async def listen(self) -> None:
        """Until the line ends."""
        try:
            async for message in self.line:
                match message:
                    case bytes():
                        self.feed(message)
                    case str() if found := _SIZE.fullmatch(message):
                        self.resize(int(found[1]), int(found[2]))
        except ConnectionClosed:
            pass
        self.hangup("lost")

    # ------------------------------------------------------------ out

    async def send(self) -> None:
        """Send what is written, a message for each round of the loop, until the end."""
        try:
            while not (self._last and not self._out):
                await self._more.wait()
                self._more.clear()
                out, self._out = self._out, []
                for message in _joined(out):
                    await self.line.send(message)
                self._held = 0
        except ConnectionClosed:
            pass
        await self.line.close()

    def _post(self, message: bytes | str) -> None:
        if not self._last:
            self._out.append(message)
            self._held += len(message)
            self._more.set()

    def write(self, data: bytes) -> None:
        self._post(data)

    def unread(self) -> bool:
        meter = self.line.meter
        return self._held > UNREAD_CHANNEL or (meter is not None and meter.unread)

    def welcome(self, code: str, told: str) -> None:
        """The page keeps the code; the sentence is for whoever comes back by ssh."""
        self._post(json.dumps({"code": code}))

    def finish(self, status: int) -> None:
        self._post(json.dumps({"end": self.why or "left"}))
        self._last = True

    def cut(self) -> None:
        self.line.transport.abort()


def _joined(out: list[bytes | str]) -> list[bytes | str]:
    """The messages, bytes that follow one another in one."""
    joined: list[bytes | str] = []
    for message in out:
        match joined[-1:], message:
            case [bytes(before)], bytes():
                joined[-1] = before + message
            case _:
                joined.append(message)
    return joined


async def _seat(house: House, line: Any) -> None:
    """One websocket, from the first message to the last."""
    try:
        async with asyncio.timeout(house.limits.start):
            hello = read_hello(await line.recv())
    except (BadHello, TimeoutError, ConnectionClosed):
        await line.close(1008)
        return
    tab = Tab(house, line, line.address)
    if line.meter is not None:
        line.meter.drained = tab.drained
    tab.greet(hello)
    sending = asyncio.create_task(tab.send(), name="send")
    await tab.listen()
    if tab.task is not None:
        await asyncio.wait([tab.task])
    await sending
