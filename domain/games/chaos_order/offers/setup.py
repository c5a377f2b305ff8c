"""Offers of setup, CO-1xx."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from domain.games.chaos_order.offers.drawing import draws_by_itself
from domain.games.chaos_order.offers.parameters import offer, one_of
from domain.games.chaos_order.reading.seats import anybody_pending
from domain.games.chaos_order.rules.placement import (
    MOST_RETURNED,
    STARTING_REGIONS,
    base_neighbours,
    free_regions,
    has_starting_leader,
    neutral_foundations,
    returnable,
    starting_regions,
    taken_regions,
    touching,
)
from domain.games.chaos_order.rules.setup import tiles_of, used_locations
from domain.games.chaos_order.state import State
from domain.kernel import Assign, Depends, Offer, Outcome, Several, Split
from domain.kernel.offers import Domain


def table_setup_offers(state: State) -> Iterator[Offer]:
    """Outcomes of the table: land tiles, neutral foundations."""
    if state.setup == "prepare":
        draws = any(
            draws_by_itself(state, seat, (item.effect for item in board.pending))
            for seat, board in state.seats.items()
        )
        used = used_locations(state.box, len(state.clockwise))
        if used and not state.tiles:
            yield offer("prepare_table", draws=draws, land_tiles=Outcome(_land_tiles(state, used)))
        else:
            yield offer("prepare_table", draws=draws)
    elif state.setup == "foundations" and not anybody_pending(state):
        yield from _foundation_offers(state)


def _land_tiles(state: State, used: Mapping[str, tuple[str, ...]]) -> Domain:
    """CO-114. With several sets the rules ask for the tile of one location after another."""
    if len(used) > 1:
        return Depends()
    ((name, places),) = used.items()
    return Assign(places, tiles_of(state.box, name), len(places), len(places))


def _foundation_offers(state: State) -> Iterator[Offer]:
    """CO-122, CO-123: for each set of foundations that may go back, the others on the free regions."""
    plain, free = returnable(state), tuple(free_regions(state))
    for returned in combinations(plain, MOST_RETURNED - len(state.clockwise)):
        kept = tuple(tile for tile in neutral_foundations(state) if tile not in returned)
        yield offer(
            "lay_neutral_foundations",
            returned=Outcome(Several(returned, len(returned), len(returned))),
            layout=Outcome(Assign(free, kept, len(free), len(free))),
        )


def seat_setup_offers(state: State, seat: str) -> Iterator[Offer]:
    """Bases and starting units, on the seat's turn."""
    if state.next_seats[:1] != (seat,) or anybody_pending(state):
        return
    if state.setup == "bases":
        yield from _base_offers(state, seat)
    elif state.setup == "units":
        regions = starting_regions(state, seat)
        board = state.seats[seat]
        if has_starting_leader(state, seat):
            least = board.aside
            yield offer(
                "place_starting_fighters",
                seat,
                fighters=Split(dict.fromkeys(regions, least - 1), least, least),
            )
        else:
            leaders = [
                leader
                for leader, sides in state.faction(seat).leaders.items()
                if sides["basic"].gem_cost <= board.gems
            ]
            yield offer("deploy_starting_leader", seat, leader=one_of(leaders), region=one_of(regions))


def _base_offers(state: State, seat: str) -> Iterator[Offer]:
    taken, one, other = taken_regions(state), *state.faction(seat).starting_foundations
    for place in state.box.places.values():
        if (
            place.kind != "base_location"
            or len(state.clockwise) not in place.factions
            or place.id in state.bases
        ):
            continue
        beside = base_neighbours(state, place.id)
        for kept in combinations(beside, STARTING_REGIONS):
            if taken & set(kept) or not touching(state, *kept):
                continue
            closed = tuple(border for region, border in beside.items() if region not in kept)
            foundations = Outcome(
                one_of(
                    ({kept[0]: one, kept[1]: other}, {kept[0]: other, kept[1]: one}),
                )
            )
            location = one_of((place.id,))
            if closed:
                mountains = Several(closed, len(closed), len(closed))
                yield offer(
                    "place_base",
                    seat,
                    location=location,
                    mountains=mountains,
                    starting_foundations=foundations,
                )
            else:
                yield offer("place_base", seat, location=location, starting_foundations=foundations)
