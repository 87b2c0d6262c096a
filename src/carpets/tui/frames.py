"""Fewer bytes to the terminal, and a straight way there: only the cells that differ from what it already shows.

Textual 8.2 sends a changed region from its widget's left edge on and about three whole frames at the
start. ``Shown`` remembers the cells sent and rewrites Textual's updates.

Where one widget fills the screen and Textual has nothing else to do to it, what Textual would show is that widget's
own lines. ``straight`` says so, and ``Shown.direct`` sends such lines without asking Textual to compose them: the
same cells, for a fraction of the work. Whatever Textual composes later finds them shown already. The way in is alike:
where all that a key goes through is ``idle``, it would come to the screen as the very next event, and may at once.

This is the only module that knows Textual's private classes; with a Textual where they are made of other parts,
``Shown.of`` is None and every update goes out as Textual made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import CodeType
from typing import Any

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.message_pump import MessagePump
from textual.widget import Widget

from carpets.paint.model import Row
from carpets.tui.cells import PLAIN, UNKNOWN, Cell, cells_in, cells_of, differing, inks, system_of, write


def _parts(kind: type) -> tuple[str, ...]:
    """What an object of a class is made from. Asking Textual for its version instead costs 1.5 MiB and 15 ms."""
    code: CodeType = kind.__init__.__code__  # type: ignore[misc]
    return code.co_varnames[1 : code.co_argcount]


try:
    from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

    KNOWN = _parts(LayoutUpdate) == ("strips", "region") and _parts(ChopsUpdate) == ("chops", "spans", "chop_ends")
except ImportError:
    KNOWN = False


class Shown:
    """The cells that one terminal shows."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell]] = {}
        self._size = (0, 0)

    @classmethod
    def of(cls) -> Shown | None:
        """One for this Textual, or None for a Textual that is not known."""
        return cls() if KNOWN else None

    def forget(self) -> None:
        """The terminal may show anything: after a resize, a suspension, another program's output."""
        self._rows.clear()

    def assume(self, rows: Sequence[Row], style_of: Callable[[str], Style], system: str | None) -> None:
        """Take a painting for what the terminal shows: the first frame, sent by other means."""
        colours = inks(style_of, system_of(system))
        self._rows = {y: cells_in(row, colours) for y, row in enumerate(rows)}
        self._size = (len(self._rows[0]) if rows else 0, len(rows))

    def sized(self, width: int, height: int) -> None:
        """Of a whole screen of this size: what was shown at another size is gone."""
        if self._size != (width, height):
            self.forget()
            self._size = (width, height)

    def rewritten(self, update: Any) -> Any:
        """The update with only what differs, where it is one of Textual's two; else the update itself."""
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            return _Rewritten(self, update)
        return update

    def direct(
        self, rows: Iterable[tuple[int, Row]], style_of: Callable[[str], Style], system: str | None, size: Sequence[int]
    ) -> Any:
        """An update of painted rows by their numbers, on a screen of that size; None where it cannot be told from them
        alone what the terminal will show."""
        width, height = size
        if self._size != (width, height) or len(self._rows) != height:
            return None
        colours = inks(style_of, system_of(system))
        lines = [(y, 0, cells_in(row, colours)) for y, row in rows]
        return _Direct(self, lines) if all(len(cells) == width for _, _, cells in lines) else None

    # ------------------------------------------------------------ cells

    def sent(self, lines: Iterable[tuple[int, int, list[Cell]]]) -> str:
        """What brings these (row, column, cells) to the terminal, remembered as shown from now on.

        It begins and ends in the terminal's own style.
        """
        out: list[str] = []
        pen = PLAIN
        for y, x, cells in lines:
            row = self._rows.setdefault(y, [])
            end = x + len(cells)
            if len(row) < end:
                row += [UNKNOWN] * (end - len(row))
            if row[x:end] == cells:
                continue
            for start, stop in differing(row[x:end], cells):
                out.append(f"\x1b[{y + 1};{x + start + 1}H")
                pen = write(out, pen, cells[start:stop])
            row[x:end] = cells
        return "".join(out) + ("\x1b[0m" if pen != PLAIN else "")


def straight(app: App[Any], widget: Widget) -> bool:
    """Whether what Textual would show next is this widget's own lines and nothing else.

    It fills the terminal, nothing lies over it, no line is filtered, and neither a layout nor an older repaint nor an
    event waits: they come first, and what changes meanwhile goes with them.
    """
    screen, whole = app.screen, app.size.region
    waiting = (
        app._batch_count
        or app._message_queue.values
        or screen._message_queue.values
        or screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._compositor._dirty_regions
        or widget._repaint_required
        or widget._layout_required
    )
    if waiting or app.is_headless or app.is_inline or widget.get_line_filters():
        return False
    return next(iter(screen._compositor.visible_widgets.items()), None) == (widget, (whole, whole))


def idle(app: App[Any], widget: Widget, key: str) -> bool:
    """Whether a key would come to the screen of this widget next, which has the terminal for itself, and to nothing
    else before: the app, the screen and the widget wait for events, and none of them has the key bound."""
    screen = app.screen
    return (
        app.app_focus
        and not app._exit
        and screen.focused in (None, widget)
        and screen.maximized is None
        and not any(key in node._bindings.key_to_bindings for node in (app, screen, widget))
        and all(_waits(pump) for pump in (app, screen, widget))
        and straight(app, widget)
    )


def _waits(pump: MessagePump) -> bool:
    """Whether it has nothing to do, now or next."""
    queue: Any = pump._message_queue
    return not (queue.values or pump._next_callbacks) and bool(queue.ready_event._waiters)


def at_once(app: App[Any], pump: MessagePump, call: Callable[[], None]) -> None:
    """Call something as the pump's own loop would in its turn."""
    with pump._context():
        try:
            call()
        except Exception as error:
            app._handle_exception(error)


if KNOWN:

    class _Direct(CompositorUpdate):
        """Lines of cells, of which only what differs is sent."""

        def __init__(self, shown: Shown, lines: list[tuple[int, int, list[Cell]]]) -> None:
            self.shown = shown
            self.lines = lines

        def render_segments(self, console: Console) -> str:
            return self.shown.sent(self.lines)

    class _Rewritten(CompositorUpdate):
        """An update of Textual's that sends only what differs."""

        def __init__(self, shown: Shown, update: Any) -> None:
            self.shown = shown
            self.update = update

        def render_segments(self, console: Console) -> str:
            system = system_of(console.color_system)
            if isinstance(self.update, LayoutUpdate):
                self.shown.sized(*self.update.region.size)
            lines = _layout(self.update) if isinstance(self.update, LayoutUpdate) else _chops(self.update)
            return self.shown.sent((y, x, cells_of(strip, system)) for y, x, strip in lines)


def _layout(update: Any) -> Iterable[tuple[int, int, Iterable[Segment]]]:
    """(row, column, segments) of a whole screen."""
    for y, strips in enumerate(update.strips, update.region.y):
        yield y, update.region.x, (segment for strip in strips for segment in strip)


def _chops(update: Any) -> Iterable[tuple[int, int, Iterable[Segment]]]:
    """(row, column, segments) of the changed spans, cropped on both sides."""
    for y, x1, x2 in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < x2 and end > x1:
                left, right = max(x, x1), min(end, x2)
                yield y, left, strip.crop(left - x, right - x)
