"""What every part of a component set must meet: ids, dice, counts, texts. OC-C01, C02, C06, C10, C12."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.games.order_vs_chaos.components.document import FACES, GAME_KEY, SCHEMA, Document
from domain.games.order_vs_chaos.components.effects import PRIMITIVES
from domain.kernel import UNKNOWN, ComponentFault

Faults = Iterator[ComponentFault]
Constraint = Callable[[Document], Faults]

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
TIMINGS = frozenset({"own_turn", "own_battle", "any_battle", "round_start_any_battle", "any"})
FEWEST_FACES = 5
FEWEST_MONSTERS = 3
COUNTS = {
    "order_heroes": 7,
    "chaos_heroes": 7,
    "arch_enemies": 3,
    "weapons": 63,
    "equipment": 63,
    "event_cards": 42,
}


def identity(read: Document) -> Faults:
    if read.schema != SCHEMA or read.game != GAME_KEY:
        yield ComponentFault("OC-C01", f"schema must be {SCHEMA} and game {GAME_KEY}.", "/schema")
    if not read.edition:
        yield ComponentFault("OC-C01", "edition must not be empty.", "/edition")
    for name, times in Counter(_ids(read)).items():
        if times > 1:
            yield ComponentFault("OC-C01", f"The id {name} stands {times} times.")
        if not ID.fullmatch(name):
            yield ComponentFault("OC-C01", f"{name!r} is no id.")
    for card in read.event_cards:
        if card.id == UNKNOWN:
            yield ComponentFault("OC-C01", f"{card.id!r} is no id of an event card.")


def _ids(read: Document) -> Iterator[str]:
    for side in read.maps:
        yield side.id
        yield from (location.id for location in side.locations)
    yield from (card.id for card in read.location_cards)
    yield from (weapon.id for weapon in read.weapons)
    yield from (item.id for item in read.equipment)
    yield from (card.id for card in read.event_cards)
    for fighter in read.fighters:
        yield fighter.id
        yield from (attack.id for attack in fighter.attacks)
        yield from (ability.id for ability in fighter.abilities)


def dice(read: Document) -> Faults:
    faces = read.die_faces
    if len(faces) < FEWEST_FACES or set(faces) != set(FACES):
        yield ComponentFault(
            "OC-C02", "die_faces needs five entries or more: each of the five faces, no other.", "/die_faces"
        )


def counts(read: Document) -> Faults:
    for key, count in COUNTS.items():
        if len(getattr(read, key)) != count:
            yield ComponentFault("OC-C06", f"{key}: there must be {count}.", f"/{key}")
    if len(read.monsters) < FEWEST_MONSTERS:
        yield ComponentFault("OC-C06", f"monsters: at least {FEWEST_MONSTERS}.", "/monsters")


def texts(read: Document) -> Faults:
    abilities = [ability for fighter in read.fighters for ability in fighter.abilities]
    texts: list[tuple[str, str | None, tuple[dict[str, Any], ...] | None, bool]] = [
        (ability.id, ability.timing, ability.effects, ability.timing == "passive") for ability in abilities
    ]
    texts += [(item.id, item.timing, item.effects, False) for item in read.equipment]
    texts += [(card.id, card.timing, card.effects, card.timing is None) for card in read.event_cards]
    for name, timing, effects, exempt in texts:
        if timing not in TIMINGS and not exempt:
            yield ComponentFault("OC-C10", f"{name}: {timing} is no timing.")
        if not all(_template(effect) for effect in effects or ()):
            yield ComponentFault("OC-C10", f"{name}: an effect outside the closed list.")
    if any(ability.stamina < 0 for ability in abilities):
        yield ComponentFault("OC-C10", "An ability costs no less than 0 stamina.")
    for card in read.event_cards:
        if card.kind not in ("instant", "keep"):
            yield ComponentFault("OC-C10", f"{card.id}: an event card is instant or keep.")


def _template(effect: Mapping[str, Any]) -> bool:
    op = effect.get("op")
    fields = PRIMITIVES.get(op) if isinstance(op, str) else None
    return fields is not None and effect.keys() - {"op", "optional"} <= fields


def invented(read: Document) -> Faults:
    for key in read.invented:
        if key not in Document.__struct_fields__:
            yield ComponentFault("OC-C12", f"{key} is no top-level key.", "/invented")
