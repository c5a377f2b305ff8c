"""Boards: tiles, tokens, Harvesters, and the resources that they bring."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.first_light import facts
from domain.games.first_light.evolve.table import at, evolve, tokens_without, with_seat
from domain.games.first_light.state import FARMS, FIRST_TILE_SLOT, PRINTED_FARMS, Stack, State


@evolve.on(facts.StacksRevealed)
def _(state: State, fact: facts.StacksRevealed) -> State:
    return replace(
        state,
        farm_stacks=tuple(
            Stack(top, stack.size) for top, stack in zip(fact.farm_tops, state.farm_stacks, strict=False)
        ),
        upgrade_stacks=tuple(
            Stack(top, stack.size)
            for top, stack in zip(fact.upgrade_tops, state.upgrade_stacks, strict=False)
        ),
    )


@evolve.on(facts.ResourcesGained)
def _(state: State, fact: facts.ResourcesGained) -> State:
    resources = dict(state.seats[fact.seat].resources)
    for resource, amount in fact.gains.items():
        resources[resource] += amount
    return with_seat(state, fact.seat, resources=resources)


@evolve.on(facts.ResourcesPaid)
def _(state: State, fact: facts.ResourcesPaid) -> State:
    resources = dict(state.seats[fact.seat].resources)
    for resource, amount in fact.costs.items():
        resources[resource] -= amount
    return with_seat(state, fact.seat, resources=resources)


@evolve.on(facts.HarvesterMoved)
def _(state: State, fact: facts.HarvesterMoved) -> State:
    return with_seat(state, fact.seat, harvester=fact.space)


@evolve.on(facts.TokenTaken)
def _(state: State, fact: facts.TokenTaken) -> State:
    return replace(state, tokens=tokens_without(state, (fact.space,)))


@evolve.on(facts.TilesRemoved)
def _(state: State, fact: facts.TilesRemoved) -> State:
    base, first = state.seats[fact.seat], FIRST_TILE_SLOT[fact.kind]
    tiles = base.farm_tiles if fact.kind == "farm" else base.upgrades
    kept = [index for index in range(len(tiles)) if index + first not in fact.slots]
    left = tuple(tiles[index] for index in kept)
    gone = tuple(tile for index, tile in enumerate(tiles) if index not in kept)
    if fact.kind == "upgrade":
        shifted = with_seat(state, fact.seat, upgrades=left)
        return replace(shifted, removed_upgrades=(*state.removed_upgrades, *gone))
    dice = tuple(base.farms[index + PRINTED_FARMS] for index in kept)
    farms = base.farms[:PRINTED_FARMS] + dice
    farms += (None,) * (FARMS - len(farms))
    waiting = sum(die is not None for die in base.farms) - sum(die is not None for die in farms)
    shifted = with_seat(state, fact.seat, farm_tiles=left, farms=farms, cantina=base.cantina + waiting)
    return replace(shifted, removed_farms=(*state.removed_farms, *gone))


@evolve.on(facts.TileTaken)
def _(state: State, fact: facts.TileTaken) -> State:
    base, stacks = state.seats[fact.seat], state.stacks(fact.kind)
    uncovered = at(stacks, fact.stack, Stack(fact.new_top, stacks[fact.stack].size - 1))
    tiles = base.farm_tiles if fact.kind == "farm" else base.upgrades
    place = _place_of(fact, len(tiles))
    gone, tiles = tiles[place : place + 1], at(tiles, place, fact.tile)
    if fact.kind == "upgrade":
        taken = with_seat(state, fact.seat, upgrades=tiles)
        return replace(taken, upgrade_stacks=uncovered, removed_upgrades=(*state.removed_upgrades, *gone))
    farms, cantina = base.farms, base.cantina
    if gone and farms[PRINTED_FARMS + place] is not None:
        farms, cantina = at(farms, PRINTED_FARMS + place, None), cantina + 1
    taken = with_seat(state, fact.seat, farm_tiles=tiles, farms=farms, cantina=cantina)
    return replace(taken, farm_stacks=uncovered, removed_farms=(*state.removed_farms, *gone))


def _place_of(fact: facts.TileTaken, held: int) -> int:
    """Where in the row of `held` tiles the new one comes: in the place of another, else after the last."""
    place = held if fact.replaces is None else fact.replaces - FIRST_TILE_SLOT[fact.kind]
    return place if 0 <= place < held else held


@evolve.on(facts.AdvancementTaken)
def _(state: State, fact: facts.AdvancementTaken) -> State:
    return replace(
        state,
        left_values=tuple(value for value in state.left_values if value != fact.value),
        free_rewards=tuple(reward for reward in state.free_rewards if reward != fact.reward),
    )


@evolve.on(facts.SetbackTaken)
def _(state: State, fact: facts.SetbackTaken) -> State:
    return replace(
        state,
        left_conditions=tuple(c for c in state.left_conditions if c != fact.condition),
        free_punishments=tuple(p for p in state.free_punishments if p != fact.punishment),
    )


@evolve.on(facts.SetbackIgnored)
def _(state: State, fact: facts.SetbackIgnored) -> State:
    return state


@evolve.on(facts.CachesRevealed)
def _(state: State, fact: facts.CachesRevealed) -> State:
    return replace(state, caches=fact.caches)
