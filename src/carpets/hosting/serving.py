"""The running host: one process or several on one port, their end, and how they are.

A worker serves; the process above several only starts them, starts a fallen one again and, on SIGHUP, replaces them
one at a time. The port is shared by SO_REUSEPORT and the games by the store, so a visitor may come back to any worker.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from carpets.hosting import forget_own_terminal
from carpets.hosting.asked import RETIRE, Hosting
from carpets.hosting.limits import Tally
from carpets.words import Words

if TYPE_CHECKING:
    from websockets.asyncio.server import Server

    from carpets.hosting.house import House
    from carpets.hosting.others import Others
    from carpets.store import Store

GUESTS_STAY = timedelta(days=90)
"""How long after their last game guests are remembered by their code."""
_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
"""A control sequence, ECMA-48: with its parameters, with its string, or short."""
LISTED, TALLY = "authorized_keys", "tally"


def run(hosting: Hosting, words: Words) -> int:
    """Serve until SIGTERM or Ctrl+C; the exit status."""
    from carpets.hosting import log
    from carpets.hosting.hostkey import OpenKey, host_key

    os.umask(0o077)
    forget_own_terminal(os.environ)
    try:
        hosting.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hosting.folder.stat().st_mode & 0o077:
            hosting.folder.chmod(0o700)
        fingerprint = host_key(hosting.key_file)
    except OpenKey as error:
        return _cannot(words.text("others may read {file}: chmod 600 it", file=error))
    except OSError as error:
        reason = error.strerror or error
        place = error.filename or hosting.folder
        return _cannot(words.text("{file} cannot be written: {reason}", file=place, reason=reason))
    except ValueError:
        return _cannot(words.text("{file} holds no private key", file=hosting.key_file))
    try:
        _motd(hosting)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or words.text("this is not a text file")
        return _cannot(words.text("{file} cannot be read: {reason}", file=hosting.motd, reason=reason))
    print(words.text("host key: {fingerprint}", fingerprint=fingerprint), flush=True)
    log.to_stderr()
    if hosting.workers > 1:
        from carpets.hosting.tally import clear
        from carpets.hosting.workers import oversee

        clear(hosting.folder / TALLY)
        return oversee(hosting, words)
    return work(hosting, words, 0)


def _cannot(why: str) -> int:
    """Says why nothing is served; the exit status."""
    print(why, file=sys.stderr, flush=True)
    return 2


def _motd(hosting: Hosting) -> str:
    """The operator's greeting. Raises OSError, UnicodeDecodeError."""
    return printable(Path(hosting.motd).read_text("utf-8")) if hosting.motd else ""


def work(hosting: Hosting, words: Words, number: int) -> int:
    """Serve in this process, the worker of that number."""
    return asyncio.run(_work(hosting, words, number))


async def _work(hosting: Hosting, words: Words, number: int) -> int:
    from carpets.charts import prepare
    from carpets.hosting import log
    from carpets.hosting.connection import listen
    from carpets.hosting.house import few_pauses
    from carpets.hosting.keeping import utc
    from carpets.hosting.others import Others
    from carpets.store import FILE, open_store, people
    from carpets.store.values import write_instant

    prepare()  # the first visitor who looks at charts is not to hold up all others
    store = open_store(hosting.folder / FILE)
    if store.trouble is not None:
        print(words.text(store.trouble.value, file=store.path), file=sys.stderr, flush=True)
    people.forget_guests(store, write_instant(utc() - GUESTS_STAY))
    others = Others(hosting.folder, number, hosting.workers)
    house = _house(hosting, store, others)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    try:
        acceptor = await listen(house, hosting.host, hosting.port, hosting.key_file, reuse_port=hosting.workers > 1)
    except OSError as error:
        return _deaf(words, hosting.host, hosting.port, error)
    try:
        page = await _web(house, hosting) if hosting.web else None
    except OSError as error:
        return _deaf(words, hosting.web_host, hosting.web_port, error)

    def retire() -> None:
        acceptor.close()
        if page is not None:
            page.close(close_connections=False)
        house.retire(stop.set)

    loop.add_signal_handler(RETIRE, retire)
    few_pauses()
    sweep = asyncio.create_task(house.sweep())
    try:
        async with others.listening():
            log.event("open", host=hosting.host, port=acceptor.get_port(), worker=number, pid=os.getpid())
            print(words.text("open on {host} port {port}", host=hosting.host, port=acceptor.get_port()), flush=True)
            if page is not None:
                at = page.sockets[0].getsockname()
                print(words.text("open on http://{host}:{port}", host=at[0], port=at[1]), flush=True)
            await stop.wait()
            acceptor.close()
            await house.close()
            if page is not None:
                page.close()
                await page.wait_closed()
    finally:
        sweep.cancel()
        with suppress(asyncio.CancelledError):
            await sweep
        store.close()
    log.event("closed", worker=number)
    return 0


def _deaf(words: Words, host: str, port: int, error: OSError) -> int:
    """Says that one cannot listen there, and why; the exit status."""
    reason = error.strerror or error
    return _cannot(words.text("cannot listen on {host} port {port}: {reason}", host=host, port=port, reason=reason))


def _house(hosting: Hosting, store: Store, others: Others) -> House:
    """The house of this worker, which tells the others and whoever asks how it is."""
    from carpets.hosting.admission import Auth
    from carpets.hosting.house import House
    from carpets.hosting.parlour import Parlour
    from carpets.hosting.status import state

    house = House(
        Parlour(store, hosting.variant, _motd(hosting), others),
        hosting.limits,
        auth=Auth(hosting.auth),
        language=hosting.lang,
        keys=hosting.folder / LISTED,
        tally=_tally(hosting),
    )
    begun = time.monotonic()

    async def tell_state(*_: object) -> object:
        own = {"worker": others.number, "pid": os.getpid(), "seconds": round(time.monotonic() - begun)}
        return own | state(house)

    others.answer("state", tell_state)
    return house


def _tally(hosting: Hosting) -> Tally | None:
    if hosting.workers == 1:
        return None
    from carpets.hosting.tally import Mapped

    return Mapped(hosting.folder / TALLY)


async def _web(house: House, hosting: Hosting) -> Server:
    from carpets.hosting.browser import listen_web

    return await listen_web(house, hosting.web_host, hosting.web_port, reuse_port=hosting.workers > 1)


def printable(text: str) -> str:
    """An operator's text without what a terminal would obey."""
    lines = ("".join(char for char in line if char.isprintable()) for line in _SEQUENCE.sub("", text).splitlines())
    return "\n".join(lines).strip()


def status(hosting: Hosting) -> str | None:
    """What the running host says of itself as JSON, a line for each worker; None where none is running."""
    from carpets.hosting.others import states

    told = states(hosting.folder)
    return "\n".join(told) if told else None
