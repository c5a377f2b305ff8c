"""The shape of a component set: its members with their types, and its effects and triggers.

The vocabulary of effects (CO-570 … CO-595) and triggers (CO-590) is closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.games.chaos_order.components.box import FACTION_COUNTS, BuildingType
from domain.games.chaos_order.components.effects import (
    AMOUNTS,
    MOST_AMOUNT,
    SINGLE,
    Amount,
    EnergyAndGems,
    Printed,
    Signed,
    Strict,
    effect_faults,
)
from domain.kernel import ComponentFault, Json, ThingName, ThingText

Positive = Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]
Relic = Annotated[int, Meta(ge=1, le=6)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(max_length=500)]

FactionId = Literal["jrayek", "leyrien", "circadians", "zcharo", "oxataya", "ai"]
FactionCount = Literal[2, 3, 4, 5]
Terrain = Literal["swamp", "cliffs", "plains"]
TileSet = Literal["yellow", "blue", "red"]
Icon = Literal["strength", "attack", "shields", "none"]
Static = Literal["lake_access", "many_leaders_per_region", "many_outposts_per_region"]
FoundationAbility = Literal[
    "stronghold_gems_as_research",
    "gem_lock_for_energy",
    "harvest_from_any_building",
    "hand_limit_six",
    "base_adjacent_to_any_building",
]
Trigger = Literal[
    "income",
    "relic_taken",
    "any_time",
    "region_control_gained",
    "region_control_lost",
    "battle",
    "battle_victor",
    "battle_loser",
    "own_fighter_wounded",
    "opposing_fighter_wounded",
    "act:discover",
    "act:build",
    "act:harvest",
    "act:recruit",
    "act:move",
    "pass:discover",
    "pass:build",
    "pass:harvest",
    "pass:recruit",
    "pass:move",
]
"""CO-590."""


class _Thing(Strict, frozen=True, kw_only=True):
    """A thing with an id, which a set may call by a name and tell the text of."""

    name: ThingName = ""
    text: ThingText = ""


class _Place(_Thing, frozen=True, kw_only=True):
    id: Id
    kind: Literal["land", "lake", "base_location", "tile_location"]
    terrain: Terrain | None = None
    set: TileSet | None = None
    factions: list[FactionCount] | None = None
    production: Printed | None = None


class _Border(_Thing, frozen=True, kw_only=True):
    id: Id
    between: tuple[Id, Id]
    printed_mountain: bool


class _Tunnel(_Thing, frozen=True, kw_only=True):
    id: Literal["blue", "red"]
    between: tuple[Id, Id]


class _Map(Strict, frozen=True, kw_only=True):
    places: list[_Place]
    borders: list[_Border]
    tunnels: list[_Tunnel]


class _Tile(_Thing, frozen=True, kw_only=True):
    id: Id
    set: TileSet
    terrain: Terrain
    production: Printed | None = None


class _Neutral(_Thing, frozen=True, kw_only=True):
    id: Id
    relic: Relic | None
    reward: Printed | None


class _Top(_Thing, frozen=True, kw_only=True):
    id: Id
    cost: Amount
    relic: Relic


class _Under(_Thing, frozen=True, kw_only=True):
    id: Id
    cost: Amount


class _Pair(_Thing, frozen=True, kw_only=True):
    id: Id
    factions: list[FactionCount]
    top: _Top
    under: _Under


class _Loose(_Thing, frozen=True, kw_only=True):
    id: Id
    basic: Printed
    upgraded: Printed


class _Auxiliary(Strict, frozen=True, kw_only=True):
    cost: EnergyAndGems
    effects: Printed


class _Column(Strict, frozen=True, kw_only=True):
    lock_before: bool
    main: Printed
    immediate: Printed
    auxiliary: list[_Auxiliary]


class _Tracks(Strict, frozen=True, kw_only=True):
    discover: list[_Column]
    build: list[_Column]
    harvest: list[_Column]
    recruit: list[_Column]
    move: list[_Column]


class _Play(Strict, frozen=True, kw_only=True):
    phase: Literal[
        "set_prices", "discover", "build", "harvest", "recruit", "move", "gain_income", "check_relics"
    ]
    gem_lock: bool
    when: Literal["act", "pass", "either"]
    effects: Printed


class _Card(_Thing, frozen=True, kw_only=True):
    id: Id
    name: Text
    count: Positive
    left: Amount
    right: Amount
    retreat_shields: Signed
    battle: Printed
    plays: list[_Play]


class _Printed(Strict, frozen=True, kw_only=True):
    left: Literal[1]
    right: Literal[1]
    retreat_shields: Literal[-2]


class _Section(_Thing, frozen=True, kw_only=True):
    id: Id
    kind: Literal["retreat", "die", "massed", "plain"]
    left: Icon
    right: Icon


class _Wheel(Strict, frozen=True, kw_only=True):
    printed: _Printed
    sections: list[_Section]


class _Face(Strict, frozen=True, kw_only=True):
    strength: Amount
    shields: Amount


class _Die(Strict, frozen=True, kw_only=True):
    faces: list[_Face]


class _Ability(_Thing, frozen=True, kw_only=True):
    id: Id
    trigger: Trigger
    optional: bool
    effects: Printed


class _Token(_Thing, frozen=True, kw_only=True):
    id: Id
    back: Literal["orange", "grey"]
    to_owner: Amount
    to_supply: Amount
    on_place: Printed


class _Fighters(Strict, frozen=True, kw_only=True):
    total: Amount
    on_track: list[Amount]


class _Fast(Strict, frozen=True, kw_only=True):
    energy: Amount
    to: Literal["base", "drop_ship"]


class _Exchange(Strict, frozen=True, kw_only=True):
    rp: Positive
    effects: Printed


class _Side(Strict, frozen=True, kw_only=True):
    gem_cost: Amount
    strength: Amount
    attack: Amount
    shields: Amount
    abilities: list[_Ability]


class _Leader(_Thing, frozen=True, kw_only=True):
    id: Id
    name: Text
    basic: _Side
    upgraded: _Side


class _Basic(Strict, frozen=True, kw_only=True):
    abilities: list[_Ability]


class _Upgraded(Strict, frozen=True, kw_only=True):
    abilities: list[_Ability]
    on_upgrade: Printed = []


class _Attribute(_Thing, frozen=True, kw_only=True):
    id: Id
    name: Text
    gem_cost: Amount
    basic: _Basic
    upgraded: _Upgraded


class _Space(Strict, frozen=True, kw_only=True):
    gem_lock: bool
    income: Printed


class _Building(Strict, frozen=True, kw_only=True):
    strength: Amount
    attack: Amount
    shields: Amount
    abilities: list[_Ability]
    spaces: list[_Space]


class _BoardFoundation(_Thing, frozen=True, kw_only=True):
    id: Id
    gem_lock: bool
    ability: FoundationAbility


class _Starting(_Thing, frozen=True, kw_only=True):
    id: Id
    reward: Printed | None


class _Fame(Strict, frozen=True, kw_only=True):
    length: Positive
    spaces: dict[str, Printed]
    victory: Literal["immediate", "end_of_check_relics"]


class _Counter(_Thing, frozen=True, kw_only=True):
    id: Id
    start: Signed
    min: Signed
    max: Signed | None


class _Faction(_Thing, frozen=True, kw_only=True):
    id: FactionId
    name: Text
    base_production: Printed | None
    pricing_tokens: list[_Token]
    setup: Printed
    fighters: _Fighters
    fast_track: _Fast | None
    rp_exchange: list[_Exchange]
    leaders: list[_Leader]
    attributes: list[_Attribute]
    buildings: dict[BuildingType, _Building]
    board_foundations: list[_BoardFoundation]
    starting_foundations: list[_Starting]
    relic_spaces: list[Printed]
    fame: _Fame
    counters: list[_Counter]
    statics: list[Static]
    abilities: list[_Ability]


class Document(Strict, frozen=True, kw_only=True):
    """A component set as it is stored (chapter *Components* of the rules file)."""

    game: Literal["chaos_order"]
    name: Text
    vault_order: list[FactionId]
    mountains: Amount
    map: _Map
    land_tiles: list[_Tile]
    relic_count: Literal[6]
    neutral_foundations: list[_Neutral]
    neutral_pricing: list[_Pair]
    production_tokens: list[_Loose]
    tracks: _Tracks
    tactics_cards: list[_Card]
    combat_wheel: _Wheel
    combat_die: _Die
    factions: list[_Faction]
    invented: list[Text]


_EFFECT_KEYS = {
    "production", "reward", "basic", "upgraded", "main", "immediate", "effects", "battle", "on_place",
    "setup", "base_production", "on_upgrade", "income",
}  # fmt: skip


def document_faults(document: Mapping[str, Json]) -> Iterator[ComponentFault]:
    """Wrong or missing members and effects; constraints are checked only where there are none."""
    try:
        msgspec.convert(document, Document)
    except (msgspec.ValidationError, RecursionError) as error:
        try:
            msgspec.convert(_as_today(document), Document)
        except (msgspec.ValidationError, RecursionError):
            yield ComponentFault("shape", str(error))
            return
    for pointer, effects in _effect_lists(document, ""):
        yield from effect_faults(effects, pointer)


def _as_today(tree: Json) -> Json:
    """The document without what earlier versions let pass and never read.

    Those are numbers of factions that no table has, and members of effects that say nothing.
    """
    if isinstance(tree, list):
        return [_as_today(item) for item in tree]
    if not isinstance(tree, dict):
        return tree
    kept = {key: _as_today(value) for key, value in tree.items()}
    counts = kept.get("factions")
    if isinstance(counts, list) and all(type(count) is int for count in counts):
        kept["factions"] = [count for count in counts if count in FACTION_COUNTS]
    do = str(kept.get("do"))
    if do in SINGLE and kept.get("n") == 1:
        kept["n"] = 1
    if do in AMOUNTS and do not in ("gain_research", "construct_building") and kept.get("", 0) is None:
        del kept[""]
    return kept


def _effect_lists(tree: Json, pointer: str) -> Iterator[tuple[str, Sequence[Json]]]:
    """Every list of effects in the document with its pointer, outermost only."""
    if isinstance(tree, list):
        for number, item in enumerate(tree):
            yield from _effect_lists(item, f"{pointer}/{number}")
    elif isinstance(tree, dict):
        for key, value in tree.items():
            here = f"{pointer}/{key}"
            if key in _EFFECT_KEYS and isinstance(value, list):
                yield here, value
            elif key == "spaces" and isinstance(value, dict):
                for at, effects in value.items():
                    yield f"{here}/{at}", effects
            elif key == "relic_spaces":
                for number, effects in enumerate(value):
                    yield f"{here}/{number}", effects
            else:
                yield from _effect_lists(value, here)
