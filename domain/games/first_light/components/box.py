"""The box as the rules read it: lookups by id, and the boards laid out for one table."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping

from msgspec import Struct

from domain.games.first_light.components.benefits import BONUSES, IGNORES_SETBACKS, MODIFIERS, Bonus
from domain.games.first_light.components.document import (
    LOCATIONS,
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

TABLE_SIZES = (1, 2, 3, 4)
CLOSED_COLUMN_BELOW = 3
"""FL-107: with a smaller table the left-most Depository column is closed."""


class Box(Struct, frozen=True):
    """One edition, typed, with what the rules look up."""

    document: Document
    items: dict[str, ItemCard]
    item_counts: dict[str, int]
    item_total: int
    modifiers: dict[str, tuple[Modifier, ...]]
    bonuses: dict[str, Bonus]
    ignores_setbacks: frozenset[str]
    events: dict[str, EventCard]
    event_modifiers: dict[str, tuple[Modifier, ...]]
    characters: dict[str, Character]
    farm_tiles: dict[str, Tile]
    farm_counts: dict[str, int]
    upgrade_tiles: dict[str, Tile]
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
    abilities: dict[str, Effect]
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
        item_counts={card.id: card.count for card in document.items},
        item_total=sum(card.count for card in document.items),
        modifiers={card.id: _modifiers(card) for card in document.items},
        bonuses={
            card.id: BONUSES[card.benefit]
            for card in document.items
            if isinstance(card.benefit, str) and card.benefit in BONUSES
        },
        ignores_setbacks=frozenset(card.id for card in document.items if card.benefit == IGNORES_SETBACKS),
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


def all_tiles(tiles: Mapping[str, Tile]) -> Counter[str]:
    """How many of each tile the box holds."""
    return Counter({tile.id: tile.count for tile in tiles.values()})


def _modifiers(card: ItemCard) -> tuple[Modifier, ...]:
    if isinstance(card.benefit, str):
        return MODIFIERS.get(card.benefit, ())
    return card.benefit.modifiers if card.benefit.kind == "modifiers" else ()
