"""The harvests after which Sable Lesedi can pay for her move. FL-547."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.games.first_light.components.document import Bundle
from domain.games.first_light.rules import harvest as harvesting
from domain.games.first_light.rules.ways import Parameters
from domain.games.first_light.state import State
from domain.kernel import Choice, Each, Optional, Range
from domain.kernel.offers import Domain


class Produce(NamedTuple):
    """A Farm die that gives `amount` of a resource, or more, if it is raised by one of these."""

    resource: str
    amount: int
    raises: tuple[int, ...]


Wanted = Mapping[int, Produce]
"""What is wanted of the Farms with a die, by slot; the others are free to give anything."""


def paying_harvests(state: State, seat: str, cost: Bundle) -> Iterator[Parameters]:
    """The choices and raises after which the cost can be paid, in parts that hold all of theirs."""
    slots = tuple(harvesting.farms_with_die(state, seat))
    levels = {slot: _levels(state, seat, slot, cost) for slot in slots}
    due = _due(state, seat, cost)
    for wanted in _enough(levels, slots, due):
        if _is_least(levels, wanted, due):
            yield harvest_parameters(state, seat, wanted)


def harvest_parameters(state: State, seat: str, wanted: Wanted) -> Parameters:
    """FL-251, FL-252: a resource for each producing Farm with a die, and how far Farm dice are raised.

    A die that is left out is raised in full.
    """
    choices: Parameters = {
        str(slot): Choice(
            (wanted[slot].resource,) if slot in wanted else harvesting.farm_choices(state, seat, slot)
        )
        for slot in harvesting.producers(state, seat)
    }
    chosen: Domain = Each(choices) if choices else Optional(Each({}))
    if not harvesting.is_boosted(state, seat):
        return {"choices": chosen}
    raises: Parameters = {
        str(slot): _raise(wanted[slot].raises if slot in wanted else _amounts(state, seat))
        for slot in harvesting.farms_with_die(state, seat)
    }
    full = all(isinstance(of, Optional) for of in raises.values())
    return {"choices": chosen, "raise": Optional(Each(raises)) if full else Each(raises)}


def _raise(amounts: tuple[int, ...]) -> Domain:
    least, most = amounts[0], amounts[-1]
    listed: Domain = Range(least, most) if len(amounts) == most - least + 1 else Choice(amounts)
    return Optional(listed) if most == harvesting.BOOST else listed


def _amounts(state: State, seat: str) -> tuple[int, ...]:
    """How far the Farm dice can be raised; where nothing raises them the amount has no effect."""
    return tuple(range(harvesting.BOOST + 1)) if harvesting.is_boosted(state, seat) else (harvesting.BOOST,)


def _due(state: State, seat: str, cost: Bundle) -> dict[str, int]:
    """What the Farm dice must still give: the cost less what the seat has and what comes in any case."""
    stock = Counter(state.seats[seat].resources)
    stock.update(harvesting.planet_yield(state, seat))
    dice = harvesting.farms_with_die(state, seat)
    for slot in range(1, len(state.seats[seat].farms) + 1):
        if slot not in dice:
            stock.update(harvesting.farm_yield(state, seat, slot, None, {}))
    event = state.box.box.events[state.event] if state.event is not None else None
    if event is not None and event.timing == "harvest" and event.effect.kind == "gain":
        stock.update(event.effect.gain)
    return {name: amount - stock[name] for name, amount in cost.items() if amount > stock[name]}


def _levels(state: State, seat: str, slot: int, cost: Bundle) -> dict[str, tuple[Produce, ...]]:
    """How much a Farm die can give of each resource of the cost, from little to much."""
    producer = slot in harvesting.producers(state, seat)
    found = {}
    for resource in cost:
        chosen = resource if producer and resource in harvesting.farm_choices(state, seat, slot) else None
        given = {
            amount: harvesting.farm_yield(state, seat, slot, chosen, {slot: amount}).get(resource, 0)
            for amount in _amounts(state, seat)
        }
        found[resource] = tuple(
            Produce(resource, least, tuple(amount for amount, much in given.items() if much >= least))
            for least in sorted({much for much in given.values() if much > 0})
        )
    return found


Levels = Mapping[int, Mapping[str, tuple[Produce, ...]]]


def _enough(levels: Levels, slots: Sequence[int], due: Mapping[str, int]) -> Iterator[dict[int, Produce]]:
    """What is wanted of each slot so that all that is due comes in; of one slot no more than is due."""
    if not due:
        yield {}
        return
    if not slots:
        return
    slot, *others = slots
    yield from _enough(levels, others, due)
    for resource, needed in due.items():
        for produce in levels[slot][resource]:
            left = {**due, resource: needed - produce.amount}
            for wanted in _enough(levels, others, {name: most for name, most in left.items() if most > 0}):
                yield {slot: produce, **wanted}
            if produce.amount >= needed:
                break


def _is_least(levels: Levels, wanted: Wanted, due: Mapping[str, int]) -> bool:
    """Whether nothing of it could be wanted less, so that no other part holds all of this one."""
    given: Counter[str] = Counter()
    for produce in wanted.values():
        given[produce.resource] += produce.amount
    for slot, produce in wanted.items():
        lower = [one.amount for one in levels[slot][produce.resource] if one.amount < produce.amount]
        if given[produce.resource] - produce.amount + max(lower, default=0) >= due[produce.resource]:
            return False
    return True
