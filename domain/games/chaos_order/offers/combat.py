"""Offers of combat, CO-4xx."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from domain.games.chaos_order.offers.parameters import holdings, offer, one_of
from domain.games.chaos_order.reading.cards import hand_size
from domain.games.chaos_order.reading.regions import contested, has_presence, presence
from domain.games.chaos_order.rules.combat import section_rule
from domain.games.chaos_order.rules.resolution import raze_choices, retreat_regions
from domain.games.chaos_order.state import Battle, State
from domain.kernel import Offer, Outcome, Viewer


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
        yield offer("retreat_to", seat, region=one_of(retreat_regions(state, battle)))
    elif battle.step == "rout" and battle.loser == seat:
        choices = raze_choices(state, battle)
        if choices:
            yield offer("raze_building", seat, foundation=one_of(choices))


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
    """CO-420. Who rolls is as secret as the plans; so the dice are all that the viewer cannot rule out."""
    battle = state.battle
    if battle is None or battle.step != "reveal":
        return
    rolls = [_rolls(state, battle, side, viewer) for side in battle.sides]
    dice = [
        {side: face for side, face in zip(battle.sides, faces, strict=True) if face is not None}
        for faces in product(*rolls)
    ]
    if dice == [{}]:
        yield offer("reveal_plans")
    else:
        yield offer("reveal_plans", dice=Outcome(one_of(dice)))


def _rolls(state: State, battle: Battle, side: str, viewer: Viewer) -> list[int | None]:
    faces: list[int | None] = list(range(len(state.box.faces)))
    if not viewer.knows(side):
        return [None, *faces]
    section = state.box.sections[battle.plans[side].section]
    return faces if section.kind == "die" else [None]
