"""The typed box of Chaos Order: what a component set says, as tables that the rules look up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.kernel import Json

ACTION_PHASES = ("discover", "build", "harvest", "recruit", "move")
"""CO-202, from the top of the board to its bottom."""

PHASES = ("set_prices", *ACTION_PHASES, "combat", "gain_income", "check_relics")
BUILDING_TYPES = ("foundry", "outpost", "stronghold")
RELICS = (1, 2, 3, 4, 5, 6)

COMBAT_TRIGGERS = frozenset(
    ("battle", "battle_victor", "battle_loser", "own_fighter_wounded", "opposing_fighter_wounded")
)
CONTROL_TRIGGERS = ("region_control_gained", "region_control_lost")


class Effect(Struct, frozen=True, omit_defaults=True):
    """One effect of the closed vocabulary (CO-570 … CO-595).

    `name` is a counter, an ability, a manual text or a multiplier, by `do`; `branches` are those of a
    `choice`, `effects` the content of `optional`, `pay` and `per`.
    """

    do: str
    n: int = 1
    name: str | None = None
    among: tuple[str, ...] | None = None
    branches: tuple[tuple[Effect, ...], ...] = ()
    effects: tuple[Effect, ...] = ()
    energy: int = 0
    gems: int = 0
    strength: int = 0
    attack: int = 0
    shields: int = 0


Effects = tuple[Effect, ...]


class Ability(Struct, frozen=True):
    """What a faction, attribute, leader or building does at its trigger (CO-590)."""

    id: str
    trigger: str
    optional: bool
    effects: Effects


class Source(Struct, frozen=True):
    """An ability with the thing that carries it: `kind` faction, attribute, leader or building."""

    kind: str
    key: str
    side: str
    ability: Ability


class Place(Struct, frozen=True):
    """A place of the map; `kind` land, lake, base_location or tile_location."""

    id: str
    kind: str
    set: str | None
    factions: tuple[int, ...]
    production: Effects | None


class Border(Struct, frozen=True):
    """A shared side of two places."""

    id: str
    ends: tuple[str, str]
    printed_mountain: bool


class Foundation(Struct, frozen=True):
    """A foundation tile: `starting`, `neutral` or `board`. On the map it is nobody's (CO-121)."""

    id: str
    kind: str
    reward: Effects
    relic: int | None = None
    gem_lock: bool = False
    ability: str | None = None
    faction: str | None = None


class PricingToken(Struct, frozen=True):
    """Costs of a pricing token in energy. A neutral one has no faction."""

    id: str
    faction: str | None
    to_owner: int
    to_supply: int
    grey: bool = False
    on_place: Effects = ()
    removed: bool = False


class NeutralPair(Struct, frozen=True):
    """Two stacked neutral pricing tokens; the top one leaves in the round of its relic number."""

    id: str
    factions: tuple[int, ...]
    top: str
    under: str
    relic: int


class ProductionToken(Struct, frozen=True):
    """One of the six loose production tokens."""

    id: str
    basic: Effects
    upgraded: Effects


class Auxiliary(Struct, frozen=True):
    """One option of a track column's bottom row."""

    energy: int
    gems: int
    effects: Effects


class Column(Struct, frozen=True):
    """One column of a research track."""

    lock_before: bool
    main: Effects
    immediate: Effects
    auxiliary: tuple[Auxiliary, ...]


class Play(Struct, frozen=True):
    """What a tactics card does when it is played in a phase."""

    phase: str
    gem_lock: bool
    when: str
    effects: Effects


class Card(Struct, frozen=True):
    """A tactics card: its values on the wheel, and what it does when used or played."""

    id: str
    name: str
    count: int
    left: int
    right: int
    retreat_shields: int
    battle: Effects
    plays: tuple[Play, ...]


class Section(Struct, frozen=True):
    """A setting of the combat wheel."""

    id: str
    kind: str
    left: str
    right: str


class Face(Struct, frozen=True):
    """A face of the combat die."""

    strength: int
    shields: int


class LeaderSide(Struct, frozen=True):
    """One side of a leader card."""

    gem_cost: int
    strength: int
    attack: int
    shields: int


