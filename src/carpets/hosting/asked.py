"""What ``serve`` was asked for, and what the process above several workers asks of one."""

from __future__ import annotations

import signal
from pathlib import Path

from carpets.hosting.limits import Limits
from carpets.value import Value

HOST_KEY = "hostkey"
RETIRE = signal.SIGUSR1
"""Take nobody new, and go when the last visitor has gone."""


class Hosting(Value):
    """What ``serve`` was asked for; times in seconds. ``data`` '' is the folder ``ssh`` in the program's own."""

    host: str = "127.0.0.1"
    port: int = 2222
    host_key: str = ""
    max_sessions: int = 200
    max_per_ip: int = 20
    idle_timeout: int = 900
    max_time: int = 14400
    auth: str = "keys"
    data: str = ""
    lang: str | None = None
    variant: str = "kovrik"
    motd: str = ""
    workers: int = 1
    web: bool = False
    web_host: str = "127.0.0.1"
    web_port: int = 8080
    arrivals: int = 2
    """New connections a second from one address."""

    @property
    def folder(self) -> Path:
        from carpets.folders import data_folder

        return Path(self.data).expanduser() if self.data else Path(data_folder(), "ssh")

    @property
    def key_file(self) -> Path:
        return Path(self.host_key).expanduser() if self.host_key else self.folder / HOST_KEY

    @property
    def limits(self) -> Limits:
        return Limits(
            sessions=self.max_sessions,
            per_address=self.max_per_ip,
            idle=float(self.idle_timeout),
            total=float(self.max_time),
            arrivals=float(self.arrivals),
            arrivals_at_once=10.0 * self.arrivals,
        )
