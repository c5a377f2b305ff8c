"""Moments of recorded games that show what is particular to each title."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Moment(NamedTuple):
    """A recorded game after so many of its actions."""

    name: str
    recorded: int


MOMENTS: Mapping[str, Mapping[str, Moment]] = {
    "chaosmos": {
        "opening": Moment("demo-4p-standard-003", 8),
        "middle": Moment("demo-4p-standard-003", 112),
        "combat": Moment("demo-4p-standard-003", 45),
        "end": Moment("demo-4p-standard-003", 239),
    },
    "first_light": {
        "opening": Moment("demo-4p-003", 22),
        "middle": Moment("demo-4p-003", 128),
        "negotiation": Moment("demo-4p-003", 37),
        "end": Moment("demo-4p-003", 282),
    },
    "order_vs_chaos": {
        "opening": Moment("demo-3p-002", 7),
        "middle": Moment("demo-3p-002", 180),
        "battle": Moment("demo-3p-002", 321),
        "end": Moment("demo-3p-002", 396),
    },
    "chaos_order": {
        "opening": Moment("demo-3p-105-002", 11),
        "middle": Moment("demo-3p-105-002", 307),
        "battle": Moment("demo-3p-105-002", 97),
        "end": Moment("demo-3p-105-002", 650),
    },
}
"""By game, by what is seen there."""
MOST_SEATS = {"order_vs_chaos": Moment("bots-6p-022", 340), "chaos_order": Moment("demo-5p-105-004", 170)}
"""The fullest tables: six seats, and five."""
