"""The statistics of Chaos Order: the *Projections* section of its rules file."""

from domain.games.chaos_order.statistics.measures import MEASURES
from domain.games.chaos_order.statistics.observing import observe
from domain.games.chaos_order.statistics.questions import AT_THE_END, QUESTIONS
from domain.games.chaos_order.statistics.rows import rows
from domain.games.chaos_order.statistics.series import SERIES
from domain.games.chaos_order.statistics.tally import start
from domain.kernel import Statistics

STATISTICS = Statistics(
    measures=MEASURES,
    start=start,
    observe=observe,
    rows=rows,
    at_the_end=AT_THE_END,
    questions=QUESTIONS,
)

__all__ = ["MEASURES", "SERIES", "STATISTICS"]
