"""Prices: reductions and what they save (FL-245, 50x, 562), and whether a seat can pay (FL-242)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.games.first_light import facts
from domain.games.first_light.components.document import Bundle, Modifier
from domain.games.first_light.rules.dice import ActingDie
from domain.games.first_light.state import State
from domain.kernel import Passage

WATER_DISCOUNT = 5
"""FL-562."""

LABORATORY: dict[str, Bundle] = {"algae": {"algae": 3}, "water": {"water": 10}}
FOUNDRY: dict[str, Bundle] = {"power": {"power": 2}, "water": {"water": 10}}
CONTROL_ROOM = FOUNDRY
"""The two ways to pay there (FL-327, FL-335, FL-340)."""


class Price(NamedTuple):
    """What is due, and what each source took off it."""

    cost: Bundle
    saved: dict[str, int]


def modifiers(
    state: State, seat: str, location: str, clan: str | None = None
) -> Iterator[tuple[str, Modifier]]:
    """The modifiers in force for a seat at a location: acquired Items (FL-246) and the Event (FL-210)."""
    box = state.box.box
    for acquired in state.seats[seat].acquired:
        for modifier in box.modifiers[acquired.item]:
            if modifier.location == location and modifier.clan in (None, clan):
                yield acquired.item, modifier
    event = state.event
    if event is not None:
        for modifier in box.event_modifiers[event]:
            if modifier.location == location and modifier.clan in (None, clan):
                yield event, modifier


def price(
    state: State,
    seat: str,
    location: str,
    printed: Mapping[str, int],
    *dice: ActingDie,
    clan: str | None = None,
) -> Price:
    """FL-245: the printed cost less every reduction, never below 0, nor anything but the cost (FL-711).

    The dice bring their FL-562 tiles.
    """
    cost = {resource: amount for resource, amount in printed.items() if amount}
    saved: dict[str, int] = {}
    if not cost:
        return Price(cost, saved)
    reductions = [(source, m.reduce) for source, m in modifiers(state, seat, location, clan) if m.reduce]
    reductions += [("water_discount", {"water": WATER_DISCOUNT}) for die in dice if die.water_discount]
    for source, reduction in reductions:
        for resource, most in reduction.items():
            less = min(most, cost.get(resource, 0))
            if less:
                cost[resource] -= less
                saved[source] = saved.get(source, 0) + less
    return Price({resource: amount for resource, amount in cost.items() if amount}, saved)


def payable(state: State, seat: str, cost: Mapping[str, int], algae: int = 0) -> bool:
    """FL-242: whether the cost and the Garage Algae can be paid together from what the seat has now."""
    resources = state.seats[seat].resources
    return all(
        resources[resource] >= amount + (algae if resource == "algae" else 0)
        for resource, amount in cost.items()
    ) and (resources["algae"] >= algae)


def pay(state: State, seat: str, cause: str, due: Price) -> Passage[State]:
    """Pay a price to the supply."""
    if due.cost or due.saved:
        state = yield facts.ResourcesPaid(seat, cause, due.cost, due.saved)
    return state


def pay_garages(state: State, seat: str, *dice: ActingDie) -> Passage[State]:
    """FL-237: the Algae of the Garages that the dice leave."""
    algae = sum(die.algae for die in dice)
    if algae:
        state = yield facts.ResourcesPaid(seat, "garages", {"algae": algae})
    return state
