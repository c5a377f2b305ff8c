"""What must hold after every fact: the list of the rules file, by its numbers.

The audit asks after every entry, so what is still the same object is not added up again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from domain.games.chaos_order.components.box import ACTION_PHASES, RELICS, Box
from domain.games.chaos_order.components.constraints_map import REGIONS_BESIDE
from domain.games.chaos_order.reading.regions import is_land, presence
from domain.games.chaos_order.reading.ways import neighbours
from domain.games.chaos_order.state import UNKNOWN, Board, Region, State

MOST_FOUNDATIONS = 3
LAND_BESIDE_A_BASE = 2
PHASES_AFTER_COMBAT = ("gain_income", "check_relics")


@dataclass
class RegionSums:
    """What stands in one region."""

    buildings: tuple[tuple[str, str], ...]
    neutral: int
    contested: bool
    faults: tuple[str, ...]


@dataclass
class MapSums:
    """What stands on the map, added up."""

    fighters: dict[str, int] = field(default_factory=dict)
    leaders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    crowded_leaders: dict[str, str] = field(default_factory=dict)
    buildings: dict[tuple[str, str], int] = field(default_factory=dict)
    foundations: int = 0
    neutral: int = 0
    relics: list[int] = field(default_factory=list)
    contested: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


A = TypeVar("A")
_answers: dict[str, tuple[tuple[Any, ...], Any]] = {}
_regions: dict[str, tuple[Region, Box, bool, RegionSums]] = {}
_boards: dict[str, tuple[Board, MapSums, list[str]]] = {}


def _unless_same(question: str, things: tuple[Any, ...], answer: Callable[[], A]) -> A:
    """The last answer to the question if it was about the same things, else a new one.

    Comparing is cheap: what did not change is the same object.
    """
    kept = _answers.get(question)
    if kept is None or kept[0] != things:
        kept = _answers[question] = (things, answer())
    found: A = kept[1]
    return found


def invariants(state: State) -> list[str]:
    """The invariants that are broken, each beginning with its number in the rules file's list."""
    return broken(state)


def broken(state: State) -> list[str]:
    """See `invariants`."""
    sums = _sums(state)
    return [*sums.faults, *(fault for check in _CHECKS for fault in check(state, sums))]


def _sums(state: State) -> MapSums:
    begun = state.round > 0
    return _unless_same("map:", (state.regions, state.box, begun), lambda: _add_up(state))


def _add_up(state: State) -> MapSums:
    sums, begun = MapSums(), state.round > 0
    fighters, buildings = sums.fighters, sums.buildings
    for place, region in state.regions.items():
        kept = _regions.get(place)
        if kept is None or kept[0] is not region or kept[1] is not state.box or kept[2] is not begun:
            kept = _regions[place] = (region, state.box, begun, _region(state, place, region))
        found = kept[3]
        for seat, number in region.fighters.items():
            fighters[seat] = fighters.get(seat, 0) + number
        for seat, names in region.leaders.items():
            sums.leaders[seat] = sums.leaders.get(seat, ()) + names
            if len(names) > 1:
                sums.crowded_leaders[seat] = place
        for kind in found.buildings:
            buildings[kind] = buildings.get(kind, 0) + 1
        sums.foundations += len(region.foundations)
        sums.neutral += found.neutral
        if region.relic is not None:
            sums.relics.append(region.relic)
        if found.contested:
            sums.contested.append(place)
        if found.faults:
            sums.faults += found.faults
    return sums


def _region(state: State, place: str, region: Region) -> RegionSums:
    seats = presence(region)
    faults = [*_foundation_faults(state, place, region)]
    if any(number <= 0 for number in region.fighters.values()):
        faults.append(f"1: {place} holds fewer fighters than none")
    if state.box.places[place].kind == "lake" and any(
        "lake_access" not in state.faction(seat).statics for seat in seats
    ):
        faults.append(f"11: {place} is a lake")
    return RegionSums(
        tuple((built.seat, built.type) for built in region.buildings.values()),
        sum(state.box.foundations[tile].kind == "neutral" for tile in region.foundations),
        len(seats) > 1,
        tuple(faults),
    )