class Attribute(Struct, frozen=True):
    """What upgrading an attribute costs in gems and gives at once."""

    gem_cost: int
    on_upgrade: Effects


class BuildingSpace(Struct, frozen=True):
    """A space of the faction board that a building covers."""

    gem_lock: bool
    income: Effects


class Building(Struct, frozen=True):
    """A building type of a faction: values in battle, and its spaces from left to right."""

    strength: int
    attack: int
    shields: int
    spaces: tuple[BuildingSpace, ...]


class FastTrack(Struct, frozen=True):
    """The direct way from the first sector: energy for each fighter, and where it leads."""

    energy: int
    to: str


class Exchange(Struct, frozen=True):
    """What recruitment points buy beside fighters."""

    rp: int
    effects: Effects


class Counter(Struct, frozen=True):
    """A counter of a faction with its bounds."""

    start: int
    least: int
    most: int | None


class Faction(Struct, frozen=True):
    """Everything of one faction: its own fame track (CO-601), tokens and abilities (CO-550 … CO-553)."""

    id: str
    name: str
    base_production: Effects | None
    tokens: tuple[str, ...]
    setup: Effects
    fighters: int
    on_track: tuple[int, ...]
    fast_track: FastTrack | None
    exchanges: tuple[Exchange, ...]
    leaders: Mapping[str, Mapping[str, LeaderSide]]
    attributes: Mapping[str, Attribute]
    buildings: Mapping[str, Building]
    board_foundations: tuple[str, ...]
    starting_foundations: tuple[str, ...]
    relic_spaces: tuple[Effects, ...]
    fame_length: int
    fame_spaces: Mapping[int, Effects]
    wins_at_once: bool
    counters: Mapping[str, Counter]
    statics: frozenset[str]
    triggers: Mapping[str, tuple[Source, ...]]
    abilities: Mapping[str, Source]


class Box(Struct, frozen=True, eq=False):
    """A component set as the rules read it. `control_watchers`: factions with control triggers (CO-590)."""

    name: str
    vault_order: tuple[str, ...]
    places: Mapping[str, Place]
    borders: Mapping[str, Border]
    beside: Mapping[str, tuple[Border, ...]]
    tunnels: Mapping[str, tuple[str, str]]
    tiles: Mapping[str, Place]
    foundations: Mapping[str, Foundation]
    tokens: Mapping[str, PricingToken]
    pairs: tuple[NeutralPair, ...]
    production: Mapping[str, ProductionToken]
    tracks: Mapping[str, tuple[Column, ...]]
    cards: Mapping[str, Card]
    printed: Card
    sections: Mapping[str, Section]
    faces: tuple[Face, ...]
    factions: Mapping[str, Faction]
    control_watchers: frozenset[str]


def read_effects(tree: Any) -> Effects:
    """The typed effects of a list; None gives none."""
    return tuple(_effect(item) for item in tree or ())


def _effect(tree: Mapping[str, Json]) -> Effect:
    do = tree["do"]
    match do:
        case "choice":
            return Effect(do, branches=tuple(read_effects(branch) for branch in tree["of"]))
        case "optional":
            return Effect(do, effects=read_effects(tree["effects"]))
        case "pay":
            cost = tree["cost"]
            return Effect(
                do,
                effects=read_effects(tree["then"]),
                energy=cost.get("energy", 0),
                gems=cost.get("gems", 0),
            )
        case "per":
            return Effect(do, name=tree["of"], effects=read_effects(tree["effects"]))
        case "counter":
            return Effect(do, n=tree["delta"], name=tree["id"])
        case "set_counter":
            return Effect(do, n=tree["value"], name=tree["id"])
        case "combat":
            return Effect(
                do,
                strength=tree.get("strength", 0),
                attack=tree.get("attack", 0),
                shields=tree.get("shields", 0),
            )
        case "wound":
            return Effect(do, n=tree["n"], name=tree["side"])
        case "manual":
            return Effect(do, name=tree["text_id"])
        case _:
            among = next((tree[key] for key in ("tracks", "types", "on") if tree.get(key) is not None), None)
            return Effect(do, n=tree.get("n", 1), among=None if among is None else tuple(among))


