"""Research, building, harvest and recruitment: CO-25x, CO-31x … CO-35x."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, Effect
from domain.games.chaos_order.reading.abilities import has_ability
from domain.games.chaos_order.reading.pieces import leaders_on_map
from domain.games.chaos_order.reading.production import printed_production, showing_production
from domain.games.chaos_order.reading.regions import controls, is_land, is_region
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import (
    awaited,
    change_energy,
    change_gems,
    take,
)
from domain.games.chaos_order.rules.locks import check_lock, pay_lock
from domain.games.chaos_order.state import Pending, State
from domain.kernel import Passage, check

MOST_FOUNDATIONS = 3
LARGER_HAND_ENERGY = 2
FIRST_SECTOR = 1


def advance_research(state: State, action: actions.AdvanceResearch, draws: Draws) -> Passage[State]:
    """CO-250 … CO-254, CO-573. Build columns 2 and 4 and move column 4 give CO-312 and CO-369."""
    seat, track = action.seat, action.track
    head = gate.head(state, seat, "CO-250", "gain_research")
    check(track in ACTION_PHASES, "CO-250", "There is no such track.", "track")
    check(
        head.effect.among is None or track in head.effect.among,
        "CO-573",
        "This research is for other tracks.",
        "track",
    )
    column = state.boards[seat].research[track]
    columns = state.box.tracks[track]
    check(column < len(columns), "CO-251", "The marker is in the last column.", "track")
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
    check(foundation is not None, "CO-310", "There is no such foundation.", "foundation")
    check(is_region(state, action.region), "CO-310", "There is no such region.", "region")
    assert foundation is not None
    check(
        action.foundation in state.boards[seat].board_foundations,
        "CO-313",
        "The foundation is not on the seat's board.",
        "foundation",
    )
    check(
        is_land(state, action.region) and controls(state, seat, action.region),
        "CO-313",
        "A foundation goes to a land region that the seat controls.",
        "region",
    )
    check(
        len(state.regions[action.region].foundations) < MOST_FOUNDATIONS,
        "CO-314",
        "There are three foundations in the region.",
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
    check(place is not None, "CO-310", "There is no such foundation on the map.", "foundation")
    check(kind in BUILDING_TYPES, "CO-317", "There is no such building.", "building")
    assert place is not None
    check(
        head.effect.among is None or kind in head.effect.among,
        "CO-576",
        "This effect constructs other buildings.",
        "building",
    )
    filled = state.boards[seat].buildings[kind]
    check(filled > 0, "CO-538", "No building of this type is left on the board.", "building")
    region = state.regions[place]
    check(
        controls(state, seat, place) and action.foundation not in region.buildings,
        "CO-317",
        "A building goes on an empty foundation in a region that the seat controls.",
        "foundation",
    )
    several = kind == "outpost" and "many_outposts_per_region" in state.faction(seat).statics
    check(
        several or all(built.type != kind for built in region.buildings.values()),
        "CO-320",
        "The region has a building of this type.",
        "building",
    )
    spaces = state.faction(seat).buildings[kind].spaces
    check_lock(state, seat, spaces[len(spaces) - filled].gem_lock, action.pay_lock, "CO-319")
    state = yield from pay_lock(state, seat, action.pay_lock)
    state = yield facts.BuildingConstructed(seat, kind, action.foundation, place)
    reward = awaited(state.box.foundations[action.foundation].reward, "location", here=place)
    return (yield from take(state, seat, 1, draws, reward))


def harvest_region(state: State, action: actions.HarvestRegion, draws: Draws) -> Passage[State]:
    """CO-332 … CO-335."""
    seat, place = action.seat, action.region
    gate.head(state, seat, "CO-332", "harvest_points")
    check(is_region(state, place), "CO-332", "There is no such region.", "region")
    check(
        may_harvest(state, seat, place),
        "CO-333",
        "The own base, or a controlled region with an own foundry, is harvested.",
        "region",
    )
    showing = showing_production(state, place)
    check(showing is not None, "CO-332", "There is no production token.", "region")
    assert showing is not None
    token, effects = showing
    check(token not in state.harvested, "CO-334", "This token has been harvested in this round.", "region")
    state = yield facts.TokenHarvested(seat, token, place)
    return (yield from take(state, seat, 1, draws, awaited(effects, "harvest", here=place)))


def may_harvest(state: State, seat: str, place: str) -> bool:
    """CO-333, CO-522, CO-530."""
    region = state.regions.get(place)
    if region is None:
        return state.bases.get(place) == seat
    anything = has_ability(state, seat, "harvest_from_any_building")
    return controls(state, seat, place) and any(
        built.seat == seat and (anything or built.type == "foundry") for built in region.buildings.values()
    )


def token_places(state: State, seat: str, kinds: tuple[str, ...]) -> list[str]:
    """Where the seat may lay a loose production token (CO-336, CO-577)."""
    found = []
    if "base" in kinds:
        base = state.boards[seat].base
        if base is not None and base not in state.loose and printed_production(state, base) is not None:
            found.append(base)
    for place in state.regions:
        land = is_land(state, place)
        if (
            ("land" if land else "lake") in kinds
            and place not in state.loose
            and controls(state, seat, place)
            and (not land or printed_production(state, place) is not None)
        ):
            found.append(place)
    return found


def place_production_token(
    state: State, action: actions.PlaceProductionToken, draws: Draws
) -> Passage[State]:
    """CO-336, CO-577."""
    head = gate.head(state, action.seat, "CO-336", "place_production_token")
    check(
        action.token in state.production_area,
        "CO-336",
        "The token is not in the production area.",
        "token",
    )
    check(
        action.region in token_places(state, action.seat, head.effect.among or ()),
        "CO-336",
        "The token covers a printed one in a region that the seat controls.",
        "region",
    )
    state = yield facts.ProductionTokenPlaced(action.seat, action.token, action.region)
    return (yield from take(state, action.seat, 1, draws))


def upgradable_tokens(state: State, seat: str) -> dict[str, str]:
    """Loose token → region, of those that the seat may turn (CO-337); whoever laid them (CO-338)."""
    return {
        loose.id: place
        for place, loose in state.loose.items()
        if not loose.upgraded and controls(state, seat, place)
    }


def upgrade_production_token(
    state: State, action: actions.UpgradeProductionToken, draws: Draws
) -> Passage[State]:
    """CO-337. CO-578."""
    gate.head(state, action.seat, "CO-337", "upgrade_production_token")
    place = upgradable_tokens(state, action.seat).get(action.token)
    check(
        place is not None,
        "CO-337",
        "A loose token not yet upgraded, in a region that the seat controls, is turned.",
        "token",
    )
    assert place is not None
    state = yield facts.ProductionTokenUpgraded(action.seat, action.token, place)
    return (yield from take(state, action.seat, 1, draws))


def advance_fighter(state: State, action: actions.AdvanceFighter, draws: Draws) -> Passage[State]:
    """CO-346."""
    head = gate.head(state, action.seat, "CO-346", "recruitment_points")
    sectors = state.boards[action.seat].recruitment
    check(1 <= action.sector <= len(sectors), "CO-346", "There is no such sector.", "sector")
    check(
        sectors[action.sector - 1] >= action.count,
        "CO-346",
        "So many fighters are not in the sector.",
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
    check(fast is not None, "CO-347", "The faction has no fast track.")
    assert fast is not None
    board = state.boards[seat]
    check(board.recruitment[0] >= count, "CO-347", "So many fighters are not in the first sector.", "count")
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
    check(action.option < len(options), "CO-348", "There is no such exchange.", "option")
    option = options[action.option]
    check(head.left >= option.rp, "CO-348", f"This costs {option.rp} RP.", "option")
    arising = awaited(option.effects, "exchange")
    return (yield from take(state, action.seat, option.rp, draws, arising))


def deploy_leader(state: State, action: actions.DeployLeader, draws: Draws) -> Passage[State]:
    """CO-349, CO-350."""
    seat = action.seat
    gate.head(state, seat, "CO-349", "deploy_leader")
    side = _leader_cost(state, seat, action.leader, "CO-349")
    check(action.leader not in leaders_on_map(state, seat), "CO-349", "The leader is on the map.", "leader")
    check(state.boards[seat].gems >= side, "CO-349", f"The leader costs {side} gems.", "leader")
    state = yield from change_gems(state, seat, -side, "gem_cost")
    state = yield facts.UnitsMoved(seat, "supply", "base", 0, (action.leader,), "deploy")
    return (yield from take(state, seat, 1, draws))


def _leader_cost(state: State, seat: str, leader: str, rule: str) -> int:
    """CO-350: the gem cost on the showing side."""
    showing = state.boards[seat].leaders.get(leader)
    check(showing is not None, rule, "The seat has no such leader.", "leader")
    assert showing is not None
    return state.faction(seat).leaders[leader][showing].gem_cost


def upgrade_leader(state: State, action: actions.UpgradeLeader, draws: Draws) -> Passage[State]:
    """CO-370, CO-350."""
    seat = action.seat
    gate.head(state, seat, "CO-370", "upgrade_leader")
    cost = _leader_cost(state, seat, action.leader, "CO-370")
    board = state.boards[seat]
    check(board.leaders[action.leader] == "basic", "CO-370", "The leader is upgraded already.", "leader")
    check(board.gems >= cost, "CO-370", f"The upgrade costs {cost} gems.", "leader")
    state = yield from change_gems(state, seat, -cost, "gem_cost")
    state = yield facts.LeaderUpgraded(seat, action.leader)
    return (yield from take(state, seat, 1, draws))


def check_attribute(state: State, seat: str, attribute: str, field: str) -> None:
    """CO-470: the seat's own, on its basic side, and paid for."""
    board = state.boards[seat]
    check(attribute in board.attributes, "CO-470", "The seat has no such attribute.", field)
    check(board.attributes[attribute] == "basic", "CO-470", "It is upgraded already.", field)
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


def gem_reward() -> list[Pending]:
    """CO-466: 1 gem."""
    return awaited((Effect("gain_gems", 1),), "income")
