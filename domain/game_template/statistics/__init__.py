"""The statistics of Game Template: measures, and a curve of a session."""

from domain.game_template.statistics.measures import MEASURES
from domain.game_template.statistics.observing import observe, start
from domain.game_template.statistics.rows import rows
from domain.game_template.statistics.series import SERIES
from domain.kernel import Statistics

STATISTICS = Statistics(measures=MEASURES, start=start, observe=observe, rows=rows)

__all__ = ["SERIES", "STATISTICS"]
