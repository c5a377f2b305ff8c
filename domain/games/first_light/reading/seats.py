"""Looks at one seat: what its character does, and its dice."""

from __future__ import annotations

from domain.games.first_light.components.document import Effect
from domain.games.first_light.state import DICE_LIMIT, FIRST_TILE_SLOT, Base, State

NO_EFFECT = Effect("none")


def ability(state: State, seat: str) -> Effect:
    """What the seat's character does."""
    character = state.seats[seat].character
    return state.box.box.characters[character].effect if character is not None else NO_EFFECT


def dice_limit(state: State, seat: str) -> int:
    """FL-213, FL-546: the most dice in reserve and at the Headquarters in the Plan phase."""
    effect = ability(state, seat)
    return effect.limit if effect.kind == "dice_limit" else DICE_LIMIT


def held(state: State, seat: str) -> int:
    """How many dice of this seat stand at the Headquarters."""
    return sum(die is not None and die.owner == seat for die in state.headquarters)


def tiles_of(base: Base, kind: str) -> tuple[str, ...]:
    """The seat's own Farm or Upgrade Tiles, left to right."""
    return base.farm_tiles if kind == "farm" else base.upgrades


def tile_slots(base: Base, kind: str) -> tuple[int, ...]:
    """The slot numbers that hold a tile of this kind."""
    first = FIRST_TILE_SLOT[kind]
    return tuple(range(first, first + len(tiles_of(base, kind))))
