"""The die to act: its values, its price and the ways to place it (FL-230 … FL-245, 50x, 54x, 56x)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from domain.games.first_light import facts
from domain.games.first_light.components.document import Bundle, Modifier
from domain.games.first_light.reading import ability
from domain.games.first_light.state import FIRST_TILE_SLOT, Base, HeldDie, State
from domain.kernel import Choice, Optional, Passage
from domain.kernel.offers import Domain

# The die to act: which it is, what it may be placed as, what its Garage costs. FL-230..241, 54x, 56x.

HIGHEST = 6
OPPOSITE_SUM = 7


class ActingDie(NamedTuple):
    """A die as it may be placed: `values` it can show, `rule` of that range, `algae` of its Garage."""

    origin: str
    slot: int
    face: int
    values: tuple[int, ...]
    rule: str
    algae: int
    water_discount: bool


def headquarters_dice(state: State) -> Iterator[tuple[int, HeldDie]]:
    """The dice that act in the Headquarters step, left to right, with their slots (FL-230)."""
    for slot, die in enumerate(state.headquarters, 1):
        if die is not None and die.round_placed < state.round:
            yield slot, die


def garage_slots(base: Base) -> tuple[int, ...]:
    """The Garages that hold a die, left to right; gaps do not matter (FL-703)."""
    return tuple(slot for slot, die in enumerate(base.garages, 1) if die is not None)


def acting_die(state: State, seat: str) -> ActingDie:
    """The die that this seat must act with now (FL-230, FL-236). Only for the seat to act."""
    if state.phase == "headquarters":
        slot, die = next(headquarters_dice(state))
        return _from_headquarters(state, slot, die)
    return garage_die(state, seat, garage_slots(state.seats[seat])[0])


def second_die(state: State, seat: str, first: ActingDie) -> ActingDie | None:
    """FL-325: the die that would complete a pair with `first`."""
    later = [
        slot for slot in garage_slots(state.seats[seat]) if first.origin != "garage" or slot > first.slot
    ]
    if first.origin == "headquarters":
        for slot, die in headquarters_dice(state):
            if slot != first.slot and die.owner == seat:
                return _from_headquarters(state, slot, die)
    return garage_die(state, seat, later[0]) if later else None


def _from_headquarters(state: State, slot: int, die: HeldDie) -> ActingDie:
    values = (die.value, OPPOSITE_SUM - die.value) if slot == state.first_slot else (die.value,)
    return ActingDie("headquarters", slot, die.value, values, "FL-232", 0, False)  # FL-233


def garage_die(state: State, seat: str, slot: int) -> ActingDie:
    """The die in a Garage as it lies there now (FL-704), with the modifiers of its vehicle or tile.

    FL-545 and FL-563 make its Garage free.
    """
    base = state.seats[seat]
    kind = garage_tile(state, base, slot)
    face = base.garages[slot - 1] or 0
    free = kind == "free_garage" or ability(state, seat).kind == "free_garages"
    algae = 0 if free else state.box.box.base.garage_costs[slot - 1]
    rule = "FL-240" if slot == 1 else "FL-241"
    return ActingDie("garage", slot, face, alterations(kind, face), rule, algae, kind == "water_discount")


def garage_tile(state: State, base: Base, slot: int) -> str:
    """The tile that alters the die of a Garage: the vehicle of slot 1, or the tile there now (FL-707)."""
    if slot == 1:
        return "plus_minus_one"  # FL-240
    index = slot - FIRST_TILE_SLOT["upgrade"]
    if index >= len(base.upgrades):
        return ""
    return state.box.box.upgrade_tiles[base.upgrades[index]].kind


def alterations(kind: str, face: int) -> tuple[int, ...]:
    """FL-561, FL-564, FL-565: what a die may be placed as, its own face first; no value wraps (FL-241)."""
    altered: tuple[int, ...]
    match kind:
        case "plus_minus_one":
            altered = (face - 1, face + 1)
        case "increase_two":
            altered = (face + 1, face + 2)
        case "flip":
            altered = (OPPOSITE_SUM - face,)
        case _:
            altered = ()
    return (face, *(value for value in altered if 1 <= value <= HIGHEST))


def treatments(state: State, seat: str, value: int) -> tuple[int, ...]:
    """FL-541: the other values that Akira Hope may treat a die showing `value` as."""
    effect = ability(state, seat)
    return effect.to if effect.kind == "wild_values" and value in effect.wild else ()


# Prices: reductions and what they save (FL-245, 50x, 562), and whether a seat can pay (FL-242).

WATER_DISCOUNT = 5
"""FL-562."""

LABORATORY: dict[str, Bundle] = {"algae": {"algae": 3}, "water": {"water": 10}}
FOUNDRY: dict[str, Bundle] = {"power": {"power": 2}, "water": {"water": 10}}
CONTROL_ROOM = FOUNDRY
"""The two ways to pay there (FL-327, FL-335, FL-340)."""


class Price(NamedTuple):
    """The cost that is due, and the amount that each source took off it."""

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


# The ways to place a die: as which values, treated as which, and what comes to the same.

Parameters = dict[str, Domain]
K = TypeVar("K", bound=Hashable)


class Ways(NamedTuple):
    """A die with the values that it can show, those of them that may be treated as others, and as which."""

    die: ActingDie
    wild: tuple[int, ...]
    to: tuple[int, ...]


def ways_of(state: State, seat: str, die: ActingDie) -> Ways:
    """FL-240, FL-241, FL-541: how this die of the seat may be placed."""
    wild = tuple(value for value in die.values if treatments(state, seat, value))
    return Ways(die, wild, treatments(state, seat, wild[0]) if wild else ())


def shown(die: ActingDie, values: tuple[int, ...]) -> Domain:
    """The altered value; it may be left out where the die's own is among them.

    Pages ask for it wherever there is a choice.
    """
    choice = Choice(values)
    return Optional(choice, usual=len(values) > 1) if die.face in values else choice


def alike(
    ways: Ways, comes_to: Callable[[int], K | None], prefix: str = ""
) -> Iterator[tuple[K, Parameters]]:
    """The ways in groups that come to the same; `comes_to`: of what the die counts as, None if it cannot."""
    for same, values in _grouped(ways.die.values, comes_to):
        yield same, {f"{prefix}value": shown(ways.die, values)}
    for same, treated in _grouped(ways.to, comes_to):
        parameters: Parameters = {f"{prefix}value": shown(ways.die, ways.wild)}
        yield same, parameters | {f"{prefix}treated_as": Choice(treated)}


def fitting(ways: Ways, values: Collection[int]) -> Iterator[Parameters]:
    """The ways in which the die counts as one of these values."""
    for _, way in alike(ways, lambda counts_as: True if counts_as in values else None):
        yield way


def _grouped(
    values: Iterable[int], comes_to: Callable[[int], K | None]
) -> Iterator[tuple[K, tuple[int, ...]]]:
    groups: dict[K, list[int]] = {}
    for value in dict.fromkeys(values):
        same = comes_to(value)
        if same is not None:
            groups.setdefault(same, []).append(value)
    for same, members in groups.items():
        yield same, tuple(members)
