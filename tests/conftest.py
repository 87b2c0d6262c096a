"""What every test may rely on: compiled catalogues, as the build makes them, and a player's folder of its own."""

from __future__ import annotations

import pytest

import catalogue

catalogue.compile_all()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A player's folder of the test's own."""
    folder = tmp_path / "carpets-home"
    monkeypatch.setenv("CARPETS_HOME", str(folder))
    return folder
