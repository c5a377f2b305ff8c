"""How much of the boards was open to a seat at its turn, beside what it could have used on empty boards."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.first_light.components.document import CLANS
from domain.games.first_light.rules.dice import (
    ActingDie,
    acting_die,
    garage_slots,
    headquarters_dice,
    second_die,
)
from domain.games.first_light.rules.gains import open_stacks
from domain.games.first_light.rules.locations import camp_price, directed_step
from domain.games.first_light.rules.placing import cell_price, item_price
from domain.games.first_light.rules.prices import CONTROL_ROOM, FOUNDRY, LABORATORY, payable, price
from domain.games.first_light.state import State

Spots = Iterator[tuple[object | None, ...]]


def open_spaces(state: State, seat: str) -> tuple[int, int]:
    """Free spaces, and all spaces, that the seat's die could pay for and be placed on by its value."""
    if not has_die_to_act(state, seat):
        return 0, 0
    die = acting_die(state, seat)
    if state.seats[seat].resources["algae"] < die.algae:
        return 0, 0
    spots = [spot for part in _usable(state, seat, die) for spot in part]
    return sum(spot is None for spot in spots), len(spots)


def has_die_to_act(state: State, seat: str) -> bool:
    """Whether a die waits there for the seat's turn; after a correction there may be none."""
    if state.phase == "headquarters":
        return next(headquarters_dice(state), None) is not None
    return bool(garage_slots(state.seats[seat]))


def _usable(state: State, seat: str, die: ActingDie) -> Spots:
    """The spaces of each board that the die fits and the seat can pay for."""
    boards = state.locations
    yield boards["market"]
    if die.origin == "garage":
        yield state.headquarters
    for clan in CLANS:
        yield tuple(
            spot
            for row, spot in enumerate(state.cells[clan], 1)
            if payable(state, seat, cell_price(state, seat, clan, row, die).cost, die.algae)
        )
    hand = state.seats[seat].hand
    if any(
        item is not None and payable(state, seat, item_price(state, seat, item, die).cost, die.algae)
        for item in hand
    ):
        for value in die.values:
            if value != state.box.closed_column:
                yield state.depository.get(value, ())
    highest = max(die.values)
    yield tuple(
        spot
        for space, spot in enumerate(boards["mining_camp"], 1)
        if payable(state, seat, camp_price(state, seat, space, highest, die).cost, die.algae)
    )
    yield from _tile_boards(state, seat, die)
    yield from _academy(state, seat, die)


def _tile_boards(state: State, seat: str, die: ActingDie) -> Spots:
    """Foundry (FL-335), Control Room (FL-340) and Laboratory (FL-325, FL-329)."""
    stack_of = state.box.box.document.foundry.stack_by_value
    here = state.seats[seat].harvester
    fits = {
        "foundry": any(state.upgrade_stacks[stack_of[value - 1]].size for value in die.values),
        "control_room": any(directed_step(state, here, value) for value in die.values),
    }
    for location, costs in (("foundry", FOUNDRY), ("control_room", CONTROL_ROOM)):
        if fits[location] and any(
            payable(state, seat, price(state, seat, location, cost, die).cost, die.algae)
            for cost in costs.values()
        ):
            yield state.locations[location]
    second = second_die(state, seat, die) if open_stacks(state, "farm") else None
    if second is not None and set(die.values) & set(second.values):
        algae = die.algae + second.algae
        if any(
            payable(state, seat, price(state, seat, "laboratory", cost, die, second).cost, algae)
            for cost in LABORATORY.values()
        ):
            yield state.locations["laboratory"]


def _academy(state: State, seat: str, die: ActingDie) -> Spots:
    cost = price(state, seat, "academy", state.box.box.document.academy.costs["1"], die).cost
    if state.seats[seat].dice_supply and payable(state, seat, cost, die.algae):
        yield tuple(
            spot
            for space, spot in zip(state.box.academy, state.locations["academy"], strict=True)
            if set(space.values) & set(die.values)
        )
