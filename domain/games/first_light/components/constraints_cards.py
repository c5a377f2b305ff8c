"""The constraints on cards, counts, unique ids and published figures of a component set.

Only a set that claims to be the printed edition must have the published figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.first_light.components.box import BONUSES, MODIFIERS, NAMED_ITEMS
from domain.games.first_light.components.constraints import DICE_VALUES, Faults, demand, is_bundle
from domain.games.first_light.components.document import CLANS, LOCATIONS, Document, Effect, Modifier

# What clans, Events, characters, Items and the AI's parts must meet.

LEAST_AI_SLOTS = 4
ROWS_OF_DEPOSITORY = 3
MODIFIED_LOCATIONS = ("negotiation", "depository", "headquarters", *LOCATIONS)
SCHEME_LOCATIONS = (
    "negotiation",
    "depository",
    "laboratory",
    "foundry",
    "mining_camp",
    "market",
    "academy",
)
PROGRESS = ("execute", "harvest", "rest")
CHARACTERS = {
    "akira_hope": "wild_values",
    "dan_gautama": "extra_depository_reward",
    "jakob_olander": "free_upgrade_on_laboratory",
    "lysias_james": "setbacks_as_advancements",
    "naira_sol": "free_garages",
    "roslyn_ashford": "dice_limit",
    "sable_lesedi": "move_after_harvest",
    "troy_sullivan": "negotiation_discount",
}


def is_modifier(modifier: Modifier) -> bool:
    return (
        modifier.location in MODIFIED_LOCATIONS
        and (modifier.clan is None or (modifier.clan in CLANS and modifier.location == "negotiation"))
        and bool(modifier.reduce) != bool(modifier.gain)
        and is_bundle(modifier.reduce)
        and is_bundle(modifier.gain, also=("dice", "items"))
    )


def is_effect(effect: Effect, kinds: Iterable[str], gains: tuple[str, ...] = ()) -> bool:
    return (
        effect.kind in kinds
        and (effect.kind != "gain" or (bool(effect.gain) and is_bundle(effect.gain, also=gains)))
        and (
            effect.kind != "modifiers" or (bool(effect.modifiers) and all(map(is_modifier, effect.modifiers)))
        )
    )


def effects(document: Document) -> Faults:
    for clan in CLANS:
        yield from demand(
            bool(document.clans.get(clan))
            and all(
                is_effect(effect, ("none", "set_die", "gain", "move", "manual"), ("dice", "items"))
                for effect in document.clans[clan].values()
            ),
            "clan-effects",
            "A Clan Board has sides of the kinds none, set_die, gain, move or manual.",
            f"/clans/{clan}",
        )
    yield from demand(set(document.clans) == set(CLANS), "clans", "The three clans.", "/clans")
    allowed = {
        "reveal": (("gain", "manual"), ()),
        "round": (("none", "modifiers", "manual"), ()),
        "harvest": (("gain", "manual"), ("dice",)),
    }
    for place, event in enumerate(document.events):
        yield from demand(
            event.timing in allowed and is_effect(event.effect, *allowed[event.timing]),
            "event-effects",
            "The effect fits the Event's timing.",
            f"/events/{place}",
        )
    yield from demand(
        sum(event.id == "end_of_an_era" for event in document.events) == 1,
        "end-of-an-era",
        "Exactly one Event is end_of_an_era.",
        "/events",
    )


def characters(document: Document) -> Faults:
    for place, character in enumerate(document.characters):
        effect = character.effect
        kind = CHARACTERS.get(character.id)
        fits = {
            "wild_values": bool(effect.wild)
            and 6 in effect.to
            and set(effect.to) | set(effect.wild) <= set(DICE_VALUES)
            and effect.farms in ("six_only", "all"),
            "dice_limit": effect.limit > 5,
            "move_after_harvest": is_bundle(effect.cost),
            "negotiation_discount": effect.mode in ("half", "minus")
            and effect.amount >= 0
            and set(effect.clans) <= set(CLANS),
        }
        yield from demand(
            effect.kind == "manual" or (effect.kind == kind and fits.get(effect.kind, True)),
            "character-effects",
            "Each of the eight characters has its own kind of effect, with its parameters, or is manual.",
            f"/characters/{place}",
        )
    yield from demand(
        {character.id for character in document.characters} == set(CHARACTERS),
        "characters",
        "The eight characters of the source.",
        "/characters",
    )


def opponents(document: Document) -> Faults:
    rows = max(
        (len(column) for s in document.negotiation.sides.values() for column in s.cells.values()), default=0
    )
    for place, opponent in enumerate(document.ai_opponents):
        talks, stores = opponent.negotiation_points, opponent.depository_points
        yield from demand(
            opponent.slots >= LEAST_AI_SLOTS
            and sorted(opponent.progress_order) == sorted(PROGRESS)
            and (
                talks.kind == "printed"
                or (talks.kind == "per_die" and isinstance(talks.points, int))
                or (talks.kind == "per_row" and isinstance(talks.points, tuple) and len(talks.points) >= rows)
            )
            and (
                (stores.kind == "per_die" and isinstance(stores.points, int))
                or (
                    stores.kind == "per_row"
                    and isinstance(stores.points, tuple)
                    and len(stores.points) == ROWS_OF_DEPOSITORY
                )
            ),
            "ai-opponents",
            "At least four slots, an order of the three Progress Tiles, points by die, by row or as printed.",
            f"/ai_opponents/{place}",
        )


def schemes(document: Document) -> Faults:
    for place, scheme in enumerate(document.schemes):
        yield from demand(
            scheme.move_value in DICE_VALUES
            and len(scheme.options) == 3
            and all(
                option.location in SCHEME_LOCATIONS
                and option.value in DICE_VALUES
                and (option.clan in CLANS) == (option.location == "negotiation")
                and (option.gems > 0) == (option.location in ("mining_camp", "market"))
                and (option.dice > 0) == (option.location == "academy")
                for option in scheme.options
            ),
            "schemes",
            "A move value and three options, each with what its location needs (FL-R34).",
            f"/schemes/{place}",
        )


def items(document: Document) -> Faults:
    for place, card in enumerate(document.items):
        if isinstance(card.benefit, str):
            known = card.benefit in (MODIFIERS if card.kind == "in_game" else BONUSES)
        else:
            by_hand = ("manual",) if card.kind == "in_game" else ()
            known = is_effect(card.benefit, ("none", "modifiers", *by_hand))
        yield from demand(
            known and card.kind in ("in_game", "end_game") and card.points >= 0 and is_bundle(card.cost),
            "item-cards",
            "An Item has a price, points, a kind and a benefit that fits the kind (FL-536).",
            f"/items/{place}",
        )


# How many there are of each component, that no id stands twice, and of which kinds tiles are.

FARM_KINDS = ("water_3", "algae_2", "power_1", "producer", "gem_on_six", "dice_on_six", "points")
UPGRADE_KINDS = ("plus_minus_one", "water_discount", "free_garage", "increase_two", "flip", "points")
COUNTS = {"items": 36, "farm_tiles": 15, "upgrade_tiles": 18}
CARDS = {"events": 16, "schemes": 20, "ai_opponents": 4}
EXACTLY = {"characters": 8, "gem_caches": 6, "colours": 4}
"""The rules know each character, and the planet has a place for each Gem Cache."""


def counts(document: Document) -> Faults:
    for name, total in COUNTS.items():
        part = getattr(document, name)
        yield from demand(
            sum(row.count for row in part) >= total and all(row.count >= 1 for row in part),
            f"{name.replace('_', '-')}-count",
            f"The counts add up to {total} or more.",
            f"/{name}",
        )
    for name, total in (CARDS | EXACTLY).items():
        own = len(getattr(document, name))
        yield from demand(
            own == total or (name in CARDS and own > total),
            f"{name.replace('_', '-')}-count",
            f"{total} of them{'' if name in EXACTLY else ' or more'}.",
            f"/{name}",
        )
    for name in ("items", "events", "characters", "farm_tiles", "upgrade_tiles", "ai_opponents", "schemes"):
        ids = [row.id for row in getattr(document, name)]
        yield from demand(len(ids) == len(set(ids)), "ids", "No id stands twice.", f"/{name}")
    for name, kinds in (("farm_tiles", FARM_KINDS), ("upgrade_tiles", UPGRADE_KINDS)):
        yield from demand(
            all(tile.kind in kinds and tile.points >= 0 for tile in getattr(document, name)),
            "tile-kinds",
            "Tiles are of the kinds of FL-551..557 and FL-561..566.",
            f"/{name}",
        )
    yield from demand(
        len({tuple(sorted(cache.yields.items())) for cache in document.gem_caches}) <= 1
        and all(is_bundle(cache.yields, also=("dice",)) for cache in document.gem_caches),
        "gem-cache-yield",
        "One yield for all six tiles (R51).",
        "/gem_caches",
    )


def surplus(document: Document) -> Faults:
    """Of which components there are more than the rulebook counts: a set may have them."""
    for name, total in (COUNTS | CARDS).items():
        part = getattr(document, name)
        own = sum(row.count for row in part) if name in COUNTS else len(part)
        yield from demand(
            own <= total,
            f"{name.replace('_', '-')}-count",
            f"{own} of them, where the rulebook counts {total}.",
            f"/{name}",
        )


# Figures that the source reveals: a set that claims to be the printed edition shows each of them.

PRINTED_ITEM_POINTS = {
    "aqua_cannon": 2,
    "zcharo_lamp": 3,
    "alien_relic": 8,
    "uxolotyl": 6,
    "security_codes": 4,
}
AQUA_CANNON_COST = {"water": 3, "power": 2}
MARKET_LOTS = {"water": 3, "algae": 2, "power": 1}
YIELD_OF_THE_EXAMPLE = {"water": 3, "dice": 1}


def deviations(document: Document) -> Iterator[Faults]:
    """Every revealed figure that the document does not show."""
    part = document.base
    yield demand(part.garage_points[-1] == 8, "printed-garage-bonus", "8 points for four tiles.", "/base")
    yield demand(
        1 in part.garage_points[1:4],
        "printed-garage-value",
        "One Garage shows 1 point.",
        "/base/garage_points",
    )
    yield demand(
        part.farm_points[2:] == (4, 7),
        "printed-farm-values",
        "4 points, and 7 for three tiles.",
        "/base/farm_points",
    )
    yield demand(
        set(part.printed_farms[2].choices) == {"water", "power"},
        "printed-third-farm",
        "Farm 3 gives Water or Power.",
        "/base/printed_farms/2",
    )
    yield demand(
        part.production["water"][4] == 7 and part.production["power"][4] == 2,
        "printed-production",
        "A 5 produces 7 Water or 2 Power.",
        "/base/production",
    )
    yield demand(
        any(
            {k: v for k, v in space.yields.items() if v} == YIELD_OF_THE_EXAMPLE
            for side in document.planet.sides.values()
            for space in side.spaces
        ),
        "printed-yield",
        "Some space yields 3 Water and 1 die.",
        "/planet",
    )
    right = document.control_room.directions.get("2")
    yield demand(
        right in ("e", "right"), "printed-direction", "A 2 moves to the right.", "/control_room/directions"
    )
    yield demand(
        any(cache.points == 6 for cache in document.gem_caches),
        "printed-gem-cache",
        "One Gem Cache is worth 6.",
        "/gem_caches",
    )
    yield from _negotiation(document)
    yield from _locations(document)
    yield from _items(document)


def _negotiation(document: Document) -> Iterator[Faults]:
    sides = document.negotiation.sides
    yield demand(
        any(
            side.cells["leyrien"][0].cost == {"algae": 6}
            and side.cells["zcharo"][0].cost == {"power": 4}
            and any(cell.cost == {"algae": 9} and cell.points == 5 for cell in side.cells["leyrien"])
            for side in sides.values()
        ),
        "printed-negotiation",
        "On one side Leyrien starts at 6 Algae, Zcharo at 4 Power, and 9 Algae give 5 points.",
        "/negotiation/sides",
    )
    solo = document.negotiation.at(1).cells["jrayek"]
    yield demand(
        len(solo) >= 3
        and solo[2].cost.get("gems", 0) <= 4
        and (len(solo) == 3 or solo[3].cost.get("gems", 0) > 4),
        "printed-solo-price",
        "Alone, the third row of Jrayek costs at most 4 Gems and the fourth more.",
        "/negotiation",
    )
    yield demand(
        all({8, 10} <= {c.at_least for c in side.conditions if c.kind == "sum"} for side in sides.values()),
        "printed-sums",
        "8 and 10 are among the sums.",
        "/negotiation/sides",
    )
    yield demand(
        all(side.punishments[-1] == "farm" for side in sides.values()),
        "printed-last-punishment",
        "The right-most punishment is a Farm Tile.",
        "/negotiation/sides",
    )


def _locations(document: Document) -> Iterator[Faults]:
    yield demand(
        all(s.gems == 1 for camp in document.mining_camp.sides.values() for s in camp if s.sum == 10),
        "printed-mining-camp",
        "A sum of 10 gives 1 Gem.",
        "/mining_camp",
    )
    yield demand(
        document.foundry.stack_by_value[4] == 2,
        "printed-foundry",
        "A 5 takes the right-most stack.",
        "/foundry/stack_by_value",
    )
    yield demand(
        any(market[-1].lots == MARKET_LOTS for market in document.market.sides.values()),
        "printed-market",
        "Some right-most space trades 3 Water, 2 Algae, 1 Power.",
        "/market/sides",
    )
    spaces = document.academy.spaces
    yield demand(
        4 in spaces[len(spaces) // 2].values and document.academy.costs["1"] == {"algae": 2},
        "printed-academy",
        "A 4 goes to the middle space; one die costs 2 Algae.",
        "/academy",
    )
    yield demand(
        any(effect.kind == "set_die" for effect in document.clans["leyrien"].values()),
        "printed-leyrien",
        "One side of Leyrien sets a die.",
        "/clans/leyrien",
    )


def _items(document: Document) -> Iterator[Faults]:
    cards = {card.id: card for card in document.items}
    yield demand(
        all(name in cards and cards[name].benefit == rule for name, rule in NAMED_ITEMS.items()),
        "printed-items",
        "The 35 named Items, each with its own benefit.",
        "/items",
    )
    yield demand(
        all(name in cards and cards[name].points == points for name, points in PRINTED_ITEM_POINTS.items())
        and cards["aqua_cannon"].cost == AQUA_CANNON_COST,
        "printed-item-figures",
        "Aqua Cannon costs 3 Water and 2 Power; the points that the source shows.",
        "/items",
    )
