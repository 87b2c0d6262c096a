"""The host under a small app of its own: what clients may do to it, and that they can do no harm."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import time
import weakref
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Static

from carpets.hosting.admission import Auth
from carpets.hosting.doors import Door, Home, Nonsense
from carpets.hosting.hosted import Hosted
from carpets.hosting.hostkey import OpenKey, host_key
from carpets.hosting.house import House
from carpets.hosting.limits import BYTES, BYTES_AT_ONCE, KEYS, KEYS_AT_ONCE, UNREAD_SOCKET, Limits
from carpets.hosting.meter import Meter
from carpets.hosting.visit import Visit
from carpets.paint.palettes import Depth
from sshing import LIMIT, OPTIONS, OpenSSH, connected, hosting, seated, until


class Counting(App[None]):
    """Counts keys; X breaks it, q ends it. Shows the size and the last key and click."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(**options)
        self.told = name
        self.count = 0
        self.last = ""

    def compose(self) -> ComposeResult:
        yield Static(id="line", markup=False)

    def on_mount(self) -> None:
        self.tell()

    def tell(self) -> None:
        text = f"#{self.count:06} {self.size.width}x{self.size.height} {self.told} {self.last}"
        self.query_one(Static).update(Text(text, style="#c62c0a"))

    def on_key(self, event: events.Key) -> None:
        if event.character == "q":
            self.exit()
        if event.character == "X":
            raise RuntimeError("a bug")
        self.count += 1
        self.last = event.key
        self.tell()

    def on_click(self, event: events.Click) -> None:
        self.count += 1
        self.last = f"click {event.x},{event.y}"
        self.tell()

    def on_resize(self) -> None:
        self.call_later(self.tell)


class HostedCounting(Hosted, Counting):
    pass


@dataclass
class Standing:
    """A play of one app for all doors."""

    apps: list[Any] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    depth: Depth | None = None

    async def open_app(self, visit: Visit) -> Hosted:
        depth = self.depth or {"xterm-kitty": Depth.TRUE, "xterm": Depth.C16}.get(visit.environment["TERM"], Depth.C256)
        app = HostedCounting(visit.key or "guest", link=visit, depth=depth)
        self.apps.append(weakref.ref(app))
        self.keys.append(visit.key)
        return app

    def fills_screen(self, door: Door | Nonsense) -> bool:
        return door == Home()

    async def told(self, visit: Visit) -> tuple[str, int]:
        return f"{visit.door}", 0 if not isinstance(visit.door, Nonsense) else 2

    def parting(self, visit: Visit) -> list[str]:
        return ["Farewell."]


QUICK = Limits(sweep=0.05)


@pytest.fixture
def play() -> Standing:
    return Standing()


