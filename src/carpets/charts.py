"""What the statistics show as charts, drawn by plotext, which the extra ``carpets[plots]`` brings. Lines of text.

plotext 5 is pure Python and keeps one figure for the process: draw on one thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from carpets.words import N_, Words

if TYPE_CHECKING:
    from carpets.store.statistics import Spread

HEIGHT = 9
WIDEST = 76
FRAME = str.maketrans("│┤┌┐└┘┬─", "|+++++--")
"""In ASCII."""
MISSING = N_("For charts install plotext: pip install 'carpets[plots]'")


def prepare() -> None:
    """Imports the library, if it is there, where nobody waits for it: it takes a tenth of a second."""
    with suppress(ImportError):
        import plotext  # noqa: F401


def charts(words: Words, spread: Spread, width: int, *, only_ascii: bool) -> list[str]:
    """Progress game by game, how far games came, how long wins took. ``width``: columns there are, 34 at least.

    Nothing before the first game has ended; without the library the one sentence that says how to get it.
    """
    from carpets.store.statistics import BOUNDS

    if not spread.course:
        return []
    try:
        import plotext
    except ImportError:
        return [words.text(MISSING)]
    text = words.text
    size = min(width, WIDEST)
    tenths = ["0", *(f"{tenth}0" for tenth in range(1, 10)), "+" if only_ascii else "✓"]
    minutes = [*(f"<{bound}" for bound in BOUNDS), f"{BOUNDS[-1]}+"]
    drawn = [
        (text("progress of the latest games, %"), _course(plotext, spread.course, size, only_ascii)),
        (text("games by progress, %, won apart"), _bars(plotext, tenths, spread.progress, size, only_ascii)),
    ]
    if any(spread.seconds):
        drawn.append((text("wins by time, minutes"), _bars(plotext, minutes, spread.seconds, size, only_ascii)))
    return [line for title, rows in drawn for line in ("", title, *rows)]


def _course(plotext: Any, shares: Sequence[float], width: int, only_ascii: bool) -> list[str]:
    count = len(shares)
    _begin(plotext, width)
    plotext.plot(range(1, count + 1), [100 * share for share in shares], marker="*" if only_ascii else "hd")
    plotext.ylim(0, 100)
    plotext.yticks([0, 50, 100], ["0", "50", "100"])
    plotext.xticks(sorted({1, count}), [str(at) for at in sorted({1, count})])
    return _drawn(plotext, only_ascii)


def _bars(plotext: Any, names: Sequence[str], counts: Sequence[int], width: int, only_ascii: bool) -> list[str]:
    most = max(counts)
    _begin(plotext, width)
    plotext.bar(names, counts, marker="#" if only_ascii else "█", width=0.6)
    plotext.ylim(0, most)
    plotext.yticks([0, most], ["0", str(most)])
    return _drawn(plotext, only_ascii)


def _begin(plotext: Any, width: int) -> None:
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.limit_size(False, False)
    plotext.plot_size(width, HEIGHT)


def _drawn(plotext: Any, only_ascii: bool) -> list[str]:
    """The rows of the figure without colour, which the theme already leaves out but for its endings."""
    rows: list[str] = [row.rstrip() for row in plotext.uncolorize(plotext.build()).rstrip().split("\n")]
    return [row.translate(FRAME) for row in rows] if only_ascii else rows
