"""What is remembered of the player: statistics, the games of the past, the days, the achievements.

One screen with four leaves. The lines come from ``summing``, the games from the player's memory.
"""

from __future__ import annotations

from datetime import timedelta
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from carpets import summing
from carpets.charts import charts
from carpets.games import AnyRules
from carpets.store import Kept
from carpets.store.feats import earned
from carpets.store.history import day_streak, days, history
from carpets.store.statistics import played_variants, spread, statistics
from carpets.tui.keeping import Keeper
from carpets.tui.page import Keys, Page, binding, button, flowing, key_button
from carpets.tui.past import Listed
from carpets.value import replace
from carpets.words import N_

STATISTICS, HISTORY, DAYS, ACHIEVEMENTS = range(4)
LEAVES = (N_("Statistics"), N_("History"), N_("Deals of the day"), N_("Achievements"))
KEYS = (
    ("←→", N_("page"), "leaf(1)", (STATISTICS, HISTORY, DAYS, ACHIEVEMENTS)),
    ("Enter", N_("look"), "act", (HISTORY,)),
    ("Enter", N_("play today's deal"), "act", (DAYS,)),
    ("v", N_("variant"), "variant", (STATISTICS, HISTORY, DAYS)),
    ("o", N_("outcome"), "outcome", (HISTORY,)),
    ("t", N_("time"), "period", (HISTORY,)),
    ("[", N_("month back"), "month(-1)", (HISTORY, DAYS)),
    ("]", N_("month on"), "month(1)", (HISTORY, DAYS)),
    ("w", N_("to a file"), "export", (HISTORY,)),
    ("Esc", N_("close"), "close", (STATISTICS, HISTORY, DAYS, ACHIEVEMENTS)),
)
"""A key, what it does, the action that a click on it stands for too, and the leaves that have it."""
LONGEST = 500
"""Games listed at most."""
NARROW = 78
"""Columns under which the statistics stand below their names."""
TIGHT = 56
"""Columns under which only the name of the leaf shown stands in the head, and the variant is cut."""


