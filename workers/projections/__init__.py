"""All projections, one per line."""

from workers.projections.projection import Projection
from workers.projections.series import SeriesProjection
from workers.projections.sessions import SessionsProjection
from workers.projections.statistics import StatisticsProjection
from workers.projections.timeline import TimelineProjection

PROJECTIONS: tuple[Projection, ...] = (
    SessionsProjection(),
    SeriesProjection(),
    TimelineProjection(),
    StatisticsProjection(),
)
