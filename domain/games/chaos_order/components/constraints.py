"""The constraints on a component set (CO-C1 … CO-C30): contents and factions, with those of the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, FACTION_COUNTS, RELICS
from domain.games.chaos_order.components.effects import AMOUNTS, EFFECT_NAMES, MOST_AMOUNT
from domain.games.chaos_order.components.map_constraints import (
    TILES_IN_A_SET,
    Faults,
    Tree,
    by_set,
    called,
    map_faults,
)
from domain.kernel import ComponentFault, Json


def _of(number: int, thing: str) -> str:
    """`1 space`, `3 spaces`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _effect(do: str) -> str:
    return EFFECT_NAMES[do].lower()


def _either(words: Sequence[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


# What each faction of a component set must keep to: CO-C20 … CO-C29.

FOUNDATION_ABILITIES = {
    "stronghold_gems_as_research": "research instead of the strongholds’ gems",
    "gem_lock_for_energy": "2 energy instead of a gem for a gem lock",
    "harvest_from_any_building": "harvest with any building",
    "hand_limit_six": "six cards in hand and 2 energy",
    "base_adjacent_to_any_building": "the base next to any building",
}
"""The abilities under the board foundations in words; the first lies topmost (CO-520 … CO-524)."""
STATICS = {
    "lake_access": "enters lakes",
    "many_leaders_per_region": "several leaders in a region",
    "many_outposts_per_region": "several outposts in a region",
}
"""What a faction may always do, in words (CO-593)."""
STATICS_OF = {
    "oxataya": ("lake_access", "many_leaders_per_region"),
    "zcharo": ("many_outposts_per_region",),
}
ORANGE_TOKENS = 4
START_GEMS = 1
OFF_THE_BOARD = 2
OUTPOST_STRENGTH = 2
STARTING_FOUNDATIONS = 2
ZCHARO_FAME = 20
FAME_EFFECTS = (
    "gain_energy",
    "gain_gems",
    "gain_research",
    "draw_tactics",
    "recruitment_points",
    "redeploy",
)


def _c20(faction: Tree, at: str) -> Faults:
    """Only warned of: no rule counts them."""
    orange = sum(token["back"] == "orange" for token in faction["pricing_tokens"])
    if faction["id"] != "jrayek" and orange != ORANGE_TOKENS:
        yield ComponentFault(
            "CO-C20",
            f"{called(faction)}: {ORANGE_TOKENS} pricing tokens with an orange back are in the box; "
            f"here are {orange}.",
            f"{at}/pricing_tokens",
        )


def _c21(faction: Tree, at: str) -> Faults:
    gems = START_GEMS + sum(e.get("n", 1) for e in faction["setup"] if e["do"] == "gain_gems")
    costs = [leader["basic"]["gem_cost"] for leader in faction["leaders"]]
    if not any(cost <= gems for cost in costs):
        only = "/0/basic/gem_cost" if len(costs) == 1 else ""
        yield ComponentFault(
            "CO-C21",
            f"{called(faction)} must be able to pay for a leader at setup, with {_of(gems, 'gem')}; "
            + (f"the cheapest costs {min(costs)}." if costs else "here is no leader."),
            f"{at}/leaders{only}",
        )


def _c22(faction: Tree, at: str) -> Faults:
    total, track = faction["fighters"]["total"], faction["fighters"]["on_track"]
    if not track:
        yield ComponentFault(
            "CO-C22", "The recruitment track has at least one sector.", f"{at}/fighters/on_track"
        )
    elif total - sum(track) < OFF_THE_BOARD:
        yield ComponentFault(
            "CO-C22",
            f"{called(faction)}: at least {OFF_THE_BOARD} fighters start on the map; "
            f"of {total} fighters {sum(track)} start on the recruitment track.",
            f"{at}/fighters",
        )


def _c23(faction: Tree, at: str) -> Faults:
    fast, name = faction["fast_track"], called(faction)
    if (fast is None) != (faction["id"] == "ai"):
        missing = "has a fast track; here is none" if fast is None else "has no fast track; here is one"
        yield ComponentFault("CO-C23", f"{name} {missing}.", f"{at}/fast_track")
    elif fast is not None and (fast["to"] == "drop_ship") != (faction["id"] == "circadians"):
        leads = "drop ship" if faction["id"] == "circadians" else "base"
        yield ComponentFault(
            "CO-C23", f"The fast track of {name} leads to their {leads}.", f"{at}/fast_track/to"
        )


def _c24(faction: Tree, at: str) -> Faults:
    buildings = faction["buildings"]
    for kind in BUILDING_TYPES:
        if kind not in buildings:
            yield ComponentFault("CO-C24", f"{called(faction)} has no {kind}s here.", f"{at}/buildings")
        elif not buildings[kind]["spaces"]:
            yield ComponentFault(
                "CO-C24", f"There is at least one space for {kind}s.", f"{at}/buildings/{kind}/spaces"
            )
    strength = buildings.get("outpost", {}).get("strength", OUTPOST_STRENGTH)
    if strength != OUTPOST_STRENGTH:
        yield ComponentFault(
            "CO-C24",
            f"Outposts have strength {OUTPOST_STRENGTH}; here is {strength}.",
            f"{at}/buildings/outpost/strength",
        )


def _c25(faction: Tree, at: str) -> Faults:
    abilities = [foundation["ability"] for foundation in faction["board_foundations"]]
    here = f"{at}/board_foundations"
    for number, ability in enumerate(abilities):
        if ability in abilities[:number]:
            yield ComponentFault(
                "CO-C25",
                f"Each ability lies under one board foundation; here under two: "
                f"{FOUNDATION_ABILITIES[ability]}.",
                f"{here}/{number}/ability",
                (f"{here}/{abilities.index(ability)}/ability",),
            )
    topmost, *_ = FOUNDATION_ABILITIES
    if lacking := [words for ability, words in FOUNDATION_ABILITIES.items() if ability not in abilities]:
        yield ComponentFault("CO-C25", f"No board foundation here covers {' and '.join(lacking)}.", here)
    elif abilities[0] != topmost:
        yield ComponentFault(
            "CO-C25",
            f"The topmost board foundation covers {FOUNDATION_ABILITIES[topmost]}.",
            f"{here}/0/ability",
        )


def _c26(faction: Tree, at: str) -> Faults:
    count = len(faction["starting_foundations"])
    if count != STARTING_FOUNDATIONS:
        yield ComponentFault(
            "CO-C26",
            f"{called(faction)} has {STARTING_FOUNDATIONS} starting foundations; here are {count}.",
            f"{at}/starting_foundations",
        )


def _c27(faction: Tree, at: str) -> Faults:
    fame, zcharo, name = faction["fame"], faction["id"] == "zcharo", called(faction)
    length = fame["length"]
    if (fame["victory"] == "immediate") == zcharo:
        when = "when the relics are checked" if zcharo else "at once"
        yield ComponentFault("CO-C27", f"{name} wins by fame {when}.", f"{at}/fame/victory")
    if zcharo and length != ZCHARO_FAME:
        yield ComponentFault(
            "CO-C27",
            f"The fame track of {name} has {ZCHARO_FAME} spaces; here are {length}.",
            f"{at}/fame/length",
        )
    for position, effects in fame["spaces"].items():
        here = f"{at}/fame/spaces/{position}"
        if not (position.isascii() and position.isdigit() and 1 <= int(position) <= length):
            yield ComponentFault(
                "CO-C27", f"The spaces of this fame track go by the numbers 1 to {length}.", here
            )
        for number, effect in enumerate(effects):
            if effect["do"] not in FAME_EFFECTS:
                allowed = _either([_effect(do) for do in FAME_EFFECTS])
                yield ComponentFault(
                    "CO-C27",
                    f"A space of a fame track gives {allowed}; here is {_effect(effect['do'])}.",
                    f"{here}/{number}",
                )


def _c28(faction: Tree, at: str) -> Faults:
    statics, expected = faction["statics"], STATICS_OF.get(faction["id"], ())
    for number, static in enumerate(statics):
        if static not in expected or static in statics[:number]:
            told = "stands here twice" if static in expected else f"is not an ability of {called(faction)}"
            yield ComponentFault("CO-C28", f"“{STATICS[static]}” {told}.", f"{at}/statics/{number}")
    for static in expected:
        if static not in statics:
            yield ComponentFault(
                "CO-C28", f"{called(faction)} also has the ability “{STATICS[static]}”.", f"{at}/statics"
            )


def _c29(faction: Tree, at: str) -> Faults:
    count = len(faction["relic_spaces"])
    if not 1 <= count <= len(RELICS):
        yield ComponentFault(
            "CO-C29",
            f"A faction board has 1 to {len(RELICS)} spaces for relics; here are {count}.",
            f"{at}/relic_spaces",
        )


_FACTION_CHECKS = (_c21, _c22, _c23, _c24, _c25, _c26, _c27, _c28, _c29)


def _of_factions(document: Tree) -> Faults:
    for number, faction in enumerate(document["factions"]):
        for check in _FACTION_CHECKS:
            yield from check(faction, f"/factions/{number}")


# The constraints of a component set: CO-C1 … CO-C30.

COLUMNS = 5
LOOSE_TOKENS = 6
PLAIN_FOUNDATIONS = 3
PAIRS_AT = {2: 1, 3: 2, 4: 1, 5: 0}
"""How many neutral pairs lie out at a number of factions (CO-111)."""
PAIR_RELICS = (2, 4)
MAIN_ROWS = {
    "discover": ("gain_research",),
    "build": ("build_points",),
    "harvest": ("gain_energy", "harvest_points"),
    "recruit": ("recruitment_points",),
    "move": ("movement_points",),
}
AUXILIARY_ROWS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "discover": ("gems", ("gain_research", "draw_tactics")),
    "build": ("energy", ("build_points", "draw_tactics")),
    "harvest": ("energy", ("gain_gems",)),
    "recruit": ("energy", ("deploy_leader",)),
    "move": ("energy", ("upgrade_leader",)),
}
RESERVED = {"base", "supply", "drop_ship", "aside", "unknown"}
"""Words that name a place or a card by themselves and so cannot be ids (CO-C30)."""


def constraint_faults(document: Mapping[str, Json]) -> Faults:
    """Every constraint that a document of the right shape breaks."""
    for check in _CHECKS:
        yield from check(document)


def deviations(document: Mapping[str, Json]) -> Faults:
    """CO-C13, CO-C20: what the source counts otherwise and no rule depends on."""
    yield from _c13(document)
    for number, faction in enumerate(document["factions"]):
        yield from _c20(faction, f"/factions/{number}")


def gaps(document: Mapping[str, Json]) -> Faults:
    """What only sets may leave out or contradict that are stored already."""
    for at, place in enumerate(document["map"]["places"]):
        if place["kind"] == "land" and place.get("terrain") is None:
            message = "A land region is swamp, cliffs or plains."
            yield ComponentFault("CO-C7", message, f"/map/places/{at}/terrain")
    for number, faction in enumerate(document["factions"]):
        for at, counter in enumerate(faction["counters"]):
            least, most = counter["min"], counter["max"]
            here = f"/factions/{number}/counters/{at}"
            if most is not None and most < least:
                message = f"The counter cannot end below where it begins: {least} here."
                yield ComponentFault("CO-582", message, f"{here}/max", (f"{here}/min",))
            elif not least <= counter["start"] <= (MOST_AMOUNT if most is None else most):
                bounds = f"at least {least}" if most is None else f"{least} to {most}"
                yield ComponentFault(
                    "CO-582",
                    f"The counter starts at {counter['start']}; {bounds} is possible.",
                    f"{here}/start",
                )


def _c1(document: Tree) -> Faults:
    ids = [faction["id"] for faction in document["factions"]]
    if len(ids) < min(FACTION_COUNTS):
        yield ComponentFault(
            "CO-C1", f"A set has at least {min(FACTION_COUNTS)} factions; here is {len(ids)}.", "/factions"
        )
    for at, faction in enumerate(document["factions"]):
        if faction["id"] in ids[:at]:
            first = ids.index(faction["id"])
            yield ComponentFault(
                "CO-C1",
                f"Each faction is in the box once; {called(faction)} stands here twice.",
                f"/factions/{at}/id",
                (f"/factions/{first}/id",),
            )
    order = document["vault_order"]
    for at, id in enumerate(order):
        if id not in ids:
            yield ComponentFault("CO-C1", "The set has no such faction.", f"/vault_order/{at}")
        elif id in order[:at]:
            yield ComponentFault("CO-C1", "Each faction has one space in the vault.", f"/vault_order/{at}")
    for faction in document["factions"]:
        if faction["id"] not in order:
            message = f"Each faction has a space in the vault; here {called(faction)} has none."
            yield ComponentFault("CO-C1", message, "/vault_order")


def _c9(document: Tree) -> Faults:
    for colour, tiles in by_set(document["land_tiles"], "/land_tiles").items():
        if len(tiles) != TILES_IN_A_SET:
            yield ComponentFault(
                "CO-C9",
                f"There are {TILES_IN_A_SET} {colour} land tiles, one for each of their sites; "
                f"here are {len(tiles)}.",
                "/land_tiles",
                tuple(tiles),
            )


def _c10(document: Tree) -> Faults:
    relics = [foundation["relic"] for foundation in document["neutral_foundations"]]
    for at, relic in enumerate(relics):
        if relic is not None and relic in relics[:at]:
            first = relics.index(relic)
            yield ComponentFault(
                "CO-C10",
                f"Relic {relic} stands on one foundation; here on two.",
                f"/neutral_foundations/{at}/relic",
                (f"/neutral_foundations/{first}/relic",),
            )
    if lacking := [str(relic) for relic in RELICS if relic not in relics]:
        yield ComponentFault(
            "CO-C10",
            f"Each relic has a neutral foundation with its number; here none has {_either(lacking)}.",
            "/neutral_foundations",
        )
    plain = relics.count(None)
    if plain != PLAIN_FOUNDATIONS:
        yield ComponentFault(
            "CO-C10",
            f"{PLAIN_FOUNDATIONS} neutral foundations have no relic number; here are {plain}.",
            "/neutral_foundations",
        )


def _c11(document: Tree) -> Faults:
    pairs = document["neutral_pricing"]
    if len(pairs) != len(PAIR_RELICS):
        message = f"There are two pairs of neutral pricing tokens; here are {len(pairs)}."
        yield ComponentFault("CO-C11", message, "/neutral_pricing")
        return
    for factions, due in PAIRS_AT.items():
        showing = [
            f"/neutral_pricing/{at}/factions" for at, pair in enumerate(pairs) if factions in pair["factions"]
        ]
        if len(showing) != due:
            wrong = (
                showing
                if len(showing) > due
                else [there for at in range(2) if (there := f"/neutral_pricing/{at}/factions") not in showing]
            )
            yield ComponentFault(
                "CO-C11",
                f"Neutral pairs in play with {factions} factions: {due}; here {len(showing)}.",
                wrong[0] if len(wrong) == 1 else "/neutral_pricing",
                tuple(wrong[1:]) and tuple(wrong),
            )


def _c12(document: Tree) -> Faults:
    pairs = document["neutral_pricing"]
    for at, pair in enumerate(pairs):
        top, under = pair["top"]["cost"], pair["under"]["cost"]
        if under <= top:
            yield ComponentFault(
                "CO-C12",
                f"The token beneath costs more than the one on top: more than {top}; here {under}.",
                f"/neutral_pricing/{at}/under/cost",
            )
    relics = [pair["top"]["relic"] for pair in pairs]
    if set(relics) != set(PAIR_RELICS):
        for at, relic in enumerate(relics):
            if relic not in PAIR_RELICS or relic in relics[:at]:
                yield ComponentFault(
                    "CO-C12",
                    f"The tokens on top have the relic numbers 2 and 4; here is {relic}.",
                    f"/neutral_pricing/{at}/top/relic",
                )
        if len(relics) < len(PAIR_RELICS):
            yield ComponentFault(
                "CO-C12", "The tokens on top have the relic numbers 2 and 4.", "/neutral_pricing"
            )
        return
    if len(pairs) != len(PAIR_RELICS) or any(pair["under"]["cost"] <= pair["top"]["cost"] for pair in pairs):
        return  # that is told already
    early, late = sorted(range(len(pairs)), key=lambda at: int(pairs[at]["top"]["relic"]))
    places = [(early, "top"), (late, "top"), (early, "under"), (late, "under")]
    costs = [pairs[at][side]["cost"] for at, side in places]
    if not costs[0] < costs[1] < costs[2] < costs[3]:
        yield ComponentFault(
            "CO-C12",
            "The costs go up from the token on top with relic 2 to that with relic 4, then to the one "
            f"beneath relic 2 and the one beneath relic 4; here {', '.join(map(str, costs))}.",
            "/neutral_pricing",
            tuple(f"/neutral_pricing/{at}/{side}/cost" for at, side in places),
        )


def _c13(document: Tree) -> Faults:
    """Only warned of: no rule counts them."""
    count = len(document["production_tokens"])
    if count != LOOSE_TOKENS:
        yield ComponentFault(
            "CO-C13",
            f"{LOOSE_TOKENS} loose production tokens are in the box; here are {count}.",
            "/production_tokens",
        )


def _columns(document: Tree) -> Iterator[tuple[str, int, Tree, str]]:
    """Each column: its track, its number from 1, itself, its pointer."""
    for track in ACTION_PHASES:
        for at, column in enumerate(document["tracks"][track]):
            yield track, at + 1, column, f"/tracks/{track}/{at}"


def _c14(document: Tree) -> Faults:
    for track in ACTION_PHASES:
        count = len(document["tracks"][track])
        if count != COLUMNS:
            message = f"The {track} track has {COLUMNS} columns; here are {count}."
            yield ComponentFault("CO-C14", message, f"/tracks/{track}")
    for track, number, column, at in _columns(document):
        if number == 1 and column["lock_before"]:
            yield ComponentFault(
                "CO-C14", f"There is no gem lock before the first column of {track}.", f"{at}/lock_before"
            )
        if number == 1 and column["immediate"]:
            yield ComponentFault(
                "CO-C14", f"The first column of {track} has no immediate effect.", f"{at}/immediate"
            )


def _c15(document: Tree) -> Faults:
    for track, number, column, at in _columns(document):
        last = (track, number) == ("move", COLUMNS)
        wanted = (*MAIN_ROWS[track], *(("draw_tactics",) if last else ()))
        found = [effect["do"] for effect in column["main"]]
        if sorted(found) != sorted(wanted):
            here = " and ".join(_effect(do) for do in found) or "nothing"
            yield ComponentFault(
                "CO-C15",
                f"The main action of {track} column {number} gives {' and '.join(map(_effect, wanted))}; "
                f"here: {here}.",
                f"{at}/main",
            )
        for place, effect in enumerate(column["main"]):
            if last and effect["do"] == "draw_tactics" and effect.get("n", 1) != 1:
                message = f"The last column of move gives 1 tactics card; here {effect['n']}."
                yield ComponentFault("CO-C15", message, f"{at}/main/{place}/n")


def _choice(*effects: Tree) -> list[Json]:
    return [{"do": "choice", "of": [[effect] for effect in effects]}]


_DRAW = {"do": "draw_tactics", "n": 1}
_BUILD = (
    _choice({"do": "construct_foundation", "n": 1}, _DRAW),
    "a choice of 1 foundation or 1 tactics card",
)
IMMEDIATE_ROWS: Mapping[tuple[str, int], tuple[list[Json], str]] = {
    ("build", 2): _BUILD,
    ("build", 4): _BUILD,
    ("harvest", 3): (
        [{"do": "place_production_token", "on": ["land", "base"]}],
        "a production token to place on land or base",
    ),
    ("harvest", 5): ([{"do": "upgrade_production_token", "n": 1}], "1 production token to upgrade"),
    ("move", 4): (
        _choice({"do": "recruitment_points", "n": 2}, _DRAW),
        "a choice of 2 recruitment points or 1 tactics card",
    ),
}


def _amounts_told(tree: Json) -> Json:
    """Effects with each amount that is left out."""
    if isinstance(tree, list):
        return [_amounts_told(item) for item in tree]
    if not isinstance(tree, Mapping):
        return tree
    amount = {"n": 1} if tree.get("do") in AMOUNTS else {}
    return amount | {key: _amounts_told(value) for key, value in tree.items()}


def _c16(document: Tree) -> Faults:
    for track, number, column, at in _columns(document):
        expected, words = IMMEDIATE_ROWS.get((track, number), ([], "nothing"))
        if _amounts_told(column["immediate"]) != expected:
            yield ComponentFault(
                "CO-C16",
                f"Entering column {number} of {track} gives {words}; here is something else.",
                f"{at}/immediate",
            )


def _c17(document: Tree) -> Faults:
    for track, number, column, at in _columns(document):
        currency, gains = AUXILIARY_ROWS[track]
        options = column["auxiliary"]
        given = sorted([effect["do"] for effect in option["effects"]] for option in options)
        if options and given != sorted([gain] for gain in gains):
            yield ComponentFault(
                "CO-C17",
                f"The auxiliary action of {track} column {number}, where it has one, gives "
                f"{_either([_effect(gain) for gain in gains])}, each at its cost; here is something else.",
                f"{at}/auxiliary",
            )
        for place, option in enumerate(options):
            yield from _option_faults(option, currency, f"{at}/auxiliary/{place}")


def _option_faults(option: Tree, currency: str, at: str) -> Faults:
    other = "energy" if currency == "gems" else "gems"
    if option["cost"].get(currency, 0) <= 0:
        message = f"This auxiliary action costs {currency}: 1 or more; here 0."
        yield ComponentFault("CO-C17", message, f"{at}/cost/{currency}")
    if there := option["cost"].get(other, 0):
        message = f"This auxiliary action costs {currency} alone; here also {there} {other}."
        yield ComponentFault("CO-C17", message, f"{at}/cost/{other}")
    for place, effect in enumerate(option["effects"]):
        if effect["do"] != "gain_gems" and effect.get("n", 1) != 1:
            message = f"An auxiliary action gives {_effect(effect['do'])} once; here {effect['n']}."
            yield ComponentFault("CO-C17", message, f"{at}/effects/{place}/n")


def _c18(document: Tree) -> Faults:
    sections = document["combat_wheel"]["sections"]
    kinds = Counter(section["kind"] for section in sections)
    if kinds["retreat"] != 1 or kinds["massed"] != 1 or kinds["die"] < 2 or kinds["plain"] != 2:
        yield ComponentFault(
            "CO-C18",
            "The combat wheel has 1 retreat, 1 massed attack, 2 plain sections and 2 or more with a die; "
            f"here {kinds['retreat']}, {kinds['massed']}, {kinds['plain']} and {kinds['die']}.",
            "/combat_wheel/sections",
        )
    for at, section in enumerate(sections):
        icons, here = (section["left"], section["right"]), f"/combat_wheel/sections/{at}"
        if section["kind"] == "massed":
            for side in ("left", "right"):
                if section[side] != "attack":
                    message = f"The massed attack shows attack on both sides; here {section[side]}."
                    yield ComponentFault("CO-C18", message, f"{here}/{side}")
        elif icons == ("attack", "attack"):
            yield ComponentFault(
                "CO-C18", "Only the massed attack shows attack on both sides; here this section does.", here
            )
        if section["kind"] == "plain" and (
            icons.count("strength") != 1 or not set(icons) & {"attack", "shields"}
        ):
            yield ComponentFault(
                "CO-C18",
                "A plain section shows strength on one side and attack or shields on the other; "
                f"here {icons[0]} and {icons[1]}.",
                here,
            )


def _c19(document: Tree) -> Faults:
    faces = document["combat_die"]["faces"]
    if not faces:
        yield ComponentFault("CO-C19", "The combat die has at least one face.", "/combat_die/faces")
    for at, face in enumerate(faces):
        if face["strength"] <= 0 and face["shields"] <= 0:
            message = "Each face of the combat die shows strength or shields; here neither."
            yield ComponentFault("CO-C19", message, f"/combat_die/faces/{at}")


def _listed(things: Sequence[Tree], pointer: str) -> list[tuple[str, str]]:
    """The ids of a list with their pointers."""
    return [(thing["id"], f"{pointer}/{at}/id") for at, thing in enumerate(things)]


def _ability_ids(faction: Tree, at: str) -> list[tuple[str, str]]:
    carriers = [(faction, at)]
    carriers += [(building, f"{at}/buildings/{kind}") for kind, building in faction["buildings"].items()]
    for part in ("leaders", "attributes"):
        for number, thing in enumerate(faction[part]):
            carriers += [(thing[side], f"{at}/{part}/{number}/{side}") for side in ("basic", "upgraded")]
    return [
        found for carrier, here in carriers for found in _listed(carrier["abilities"], f"{here}/abilities")
    ]


def _ids(document: Tree) -> list[tuple[str, str]]:
    """The ids that the whole set shares."""
    found = _listed(document["map"]["places"], "/map/places")
    for part in ("land_tiles", "neutral_foundations", "production_tokens", "tactics_cards"):
        found += _listed(document[part], f"/{part}")
    for at, pair in enumerate(document["neutral_pricing"]):
        found += [(pair[side]["id"], f"/neutral_pricing/{at}/{side}/id") for side in ("top", "under")]
    for at, faction in enumerate(document["factions"]):
        for part in ("pricing_tokens", "leaders", "attributes", "board_foundations", "starting_foundations"):
            found += _listed(faction[part], f"/factions/{at}/{part}")
    return found


def _c30(document: Tree) -> Faults:
    shared = _ids(document)
    for id, at in shared:
        if id in RESERVED or id.startswith("printed:"):
            yield ComponentFault("CO-C30", f"“{id}” has a meaning of its own and cannot be an id.", at)
    kinds = [
        shared,
        _listed(document["combat_wheel"]["sections"], "/combat_wheel/sections"),
        _listed(document["map"]["borders"], "/map/borders"),
        _listed(document["neutral_pricing"], "/neutral_pricing"),
    ]
    kinds += [_ability_ids(faction, f"/factions/{at}") for at, faction in enumerate(document["factions"])]
    for ids in kinds:
        first: dict[str, str] = {}
        for id, at in ids:
            if id in first:
                yield ComponentFault("CO-C30", f"The id {id} is taken already.", at, (first[id],))
            first.setdefault(id, at)


_CHECKS: tuple[Callable[[Tree], Faults], ...] = (
    map_faults, _c1, _c9, _c10, _c11, _c12, _c14, _c15, _c16, _c17, _c18, _c19, _of_factions, _c30,
)  # fmt: skip
