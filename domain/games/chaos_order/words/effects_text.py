"""The effects of a component set in words, with a symbol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from domain.games.chaos_order.components.box import Effects
from domain.games.chaos_order.words.effects_told import effects_told
from domain.games.chaos_order.words.phrases import titled
from domain.kernel import Json, told_of

SIDES = ("basic", "upgraded")

ICONS = {
    "gain_energy": "zap",
    "gain_gems": "gem",
    "draw_tactics": "layers",
    "gain_research": "search",
    "gain_fame": "star",
    "recruitment_points": "users",
    "movement_points": "footprints",
    "build_points": "house",
    "harvest_points": "package-check",
}
"""Symbols of the page for what effects bring."""


Tell: TypeAlias = Callable[[Effects | None], str]
"""Typed effects of the box → words; empty for none."""


def teller(document: Mapping[str, Json]) -> Tell:
    """Tells the effects of a set, with its own names of counters, abilities and texts."""
    named: dict[str, str] = {}
    for faction in document["factions"]:
        for thing in (*faction["counters"], *ability_trees(faction)):
            if name := told_of(thing)[0]:
                named[thing["id"]] = name

    def called(id: str) -> str:
        return named.get(id) or titled(id)

    def tell(effects: Effects | None) -> str:
        return effects_told(msgspec.to_builtins(effects), called) if effects else ""

    return tell


def ability_trees(faction: Json) -> Iterator[Json]:
    """Every ability of a faction, whatever carries it."""
    sides = [card[side] for card in (*faction["leaders"], *faction["attributes"]) for side in SIDES]
    for carrier in (faction, *sides, *faction["buildings"].values()):
        yield from carrier["abilities"]


def icon_of(effects: Effects | None) -> str | None:
    """A symbol for the first of them that has one."""
    return next((ICONS[effect.do] for effect in effects or () if effect.do in ICONS), None)
