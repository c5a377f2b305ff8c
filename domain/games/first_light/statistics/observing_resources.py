"""Resources gained, paid and saved, and what Farm Tiles and the planet gave."""

from __future__ import annotations

import re

from domain.games.first_light import facts
from domain.games.first_light.state import FIRST_TILE_SLOT, State
from domain.games.first_light.statistics.tally import Observer, Tally
from domain.kernel import Fact

FARM = re.compile(r"farm_([4-6])")
"""The cause of what a Farm Tile gives."""

GARAGES = "garages"
"""The cause of the Algae that Garages cost; the die stands on its space next (FL-242)."""


def _gained(tally: Tally, before: State, fact: facts.ResourcesGained, after: State) -> None:
    for resource, amount in fact.gains.items():
        tally.count("gained", fact.seat, amount, round=before.round, resource=resource, cause=fact.cause)
        produced(tally, before, fact.seat, fact.cause, resource, amount)


def produced(tally: Tally, state: State, seat: str, cause: str, resource: str, amount: int) -> None:
    """Count what a Farm Tile or the planet gave, dice too."""
    if cause == "planet":
        tally.count("planet_yield", seat, amount, round=state.round, resource=resource)
    elif farm := FARM.fullmatch(cause):
        tiles, index = state.seats[seat].farm_tiles, int(farm[1]) - FIRST_TILE_SLOT["farm"]
        if index < len(tiles):  # a correction may say otherwise
            tally.count("produce_of_tile", seat, amount, tile=tiles[index], resource=resource)


def _paid(tally: Tally, before: State, fact: facts.ResourcesPaid, after: State) -> None:
    if fact.cause == GARAGES:
        tally.paid_garages = (before, after)
    for resource, amount in fact.costs.items():
        tally.count("paid", fact.seat, amount, round=before.round, resource=resource, cause=fact.cause)
        if fact.cause in before.cells:
            tally.count("negotiation_cost", fact.seat, amount, clan=fact.cause, resource=resource)
            tally.weigh("points_per_resource", fact.seat, 0, amount, clan=fact.cause)
    for source, amount in fact.saved.items():
        tally.count("saved", fact.seat, amount, source=source)


OBSERVERS: dict[type[Fact], Observer] = {
    facts.ResourcesGained: _gained,
    facts.ResourcesPaid: _paid,
}
