"""Actions of Chaosmos as offers name things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.chaosmos.state import State


def by_own_names(state: State, action: Mapping[str, Any]) -> dict[str, Any]:
    """The action with the space that it leads to by its own name: any member names a merged space."""
    to = action.get("to")
    is_alias = action["type"] in ("move", "hyperspace") and state.board is not None
    return {**action, "to": state.board.space_of.get(to, to)} if is_alias and state.board else dict(action)
