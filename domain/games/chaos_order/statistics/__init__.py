"""What is counted in Chaos Order: the *Projections* section of its rules file."""

from domain.games.chaos_order.statistics.measures import ALL
from domain.games.chaos_order.statistics.rows import rows
from domain.games.chaos_order.statistics.series import SERIES
from domain.games.chaos_order.statistics.tally import observe, start
from domain.kernel import Statistics

MEASURES = Statistics(measures=ALL, start=start, observe=observe, rows=rows)

__all__ = ["MEASURES", "SERIES"]
