"""Settings: what is read back, what is named and left out, and that a file is never half written."""

from __future__ import annotations

import os
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carpets.paint.palettes import PALETTES
from carpets.settings import (
    NAMES,
    OPTIONS,
    VALUES,
    Bad,
    Settings,
    chosen,
    load,
    read_settings,
    save,
    write_settings,
)
from carpets.value import replace

VALUE = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text() | st.dates(),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(), below, max_size=3),
    max_leaves=6,
)


@st.composite
def settings(draw):
    picked = {row.name: draw(st.sampled_from(row.choices) if row.choices else st.booleans()) for row in OPTIONS}
    rest = draw(st.dictionaries(st.text().filter(lambda name: name not in (*NAMES, "keys")), VALUE, max_size=3))
    return Settings(**picked, keys=draw(st.dictionaries(st.text(), st.text(), max_size=3)), rest=rest)


@given(settings())
def test_what_is_written_is_read_back_with_what_others_wrote(value):
    assert read_settings(write_settings(value)) == (value, ())


def test_a_bad_value_is_named_and_the_rest_counts():
    found, bad = read_settings('palette = "night"\nclock = "often"\ncards = 7\nlanguage = "ru"\nkeys = 3\n')
    assert found == Settings(palette="night", language="ru")
    assert bad == (
        Bad("cards", "7", '"auto", "soft", "line", "box", "ascii"'),
        Bad("clock", '"often"', "true, false"),
        Bad("keys", "3", '[keys] undo = "u"'),
    )


def test_text_that_is_not_toml_is_named_and_set_aside_when_settings_are_saved(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("palette = night\n")
    found, bad = load(path)
    assert found == Settings()
    assert [fault.key for fault in bad] == [""]
    save(replace(found, clock=False), path)
    assert load(path) == (Settings(clock=False), ())
    assert (tmp_path / "settings.toml.unreadable").read_text() == "palette = night\n"


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "settings.toml"
    save(Settings(palette="day"), path)
    (tmp_path / f".settings.toml.{os.getpid()}").mkdir()
    with pytest.raises(OSError, match="directory"):
        save(Settings(palette="night"), path)
    assert load(path) == (Settings(palette="day"), ())


def test_unknown_keys_and_tables_survive_a_change(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('clock = false\nfuture = [1, 2]\n[a.b]\nc = "d"\n[keys]\nundo = "z"\n')
    found, bad = load(path)
    assert bad == ()
    save(replace(found, clock=True), path)
    assert tomllib.loads(path.read_text()) == {"future": [1, 2], "a": {"b": {"c": "d"}}, "keys": {"undo": "z"}}


def test_a_word_sets_a_setting_or_is_refused_with_what_would_be_right():
    assert chosen(Settings(), "clock", "no") == Settings(clock=False)
    assert chosen(Settings(), "palette", "kilim") == Settings(palette="kilim")
    assert chosen(Settings(), "clock", "maybe") == Bad("clock", "maybe", "yes, no")


def test_every_setting_can_be_shown_and_every_choice_has_a_name():
    assert set(Settings.__match_args__) == {*NAMES, "keys", "rest"}
    assert {choice for row in OPTIONS for choice in row.choices} <= set(VALUES)


def test_the_palettes_offered_are_those_of_the_painter():
    offered = next(row.choices for row in OPTIONS if row.name == "palette")
    assert offered == tuple(PALETTES)
