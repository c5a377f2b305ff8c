"""Offers that resolve the head of a seat's stack (CO-722), and offers of combat (CO-4xx)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, Effect
from domain.games.chaos_order.offers.moves import (
    attribute_offers,
    deployment_offers,
    holdings,
    landing_offers,
    leader_offers,
    may_draw,
    move_offers,
    offer,
    one_of,
    recruitment_offers,
    redeploy_offers,
    reward_offers,
    unless_idle,
)
from domain.games.chaos_order.offers.turns import locked_offer, manual_offer
from domain.games.chaos_order.reading import (
    contested,
    controlled,
    hand_size,
    has_presence,
    is_land,
    joined_leaders,
    may_come_to_something,
    presence,
    showing_production,
)
from domain.games.chaos_order.rules.building import MOST_FOUNDATIONS
from domain.games.chaos_order.rules.cards import may_decline
from domain.games.chaos_order.rules.combat import raze_choices, retreat_regions, section_rule
from domain.games.chaos_order.rules.effects import ability_effects
from domain.games.chaos_order.rules.income import may_harvest, token_places, upgradable_tokens
from domain.games.chaos_order.state import Pending, State
from domain.kernel import Each, Offer, Optional, Outcome, Viewer
from domain.kernel.offers import Domain

# Offers that resolve the head of a seat's stack (CO-722).


def head_offers(state: State, seat: str, head: Pending, viewer: Viewer) -> Iterator[Offer]:
    """The offers for the head of the stack, declining included."""
    if head.effect.do == "discard":
        cards = one_of(holdings(state, seat, viewer))
        yield offer("discard_tactics_card", seat, draws=may_draw(state, seat), card=cards)
        return
    if head.effect.do == "manual":
        yield manual_offer(state, seat, (head.effect.name,), viewer)
    for make in _OFFERS.get(head.effect.do, ()):
        yield from make(state, seat, head)
    together = head.effect.do == "movement_points" and joined_leaders(state, seat)
    if may_decline(head) and not together:
        yield offer("decline_effect", seat, draws=may_draw(state, seat))


def _research(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    free: list[str] = []
    locked: list[str] = []
    for track in head.effect.among or ACTION_PHASES:
        column = state.seats[seat].research[track]
        if column < len(state.box.tracks[track]):
            (locked if state.box.tracks[track][column].lock_before else free).append(track)
    for tracks, lock in ((free, False), (locked, True)):
        if tracks:
            entered = (state.box.tracks[track][state.seats[seat].research[track]] for track in tracks)
            draws = may_draw(state, seat, (effect for column in entered for effect in column.immediate))
            yield from locked_offer(state, "advance_research", seat, lock, draws=draws, track=one_of(tracks))


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
                draws=may_draw(state, seat),
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
            rewards = (effect for tile in places for effect in state.box.foundations[tile].reward)
            yield from locked_offer(
                state,
                "construct_building",
                seat,
                spaces[len(spaces) - filled].gem_lock,
                draws=may_draw(state, seat, rewards),
                building=one_of((kind,)),
                foundation=one_of(places),
            )


def _harvest(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    base = state.seats[seat].base
    places, gains = list[str](), list[Effect]()
    for place in (*([base] if base else ()), *controlled(state, seat)):
        showing = showing_production(state, place)
        if showing is not None and showing[0] not in state.harvested and may_harvest(state, seat, place):
            places.append(place)
            gains += showing[1]
    if places:
        yield offer("harvest_region", seat, draws=may_draw(state, seat, gains), region=one_of(places))


def _place_token(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    places = token_places(state, seat, head.effect.among or ())
    if places and state.production_area:
        yield offer(
            "place_production_token",
            seat,
            draws=may_draw(state, seat),
            token=one_of(state.production_area),
            region=one_of(places),
        )


def _upgrade_token(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    tokens = upgradable_tokens(state, seat)
    if tokens:
        yield offer("upgrade_production_token", seat, draws=may_draw(state, seat), token=one_of(tokens))


def _branches(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    effect, board = head.effect, state.seats[seat]
    branches = effect.branches if effect.do == "choice" else (effect.effects,)
    if effect.do == "choice" or (board.energy >= effect.energy and board.gems >= effect.gems):
        draws = may_draw(state, seat, chain(*branches))
        yield offer("choose_branch", seat, draws=draws, index=one_of(range(len(branches))))


def _ability(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    """CO-596, also where nothing can come of it (CO-589)."""
    effects = [item.effect for item in ability_effects(state, seat, head)]
    draws = may_draw(state, seat, effects)
    made = offer("use_ability", seat, draws=draws, ability=one_of((head.effect.name,)))
    yield unless_idle(made, useful=may_come_to_something(state, seat, effects))


_OFFERS: Mapping[str, tuple[Callable[[State, str, Pending], Iterator[Offer]], ...]] = {
    "gain_research": (_research,),
    "build_points": (_foundations, _buildings),
    "construct_either": (_foundations, _buildings),
    "construct_foundation": (_foundations,),
    "construct_building": (_buildings,),
    "harvest_points": (_harvest,),
    "place_production_token": (_place_token,),
    "upgrade_production_token": (_upgrade_token,),
    "recruitment_points": (recruitment_offers,),
    "movement_points": (move_offers, redeploy_offers),
    "redeploy": (redeploy_offers,),
    "deploy_leader": (deployment_offers,),
    "upgrade_leader": (leader_offers,),
    "upgrade_attribute": (attribute_offers,),
    "region_reward": (reward_offers,),
    "choice": (_branches,),
    "optional": (_branches,),
    "pay": (_branches,),
    "land_fighters": (landing_offers,),
    "optional_ability": (_ability,),
}


# Offers of combat, CO-4xx.


def combat_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """Selection, plans, and the choices of a battle's loser."""
    battle = state.battle
    if battle is None:
        if state.combat_turn == seat:
            yield from _selections(state, seat)
        return
    if battle.step == "plan" and seat in battle.sides and seat not in battle.plans:
        yield from _plans(state, seat, viewer)
    elif battle.step == "retreat" and battle.loser == seat:
        yield offer("retreat_to", seat, draws=True, region=one_of(retreat_regions(state, battle)))
    elif battle.step == "rout" and battle.loser == seat:
        choices = raze_choices(state, battle)
        if choices:
            yield offer("raze_building", seat, draws=True, foundation=one_of(choices))


