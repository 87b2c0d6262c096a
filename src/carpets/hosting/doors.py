"""``ssh host COMMAND``: a fixed small language, read here and never given to a shell. Values in, values out.

carpet --seed 7     kovrik daily     kovrik-36 --open     resume [CODE]     each with --plain
help     stats     boards [VARIANT]     who     watch NAME
nick NAME     appear     hide
"""

from __future__ import annotations

from carpets.games import VARIANTS, AnyRules
from carpets.hosting.limits import COMMAND
from carpets.shuffle import BadDealNumber, DealNumber, read_number
from carpets.value import Value


class Home(Value):
    """No command: the home screen."""


class Play(Value):
    """A table: of a deal number, of the day, or fresh. ``open``: others may watch."""

    rules: AnyRules
    number: DealNumber | None = None
    daily: bool = False
    open: bool = False


class Resume(Value):
    """Go on with the newest game, or a guest's by the code they were told."""

    code: str | None = None


class Help(Value):
    """What can be asked for."""


class Stats(Value):
    """The visitor's own statistics."""


class Boards(Value):
    """The best of the day and of a variant."""

    rules: AnyRules | None = None


class Who(Value):
    """Who is playing."""


class Watch(Value):
    """Another's table, by the name ``who`` shows."""

    name: str


class Nick(Value):
    """The name to appear under, chosen once."""

    name: str


class Appear(Value):
    """Be on the boards, or no longer."""

    shown: bool


class Plain(Value):
    """A table in plain text, line by line."""

    door: Home | Play | Resume


Door = Home | Play | Resume | Help | Stats | Boards | Who | Watch | Nick | Appear


class Nonsense(Value):
    """What is not in the language: the first word that is not understood, printable."""

    word: str


PLAIN = "--plain"
_ALONE: dict[str, Door] = {
    "home": Home(),
    "help": Help(),
    "stats": Stats(),
    "who": Who(),
    "appear": Appear(True),
    "hide": Appear(False),
}


def read_door(command: str) -> Door | Plain | Nonsense:
    """The door a command names. Words are parted by blanks; there is no quoting and no other syntax."""
    if len(command) > COMMAND:
        return Nonsense(_printable(command))
    words = command.split()
    if PLAIN not in words:
        return _door(words)
    match _door([word for word in words if word != PLAIN]):
        case Home() | Play() | Resume() as door:
            return Plain(door)
        case Nonsense() as nonsense:
            return nonsense
        case _:
            return Nonsense(PLAIN)


def _door(words: list[str]) -> Door | Nonsense:
    match words:
        case []:
            return Home()
        case [word] if word in _ALONE:
            return _ALONE[word]
        case ["resume"]:
            return Resume()
        case ["resume", code]:
            return Resume(code)
        case ["boards"]:
            return Boards()
        case ["boards", variant]:
            return Boards(VARIANTS[variant]) if variant in VARIANTS else Nonsense(_printable(variant))
        case ["watch", *name] if name:
            return Watch(" ".join(name))
        case ["nick", *name] if name:
            return Nick(" ".join(name))
        case [variant, *rest] if variant in VARIANTS:
            return _play(VARIANTS[variant], rest)
        case [word, *rest]:
            return Nonsense(_printable(rest[0] if word in _ALONE else word))
        case _:
            return Nonsense("")


def _play(rules: AnyRules, words: list[str]) -> Door | Nonsense:
    number: DealNumber | None = None
    daily = open_ = False
    rest = iter(" ".join(words).replace("--seed=", "--seed ").split())
    for word in rest:
        match word:
            case "daily" | "--daily":
                daily = True
            case "--open":
                open_ = True
            case "--seed":
                try:
                    number = read_number(next(rest, ""))
                except BadDealNumber as fault:
                    return Nonsense(_printable(f"--seed {fault.text}"))
            case _:
                return Nonsense(_printable(word))
    if daily and number is not None:
        return Nonsense("--seed")
    return Play(rules, number, daily, open_)


def _printable(word: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in word[:40])
