"""Foundations, buildings, production tokens, units and cards of a faction."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaos_order.changes import counted, with_board
from domain.games.chaos_order.state import Board, Built, Loose, Region, State
from domain.kernel import PublicFact

Spot = str | int
"""Where units stand: a name, or the number of a sector."""


class FoundationConstructed(PublicFact, frozen=True, tag="foundation_constructed"):
    """A board foundation lies in a region, and its ability is uncovered."""

    seat: str
    foundation: str
    region: str

    def applied(self, state: State) -> State:
        regions = dict(state.regions)
        region = regions[self.region]
        regions[self.region] = replace(region, foundations=(*region.foundations, self.foundation))
        left = tuple(f for f in state.seats[self.seat].board_foundations if f != self.foundation)
        return replace(with_board(state, self.seat, board_foundations=left), regions=regions)


class BuildingConstructed(PublicFact, frozen=True, tag="building_constructed"):
    """A building stands on a foundation."""

    seat: str
    building: str
    foundation: str
    region: str

    def applied(self, state: State) -> State:
        regions = dict(state.regions)
        region = regions[self.region]
        regions[self.region] = replace(
            region, buildings={**region.buildings, self.foundation: Built(self.seat, self.building)}
        )
        return replace(_with_buildings(state, self.seat, self.building, -1), regions=regions)


class BuildingRazed(PublicFact, frozen=True, tag="building_razed"):
    """A building is back on the faction board."""

    seat: str
    building: str
    foundation: str
    region: str

    def applied(self, state: State) -> State:
        regions = dict(state.regions)
        region = regions[self.region]
        left = {at: built for at, built in region.buildings.items() if at != self.foundation}
        regions[self.region] = replace(region, buildings=left)
        return replace(_with_buildings(state, self.seat, self.building, +1), regions=regions)


class TokenHarvested(PublicFact, frozen=True, tag="token_harvested"):
    """A production token gave its yield in this round."""

    seat: str
    token: str
    region: str

    def applied(self, state: State) -> State:
        return replace(state, harvested=(*state.harvested, self.token))


class ProductionTokenPlaced(PublicFact, frozen=True, tag="production_token_placed"):
    """A loose production token lies in a region."""

    seat: str
    token: str
    region: str

    def applied(self, state: State) -> State:
        return replace(
            state,
            loose={**state.loose, self.region: Loose(self.token)},
            production_area=tuple(token for token in state.production_area if token != self.token),
        )


class ProductionTokenUpgraded(PublicFact, frozen=True, tag="production_token_upgraded"):
    """A loose production token shows its upgraded side."""

    seat: str
    token: str
    region: str

    def applied(self, state: State) -> State:
        return replace(state, loose={**state.loose, self.region: Loose(self.token, upgraded=True)})


class UnitsMoved(PublicFact, frozen=True, tag="units_moved"):
    """Units of a seat went from one spot to another."""

    seat: str
    origin: Spot
    target: Spot
    fighters: int
    leaders: tuple[str, ...] = ()
    cause: str = "move"

    def applied(self, state: State) -> State:
        regions, board = dict(state.regions), state.seats[self.seat]
        before = board
        if self.fighters:
            board = _with_fighters(regions, board, self.seat, self.origin, -self.fighters)
            board = _with_fighters(regions, board, self.seat, self.target, self.fighters)
        for leader in self.leaders:
            board = _without_leader(regions, board, self.seat, leader)
            board = _with_leader(regions, board, self.seat, self.target, leader)
        if board is before:
            return replace(state, regions=regions)
        seats = dict(state.seats)
        seats[self.seat] = board
        return replace(state, regions=regions, seats=seats)


class LeaderUpgraded(PublicFact, frozen=True, tag="leader_upgraded"):
    """A leader card shows its upgraded side."""

    seat: str
    leader: str

    def applied(self, state: State) -> State:
        leaders = {**state.seats[self.seat].leaders, self.leader: "upgraded"}
        return with_board(state, self.seat, leaders=leaders)


class AttributeUpgraded(PublicFact, frozen=True, tag="attribute_upgraded"):
    """An attribute card shows its upgraded side."""

    seat: str
    attribute: str

    def applied(self, state: State) -> State:
        attributes = {**state.seats[self.seat].attributes, self.attribute: "upgraded"}
        return with_board(state, self.seat, attributes=attributes)


def _with_buildings(state: State, seat: str, kind: str, delta: int) -> State:
    buildings = state.seats[seat].buildings
    return with_board(state, seat, buildings={**buildings, kind: buildings[kind] + delta})


def _with_fighters(regions: dict[str, Region], board: Board, seat: str, spot: Spot, delta: int) -> Board:
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


def _without_leader(regions: dict[str, Region], board: Board, seat: str, leader: str) -> Board:
    """Take it from where it stands: there is one of each, and a correction may tell another origin."""
    for spot, region in regions.items():
        if leader in region.leaders.get(seat, ()):
            left = tuple(x for x in region.leaders[seat] if x != leader)
            leaders = {other: names for other, names in region.leaders.items() if other != seat}
            if left:
                leaders[seat] = left
            regions[spot] = replace(region, leaders=leaders)
    if leader in board.base_leaders:
        return replace(board, base_leaders=tuple(x for x in board.base_leaders if x != leader))
    return board


def _with_leader(regions: dict[str, Region], board: Board, seat: str, spot: Spot, leader: str) -> Board:
    if spot == "base":
        return replace(board, base_leaders=(*board.base_leaders, leader))
    if isinstance(spot, str) and spot in regions:
        region = regions[spot]
        names = (*region.leaders.get(seat, ()), leader)
        regions[spot] = replace(region, leaders={**region.leaders, seat: names})
    return board