def _foundation_faults(state: State, place: str, region: Region) -> Iterator[str]:
    laid = len(region.foundations)
    if is_land(state, place):
        if laid > MOST_FOUNDATIONS or (state.round and not laid):
            yield f"6: {place} has {laid} foundations"
    elif laid:
        yield f"6: {place} has {laid} foundations"
    if not region.buildings:
        return
    if not region.buildings.keys() <= set(region.foundations):
        yield f"6: a building in {place} stands on no foundation"
    kinds = [
        built.type
        for built in region.buildings.values()
        if built.type != "outpost" or "many_outposts_per_region" not in state.faction(built.seat).statics
    ]
    if len(set(kinds)) < len(kinds):
        yield f"6: {place} has two buildings of a type"


def _seats(state: State, sums: MapSums) -> list[str]:
    found = []
    for seat, board in state.boards.items():
        kept = _boards.get(seat)
        if kept is None or kept[0] is not board or kept[1] is not sums:
            kept = _boards[seat] = (board, sums, _seat_faults(state, seat, sums))
        if kept[2]:
            found += kept[2]
    return found


def _seat_faults(state: State, seat: str, sums: MapSums) -> list[str]:
    board = state.boards[seat]
    things = (
        state.box,
        board.faction,
        sums.fighters.get(seat),
        sums.leaders.get(seat),
        sums.buildings,
        board.recruitment,
        board.base_fighters,
        board.drop_ship_fighters,
        board.aside,
        board.base_leaders,
        board.buildings,
        board.tokens,
    )
    found = _unless_same(seat, things, lambda: [*_seat(state, seat, sums)])
    if board.energy < 0 or board.gems < 0 or board.fame < 0:
        return [*found, f"14: {seat} has less than nothing"]
    return found


def _seat(state: State, seat: str, sums: MapSums) -> Iterator[str]:
    board = state.boards[seat]
    faction = state.box.factions[board.faction]
    counts = (*board.recruitment, board.base_fighters, board.drop_ship_fighters, board.aside)
    if sum(counts) + sums.fighters.get(seat, 0) != faction.fighters or min(counts) < 0:
        yield f"1: the fighters of {seat} do not add up"
    placed = [*board.base_leaders, *sums.leaders.get(seat, ())]
    if len(set(placed)) < len(placed) or not board.leaders.keys() >= set(placed):
        yield f"2: a leader of {seat} is in two places"
    for kind, building in faction.buildings.items():
        left = board.buildings[kind]
        if left < 0 or sums.buildings.get((seat, kind), 0) + left != len(building.spaces):
            yield f"2: the {kind} buildings of {seat} do not add up"
    if len(board.tokens) != len(faction.tokens):
        yield f"8: the pricing tokens of {seat} do not add up"


def _cards(state: State, sums: MapSums) -> list[str]:
    boards = state.boards.values()
    plans = None if state.battle is None else state.battle.plans
    things = (
        state.box,
        state.discard,
        state.deck,
        plans,
        *[board.hand for board in boards],
        *[board.fresh for board in boards],
    )
    return _unless_same("cards:", things, lambda: [*_card_faults(state)])


def _card_faults(state: State) -> Iterator[str]:
    known = Counter(state.discard)
    total = state.deck + len(state.discard)
    for seat, board in state.boards.items():
        for card, number in board.hand.items():
            total += number
            if card != UNKNOWN:
                known[card] += number
            if number <= 0:
                yield f"3: the hand of {seat} does not add up"
        if any(number > board.hand.get(card, 0) for card, number in board.fresh.items()):
            yield f"3: the hand of {seat} does not add up"
    if state.battle is not None:
        wheels = [plan.card for plan in state.battle.plans.values() if plan.card is not None]
        known.update(wheels)
        total += len(wheels)
    if total != cards_in(state.box) or state.deck < 0:
        yield "3: the tactics cards do not add up"
    for card, number in known.items():
        if number > state.box.cards[card].count:
            yield f"3: {card} is known more often than it exists"