@pytest.fixture
async def house(play: Standing, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[House]:
    """A house with QUICK or the test's own limits; its port is ``house.port``."""
    made = House(play, getattr(request, "param", QUICK), keys=tmp_path / "authorized_keys")
    async with hosting(made, tmp_path) as port:
        made.port = port  # type: ignore[attr-defined]
        yield made


async def test_a_key_press_comes_back_as_a_frame(house: House) -> None:
    async with await connected(house.port) as connection:
        player = await seated(connection)
        await until(lambda: "#000000 100x30 guest" in player.text)
        player.channel.write(b"\x1b[C")
        await until(lambda: "#000001" in player.text and "right" in player.text)


async def test_a_frame_is_one_packet(house: House, play: Standing) -> None:
    async with await connected(house.port) as connection:
        player = await seated(connection)
        await until(lambda: "#000000" in player.text)
        driver, ssh = play.apps[-1]()._driver, connection_of(house).connection
        packets, frames = ssh._send_seq, driver.frames
        for at in range(1, 6):
            player.channel.write(b"a")
            await until(lambda: f"#{at:06}" in player.text)  # noqa: B023
        assert ssh._send_seq - packets == driver.frames - frames > 0


async def test_openssh_shows_resizes_clicks_and_leaves_the_terminal_as_it_was(house: House) -> None:
    client = OpenSSH(house.port)
    try:
        await client.shows("#000000 80x24")
        client.resize(42, 62)
        await client.shows("42x62")
        client.press("\x1b[<0;6;3M\x1b[<0;6;3m")
        await client.shows("click 5,2")
        client.press("\x1b")
        await client.shows("escape")
        client.press("я")
        await client.shows("я")
        client.press("q")
        assert await client.ended() == 0
        assert "Farewell." in client.text
        end = client.raw[client.raw.rindex(b"\x1b[?1049l") - 80 :]
        for restored in (b"\x1b[?1000l", b"\x1b[?1002l", b"\x1b[?1006l", b"\x1b[?2004l", b"\x1b[?25h", b"\x1b[?7h"):
            assert restored in end
    finally:
        client.close()


async def test_a_dropped_connection_ends_only_its_own_app(house: House, play: Standing) -> None:
    async with await connected(house.port) as connection:
        player = await seated(connection)
        other = OpenSSH(house.port)
        try:
            await other.shows("#000000")
            other.press("\r~.")
            assert await other.ended() == 255
        finally:
            other.close()
        await until(lambda: len(house.visits) == 1)
        player.channel.write(b"a")
        await until(lambda: "#000001" in player.text)


async def test_a_crash_is_told_and_touches_nobody_else(house: House) -> None:
    async with await connected(house.port) as connection, await connected(house.port) as unlucky:
        player = await seated(connection)
        broken = await seated(unlucky)
        await until(lambda: "#000000" in broken.text)
        broken.channel.write(b"X")
        await until(lambda: broken.closed)
        assert "The game hit a bug" in broken.text
        assert "Traceback" not in broken.text
        player.channel.write(b"a")
        await until(lambda: "#000001" in player.text)
        assert house.crashed == 1


async def test_each_terminal_has_the_colours_it_can_show(house: House) -> None:
    screens = {}
    for term in ("xterm-kitty", "xterm-256color", "xterm"):
        async with await connected(house.port) as connection:
            player = await seated(connection, term_type=term)
            await until(lambda: "#000000" in player.text)  # noqa: B023
            screens[term] = player.raw
    assert b"38;2;" in screens["xterm-kitty"]
    assert b"38;2;" not in screens["xterm-256color"]
    assert b"38;5;" in screens["xterm-256color"]
    assert b"38;5;" not in screens["xterm"]
    assert b"38;2;" not in screens["xterm"]


@pytest.mark.parametrize(
    "words",
    [
        ("-s", "guest@127.0.0.1", "sftp"),
        ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", "guest@127.0.0.1"),
        ("-W", "127.0.0.1:1", "guest@127.0.0.1"),
    ],
)
async def test_nothing_else_that_ssh_can_do_is_done(house: House, words: tuple[str, ...]) -> None:
    process = await asyncio.create_subprocess_exec(
        "ssh", *OPTIONS, "-p", str(house.port), *words, stdin=subprocess.DEVNULL, stdout=-1, stderr=-1
    )
    out, _ = await asyncio.wait_for(process.communicate(), LIMIT)
    assert process.returncode == 255 or process.returncode == 1
    assert out == b""


async def test_a_command_is_read_and_never_run(house: House, tmp_path: Path) -> None:
    for command in (f"touch {tmp_path}/ran", "$(touch ran)", "help; id", "scp -t /tmp"):
        process = await asyncio.create_subprocess_exec(
            "ssh", *OPTIONS, "-T", "-p", str(house.port), "guest@127.0.0.1", command, stdin=-3, stdout=-1, stderr=-1
        )
        out, _ = await asyncio.wait_for(process.communicate(), LIMIT)
        assert process.returncode == 2
        assert b"Nonsense" in out
    assert not (tmp_path / "ran").exists()


async def test_a_second_session_on_a_connection_is_refused(house: House) -> None:
    async with await connected(house.port) as connection:
        await seated(connection)
        with pytest.raises(asyncssh.ChannelOpenError):
            await seated(connection)


@pytest.mark.parametrize("house", [Limits(sweep=0.05, start=1.0)], indirect=True)
async def test_a_client_that_asks_for_nothing_is_sent_away(house: House) -> None:
    async with await connected(house.port) as connection:
        await asyncio.wait_for(connection.wait_closed(), LIMIT)
    await until(lambda: not house.gate.here and not house.gate.strangers)


@pytest.mark.parametrize("house", [Limits(sweep=0.05, login=1.0)], indirect=True)
async def test_a_silent_connection_is_cut_when_its_grace_is_over(house: House) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    assert await asyncio.wait_for(reader.read(), LIMIT)  # the version, then the end
    writer.close()
    await until(lambda: not house.gate.here and not house.gate.strangers)


@pytest.mark.parametrize("house", [Limits(sweep=0.05, per_address=3)], indirect=True)
async def test_one_address_may_take_only_its_share(house: House) -> None:
    connections = [await connected(house.port) for _ in range(3)]
    with pytest.raises((asyncssh.Error, OSError)):
        await connected(house.port)
    for connection in connections:
        connection.close()
    await until(lambda: not house.gate.here)
    (await connected(house.port)).close()


@pytest.mark.parametrize("house", [Limits(sweep=0.05, idle=2.5, warning=2.2)], indirect=True)
async def test_who_does_nothing_is_warned_and_then_sent_home(house: House) -> None:
    client = OpenSSH(house.port)
    try:
        assert await client.ended() == 0
        assert b"Nobody there?" in client.raw
        assert "Nothing was pressed for a long time" in client.text
    finally:
        client.close()


@pytest.mark.parametrize("house", [Limits(sweep=0.05, idle=3.0, warning=2.8)], indirect=True)
async def test_a_key_after_the_warning_keeps_the_table(house: House) -> None:
    async with await connected(house.port) as connection:
        player = await seated(connection)
        await until(lambda: "Nobody there?" in player.text)
        begun = time.monotonic()
        while time.monotonic() - begun < 4:
            player.channel.write(b"a")
            await asyncio.sleep(0.3)
        assert not player.closed


HOSTILE = {
    "bad utf-8": b"\xff\xfe\xc3\x28\xed\xa0\x80\xf8\x88",
    "a code point too large": b"\x1b[1114112u",
    "a number too large": b"\x1b[99999999999999999999u",
    "no number": b"\x1b[:u",
    "kitty on a Russian layout": b"\x1b[1088::104;1u",
    "a surrogate": b"\x1b[55296u",
    "an endless sequence": b"\x1b[" + b"9" * 5000,
    "a far click": b"\x1b[<0;99999999;99999999M",
    "a click before the screen": b"\x1b[<0;-5;-5M",
    "an old mouse": b"\x1b[M\xff\xff\xff",
    "a clipboard": b"\x1b]52;c;" + b"A" * 1000 + b"\x07",
    "a string": b"\x1bP1+r524742=38\x1b\\",
    "zeros": b"\x00" * 100,
    "every byte": bytes(byte for byte in range(256) if byte not in b"qX\x11"),
    "escapes": b"\x1b" * 1000,
    "a size of zero, then a click": b"\x1b[48;0;0;0;0t\x1b[<0;5;5M\x1b[<0;5;5m",
    "a huge size": b"\x1b[48;99999;99999;0;0t",
    "the end of no paste": b"\x1b[201~",
}


@pytest.mark.parametrize("house", [Limits(sweep=0.05, arrivals=100, arrivals_at_once=100)], indirect=True)
async def test_no_bytes_end_a_session(house: House) -> None:
    async def survives(name: str, data: bytes) -> None:
        async with await connected(house.port) as connection:
            player = await seated(connection)
            await until(lambda: b"#000000 100x30" in player.raw)
            player.channel.write(data)
            end = time.monotonic() + LIMIT
            while b"left" not in player.raw and time.monotonic() < end:
                player.channel.write(b"\x1b[D")  # the first ones may be one too many for a second
                await asyncio.sleep(0.2)
                assert not player.closed, name
            assert b"left" in player.raw, name
            assert "100x30" in player.text, name

    await asyncio.gather(*(survives(name, data) for name, data in HOSTILE.items()))


async def test_an_endless_paste_is_swallowed_and_keys_work_after_it(house: House) -> None:
    async with await connected(house.port) as connection:
        player = await seated(connection)
        await until(lambda: "#000000" in player.text)
        player.channel.write(b"\x1b[200~" + b"A" * 40_000 + b"\x1b[201~\x1b[C")
        await until(lambda: "right" in player.text)
        assert "#000001" in player.text


async def test_a_window_of_any_size_is_kept_within_limits(house: House) -> None:
    async with await connected(house.port) as connection:
        player = await seated(connection, (65535, 65535))
        await until(lambda: b"240x80" in player.raw)
        for width, height, told in ((1, 1, b"20x8"), (0, 0, b"80x24"), (100, 30, b"100x30")):
            player.channel.change_terminal_size(width, height)
            await until(lambda: told in player.raw)  # noqa: B023
        assert player.bytes < 300_000


async def test_a_flood_of_keys_is_metered_and_another_player_still_plays(house: House, play: Standing) -> None:
    async with await connected(house.port) as connection, await connected(house.port) as flooding:
        player, flood = await seated(connection), await seated(flooding)
        await until(lambda: "#000000" in player.text and "#000000" in flood.text)
        begun = time.monotonic()
        for at in range(1, 11):
            if flood.channel.get_write_buffer_size() < 65536:
                flood.channel.write(b"\x1b[C" * 3000)
            player.channel.write(b"a")
            await until(lambda: f"#{at:06}" in player.text)  # noqa: B023
        seconds = time.monotonic() - begun
        drivers = [app()._driver for app in play.apps]
        flooded = max(drivers, key=lambda driver: driver.keys)
        assert flooded.keys * 3 < BYTES_AT_ONCE + BYTES * (seconds + 1)
        assert flooded.keys - flooded.dropped_keys <= KEYS_AT_ONCE + KEYS * (seconds + 1)
        assert flooded.dropped_keys
        flooding.abort()


async def test_who_does_not_read_holds_little_and_is_repainted(house: House, play: Standing) -> None:
    connection = await connected(house.port)
    player = await seated(connection, (240, 80), window=2**31 - 1)
    await until(lambda: b"240x80" in player.raw)
    driver = play.apps[-1]()._driver
    connection._transport.pause_reading()  # neither ssh nor TCP is read, whatever the window says
    at, end = 0, time.monotonic() + LIMIT
    while not driver.dropped_frames and time.monotonic() < end:
        at += 1
        player.channel.change_terminal_size(200 + at % 40, 70 + at % 10)
        await asyncio.sleep(0.085)
    assert driver.dropped_frames
    assert connection_of(house).transport.get_write_buffer_size() < 2 * UNREAD_SOCKET
    player.channel.change_terminal_size(100, 30)
    connection._transport.resume_reading()
    await until(lambda: b"100x30" in player.raw[-200_000:])
    connection.abort()


def connection_of(house: House) -> Meter:
    (visit,) = house.visits
    assert visit.connection.meter is not None
    return visit.connection.meter


async def test_no_app_outlives_its_visit(house: House, play: Standing) -> None:
    for _ in range(5):
        async with await connected(house.port) as connection:
            player = await seated(connection)
            await until(lambda: "#000000" in player.text)  # noqa: B023
            player.channel.write(b"\x1b[97;5u\x1b[<0;5;5M\x1b[<0;5;5m")
            await until(lambda: "click" in player.text)  # noqa: B023
    await until(lambda: not house.visits)

    def gone() -> bool:
        gc.unfreeze()
        gc.collect()
        return [app() for app in play.apps[:-1]] == [None] * 4

    await until(gone)


# ---------------------------------------------------------------- who it is


def keyed(folder: Path, name: str) -> tuple[Path, str]:
    key = asyncssh.generate_private_key("ssh-ed25519")
    path = folder / name
    path.touch(0o600)
    path.write_bytes(key.export_private_key("openssh"))
    path.with_suffix(".pub").write_bytes(key.export_public_key("openssh"))
    return path, key.get_fingerprint()


async def ssh(port: int, *words: str) -> tuple[int, bytes]:
    process = await asyncio.create_subprocess_exec(
        "ssh", *OPTIONS, "-T", "-p", str(port), *words, stdin=subprocess.DEVNULL, stdout=-1, stderr=-1
    )
    out, _ = await asyncio.wait_for(process.communicate(), LIMIT)
    return int(process.returncode or 0), out


async def test_a_key_that_is_proved_is_the_visitor_and_one_that_is_only_offered_is_nobody(
    house: House, play: Standing, tmp_path: Path
) -> None:
    own, fingerprint = keyed(tmp_path, "own")
    victim, _ = keyed(tmp_path, "victim")
    victim.unlink()  # only its public half is left
    for identity, expected in ((own, fingerprint), (victim.with_suffix(".pub"), None)):
        client = OpenSSH(house.port, "-i", str(identity), "-o", "IdentitiesOnly=yes", "--", user="vera")
        try:
            await client.shows("#000000")
            assert play.keys[-1] == expected
        finally:
            client.close()


async def test_only_listed_keys_come_in_where_there_is_a_list(house: House, tmp_path: Path) -> None:
    house.auth = Auth.LISTED
    listed, _ = keyed(tmp_path, "listed")
    other, _ = keyed(tmp_path, "other")
    (tmp_path / "authorized_keys").write_bytes(b"# friends\n" + listed.with_suffix(".pub").read_bytes())
    for identity, status in ((listed, 0), (other, 255)):
        got, _ = await ssh(house.port, "-i", str(identity), "-o", "IdentitiesOnly=yes", "vera@127.0.0.1", "help")
        assert got == status
    got, _ = await ssh(house.port, "-o", "PubkeyAuthentication=no", "guest@127.0.0.1", "help")
    assert got == 255


# ---------------------------------------------------------------- the host


async def test_closing_says_goodbye_to_all_within_seconds(house: House) -> None:
    client = OpenSSH(house.port)
    try:
        await client.shows("#000000")
        begun = time.monotonic()
        await house.close()
        assert time.monotonic() - begun < 30
        await client.ended()
        assert "The host is closing" in client.text
    finally:
        client.close()


def test_a_host_key_is_made_once_and_must_be_private(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "host"
    made = host_key(path)
    assert made.startswith("SHA256:")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o077 == 0
    assert host_key(path) == made
    os.chmod(path, 0o644)
    with pytest.raises(OpenKey):
        host_key(path)
