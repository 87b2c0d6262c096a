"""What the ssh tests share: a host on a loopback port, a raw client, and a real OpenSSH client in a pty."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import socket
import struct
import subprocess
import termios
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pyte

from carpets.hosting.connection import listen
from carpets.hosting.hostkey import host_key
from carpets.hosting.house import House
from terminal import cards

LIMIT = 90.0
"""Seconds that anything is waited for which comes at once on an idle machine."""
OPTIONS = [
    "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
    "-o", "SendEnv=LANG LC_ALL COLORTERM NO_COLOR", "-o", "IdentityAgent=none",
]  # fmt: skip


@asynccontextmanager
async def hosting(house: House, folder: Path) -> AsyncIterator[int]:
    """A house open on a port of its own."""
    key = folder / "hostkey"
    host_key(key)
    acceptor = await listen(house, "127.0.0.1", 0, key)
    sweep = asyncio.create_task(house.sweep())
    try:
        yield acceptor.get_port()
    finally:
        sweep.cancel()
        acceptor.close()
        await house.close(2)


async def until(true: Callable[[], Any]) -> None:
    """Waits until something holds."""
    end = time.monotonic() + LIMIT
    while not true():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.01)


def free_port() -> int:
    """A port for a host that is still to be started, outside the range from which the system gives clients theirs."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


async def settled(client: Any, right: Callable[[list[str]], bool]) -> list[str]:
    """The table's rows once its cards are right and no more bytes come: counter, cards and cursor arrive apart."""
    await until(lambda: right(cards(client.text)))
    heard, since = client.bytes, time.monotonic()
    while time.monotonic() - since < 0.5:
        await asyncio.sleep(0.01)
        if client.bytes != heard:
            heard, since = client.bytes, time.monotonic()
    return board(client.text)


def board(text: str) -> list[str]:
    return [line[:80].ljust(80) for line in text.splitlines()[1:18]]


class Raw(asyncssh.SSHClientSession[bytes]):
    """A client that shows what it received on a screen of its own."""

    def __init__(self) -> None:
        self.bytes = 0
        self.raw = b""
        self.closed = False
        self.status: int | None = None
        self.screen = pyte.Screen(240, 80)
        self._stream = pyte.ByteStream(self.screen)
        self._new = bytearray()

    def connection_made(self, chan: Any) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.bytes += len(data)
        self.raw = (self.raw + data)[-1_000_000:]
        self._new += data

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True

    @property
    def text(self) -> str:
        self._stream.feed(plain(bytes(self._new)))
        self._new.clear()
        return "\n".join(self.screen.display)


def plain(data: bytes) -> bytes:
    """Without what pyte does not know: the push and pop of kitty's keys, the pointer's shape, the query for 2026."""
    for unknown in (b"\x1b[>1u", b"\x1b[<u", b"\x1b]22;default\x07", b"\x1b[?2026$p"):
        data = data.replace(unknown, b"")
    return data


async def connected(port: int, user: str = "guest", **options: Any) -> asyncssh.SSHClientConnection:
    options = {"known_hosts": None, "config": None, "client_keys": None, "agent_path": None} | options
    return await asyncssh.connect("127.0.0.1", port, username=user, **options)


async def seated(connection: asyncssh.SSHClientConnection, size: tuple[int, int] = (100, 30), **options: Any) -> Raw:
    """A session with a screen."""
    options = {"term_type": "xterm-256color", "term_size": size, "encoding": None} | options
    _, session = await connection.create_session(Raw, **options)
    return session


class Screened:
    """A client whose ``screen`` is read by eye."""

    screen: pyte.Screen

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def shows(self, text: str) -> None:
        try:
            await until(lambda: text in self.text)
        except AssertionError:
            raise AssertionError(f"{text!r} is not shown, but:\n{self.text}") from None


class OpenSSH(Screened):
    """The real client in a pty: ``OpenSSH(port, *command)``, or ``OpenSSH(port, *options_of_ssh, "--", *command)``."""

    def __init__(
        self, port: int, *words: str, size: tuple[int, int] = (80, 24), user: str = "guest", **env: str
    ) -> None:
        columns, rows = size
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.read_out = False
        self.master, slave = pty.openpty()
        self.resize(columns, rows)
        told = {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "TERM": "xterm-256color",
            "LANG": "en_US.UTF-8",
        } | env
        at = words.index("--") if "--" in words else -1
        own = words[: max(at, 0)]
        command = ["ssh", *OPTIONS, "-tt", "-p", str(port), *own, f"{user}@127.0.0.1", *words[at + 1 :]]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=told, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        asyncio.get_running_loop().add_reader(self.master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        if not data:
            self.read_out = True
            asyncio.get_running_loop().remove_reader(self.master)
            return
        self.raw += data
        self._stream.feed(plain(data))

    @property
    def bytes(self) -> int:
        return len(self.raw)

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    async def ended(self) -> int:
        """The exit status, once the client has ended and all that it wrote is read."""
        await until(lambda: self.process.poll() is not None and self.read_out)
        return int(self.process.returncode)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self.master)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
