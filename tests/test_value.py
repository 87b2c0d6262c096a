"""Values keep the manners of frozen dataclasses."""

import copy
import pickle

import pytest

from carpets.cards import CARDS
from carpets.moves import Draw, Home, Put, Redeal


def test_values_are_equal_by_class_and_fields() -> None:
    assert Put(CARDS[0], 3) == Put(card=CARDS[0], cell=3) == Put(CARDS[0], cell=3) == Put(cell=3, card=CARDS[0])
    assert hash(Put(CARDS[0], 3)) == hash(Put(cell=3, card=CARDS[0]))
    assert Put(CARDS[0], 3) != Put(CARDS[0], 4)
    assert Draw() != Redeal()
    assert len({Draw(), Draw(), Redeal()}) == 2
    assert Home(CARDS[0]) != CARDS[0]


def test_values_cannot_be_changed() -> None:
    move = Put(CARDS[0], 3)
    with pytest.raises(AttributeError):
        move.cell = 4  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del move.cell


def test_values_take_each_field_once() -> None:
    for values, named in [((), {}), ((1,), {}), ((1, 2, 3), {}), ((1, 2), {"cell": 3}), ((1,), {"row": 2})]:
        with pytest.raises(TypeError, match=r"Put (takes card, cell|misses)"):
            Put(*values, **named)


def test_values_match_show_and_travel() -> None:
    move = Put(CARDS[0], 3)
    match move:
        case Put(card, cell):
            assert (card, cell) == (CARDS[0], 3)
    assert repr(move) == "Put(card=AC, cell=3)"
    assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move
