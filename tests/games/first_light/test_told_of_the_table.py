"""What the table tells of how it is played, and where no Algae is paid (FL-123, FL-545, FL-563)."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.first_light import GAME
from domain.games.first_light.board_bases import free_garage
from domain.games.first_light.state import FIRST_TILE_SLOT
from domain.kernel import PUBLIC
from tests.games.first_light.table import executing

FIRST = FIRST_TILE_SLOT["upgrade"]


@pytest.mark.parametrize(("public", "told"), [(True, "public"), (False, "private")])
def test_fl_123_the_view_says_whether_resources_are_public(public: bool, told: str):
    state = msgspec.structs.replace(executing(5).state, resources_public=public)
    assert GAME.view(state, PUBLIC)["config"]["resources"] == told


@pytest.mark.parametrize("place", [0, 1, 2])
def test_fl_563_no_algae_is_paid_where_the_tile_for_it_lies_and_anywhere_else_it_is(place: int):
    tiles = ["points", "points", "points"]
    tiles[place] = "free_garage"
    box = executing(5).state.box.box
    free = [free_garage({"upgrades": tiles, "character": None}, slot, box) for slot in range(1, FIRST + 4)]
    assert [slot for slot, is_free in enumerate(free, 1) if is_free] == [FIRST + place]