def _selections(state: State, seat: str) -> Iterator[Offer]:
    for place in contested(state):
        region = state.regions[place]
        if has_presence(region, seat):
            opponents = sorted(presence(region) - {seat}, key=state.clockwise.index)
            yield offer("select_battle", seat, region=one_of((place,)), opponent=one_of(opponents))


def _plans(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    sections = one_of(section for section in state.box.sections if section_rule(state, seat, section) is None)
    yield offer("commit_plan", seat, section=sections)
    if hand_size(state.seats[seat]):
        yield offer("commit_plan", seat, section=sections, tactics=one_of(("bluff",)))
    cards = holdings(state, seat, viewer)
    if cards:
        yield offer("commit_plan", seat, section=sections, tactics=one_of(("use",)), card=one_of(cards))


def reveal_offer(state: State, viewer: Viewer) -> Iterator[Offer]:
    """CO-420. A die for each side; who rolls is as secret as the plans, so that some may roll none."""
    battle = state.battle
    if battle is None or battle.step != "reveal":
        return
    faces = one_of(range(len(state.box.faces)))
    dice: dict[str, Domain] = {}
    for side in battle.sides:
        if not viewer.knows(side):
            dice[side] = Optional(faces)
        elif state.box.sections[battle.plans[side].section].kind == "die":
            dice[side] = faces
    if dice:
        yield offer("reveal_plans", draws=True, dice=Outcome(Each(dice)))
    else:
        yield offer("reveal_plans", draws=True)
