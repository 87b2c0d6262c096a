"""An app of one process among many: what Textual takes for granted about having the process to itself, undone.

Written against Textual 8.2.8; what is private there is marked PRIVATE.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from rich.console import Console
from textual.app import App
from textual.filter import LineFilter

from carpets.hosting import log, terminal
from carpets.hosting.driver import Link, RemoteDriver
from carpets.hosting.sheets import SharedStylesheet
from carpets.paint.palettes import Depth

# Textual redirects stdout and stderr for the whole process, and overlapping apps put them back in the wrong order:
# with the real streams as its targets the redirection does nothing.
_OUT, _ERR = sys.stdout, sys.stderr


class Hosted(App[Any]):
    """Put before an app class: ``class HostedGame(Hosted, Game)``. Run by ``stay``."""

    own_codes = False
    """Whether the app writes colours by the terminal's own system. Textual's way of writing them cannot: see
    ``terminal.FewerColours``."""

    def __init__(
        self, *arguments: Any, link: Link, depth: Depth, filters: Sequence[LineFilter] | None = None, **named: Any
    ) -> None:
        """``filters``: what every line goes through, where it is not what ``terminal.filters`` says."""

        def driver(app: App[Any], **options: Any) -> RemoteDriver:
            return RemoteDriver(app, link, self.repaint, options["size"])

        super().__init__(*arguments, driver_class=driver, **named)  # type: ignore[arg-type, misc]
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self.remote_filters = terminal.filters(depth) if filters is None else filters
        self.no_color = depth is Depth.MONO
        self.console = Console(
            color_system=terminal.SYSTEM_NAMES[depth] if self.own_codes else "truecolor",
            file=self.console.file,
            markup=True,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            _environ={"TERM": "xterm-256color"},
            force_terminal=True,
            safe_box=False,
            soft_wrap=False,
        )
        self._capture_stdout, self._capture_stderr = _OUT, _ERR  # type: ignore[assignment]  # PRIVATE
        self.animation_level = "none"
        self.crash: BaseException | None = None

    def repaint(self) -> None:
        """Draw everything anew: frames were dropped."""
        self.refresh()

    def get_line_filters(self) -> list[LineFilter]:
        return [*super().get_line_filters(), *self.remote_filters]

    async def stay(self, size: tuple[int, int]) -> None:
        """Run until the visitor or the host ends it.

        Not ``run_async``: on Python 3.12 and later that puts an eager task factory on the whole loop.
        """
        self._thread_init()  # type: ignore[no-untyped-call]  # PRIVATE, and so below
        self._loop = asyncio.get_running_loop()
        with self._context():
            try:
                await self._process_messages(terminal_size=size)
            finally:
                with suppress(asyncio.CancelledError):
                    await asyncio.shield(self._shutdown())
                self._loop = None
                self._thread_id = 0

    def leave(self) -> None:
        """End it from outside."""
        match self._driver:
            case RemoteDriver() as driver if self._running:
                driver.in_app(self.exit)
            case _:
                self.exit()

    def warn(self, text: str, seconds: float) -> None:
        """Show the visitor a line from the host."""
        match self._driver:
            case RemoteDriver() as driver if self._running:
                driver.in_app(lambda: self.notify(text, severity="warning", timeout=seconds, markup=False))

    def _fatal_error(self) -> None:  # PRIVATE: Textual's prints a traceback with all local values
        error = sys.exc_info()[1]
        if error is not None and not (self._exit or self._closing) and self.crash is None:
            self.crash = error
            log.trouble("crash", error)
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:  # PRIVATE: would go to the host's stderr
        self._exit_renderables.clear()
