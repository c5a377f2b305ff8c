"""What a seat may do in Harvest and Rest."""

from __future__ import annotations

from collections import Counter
from itertools import product

from domain.games.first_light.components.document import Bundle
from domain.games.first_light.offers.follow_ups import Offers, discards
from domain.games.first_light.reading.seats import ability
from domain.games.first_light.reading.sight import Sight
from domain.games.first_light.rules import harvest as harvesting
from domain.games.first_light.rules.gains import steps_from
from domain.games.first_light.rules.placements import Parameters
from domain.games.first_light.state import HAND_LIMIT, State
from domain.kernel import (
    Choice,
    Each,
    Offer,
    Optional,
    Range,
)


def harvest(state: State, seat: str, sight: Sight) -> Offers:
    if seat in state.done:
        return
    choices = {slot: harvesting.farm_choices(state, seat, slot) for slot in harvesting.producers(state, seat)}
    pairs: Parameters = {str(slot): Choice(pair) for slot, pair in choices.items()}
    yield Offer("harvest", seat, {**_chosen(pairs), **_raises(state, seat)})
    effect = ability(state, seat)
    if effect.kind != "move_after_harvest":
        return
    target: Parameters = {"move_to": Choice(steps_from(state, seat))}
    for chosen in product(*choices.values()):
        picked = dict(zip(choices, chosen, strict=True))
        each = _chosen({str(slot): Choice((name,)) for slot, name in picked.items()})
        if _pays(state, seat, picked, effect.cost, dict.fromkeys(harvesting.farms_with_die(state, seat), 0)):
            yield Offer("harvest", seat, {**each, **_raises(state, seat), **target})
        else:
            enough = _enough_raises(state, seat, picked, effect.cost)
            if enough is not None:
                yield Offer("harvest", seat, {**each, **enough, **target})


def _chosen(choices: Parameters) -> Parameters:
    """FL-252: a resource for each producing Farm with a die."""
    return {"choices": Each(choices)} if choices else {}


def _raises(state: State, seat: str) -> Parameters:
    """FL-251: how far the booster raises each other Farm die; one that is left out is raised in full."""
    if not harvesting.is_boosted(state, seat):
        return {}
    amount = Optional(Range(0, harvesting.BOOST))
    return {"raise": Optional(Each({str(slot): amount for slot in harvesting.farms_with_die(state, seat)}))}


def _pays(state: State, seat: str, choices: dict[int, str], cost: Bundle, raised: dict[int, int]) -> bool:
    """FL-547: whether the cost can be paid after this harvest."""
    stock = Counter(state.seats[seat].resources)
    stock.update(harvesting.planet_yield(state, seat))
    for slot in range(1, len(state.seats[seat].farms) + 1):
        stock.update(harvesting.farm_yield(state, seat, slot, choices.get(slot), raised))
    event = state.box.box.events[state.event] if state.event is not None else None
    if event is not None and event.timing == "harvest" and event.effect.kind == "gain":
        stock.update(event.effect.gain)
    return all(stock[name] >= amount for name, amount in cost.items())


def _enough_raises(state: State, seat: str, choices: dict[int, str], cost: Bundle) -> Parameters | None:
    """The raises after which the cost can be paid, where not all of them are enough."""
    dice = tuple(harvesting.farms_with_die(state, seat))
    if not _pays(state, seat, choices, cost, {}):
        return None
    if not harvesting.is_boosted(state, seat):
        return {}
    amounts: tuple[int | None, ...] = (None, *range(harvesting.BOOST + 1))
    enough = []
    for combination in product(amounts, repeat=len(dice)):
        raised = {slot: amount for slot, amount in zip(dice, combination, strict=True) if amount is not None}
        if _pays(state, seat, choices, cost, raised):
            enough.append({str(slot): amount for slot, amount in raised.items()})
    return {"raise": Optional(Choice(tuple(enough)))}


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
