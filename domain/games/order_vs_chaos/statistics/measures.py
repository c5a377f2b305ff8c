"""Every measure of Order vs Chaos."""

from __future__ import annotations

from domain.games.order_vs_chaos.statistics.measures_battles import ARCH_ENEMY, BATTLES
from domain.games.order_vs_chaos.statistics.measures_growth import AUDIT, GROWTH, ITEMS
from domain.games.order_vs_chaos.statistics.measures_map import EXPLORATION, MONSTERS, TOKENS
from domain.games.order_vs_chaos.statistics.measures_results import DOOM, FINAL, RESULT
from domain.kernel import Measure

MEASURES: tuple[Measure, ...] = (
    *RESULT,
    *DOOM,
    *EXPLORATION,
    *TOKENS,
    *MONSTERS,
    *BATTLES,
    *ITEMS,
    *GROWTH,
    *FINAL,
    *ARCH_ENEMY,
    *AUDIT,
)
