"""The program under the machine's own sshd: ``ssh -t host kovrik play`` and an account that does nothing else."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

import carpets
from sshing import LIMIT, OpenSSH, free_port

SSHD = shutil.which("sshd") or "/usr/sbin/sshd"
pytestmark = pytest.mark.skipif(not os.path.exists(SSHD) or os.geteuid() != 0, reason="needs sshd, and root to run it")


@pytest.fixture
def sshd(tmp_path: Path) -> Iterator[tuple[int, list[str]]]:
    """An sshd on a loopback port that forces ``play``, and the options of a client with the key it knows."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    for name, text in (("host", key.export_private_key("openssh")), ("user", key.export_private_key("openssh"))):
        (tmp_path / name).touch(0o600)
        (tmp_path / name).write_bytes(text)
    (tmp_path / "known").write_bytes(key.export_public_key("openssh"))
    port = free_port()
    play = (
        f"env CARPETS_HOME={tmp_path}/home PYTHONPATH={Path(carpets.__file__).parents[1]} {sys.executable} -m carpets"
    )
    documented = (Path(__file__).parents[1] / "docs" / "hosting" / "sshd_config").read_text()
    rules = documented.replace("Match User carpets", f"Match User {getpass.getuser()}")
    rules = rules.replace("/opt/carpets/bin/kovrik play", f"{play} play --seed 48216")
    (tmp_path / "config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {tmp_path}/host\nAuthorizedKeysFile {tmp_path}/known\n"
        f"StrictModes no\nUsePAM no\nPermitRootLogin yes\nPidFile none\n{rules}"
    )
    os.makedirs("/run/sshd", exist_ok=True)
    process = subprocess.Popen([SSHD, "-D", "-e", "-f", tmp_path / "config"], stderr=(tmp_path / "log").open("w"))
    end = time.monotonic() + LIMIT
    while "Server listening" not in (tmp_path / "log").read_text() and time.monotonic() < end:
        time.sleep(0.05)
    yield port, ["-i", str(tmp_path / "user"), "-o", "IdentitiesOnly=yes"]
    process.terminate()
    process.wait(LIMIT)


async def test_an_account_of_the_machines_own_sshd_plays_and_does_nothing_else(sshd: tuple[int, list[str]]) -> None:
    port, options = sshd
    for command in ((), ("id",)):
        client = OpenSSH(port, *options, "--", *command, user=getpass.getuser(), LANG="ru_RU.UTF-8")
        try:
            await client.shows("расклад 48216")
            assert "uid=" not in client.text
            client.press("\x03")
            await client.ended()
        finally:
            client.close()
