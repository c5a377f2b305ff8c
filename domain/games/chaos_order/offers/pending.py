"""Offers that resolve the head of a seat's stack (CO-722)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES
from domain.games.chaos_order.offers.moves import move_offers, redeploy_offers
from domain.games.chaos_order.offers.parameters import holdings, offer, one_of, up_to
from domain.games.chaos_order.offers.turns import ADJUSTMENTS, locked_offer
from domain.games.chaos_order.reading.pieces import joined_leaders, leaders_on_map
from domain.games.chaos_order.reading.production import showing_production
from domain.games.chaos_order.reading.regions import controlled, has_presence, is_land
from domain.games.chaos_order.rules.building import MOST_FOUNDATIONS
from domain.games.chaos_order.rules.choices import may_decline
from domain.games.chaos_order.rules.harvest import may_harvest, token_places, upgradable_tokens
from domain.games.chaos_order.state import Pending, State
from domain.kernel import Offer, Range, Viewer


def head_offers(state: State, seat: str, head: Pending, viewer: Viewer) -> Iterator[Offer]:
    """What can be done with the head, declining included."""
    if head.effect.do == "discard":
        yield offer("discard_tactics_card", seat, card=one_of(holdings(state, seat, viewer)))
        return
    for make in _OFFERS.get(head.effect.do, ()):
        yield from make(state, seat, head)
    together = head.effect.do == "movement_points" and joined_leaders(state, seat)
    if may_decline(head) and not together:
        yield offer("decline_effect", seat)


def _research(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    free: list[str] = []
    locked: list[str] = []
    for track in head.effect.among or ACTION_PHASES:
        column = state.seats[seat].research[track]
        if column < len(state.box.tracks[track]):
            (locked if state.box.tracks[track][column].lock_before else free).append(track)
    for tracks, lock in ((free, False), (locked, True)):
        if tracks:
            yield from locked_offer(state, "advance_research", seat, lock, track=one_of(tracks))


def _foundations(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    regions = [
        place
        for place in controlled(state, seat)
        if is_land(state, place) and len(state.regions[place].foundations) < MOST_FOUNDATIONS
    ]
    left = state.seats[seat].board_foundations
    for lock in (False, True):
        tiles = [tile for tile in left if state.box.foundations[tile].gem_lock == lock]
        if tiles and regions:
            yield from locked_offer(
                state,
                "construct_foundation",
                seat,
                lock,
                foundation=one_of(tiles),
                region=one_of(regions),
            )


def _buildings(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    faction, board = state.faction(seat), state.seats[seat]
    mine = controlled(state, seat)
    for kind in head.effect.among or BUILDING_TYPES:
        filled = board.buildings[kind]
        if not filled:
            continue
        several = kind == "outpost" and "many_outposts_per_region" in faction.statics
        places = [
            foundation
            for place in mine
            for foundation in state.regions[place].foundations
            if foundation not in state.regions[place].buildings
            and (several or all(built.type != kind for built in state.regions[place].buildings.values()))
        ]
        spaces = faction.buildings[kind].spaces
        if places:
            yield from locked_offer(
                state,
                "construct_building",
                seat,
                spaces[len(spaces) - filled].gem_lock,
                building=one_of((kind,)),
                foundation=one_of(places),
            )


def _harvest(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    base = state.seats[seat].base
    places = []
    for place in (*([base] if base else ()), *controlled(state, seat)):
        showing = showing_production(state, place)
        if showing is not None and showing[0] not in state.harvested and may_harvest(state, seat, place):
            places.append(place)
    if places:
        yield offer("harvest_region", seat, region=one_of(places))


def _place_token(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    places = token_places(state, seat, head.effect.among or ())
    if places and state.production_area:
        yield offer(
            "place_production_token",
            seat,
            token=one_of(state.production_area),
            region=one_of(places),
        )


def _upgrade_token(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    tokens = upgradable_tokens(state, seat)
    if tokens:
        yield offer("upgrade_production_token", seat, token=one_of(tokens))


def _recruit(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    board, faction = state.seats[seat], state.faction(seat)
    for number, fighters in enumerate(board.recruitment, 1):
        most = min(fighters, head.left)
        if most:
            yield offer("advance_fighter", seat, sector=one_of((number,)), count=up_to(most, default=1))
    fast = faction.fast_track
    if fast is not None:
        most = min(board.recruitment[0], head.left)
        most = most if not fast.energy else min(most, board.energy // fast.energy)
        if most:
            yield offer("fast_track_fighter", seat, count=up_to(most, default=1))
    options = [n for n, option in enumerate(faction.exchanges) if option.rp <= head.left]
    if options:
        yield offer("exchange_recruitment_points", seat, option=one_of(options))


def _deploy(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    board, away = state.seats[seat], leaders_on_map(state, seat)
    sides = state.faction(seat).leaders
    leaders = [
        leader
        for leader, side in board.leaders.items()
        if leader not in away and sides[leader][side].gem_cost <= board.gems
    ]
    if leaders:
        yield offer("deploy_leader", seat, leader=one_of(leaders))


def _upgrade_leader(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    board, sides = state.seats[seat], state.faction(seat).leaders
    leaders = [
        leader
        for leader, side in board.leaders.items()
        if side == "basic" and sides[leader][side].gem_cost <= board.gems
    ]
    if leaders:
        yield offer("upgrade_leader", seat, leader=one_of(leaders))


def _attributes(state: State, seat: str) -> list[str]:
    board, cards = state.seats[seat], state.faction(seat).attributes
    return [
        attribute
        for attribute, side in board.attributes.items()
        if side == "basic" and cards[attribute].gem_cost <= board.gems
    ]


def _upgrade_attribute(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    attributes = _attributes(state, seat)
    if attributes:
        yield offer("upgrade_attribute", seat, attribute=one_of(attributes))


def _region_reward(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    yield offer("choose_region_reward", seat, reward=one_of(("gem", *_attributes(state, seat))))


def _branches(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    effect, board = head.effect, state.seats[seat]
    if effect.do == "choice":
        yield offer("choose_branch", seat, index=one_of(range(len(effect.branches))))
    elif board.energy >= effect.energy and board.gems >= effect.gems:
        yield offer("choose_branch", seat, index=one_of((0,)))


def _land(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    most = min(head.left, state.seats[seat].drop_ship_fighters)
    places = [
        place
        for place, region in state.regions.items()
        if is_land(state, place) and has_presence(region, seat)
    ]
    if most and places:
        yield offer("land_fighters", seat, region=one_of(places), count=Range(1, most))


def _ability(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    yield offer("use_ability", seat, ability=one_of((head.effect.name,)))


def _manual(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    yield offer("apply_manual_effect", seat, text_id=one_of((head.effect.name,)), adjustments=ADJUSTMENTS)


_OFFERS: Mapping[str, tuple[Callable[[State, str, Pending], Iterator[Offer]], ...]] = {
    "gain_research": (_research,),
    "build_points": (_foundations, _buildings),
    "construct_either": (_foundations, _buildings),
    "construct_foundation": (_foundations,),
    "construct_building": (_buildings,),
    "harvest_points": (_harvest,),
    "place_production_token": (_place_token,),
    "upgrade_production_token": (_upgrade_token,),
    "recruitment_points": (_recruit,),
    "movement_points": (move_offers, redeploy_offers),
    "redeploy": (redeploy_offers,),
    "deploy_leader": (_deploy,),
    "upgrade_leader": (_upgrade_leader,),
    "upgrade_attribute": (_upgrade_attribute,),
    "region_reward": (_region_reward,),
    "choice": (_branches,),
    "optional": (_branches,),
    "pay": (_branches,),
    "land_fighters": (_land,),
    "optional_ability": (_ability,),
    "manual": (_manual,),
}
