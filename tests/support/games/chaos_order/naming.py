"""How offers name an action that the rules know by more names than one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.chaos_order.rules.combat import dice_due
from domain.games.chaos_order.state import State


def without_idle_dice(state: State, action: Mapping[str, Any]) -> dict[str, Any]:
    """The action without dice of sides that roll none: they count for nothing (CO-420)."""
    battle = state.battle
    if action["type"] != "reveal_plans" or battle is None or not battle.plans.keys() >= {*battle.sides}:
        return dict(action)
    rolling, dice = dice_due(state, battle), action.get("dice") or {}
    idle = {
        side for side in battle.sides if side not in rolling and dice.get(side) in range(len(state.box.faces))
    }
    named = {side: face for side, face in dice.items() if side not in idle}
    if named or not rolling or not dice:
        return {**action, "dice": named or None}
    return dict(action)
