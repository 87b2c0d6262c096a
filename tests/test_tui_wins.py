"""Whole games won in a real terminal: by keys alone, by mouse alone, on a Russian layout, and taken back to the deal.

Deal 48213 of the basic Kovrik is proved lost, so the same number is won in Grand Kovrik, by its redeal.
"""

from pathlib import Path

import pytest

from carpets.cards import RANKS
from carpets.choosing import Cell, Place, Stock, ends
from carpets.game import Game
from carpets.moves import Draw, Move, Redeal
from carpets.paint import paint
from carpets.paint.model import Chrome, Look
from carpets.replay import read_game
from carpets.tui import session
from terminal import PROGRAM, Terminal

DATA = Path(__file__).parent / "data"
KOVRIK = DATA / "wins" / "kovrik-grand-48213.txt"
BASIC = DATA / "games" / "kovrik-48216.txt"
CARPET = DATA / "games" / "carpet-7.txt"
RUSSIAN = str.maketrans("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить")


def won(file: Path) -> Game:
    return read_game(file.read_text()).game


def opened(game: Game, *options: str) -> Terminal:
    assert game.deal is not None
    command = (*PROGRAM, "play", "--variant", game.rules.name, "--seed", str(game.deal.number), *options)
    return Terminal(command, limit=30)


def places(game: Game):
    return paint(game.table, session.view(session.begin(game)), Look(), Chrome(), 80, 24).places


def choices(position: Game, move: Move) -> tuple[Place, ...]:
    """The places to choose for a move: its card, then where it goes if the card could go elsewhere."""
    start, end = ends(position.table, move)
    assert start is not None
    assert end is not None
    several = sum(ends(position.table, other)[0] == start for other in position.legal()) > 1
    return (start, end) if several and not isinstance(start, Stock) else (start,)


def arrows(here: Cell, there: Cell, columns: int) -> list[str]:
    (row, column), (to_row, to_column) = divmod(here.index, columns), divmod(there.index, columns)
    across = ["right" if to_column > column else "left"] * abs(to_column - column)
    return across + ["down" if to_row > row else "up"] * abs(to_row - row)


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
        keys += [*arrows(start, end, position.table.columns), "enter"]
    return keys


def taken_back_and_made_again(terminal: Terminal, game: Game, first: str, undo: str, redo: str) -> None:
    """From the win to the first position and to the win again: the same boards."""
    terminal.press(undo)
    terminal.wait_for(str(len(game.moves) - 1))
    last = terminal.text
    terminal.press(*undo * (len(game.moves) - 1))
    terminal.wait_for(" 0 ")
    assert board(terminal.text) == board(first)
    terminal.press(*redo * (len(game.moves) - 1))
    terminal.wait_for(str(len(game.moves) - 1))
    terminal.read(0.3)
    assert board(terminal.text) == board(last)


def board(text: str) -> list[str]:
    """The cards on the screen, without the cursor's and the marks' signs."""
    return [line.translate(dict.fromkeys(map(ord, "▸•·?◂■"), " ")) for line in text.splitlines()[1:-2]]


@pytest.mark.parametrize("layout", ["latin", "russian"])
def test_grand_kovrik_48213_is_won_by_keys_alone(layout):
    game = won(KOVRIK)
    with opened(game, *(("--lang", "ru") if layout == "russian" else ())) as terminal:
        first = terminal.wait_for("48213", "Enter")
        for at, move in enumerate(game.moves):
            keys = keys_for(game.at(at), move)
            if layout == "russian":
                keys = [key.translate(RUSSIAN) if len(key) == 1 and key.islower() else key for key in keys]
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
        terminal.read(1.0)  # the layout that says which widget is under the mouse comes a moment later
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
