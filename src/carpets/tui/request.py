"""What the screens are opened with: values and services given from outside, so that one process can hold many players.

No Textual, and no environment, clock, file or chance is read here or in any screen: they come in through a ``Seat``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from carpets.dealing import solvable_by_default
from carpets.game import Game
from carpets.games import FAMILIES, AnyRules
from carpets.paint.model import Look
from carpets.paint.palettes import DEFAULT, Depth
from carpets.settings import AUTO, Settings
from carpets.shuffle import DealNumber
from carpets.tui.keys import own_keys
from carpets.value import Value, replace
from carpets.words import Words

if TYPE_CHECKING:
    from carpets.solver.verdicts import Cancel
    from carpets.store.values import Kept
    from carpets.tui.keeping import Keeper


class Request(Value):
    """What to open: a deal of a variant, a game to look at, or (neither) the home screen.

    ``number`` None: a fresh deal. ``game``: one to go on with; ``viewed``: one to look through,
    and ``kept`` the same as it is remembered, if it is.
    ``family`` comes first on the home screen. ``ask``: ``game`` is an unfinished one, the player may want another.
    """

    rules: AnyRules | None = None
    number: DealNumber | None = None
    game: Game | None = None
    viewed: Game | None = None
    kept: Kept | None = None
    family: str = FAMILIES[0]
    ask: bool = False


def _no_deal(rules: AnyRules) -> tuple[Game, bool]:
    return Game.numbered(rules, 0), False


def _nowhere(name: str, text: str) -> str:
    raise OSError(f"nowhere to write {name}, {len(text)} letters")


def _unwritten(settings: Settings) -> None:
    """The settings last as long as the program."""


class Seat(Value):
    """One player's terminal and what the screens may ask of the world.

    ``palette``: a name of ``paint.palettes``; ``depth``: the colours the terminal shows. ``fresh`` deals a
    new game of a variant and says whether it is known to come out. ``seek`` looks for one that is, until it is
    cancelled, and tells how many it has tried: ``solvable`` asks for it always, some variants by themselves.
    ``save`` writes a new file of a name and a text, and returns where it is, or raises OSError.
    ``keeper`` hears of every change of the game on the table. ``thinking``: seconds that a hint may be
    looked for. ``now``: seconds, from any origin.
    ``clock``: show the time played. ``confirm``: ask before a game is left for another.
    ``chosen``: keys of the player's own, by action name. ``motion``: cards glide.
    ``can_save``: whether there is anywhere to save a game to.
    ``settings`` are what the fields above were made from by ``under``, ``write_settings`` keeps changed ones,
    or raises OSError; ``found`` is the look that suits the terminal, ``may_move`` whether motion suits it.
    """

    language: str = "en"
    look: Look = Look()
    palette: str = DEFAULT
    depth: Depth = Depth.TRUE
    motion: bool = False
    can_save: bool = True
    settings: Settings = Settings()
    found: Look | None = None
    may_move: bool = False
    fresh: Callable[[AnyRules], tuple[Game, bool]] = _no_deal
    seek: Callable[[AnyRules, Cancel, Callable[[int], None]], Game | None] | None = None
    solvable: bool = False
    save: Callable[[str, str], str] = _nowhere
    write_settings: Callable[[Settings], None] = _unwritten
    keeper: Keeper | None = None
    clock: bool = False
    confirm: bool = False
    thinking: float = 20.0
    now: Callable[[], float] | None = None
    chosen: Mapping[str, str] = MappingProxyType({})

    def under(self, settings: Settings) -> Seat:
        """The same place with other settings."""
        found = self.found or self.look
        letters = settings.suits == "letters" or settings.cards == "ascii"
        look = Look(
            found.style if settings.cards == AUTO else settings.cards,
            "CSHD" if letters else found.suits,
            found.ranks,
            settings.four_colours,
            settings.marks,
        )
        return replace(
            self, settings=settings, look=look, found=found, palette=settings.palette,
            chosen=own_keys(settings.keys, settings.vi_keys),
            language=self.language if settings.language == AUTO else settings.language,
            motion=settings.animation and self.may_move, clock=settings.clock, confirm=settings.confirm,
        )  # fmt: skip

    def seeks(self, rules: AnyRules) -> bool:
        """Whether a new deal of the variant is one to be looked for."""
        return self.seek is not None and (self.solvable or solvable_by_default(rules))

    @property
    def words(self) -> Words:
        return Words.of(self.language, self.look.suits, self.look.ranks)
