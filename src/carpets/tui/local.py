"""The screens on this process's own terminal: what the environment says, files, chance, the clock."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from carpets.dealing import new_deal
from carpets.game import Game
from carpets.games import AnyRules
from carpets.paint import paint
from carpets.paint.model import Painting
from carpets.paint.palettes import Depth
from carpets.paint.terminal import detect, worth_asking
from carpets.settings import load, settings_file
from carpets.settings import save as write_settings
from carpets.shuffle import DealNumber
from carpets.tui import saying, session
from carpets.tui.first import first_frame
from carpets.tui.probing import heart_width
from carpets.tui.request import Request, Seat
from carpets.value import Value, replace

if TYPE_CHECKING:
    from datetime import date, datetime

    from carpets.solver.verdicts import Cancel
    from carpets.tui.keeping import Keeper


class Wishes(Value):
    """What the command line asks of the looks; the settings have the rest."""

    palette: str | None = None
    suits: str | None = None
    ascii_only: bool = False
    solvable: bool = False


NO_WISHES = Wishes()
AT_ONCE = 0.1
"""Seconds that the first frame may wait for a deal that comes out."""


def fresh(rules: AnyRules, solvable: bool = False) -> tuple[Game, bool]:
    """A new game by chance, and whether it is known to come out; ``solvable``: it must."""
    deal, known = new_deal(rules, _chance(), solvable=solvable)
    return Game.begin(rules, deal), known


def seek(rules: AnyRules, cancel: Cancel, tried: Callable[[int], None]) -> Game | None:
    """A new game by chance that is known to come out; None when cancelled. ``tried`` hears how many were looked at."""
    from carpets.solver.deals import first_solvable

    deal = first_solvable(rules, _chance(), cancel=cancel, tried=tried)
    return None if deal is None else Game.begin(rules, deal)


def _chance() -> int:
    return int.from_bytes(os.urandom(4), "big")


def write_new(name: str, text: str) -> str:
    """Write a file where the program was started, under that name or the next one that is free. Raises OSError."""
    from pathlib import Path

    stem, _, ending = name.rpartition(".")
    for n in range(1, 1000):
        path = Path(name if n == 1 else f"{stem}-{n}.{ending}")
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            continue
        return str(path)
    raise FileExistsError(name)


def run_here(
    request: Request, language: str, anew: bool | None, day: date | None = None, wishes: Wishes = NO_WISHES
) -> int:
    """Open the screens and stay until they are left, and leave the process with the exit status.

    At once: taking Textual's modules apart again would cost most of a second after the terminal is back.
    """
    status = _opened(request, language, anew, day, wishes)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


@contextmanager
def remembered() -> Iterator[Keeper]:
    """This computer's player at the table; the game that is on it at the end can be resumed."""
    from carpets.store import LOCAL, open_store
    from carpets.tui.keeping import Keeper

    store = open_store()
    keeper = Keeper(store.player(LOCAL, _now()), time.monotonic, _now, broken=store.trouble)
    try:
        yield keeper
    finally:
        keeper.pause()
        store.close()


def _now() -> datetime:
    from datetime import UTC, datetime

    return datetime.now(UTC)


def _opened(request: Request, language: str, anew: bool | None, day: date | None, wishes: Wishes) -> int:
    """A deal asked for by number, or a new one, is on the screen before the store of games is even looked for."""
    seat = _seat(language, wishes)
    _prepare(seat.depth)
    rules = request.rules
    with ExitStack() as leaving:
        if rules is None and request.viewed is None:
            shown = leaving.enter_context(_first(_welcoming(request.family, seat), seat))
            return _run(request, replace(seat, keeper=leaving.enter_context(remembered())), shown)
        if rules is not None and day is None and (anew or request.number is not None):
            game = _dealt(rules, request.number, seat)
            request = replace(request, game=game)
            shown = leaving.enter_context(_first(_painted(game, seat), seat))
            keeper = leaving.enter_context(remembered())
            seat = replace(seat, keeper=keeper)
            return _run(request, seat, shown)
        keeper = leaving.enter_context(remembered())
        seat = replace(seat, keeper=keeper)
        if rules is not None:
            unfinished = None if anew else keeper.resume(rules, day)
            ask = unfinished is not None and anew is None and day is None
            new = keeper.lay_day(rules, day) if unfinished is None and day is not None else None
            request = replace(request, game=unfinished or new or _dealt(rules, None, seat), ask=ask)
        return _run(request, seat, leaving.enter_context(_first(_painted(request.game, seat), seat)))


