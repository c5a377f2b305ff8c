"""What is counted: the rules file's *Projections*, as measures over many sessions and series along one."""

from __future__ import annotations

from domain.games.first_light.statistics.measures import TABLE
from domain.games.first_light.statistics.observing import observe, start
from domain.games.first_light.statistics.rows import rows
from domain.games.first_light.statistics.series import SERIES
from domain.kernel import Statistics

__all__ = ["MEASURES", "SERIES"]

MEASURES = Statistics(measures=TABLE, start=start, observe=observe, rows=rows)
