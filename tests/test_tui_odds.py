"""Odds on request, driven by Textual's pilot and judged by what the app shows and what its keeper heard."""

from __future__ import annotations

import pytest

from carpets.choosing import Stock
from carpets.solver.odds import SAMPLES, choices
from carpets.tui import notes, thinking
from piloting import LIMIT, until
from test_tui_table import asked, keeping, opened, table, text


async def shown(app, pilot) -> None:
    """Waits until the odds are as exact as they get."""

    def exact() -> bool:
        play = table(app).play
        return bool(play.odds) and play.note in (None, notes.Weighed(more=False)) and table(app)._thought is None

    await until(pilot, exact)


@pytest.fixture(autouse=True)
def time_enough(monkeypatch):
    """How exact the odds get does not depend on the machine."""
    monkeypatch.setattr(thinking, "WEIGHING", LIMIT)


@pytest.mark.parametrize("size", [(80, 24), (40, 60)])
@pytest.mark.parametrize(
    ("key", "language", "told"), [("o", "en", "Comes out of 100 (±"), ("щ", "ru", "Сойдётся из 100 (±")]
)
async def test_the_chance_of_every_choice_is_shown_at_its_place(size, key, language, told):
    keeper = keeping()
    async with opened(asked("carpet", "48213"), size=size, language=language, keeper=keeper) as (app, pilot):
        await pilot.press("c", "d", "d", "d", "d", key)
        await shown(app, pilot)
        play = table(app).play
        assert set(play.odds) == set(choices(play.game.rules, play.game.state))
        assert all(chance.samples == SAMPLES for chance in play.odds.values())
        drawn = text(app)
        assert drawn.count("%") >= len(play.odds)
        assert told in drawn
        assert keeper.journal.hints == 1


async def test_the_choice_under_the_cursor_tells_its_chance_and_error():
    async with opened(asked("carpet", "48213")) as (app, pilot):
        await pilot.press("c", "d", "d", "d", "d", "o")
        await shown(app, pilot)
        for _ in range(20):
            if table(app).play.cursor == Stock():
                break
            await pilot.press("tab")
        assert "±1 of 100 come out." in text(app)
        assert "%" in text(app)


@pytest.mark.parametrize("key", ["d", "u", "escape"])
async def test_a_move_or_escape_ends_them(key):
    async with opened(asked("carpet", "48213")) as (app, pilot):
        await pilot.press("c", "d", "d", "o")
        await shown(app, pilot)
        await pilot.press(key)
        await pilot.pause(0.3)
        assert not table(app).play.odds
        assert "%" not in text(app)


async def test_odds_still_looked_for_are_dropped_by_a_move():
    async with opened(asked("carpet", "48213")) as (app, pilot):
        await pilot.press("c", "d", "d", "o", "d")
        await pilot.pause(0.5)
        assert not table(app).play.odds
        assert table(app)._thought is None


async def test_nothing_is_offered_where_no_card_is_face_down():
    keeper = keeping()
    async with opened(asked(), keeper=keeper) as (app, pilot):
        assert "o odds" not in text(app)
        await pilot.press("o")
        await pilot.pause(0.2)
        assert not table(app).play.odds
        assert keeper.journal.hints == 0


async def test_a_hint_after_the_odds_is_shown_beside_them():
    async with opened(asked("carpet", "48213")) as (app, pilot):
        assert "o odds" in text(app)
        await pilot.press("c", "d", "d", "o")
        await shown(app, pilot)
        await pilot.press("h")
        await until(pilot, lambda: isinstance(table(app).play.note, notes.Advised))
        assert "%" in text(app)
