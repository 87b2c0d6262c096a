"""A few kills of the real program at random points. ``tests/crashing.py`` makes as many as wanted."""

from crashing import crash


def test_a_killed_game_is_found_as_it_was_on_the_screen(tmp_path):
    report = crash(tmp_path, points=5, seed=3)
    assert report.faults == []
    assert report.points == 5
