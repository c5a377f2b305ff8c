"""Facts of a seat's pieces and goods: buildings, units, tokens, cards, energy, fame, research."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaos_order.state import (
    Board,
    Built,
    Loose,
    Pending,
    Region,
    State,
    counted,
    with_board,
    without_card,
)
from domain.kernel import UNKNOWN, Fact, PublicFact

# Foundations, buildings, production tokens, units and cards of a faction.

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


def units_put_right(
    seat: str, origin: Spot, target: Spot, fighters: int = 0, leaders: tuple[str, ...] = ()
) -> UnitsMoved:
    """The units of a seat stand elsewhere than was recorded."""
    return UnitsMoved(seat, origin, target, fighters, leaders, "put right")


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


# The facts of a seat's energy, gems, fame, research, pending effects and cards.


class EnergyChanged(PublicFact, frozen=True, tag="energy_changed"):
    """Energy gained or spent; `other`: the seat that it came from or went to, None = the main supply."""

    seat: str
    delta: int
    cause: str
    other: str | None = None

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, energy=state.seats[self.seat].energy + self.delta)


class GemsChanged(PublicFact, frozen=True, tag="gems_changed"):
    """Gems gained from or spent to the main supply."""

    seat: str
    delta: int
    cause: str

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, gems=state.seats[self.seat].gems + self.delta)


class FameMoved(PublicFact, frozen=True, tag="fame_moved"):
    """The fame marker stands on another space."""

    seat: str
    to: int
    cause: str

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, fame=self.to)


class CounterSet(PublicFact, frozen=True, tag="counter_set"):
    """A counter of the faction has another value."""

    seat: str
    counter: str
    value: int

    def applied(self, state: State) -> State:
        counters = {**state.seats[self.seat].counters, self.counter: self.value}
        return with_board(state, self.seat, counters=counters)


class RegionBonusChanged(PublicFact, frozen=True, tag="region_bonus_changed"):
    """Regions more for this round's region count (CO-585)."""

    seat: str
    delta: int

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, region_bonus=state.seats[self.seat].region_bonus + self.delta)


class ResearchAdvanced(PublicFact, frozen=True, tag="research_advanced"):
    """A research marker entered a column."""

    seat: str
    track: str
    column: int

    def applied(self, state: State) -> State:
        research = {**state.seats[self.seat].research, self.track: self.column}
        return with_board(state, self.seat, research=research)


class EffectsAwaited(PublicFact, frozen=True, tag="effects_awaited"):
    """Effects were put on top of the seat's stack, the first of them as its head (CO-722)."""

    seat: str
    effects: tuple[Pending, ...]

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, pending=state.seats[self.seat].pending + self.effects[::-1])


class EffectTaken(PublicFact, frozen=True, tag="effect_taken"):
    """So much of the head was used; it is gone when nothing is left."""

    seat: str
    amount: int = 1

    def applied(self, state: State) -> State:
        *below, head = state.seats[self.seat].pending
        if head.left > self.amount:
            below.append(replace(head, left=head.left - self.amount))
        return with_board(state, self.seat, pending=tuple(below))


class EffectDropped(PublicFact, frozen=True, tag="effect_dropped"):
    """The head is gone, with what was left of it."""

    seat: str

    def applied(self, state: State) -> State:
        return with_board(state, self.seat, pending=state.seats[self.seat].pending[:-1])


class AbilityUsed(PublicFact, frozen=True, tag="ability_used"):
    """An ability takes effect."""

    seat: str
    ability: str
    trigger: str

    def applied(self, state: State) -> State:
        if self.trigger != "income":
            return state
        income = state.seats[self.seat].income
        return with_board(
            state, self.seat, income=replace(income, abilities=(*income.abilities, self.ability))
        )


class CardsDrawn(Fact, frozen=True, tag="cards_drawn"):
    """Tactics cards came from the deck to the hand; their names are for the seat alone."""

    seat: str
    cards: tuple[str, ...]
    cause: str

    def applied(self, state: State) -> State:
        board = state.seats[self.seat]
        hand, fresh = dict(board.hand), dict(board.fresh)
        for card in self.cards:
            hand[card] = hand.get(card, 0) + 1
            fresh[card] = fresh.get(card, 0) + 1
        state = with_board(state, self.seat, hand=hand, fresh=fresh)
        return replace(state, deck=state.deck - len(self.cards))


class DeckReshuffled(PublicFact, frozen=True, tag="deck_reshuffled"):
    """The discard pile became the deck (CO-507)."""

    def applied(self, state: State) -> State:
        return replace(state, deck=state.deck + len(state.discard), discard=())


class CardPlayed(Fact, frozen=True, tag="card_played"):
    """A card was played to the discard pile; `named`: it had been an unknown card until now."""

    seat: str
    card: str
    phase: str
    named: bool = False

    def applied(self, state: State) -> State:
        board = without_card(state.seats[self.seat], UNKNOWN if self.named else self.card, fresh_first=False)
        return replace(
            state,
            seats={**state.seats, self.seat: board},
            discard=(*state.discard, self.card),
        )


class CardDiscarded(Fact, frozen=True, tag="card_discarded"):
    """A card over the hand limit went to the discard pile."""

    seat: str
    card: str
    named: bool = False

    def applied(self, state: State) -> State:
        board = without_card(state.seats[self.seat], UNKNOWN if self.named else self.card, fresh_first=True)
        return replace(
            state,
            seats={**state.seats, self.seat: board},
            discard=(*state.discard, self.card),
        )
