"""Actions of Chaosmos as offers name things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.chaosmos.state import State


def by_own_names(state: State, action: Mapping[str, Any]) -> dict[str, Any]:
    """The action with the space that it leads to by its own name: any member names a merged space."""
    if action["type"] not in ("move", "hyperspace") or state.board is None:
        return dict(action)
    return {**action, "to": state.board.space_of.get(action["to"], action["to"])}
