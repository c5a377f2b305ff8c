"""Research, foundations, buildings and recruiting (CO-25x, CO-310 … CO-321, CO-346 … CO-350).

Recruiting fighters, leaders and attributes also covers CO-370, CO-554 and CO-557.
"""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, Effect
from domain.games.chaos_order.reading import controls, is_land, is_region, leaders_on_map
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.effects import (
    Draws,
    awaited,
    change_energy,
    change_gems,
    check_lock,
    pay_lock,
    take,
)
from domain.games.chaos_order.state import Pending, State
from domain.kernel import Passage, check

# Research, foundations and buildings: CO-25x, CO-310 … CO-321.

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


# Fighters, leaders and attributes: CO-346 … CO-350, CO-370, CO-554, CO-557.

FIRST_SECTOR = 1


def advance_fighter(state: State, action: actions.AdvanceFighter, draws: Draws) -> Passage[State]:
    """CO-346."""
    head = gate.head(state, action.seat, "CO-346", "recruitment_points")
    sectors = state.seats[action.seat].recruitment
    check(1 <= action.sector <= len(sectors), "CO-346", "Unknown sector.", "sector")
    check(
        sectors[action.sector - 1] >= action.count,
        "CO-346",
        "There are not that many fighters in the sector.",
        "count",
    )
    check(head.left >= action.count, "CO-346", "Each fighter costs 1 RP.", "count")
    target = action.sector + 1 if action.sector < len(sectors) else "base"
    state = yield facts.UnitsMoved(action.seat, action.sector, target, action.count, (), "recruit")
    return (yield from take(state, action.seat, action.count, draws))


def fast_track_fighter(state: State, action: actions.FastTrackFighter, draws: Draws) -> Passage[State]:
    """CO-347, CO-554, CO-557."""
    seat, count = action.seat, action.count
    head = gate.head(state, seat, "CO-347", "recruitment_points")
    fast = state.faction(seat).fast_track
    check(fast is not None, "CO-347", "Your faction has no fast track.")
    assert fast is not None
    board = state.seats[seat]
    check(
        board.recruitment[0] >= count,
        "CO-347",
        "There are not that many fighters in the first sector.",
        "count",
    )
    check(
        head.left >= count and board.energy >= count * fast.energy,
        "CO-347",
        f"Each fighter costs 1 RP and {fast.energy} energy.",
        "count",
    )
    state = yield from change_energy(state, seat, -count * fast.energy, "fast_track")
    state = yield facts.UnitsMoved(seat, FIRST_SECTOR, fast.to, count, (), "fast_track")
    return (yield from take(state, seat, count, draws))


def exchange_recruitment_points(
    state: State, action: actions.ExchangeRecruitmentPoints, draws: Draws
) -> Passage[State]:
    """CO-348."""
    head = gate.head(state, action.seat, "CO-348", "recruitment_points")
    options = state.faction(action.seat).exchanges
    check(action.option < len(options), "CO-348", "Unknown exchange.", "option")
    option = options[action.option]
    check(head.left >= option.rp, "CO-348", f"This costs {option.rp} RP.", "option")
    arising = awaited(option.effects, "exchange")
    return (yield from take(state, action.seat, option.rp, draws, arising))


def deploy_leader(state: State, action: actions.DeployLeader, draws: Draws) -> Passage[State]:
    """CO-349, CO-350."""
    seat = action.seat
    gate.head(state, seat, "CO-349", "deploy_leader")
    side = _leader_cost(state, seat, action.leader, "CO-349")
    check(
        action.leader not in leaders_on_map(state, seat),
        "CO-349",
        "This leader is already on the map.",
        "leader",
    )
    check(state.seats[seat].gems >= side, "CO-349", f"This leader costs {side} gems.", "leader")
    state = yield from change_gems(state, seat, -side, "gem_cost")
    state = yield facts.UnitsMoved(seat, "supply", "base", 0, (action.leader,), "deploy")
    return (yield from take(state, seat, 1, draws))


def _leader_cost(state: State, seat: str, leader: str, rule: str) -> int:
    """CO-350: the gem cost on the showing side."""
    showing = state.seats[seat].leaders.get(leader)
    check(showing is not None, rule, "You have no such leader.", "leader")
    assert showing is not None
    return state.faction(seat).leaders[leader][showing].gem_cost


def upgrade_leader(state: State, action: actions.UpgradeLeader, draws: Draws) -> Passage[State]:
    """CO-370, CO-350."""
    seat = action.seat
    gate.head(state, seat, "CO-370", "upgrade_leader")
    cost = _leader_cost(state, seat, action.leader, "CO-370")
    board = state.seats[seat]
    check(board.leaders[action.leader] == "basic", "CO-370", "This leader is already upgraded.", "leader")
    check(board.gems >= cost, "CO-370", f"The upgrade costs {cost} gems.", "leader")
    state = yield from change_gems(state, seat, -cost, "gem_cost")
    state = yield facts.LeaderUpgraded(seat, action.leader)
    return (yield from take(state, seat, 1, draws))


def check_attribute(state: State, seat: str, attribute: str, field: str) -> None:
    """CO-470: the seat's own, on its basic side, and paid for."""
    board = state.seats[seat]
    check(attribute in board.attributes, "CO-470", "You have no such attribute.", field)
    check(board.attributes[attribute] == "basic", "CO-470", "It is already upgraded.", field)
    cost = state.faction(seat).attributes[attribute].gem_cost
    check(board.gems >= cost, "CO-470", f"The upgrade costs {cost} gems.", field)


def turn_attribute(state: State, seat: str, attribute: str, draws: Draws) -> Passage[State]:
    """CO-470: pay, turn over, resolve `on_upgrade`; one of the head is used."""
    card = state.faction(seat).attributes[attribute]
    state = yield from change_gems(state, seat, -card.gem_cost, "gem_cost")
    state = yield facts.AttributeUpgraded(seat, attribute)
    arising = awaited(card.on_upgrade, "attribute")
    return (yield from take(state, seat, 1, draws, arising))


def upgrade_attribute(state: State, action: actions.UpgradeAttribute, draws: Draws) -> Passage[State]:
    """CO-470, CO-579."""
    gate.head(state, action.seat, "CO-470", "upgrade_attribute")
    check_attribute(state, action.seat, action.attribute, "attribute")
    return (yield from turn_attribute(state, action.seat, action.attribute, draws))