def cards_in(box: Box) -> int:
    """How many tactics cards the set holds."""
    return sum(card.count for card in box.cards.values())


def _relics(state: State, sums: MapSums) -> Iterator[str]:
    if state.round == 0:
        return
    gone = [*state.relics_out]
    for board in state.boards.values():
        gone += board.relics
    gone.sort()
    if gone + sorted(sums.relics) != list(RELICS):
        yield "4: the relics do not add up"
    settled = state.closing is not None or state.result is not None
    if len(gone) != state.round - 1 and not (settled and len(gone) == state.round):
        yield "4: a relic is not where its round puts it"


def _tokens(state: State, sums: MapSums) -> list[str]:
    tokens = [board.tokens for board in state.boards.values()]
    things = (state.loose, state.production_area, state.prices, state.flare_gun, *tokens)
    return _unless_same("tokens:", things, lambda: [*_token_faults(state)])


def _token_faults(state: State) -> Iterator[str]:
    loose = [token.id for token in state.loose.values()]
    laid = len(loose) + len(state.production_area)
    if laid != len(state.box.production) or len({*loose, *state.production_area}) < laid:
        yield "5: the loose production tokens do not add up"
    for phase, price in state.prices.items():
        if phase not in ACTION_PHASES:
            yield f"8: {phase} is no action phase"
        if price.by is not None and state.boards[price.by].tokens.get(price.token) != "placed":
            yield f"8: the token on {phase} is not noted as placed"
    if state.flare_gun not in state.boards:
        yield "9: nobody holds the flare gun"


def _foundations(state: State, sums: MapSums) -> list[str]:
    left = [board.board_foundations for board in state.boards.values()]
    things = (sums.foundations, sums.neutral, state.round > 0, state.box, state.seats, *left)
    return _unless_same("foundations:", things, lambda: [*_foundation_sums(state, sums)])


def _foundation_sums(state: State, sums: MapSums) -> Iterator[str]:
    if state.round == 0:
        return
    seats, constructed = len(state.seats), 0
    for board in state.boards.values():
        faction = state.box.factions[board.faction]
        constructed += len(faction.board_foundations) - len(board.board_foundations)
    if sums.foundations != sums.neutral + 2 * seats + constructed:
        yield "6: the foundations do not add up"
    if sums.neutral != seats + REGIONS_BESIDE:
        yield "7: the neutral foundations do not add up"


def _bases(state: State, sums: MapSums) -> Iterator[str]:
    """Mountains stay as setup left them, so it is enough to look while a round begins."""
    if state.phase != "set_prices":
        return
    for seat, board in state.boards.items():
        if board.base is not None:
            beside = [place for place in neighbours(state, board.base) if is_land(state, place)]
            if len(beside) != LAND_BESIDE_A_BASE:
                yield f"10: the base of {seat} has {len(beside)} adjacent land regions"


def _phases(state: State, sums: MapSums) -> Iterator[str]:
    if state.manual_effects or state.result is not None:
        return
    if state.phase in PHASES_AFTER_COMBAT:
        for place in sums.contested:
            yield f"13: {place} is contested after combat"
    if state.phase == "set_prices" and state.harvested:
        yield "16: something is harvested before the round's first action phase"
    for seat, place in sums.crowded_leaders.items():
        board = state.boards[seat]
        if "many_leaders_per_region" not in state.box.factions[board.faction].statics and not any(
            item.effect.do == "movement_points" for item in board.pending
        ):
            yield f"12: leaders of {seat} are together in {place}"


_CHECKS = (_seats, _cards, _relics, _tokens, _foundations, _bases, _phases)
