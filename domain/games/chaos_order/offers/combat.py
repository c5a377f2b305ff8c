"""Offers of combat, CO-4xx."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.offers.parameters import holdings, offer, one_of
from domain.games.chaos_order.reading.cards import hand_size
from domain.games.chaos_order.reading.regions import contested, has_presence, presence
from domain.games.chaos_order.rules.combat import section_rule
from domain.games.chaos_order.rules.resolution import raze_choices, retreat_regions
from domain.games.chaos_order.state import State
from domain.kernel import Each, Offer, Optional, Outcome, Viewer
from domain.kernel.offers import Domain


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
