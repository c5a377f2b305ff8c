"""The statistics of Order vs Chaos: the *Projections* section of its rules file."""

from __future__ import annotations

from domain.games.order_vs_chaos.statistics.measures import MEASURES
from domain.games.order_vs_chaos.statistics.observing import observe
from domain.games.order_vs_chaos.statistics.questions import AT_THE_END, QUESTIONS
from domain.games.order_vs_chaos.statistics.rows import SERIES, rows
from domain.games.order_vs_chaos.statistics.tally import start
from domain.kernel import Statistics

__all__ = [
    "MEASURES",
    "SERIES",
    "STATISTICS",
]

STATISTICS = Statistics(
    measures=MEASURES,
    start=start,
    observe=observe,
    rows=rows,
    at_the_end=AT_THE_END,
    questions=QUESTIONS,
)
