"""Reading a sound document of Chaos Order into its typed box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.chaos_order.components.box import (
    ACTION_PHASES,
    BUILDING_TYPES,
    CONTROL_TRIGGERS,
    Ability,
    Attribute,
    Auxiliary,
    Border,
    Box,
    Building,
    BuildingSpace,
    Card,
    Column,
    Counter,
    Effect,
    Effects,
    Exchange,
    Face,
    Faction,
    FastTrack,
    Foundation,
    LeaderSide,
    NeutralPair,
    Place,
    Play,
    PricingToken,
    ProductionToken,
    Section,
    Source,
)
from domain.kernel import Json


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
            tree["id"]: Place(tree["id"], "land", tree["set"], (), _production(tree.get("production")))
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
