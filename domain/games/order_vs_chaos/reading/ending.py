"""Who has won by the table: OC-602, OC-603, OC-620."""

from __future__ import annotations

from domain.games.order_vs_chaos.reading.heroes import living
from domain.games.order_vs_chaos.state import Result, State


def outcome(state: State) -> Result | None:
    """The arch enemy's death is looked at first; None while neither side has won."""
    final = state.final
    if final is None or final.arch_health is None:
        return None
    if final.arch_health == 0:
        return Result("order", final.stage, "arch_enemy_dead")
    if not living(state, "order"):
        return Result("chaos", final.stage, "order_dead")
    return None
