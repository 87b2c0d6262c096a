"""Whole games won in a real terminal: by keys alone, by mouse alone, on a Russian layout, and taken back to the deal.

Deal 48213 of the basic Kovrik is proved lost, so the same number is won in Grand Kovrik, by its redeal.
"""

from pathlib import Path

import pytest

from carpets.cards import RANKS
from carpets.choosing import Place, Stock, ends
from carpets.game import Game
from carpets.moves import Draw, Move, Redeal
from carpets.paint import paint
from carpets.paint.model import Chrome, Look
from carpets.replay import read_game
from carpets.tui import pointing, session
from carpets.value import replace
from terminal import PROGRAM, Terminal, cards, cards_of

DATA = Path(__file__).parent / "data"
KOVRIK = DATA / "wins" / "kovrik-grand-48213.txt"
BASIC = DATA / "games" / "kovrik-48216.txt"
CARPET = DATA / "games" / "carpet-7.txt"
LATIN, CYRILLIC = "qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить"
RUSSIAN = str.maketrans(LATIN + LATIN.upper(), CYRILLIC + CYRILLIC.upper())


def won(file: Path) -> Game:
    return read_game(file.read_text()).game


def opened(game: Game, *options: str) -> Terminal:
    assert game.deal is not None
    command = (*PROGRAM, "play", "--variant", game.rules.name, "--seed", str(game.deal.number), *options)
    return Terminal(command)


def places(game: Game):
    return paint(game.table, session.view(session.begin(game)), Look(), Chrome(), 80, 24).places


def choices(position: Game, move: Move) -> tuple[Place, ...]:
    """The places to choose for a move: its card, then where it goes if the card could go elsewhere."""
    start, end = ends(position.table, move)
    assert start is not None
    assert end is not None
    several = sum(ends(position.table, other)[0] == start for other in position.legal()) > 1
    return (start, end) if several and not isinstance(start, Stock) else (start,)


def way(position: Game, here: Place, there: Place) -> list[str]:
    """The arrow keys from one place to another."""
    where = places(position)
    begun = replace(session.begin(position), cursor=here)
    ways: dict[Place, list[str]] = {here: []}
    todo = [begun]
    while there not in ways:
        at = todo.pop(0)
        for key in ("left", "right", "up", "down"):
            moved = pointing.step(at, key, where)
            if moved.cursor not in ways:
                ways[moved.cursor] = [*ways[at.cursor], key]
                todo.append(moved)
    return ways[there]


def keys_for(position: Game, move: Move) -> list[str]:
    """A move by keys: the card by its rank and suit, Enter, and arrows to where it goes."""
    if isinstance(move, Redeal):
        return ["p"]
    if isinstance(move, Draw):
        return ["d"]
    start, *rest = choices(position, move)
    card = move.card
    keys = ["0" if card.rank == 10 else "1" if card.rank == 1 else RANKS[card.rank - 1], "cshd"[card.suit], "enter"]
    for end in rest:
        keys += [*way(position, start, end), "enter"]
    return keys


def taken_back_and_made_again(terminal: Terminal, game: Game, first: str, undo: str, redo: str) -> None:
    """From the win to the first position and to the win again: the same boards."""
    before = len(game.moves) - 1
    terminal.press(undo)
    last = terminal.wait_until(lambda text: f" {before} " in text and cards(text) == cards_of(game.at(before)))
    terminal.press(*undo * before)
    nothing = " 0 moves" if undo == "u" else " 0 ходов"
    terminal.wait_until(lambda text: nothing in text and board(text) == board(first), first)
    terminal.press(*redo * before)
    terminal.wait_until(lambda text: f" {before} " in text and board(text) == board(last), last)


def board(text: str) -> list[str]:
    """The cards on the screen, without the cursor's and the marks' signs."""
    return [line.translate(dict.fromkeys(map(ord, "▸•·?◂■"), " ")) for line in text.splitlines()[1:-2]]


@pytest.mark.parametrize("layout", ["latin", "russian"])
@pytest.mark.parametrize("file", [KOVRIK, CARPET], ids=lambda file: file.stem)
def test_a_game_is_won_by_keys_alone(file, layout):
    game = won(file)
    with opened(game, *(("--lang", "ru") if layout == "russian" else ())) as terminal:
        first = terminal.wait_for(str(game.deal.number), "Enter")
        for at, move in enumerate(game.moves):
            keys = keys_for(game.at(at), move)
            if layout == "russian":
                keys = [key.translate(RUSSIAN) if len(key) == 1 else key for key in keys]
                assert not any(key in LATIN or key in LATIN.upper() for key in keys)
            terminal.press(*keys)
            if at % 10 == 9:  # a terminal's own queue holds 4 KB: more would be lost
                terminal.wait_for(f" {at + 1} ")
        terminal.wait_for(*(("сошёлся", "Отменить ход") if layout == "russian" else ("come out", "Undo")))
        undo, redo = ("г", "к") if layout == "russian" else ("u", "r")
        taken_back_and_made_again(terminal, game, first, undo, redo)
        terminal.press("й" if layout == "russian" else "q")
        assert terminal.wait_end() == 0


@pytest.mark.parametrize("file", [CARPET, BASIC], ids=lambda file: file.stem)
def test_a_game_is_won_by_mouse_alone(file):
    game = won(file)
    where = places(game.at(0))
    with opened(game) as terminal:
        terminal.wait_for(str(game.deal.number), "Enter")
        terminal.wait_for_mouse()
        for at, move in enumerate(game.moves):
            for place in choices(game.at(at), move):
                terminal.click(where[place].x + 1, where[place].y)
            if at % 10 == 9:  # a terminal's own queue holds 4 KB: more would be lost
                terminal.wait_for(f" {at + 1} move")
        terminal.wait_for("come out", "Undo")
        terminal.click(*terminal.find("Undo"))
        terminal.wait_for(f"{len(game.moves) - 1} moves")
        terminal.click(*terminal.find("undo"))
        terminal.wait_for(f"{len(game.moves) - 2} moves")
