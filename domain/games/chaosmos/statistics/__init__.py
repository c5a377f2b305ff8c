"""What is counted in Chaosmos: the *Projections* section of its rules file."""

from domain.games.chaosmos.statistics.measures import ALL
from domain.games.chaosmos.statistics.rows import observe, rows
from domain.games.chaosmos.statistics.series import SERIES
from domain.games.chaosmos.statistics.tally import start
from domain.kernel import Statistics

STATISTICS = Statistics(measures=ALL, start=start, observe=observe, rows=rows)

__all__ = ["SERIES", "STATISTICS"]
