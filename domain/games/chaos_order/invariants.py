"""The invariants that hold after every fact: the list of the rules file, by its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from domain.games.chaos_order.components.box import ACTION_PHASES, RELICS
from domain.games.chaos_order.components.map_constraints import REGIONS_BESIDE
from domain.games.chaos_order.reading import contested, is_land, neighbours, presence
from domain.games.chaos_order.state import Region, State
from domain.kernel import UNKNOWN

MOST_FOUNDATIONS = 3
LAND_BESIDE_A_BASE = 2
PHASES_AFTER_COMBAT = ("gain_income", "check_relics")


@dataclass
class MapSums:
    """The pieces on the map, added up."""

    fighters: dict[str, int] = field(default_factory=dict)
    leaders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    crowded_leaders: dict[str, str] = field(default_factory=dict)
    buildings: Counter[tuple[str, str]] = field(default_factory=Counter)
    foundations: list[str] = field(default_factory=list)
    relics: list[int] = field(default_factory=list)


def invariants(state: State) -> list[str]:
    """The invariants that are broken, each beginning with its number in the rules file's list."""
    sums = _add_up(state)
    return [fault for check in _CHECKS for fault in check(state, sums)]


def _add_up(state: State) -> MapSums:
    sums = MapSums()
    fighters, leaders = sums.fighters, sums.leaders
    for place, region in state.regions.items():
        for seat, number in region.fighters.items():
            fighters[seat] = fighters.get(seat, 0) + number
        for seat, names in region.leaders.items():
            leaders[seat] = leaders.get(seat, ()) + names
            if len(names) > 1:
                sums.crowded_leaders[seat] = place
        for built in region.buildings.values():
            sums.buildings[built.seat, built.type] += 1
        sums.foundations += region.foundations
        if region.relic is not None:
            sums.relics.append(region.relic)
    return sums


def _regions(state: State, sums: MapSums) -> Iterator[str]:
    least = 1 if state.round else 0
    for place, region in state.regions.items():
        lake, laid = state.box.places[place].kind == "lake", len(region.foundations)
        if not (0 if lake else least) <= laid <= (0 if lake else MOST_FOUNDATIONS):
            yield f"I6: {place} has {laid} foundations"
        if region.buildings:
            yield from _building_faults(state, place, region)
        if region.fighters and min(region.fighters.values()) <= 0:
            yield f"I1: {place} holds fewer fighters than none"
        if lake and any("lake_access" not in state.faction(seat).statics for seat in presence(region)):
            yield f"I11: {place} is a lake"


def _building_faults(state: State, place: str, region: Region) -> Iterator[str]:
    if not region.buildings.keys() <= set(region.foundations):
        yield f"I6: a building in {place} stands on no foundation"
    kinds = [
        built.type
        for built in region.buildings.values()
        if built.type != "outpost" or "many_outposts_per_region" not in state.faction(built.seat).statics
    ]
    if len(set(kinds)) < len(kinds):
        yield f"I6: {place} has two buildings of a type"


def _seats(state: State, sums: MapSums) -> Iterator[str]:
    for seat, board in state.seats.items():
        yield from _seat(state, seat, sums)
        if board.energy < 0 or board.gems < 0 or board.fame < 0:
            yield f"I14: {seat} has less than nothing"


def _seat(state: State, seat: str, sums: MapSums) -> Iterator[str]:
    board = state.seats[seat]
    faction = state.box.factions[board.faction]
    counts = (*board.recruitment, board.base_fighters, board.drop_ship_fighters, board.aside)
    if sum(counts) + sums.fighters.get(seat, 0) != faction.fighters or min(counts) < 0:
        yield f"I1: the fighters of {seat} do not add up"
    placed = [*board.base_leaders, *sums.leaders.get(seat, ())]
    if len(set(placed)) < len(placed) or not board.leaders.keys() >= set(placed):
        yield f"I2: a leader of {seat} is in two places"
    for kind, building in faction.buildings.items():
        left = board.buildings[kind]
        if left < 0 or sums.buildings.get((seat, kind), 0) + left != len(building.spaces):
            yield f"I2: the {kind} buildings of {seat} do not add up"
    if len(board.tokens) != len(faction.tokens):
        yield f"I8: the pricing tokens of {seat} do not add up"