def _dealt(rules: AnyRules, number: DealNumber | None, seat: Seat) -> Game | None:
    """The game of a number, else one by chance; None where a deal must be looked for, which the screens do."""
    if number is not None:
        return Game.numbered(rules, number)
    return _sought_at_once(rules) if seat.seeks(rules) else seat.fresh(rules)[0]


def _sought_at_once(rules: AnyRules) -> Game | None:
    """One that comes out, where it is found before anybody would notice; the screens show a longer search."""
    from carpets.solver.verdicts import Cancel

    cancel, until = Cancel(), time.monotonic() + AT_ONCE
    return seek(rules, cancel, lambda _: cancel.set() if time.monotonic() > until else None)


@contextmanager
def _first(painting: Painting | None, seat: Seat) -> Iterator[Painting | None]:
    """The first frame, if there is one and it could be shown; else None."""
    if painting is None or os.name != "posix":
        yield None
        return
    with first_frame(painting, seat.palette, seat.depth) as shown:
        yield painting if shown else None


def _seat(language: str, wishes: Wishes) -> Seat:
    """This terminal's place, under the player's settings and then what was wished for on the command line."""
    file = settings_file()
    settings, _ = load(file)
    heart = heart_width() if worth_asking(os.environ) else None
    terminal = detect(os.environ, _encoding(), True, heart, ascii_only=wishes.ascii_only, suits=wishes.suits)
    quiet = os.environ.get("TEXTUAL_ANIMATIONS", "").lower() == "none" or "SSH_CONNECTION" in os.environ
    seat = Seat(
        language=language, look=terminal.look(), depth=terminal.depth,
        fresh=fresh, seek=seek, solvable=wishes.solvable, save=write_new,
        now=time.monotonic,
        may_move=not quiet, write_settings=lambda changed: write_settings(changed, file),
    ).under(settings)  # fmt: skip
    if wishes.ascii_only or wishes.suits:
        seat = replace(seat, look=replace(seat.look, style=terminal.style, suits=terminal.look().suits))
    return replace(seat, language=language, palette=wishes.palette or seat.palette)


def _encoding() -> str:
    return getattr(sys.__stdout__, "encoding", None) or "utf-8"


def _painted(game: Game | None, seat: Seat) -> Painting | None:
    """The first frame, as the table screen will paint it; None without a table."""
    if game is None:
        return None
    width, height = os.get_terminal_size(1)
    play = session.begin(game)
    chrome = saying.chrome(play, seat.words, seat)
    return paint(game.table, session.view(play), seat.look, chrome, width, height)


def _welcoming(family: str, seat: Seat) -> Painting:
    """The first frame of the home screen."""
    from carpets.tui.welcome import first_painting

    return first_painting(seat.words, family, *os.get_terminal_size(1))


def _prepare(depth: Depth) -> None:
    """What Textual reads from the environment when it is imported."""
    os.environ["TEXTUAL_COLOR_SYSTEM"] = {Depth.TRUE: "truecolor", Depth.C256: "256", Depth.C16: "standard"}.get(
        depth, "standard"
    )
    os.environ.setdefault("ESCDELAY", "100" if "SSH_CONNECTION" in os.environ else "30")


def _run(request: Request, seat: Seat, shown: Painting | None) -> int:
    """``shown``: the first frame, if it is on the screen."""
    from carpets.tui.sparing import spare

    spare()
    from carpets.tui.app import CarpetsApp

    if os.name == "posix":
        from carpets.tui.driver import TerminalDriver

        app = CarpetsApp(request, seat, TerminalDriver)
        if shown is not None:
            TerminalDriver.entered = True
            app.assume(shown)
    else:
        app = CarpetsApp(request, seat)
    gc.freeze()  # what is there by now stays: no look for garbage is to go through it again and again
    gc.set_threshold(700, 3, 1)  # by Python's own (700, 10, 10) some 300 KiB of Textual's rings of caches lie about
    return app.run() or 0
