"""Between a socket and its protocol: how fast a client may send, and whether it reads.

asyncssh has neither: it takes all that comes, in one round of the loop, and leaves unread output to asyncio
without bound (``connection.py``, ``pause_writing``: “Do nothing with this for now”).
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Any

from carpets.hosting.limits import BYTES, BYTES_AT_ONCE, KERNEL_BUFFER, SLICE, UNREAD_SOCKET, Bucket


class Meter(asyncio.Protocol):
    """Takes a connection's place at its transport. ``drained`` is called when an unreading client reads again."""

    def __init__(self, connection: Any, transport: asyncio.Transport) -> None:
        """``connection``: the protocol that the transport has now."""
        self.connection = connection
        self.transport = transport
        self.unread = False
        self.drained: Callable[[], None] | None = None
        self._bucket = Bucket(BYTES, BYTES_AT_ONCE, time.monotonic())
        self._pending = bytearray()
        self._stopped = False
        self.transport.set_write_buffer_limits(high=UNREAD_SOCKET, low=UNREAD_SOCKET // 4)
        self.transport.set_protocol(self)
        sock = self.transport.get_extra_info("socket")
        if sock is not None:  # else the kernel grows it to 4 MB of old frames
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)

    def data_received(self, data: bytes) -> None:
        self._bucket.refill(time.monotonic())
        self._bucket.level -= len(data)
        if len(data) <= SLICE and not self._pending and self._bucket.level >= 0:
            self.connection.data_received(data)
            return
        # asyncssh works off a whole chunk at once and copies its rest for every packet: in slices it stays
        # linear, and between two slices the other visitors have their turn.
        self._pending += data
        if not self._stopped:
            self._stopped = True
            self.transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._pump)

    def _pump(self) -> None:
        if self.transport.is_closing():
            self._pending.clear()
            return
        if self._pending:
            part = bytes(self._pending[:SLICE])
            del self._pending[:SLICE]
            self.connection.data_received(part)
        loop = asyncio.get_running_loop()
        level = self._bucket.refill(time.monotonic())
        if self._pending:
            loop.call_soon(self._pump)
        elif level < 0:
            loop.call_later(min(1.0, 0.02 - level / BYTES), self._pump)
        elif not self.transport.is_closing():
            self._stopped = False
            self.transport.resume_reading()

    def eof_received(self) -> bool | None:
        taken: bool | None = self.connection.eof_received()
        return taken

    def connection_lost(self, exc: Exception | None) -> None:
        self.drained = None
        self.connection.connection_lost(exc)

    def pause_writing(self) -> None:
        self.unread = True
        self.connection.pause_writing()

    def resume_writing(self) -> None:
        self.unread = False
        self.connection.resume_writing()
        if self.drained is not None:
            self.drained()
