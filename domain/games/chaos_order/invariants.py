"""What must hold after every fact: the list of the rules file."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.box import ACTION_PHASES
from domain.games.chaos_order.map_check import REGIONS_BESIDE
from domain.games.chaos_order.state import State
from domain.games.chaos_order.table import card_pool, hand_size, is_land, neighbours, presence

MOST_FOUNDATIONS = 3


def invariants(state: State) -> list[str]:
    """The invariants that are broken."""
    return broken(state)


def broken(state: State) -> list[str]:
    """The invariants that are broken, by the number of the rules file's list."""
    return [fault for check in _CHECKS for fault in check(state)]


def _pieces(state: State) -> Iterator[str]:
    for seat, board in state.boards.items():
        faction = state.faction(seat)
        on_map = sum(region.fighters.get(seat, 0) for region in state.regions.values())
        elsewhere = board.base_fighters + board.drop_ship_fighters + board.aside
        counts = (*board.recruitment, board.base_fighters, board.drop_ship_fighters, board.aside)
        if sum(board.recruitment) + elsewhere + on_map != faction.fighters or min(counts) < 0:
            yield f"1: the fighters of {seat} do not add up"
        standing = [name for region in state.regions.values() for name in region.leaders.get(seat, ())]
        placed = [*board.base_leaders, *standing]
        if len(set(placed)) < len(placed) or not set(placed) <= set(board.leaders):
            yield f"2: a leader of {seat} is in two places"
        for kind, building in faction.buildings.items():
            built = sum(
                item.seat == seat and item.type == kind
                for region in state.regions.values()
                for item in region.buildings.values()
            )
            if built + board.buildings[kind] != len(building.spaces):
                yield f"2: the {kind} buildings of {seat} do not add up"
        if board.energy < 0 or board.gems < 0 or board.fame < 0:
            yield f"14: {seat} has less than nothing"
        if set(board.tokens) != set(faction.tokens):
            yield f"8: the pricing tokens of {seat} do not add up"
    if any(n <= 0 for region in state.regions.values() for n in region.fighters.values()):
        yield "1: a region holds fewer fighters than none"


def _cards(state: State) -> Iterator[str]:
    total = sum(card.count for card in state.box.cards.values())
    wheels = 0
    if state.battle is not None:
        wheels = sum(plan.card is not None for plan in state.battle.plans.values())
    hands = sum(hand_size(board) for board in state.boards.values())
    if state.deck + len(state.discard) + hands + wheels != total or state.deck < 0:
        yield "3: the tactics cards do not add up"
    if min(card_pool(state).values(), default=0) < 0:
        yield "3: a card is known more often than it exists"
    for seat, board in state.boards.items():
        if any(n <= 0 for n in board.hand.values()) or any(
            n > board.hand.get(card, 0) for card, n in board.fresh.items()
        ):
            yield f"3: the hand of {seat} does not add up"


def _relics(state: State) -> Iterator[str]:
    if state.round == 0:
        return
    taken = [relic for board in state.boards.values() for relic in board.relics]
    gone = sorted([*taken, *state.relics_out])
    left = sorted(region.relic for region in state.regions.values() if region.relic is not None)
    if sorted([*gone, *left]) != list(range(1, 7)):
        yield "4: the relics do not add up"
    settled = state.round if state.closing is not None or state.result is not None else state.round - 1
    if len(gone) not in (settled, state.round - 1) or gone != list(range(1, len(gone) + 1)):
        yield "4: a relic is not where its round puts it"


def _tokens_on_map(state: State) -> Iterator[str]:
    loose = [token.id for token in state.loose.values()]
    if sorted([*loose, *state.production_area]) != sorted(state.box.production):
        yield "5: the loose production tokens do not add up"
    pricing = [price.token for price in state.prices.values()]
    if len(set(pricing)) < len(pricing) or not set(state.prices) <= set(ACTION_PHASES):
        yield "8: a pricing token lies on two phases"
    for price in state.prices.values():
        if price.by is not None and state.boards[price.by].tokens.get(price.token) != "placed":
            yield "8: a pricing token on a phase is not noted as placed"
    if state.flare_gun not in state.seats:
        yield "9: nobody holds the flare gun"


def _foundations(state: State) -> Iterator[str]:
    if state.round == 0:
        return
    constructed = sum(
        len(state.faction(seat).board_foundations) - len(board.board_foundations)
        for seat, board in state.boards.items()
    )
    seats = len(state.seats)
    laid = sum(len(region.foundations) for region in state.regions.values())
    neutral = sum(
        state.box.foundations[foundation].kind == "neutral"
        for region in state.regions.values()
        for foundation in region.foundations
    )
    if laid != neutral + 2 * seats + constructed:
        yield "6: the foundations do not add up"
    if neutral != seats + REGIONS_BESIDE:
        yield "7: the neutral foundations do not add up"
    for place, region in state.regions.items():
        most = MOST_FOUNDATIONS if is_land(state, place) else 0
        if len(region.foundations) > most or (most and not region.foundations):
            yield f"6: {place} has {len(region.foundations)} foundations"
        if not set(region.buildings) <= set(region.foundations):
            yield f"6: a building in {place} stands on no foundation"
        kinds = [
            (built.seat, built.type)
            for built in region.buildings.values()
            if built.type != "outpost" or "many_outposts_per_region" not in state.faction(built.seat).statics
        ]
        if len({kind for _, kind in kinds}) < len(kinds):
            yield f"6: {place} has two buildings of a type"


def _map(state: State) -> Iterator[str]:
    for seat, board in state.boards.items():
        if state.round and board.base is not None:
            beside = [place for place in neighbours(state, board.base) if is_land(state, place)]
            if len(beside) != 2:
                yield f"10: the base of {seat} has {len(beside)} adjacent land regions"
    for place, region in state.regions.items():
        if state.box.places[place].kind == "lake" and any(
            "lake_access" not in state.faction(seat).statics for seat in presence(region)
        ):
            yield f"11: {place} is a lake"


def _phases(state: State) -> Iterator[str]:
    if state.phase in ("gain_income", "check_relics") and state.result is None:
        crowded = [place for place, region in state.regions.items() if len(presence(region)) > 1]
        if crowded and not state.manual_effects:
            yield f"13: {crowded[0]} is contested after combat"
    moving = any(
        item.effect.do == "movement_points" for board in state.boards.values() for item in board.pending
    )
    if moving or state.manual_effects or state.result is not None:
        return
    for seat in state.seats:
        if "many_leaders_per_region" not in state.faction(seat).statics and any(
            len(region.leaders.get(seat, ())) > 1 for region in state.regions.values()
        ):
            yield f"12: leaders of {seat} are together"


_CHECKS = (_pieces, _cards, _relics, _tokens_on_map, _foundations, _map, _phases)
