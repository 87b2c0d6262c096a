"""The game on the table, its clock and its journal: what a player's memory hears of, and when.

No Textual, no environment, and time comes in: a front end of any kind may use it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from carpets.game import Game
from carpets.games import AnyRules
from carpets.rules import Outcome
from carpets.store import Choice, Ending, Journal, Memory, Played, Trouble


class Keeper:
    """``seconds``: a clock from any origin, for the time at the table; ``now``: the instant, in UTC.

    ``broken``: what was wrong with the store when it was opened.
    """

    def __init__(
        self, memory: Memory, seconds: Callable[[], float], now: Callable[[], datetime], broken: Trouble | None = None
    ) -> None:
        self.memory, self.seconds, self.now, self.broken = memory, seconds, now, broken
        self._game: Game | None = None
        self._journal: Journal | None = None
        self._promised: object = None
        """The first state of the last game that was dealt as one that is known to come out."""
        self._before = 0.0
        """Seconds played before ``_since``."""
        self._since: float | None = None
        """When the clock was started, None while it stands."""

    # ------------------------------------------------------------ the table

    def keep(self, game: Game) -> None:
        """The game as it is now on the table. One that was not there before is a new game, without a move yet."""
        journal = self._journal
        if journal is None or self._game is None or game.states[0] is not self._game.states[0]:
            self.lay(game, Choice.SOLVABLE if game.states[0] is self._promised else Choice.FREE)
        elif journal.ending is not Ending.PLAYING and game.cursor == 0:
            self.lay(game, journal.choice, journal.day)  # the same deal again, after it was won
        elif game is not self._game:
            self._game = game
            journal.moved(game, self.played, self.now())
            self._run(game)

    def promise(self, game: Game, known: bool) -> None:
        """A new game that is to be laid on the table next: whether its deal is known to come out."""
        self._promised = game.states[0] if known else None

    def lay(self, game: Game, choice: Choice = Choice.FREE, day: date | None = None) -> None:
        """Another game comes to the table; the one before can be resumed until its place is taken."""
        self.pause()
        self._journal = self.memory.begin(choice, day)
        self._game, self._before = game, 0.0
        self._run(game)

    def lay_day(self, rules: AnyRules, day: date) -> Game:
        """The day's deal comes to the table; the one begun before can be resumed."""
        from carpets.daily import deal_of  # only here: most games are no day's

        daily = deal_of(rules, day)
        game = Game.begin(rules, daily.deal)
        self.lay(game, Choice.DAILY, day)
        self._promised = game.states[0] if daily.comes_out else None
        return game

    def resume(self, rules: AnyRules, day: date | None = None) -> Game | None:
        """The unfinished game of a variant comes to the table; None where there is none."""
        self.pause()
        resumed = self.memory.resume(rules, day)
        if resumed is None:
            return None
        self._journal, self._game, self._before = resumed.journal, resumed.game, resumed.seconds
        self._run(resumed.game)
        return resumed.game

    def unfinished(self, rules: AnyRules, day: date | None = None) -> Played | None:
        """The game that ``resume`` would bring."""
        self.pause()
        return self.memory.unfinished(rules, day)

    def pause(self) -> None:
        """The player leaves the table: its game waits, here or for another process."""
        if self._journal is not None:
            self._journal.close(self.played, self.now())
        self._before, self._since = self.played, None
        self._journal = self._game = None

    def hinted(self) -> None:
        if self._journal is not None:
            self._journal.hinted()

    def peeked(self) -> None:
        if self._journal is not None:
            self._journal.peeked()

    def proved(self) -> None:
        """The position on the table was proved lost."""
        if self._journal is not None:
            self._journal.proved(self.played, self.now())

    # ------------------------------------------------------------ what to show

    @property
    def played(self) -> float:
        """Seconds at this game. The clock stands once it is over."""
        return self._before + (self.seconds() - self._since if self._since is not None else 0.0)

    @property
    def journal(self) -> Journal | None:
        """The journal of the game on the table: how it was helped, whether its deal was seen before."""
        return self._journal

    @property
    def trouble(self) -> Trouble | None:
        """Why the last write failed, else what is wrong with the store, to be said before the first move."""
        if self._journal is not None and self._journal.trouble is not None:
            return self._journal.trouble
        return self.broken if self._game is None or not self._game.moves else None

    @property
    def uncertain(self) -> bool:
        """Whether a day's deal waits for its first move of which nobody knows that it comes out."""
        journal, game = self._journal, self._game
        if journal is None or journal.day is None or game is None or game.moves:
            return False
        return game.states[0] is not self._promised

    def _run(self, game: Game) -> None:
        """The clock runs while there is something to play."""
        self._before, self._since = self.played, None
        if game.outcome is Outcome.PLAYING:
            self._since = self.seconds()