class RecordsScreen(Page[None]):
    """``rules``: the variant to begin with; ``v`` goes through those that were played, and all together."""

    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[Binding]] = [  # type: ignore[assignment]
        binding("close", ["escape", "q"], "close"),
        binding("right", ["right", "l", "tab"], "leaf(1)"),
        binding("left", ["left", "h", "shift+tab"], "leaf(-1)"),
        binding("down", ["down", "j"], "step(1)"),
        binding("up", ["up", "k"], "step(-1)"),
        binding("page", ["pagedown", "space"], "step(10)"),
        binding("page-up", ["pageup"], "step(-10)"),
        binding("act", ["enter"], "act"),
        binding("variant", ["v"], "variant"),
        binding("outcome", ["o"], "outcome"),
        binding("period", ["t"], "period"),
        binding("export", ["w"], "export"),
        binding("earlier", ["left_square_bracket"], "month(-1)"),
        binding("later", ["right_square_bracket"], "month(1)"),
    ]

    def __init__(self, rules: AnyRules, keeper: Keeper, leaf: int = 0) -> None:
        super().__init__()
        self.keeper = keeper
        self.memory = keeper.memory
        self.rules = rules
        self.every = False
        """Whether all variants are shown together; the days are always those of ``rules``."""
        self.leaf = leaf
        self.month = keeper.now().date()
        self.listed = Listed()
        """What narrows the history down, but for the variant."""

    # ------------------------------------------------------------ what is shown

    def compose(self) -> ComposeResult:
        yield Keys(name="leaves")
        with VerticalScroll(id="leaf", can_focus=False):
            yield Static(id="told", markup=False)
        yield OptionList(id="games", compact=True, markup=False)
        yield Static(id="said", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        self.turn()

    def on_resize(self) -> None:
        self.turn()

    def turn(self) -> None:
        """Shows the leaf as it is now."""
        self.query_one("#leaves", Static).update(self._head())
        self.say("")
        games = self.query_one("#games", OptionList)
        games.display = self.leaf == HISTORY
        self.query_one("#leaf").display = self.leaf != HISTORY
        if self.leaf == HISTORY:
            self._list(games)
        else:
            self.query_one("#told", Static).update("\n".join(self._lines()))
        self.query_one("#keys", Static).update(self._foot())

    def say(self, what: str) -> None:
        """A line above the keys, or none."""
        said = self.query_one("#said", Static)
        said.update(what)
        said.display = bool(what)

    def _head(self) -> Content:
        """The leaves, and below them what the one shown is narrowed down to; a click on either goes on to the next."""
        text = self.words.text
        if self.size.width < TIGHT:
            leaves = [button(f"← {text(LEAVES[self.leaf])} →", "leaf(1)", "reverse")]
        else:
            leaves = [
                button(f" {text(name)} ", f"leaf({at - self.leaf})", "reverse" if at == self.leaf else "")
                for at, name in enumerate(LEAVES)
            ]
        every = self.every and self.leaf != DAYS
        of = [button(text("all variants") if every else self.words.variant(self.rules), "variant")]
        if self.leaf == HISTORY:
            outcome, period = self.listed.told(self.words)
            of += [button(f"· {outcome}", "outcome"), button(f"· {period}", "period")]
        room = self.size.width - 4
        below = [] if self.leaf == ACHIEVEMENTS else [flowing(of, room)]
        return Content("\n").join([flowing(leaves, room), *below])

    def _foot(self) -> Content:
        words, can_save = self.words, self.carpets.seat.can_save
        listed = self.query_one("#games", OptionList).highlighted is not None
        buttons = [
            key_button(key, words.text(told) if told else "", action)
            for key, told, action, leaves in KEYS
            if self.leaf in leaves and (can_save or action != "export")
            if self.leaf != HISTORY or listed or action not in ("act", "export")
        ]
        return flowing(buttons, self.size.width)

    def _lines(self) -> list[str]:
        rules = None if self.every else self.rules
        match self.leaf:
            case 0:  # the statistics
                found = statistics(self.memory, rules)
                only_ascii = self.carpets.seat.look.style == "ascii"
                drawn = charts(
                    self.words, spread(self.memory, rules), max(34, self.size.width - 6), only_ascii=only_ascii
                )
                return summing.lines(self.words, found, self.size.width < NARROW) + drawn
            case 2:  # the days
                played, today = days(self.memory, self.rules), self.keeper.now().date()
                return summing.calendar(self.words, played, self.month, today, day_streak(played, today))
            case _:
                width = max(20, self.size.width - 6)
                told = [summing.achieved(self.words, one) for one in earned(self.memory)]
                return [line for one in told for line in wrap(one, width, subsequent_indent="  ")]

    def _list(self, games: OptionList) -> None:
        listed = replace(self.listed, rules=None if self.every else self.rules)
        found = history(self.memory, listed.wanted(self.keeper.now().date()), LONGEST)
        rows = [summing.line_of(self.words, line) for line in found]
        room = self.size.width - 3
        forms = (rows, [(row[1][2:], *row[2:]) for row in rows], [(row[1][2:10], *row[2:]) for row in rows])
        told = next(
            (lines for lines in map(summing.columns, forms) if all(len(line) <= room for line in lines)),
            summing.folded(rows),
        )
        games.clear_options()
        games.add_options(Option(line, id=str(played.id)) for line, played in zip(told, found, strict=True))
        if not found:
            games.add_option(Option(self.words.text("There is no such game yet."), disabled=True))
        games.highlighted = 0 if found else None

    # ------------------------------------------------------------ what is done

    def action_close(self) -> None:
        self.dismiss(None)

    def action_leaf(self, by: int) -> None:
        self.leaf = (self.leaf + by) % len(LEAVES)
        self.turn()

    def action_step(self, by: int) -> None:
        games = self.query_one("#games", OptionList)
        if self.leaf == HISTORY and games.option_count and games.highlighted is not None:
            games.highlighted = min(max(games.highlighted + by, 0), games.option_count - 1)
        else:
            self.query_one("#leaf", VerticalScroll).scroll_relative(y=by, animate=False)

    def action_variant(self) -> None:
        """The next variant that was played; after the last one all of them together."""
        played = played_variants(self.memory) or (self.rules,)
        if self.every or self.rules not in played:
            self.rules, self.every = played[0], False
        elif self.rules is played[-1]:
            self.every = True
        else:
            self.rules = played[played.index(self.rules) + 1]
        self.turn()

    def action_month(self, by: int) -> None:
        if self.leaf == HISTORY:
            self._narrow(self.listed.other_month(by, self.keeper.now().date()))
            return
        first = self.month.replace(day=1)
        self.month = first - timedelta(1) if by < 0 else (first + timedelta(32)).replace(day=1)
        self.turn()

    def action_outcome(self) -> None:
        """Games of the next outcome alone."""
        self._narrow(self.listed.other_outcome())

    def action_period(self) -> None:
        """Games of the next stretch of time alone."""
        self._narrow(self.listed.other_period())

    def _narrow(self, listed: Listed) -> None:
        if self.leaf == HISTORY:
            self.listed = listed
            self.turn()

    def _chosen(self) -> Kept | None:
        """The game under the cursor of the list."""
        option = self.query_one("#games", OptionList).highlighted_option
        if self.leaf != HISTORY or option is None or not option.id:
            return None
        return self.memory.kept(int(option.id))

    def action_act(self) -> None:
        """A game of the list into the viewer; on the days' leaf today's deal to the table."""
        if self.leaf == DAYS:
            self.carpets.play_day(self.rules)
        elif (kept := self._chosen()) is not None:
            self.carpets.view(kept)

    def action_export(self) -> None:
        """The game of the list to a file, where there is anywhere to write to."""
        if self.carpets.seat.can_save and (kept := self._chosen()) is not None:
            self.carpets.export(kept, kept.game.cursor, self.say)

    def on_option_list_option_selected(self) -> None:
        self.action_act()