def build_box(document: Mapping[str, Json]) -> Box:
    """The typed box of a document that has no faults."""
    places = {tree["id"]: _place(tree) for tree in document["map"]["places"]}
    borders = {
        tree["id"]: Border(tree["id"], tuple(tree["between"]), tree["printed_mountain"])
        for tree in document["map"]["borders"]
    }
    factions = {tree["id"]: _faction(tree) for tree in document["factions"]}
    wheel = document["combat_wheel"]
    printed = wheel["printed"]
    return Box(
        name=document["name"],
        vault_order=tuple(document["vault_order"]),
        places=places,
        borders=borders,
        beside={
            place: tuple(border for border in borders.values() if place in border.ends) for place in places
        },
        tunnels={tree["id"]: tuple(tree["between"]) for tree in document["map"]["tunnels"]},
        tiles={
            tree["id"]: Place(tree["id"], "land", tree["set"], (), _production(tree["production"]))
            for tree in document["land_tiles"]
        },
        foundations=_foundations(document),
        tokens=_tokens(document),
        pairs=tuple(
            NeutralPair(
                tree["id"],
                tuple(tree["factions"]),
                tree["top"]["id"],
                tree["under"]["id"],
                tree["top"]["relic"],
            )
            for tree in document["neutral_pricing"]
        ),
        production={
            tree["id"]: ProductionToken(
                tree["id"], read_effects(tree["basic"]), read_effects(tree["upgraded"])
            )
            for tree in document["production_tokens"]
        },
        tracks={track: tuple(_column(tree) for tree in document["tracks"][track]) for track in ACTION_PHASES},
        cards={tree["id"]: _card(tree) for tree in document["tactics_cards"]},
        printed=Card(
            "printed", "printed", 0, printed["left"], printed["right"], printed["retreat_shields"], (), ()
        ),
        sections={
            tree["id"]: Section(tree["id"], tree["kind"], tree["left"], tree["right"])
            for tree in wheel["sections"]
        },
        faces=tuple(Face(tree["strength"], tree["shields"]) for tree in document["combat_die"]["faces"]),
        factions=factions,
        control_watchers=frozenset(
            faction.id
            for faction in factions.values()
            if any(trigger in faction.triggers for trigger in CONTROL_TRIGGERS)
        ),
    )


def _production(tree: Any) -> Effects | None:
    return None if tree is None else read_effects(tree)


def _place(tree: Mapping[str, Json]) -> Place:
    return Place(
        tree["id"],
        tree["kind"],
        tree.get("set"),
        tuple(tree.get("factions") or ()),
        _production(tree.get("production")),
    )


def _foundations(document: Mapping[str, Json]) -> dict[str, Foundation]:
    found = [
        Foundation(tree["id"], "neutral", read_effects(tree["reward"]), tree["relic"])
        for tree in document["neutral_foundations"]
    ]
    for faction in document["factions"]:
        found += [
            Foundation(tree["id"], "starting", read_effects(tree["reward"]), faction=faction["id"])
            for tree in faction["starting_foundations"]
        ]
        found += [
            Foundation(
                tree["id"], "board", (), None, tree["gem_lock"], tree["ability"], faction=faction["id"]
            )
            for tree in faction["board_foundations"]
        ]
    return {foundation.id: foundation for foundation in found}


def _tokens(document: Mapping[str, Json]) -> dict[str, PricingToken]:
    tokens = [
        PricingToken(side["id"], None, 0, side["cost"])
        for pair in document["neutral_pricing"]
        for side in (pair["top"], pair["under"])
    ]
    for faction in document["factions"]:
        for tree in faction["pricing_tokens"]:
            effects = read_effects(tree["on_place"])
            tokens.append(
                PricingToken(
                    tree["id"],
                    faction["id"],
                    tree["to_owner"],
                    tree["to_supply"],
                    tree["back"] == "grey",
                    tuple(effect for effect in effects if effect.do != "remove_token"),
                    any(effect.do == "remove_token" for effect in effects),
                )
            )
    return {token.id: token for token in tokens}


