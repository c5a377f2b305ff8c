"""Whose phone records what the table does: any seat's, since all of it lies open."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from domain.games.time_of_chaos.state import State
from domain.kernel import Json

OF_THE_TABLE = ("lay_out_tiles", "deal_displays", "choose_first_player")


def recorders(state: State, action: Mapping[str, Json]) -> Collection[str] | None:
    """The setup before the pawns by any seat (TC-103, TC-106, TC-117). None: the seat that acts."""
    return state.clockwise if action["type"] in OF_THE_TABLE else None
