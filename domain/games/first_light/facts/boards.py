"""Boards: tiles, tokens, Harvesters, and the resources that they bring."""

from __future__ import annotations

from domain.kernel import Fact


class StacksRevealed(Fact, frozen=True, tag="stacks_revealed"):
    farm_tops: tuple[str, ...]
    upgrade_tops: tuple[str, ...]


class ResourcesGained(Fact, frozen=True, tag="resources_gained"):
    seat: str
    cause: str
    gains: dict[str, int]


class ResourcesPaid(Fact, frozen=True, tag="resources_paid"):
    """`saved`: what each reduction took off the price, by its source."""

    seat: str
    cause: str
    costs: dict[str, int]
    saved: dict[str, int] = {}


class HarvesterMoved(Fact, frozen=True, tag="harvester_moved"):
    seat: str
    cause: str
    space: str
    arrow: bool = False


class TokenTaken(Fact, frozen=True, tag="token_taken"):
    """The planet token on `space` is gone for good; what it gave follows."""

    seat: str
    space: str
    token: str


class TilesRemoved(Fact, frozen=True, tag="tiles_removed"):
    """Tiles leave the game; those to their right shift left, Farm dice with them (FL-705)."""

    seat: str
    cause: str
    kind: str
    slots: tuple[int, ...]


class TileTaken(Fact, frozen=True, tag="tile_taken"):
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


class AdvancementTaken(Fact, frozen=True, tag="advancement_taken"):
    owner: str
    value: int
    reward: str


class SetbackTaken(Fact, frozen=True, tag="setback_taken"):
    owner: str
    condition: int
    punishment: str
    as_gain: bool = False


class SetbackIgnored(Fact, frozen=True, tag="setback_ignored"):
    seat: str
    clan: str


class CachesRevealed(Fact, frozen=True, tag="caches_revealed"):
    caches: dict[str, str]
