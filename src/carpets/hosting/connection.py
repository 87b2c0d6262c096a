"""One ssh connection: who may come in, who they are, and the one thing they may ask for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncssh
from asyncssh.constants import MSG_IGNORE

from carpets.hosting import log
from carpets.hosting.admission import Auth
from carpets.hosting.channel import Channel
from carpets.hosting.limits import neighbourhood
from carpets.hosting.meter import Meter
from carpets.hosting.shell import Shell

if TYPE_CHECKING:
    from carpets.hosting.house import House

WINDOW, PACKET = 16384, 16384
"""Bytes a client may send before we have taken them, and in one packet."""


class Connection(asyncssh.SSHServer):
    """Who is at the other end, from the first byte on. ``key``: the fingerprint of a key they have proved to hold."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.key: str | None = None
        self.address = ""
        self.meter: Meter | None = None
        self.visit: Shell | None = None
        self._ssh: Any = None
        self._entered = self._known = False
        self._offered: asyncssh.SSHKey | None = None

    # ------------------------------------------------------------ coming and going

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._ssh = conn
        peer = conn.get_extra_info("peername")
        self.address = neighbourhood(peer[0] if isinstance(peer, tuple) else "local")
        refused = self.house.gate.refused(self.address, time.monotonic())
        if refused is not None:
            log.event("refused", address=self.address, why=refused)
            conn.abort()
            return
        self._entered = True
        self.house.gate.entered(self.address)
        self.house.gate.knocked()
        transport: Any = conn._transport  # PRIVATE to asyncssh 2.24
        self.meter = Meter(conn, transport)
        without_fillers(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._entered:
            self._entered = False
            self.house.gate.gone(self.address)
            if not self._known:
                self.house.gate.known()

    def close(self) -> None:
        """End the connection when what was written has gone out."""
        self._ssh.close()

    def abort(self) -> None:
        """End the connection at once."""
        self._ssh.abort()

    # ------------------------------------------------------------ who it is

    def begin_auth(self, username: str) -> bool:
        self._offered = None
        match self.house.auth:
            case Auth.GUEST:
                return False
            case Auth.KEYS:
                return username != "guest"
            case Auth.LISTED:
                return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        if self.house.auth is Auth.LISTED and key.get_fingerprint() not in self.house.listed():
            return False
        self._offered = key
        return True

    def kbdint_auth_supported(self) -> bool:
        return self.house.auth is Auth.KEYS

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        self._offered = None  # a key that was only offered proves nothing
        return self.house.auth is Auth.KEYS

    def password_auth_supported(self) -> bool:
        return False

    def auth_completed(self) -> None:
        self._known = True
        self.house.gate.known()
        if self._offered is not None:
            self.key = self._offered.get_fingerprint()
        asyncio.get_running_loop().call_later(self.house.limits.start, self._started)

    def _started(self) -> None:
        """A client that has logged in and asks for nothing is sent away."""
        if self._entered and (self.visit is None or not self.visit.began):
            self._ssh.disconnect(asyncssh.DISC_BY_APPLICATION, "no session started")

    # ------------------------------------------------------------ what it may have

    def session_requested(self) -> Any:
        """One session a connection."""
        if self.visit is not None:
            return False
        self.visit = Shell(self.house, self)
        loop = asyncio.get_running_loop()
        return Channel(self._ssh, loop, True, False, False, 0, 1024, None, "strict", WINDOW, PACKET), self.visit


def without_fillers(connection: Any) -> None:
    """Send no empty packet before each packet, as asyncssh does: half of all system calls and encryptions.

    It guards ciphers in CBC mode, whose next block could be foreseen (RFC 4251, section 9.3.1), and stays for them.
    """
    send = connection.send_packet

    def send_packet(kind: int, *parts: bytes, handler: Any = None) -> None:
        if kind != MSG_IGNORE or "cbc" in connection.get_extra_info("send_cipher", "cbc"):
            send(kind, *parts, handler=handler)

    connection.send_packet = send_packet  # PRIVATE to asyncssh 2.24: it calls itself for the empty packet


async def listen(
    house: House, host: str, port: int, host_key: Path, *, reuse_port: bool = False
) -> asyncssh.SSHAcceptor:
    """Let visitors in: one shell request or command each, and nothing else that ssh can do."""
    make: Callable[[], asyncssh.SSHServer] = lambda: Connection(house)  # noqa: E731
    return await asyncssh.create_server(
        make,
        host,
        port,
        server_host_keys=[str(host_key)],
        server_version="Carpets",  # not the library and its version
        reuse_port=reuse_port,
        backlog=256,
        encoding=None,
        line_editor=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        gss_host=None,
        x509_trusted_certs=None,
        password_auth=False,
        compression_algs=None,  # no state for each, no bomb
        login_timeout=house.limits.login,
        keepalive_interval=house.limits.keepalive,
        keepalive_count_max=3,
        utf8_decode_errors="replace",
    )
