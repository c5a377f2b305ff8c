"""The rules file's *Projections*, as measures over many sessions and series along one."""

from __future__ import annotations

from domain.games.first_light.statistics.measures import MEASURES
from domain.games.first_light.statistics.observing import observe
from domain.games.first_light.statistics.questions import AT_THE_END, QUESTIONS
from domain.games.first_light.statistics.rows import SERIES, rows
from domain.games.first_light.statistics.tally import start
from domain.kernel import Statistics

__all__ = ["MEASURES", "SERIES", "STATISTICS"]

STATISTICS = Statistics(
    measures=MEASURES,
    start=start,
    observe=observe,
    rows=rows,
    at_the_end=AT_THE_END,
    questions=QUESTIONS,
)
