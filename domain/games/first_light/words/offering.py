"""What the words of offers share: values of a parameter, when it is asked, cards, spaces, tiles, outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from domain.games.first_light import places
from domain.games.first_light.state import FIRST_TILE_SLOT
from domain.games.first_light.words.counting import amount, bundle
from domain.games.first_light.words.names import tile_name, tile_text
from domain.games.first_light.words.reckoning import space_of, space_yield
from domain.kernel import (
    KEYS,
    Json,
    Naming,
    Offer,
    Optional,
    ParameterWords,
    ValueWords,
    acting_seat,
    offered_values,
)

Values: TypeAlias = Mapping[str, ValueWords]
"""Words by the key of the value."""


UNSEEN = ValueWords("Not seen", "name it when it is revealed")
"""FL-718: what a recorder says who has not seen the card."""

STACKS = ("Left stack", "Middle stack", "Right stack")
TOKENS = {"water_3": {"water": 3}, "gem": {"gems": 1}}


def texts(offers: Iterable[Offer], parameter: str) -> list[str]:
    """The same, of values that are texts; None is left out."""
    return [value for value in offered_values(offers, parameter) if isinstance(value, str)]


def numbers(offers: Iterable[Offer], parameter: str) -> list[int]:
    """The same, of values that are integers."""
    return [value for value in offered_values(offers, parameter) if isinstance(value, int)]


def when(offers: Iterable[Offer], parameter: str) -> Literal["always", "more"]:
    """Asked, unless every offer can do without it."""
    domains = [offer.parameters[parameter] for offer in offers if parameter in offer.parameters]
    can_wait = all(isinstance(domain, Optional) and not domain.usual for domain in domains)
    return "more" if domains and can_wait else "always"


def is_left_out(offers: Iterable[Offer], parameter: str) -> bool:
    """Whether a page asks for it where it may as well be left out; `null` is what that is called."""
    domains = [offer.parameters[parameter] for offer in offers if parameter in offer.parameters]
    return any(isinstance(domain, Optional) and domain.usual for domain in domains)


def items(offers: Sequence[Offer], parameter: str, naming: Naming, held: Iterable[str] = ()) -> Values:
    """Items by name. held: those that lie before the seat, with their points, price and benefit."""
    here = set(held)
    named = {
        item: ValueWords(naming.name(item), item_hint(naming, item), piece=item)
        if item in here
        else ValueWords(naming.name(item))
        for item in texts(offers, parameter)
        if item not in naming.seats
    }
    return {**named, **({"null": UNSEEN} if None in offered_values(offers, parameter) else {})}


def item_hint(naming: Naming, item: str) -> str:
    """`2 ★; costs 3 Water and 2 Power; 5 Water less at the Foundry`."""
    known = naming.components[item]
    return "; ".join(part for part in (f"{known.value} ★" if known.value else "", known.text) if part)


def drawn(offers: Sequence[Offer], naming: Naming) -> Mapping[str, ParameterWords]:
    """The Items that an action draws, where somebody says which."""
    if not any("drawn" in offer.parameters for offer in offers):
        return {}
    named = {item: ValueWords(naming.name(item)) for item in texts(offers, "drawn")}
    if None in offered_values(offers, "drawn"):
        named["null"] = UNSEEN
    return {"drawn": ParameterWords("Which Items did you draw?", values=named)}


def moves(view: Json, offers: Sequence[Offer], naming: Naming, asks: str = "Where to?") -> ParameterWords:
    """The spaces that a Harvester may go to."""
    spaces = {id: space_value(view, naming, id, acting_seat(offers)) for id in texts(offers, "move_to")}
    if is_left_out(offers, "move_to"):
        spaces["null"] = ValueWords("Stays")
    return ParameterWords(asks, when(offers, "move_to"), values=spaces)


def space_value(view: Json, naming: Naming, id: str, seat: str) -> ValueWords:
    """A space by what it yields; where it lies, what can be picked up there, who stands there."""
    parts = []
    if space_of(view, naming, id).cache_slot:
        parts.append(f"{bundle(space_yield(view, naming, id))} in each Harvest, ★ at the end")
    if token := view["planet"]["tokens"].get(id):
        parts.append(f"{bundle(TOKENS[token])} to pick up")
    others = [
        naming.seat(other).text
        for other, base in view["seats"].items()
        if other != seat and base["harvester"] == id
    ]
    if others:
        parts.append(f"next to {' and '.join(others)}")
    label = space_label(view, naming, id)
    return ValueWords(f"{label}, {naming.name(id).removeprefix('the ')}", "; ".join(parts), place=id)


def space_label(view: Json, naming: Naming, id: str) -> str:
    """`3 Water and 1 die`; `Gem Cache`."""
    if space_of(view, naming, id).cache_slot:
        return "Gem Cache"
    return bundle(space_yield(view, naming, id))


def stacks(view: Json, offers: Sequence[Offer], naming: Naming, kind: str) -> ParameterWords:
    """The visible tiles."""
    asked = {str(stack): stack_value(view, naming, kind, stack) for stack in numbers(offers, "stack")}
    return ParameterWords("Which tile?", when(offers, "stack"), asked)


def stack_value(view: Json, naming: Naming, kind: str, stack: int) -> ValueWords:
    """A stack by its visible tile: what the tile does, how many lie below."""
    top = view[f"{kind}_stacks"][stack]["top"]
    more = view[f"{kind}_stacks"][stack]["size"] - 1
    told = "; ".join((tile_text(naming, kind, top), f"{more} below" if more else "the last"))
    return ValueWords(
        f"{STACKS[stack]}: {tile_name(naming, kind, top)}", told, piece=places.stack(kind, stack)
    )


def new_top(offers: Sequence[Offer], naming: Naming, *kinds: str) -> Mapping[str, ParameterWords]:
    """The tile that comes to light, where somebody says which."""
    if not any("new_top" in offer.parameters for offer in offers):
        return {}
    named = {tile: ValueWords(_any_tile(naming, tile, kinds)) for tile in texts(offers, "new_top")}
    return {"new_top": ParameterWords("Which tile is revealed?", values=named)}


def _any_tile(naming: Naming, tile: str, kinds: Sequence[str]) -> str:
    names = dict.fromkeys(tile_name(naming, kind, tile) for kind in kinds)
    return " or ".join(name for name in names if name != tile) or naming.name(tile)


def removed(view: Json, offers: Sequence[Offer], naming: Naming, *kinds: str) -> Mapping[str, ParameterWords]:
    """The own tiles that may go for the tile gained."""
    slots = numbers(offers, "remove")
    if not any("remove" in offer.parameters for offer in offers):
        return {}
    told = {str(slot): own_tile(view, naming, acting_seat(offers), slot, kinds) for slot in slots}
    return {"remove": ParameterWords("Which tile do you remove?", when(offers, "remove"), told)}


def own_tile(view: Json, naming: Naming, seat: str, slot: int, kinds: Sequence[str]) -> ValueWords:
    """An own tile by its slot, of the kinds that are asked for."""
    names, hints, place = [], [], None
    for kind in kinds:
        tiles = view["seats"][seat]["farm_tiles" if kind == "farm" else "upgrades"]
        at = slot - FIRST_TILE_SLOT[kind]
        if 0 <= at < len(tiles):
            where = f"Farm {slot}" if kind == "farm" else f"Garage {slot}"
            names.append(f"{where}: {tile_name(naming, kind, tiles[at])}")
            hints.append(tile_text(naming, kind, tiles[at]))
            place = places.farm(seat, slot) if kind == "farm" else places.garage(seat, slot)
    return ValueWords(
        " or ".join(names) or f"Slot {slot}", "; ".join(hints), place=place if len(names) == 1 else None
    )


def pays(costs: Mapping[str, Mapping[str, int]]) -> ParameterWords:
    """The ways to pay; after reductions two of them may be free."""
    return ParameterWords(
        "What do you pay?",
        values={way: ValueWords(_paid(way, cost)) for way, cost in costs.items()},
    )


def _paid(way: str, cost: Mapping[str, int]) -> str:
    return bundle(cost) if any(cost.values()) else f"Nothing instead of {amount(1, way).removeprefix('1 ')}"


def said(*parts: str) -> str:
    """Parts of a hint, those that say anything."""
    return "; ".join(part for part in parts if part)


LONGEST_HINT = 90


def told_if_short(cause: str, choices: str) -> str:
    """What is chosen from stands in the hint of a verb where it is short; else the questions say it alone."""
    told = f"{cause}: {choices}"
    return told if len(told) <= LONGEST_HINT else cause


def farm_keys(slots: Iterable[str]) -> Mapping[str, Values]:
    """The Farms that an object names, apart from the numbers that it gives them."""
    return {KEYS: {slot: ValueWords(f"Farm {slot}") for slot in slots}}
