"""Complete recorded games of Chaos Order end exactly as the expected tables say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.state import State
from domain.kernel import TRUTH
from tests.recorded import library, played_to_the_end

SEAT_MEMBERS = (
    "faction", "energy", "gems", "fame", "research", "hand", "base", "recruitment", "base_fighters",
    "drop_ship_fighters", "leaders", "attributes", "buildings_on_board", "board_foundations_left",
    "relics", "counters", "tokens", "regions_controlled", "land_regions_controlled",
)  # fmt: skip
REGION_MEMBERS = ("fighters", "leaders", "foundations", "relic", "control")
TABLE_MEMBERS = (
    "round", "phase", "winners", "reason", "flare_gun", "loose_tokens", "production_area", "relics_out",
    "mountains", "deck_size", "discard", "neutral_pairs", "prices",
)  # fmt: skip


def final_table(state: State, actions: int) -> dict[str, Any]:
    """Our table in the words of the expected one (the samples' README)."""
    view = json.loads(msgspec.json.encode(GAME.view(state, TRUTH)))
    return {
        "game_actions": actions,
        **{name: view[name] for name in TABLE_MEMBERS},
        "seats": {
            seat: {name: shown[name] for name in SEAT_MEMBERS} for seat, shown in view["seats"].items()
        },
        "regions": {
            place: {name: shown[name] for name in REGION_MEMBERS} for place, shown in view["regions"].items()
        },
    }


def leaders_sorted(table: dict[str, Any]) -> dict[str, Any]:
    """Leaders of a region stand in no order."""
    for region in table["regions"].values():
        region["leaders"] = {seat: sorted(names) for seat, names in region["leaders"].items()}
    return table


@pytest.mark.parametrize("recorded", library("chaos_order"), ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_expected(recorded: Path):
    _, draft, actions = played_to_the_end(GAME, recorded)
    expected = json.loads(recorded.with_suffix(".expected.json").read_text())
    assert final_table(draft.position.state, actions) == leaders_sorted(expected)


def test_there_are_games_of_every_number_of_seats():
    counts = {len(json.loads(path.read_text().split("\n", 1)[0])["seats"]) for path in library("chaos_order")}
    assert counts == {2, 3, 4, 5}
