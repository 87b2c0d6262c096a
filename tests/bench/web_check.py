"""The page in a real Chromium: keys, clicks, touches, resizing, reloading, a broken line; a picture of each.

    PYTHONPATH=src python tests/bench/web_check.py [--pictures DIR] [--webgl]

Starts a host of its own and drives ``chromium`` (or ``$CHROMIUM``) over its debugging socket. Prints a line for each
thing that held, fails at the first that did not, and does nothing where there is no Chromium. Half a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

FLAGS = [
    "--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0",
    "--force-device-scale-factor=2",  # a scale that is only emulated is not that of WebGL
]  # fmt: skip
DESKTOP, PHONE = (1280, 800), (390, 844)
TEXT = """(() => {
  const terminal = document.getElementById('terminal').terminal;
  const line = (row) => terminal.buffer.active.getLine(row)?.translateToString() ?? '';
  return Array.from({ length: terminal.rows }, (_, row) => line(row)).join('\\n');
})()"""
CELL = """(() => {
  const box = document.querySelector('.xterm-screen').getBoundingClientRect();
  const rows = document.getElementById('terminal').terminal.rows;
  return [box.left, box.top, box.width, box.height / rows];
})()"""
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Enter": 13, "Escape": 27}


class Browser:
    """One page of a running Chromium."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.numbers = itertools.count(1)
        self.troubles: list[str] = []

    async def do(self, method: str, **parameters: Any) -> Any:
        """A command of the debugging protocol, and its answer."""
        number = next(self.numbers)
        await self.line.send(json.dumps({"id": number, "method": method, "params": parameters}))
        async for text in self.line:
            told = json.loads(text)
            if told.get("id") == number:
                assert "error" not in told, told
                return told["result"]
            if told["method"] in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.troubles.append(text if isinstance(text, str) else text.decode())
        raise ConnectionError("the browser has gone")

    async def value(self, expression: str) -> Any:
        found = await self.do("Runtime.evaluate", expression=expression, returnByValue=True)
        return found["result"].get("value")

    async def text(self) -> str:
        return str(await self.value(TEXT) or "")

    async def shows(self, pattern: str, seconds: float = 15) -> str:
        for _ in range(int(seconds * 20)):
            text = await self.text()
            if re.search(pattern, text):
                return text
            await asyncio.sleep(0.05)
        raise AssertionError(f"{pattern!r} is not shown, but:\n{await self.text()}\n{self.troubles}")

    async def shows_board(self, wanted: list[str], pattern: str) -> None:
        """The cards in their order, beside what the pattern finds, as soon as the frame is whole."""
        for _ in range(300):
            text = await self.text()
            if re.search(pattern, text) and cards(text) == wanted:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"not {wanted} with {pattern!r}, but:\n{text}\n{self.troubles}")

    async def size(self, size: tuple[int, int], phone: bool = False) -> None:
        told = {"width": size[0], "height": size[1], "deviceScaleFactor": 0, "mobile": phone}
        await self.do("Emulation.setDeviceMetricsOverride", **told)
        await self.do("Emulation.setTouchEmulationEnabled", enabled=phone)
        media = [{"name": "pointer", "value": "coarse" if phone else "fine"}]
        await self.do("Emulation.setEmulatedMedia", features=media)

    async def open(self, address: str) -> None:
        await self.do("Page.navigate", url=address)

    async def press(self, key: str) -> None:
        named = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
        more = {"text": key} if len(key) == 1 else {"code": key}
        await self.do("Input.dispatchKeyEvent", type="keyDown", **named, **more)
        await self.do("Input.dispatchKeyEvent", type="keyUp", **named)

    async def place(self, word: str) -> tuple[float, float]:
        """Where a word is on the page."""
        rows = (await self.text()).split("\n")
        y, row = next((at, row) for at, row in enumerate(rows) if word in row)
        left, top, width, height = await self.value(CELL)
        return left + width * (row.index(word) + len(word) / 2) / len(row), top + height * (y + 0.5)

    async def click(self, word: str) -> None:
        x, y = await self.place(word)
        for kind in ("mousePressed", "mouseReleased"):
            await self.do("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def tap(self, word: str) -> None:
        x, y = await self.place(word)
        await self.do("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.do("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def picture(self, folder: Path, name: str) -> None:
        taken = await self.do("Page.captureScreenshot")
        (folder / f"{name}.png").write_bytes(base64.b64decode(taken["data"]))


def free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def host(folder: str, port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "carpets", "serve", "--port", str(free()), "--data", folder]
    command += ["--web", "--web-port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=(Path(folder) / "log").open("a"))
    assert process.stdout is not None
    for _ in range(3):
        process.stdout.readline()
    return process


def chromium(program: str, folder: str, webgl: bool) -> tuple[subprocess.Popen[bytes], str]:
    """The browser, and the address of its page's debugging socket."""
    drawing = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] if webgl else ["--disable-gpu"]
    command = [program, *FLAGS, *drawing, f"--user-data-dir={folder}", "about:blank"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(rb"ws://([^/]+)/", line)
        if found is not None:
            with urllib.request.urlopen(f"http://{found[1].decode()}/json/list") as answer:
                pages = json.load(answer)
            return process, next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
    raise ConnectionError("Chromium did not start")


# ---------------------------------------------------------------- what must hold


def cards(text: str) -> list[str]:
    """Every card in its order, whatever the layout."""
    return re.findall(r"(?:10|[2-9JQKA])[♠♥♦♣]", text)


async def unmoved(page: Browser, address: str, pictures: Path) -> None:
    del pictures
    await page.size(DESKTOP)
    await page.open(f"{address}/carpet?lang=en")
    await page.shows("0 moves")
    await asyncio.sleep(0.5)
    before = cards(await page.text())
    await page.do("Page.reload")
    await asyncio.sleep(0.5)
    await page.shows_board(before, "0 moves")
    print("after a reload a deal without a move is the same")


async def desktop(page: Browser, address: str, pictures: Path) -> None:
    await page.size(DESKTOP)
    await page.open(f"{address}/carpet?seed=7&lang=en")
    await page.shows("0 moves")
    await page.picture(pictures, "desktop")
    await page.press("d")
    await page.shows(r"\b1 move\b")
    print("a key draws a card")
    await page.press("в")
    await page.shows("2 moves")
    print("a key of the Russian layout does")
    before = cards(await page.text())
    await page.do("Page.reload")
    await asyncio.sleep(0.3)
    await page.shows_board(before, "2 moves")
    print("after a reload the board is the same")
    await page.size((800, 600))
    await asyncio.sleep(1)
    assert set(cards(await page.shows("2 moves"))) >= set(before)
    await page.picture(pictures, "small")
    await page.size(DESKTOP)
    await page.shows_board(before, "2 moves")
    print("the table follows the window")


async def clicking(page: Browser, address: str, pictures: Path) -> None:
    await page.size(DESKTOP)
    await page.open(f"{address}/kovrik?seed=48216&lang=ru")
    text = await page.shows("0 ходов")
    await page.picture(pictures, "kovrik-ru")
    ace = next(card for card in cards(text) if card[0] == "A")
    await page.click(ace)
    await page.click("   A   ")
    await page.shows(r"\b1 ход\b")
    print("two clicks move an ace into a hole, in Russian")


async def phone(page: Browser, address: str, pictures: Path) -> None:
    await page.size(PHONE, phone=True)
    await page.open(f"{address}/?lang=ru")
    await page.shows(r"\b1 ход\b")
    print("the page that names no game goes on with the last one")
    await page.value("localStorage.clear(); sessionStorage.clear()")
    await page.open(f"{address}/?lang=ru")
    await page.shows("Джунгли")
    await page.picture(pictures, "phone-home")
    await page.open(f"{address}/kovrik?seed=48216&lang=ru&open")
    text = await page.shows("0 ходов")
    await page.picture(pictures, "phone")
    await page.tap(next(card for card in cards(text) if card[0] == "A"))
    await asyncio.sleep(0.5)
    await page.tap("   A   ")
    await page.shows(r"\b1 ход\b")
    await page.picture(pictures, "phone-tapped")
    assert await page.value("document.querySelector('textarea').inputMode") == "none"
    print("two taps on a phone held upright do, and no keyboard comes up")
    await page.do("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 200, "y": 600}])
    for y in range(580, 380, -20):
        await page.do("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": 200, "y": y}])
    await page.do("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    await page.shows(r"\b1 ход\b")


async def broken(page: Browser, address: str, restart: Any, pictures: Path) -> None:
    await page.size(DESKTOP)
    await page.open(f"{address}/carpet?seed=9&lang=en")
    await page.shows("0 moves")
    await page.press("d")
    before = cards(await page.shows(r"\b1 move\b"))
    restart(signal.SIGKILL)
    while not await page.value("document.getElementById('notice').hidden"):
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    await page.shows(r"\b1 move\b", 30)
    await page.shows_board(before, r"\b1 move\b")
    await page.press("d")
    await page.shows("2 moves")
    print("after the kill of the host the page comes back to the board by itself")
    await page.do("Runtime.evaluate", expression="document.querySelector('textarea').focus()")
    await page.press("q")
    await asyncio.sleep(1.5)
    await page.picture(pictures, "left")
    shown = await page.value("!document.getElementById('notice').hidden")
    assert shown, await page.text()
    await page.do("Runtime.evaluate", expression="document.querySelector('#notice button').click()")
    await page.shows("2 moves")
    print("who left may play on")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=Path, default=None)
    parser.add_argument("--webgl", action="store_true", help="draw with WebGL, as browsers with a screen do")
    chosen = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        print("no Chromium here: nothing was checked")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (Path(folder) / "data").mkdir()
        pictures = chosen.pictures or Path(folder)
        pictures.mkdir(parents=True, exist_ok=True)
        port = free()
        served = [host(f"{folder}/data", port)]

        def restart(how: signal.Signals) -> None:
            served[-1].send_signal(how)
            served[-1].wait(10)
            served.append(host(f"{folder}/data", port))

        driven, address = chromium(program, f"{folder}/browser", chosen.webgl)
        try:
            async with connect(address, max_size=None) as line:
                page = Browser(line)
                for domain in ("Page", "Runtime", "Log"):
                    await page.do(f"{domain}.enable")
                site = f"http://127.0.0.1:{port}"
                for check in (unmoved, desktop, clicking, phone):
                    await check(page, site, pictures)
                await broken(page, site, restart, pictures)
                others = ("ERR_CONNECTION_REFUSED", '"source":"rendering"')  # the killed host; its own WebGL
                ours = [told for told in page.troubles if not any(word in told for word in others)]
                assert not ours, ours
                print("the browser found nothing to complain of")
        finally:
            driven.terminate()
            driven.wait(10)
            with suppress(ProcessLookupError):
                served[-1].terminate()
            served[-1].wait(10)


if __name__ == "__main__":
    asyncio.run(main())
