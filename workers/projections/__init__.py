"""The projections that are kept: one line each."""

from workers.projections.projection import Projection
from workers.projections.series import SeriesPoints
from workers.projections.sessions import Sessions
from workers.projections.statistics import Figures
from workers.projections.timeline import Timeline

PROJECTIONS: tuple[Projection, ...] = (Sessions(), SeriesPoints(), Timeline(), Figures())
