"""Foundations, buildings, tokens, units, cards of a faction."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaos_order import facts
from domain.games.chaos_order.evolve.table import (
    counted,
    evolve,
    with_board,
)
from domain.games.chaos_order.state import (
    Board,
    Built,
    Loose,
    Region,
    State,
)


@evolve.on(facts.FoundationConstructed)
def _(state: State, fact: facts.FoundationConstructed) -> State:
    regions = dict(state.regions)
    region = regions[fact.region]
    regions[fact.region] = replace(region, foundations=(*region.foundations, fact.foundation))
    left = tuple(f for f in state.seats[fact.seat].board_foundations if f != fact.foundation)
    return replace(with_board(state, fact.seat, board_foundations=left), regions=regions)


@evolve.on(facts.BuildingConstructed)
def _(state: State, fact: facts.BuildingConstructed) -> State:
    regions = dict(state.regions)
    region = regions[fact.region]
    regions[fact.region] = replace(
        region, buildings={**region.buildings, fact.foundation: Built(fact.seat, fact.building)}
    )
    return replace(_with_buildings(state, fact.seat, fact.building, -1), regions=regions)


def _with_buildings(state: State, seat: str, kind: str, delta: int) -> State:
    buildings = state.seats[seat].buildings
    return with_board(state, seat, buildings={**buildings, kind: buildings[kind] + delta})


@evolve.on(facts.BuildingRazed)
def _(state: State, fact: facts.BuildingRazed) -> State:
    regions = dict(state.regions)
    region = regions[fact.region]
    left = {at: built for at, built in region.buildings.items() if at != fact.foundation}
    regions[fact.region] = replace(region, buildings=left)
    return replace(_with_buildings(state, fact.seat, fact.building, +1), regions=regions)


@evolve.on(facts.TokenHarvested)
def _(state: State, fact: facts.TokenHarvested) -> State:
    return replace(state, harvested=(*state.harvested, fact.token))


@evolve.on(facts.ProductionTokenPlaced)
def _(state: State, fact: facts.ProductionTokenPlaced) -> State:
    return replace(
        state,
        loose={**state.loose, fact.region: Loose(fact.token)},
        production_area=tuple(token for token in state.production_area if token != fact.token),
    )


@evolve.on(facts.ProductionTokenUpgraded)
def _(state: State, fact: facts.ProductionTokenUpgraded) -> State:
    return replace(state, loose={**state.loose, fact.region: Loose(fact.token, upgraded=True)})


@evolve.on(facts.UnitsMoved)
def _(state: State, fact: facts.UnitsMoved) -> State:
    regions, board = dict(state.regions), state.seats[fact.seat]
    before = board
    if fact.fighters:
        board = _with_fighters(regions, board, fact.seat, fact.origin, -fact.fighters)
        board = _with_fighters(regions, board, fact.seat, fact.target, fact.fighters)
    for leader in fact.leaders:
        board = _without_leader(regions, board, fact.seat, fact.origin, leader)
        board = _with_leader(regions, board, fact.seat, fact.target, leader)
    if board is before:
        return replace(state, regions=regions)
    seats = dict(state.seats)
    seats[fact.seat] = board
    return replace(state, regions=regions, seats=seats)


def _with_fighters(
    regions: dict[str, Region], board: Board, seat: str, spot: facts.Spot, delta: int
) -> Board:
    if isinstance(spot, int):
        sectors = list(board.recruitment)
        sectors[spot - 1] += delta
        return replace(board, recruitment=tuple(sectors))
    if spot == "base":
        return replace(board, base_fighters=board.base_fighters + delta)
    if spot == "drop_ship":
        return replace(board, drop_ship_fighters=board.drop_ship_fighters + delta)
    if spot == "aside":
        return replace(board, aside=board.aside + delta)
    region = regions[spot]
    regions[spot] = replace(region, fighters=counted(region.fighters, seat, delta))
    return board


def _without_leader(
    regions: dict[str, Region], board: Board, seat: str, spot: facts.Spot, leader: str
) -> Board:
    if spot == "base":
        return replace(board, base_leaders=tuple(x for x in board.base_leaders if x != leader))
    if isinstance(spot, str) and spot in regions:
        region = regions[spot]
        left = tuple(x for x in region.leaders.get(seat, ()) if x != leader)
        leaders = {other: names for other, names in region.leaders.items() if other != seat}
        if left:
            leaders[seat] = left
        regions[spot] = replace(region, leaders=leaders)
    return board


def _with_leader(regions: dict[str, Region], board: Board, seat: str, spot: facts.Spot, leader: str) -> Board:
    if spot == "base":
        return replace(board, base_leaders=(*board.base_leaders, leader))
    if isinstance(spot, str) and spot in regions:
        region = regions[spot]
        names = (*region.leaders.get(seat, ()), leader)
        regions[spot] = replace(region, leaders={**region.leaders, seat: names})
    return board


@evolve.on(facts.LeaderUpgraded)
def _(state: State, fact: facts.LeaderUpgraded) -> State:
    leaders = {**state.seats[fact.seat].leaders, fact.leader: "upgraded"}
    return with_board(state, fact.seat, leaders=leaders)


@evolve.on(facts.AttributeUpgraded)
def _(state: State, fact: facts.AttributeUpgraded) -> State:
    attributes = {**state.seats[fact.seat].attributes, fact.attribute: "upgraded"}
    return with_board(state, fact.seat, attributes=attributes)
