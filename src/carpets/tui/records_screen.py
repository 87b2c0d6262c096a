"""What is remembered of the player: statistics, the games of the past, the days, the achievements.

One screen with four leaves. The lines come from ``summing``, the games from the player's memory.
"""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from carpets import summing
from carpets.charts import charts
from carpets.games import AnyRules
from carpets.store.feats import earned
from carpets.store.history import Wanted, day_streak, days, history
from carpets.store.statistics import played_variants, spread, statistics
from carpets.tui.keeping import Keeper
from carpets.tui.page import Page, binding
from carpets.words import N_

LEAVES = (N_("Statistics"), N_("History"), N_("Deals of the day"), N_("Achievements"))
KEYS = (N_("←→ leaf"), N_("v variant"), N_("Enter look, play"), N_("[ ] month"), N_("Esc back"))
LONGEST = 500
"""Games listed at most."""
NARROW = 78
"""Columns under which a line of the history is cut to its date, variant and outcome."""


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

    # ------------------------------------------------------------ what is shown

    def compose(self) -> ComposeResult:
        yield Static(id="leaves", markup=False)
        with VerticalScroll(id="leaf", can_focus=False):
            yield Static(id="told", markup=False)
        yield OptionList(id="games", compact=True, markup=False)
        yield Static("  ".join(map(self.words.text, KEYS)), id="keys", markup=False)

    def on_mount(self) -> None:
        self.turn()

    def on_resize(self) -> None:
        self.turn()

    def turn(self) -> None:
        """Shows the leaf as it is now."""
        text = self.words.text
        names = [f"[{text(name)}]" if at == self.leaf else f" {text(name)} " for at, name in enumerate(LEAVES)]
        of = text("all variants") if self.every and self.leaf != 2 else self.words.variant(self.rules)
        self.query_one("#leaves", Static).update(f"{' '.join(names)}\n{of}")
        games = self.query_one("#games", OptionList)
        games.display = self.leaf == 1
        self.query_one("#leaf").display = self.leaf != 1
        if self.leaf == 1:
            self._list(games)
        else:
            self.query_one("#told", Static).update("\n".join(self._lines()))

    def _lines(self) -> list[str]:
        rules = None if self.every else self.rules
        match self.leaf:
            case 0:
                found = statistics(self.memory, rules)
                only_ascii = self.carpets.seat.look.style == "ascii"
                drawn = charts(
                    self.words, spread(self.memory, rules), max(34, self.size.width - 4), only_ascii=only_ascii
                )
                return summing.lines(self.words, found, self.size.width < NARROW) + drawn
            case 2:
                played, today = days(self.memory, self.rules), self.keeper.now().date()
                return summing.calendar(self.words, played, self.month, today, day_streak(played, today))
            case _:
                return [summing.achieved(self.words, one) for one in earned(self.memory)]

    def _list(self, games: OptionList) -> None:
        found = history(self.memory, Wanted(None if self.every else self.rules), LONGEST)
        rows = [summing.line_of(self.words, line) for line in found]
        told = summing.table_of(self.words, rows)[1:]
        if self.size.width < NARROW:
            told = ["  ".join((row[1][2:10], row[2], row[4], row[7])) for row in rows]
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
        if self.leaf == 1 and games.option_count and games.highlighted is not None:
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
        first = self.month.replace(day=1)
        self.month = first - timedelta(1) if by < 0 else (first + timedelta(32)).replace(day=1)
        self.turn()

    def action_act(self) -> None:
        """A game of the list into the viewer; on the days' leaf today's deal to the table."""
        games = self.query_one("#games", OptionList)
        if self.leaf == 1 and games.highlighted_option is not None and games.highlighted_option.id:
            kept = self.memory.kept(int(games.highlighted_option.id))
            if kept is not None:
                self.carpets.view(kept.game.at(0))
        elif self.leaf == 2:
            self.carpets.play_day(self.rules)

    def on_option_list_option_selected(self) -> None:
        self.action_act()