def _cards(state: State, sums: MapSums) -> Iterator[str]:
    known = Counter(state.discard)
    total = state.deck + len(state.discard)
    for seat, board in state.seats.items():
        for card, number in board.hand.items():
            total += number
            if card != UNKNOWN:
                known[card] += number
            if number <= 0:
                yield f"I3: the hand of {seat} does not add up"
        if any(number > board.hand.get(card, 0) for card, number in board.fresh.items()):
            yield f"I3: the hand of {seat} does not add up"
    if state.battle is not None:
        wheels = [plan.card for plan in state.battle.plans.values() if plan.card is not None]
        known.update(wheels)
        total += len(wheels)
    if total != state.box.cards_in_all or state.deck < 0:
        yield "I3: the tactics cards do not add up"
    for card, number in known.items():
        if number > state.box.cards[card].count:
            yield f"I3: {card} is known more often than it exists"


def _relics(state: State, sums: MapSums) -> Iterator[str]:
    if state.round == 0:
        return
    gone = [*state.relics_out]
    for board in state.seats.values():
        gone += board.relics
    gone.sort()
    if gone + sorted(sums.relics) != list(RELICS):
        yield "I4: the relics do not add up"
    settled = state.closing is not None or state.result is not None
    if len(gone) != state.round - 1 and not (settled and len(gone) == state.round):
        yield "I4: a relic is not where its round puts it"


def _tokens(state: State, sums: MapSums) -> Iterator[str]:
    loose = [token.id for token in state.loose.values()]
    laid = len(loose) + len(state.production_area)
    if laid != len(state.box.production) or len({*loose, *state.production_area}) < laid:
        yield "I5: the loose production tokens do not add up"
    for phase, price in state.prices.items():
        if phase not in ACTION_PHASES:
            yield f"I8: {phase} is not an action phase"
        if price.by is not None and state.seats[price.by].tokens.get(price.token) != "placed":
            yield f"I8: the token on {phase} is not noted as placed"
    if state.flare_gun not in state.seats:
        yield "I9: nobody holds the flare gun"


def _foundations(state: State, sums: MapSums) -> Iterator[str]:
    if state.round == 0:
        return
    seats, constructed = len(state.clockwise), 0
    for board in state.seats.values():
        faction = state.box.factions[board.faction]
        constructed += len(faction.board_foundations) - len(board.board_foundations)
    neutral = sum(state.box.foundations[tile].kind == "neutral" for tile in sums.foundations)
    if len(sums.foundations) != neutral + 2 * seats + constructed:
        yield "I6: the foundations do not add up"
    if neutral != seats + REGIONS_BESIDE:
        yield "I7: the neutral foundations do not add up"


def _bases(state: State, sums: MapSums) -> Iterator[str]:
    """Mountains stay as setup left them, so it is enough to look while a round begins."""
    if state.phase != "set_prices":
        return
    for seat, board in state.seats.items():
        if board.base is not None:
            beside = [place for place in neighbours(state, board.base) if is_land(state, place)]
            if len(beside) != LAND_BESIDE_A_BASE:
                yield f"I10: the base of {seat} has {len(beside)} adjacent land regions"


def _phases(state: State, sums: MapSums) -> Iterator[str]:
    if state.manual_effects or state.result is not None:
        return
    if state.phase in PHASES_AFTER_COMBAT:
        for place in contested(state):
            yield f"I13: {place} is contested after combat"
    if state.phase == "set_prices" and state.harvested:
        yield "I16: something is harvested before the round's first action phase"
    for seat, place in sums.crowded_leaders.items():
        board = state.seats[seat]
        if "many_leaders_per_region" not in state.box.factions[board.faction].statics and not any(
            item.effect.do == "movement_points" for item in board.pending
        ):
            yield f"I12: leaders of {seat} are together in {place}"


_CHECKS = (_regions, _seats, _cards, _relics, _tokens, _foundations, _bases, _phases)
