"""Research, foundations and buildings: CO-25x, CO-310 … CO-321."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, Effect
from domain.games.chaos_order.reading.regions import controls, is_land, is_region
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import (
    awaited,
    change_energy,
    take,
)
from domain.games.chaos_order.rules.locks import check_lock, pay_lock
from domain.games.chaos_order.state import Pending, State
from domain.kernel import Passage, check

MOST_FOUNDATIONS = 3

LARGER_HAND_ENERGY = 2


def advance_research(state: State, action: actions.AdvanceResearch, draws: Draws) -> Passage[State]:
    """CO-250 … CO-254, CO-573. Build columns 2 and 4 and move column 4 give CO-312 and CO-369."""
    seat, track = action.seat, action.track
    head = gate.head(state, seat, "CO-250", "gain_research")
    check(track in ACTION_PHASES, "CO-250", "Unknown track.", "track")
    check(
        head.effect.among is None or track in head.effect.among,
        "CO-573",
        "This research is for other tracks.",
        "track",
    )
    column = state.seats[seat].research[track]
    columns = state.box.tracks[track]
    check(column < len(columns), "CO-251", "The marker is already in the last column.", "track")
    entered = columns[column]
    check_lock(state, seat, entered.lock_before, action.pay_lock, "CO-253")
    state = yield from pay_lock(state, seat, action.pay_lock)
    state = yield facts.ResearchAdvanced(seat, track, column + 1)
    arising = awaited(entered.immediate, "immediate", immediate=True)
    return (yield from take(state, seat, 1, draws, arising))


BUILDING_HEADS = ("build_points", "construct_either")


def construct_foundation(state: State, action: actions.ConstructFoundation, draws: Draws) -> Passage[State]:
    """CO-313 … CO-316."""
    seat = action.seat
    gate.head(state, seat, "CO-310", *BUILDING_HEADS, "construct_foundation")
    foundation = state.box.foundations.get(action.foundation)
    check(foundation is not None, "CO-310", "Unknown foundation.", "foundation")
    check(is_region(state, action.region), "CO-310", "Unknown region.", "region")
    assert foundation is not None
    check(
        action.foundation in state.seats[seat].board_foundations,
        "CO-313",
        "This foundation is not on your faction board.",
        "foundation",
    )
    check(
        is_land(state, action.region) and controls(state, seat, action.region),
        "CO-313",
        "Construct a foundation in a land region you control.",
        "region",
    )
    check(
        len(state.regions[action.region].foundations) < MOST_FOUNDATIONS,
        "CO-314",
        "The region already has three foundations.",
        "region",
    )
    check_lock(state, seat, foundation.gem_lock, action.pay_lock, "CO-315")
    state = yield from pay_lock(state, seat, action.pay_lock)
    state = yield facts.FoundationConstructed(seat, action.foundation, action.region)
    if foundation.ability == "hand_limit_six":
        state = yield from change_energy(state, seat, LARGER_HAND_ENERGY, "board_foundation")
    return (yield from take(state, seat, 1, draws))


def place_of_foundation(state: State, foundation: str) -> str | None:
    """The region that the foundation lies in."""
    for place, region in state.regions.items():
        if foundation in region.foundations:
            return place
    return None


def construct_building(state: State, action: actions.ConstructBuilding, draws: Draws) -> Passage[State]:
    """CO-317 … CO-321, CO-555. A foundation placed just now will do (CO-705). CO-318."""
    seat, kind = action.seat, action.building
    head = gate.head(state, seat, "CO-310", *BUILDING_HEADS, "construct_building")
    place = place_of_foundation(state, action.foundation)
    check(place is not None, "CO-310", "This foundation is not on the map.", "foundation")
    check(kind in BUILDING_TYPES, "CO-317", "Unknown building.", "building")
    assert place is not None
    check(
        head.effect.among is None or kind in head.effect.among,
        "CO-576",
        "This effect constructs other buildings.",
        "building",
    )
    filled = state.seats[seat].buildings[kind]
    check(filled > 0, "CO-538", "You have no building of this type left.", "building")
    region = state.regions[place]
    check(
        controls(state, seat, place) and action.foundation not in region.buildings,
        "CO-317",
        "Construct a building on an empty foundation in a region you control.",
        "foundation",
    )
    several = kind == "outpost" and "many_outposts_per_region" in state.faction(seat).statics
    check(
        several or all(built.type != kind for built in region.buildings.values()),
        "CO-320",
        "The region already has a building of this type.",
        "building",
    )
    spaces = state.faction(seat).buildings[kind].spaces
    check_lock(state, seat, spaces[len(spaces) - filled].gem_lock, action.pay_lock, "CO-319")
    state = yield from pay_lock(state, seat, action.pay_lock)
    state = yield facts.BuildingConstructed(seat, kind, action.foundation, place)
    reward = awaited(state.box.foundations[action.foundation].reward, "location", here=place)
    return (yield from take(state, seat, 1, draws, reward))


def gem_reward() -> list[Pending]:
    """CO-466: 1 gem."""
    return awaited((Effect("gain_gems", 1),), "income")
