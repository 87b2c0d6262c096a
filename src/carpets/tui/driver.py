"""Textual's driver for a POSIX terminal, made quick and hard to kill.

It leaves at once (an input thread woken by a pipe instead of one that looks ten times a second), sleeps
while nothing happens, asks for mouse moves only while a button is down, survives any bytes from the
terminal, and ends the program properly on SIGTERM and SIGHUP.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import re
import selectors
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.messages import InBandWindowResize

ESC_TICK = 0.005
"""Seconds between looks at the clock while a lone Esc waits for what may follow it."""
ESC_LIMIT = 0.3
PASTE_LIMIT = 16_384
"""Characters without a single event: a paste that never ends, or noise. The parser begins anew."""
_ALTERNATES = re.compile(r"(\x1b\[[0-9]+):[0-9]*(?::[0-9]*)?(?=[;u])")
"""What kitty adds to a key's own code: the shifted key and the key of the base layout. Textual cannot read them."""
ALT_SCREEN = "\x1b[?1049h"
ENDINGS = (signal.SIGTERM, signal.SIGHUP)


class Input:
    """Bytes to events; whatever the bytes are."""

    def __init__(self) -> None:
        self._begin()
        self._decode = getincrementaldecoder("utf-8")("replace").decode

    def _begin(self) -> None:
        self._parser = XTermParser()
        self._silent = 0

    def feed(self, data: bytes) -> Iterator[Message]:
        """The events in the bytes. A sequence that the parser stumbles over is dropped with what it came with."""
        text = _ALTERNATES.sub(r"\1", self._decode(data))
        self._silent += len(text)
        try:
            for event in self._parser.feed(text):
                self._silent = 0
                if not isinstance(event, events.Resize | InBandWindowResize):
                    yield event
        except Exception:  # ZeroDivisionError, OverflowError, ValueError ...: the parser's generator is dead now
            self._begin()
        if self._silent > PASTE_LIMIT:
            self._begin()

    def tick(self) -> Iterator[Message]:
        """The events that time alone brings: an Esc that nothing followed."""
        try:
            yield from self._parser.tick()
        except Exception:
            self._begin()


class TerminalDriver(LinuxDriver):
    """``App(driver_class=...)``. The size comes from SIGWINCH alone; terminals' own reports of it are not trusted."""

    entered = False
    """Whether the alternate screen is already open, with the first frame on it (set by who opened it)."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        out = sys.__stdout__
        assert out is not None
        encoding = out.encoding or "utf-8"
        self._out = open(  # noqa: SIM115  # open as long as the program
            os.dup(out.fileno()), "w", encoding=encoding, errors="replace", newline=""
        )
        self._file = self._out
        self._wake: tuple[int, int] | None = None
        self._context: contextvars.Context | None = None

    # ------------------------------------------------------------ output

    def write(self, data: str) -> None:
        if data == ALT_SCREEN and type(self).entered:
            type(self).entered = False
            return
        super().write(data)

    def _enable_mouse_support(self) -> None:
        """Clicks, and moves while a button is down: a terminal left behind then babbles on clicks only."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1002h\x1b[?1006h")

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1006l\x1b[?1002l\x1b[?1000l")

    def _query_in_band_window_resize(self) -> None:
        """Not asked for."""

    # ------------------------------------------------------------ coming and going

    def start_application_mode(self) -> None:
        self._wake = os.pipe()
        self._context = contextvars.copy_context()  # the app's own: the input thread has another
        super().start_application_mode()  # type: ignore[no-untyped-call]
        loop = asyncio.get_running_loop()
        for number in ENDINGS:
            loop.add_signal_handler(number, self._ended_by, number)

    def _ended_by(self, number: int) -> None:
        self._app.exit(128 + number)

    def disable_input(self) -> None:
        if self._wake is not None:
            with suppress(OSError):
                os.write(self._wake[1], b"x")
        super().disable_input()
        if self._wake is not None:
            for end in self._wake:
                os.close(end)
            self._wake = None

    def close(self) -> None:
        super().close()
        with suppress(OSError, ValueError):
            self._out.flush()

    # ------------------------------------------------------------ input

    def run_input_thread(self) -> None:
        """Wait for bytes, without a timeout as long as no Esc is being timed."""
        assert self._wake is not None
        source, wake = self.fileno, self._wake[0]
        incoming = Input()
        waiting = 0.0
        with selectors.DefaultSelector() as selector:
            selector.register(source, selectors.EVENT_READ)
            selector.register(wake, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                ready = {key.fd for key, _ in selector.select(ESC_TICK if waiting > 0 else None)}
                if wake in ready:
                    return
                waiting -= ESC_TICK
                if source in ready:
                    data = self._read(source)
                    if not data:
                        self._loop.call_soon_threadsafe(self._ended_by, signal.SIGHUP)
                        return
                    for event in incoming.feed(data):
                        self.process_message(event)
                    waiting = ESC_LIMIT if b"\x1b" in data[-32:] else 0.0
                for event in incoming.tick():
                    self.process_message(event)

    @staticmethod
    def _read(source: int) -> bytes:
        try:
            return os.read(source, 4096)
        except OSError:  # the terminal is gone
            return b""

    def send_message(self, message: Message) -> None:
        """Textual's makes a future and a task for each."""
        self._loop.call_soon_threadsafe(self._app.post_message, message, context=self._context)

    def process_message(self, message: Message) -> None:
        """Mouse events from outside the screen are dropped: a click there would take the focus away."""
        if isinstance(message, events.MouseEvent):
            width, height = self._app.size
            if not (0 <= message.x < width and 0 <= message.y < height):
                return
        super().process_message(message)
