"""Dice: rolled, assigned, placed, set, lost and brought home."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.first_light import facts
from domain.games.first_light.actions import DieAt
from domain.games.first_light.evolve.table import at, boards_without, evolve, with_seat
from domain.games.first_light.state import FARMS, GARAGES, ROWS, Base, HeldDie, Spot, State


@evolve.on(facts.DiceGained)
def _(state: State, fact: facts.DiceGained) -> State:
    base = state.seats[fact.seat]
    return with_seat(
        state,
        fact.seat,
        dice_supply=base.dice_supply - fact.count,
        reserve=base.reserve + fact.count,
    )


@evolve.on(facts.DiceRolled)
def _(state: State, fact: facts.DiceRolled) -> State:
    return with_seat(state, fact.seat, reserve=0, rolled=fact.values, has_rolled=True)


@evolve.on(facts.DiceAssigned)
def _(state: State, fact: facts.DiceAssigned) -> State:
    return with_seat(state, fact.seat, plan_garages=fact.garages, plan_farms=fact.farms, ready=False)


@evolve.on(facts.PlanConfirmed)
def _(state: State, fact: facts.PlanConfirmed) -> State:
    return with_seat(state, fact.seat, ready=True)


@evolve.on(facts.PlansRevealed)
def _(state: State, fact: facts.PlansRevealed) -> State:
    seats = {
        seat: replace(
            base,
            rolled=(),
            has_rolled=False,
            ready=False,
            plan_garages=(),
            plan_farms={},
            garages=plan.garages + (None,) * (GARAGES - len(plan.garages)),
            farms=tuple(plan.farms.get(str(slot)) for slot in range(1, FARMS + 1)),
        )
        for seat, base in state.seats.items()
        for plan in (fact.plans[seat],)
    }
    return replace(state, seats=seats)


def _taken_up(state: State, seat: str, origin: str, slot: int) -> State:
    """The table without the die in this Garage or Headquarters slot."""
    if origin == "garage":
        return with_seat(state, seat, garages=at(state.seats[seat].garages, slot - 1, None))
    return replace(state, headquarters=at(state.headquarters, slot - 1, None))


@evolve.on(facts.DiePlaced)
def _(state: State, fact: facts.DiePlaced) -> State:
    seat, index = fact.seat, fact.space - 1
    left = _taken_up(state, seat, fact.origin, fact.slot)
    if fact.location == "negotiation":
        clan = fact.clan or ""
        column = at(left.cells[clan], index, Spot(seat, fact.value))
        return replace(left, cells={**left.cells, clan: column})
    if fact.location == "depository":
        number = fact.column or 0
        rows = at(left.depository[number], index, seat)
        return replace(left, depository={**left.depository, number: rows})
    if fact.location == "headquarters":
        die = HeldDie(seat, fact.value, left.round)
        return replace(left, headquarters=at(left.headquarters, index, die))
    dice = 2 if fact.second else 1
    spots = at(left.locations[fact.location], index, Spot(seat, fact.value, dice))
    return replace(left, locations={**left.locations, fact.location: spots})


@evolve.on(facts.DiceSentToCantina)
def _(state: State, fact: facts.DiceSentToCantina) -> State:
    cantina = state.seats[fact.seat].cantina + len(fact.slots)
    for slot in fact.slots:
        state = _taken_up(state, fact.seat, fact.origin, slot)
    return with_seat(state, fact.seat, cantina=cantina)


@evolve.on(facts.DieSet)
def _(state: State, fact: facts.DieSet) -> State:
    base = state.seats[fact.seat]
    if fact.at == "garage":
        return with_seat(state, fact.seat, garages=at(base.garages, fact.slot - 1, fact.to))
    return with_seat(state, fact.seat, farms=at(base.farms, fact.slot - 1, fact.to))


@evolve.on(facts.DieLost)
def _(state: State, fact: facts.DieLost) -> State:
    """A Laboratory space stays taken while one die of its pair is left (FL-330)."""
    left = _die_taken_off(state, fact.seat, fact.die)
    return with_seat(left, fact.seat, dice_supply=left.seats[fact.seat].dice_supply + 1)


def _die_taken_off(state: State, seat: str, die: DieAt) -> State:
    base, slot = state.seats[seat], (die.slot or 1) - 1
    match die.at:
        case "reserve":
            return with_seat(state, seat, reserve=base.reserve - 1)
        case "cantina":
            return with_seat(state, seat, cantina=base.cantina - 1)
        case "garage":
            return with_seat(state, seat, garages=at(base.garages, slot, None))
        case "farm":
            return with_seat(state, seat, farms=at(base.farms, slot, None))
        case "headquarters":
            return replace(state, headquarters=at(state.headquarters, slot, None))
        case "depository":
            column = die.column or 0
            rows = at(state.depository[column], ROWS.index(str(die.row)), None)
            return replace(state, depository={**state.depository, column: rows})
        case "negotiation":
            clan = die.clan or ""
            cells = at(state.cells[clan], int(die.row or 1) - 1, None)
            return replace(state, cells={**state.cells, clan: cells})
        case _:
            index = (die.space or 1) - 1
            spot = state.locations[die.at][index]
            left = replace(spot, dice=spot.dice - 1) if spot is not None and spot.dice > 1 else None
            spots = at(state.locations[die.at], index, left)
            return replace(state, locations={**state.locations, die.at: spots})


@evolve.on(facts.Harvested)
def _(state: State, fact: facts.Harvested) -> State:
    return replace(state, done=(*state.done, fact.seat))


@evolve.on(facts.Rested)
def _(state: State, fact: facts.Rested) -> State:
    base: Base = state.seats[fact.seat]
    rested = with_seat(
        state,
        fact.seat,
        farms=(None,) * FARMS,
        cantina=0,
        reserve=base.reserve + fact.returned - fact.excess,
        dice_supply=base.dice_supply + fact.excess,
    )
    return replace(rested, locations=boards_without(state, fact.seat), done=(*state.done, fact.seat))
