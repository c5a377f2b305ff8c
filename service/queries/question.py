"""What is asked of the figures: a measure, over which sessions, in which groups."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from service.queries.figure_order import Order
from service.queries.reach import VisibleScope

Independent: TypeAlias = Literal["session", "player"]
"""What an interval counts as one observation: whatever lies within it may depend on each other."""


class StatisticsQuery(Struct, frozen=True):
    """A measure of a game over all sessions within reach that fulfil the filters, a row for each group.

    Rows come by `order_by`; with a `limit` the first of them alone.
    """

    game: str
    measure: str
    reach: VisibleScope
    group_by: tuple[str, ...] = ()
    filters: dict[str, str] = {}
    order_by: Order = "group"
    limit: int | None = None
    independent: Independent = "session"
