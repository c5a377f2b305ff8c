"""What is counted in Order vs Chaos: the *Projections* section of its rules file."""

from domain.games.order_vs_chaos.statistics import observing_battle, observing_map
from domain.games.order_vs_chaos.statistics.measures import ALL
from domain.games.order_vs_chaos.statistics.rows import rows
from domain.games.order_vs_chaos.statistics.series import SERIES
from domain.games.order_vs_chaos.statistics.tally import observe, start
from domain.kernel import Statistics

MEASURES = Statistics(measures=ALL, start=start, observe=observe, rows=rows)

__all__ = ["MEASURES", "SERIES", "observing_battle", "observing_map"]
