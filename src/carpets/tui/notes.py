"""What an event at the table had to say, as values; ``saying`` finds the sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carpets.cards import Card
from carpets.choosing import Place
from carpets.refusals import Refusal
from carpets.value import Value

if TYPE_CHECKING:
    from carpets.solver.hints import Hint
    from carpets.solver.review import WayBack


class Refused(Value):
    """The move is refused; nothing changed."""

    why: Refusal


class ChooseOther(Value):
    """``place`` means several moves: one of the lit places decides."""

    place: Place
    count: int


class Typed(Value):
    """A rank was typed; the suit is awaited."""

    rank: str


class NotInSight(Value):
    """The typed card lies face down or under another one."""

    card: Card


class NotPlayedWith(Value):
    """The typed card is not in this variant's pack."""

    card: Card


class Collected(Value):
    """Auto-collect made this many moves."""

    count: int


class Restarted(Value):
    """The game is at its first position; redo brings the moves back."""


class Saved(Value):
    """The game was written to this file."""

    file: str


class NotSaved(Value):
    """The game could not be written, for this reason."""

    reason: str


class Shared(Value):
    """What a friend may know of the game was sent to the terminal's clipboard."""


class Advised(Value):
    """A hint was found; ``more``: a better one is still looked for. ``way``: of a lost position, back from it."""

    hint: Hint
    more: bool
    way: WayBack | None = None


class Rescued(Value):
    """So many moves were taken back, to a position that can be won."""

    count: int


class NothingToRescue(Value):
    """The position is not known to be lost."""


class Weighed(Value):
    """The chances of the choices are shown; ``more``: they are still getting more exact."""

    more: bool


Note = (
    Refused | ChooseOther | Typed | NotInSight | NotPlayedWith | Collected | Restarted | Saved | NotSaved | Shared
    | Advised | Rescued | NothingToRescue | Weighed
)  # fmt: skip
