"""Offers of setup, CO-1xx."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domain.games.chaos_order.offers.parameters import DRAWS, offer, one_of
from domain.games.chaos_order.reading.seats import anybody_pending
from domain.games.chaos_order.rules.placement import (
    STARTING_REGIONS,
    base_neighbours,
    has_starting_leader,
    starting_regions,
    taken_regions,
    touching,
)
from domain.games.chaos_order.rules.setup import used_locations
from domain.games.chaos_order.state import State
from domain.kernel import Offer, Open, Outcome, Several, Split

TILES = Outcome(Open("tile location → land tile, each used set's tiles on its locations"))


def table_setup_offers(state: State) -> Iterator[Offer]:
    """Outcomes of the table: land tiles, neutral foundations."""
    if state.setup == "prepare":
        due = bool(used_locations(state.box, len(state.clockwise))) and not state.tiles
        yield Offer("prepare_table", None, {"land_tiles": TILES, "draws": DRAWS} if due else {"draws": DRAWS})
    elif state.setup == "foundations" and not anybody_pending(state):
        yield offer(
            "lay_neutral_foundations",
            returned=Outcome(Open("foundations without a relic that go back to the box")),
            layout=Outcome(Open("region → neutral foundation")),
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
