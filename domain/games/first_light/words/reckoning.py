"""What a die will cost and bring, reckoned from the view and what is printed (FL-233 … FL-245, FL-56x)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.games.first_light.components.document import Bundle, Effect, Modifier, PlanetSide, Space
from domain.games.first_light.rules.prices import WATER_DISCOUNT
from domain.games.first_light.state import FIRST_TILE_SLOT
from domain.games.first_light.words.counting import MANY_OF, bundle
from domain.games.first_light.words.names import box_of
from domain.kernel import Json, Naming

NO_EFFECT = Effect("none")


class Die(NamedTuple):
    """The die that a seat must use now: where it lies, what it shows, the Algae of its Garage, its tile."""

    origin: str
    slot: int
    face: int
    algae: int = 0
    tile: str = ""


def ability(view: Json, naming: Naming, seat: str) -> Effect:
    """What the seat's character does, as far as the viewer knows it."""
    character = box_of(naming).characters.get(view["seats"][seat]["character"] or "")
    return NO_EFFECT if character is None else character.effect


def acting_die(view: Json, naming: Naming, seat: str) -> Die | None:
    """FL-230, FL-236: the die that the seat must use now; None where none is due."""
    if view["active"] != seat:
        return None
    if view["phase"] == "headquarters":
        return next(_headquarters(view), None)
    slots = garage_slots(view, seat)
    return garage_die(view, naming, seat, slots[0]) if slots else None


def second_die(view: Json, naming: Naming, seat: str, first: Die) -> Die | None:
    """FL-325: the die that makes a pair with it."""
    if first.origin == "headquarters":
        for die in _headquarters(view):
            if die.slot != first.slot and view["headquarters"][die.slot - 1]["owner"] == seat:
                return die
    slots = [slot for slot in garage_slots(view, seat) if first.origin != "garage" or slot > first.slot]
    return garage_die(view, naming, seat, slots[0]) if slots else None


def _headquarters(view: Json) -> Iterator[Die]:
    for slot, die in enumerate(view["headquarters"], 1):
        if die is not None and die["round_placed"] < view["round"]:
            yield Die("headquarters", slot, die["value"])


def garage_slots(view: Json, seat: str) -> list[int]:
    """The Garages that hold a die, left to right."""
    return [slot for slot, die in enumerate(view["seats"][seat]["garages"], 1) if die is not None]


def garage_die(view: Json, naming: Naming, seat: str, slot: int) -> Die:
    """The die of a Garage, with its Algae (FL-237, FL-545, FL-563)."""
    tile = garage_tile(view, naming, seat, slot)
    face = view["seats"][seat]["garages"][slot - 1] or 0
    return Die("garage", slot, face, garage_algae(view, naming, seat, slot), tile)


def garage_tile(view: Json, naming: Naming, seat: str, slot: int) -> str:
    """The kind of the tile that lies in a Garage; that of Garage 1 is its vehicle (FL-240)."""
    if slot == 1:
        return "plus_minus_one"
    upgrades = view["seats"][seat]["upgrades"]
    at = slot - FIRST_TILE_SLOT["upgrade"]
    return box_of(naming).upgrade_tiles[upgrades[at]].kind if at < len(upgrades) else ""


def garage_algae(view: Json, naming: Naming, seat: str, slot: int) -> int:
    """What the die of a Garage costs when it is used."""
    is_free = ability(view, naming, seat).kind == "free_garages"
    if is_free or garage_tile(view, naming, seat, slot) == "free_garage":
        return 0
    return box_of(naming).base.garage_costs[slot - 1]


def modifiers(
    view: Json, naming: Naming, seat: str, location: str, clan: str | None = None
) -> Iterator[Modifier]:
    """What acquired Items and the Event change there for the seat."""
    box, event = box_of(naming), view["event"]
    sources = [box.modifiers.get(held["item"], ()) for held in view["seats"][seat]["acquired"]]
    sources += [box.event_modifiers.get(event["id"], ())] if event is not None else []
    for source in sources:
        for modifier in source:
            if modifier.location == location and modifier.clan in (None, clan):
                yield modifier


def price(
    view: Json,
    naming: Naming,
    seat: str,
    location: str,
    printed: Mapping[str, int],
    *dice: Die,
    clan: str | None = None,
) -> Bundle:
    """FL-245: the printed cost less every reduction."""
    cost = {resource: amount for resource, amount in printed.items() if amount}
    reductions = [one.reduce for one in modifiers(view, naming, seat, location, clan)]
    reductions += [{"water": WATER_DISCOUNT} for die in dice if die.tile == "water_discount"]
    for reduction in reductions:
        for resource, less in reduction.items():
            if resource in cost:
                cost[resource] = max(0, cost[resource] - less)
    return {resource: amount for resource, amount in cost.items() if amount}


def cell_price(view: Json, naming: Naming, seat: str, clan: str, row: int, *dice: Die) -> Bundle:
    """FL-305, FL-548: what a cell of the Negotiation Board costs the seat."""
    printed: Bundle = view["negotiation"]["cells"][clan][row - 1]["cost"]
    effect = ability(view, naming, seat)
    if effect.kind == "negotiation_discount" and clan in effect.clans:
        printed = {
            resource: (amount + 1) // 2 if effect.mode == "half" else max(0, amount - effect.amount)
            for resource, amount in printed.items()
        }
    return price(view, naming, seat, "negotiation", printed, *dice, clan=clan)


def extra_gain(view: Json, naming: Naming, seat: str, location: str, clan: str | None = None) -> Bundle:
    """What Items and the Event give there on top."""
    total: Bundle = {}
    for modifier in modifiers(view, naming, seat, location, clan):
        for what, number in modifier.gain.items():
            total[what] = total.get(what, 0) + number
    return total


def comes(view: Json, seat: str, gains: Mapping[str, int]) -> str:
    """What of a gain there is to be had: Items that can still be drawn, dice of the supply (FL-709)."""
    found = possible(view, seat, gains)
    missing = [MANY_OF[what] for what in gains if not found[what]]
    return bundle(found) if any(found.values()) else f"nothing: no {' and '.join(missing)} left"


def possible(view: Json, seat: str, gains: Mapping[str, int]) -> Bundle:
    """How much of a gain there is to be had."""
    there = {
        "items": view["item_deck"] + len(view["item_discard"]),
        "dice": view["seats"][seat]["dice_supply"],
    }
    return {what: min(number, there.get(what, number)) for what, number in gains.items()}


def planet(view: Json, naming: Naming) -> PlanetSide:
    """The side of the Planet Board that lies on the table."""
    return box_of(naming).document.planet.sides[view["config"]["planet_side"]]


def space_of(view: Json, naming: Naming, id: str) -> Space:
    """A space of the planet."""
    return next(space for space in planet(view, naming).spaces if space.id == id)


def space_yield(view: Json, naming: Naming, id: str) -> Bundle:
    """FL-250: what the Harvest brings there."""
    space = space_of(view, naming, id)
    return box_of(naming).document.gem_caches[0].yields if space.cache_slot else space.yields