def _column(tree: Mapping[str, Json]) -> Column:
    return Column(
        tree["lock_before"],
        read_effects(tree["main"]),
        read_effects(tree["immediate"]),
        tuple(
            Auxiliary(
                option["cost"].get("energy", 0),
                option["cost"].get("gems", 0),
                read_effects(option["effects"]),
            )
            for option in tree["auxiliary"]
        ),
    )


def _card(tree: Mapping[str, Json]) -> Card:
    return Card(
        tree["id"],
        tree["name"],
        tree["count"],
        tree["left"],
        tree["right"],
        tree["retreat_shields"],
        read_effects(tree["battle"]),
        tuple(
            Play(play["phase"], play["gem_lock"], play["when"], read_effects(play["effects"]))
            for play in tree["plays"]
        ),
    )


def _abilities(trees: Any) -> tuple[Ability, ...]:
    return tuple(
        Ability(tree["id"], tree["trigger"], tree["optional"], read_effects(tree["effects"]))
        for tree in trees
    )


def _sources(tree: Mapping[str, Json]) -> tuple[Source, ...]:
    """CO-592: faction, attributes, leaders, buildings, each in the component set's order."""
    sources = [Source("faction", tree["id"], "", ability) for ability in _abilities(tree["abilities"])]
    for kind, things in (("attribute", tree["attributes"]), ("leader", tree["leaders"])):
        sources += [
            Source(kind, thing["id"], side, ability)
            for thing in things
            for side in ("basic", "upgraded")
            for ability in _abilities(thing[side]["abilities"])
        ]
    sources += [
        Source("building", kind, "", ability)
        for kind in BUILDING_TYPES
        for ability in _abilities(tree["buildings"][kind]["abilities"])
    ]
    return tuple(sources)


def _faction(tree: Mapping[str, Json]) -> Faction:
    sources = _sources(tree)
    triggers = sorted({source.ability.trigger for source in sources})
    fast = tree["fast_track"]
    return Faction(
        id=tree["id"],
        name=tree["name"],
        base_production=_production(tree["base_production"]),
        tokens=tuple(token["id"] for token in tree["pricing_tokens"]),
        setup=read_effects(tree["setup"]),
        fighters=tree["fighters"]["total"],
        on_track=tuple(tree["fighters"]["on_track"]),
        fast_track=None if fast is None else FastTrack(fast["energy"], fast["to"]),
        exchanges=tuple(
            Exchange(option["rp"], read_effects(option["effects"])) for option in tree["rp_exchange"]
        ),
        leaders={
            leader["id"]: {
                side: LeaderSide(
                    leader[side]["gem_cost"],
                    leader[side]["strength"],
                    leader[side]["attack"],
                    leader[side]["shields"],
                )
                for side in ("basic", "upgraded")
            }
            for leader in tree["leaders"]
        },
        attributes={
            attribute["id"]: Attribute(
                attribute["gem_cost"], read_effects(attribute["upgraded"].get("on_upgrade"))
            )
            for attribute in tree["attributes"]
        },
        buildings={
            kind: Building(
                building["strength"],
                building["attack"],
                building["shields"],
                tuple(
                    BuildingSpace(space["gem_lock"], read_effects(space["income"]))
                    for space in building["spaces"]
                ),
            )
            for kind, building in tree["buildings"].items()
        },
        board_foundations=tuple(foundation["id"] for foundation in tree["board_foundations"]),
        starting_foundations=tuple(foundation["id"] for foundation in tree["starting_foundations"]),
        relic_spaces=tuple(read_effects(space) for space in tree["relic_spaces"]),
        fame_length=tree["fame"]["length"],
        fame_spaces={int(at): read_effects(effects) for at, effects in tree["fame"]["spaces"].items()},
        wins_at_once=tree["fame"]["victory"] == "immediate",
        counters={
            counter["id"]: Counter(counter["start"], counter["min"], counter["max"])
            for counter in tree["counters"]
        },
        statics=frozenset(tree["statics"]),
        triggers={
            trigger: tuple(source for source in sources if source.ability.trigger == trigger)
            for trigger in triggers
        },
        abilities={source.ability.id: source for source in sources},
    )
