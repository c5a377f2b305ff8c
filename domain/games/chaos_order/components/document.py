"""The shape of a component set: its members with their types, and its effects and triggers.

The vocabulary of effects (CO-570 … CO-595) and triggers (CO-590) is closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from domain.games.chaos_order.components.box import (
    ACTION_PHASES,
    BUILDING_TYPES,
    COMBAT_TRIGGERS,
    CONTROL_TRIGGERS,
)
from domain.kernel import ComponentFault, Json, ThingName, ThingText

# The closed vocabulary of effects (CO-570 … CO-595) and triggers (CO-590), as a document spells them.

MOST_NESTED = 8
MOST_AMOUNT = 99

AMOUNTS = {
    "gain_energy", "gain_gems", "gain_fame", "draw_tactics", "gain_research", "build_points",
    "harvest_points", "recruitment_points", "movement_points", "redeploy", "construct_foundation",
    "construct_building", "construct_either", "upgrade_production_token", "upgrade_attribute",
    "lose_energy", "lose_gems", "region_count", "land_fighters",
}  # fmt: skip
PLAIN = {"deploy_leader", "upgrade_leader", "collect_pricing_tokens", "remove_token"}
AMONG = {"gain_research": ("tracks", ACTION_PHASES), "construct_building": ("types", BUILDING_TYPES)}
ON_PLACES = (["land", "base"], ["lake"])
MULTIPLIERS = {"controlled_regions", "controlled_land", "fighters_here", "relics"}
TRIGGERS = (
    {"income", "relic_taken", "any_time", *CONTROL_TRIGGERS}
    | COMBAT_TRIGGERS
    | {f"{turn}:{phase}" for turn in ("act", "pass") for phase in ACTION_PHASES}
)


_EFFECT_KEYS = {
    "production", "reward", "basic", "upgraded", "main", "immediate", "effects", "battle", "on_place",
    "setup", "base_production", "on_upgrade", "income",
}  # fmt: skip


def effect_lists(tree: Any, pointer: str) -> Iterator[tuple[str, list[Any]]]:
    """Every list of effects in the document, outermost only."""
    if isinstance(tree, list):
        for number, item in enumerate(tree):
            yield from effect_lists(item, f"{pointer}/{number}")
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
                yield from effect_lists(value, here)


def effect_fault(effect: Any, depth: int = 0) -> str | None:
    """Why this effect is not in the vocabulary; None if it is."""
    if not isinstance(effect, dict) or not isinstance(effect.get("do"), str):
        return "An effect is an object with `do`."
    if depth > MOST_NESTED:
        return "Effects are nested too deeply."
    do, keys = effect["do"], set(effect) - {"do"}
    if do in PLAIN:
        return None if keys <= {"n"} and effect.get("n", 1) == 1 else f"{do} takes nothing."
    if do in AMOUNTS:
        return _amount_fault(effect, keys)
    check = _OTHERS.get(do)
    if check is None:
        return f"{do} is not an effect in the vocabulary."
    expected, holds = check
    if keys - expected:
        return f"{do} takes {', '.join(sorted(expected))}."
    try:
        sound = holds(effect)
    except (KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        return f"The members of {do} are missing or wrong."
    if do == "per" and _repeats(effect["effects"]):
        return "A repeated effect does not repeat others: nobody could count them at a table."
    return next((reason for inner in _inner(effect) if (reason := effect_fault(inner, depth + 1))), None)


def _repeats(effects: list[Any]) -> bool:
    """Whether a `per` stands somewhere among these effects."""
    return any(
        isinstance(effect, dict)
        and (effect.get("do") == "per" or any(_repeats(inner) for inner in _lists_in(effect)))
        for effect in effects
    )


def _lists_in(effect: Mapping[str, Any]) -> list[list[Any]]:
    lists = [value for value in effect.values() if isinstance(value, list)]
    return lists + [branch for value in lists for branch in value if isinstance(branch, list)]


def _amount_fault(effect: Mapping[str, Any], keys: set[str]) -> str | None:
    do = effect["do"]
    name, allowed = AMONG.get(do, ("", ()))
    n = effect.get("n", 1)
    if keys - {"n", name} or not _whole(n) or n < 0:
        return f"{do} takes an amount."
    among = effect.get(name)
    if among is not None and (
        not isinstance(among, list) or not among or any(one not in allowed for one in among)
    ):
        return f"{do} names something unknown."
    return None


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_AMOUNT


def _inner(effect: Mapping[str, Any]) -> list[Any]:
    if effect["do"] == "choice":
        return [inner for branch in effect["of"] for inner in branch]
    return [*effect.get("effects", ()), *effect.get("then", ())]


def _cost_holds(cost: Mapping[str, Any]) -> bool:
    return set(cost) <= {"energy", "gems"} and all(_whole(n) and n >= 0 for n in cost.values())


_OTHERS: Mapping[str, tuple[set[str], Any]] = {
    "choice": (
        {"of"},
        lambda e: len(e["of"]) > 0 and all(isinstance(branch, list) for branch in e["of"]),
    ),
    "optional": ({"effects"}, lambda e: isinstance(e["effects"], list)),
    "pay": ({"cost", "then"}, lambda e: isinstance(e["then"], list) and _cost_holds(e["cost"])),
    "per": (
        {"of", "effects"},
        lambda e: (
            (e["of"] in MULTIPLIERS or e["of"].startswith("counter:")) and isinstance(e["effects"], list)
        ),
    ),
    "counter": ({"id", "delta"}, lambda e: isinstance(e["id"], str) and _whole(e["delta"])),
    "set_counter": ({"id", "value"}, lambda e: isinstance(e["id"], str) and _whole(e["value"])),
    "combat": (
        {"strength", "attack", "shields"},
        lambda e: all(_whole(e.get(k, 0)) for k in ("strength", "attack", "shields")),
    ),
    "wound": ({"side", "n"}, lambda e: e["side"] in ("own", "opponent") and _whole(e["n"]) and e["n"] >= 0),
    "manual": ({"text_id"}, lambda e: isinstance(e["text_id"], str)),
    "place_production_token": ({"on"}, lambda e: e["on"] in ON_PLACES),
}


# The shape of a component set of Chaos Order: its members, each with its type.

Amount = Annotated[int, Meta(ge=0, le=MOST_AMOUNT)]
Signed = Annotated[int, Meta(ge=-MOST_AMOUNT, le=MOST_AMOUNT)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(max_length=500)]
Tree = dict[str, Any]
Icon = Literal["strength", "attack", "shields", "none"]


class _Strict(Struct, forbid_unknown_fields=True):
    pass


class _Thing(_Strict, kw_only=True):
    """A thing with an id, which a set may call by a name and tell the text of."""

    name: ThingName = ""
    text: ThingText = ""


class _Place(_Thing):
    id: Id
    kind: Literal["land", "lake", "base_location", "tile_location"]
    terrain: Literal["swamp", "cliffs", "plains"] | None = None
    set: Literal["yellow", "blue", "red"] | None = None
    factions: list[int] | None = None
    production: list[Tree] | None = None


class _Border(_Thing):
    id: Id
    between: tuple[Id, Id]
    printed_mountain: bool


class _Tunnel(_Thing):
    id: Literal["blue", "red"]
    between: tuple[Id, Id]


class _Map(_Strict):
    places: list[_Place]
    borders: list[_Border]
    tunnels: list[_Tunnel]


class _Tile(_Thing):
    id: Id
    set: Literal["yellow", "blue", "red"]
    terrain: Literal["swamp", "cliffs", "plains"]
    production: list[Tree] | None = None


class _Neutral(_Thing):
    id: Id
    relic: Annotated[int, Meta(ge=1, le=6)] | None
    reward: list[Tree] | None


class _Top(_Thing):
    id: Id
    cost: Amount
    relic: Annotated[int, Meta(ge=1, le=6)]


class _Under(_Thing):
    id: Id
    cost: Amount


class _Pair(_Thing):
    id: Id
    factions: list[int]
    top: _Top
    under: _Under


class _Loose(_Thing):
    id: Id
    basic: list[Tree]
    upgraded: list[Tree]


class _Cost(_Strict):
    energy: Amount = 0
    gems: Amount = 0


class _Auxiliary(_Strict):
    cost: _Cost
    effects: list[Tree]


class _Column(_Strict):
    lock_before: bool
    main: list[Tree]
    immediate: list[Tree]
    auxiliary: list[_Auxiliary]


class _Tracks(_Strict):
    discover: list[_Column]
    build: list[_Column]
    harvest: list[_Column]
    recruit: list[_Column]
    move: list[_Column]


class _Play(_Strict):
    phase: Literal[
        "set_prices", "discover", "build", "harvest", "recruit", "move", "gain_income", "check_relics"
    ]
    gem_lock: bool
    when: Literal["act", "pass", "either"]
    effects: list[Tree]


class _Card(_Thing):
    id: Id
    name: Text
    count: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]
    left: Amount
    right: Amount
    retreat_shields: Signed
    battle: list[Tree]
    plays: list[_Play]


class _Printed(_Strict):
    left: int
    right: int
    retreat_shields: int


class _Section(_Thing):
    id: Id
    kind: Literal["retreat", "die", "massed", "plain"]
    left: Icon
    right: Icon


class _Wheel(_Strict):
    printed: _Printed
    sections: list[_Section]


class _Face(_Strict):
    strength: Amount
    shields: Amount


class _Die(_Strict):
    faces: list[_Face]


class _Ability(_Thing):
    id: Id
    trigger: str
    optional: bool
    effects: list[Tree]


class _Token(_Thing):
    id: Id
    back: Literal["orange", "grey"]
    to_owner: Amount
    to_supply: Amount
    on_place: list[Tree]


class _Fighters(_Strict):
    total: Amount
    on_track: list[Amount]


class _Fast(_Strict):
    energy: Amount
    to: Literal["base", "drop_ship"]


class _Exchange(_Strict):
    rp: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]
    effects: list[Tree]


class _Side(_Strict):
    gem_cost: Amount
    strength: Amount
    attack: Amount
    shields: Amount
    abilities: list[_Ability]


class _Leader(_Thing):
    id: Id
    name: Text
    basic: _Side
    upgraded: _Side


class _Basic(_Strict):
    abilities: list[_Ability]


class _Upgraded(_Strict):
    abilities: list[_Ability]
    on_upgrade: list[Tree] = []


class _Attribute(_Thing):
    id: Id
    name: Text
    gem_cost: Amount
    basic: _Basic
    upgraded: _Upgraded


class _Space(_Strict):
    gem_lock: bool
    income: list[Tree]


class _Building(_Strict):
    strength: Amount
    attack: Amount
    shields: Amount
    abilities: list[_Ability]
    spaces: list[_Space]


class _BoardFoundation(_Thing):
    id: Id
    gem_lock: bool
    ability: str


class _Starting(_Thing):
    id: Id
    reward: list[Tree] | None


class _Fame(_Strict):
    length: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]
    spaces: dict[str, list[Tree]]
    victory: Literal["immediate", "end_of_check_relics"]


class _Counter(_Thing):
    id: Id
    start: Signed
    min: Signed
    max: Signed | None


class _Faction(_Thing):
    id: Id
    name: Text
    base_production: list[Tree] | None
    pricing_tokens: list[_Token]
    setup: list[Tree]
    fighters: _Fighters
    fast_track: _Fast | None
    rp_exchange: list[_Exchange]
    leaders: list[_Leader]
    attributes: list[_Attribute]
    buildings: dict[str, _Building]
    board_foundations: list[_BoardFoundation]
    starting_foundations: list[_Starting]
    relic_spaces: list[list[Tree]]
    fame: _Fame
    counters: list[_Counter]
    statics: list[str]
    abilities: list[_Ability]


class _Root(_Strict):
    game: Literal["chaos_order"]
    name: Text
    vault_order: list[str]
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


def shape_faults(document: Mapping[str, Json]) -> Iterator[ComponentFault]:
    """Wrong or missing members, unknown effects and triggers. Nothing else is checked when one is found."""
    try:
        root = msgspec.convert(document, _Root)
    except (msgspec.ValidationError, RecursionError) as error:
        yield ComponentFault("shape", str(error))
        return
    for pointer, effects in effect_lists(document, ""):
        for effect in effects:
            if reason := effect_fault(effect):
                yield ComponentFault("shape", reason, pointer)
    for faction in root.factions:
        yield from _faction_faults(faction)


def _faction_faults(faction: _Faction) -> Iterator[ComponentFault]:
    abilities = [*faction.abilities, *(a for kind in faction.buildings.values() for a in kind.abilities)]
    for leader in faction.leaders:
        abilities += [*leader.basic.abilities, *leader.upgraded.abilities]
    for attribute in faction.attributes:
        abilities += [*attribute.basic.abilities, *attribute.upgraded.abilities]
    for ability in abilities:
        if ability.trigger not in TRIGGERS:
            yield ComponentFault("shape", f"{ability.trigger} is not a trigger (CO-590).", "/factions")
    if any(not at.isascii() or not at.isdigit() for at in faction.fame.spaces):
        yield ComponentFault("CO-C27", "Positions on a fame track are numbers.", "/factions")
    if sum(faction.fighters.on_track) > faction.fighters.total:
        yield ComponentFault("CO-C22", "More fighters on the track than there are.", "/factions")
