"""A Textual driver without terminal, thread or signal: it is fed bytes and hands on whole frames.

One for each visitor, on an ssh channel or any other ``Link``. Written against Textual 8.2.8; what is private
there is marked PRIVATE.
"""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Protocol, TextIO

from textual import constants, events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from carpets.hosting.limits import (
    KEYS,
    KEYS_AT_ONCE,
    MOTIONS,
    MOTIONS_AT_ONCE,
    NEVER_READS,
    QUEUE,
    RESIZES_APART,
    Bucket,
    clamped,
)
from carpets.hosting.terminal import SETUP, TEARDOWN, Input


class Link(Protocol):
    """What a driver needs of the connection."""

    size: tuple[int, int]
    encoding: str

    def write(self, data: bytes) -> None: ...
    def unread(self) -> bool:
        """Whether the client leaves so much unread that nothing should be added."""

    def hangup(self, reason: str) -> None: ...
    def attach(self, driver: RemoteDriver | None) -> None: ...
    def answered(self, seconds: float) -> None:
        """How long a key waited for its frame."""


class RemoteDriver(Driver):
    """``feed`` and ``resize`` come from the connection, ``write`` and ``flush`` from the app."""

    def __init__(self, app: App[Any], link: Link, repaint: Callable[[], None], size: tuple[int, int] | None) -> None:
        """``repaint`` draws everything anew, whatever the terminal was last seen to show."""
        super().__init__(app, debug=False, mouse=True, size=size or link.size)
        self._size: tuple[int, int] = size or link.size
        now = time.monotonic()
        self.link = link
        self.repaint = repaint
        self.frames = self.dropped_frames = self.keys = self.dropped_keys = self.sent = 0
        self._out: list[str] = []
        self._flushing = False
        self._behind_since: float | None = None
        self._active = False
        self._listening = True
        self._input = Input(link.encoding)
        self._keys = Bucket(KEYS, KEYS_AT_ONCE, now)
        self._motions = Bucket(MOTIONS, MOTIONS_AT_ONCE, now)
        self._asked: float | None = None
        self._ticking: asyncio.TimerHandle | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._resized = 0.0
        self._context: contextvars.Context | None = None

    # ------------------------------------------------------------ out

    def write(self, data: str) -> None:
        if self._active:
            self._out.append(data)
            if not self._flushing:  # the bell and the like are flushed by nobody else
                self._flushing = True
                self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send the frame, or drop it if the client is behind: it gets a whole new one when it has read the old."""
        self._flushing = False
        if not self._out:
            return
        data = "".join(self._out).encode(self.link.encoding, "replace")
        self._out.clear()
        if self.link.unread():
            self.dropped_frames += 1
            if self._behind_since is None:
                self._behind_since = time.monotonic()
                self._loop.call_later(0.1, self._look_again)
            return
        self.frames += 1
        self.sent += len(data)
        self.link.write(data)
        if self._asked is not None:
            self.link.answered(time.perf_counter() - self._asked)
            self._asked = None

    def _look_again(self) -> None:
        if not self._active or self._behind_since is None:
            return
        if not self.link.unread():
            self.drained()
        elif time.monotonic() - self._behind_since > NEVER_READS:
            self.link.hangup("unread")
        else:
            self._loop.call_later(0.1, self._look_again)

    def drained(self) -> None:
        """The client has caught up."""
        if self._behind_since is not None and self._active:
            self._behind_since = None
            self.in_app(self.repaint)

    # ------------------------------------------------------------ life

    def start_application_mode(self) -> None:
        self._context = contextvars.copy_context()  # the app's own: callbacks of the connection run in another
        self._active = True
        self.link.write(SETUP.encode())
        self._tell_size()
        self.link.attach(self)

    def stop_application_mode(self) -> None:
        if not self._active:
            return
        self._active = self._listening = False
        for handle in (self._ticking, self._resizing):
            if handle is not None:
                handle.cancel()
        self.link.attach(None)
        self.link.write(TEARDOWN.encode())

    def disable_input(self) -> None:
        self._listening = False

    def close(self) -> None:
        self._out.clear()
        self._context = None

    def in_app(self, call: Callable[..., Any], *arguments: Any) -> None:
        """Call something as if the app had. In a copy, for one such call may lead to another."""
        if self._context is not None:
            self._context.copy().run(call, *arguments)

    # ------------------------------------------------------------ what must not happen on the host

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Textual's would open a browser on the host."""

    def deliver_binary(self, binary: BinaryIO | TextIO, **ignored: Any) -> None:
        """Textual's would write a file on the host."""
        del ignored
        binary.close()

    # ------------------------------------------------------------ in

    def send_message(self, message: Message) -> None:
        self._app.post_message(message)  # Textual's makes a task and a thread-safe call for each

    def feed(self, data: bytes) -> None:
        """Bytes of the client."""
        if self._listening:
            self.in_app(self._take, self._input.feed(data))
            if self._input.waiting and self._ticking is None:
                self._ticking = self._loop.call_later(constants.ESCAPE_DELAY + 0.005, self._tick)

    def _tick(self) -> None:
        self._ticking = None
        if self._listening:
            self.in_app(self._take, self._input.tick())

    def _take(self, messages: Iterator[Message]) -> None:
        for message in messages:
            if self._allowed(message):
                self.process_message(message)

    def _allowed(self, message: Message) -> bool:
        columns, rows = self._size
        if isinstance(message, events.MouseEvent) and not (0 <= message.x < columns and 0 <= message.y < rows):
            return False  # Textual would take the focus away, and a terminal may be larger than we draw
        match message:
            case events.MouseMove():
                return self._motions.take(time.monotonic())
            case events.Key() | events.MouseEvent() | events.Paste():
                self.keys += 1
                if not self._keys.take(time.monotonic()) or self._app.message_queue_size > QUEUE:
                    self.dropped_keys += 1
                    return False
                now = time.perf_counter()
                if self._asked is None or now - self._asked > 1:
                    self._asked = now
                return True
            case _:
                return True

    def resize(self, width: int, height: int) -> None:
        """The client's window has changed; layouts are made at most every ``RESIZES_APART``."""
        self._size = clamped(width, height)
        if self._resizing is None and self._active:
            wait = max(0.0, self._resized + RESIZES_APART - self._loop.time())
            self._resizing = self._loop.call_later(wait, self._tell_size)

    def _tell_size(self) -> None:
        self._resizing = None
        self._resized = self._loop.time()
        size = Size(*self._size)
        self.in_app(self._app.post_message, events.Resize(size, size))
