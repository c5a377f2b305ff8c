"""Actions of Order vs Chaos as offers name things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.order_vs_chaos.components.document import BLUE
from domain.games.order_vs_chaos.state import State


def without_idle_members(state: State, action: Mapping[str, Any]) -> dict[str, Any]:
    """The action without what counts as left out: an empty cascade, and where a failed try would have led."""
    idle = set()
    if action.get("cascade") == []:
        idle.add("cascade")
    if action["type"] == "attempt_retreat" and action.get("dice") and BLUE not in action["dice"]:
        idle.add("to")
    return {name: value for name, value in action.items() if name not in idle}
