"""The process above several workers: starts them, starts a fallen one again, replaces them one at a time on SIGHUP.

It holds no connection and no game. A worker that is replaced takes nobody new and goes when its last visitor has
gone. After a fall, its visitors' games are taken up again from the store by whichever worker they come to.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

from carpets.hosting import log
from carpets.hosting.asked import RETIRE, Hosting
from carpets.value import named
from carpets.words import Words

CANNOT_SERVE = 2
"""A worker's exit status where its port is taken or its options are impossible."""
LEAVE = 6.0
"""Seconds a worker has to say goodbye."""
AT_LEAST = 2.0
"""Seconds a worker should have lived; one that fell sooner is started again only after as many."""


def oversee(hosting: Hosting, words: Words) -> int:
    """Run the workers until SIGTERM or Ctrl+C; the exit status."""
    crew = _Crew(hosting, words.language)
    asked: list[int] = []
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, lambda number, _: asked.append(number))
    crew.start_all()
    while True:
        time.sleep(0.2)
        if not crew.mend():
            crew.leave()
            return CANNOT_SERVE
        if signal.SIGTERM in asked or signal.SIGINT in asked:
            return crew.leave()
        if asked:
            asked.clear()
            crew.recycle()


class _Crew:
    """The running workers by number."""

    def __init__(self, hosting: Hosting, language: str) -> None:
        self.hosting = hosting
        self.language = language
        self.running: dict[int, subprocess.Popen[bytes]] = {}
        self.begun: dict[int, float] = {}
        self.retired: list[subprocess.Popen[bytes]] = []

    def start_all(self) -> None:
        for number in range(self.hosting.workers):
            self._start(number)

    def _start(self, number: int) -> None:
        told = repr(named(self.hosting) | {"number": number, "language": self.language})
        self.running[number] = subprocess.Popen([sys.executable, "-m", "carpets.hosting.worker", told])
        self.begun[number] = time.monotonic()

    def mend(self) -> bool:
        """Starts again whoever fell; False where one says that it cannot serve at all."""
        for number, process in list(self.running.items()):
            if process.poll() == CANNOT_SERVE:
                return False
            if process.poll() is not None and time.monotonic() - self.begun[number] > AT_LEAST:
                log.event("fell", worker=number, status=process.returncode)
                self._start(number)
        return True

    def recycle(self) -> None:
        """A fresh process for each; the old one stays for the visitors it has."""
        for number, process in list(self.running.items()):
            log.event("recycle", worker=number)
            self._start(number)
            time.sleep(AT_LEAST)
            process.send_signal(RETIRE)
            self.retired.append(process)
        self.retired = [process for process in self.retired if process.poll() is None]

    def leave(self) -> int:
        all_of_them = [*self.running.values(), *self.retired]
        for process in all_of_them:
            if process.poll() is None:
                process.terminate()
        for process in all_of_them:
            self._end(process)
        return 0

    @staticmethod
    def _end(process: subprocess.Popen[bytes]) -> None:
        try:
            process.wait(LEAVE)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
