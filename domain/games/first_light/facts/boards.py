"""Boards: tiles, tokens, Harvesters, and the resources that they bring."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.first_light.changes import at, tokens_without, with_seat
from domain.games.first_light.state import FARMS, FIRST_TILE_SLOT, PRINTED_FARMS, Stack, State
from domain.kernel import Fact, PublicFact


class StacksRevealed(PublicFact, frozen=True, tag="stacks_revealed"):
    farm_tops: tuple[str, ...]
    upgrade_tops: tuple[str, ...]

    def applied(self, state: State) -> State:
        return replace(
            state,
            farm_stacks=tuple(
                Stack(top, stack.size) for top, stack in zip(self.farm_tops, state.farm_stacks, strict=False)
            ),
            upgrade_stacks=tuple(
                Stack(top, stack.size)
                for top, stack in zip(self.upgrade_tops, state.upgrade_stacks, strict=False)
            ),
        )


class ResourcesGained(PublicFact, frozen=True, tag="resources_gained"):
    seat: str
    cause: str
    gains: dict[str, int]

    def applied(self, state: State) -> State:
        resources = dict(state.seats[self.seat].resources)
        for resource, amount in self.gains.items():
            resources[resource] += amount
        return with_seat(state, self.seat, resources=resources)


class ResourcesPaid(PublicFact, frozen=True, tag="resources_paid"):
    """`saved`: what each reduction took off the price, by its source."""

    seat: str
    cause: str
    costs: dict[str, int]
    saved: dict[str, int] = {}

    def applied(self, state: State) -> State:
        resources = dict(state.seats[self.seat].resources)
        for resource, amount in self.costs.items():
            resources[resource] -= amount
        return with_seat(state, self.seat, resources=resources)


class HarvesterMoved(PublicFact, frozen=True, tag="harvester_moved"):
    seat: str
    cause: str
    space: str
    arrow: bool = False

    def applied(self, state: State) -> State:
        return with_seat(state, self.seat, harvester=self.space)


class TokenTaken(PublicFact, frozen=True, tag="token_taken"):
    """The planet token on `space` is gone for good; what it gave follows."""

    seat: str
    space: str
    token: str

    def applied(self, state: State) -> State:
        return replace(state, tokens=tokens_without(state, (self.space,)))


class TilesRemoved(PublicFact, frozen=True, tag="tiles_removed"):
    """Tiles leave the game; those to their right shift left, Farm dice with them (FL-705)."""

    seat: str
    cause: str
    kind: str
    slots: tuple[int, ...]

    def applied(self, state: State) -> State:
        base, first = state.seats[self.seat], FIRST_TILE_SLOT[self.kind]
        tiles = base.farm_tiles if self.kind == "farm" else base.upgrades
        kept = [index for index in range(len(tiles)) if index + first not in self.slots]
        left = tuple(tiles[index] for index in kept)
        gone = tuple(tile for index, tile in enumerate(tiles) if index not in kept)
        if self.kind == "upgrade":
            shifted = with_seat(state, self.seat, upgrades=left)
            return replace(shifted, removed_upgrades=(*state.removed_upgrades, *gone))
        dice = tuple(base.farms[index + PRINTED_FARMS] for index in kept)
        farms = base.farms[:PRINTED_FARMS] + dice
        farms += (None,) * (FARMS - len(farms))
        waiting = sum(die is not None for die in base.farms) - sum(die is not None for die in farms)
        shifted = with_seat(state, self.seat, farm_tiles=left, farms=farms, cantina=base.cantina + waiting)
        return replace(shifted, removed_farms=(*state.removed_farms, *gone))


class TileTaken(PublicFact, frozen=True, tag="tile_taken"):
    """The top tile of a stack comes to the left-most free slot.

    `replaces`: the slot of an own tile that leaves the game for it (FL-R22). The new tile comes into that
    slot, no other moves, and the die of a Farm that leaves waits in the Cantina (FL-705).
    """

    seat: str
    cause: str
    kind: str
    stack: int
    tile: str
    new_top: str | None = None
    replaces: int | None = None

    def applied(self, state: State) -> State:
        base, stacks = state.seats[self.seat], state.stacks(self.kind)
        uncovered = at(stacks, self.stack, Stack(self.new_top, stacks[self.stack].size - 1))
        tiles = base.farm_tiles if self.kind == "farm" else base.upgrades
        place = _place_of(self, len(tiles))
        gone, tiles = tiles[place : place + 1], at(tiles, place, self.tile)
        if self.kind == "upgrade":
            taken = with_seat(state, self.seat, upgrades=tiles)
            return replace(taken, upgrade_stacks=uncovered, removed_upgrades=(*state.removed_upgrades, *gone))
        farms, cantina = base.farms, base.cantina
        if gone and farms[PRINTED_FARMS + place] is not None:
            farms, cantina = at(farms, PRINTED_FARMS + place, None), cantina + 1
        taken = with_seat(state, self.seat, farm_tiles=tiles, farms=farms, cantina=cantina)
        return replace(taken, farm_stacks=uncovered, removed_farms=(*state.removed_farms, *gone))


class AdvancementTaken(PublicFact, frozen=True, tag="advancement_taken"):
    owner: str
    value: int
    reward: str

    def applied(self, state: State) -> State:
        return replace(
            state,
            left_values=tuple(value for value in state.left_values if value != self.value),
            free_rewards=tuple(reward for reward in state.free_rewards if reward != self.reward),
        )


class SetbackTaken(PublicFact, frozen=True, tag="setback_taken"):
    owner: str
    condition: int
    punishment: str
    as_gain: bool = False

    def applied(self, state: State) -> State:
        return replace(
            state,
            left_conditions=tuple(c for c in state.left_conditions if c != self.condition),
            free_punishments=tuple(p for p in state.free_punishments if p != self.punishment),
        )


class SetbackIgnored(PublicFact, frozen=True, tag="setback_ignored"):
    seat: str
    clan: str

    def applied(self, state: State) -> State:
        return state


class CachesRevealed(Fact, frozen=True, tag="caches_revealed"):
    caches: dict[str, str]

    def applied(self, state: State) -> State:
        return replace(state, caches=self.caches)


def _place_of(fact: TileTaken, held: int) -> int:
    """Where in the row of `held` tiles the new one comes: in the place of another, else after the last."""
    place = held if fact.replaces is None else fact.replaces - FIRST_TILE_SLOT[fact.kind]
    return place if 0 <= place < held else held
