"""The first lessons: played by the real rules, from the first word to a win, in both languages."""

from __future__ import annotations

import pytest

from carpets import tutorial
from carpets.rules import Outcome
from carpets.words import LANGUAGES, Words


def steps(family):
    """The lesson before every step, the awaited moves made."""
    lesson = tutorial.begin(family)
    while not lesson.over:
        yield lesson
        move = lesson.awaited
        lesson = lesson.on() if move is None else lesson.play(move)
    yield lesson


@pytest.mark.parametrize("family", tutorial.SCRIPTS)
def test_the_lesson_is_a_legal_game_that_comes_out(family):
    for lesson in steps(family):
        move = lesson.awaited
        assert move is None or lesson.game.refusal(move) is None
    assert lesson.over
    assert lesson.game.outcome is Outcome.WON


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", tutorial.SCRIPTS)
def test_every_step_has_something_to_say(family, language):
    words = Words.of(language)
    for lesson in steps(family):
        said = lesson.said(words)
        assert bool(said) != lesson.over
        assert "{" not in said
        assert len(said) <= 120


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", tutorial.SCRIPTS)
def test_another_legal_move_is_answered_and_not_made(family, language):
    words = Words.of(language)
    for lesson in steps(family):
        for move in lesson.game.legal():
            if lesson.awaited is not None and move != lesson.awaited:
                strayed = lesson.play(move)
                assert strayed.game is lesson.game
                assert strayed.said(words) != lesson.said(words)
                assert strayed.on().said(words) == lesson.said(words)


def test_the_lesson_of_kovrik_shows_aces_a_dead_hole_and_a_redeal():
    words = Words.of("en")
    said = [lesson.said(words) for lesson in steps("kovrik")]
    assert said[1] == "First the aces. Two head their rows already. A♥ goes to the free first cell c1."
    assert said[4] == "8♥ left a hole after K♦. Nothing goes after a king: the hole is dead."
    assert "redeal" in said[5]


def test_the_hole_that_is_called_dead_is_dead_and_no_move_is_left():
    lesson = list(steps("kovrik"))[5]
    assert [str(lesson.awaited)] == [str(move) for move in lesson.game.legal()]
