"""CM-801, CM-802: who sits at another table sees here what all see."""

from __future__ import annotations

from domain.games.chaosmos import GAME
from domain.kernel import PUBLIC, Viewer
from tests.games.chaosmos.table import NORTH, table


def test_cm_802_only_a_seat_of_this_table_has_a_view_of_its_own():
    state = table(3).state
    assert "me" in GAME.view(state, Viewer(NORTH))
    assert GAME.view(state, Viewer("elsewhere")) == GAME.view(state, PUBLIC)
