"""What clients may try against the ssh host, each tried for real while another player plays on.

    PYTHONPATH=src python tests/bench/ssh_attacks.py            # all, about two minutes
    PYTHONPATH=src python tests/bench/ssh_attacks.py floods churn

Starts a host of its own. A line for each attack: what came of it, the other player's waits for their frames
meanwhile (p50, p95, max), the host's processor time and its memory before and after. What must hold is asserted:
the other player is never cut off, and the host answers afterwards.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
from ssh_load import FIRST, LEFT, OPTIONS, RIGHT, Player, frame, host, mebibytes, part, seconds

HOST: dict[str, Any] = {}


async def connect(**options: Any) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect("127.0.0.1", HOST["port"], agent_path=None, **(OPTIONS | options))


async def sit(
    connection: asyncssh.SSHClientConnection, command: str | None = "kovrik --seed 48216", **options: Any
) -> Player:
    options = {"term_type": "xterm-256color", "term_size": (100, 30), "encoding": None} | options
    _, player = await connection.create_session(Player, command, **options)
    return player


async def lives(player: Player) -> bool:
    """Whether a key still has an answer."""
    for key in (RIGHT, LEFT, RIGHT):
        with suppress(TimeoutError, OSError):
            await asyncio.wait_for(frame(player, key), 5)
            return True
    return False


# ---------------------------------------------------------------- the attacks


async def sizes() -> str:
    """Windows of every size, in the request, in changes and in the stream."""
    async with await connect() as connection:
        player = await sit(connection, term_size=(65535, 65535))
        await asyncio.sleep(1)
        for width, height in ((2**32 - 1, 2**32 - 1), (0, 0), (1, 1), (65535, 1)):
            player.channel.change_terminal_size(width, height)
            await asyncio.sleep(0.3)
        player.channel.write(b"\x1b[48;99999;99999;0;0t\x1b[<0;5;5M\x1b[<0;5;5m")
        player.channel.change_terminal_size(100, 30)
        await asyncio.sleep(0.5)
        return f"{player.bytes / 1000:.0f} kB sent in all, lives: {await lives(player)}"


async def resizes() -> str:
    """As many changes of the window as the client can send, 4 s."""
    async with await connect() as connection:
        player = await sit(connection)
        count, end = 0, time.monotonic() + 4
        while time.monotonic() < end:
            for _ in range(50):
                player.channel.change_terminal_size(60 + count % 90, 20 + count % 30)
                count += 1
            await asyncio.sleep(0.005)
        return f"{count} changes, {player.bytes / 1000:.0f} kB of frames"


async def flood(data: bytes) -> str:
    connection = await connect()
    player = await sit(connection)
    sent, end = 0, time.monotonic() + 5
    while time.monotonic() < end and not connection.is_closed():
        if player.channel.get_write_buffer_size() < 65536:
            player.channel.write(data)
            sent += len(data)
        await asyncio.sleep(0.002)
    connection.abort()
    return f"{sent / 1000:.0f} kB offered"


async def floods() -> str:
    """Keys, motions of the mouse and an endless paste, 5 s each."""
    keys = await flood(RIGHT * 500)
    mouse = await flood(b"".join(b"\x1b[<35;%d;%dM" % (1 + at % 80, 1 + at % 25) for at in range(300)))
    paste = await flood(b"\x1b[200~" + b"A" * 30_000)
    return f"keys {keys}, mouse {mouse}, paste {paste}"


async def lines() -> str:
    """Eight who play line by line and never stop to ask for what takes the longest, 8 s."""
    said = 0

    async def ask(command: str) -> None:
        nonlocal said
        async with await connect() as connection:
            process = await connection.create_process("kovrik-grand --seed 48216 --plain", encoding=None)
            end = time.monotonic() + 8
            with suppress(TimeoutError):
                async with asyncio.timeout(10):
                    while time.monotonic() < end:
                        process.stdin.write((command + "\n").encode() * 20)
                        await process.stdin.drain()
                        answer = await process.stdout.read(65536)
                        said += len(answer)

    await asyncio.gather(
        *map(ask, ("hint", "review", "", "new solvable", "moves", "help", "settings lamp yes", "x" * 999))
    )
    return f"{said / 1000:.0f} kB answered"


async def garbage() -> str:
    """Bytes that are no text, no keys and no sequences of any terminal."""
    dead = []
    every = bytes(byte for byte in range(256) if byte not in b"\x03\x11q")
    for data in (
        b"\xff\xfe\xc3\x28\xed\xa0\x80", b"\x1b[1114112u", b"\x1b[99999999999999999999u", b"\x1b[:u", b"\x1b[55296u",
        b"\x1b[" + b"9" * 5000, b"\x1b[<0;99999999;99999999M", b"\x1b[M\xff\xff\xff", b"\x1bP1+r52=38\x1b\\", every,
        b"\x1b" * 1000, b"\x00" * 1000, b"\x1b]52;c;" + b"A" * 5000 + b"\x07", b"\x1b[1088::104;1u",
    ):  # fmt: skip
        async with await connect() as connection:
            player = await sit(connection)
            await frame(player, None)
            player.channel.write(data)
            await asyncio.sleep(3 if len(data) >= 1000 else 0.3)
            player.channel.write(b"\x1b")
            await asyncio.sleep(0.3)
            if not await lives(player):
                dead.append(data[:12])
    return f"14 kinds, ended the session: {dead or 'none'}"


async def environment() -> str:
    """Thousands of variables of 20 kB."""
    connection = await connect()
    variables = {f"VAR{at}": "x" * 20_000 for at in range(500)}
    with suppress(asyncssh.Error, OSError, TimeoutError):
        await asyncio.wait_for(sit(connection, env=variables), 15)
    memory = mebibytes(HOST["pid"])
    connection.abort()
    return f"memory meanwhile {memory:.0f} MiB"


async def unread() -> str:
    """A client with an endless window that never reads, while its screen changes."""
    connection = await connect()
    player = await sit(connection, term_size=(240, 80), window=2**31 - 1)
    await frame(player, None)
    connection._transport.pause_reading()  # type: ignore[union-attr]
    for at in range(100):
        player.channel.change_terminal_size(200 + at % 40, 70 + at % 10)
        await asyncio.sleep(0.085)
    memory = mebibytes(HOST["pid"])
    connection._transport.resume_reading()  # type: ignore[union-attr]
    player.channel.change_terminal_size(100, 30)
    await asyncio.sleep(1)
    alive = await lives(player)
    connection.abort()
    return f"memory meanwhile {memory:.0f} MiB, reads again: {alive}"


async def rekeys() -> str:
    """New keys asked for as fast as they come, 4 s."""
    connection = await connect()
    await sit(connection)
    count, end = 0, time.monotonic() + 4
    while time.monotonic() < end and not connection.is_closed():
        connection._send_kexinit()
        count += 1
        for _ in range(100):
            await asyncio.sleep(0.002)
            if not connection._kex and not connection._kexinit_sent:
                break
    connection.abort()
    return f"{count} times"


async def silent() -> str:
    """Connections that say nothing."""
    lines = [await asyncio.open_connection("127.0.0.1", HOST["port"]) for _ in range(150)]
    begun = time.monotonic()
    for reader, _ in lines:
        with suppress(TimeoutError, OSError):
            await asyncio.wait_for(reader.read(1000), 0.02)
    admitted = sum(not reader.at_eof() and reader.exception() is None for reader, _ in lines)
    for reader, writer in lines:
        with suppress(TimeoutError, OSError):
            while await asyncio.wait_for(reader.read(1000), 20):
                pass
        writer.close()
    return f"150 opened, {admitted} let in, all ended after {time.monotonic() - begun:.0f} s"


async def others() -> str:
    """Everything else that ssh can do."""
    refused = []
    async with await connect() as connection:
        for name, tried in (
            ("a forwarded port", lambda: connection.open_connection("127.0.0.1", 22)),
            ("a port to listen on", lambda: connection.forward_remote_port("", 0, "127.0.0.1", 22)),
            ("a socket", lambda: connection.open_unix_connection("/tmp/x")),
            ("sftp", lambda: connection.create_session(Player, subsystem="sftp")),
        ):
            try:
                await asyncio.wait_for(tried(), 5)  # type: ignore[no-untyped-call]
            except (asyncssh.Error, asyncssh.ChannelListenError, TimeoutError, OSError):
                refused.append(name)
    async with await connect() as connection:
        done = await connection.run("sh -c 'id; touch /tmp/carpets-ran'", check=False)
    ran = os.path.exists("/tmp/carpets-ran")
    return f"refused: {', '.join(refused)}; a command: status {done.exit_status}, ran: {ran}"


async def churn() -> str:
    """A thousand sessions opened and dropped."""
    failed = 0

    async def one() -> None:
        nonlocal failed
        try:
            connection = await connect()
            await frame(await sit(connection), None)
            connection.abort()
        except (asyncssh.Error, OSError, TimeoutError):
            failed += 1

    before, grown = mebibytes(HOST["pid"]), []
    for _ in range(5):
        for _ in range(20):
            await asyncio.gather(*(one() for _ in range(10)))
        await asyncio.sleep(8)
        grown.append(round(mebibytes(HOST["pid"])))
    assert grown[-1] - before < 20, f"{before} MiB grew: {grown}"
    return f"{failed} failed; memory after each 200: {grown} MiB"


ATTACKS: dict[str, Callable[[], Awaitable[str]]] = {
    call.__name__: call
    for call in (sizes, resizes, floods, lines, garbage, environment, unread, rekeys, others, silent, churn)
}


# ---------------------------------------------------------------- the other player


async def probe(times: list[float]) -> None:
    """Plays on."""
    player = await sit(await connect(), "kovrik --seed 48216")
    await frame(player, None)
    player.press(FIRST)
    await asyncio.sleep(1)
    key = RIGHT
    while True:
        times.append(await frame(player, key))
        key = LEFT if key == RIGHT else RIGHT
        await asyncio.sleep(0.15)


async def main(chosen: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        process, HOST["port"] = host(folder, 1)
        HOST["pid"] = process.pid
        try:
            times: list[float] = []
            playing = asyncio.create_task(probe(times))
            await asyncio.sleep(4)
            print(f"{'nothing':>12}: {told(times)}", flush=True)
            for name in chosen or ATTACKS:
                times.clear()
                work, memory = seconds(process.pid), mebibytes(process.pid)
                came = await ATTACKS[name]()
                await asyncio.sleep(1)
                assert not playing.done(), playing.exception()
                print(
                    f"{name:>12}: {came}\n{'':>14}{told(times)}; host {seconds(process.pid) - work:.1f} s CPU,"
                    f" {memory:.0f} -> {mebibytes(process.pid):.0f} MiB",
                    flush=True,
                )
            playing.cancel()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(15)
            crashes = re.findall(r'"event": "(?:crash|failed)"', Path(folder, "log").read_text())
            print(f"crashes: {len(crashes)}", flush=True)


def told(times: list[float]) -> str:
    waits = ", ".join(f"{name} {part(times, share):.0f}" for name, share in (("p50", 0.5), ("p95", 0.95), ("max", 1.0)))
    return f"other player: {waits} ms ({len(times)} keys)"


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
