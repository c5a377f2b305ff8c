"""Harvest and production tokens: CO-332 … CO-338."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.reading.abilities import has_ability
from domain.games.chaos_order.reading.production import printed_production, showing_production
from domain.games.chaos_order.reading.regions import controls, is_land, is_region
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import (
    awaited,
    take,
)
from domain.games.chaos_order.state import State
from domain.kernel import Passage, check


def harvest_region(state: State, action: actions.HarvestRegion, draws: Draws) -> Passage[State]:
    """CO-332 … CO-335."""
    seat, place = action.seat, action.region
    gate.head(state, seat, "CO-332", "harvest_points")
    check(is_region(state, place), "CO-332", "Unknown region.", "region")
    check(
        may_harvest(state, seat, place),
        "CO-333",
        "Harvest your base, or a region you control with your foundry.",
        "region",
    )
    showing = showing_production(state, place)
    check(showing is not None, "CO-332", "There is no production token there.", "region")
    assert showing is not None
    token, effects = showing
    check(token not in state.harvested, "CO-334", "You already harvested this token this round.", "region")
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
        base = state.seats[seat].base
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
        "This token is not in your production area.",
        "token",
    )
    check(
        action.region in token_places(state, action.seat, head.effect.among or ()),
        "CO-336",
        "Place the token over a printed one in a region you control.",
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
        "Upgrade a placed token in a region you control.",
        "token",
    )
    assert place is not None
    state = yield facts.ProductionTokenUpgraded(action.seat, action.token, place)
    return (yield from take(state, action.seat, 1, draws))
