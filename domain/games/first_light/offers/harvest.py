"""What a seat may do in Harvest and Rest."""

from __future__ import annotations

from domain.games.first_light.offers.follow_ups import Offers, discards
from domain.games.first_light.offers.paid_moves import harvest_parameters, paying_harvests
from domain.games.first_light.reading.seats import ability
from domain.games.first_light.reading.sight import Sight
from domain.games.first_light.rules.gains import steps_from
from domain.games.first_light.state import HAND_LIMIT, State
from domain.kernel import (
    Choice,
    Offer,
)


def harvest(state: State, seat: str, sight: Sight) -> Offers:
    if seat in state.done:
        return
    yield Offer("harvest", seat, harvest_parameters(state, seat, {}))
    effect = ability(state, seat)
    if effect.kind == "move_after_harvest":
        target = Choice(steps_from(state, seat))
        for parameters in paying_harvests(state, seat, effect.cost):
            yield Offer("harvest", seat, {**parameters, "move_to": target})


def rest(state: State, seat: str, sight: Sight) -> Offers:
    if seat in state.done:
        return
    hand = state.seats[seat].hand
    excess = len(hand) - HAND_LIMIT
    if excess <= 0:
        yield Offer("rest", seat)
        return
    for parameters in discards("discard", hand, excess, sight, seat):
        yield Offer("rest", seat, parameters)
