"""What is counted in Order vs Chaos: the *Projections* section of its rules file."""

from __future__ import annotations

from domain.games.order_vs_chaos.statistics import (
    observing_battle,
    observing_chits,
    observing_heroes,
    observing_map,
    observing_tokens,
)
from domain.games.order_vs_chaos.statistics.measures import MEASURES
from domain.games.order_vs_chaos.statistics.observing import observe
from domain.games.order_vs_chaos.statistics.rows import rows
from domain.games.order_vs_chaos.statistics.series import SERIES
from domain.games.order_vs_chaos.statistics.tally import start
from domain.kernel import Statistics

__all__ = [
    "MEASURES",
    "SERIES",
    "STATISTICS",
    "observing_battle",
    "observing_chits",
    "observing_heroes",
    "observing_map",
    "observing_tokens",
]

STATISTICS = Statistics(measures=MEASURES, start=start, observe=observe, rows=rows)
