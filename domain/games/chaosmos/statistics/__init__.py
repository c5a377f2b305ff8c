"""The measures and series of Chaosmos: the *Projections* section of its rules file."""

from domain.games.chaosmos.statistics.measures import MEASURES
from domain.games.chaosmos.statistics.observing import observe
from domain.games.chaosmos.statistics.questions import AT_THE_END, QUESTIONS
from domain.games.chaosmos.statistics.rows import SERIES, rows
from domain.games.chaosmos.statistics.tally import start
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
