"""The die to act: which it is, what it may be placed as, what its Garage costs. FL-230..241, 54x, 56x."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.games.first_light.reading.seats import ability
from domain.games.first_light.state import FIRST_TILE_SLOT, Base, HeldDie, State

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
    """What alters the die of a Garage: the vehicle of slot 1, or the tile lying there now (FL-707)."""
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
    """FL-541: what Akira Hope may treat a die showing `value` as, beside the value itself."""
    effect = ability(state, seat)
    return effect.to if effect.kind == "wild_values" and value in effect.wild else ()
