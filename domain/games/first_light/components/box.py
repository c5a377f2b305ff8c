"""The box: lookups by id, the boards laid out for one table, and the 35 Items (FL-501 … FL-535).

Each Item is a row of data; the rules know only its kind.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping

from msgspec import Struct

from domain.games.first_light.components.document import (
    LOCATIONS,
    RESOURCES,
    AcademySpace,
    BasePart,
    Bundle,
    CampSpace,
    Cell,
    Character,
    Condition,
    Document,
    Effect,
    EventCard,
    ItemCard,
    MarketSpace,
    Modifier,
    Opponent,
    Scheme,
    Space,
    Tile,
)

# The effects of the 35 named Items, FL-501 to FL-535: rows of data; the rules know only their kinds.


class Bonus(Struct, frozen=True):
    """Points at the end: `points` for each full `per` of what is counted."""

    counts: str
    points: int = 1
    per: int = 1


MODIFIERS: dict[str, tuple[Modifier, ...]] = {
    "FL-501": (Modifier("laboratory", reduce={"algae": 2}),),
    "FL-502": (Modifier("foundry", reduce={"water": 5}),),
    "FL-503": (Modifier("negotiation", gain={"water": 5}),),
    "FL-504": (Modifier("academy", gain={"dice": 1}),),
    "FL-505": (Modifier("control_room", reduce={"power": 1}),),
    "FL-506": (Modifier("control_room", reduce={"water": 5}),),
    "FL-507": (Modifier("laboratory", reduce={"water": 7}),),
    "FL-508": (Modifier("headquarters", gain={"items": 2}),),
    "FL-509": (Modifier("negotiation", "jrayek", gain={"dice": 1}),),
    "FL-510": (Modifier("mining_camp", reduce={"water": 5}),),
    "FL-511": (Modifier("market", gain={"water": 5}),),
    "FL-512": (Modifier("depository", gain={"items": 1}),),
    "FL-513": (Modifier("negotiation", "leyrien", gain={"dice": 1}),),
    "FL-514": (Modifier("market", gain={"algae": 2}),),
    "FL-515": (),
    "FL-516": (Modifier("headquarters", gain={"water": 5}),),
    "FL-517": (Modifier("depository", reduce={"water": 5}),),
    "FL-518": (Modifier("foundry", reduce={"power": 1}),),
    "FL-519": (Modifier("negotiation", "zcharo", gain={"dice": 1}),),
    "FL-520": (Modifier("market", gain={"power": 1}),),
}

IGNORES_SETBACKS = "FL-515"

BONUSES: dict[str, Bonus] = {
    "FL-521": Bonus("negotiation_dice"),
    "FL-522": Bonus("hand", per=2),
    "FL-523": Bonus("depository_dice"),
    "FL-524": Bonus("water", per=5),
    "FL-525": Bonus("upgrade_tiles"),
    "FL-526": Bonus("jrayek_dice", points=2),
    "FL-527": Bonus("farm_tiles"),
    "FL-528": Bonus("leyrien_dice", points=2),
    "FL-529": Bonus("end_game_items", points=2),
    "FL-530": Bonus("loose_dice"),
    "FL-531": Bonus("algae", per=4),
    "FL-532": Bonus("in_game_items", points=2),
    "FL-533": Bonus("gems", per=2),
    "FL-534": Bonus("power", per=2),
    "FL-535": Bonus("zcharo_dice", points=2),
}

NAMED_ITEMS: dict[str, str] = {
    "algae_cells": "FL-501",
    "aqua_cannon": "FL-502",
    "aqua_pack": "FL-503",
    "captains_hat": "FL-504",
    "fuel_refiner": "FL-505",
    "hydrolic_core": "FL-506",
    "ice_stones": "FL-507",
    "id_badge": "FL-508",
    "jrayek_armour": "FL-509",
    "jrayek_drill": "FL-510",
    "jrayek_pump": "FL-511",
    "ledger": "FL-512",
    "leyrien_armour": "FL-513",
    "leyrien_basket": "FL-514",
    "leyrien_sceptre": "FL-515",
    "security_codes": "FL-516",
    "soda_supply": "FL-517",
    "spare_parts": "FL-518",
    "zcharo_armour": "FL-519",
    "zcharo_lamp": "FL-520",
    "alien_relic": "FL-521",
    "archive": "FL-522",
    "engineer_bot": "FL-523",
    "grogg": "FL-524",
    "jakhaw": "FL-525",
    "jrayek_shield": "FL-526",
    "karvyk": "FL-527",
    "leyrien_scythe": "FL-528",
    "security_drone": "FL-529",
    "sleep_capsules": "FL-530",
    "uxolotyl": "FL-531",
    "worker_drone": "FL-532",
    "yeki": "FL-533",
    "zcarpi": "FL-534",
    "zcharo_flyer": "FL-535",
}
"""The 35 names of the source, each with the rule of its benefit."""


# The box as the rules read it: lookups by id, and the boards laid out for one table.

TABLE_SIZES = (1, 2, 3, 4)
CLOSED_COLUMN_BELOW = 3
"""FL-107: with a smaller table the left-most Depository column is closed."""


class Box(Struct, frozen=True):
    """One edition, typed, with what the rules look up."""

    document: Document
    items: dict[str, ItemCard]
    starting_resources: dict[str, int]
    item_counts: dict[str, int]
    item_total: int
    modifiers: dict[str, tuple[Modifier, ...]]
    bonuses: dict[str, Bonus]
    ignores_setbacks: frozenset[str]
    manual_items: frozenset[str]
    events: dict[str, EventCard]
    event_modifiers: dict[str, tuple[Modifier, ...]]
    characters: dict[str, Character]
    farm_tiles: dict[str, Tile[str]]
    farm_counts: dict[str, int]
    upgrade_tiles: dict[str, Tile[str]]
    upgrade_counts: dict[str, int]
    opponents: dict[str, Opponent]
    schemes: dict[str, Scheme]

    @property
    def base(self) -> BasePart:
        """The Research Base, the same for every colour."""
        return self.document.base


class Layout(Struct, frozen=True):
    """The boards as they lie on one table: sides chosen, distances measured."""

    box: Box
    table_size: int
    planet_side: str
    clan_sides: dict[str, str]
    spaces: dict[str, Space]
    centre: str
    rings: dict[str, int]
    steps: dict[str, tuple[str, ...]]
    directions: dict[int, str]
    caches: tuple[str, ...]
    cache_yield: Bundle
    cells: dict[str, tuple[Cell, ...]]
    conditions: tuple[Condition, ...]
    rewards: tuple[str, ...]
    punishments: tuple[str, ...]
    abilities: dict[str, Effect[str]]
    columns: tuple[int, ...]
    closed_column: int | None
    slots: int
    camp: tuple[CampSpace, ...]
    market: tuple[MarketSpace, ...]
    academy: tuple[AcademySpace, ...]
    space_counts: dict[str, int]


def read(document: Document) -> Box:
    """The lookups of a checked document."""
    return Box(
        document=document,
        items={card.id: card for card in document.items},
        starting_resources={name: document.starting_resources.get(name, 0) for name in RESOURCES},
        item_counts={card.id: card.count for card in document.items},
        item_total=sum(card.count for card in document.items),
        modifiers={card.id: _modifiers(card) for card in document.items},
        bonuses={
            card.id: BONUSES[card.benefit]
            for card in document.items
            if isinstance(card.benefit, str) and card.benefit in BONUSES
        },
        ignores_setbacks=frozenset(card.id for card in document.items if card.benefit == IGNORES_SETBACKS),
        manual_items=frozenset(
            card.id
            for card in document.items
            if not isinstance(card.benefit, str) and card.benefit.kind == "manual"
        ),
        events={card.id: card for card in document.events},
        event_modifiers={
            card.id: card.effect.modifiers if card.effect.kind == "modifiers" else ()
            for card in document.events
        },
        characters={character.id: character for character in document.characters},
        farm_tiles={tile.id: tile for tile in document.farm_tiles},
        farm_counts={tile.id: tile.count for tile in document.farm_tiles},
        upgrade_tiles={tile.id: tile for tile in document.upgrade_tiles},
        upgrade_counts={tile.id: tile.count for tile in document.upgrade_tiles},
        opponents={opponent.id: opponent for opponent in document.ai_opponents},
        schemes={scheme.id: scheme for scheme in document.schemes},
    )


def lay_out(box: Box, table_size: int, planet_side: str, clan_sides: Mapping[str, str]) -> Layout:
    """The boards for a table of this size (FL-109), with the sides that the table picked."""
    document = box.document
    planet = document.planet.sides[planet_side]
    spaces = {space.id: space for space in planet.spaces}
    negotiation = document.negotiation.at(table_size)
    columns = document.depository.at(table_size).columns
    layout = {
        "mining_camp": len(document.mining_camp.at(table_size)),
        "laboratory": document.laboratory.at(table_size).spaces,
        "foundry": document.foundry.sides[document.foundry.by_table_size[str(table_size)]].spaces,
        "control_room": document.control_room.sides[
            document.control_room.by_table_size[str(table_size)]
        ].spaces,
        "market": len(document.market.at(table_size)),
        "academy": len(document.academy.spaces),
    }
    return Layout(
        box=box,
        table_size=table_size,
        planet_side=planet_side,
        clan_sides=dict(clan_sides),
        spaces=spaces,
        centre=planet.centre,
        rings=distances(spaces, planet.centre),
        steps={
            space.id: tuple(dict.fromkeys((*space.adjacent.values(), *space.arrows.values())))
            for space in planet.spaces
        },
        directions={int(value): direction for value, direction in document.control_room.directions.items()},
        caches=tuple(space.id for space in planet.spaces if space.cache_slot),
        cache_yield=document.gem_caches[0].yields,
        cells=negotiation.cells,
        conditions=negotiation.conditions,
        rewards=negotiation.rewards,
        punishments=negotiation.punishments,
        abilities={clan: document.clans[clan][side] for clan, side in clan_sides.items()},
        columns=columns,
        closed_column=columns[0] if table_size < CLOSED_COLUMN_BELOW else None,
        slots=document.headquarters.at(table_size).slots,
        camp=document.mining_camp.at(table_size),
        market=document.market.at(table_size),
        academy=document.academy.spaces,
        space_counts={location: layout[location] for location in LOCATIONS},
    )


def distances(spaces: Mapping[str, Space], start: str) -> dict[str, int]:
    """Steps to every space from `start`, over neighbours alone: arrows do not count."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in spaces[here].adjacent.values():
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def all_tiles(tiles: Mapping[str, Tile[str]]) -> Counter[str]:
    """How many of each tile the box holds."""
    return Counter({tile.id: tile.count for tile in tiles.values()})


def _modifiers(card: ItemCard) -> tuple[Modifier, ...]:
    if isinstance(card.benefit, str):
        return MODIFIERS.get(card.benefit, ())
    return card.benefit.modifiers if card.benefit.kind == "modifiers" else ()
