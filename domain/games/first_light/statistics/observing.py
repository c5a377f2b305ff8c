"""Facts counted in as they become true."""

from __future__ import annotations

from domain.games.first_light import facts
from domain.games.first_light.scoring import breakdown
from domain.games.first_light.state import State
from domain.games.first_light.statistics import (
    observing_dice,
    observing_items,
    observing_resources,
    observing_rival,
    observing_ways,
)
from domain.games.first_light.statistics.tally import Observer, Tally
from domain.kernel import Fact


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count one fact in."""
    observer = OBSERVERS.get(type(fact))
    if observer is not None:
        observer(tally, before, fact, after)


def _round_ended(tally: Tally, before: State, fact: facts.RoundEnded, after: State) -> None:
    for seat in after.seats:
        for source, points in breakdown(after, seat).parts.items():
            if source != "harvester":
                tally.weigh("standing_after_round", seat, points, round=after.round, source=source)


OBSERVERS: dict[type[Fact], Observer] = {
    facts.RoundEnded: _round_ended,
    **observing_resources.OBSERVERS,
    **observing_dice.OBSERVERS,
    **observing_items.OBSERVERS,
    **observing_ways.OBSERVERS,
    **observing_rival.OBSERVERS,
}
