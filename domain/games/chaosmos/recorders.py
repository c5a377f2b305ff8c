"""Whose phone records what the table does: any seat's, where that shows it nothing hidden."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from domain.games.chaosmos.state import State
from domain.kernel import Json

OPEN_STEPS = ("remove_alien_pair", "arrange_planets", "set_start_player")


def recorders(state: State, action: Mapping[str, Json]) -> Collection[str] | None:
    """The setup by any seat (CM-104, CM-108, CM-120, CM-122). None: the seat that acts.

    A deal in secret (CM-812, CM-813) is any seat's while the service draws it: each is shown its own. Who
    declares it sees all of it, and that is nobody at the table.
    """
    kind = action["type"]
    if kind in OPEN_STEPS:
        return state.clockwise
    if kind == "deal_aliens":
        is_open = state.options.mode == "first_game" or action.get("aliens") is None
        return state.clockwise if is_open else ()
    if kind == "deal_cards":
        return state.clockwise if action.get("envelopes") is None else ()
    return None
