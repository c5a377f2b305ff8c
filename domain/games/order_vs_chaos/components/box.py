"""The box as the rules read it: every card by its id, and the maps made ready for play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.games.order_vs_chaos.components.document import (
    Ability,
    ArchEnemy,
    AttackCard,
    ChaosHero,
    Document,
    Equipment,
    EventCard,
    HandWeapon,
    HeroSheet,
    Location,
    LocationCard,
    MapSide,
    Monster,
    OrderHero,
)
from domain.kernel import readable

Sheet = TypeVar("Sheet", OrderHero, ChaosHero, Monster, ArchEnemy)
Thing = TypeVar(
    "Thing",
    MapSide,
    Location,
    OrderHero,
    ChaosHero,
    Monster,
    ArchEnemy,
    AttackCard,
    HandWeapon,
    Ability,
    Equipment,
    EventCard,
)


class Map(Struct, frozen=True):
    """A map made ready for play: kinds, neighbours in location order, starts by side."""

    id: str
    kinds: Mapping[str, str]
    neighbours: dict[str, tuple[str, ...]]
    starts: dict[str, tuple[str, ...]]
    arch_enemy: str


class Box(Struct, frozen=True):
    """The component set made ready for play: every card by its id."""

    document: Document
    die_faces: tuple[str, ...]
    maps: dict[str, Map]
    cards: dict[str, LocationCard]
    heroes: dict[str, HeroSheet]
    heroes_of: dict[str, tuple[str, ...]]
    monsters: dict[str, Monster]
    arch_enemies: dict[str, ArchEnemy]
    attacks: dict[str, AttackCard]
    weapons: Mapping[str, AttackCard]
    equipment: dict[str, Equipment]
    items: frozenset[str]
    events: dict[str, EventCard]


def ready(document: Document) -> Box:
    """The tables of a valid document. Parts without a name go by their id."""
    document = replace(
        document,
        maps=tuple(replace(side, locations=_named(side.locations)) for side in _named(document.maps)),
        order_heroes=_armed(document.order_heroes),
        chaos_heroes=_armed(document.chaos_heroes),
        monsters=_armed(document.monsters),
        arch_enemies=_armed(document.arch_enemies),
        weapons=_named(document.weapons),
        equipment=_named(document.equipment),
        event_cards=_named(document.event_cards),
    )
    sheets = (*document.order_heroes, *document.chaos_heroes)
    weapons = {weapon.id: weapon for weapon in document.weapons}
    equipment = {item.id: item for item in document.equipment}
    return Box(
        document=document,
        die_faces=document.die_faces,
        maps={side.id: _map(side) for side in document.maps},
        cards={card.id: card for card in document.location_cards},
        heroes={sheet.id: sheet for sheet in sheets},
        heroes_of={
            "order": tuple(sheet.id for sheet in document.order_heroes),
            "chaos": tuple(sheet.id for sheet in document.chaos_heroes),
        },
        monsters={monster.id: monster for monster in document.monsters},
        arch_enemies={enemy.id: enemy for enemy in document.arch_enemies},
        attacks=weapons | {attack.id: attack for fighter in document.fighters for attack in fighter.attacks},
        weapons=weapons,
        equipment=equipment,
        items=frozenset(weapons) | frozenset(equipment),
        events={card.id: card for card in document.event_cards},
    )


def _armed(sheets: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
    return tuple(
        replace(sheet, attacks=_named(sheet.attacks), abilities=_named(sheet.abilities))
        for sheet in _named(sheets)
    )


def _named(parts: tuple[Thing, ...]) -> tuple[Thing, ...]:
    return tuple(part if part.name else replace(part, name=readable(part.id)) for part in parts)


def _map(side: MapSide) -> Map:
    order = {location.id: index for index, location in enumerate(side.locations)}
    near: dict[str, set[str]] = {location: set() for location in order}
    for one, other in side.edges:
        near[one].add(other)
        near[other].add(one)
    kinds = {location.id: location.kind for location in side.locations}
    return Map(
        id=side.id,
        kinds=kinds,
        neighbours={one: tuple(sorted(others, key=order.__getitem__)) for one, others in near.items()},
        starts={
            team: tuple(location for location, kind in kinds.items() if kind == f"{team}_start")
            for team in ("order", "chaos")
        },
        arch_enemy=next(location for location, kind in kinds.items() if kind == "arch_enemy"),
    )
