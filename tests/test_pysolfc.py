"""Deals, moves and redeals against what PySolFC itself did (tests/data/README.md)."""

import json
from pathlib import Path
from typing import Any

import pytest

from carpets.game import Game
from carpets.games import VARIANTS
from carpets.moves import Draw, Home, Put, Redeal
from carpets.refusals import NeedsCard
from carpets.rules import Outcome

DATA = Path(__file__).parent / "data"
DEALS = json.loads((DATA / "pysol_deals.json").read_text())
GAMES = json.loads((DATA / "pysol_playthroughs.json").read_text())["playthroughs"]

OURS = {
    "Blue Moon": "blue-moon",
    "Red Moon": "red-moon",
    "Galary": "galary",
    "Paganini": "paganini",
    "Montana": "montana-pysol",
    "Spaces": "spaces",
    "Station": "station",
    "Free Parking": "free-parking",
    "Jungle": "jungle",
    "Carpet": "carpet",
}
NOT_OURS = {
    "Spaces and Aces": "any higher card of the left neighbour's suit",
    "Spoilt": "face-down cards and swaps",
    "Paganini II": "two packs",
    "Double Blue Moon": "two packs",
    "Double Red Moon": "two packs",
    "Double Montana": "two packs",
    "House of Commons": "40 cards",
    "Line Up": "24 cards",
    "Rectangular Rovers": "cards move to neighbouring holes",
    "Four Winds": "cells tied to the aces beside them",
    "Boxing the Compass": "two packs",
    "Colorado": "two packs",
    "Twenty": "two packs",
    "Sly Fox": "two packs",
    "Open Sly Fox": "two packs",
}
CARD_DEALS = [*DEALS["blue_moon"], *DEALS["other_games_one_deal_each"]]


def rows(game: Game) -> list[list[str]]:
    cells = ["--" if card is None else str(card) for card in game.state.cells]
    columns = game.rules.grid[1]
    return [cells[at : at + columns] for at in range(0, len(cells), columns)]


def named(entries: list[dict[str, Any]]) -> list[Any]:
    return [
        pytest.param(
            entry,
            id=f"{entry['game']} {entry.get('typed') or entry['deal']}",
            marks=pytest.mark.skip(reason=f"not ours: {NOT_OURS[entry['game']]}") if entry["game"] in NOT_OURS else (),
        )
        for entry in entries
    ]


def test_every_game_of_the_data_is_ours_or_skipped_by_name() -> None:
    assert {entry["game"] for entry in (*CARD_DEALS, *DEALS["carpet"], *GAMES)} == {*OURS, *NOT_OURS}


@pytest.mark.parametrize("entry", named(CARD_DEALS))
def test_a_deal_and_its_redeals_are_pysolfcs(entry: dict[str, Any]) -> None:
    game = Game.numbered(VARIANTS[OURS[entry["game"]]], entry["typed"])
    assert rows(game) == entry["board"]
    for board in entry["redeals_without_any_move"]:
        game = game.play(Redeal())
        assert rows(game) == board


@pytest.mark.parametrize("entry", named(DEALS["carpet"]))
def test_a_carpet_is_pysolfcs_with_its_waste_card_still_to_be_turned(entry: dict[str, Any]) -> None:
    game = Game.numbered(VARIANTS["carpet"], entry["typed"])
    assert rows(game) == entry["carpet_rows"]
    assert [str(card) for card in game.state.stock] == [entry["waste_top"], *entry["stock_in_drawing_order"]]


@pytest.mark.parametrize("entry", named([entry for entry in GAMES if entry["game"] != "Carpet"]))
def test_a_game_played_in_pysolfc_plays_here(entry: dict[str, Any]) -> None:
    game = Game.numbered(VARIANTS[OURS[entry["game"]]], entry["deal"])
    assert rows(game) == entry["start"]
    for step in entry["steps"]:
        if isinstance(step, dict):
            game = game.play(Redeal())
            assert rows(game) == step["board"]
            continue
        start, end = step
        move = Put(game.state.cells[start], end)
        if entry["game"] == "Free Parking" and isinstance(game.refusal(move), NeedsCard):
            assert pysolfc_wrapped(game, move), "only PySolFC's wrap across row ends may be refused"
            return
        game = game.play(move)
    assert rows(game) == entry["end"]
    legal = {(game.state.cells.index(move.card), move.cell) for move in game.legal() if isinstance(move, Put)}
    assert legal == {tuple(pair) for pair in entry["legal_at_end"]}
    assert (game.outcome is Outcome.WON, game.outcome is Outcome.STUCK) == (entry["won"], entry["stuck"])


def pysolfc_wrapped(game: Game, move: Put) -> bool:
    """Whether the hole is the last of its row and the card fits the first of the next one: PySolFC's fault."""
    columns = game.rules.grid[1]
    beyond = game.state.cells[move.cell + 1] if move.cell + 1 < len(game.state.cells) else None
    return move.cell % columns == columns - 1 and beyond == game.rules.pack.following(move.card)


@pytest.mark.parametrize("entry", named([entry for entry in GAMES if entry["game"] == "Carpet"]))
def test_a_carpet_played_in_pysolfc_plays_here(entry: dict[str, Any]) -> None:
    """PySolFC turns a card by itself whenever the waste is empty; here the player turns it."""
    game = Game.numbered(VARIANTS["carpet"], entry["deal"]).play(Draw())
    for step in entry["steps"]:
        if step == "deal":
            game = game.play(Draw())
        else:
            start, end = step
            card = game.state.waste[-1] if start == "w" else game.state.cells[int(start[1:])]
            game = game.play(Home(card) if end[0] == "f" else Put(card, int(end[1:])))
        if not game.state.waste and game.state.stock:
            game = game.play(Draw())
    assert ["" if card is None else str(card) for card in game.state.cells] == [card or "" for card in end_of(entry)]
    assert [str(card) for card in game.state.waste] in (entry["end"]["waste"], entry["end"]["waste"][::-1])
    assert (game.outcome is Outcome.WON, game.outcome is Outcome.STUCK) == (entry["won"], entry["stuck"])


def end_of(entry: dict[str, Any]) -> list[str]:
    return ["" if card in (None, "--") else card for card in entry["end"]["carpet"]]
