"""What every test may rely on: compiled catalogues, as the build makes them, equal surroundings, its own folder."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

import catalogue

catalogue.compile_all()
settings.register_profile(
    "steady",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("CARPETS_FULL"),
    database=None,
)
settings.load_profile("steady")
"""A machine with other work to do is no fault of what is tested, and every run draws the same; others with
``CARPETS_FULL=1``."""


@pytest.fixture(autouse=True)
def surroundings(monkeypatch):
    """What the program asks of its surroundings, the same wherever the tests run."""
    for name in ("LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANGUAGE", "COLUMNS", "LINES", "NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A player's folder of the test's own."""
    folder = tmp_path / "carpets-home"
    monkeypatch.setenv("CARPETS_HOME", str(folder))
    return folder
