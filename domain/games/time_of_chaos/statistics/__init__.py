"""The measures and series of A Time of Chaos: the *Projections* section of its rules file."""

from domain.games.time_of_chaos.statistics.measures import MEASURES
from domain.games.time_of_chaos.statistics.observing import observe
from domain.games.time_of_chaos.statistics.questions import AT_THE_END, QUESTIONS
from domain.games.time_of_chaos.statistics.rows import SERIES, rows
from domain.games.time_of_chaos.statistics.tally import start
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
