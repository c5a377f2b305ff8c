"""Shared parts of the labels of offers: values, prices, and what a die costs and brings.

Prices follow FL-233 … FL-245 and FL-56x, a die's value FL-240, FL-241 and FL-541, Farms FL-250 … FL-256.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.games.first_light import places
from domain.games.first_light.components.document import Bundle, Effect, Modifier, PlanetSide, Space
from domain.games.first_light.rules.dice import HIGHEST, WATER_DISCOUNT
from domain.games.first_light.rules.harvest import BOOST, BOOSTER, ON_SIX, PASSIVE, PRODUCER_TILE
from domain.games.first_light.state import FIRST_TILE_SLOT, PRINTED_FARMS
from domain.games.first_light.words.names import box_of, tile_name, tile_text
from domain.games.first_light.words.printed import MANY_OF, amount, bundle
from domain.kernel import (
    KEYS,
    Json,
    Naming,
    Offer,
    Optional,
    ParameterWords,
    ValueWords,
    acting_seat,
    listed,
    offered_values,
    variant_key,
)

# The costs and gains of a die, computed from the view and the printed parts (FL-233 … FL-245, FL-56x).

NO_EFFECT = Effect[str]("none")


class Die(NamedTuple):
    """The die that a seat must use now: where it lies, what it shows, the Algae of its Garage, its tile."""

    origin: str
    slot: int
    face: int
    algae: int = 0
    tile: str = ""


def ability(view: Json, naming: Naming, seat: str) -> Effect[str]:
    """The effect of the seat's character, as far as the viewer knows it."""
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
    """The Algae that it costs to use the die of a Garage."""
    is_free = ability(view, naming, seat).kind == "free_garages"
    if is_free or garage_tile(view, naming, seat, slot) == "free_garage":
        return 0
    return box_of(naming).base.garage_costs[slot - 1]


def modifiers(
    view: Json, naming: Naming, seat: str, location: str, clan: str | None = None
) -> Iterator[Modifier]:
    """The changes that acquired Items and the Event make there for the seat."""
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
    """The additional gains from Items and the Event there."""
    total: Bundle = {}
    for modifier in modifiers(view, naming, seat, location, clan):
        for what, number in modifier.gain.items():
            total[what] = total.get(what, 0) + number
    return total


def comes(view: Json, seat: str, gains: Mapping[str, int]) -> str:
    """The part of a gain that is available: Items that can still be drawn, dice of the supply (FL-709)."""
    found = possible(view, seat, gains)
    missing = [MANY_OF[what] for what in gains if not found[what]]
    return bundle(found) if any(found.values()) else f"nothing: no {' and '.join(missing)} left"


def possible(view: Json, seat: str, gains: Mapping[str, int]) -> Bundle:
    """The amounts of a gain that are available."""
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


# Shared by the words of offers: values of a parameter, when it is asked, cards, spaces, tiles, outcomes.

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


def items(
    offers: Sequence[Offer],
    parameter: str,
    naming: Naming,
    held: Iterable[str] = (),
    *,
    is_priced: bool = False,
) -> Values:
    """Items by name. held: those that lie before the seat, with their points, price and benefit.

    is_priced: the price counts as much as the points.
    """
    here = set(held)
    named = {
        item: item_value(naming, item, is_priced=is_priced) if item in here else ValueWords(naming.name(item))
        for item in texts(offers, parameter)
        if item not in naming.seats
    }
    return {**named, **({"null": UNSEEN} if None in offered_values(offers, parameter) else {})}


def item_value(naming: Naming, item: str, *, is_priced: bool) -> ValueWords:
    """`2 ★`, or `2 ★: 3 Water, 2 Power`, with the rest of what stands on the Item as details."""
    known = naming.components[item]
    hint, details = f"{known.value} ★" if known.value else "", known.text
    cost, _, benefit = known.text.partition("; ")
    if is_priced and hint and cost.startswith("costs "):
        hint, details = f"{hint}: {cost.removeprefix('costs ').replace(' and ', ', ')}", benefit
    return ValueWords(naming.name(item), hint, details=details, piece=item)


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
    where = naming.name(id).removeprefix("the ")
    return ValueWords(f"{label}, {where}", details="; ".join(parts), place=id)


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
    points, star, does = tile_text(naming, kind, top).rpartition(" ★ at the end; ")
    return ValueWords(
        f"{STACKS[stack]}: {tile_name(naming, kind, top)}",
        f"{points} ★" if star else "",
        details="; ".join((does, f"{more} below" if more else "the last")),
        piece=places.stack(kind, stack),
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
    """A tile of the seat by its slot, of the requested kinds."""
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
    """A verb's hint: the cause, with its choices if that is short; else only the questions list them."""
    told = f"{cause}: {choices}"
    return told if len(told) <= LONGEST_HINT else cause


def farm_keys(slots: Iterable[str]) -> Mapping[str, Values]:
    """The Farms that an object names, apart from the numbers that it gives them."""
    return {KEYS: {slot: ValueWords(f"Farm {slot}") for slot in slots}}


# As which value a die is placed, and what it counts as (FL-240, FL-241, FL-541).


def die_values(
    view: Json,
    offers: Sequence[Offer],
    naming: Naming,
    brings: Callable[[int], str] | None = None,
    parameter: str = "value",
    asks: str = "Use the die as which value?",
) -> ParameterWords:
    """The values that the die can show. brings: what one of them does here."""
    die = acting_die(view, naming, acting_seat(offers)) if parameter == "value" else None
    does_as = _what_it_does(offers, brings, parameter)
    told = {}
    for value in numbers(offers, parameter):
        does = does_as(value)
        told[str(value)] = ValueWords(f"as {value}: {does}" if does else f"as {value}")
    if is_left_out(offers, parameter):
        does = "" if die is None else does_as(die.face)
        lies = "" if die is None else f", {die.face}: {does}" if does else f": {die.face}"
        told["null"] = ValueWords(f"as rolled{lies}")
    return ParameterWords(asks, when(offers, parameter), told)


def _what_it_does(
    offers: Sequence[Offer], brings: Callable[[int], str] | None, parameter: str
) -> Callable[[int], str]:
    """The effect of a die by its value; empty for a value that may still count as another (FL-541)."""
    other = parameter.replace("value", "treated_as")
    open_yet = numbers([offer for offer in offers if other in offer.parameters], parameter)
    return lambda value: "" if brings is None or value in open_yet else brings(value)


def treated(
    offers: Sequence[Offer],
    brings: Callable[[int], str] | None = None,
    parameter: str = "treated_as",
    asks: str = "Count it as which value?",
) -> ParameterWords:
    """FL-541: the values that it counts as, though it shows another."""
    told = {}
    for value in numbers(offers, parameter):
        if does := brings(value) if brings is not None else "":
            told[str(value)] = ValueWords(f"{value}: {does}")
    return ParameterWords(asks, when(offers, parameter), told)


# Shared by the words of placing a die: the die, alike spaces, prices, what comes on top.


def and_more(view: Json, naming: Naming, seat: str, location: str, clan: str | None = None) -> str:
    """The additional gains from Items and the Event there, as text."""
    more = possible(view, seat, extra_gain(view, naming, seat, location, clan))
    return f"+{bundle(more)}" if any(more.values()) else ""


def acting_dice(view: Json, naming: Naming, seat: str) -> tuple[Die, ...]:
    """The die that the seat must use, as prices take it."""
    die = acting_die(view, naming, seat)
    return () if die is None else (die,)


def alike_spaces(offers: Sequence[Offer], location: str) -> ParameterWords:
    """Spaces that are all the same; one that is the last free is pointed at."""
    free = numbers(offers, "space")
    return ParameterWords(
        "Which space?",
        values={
            str(space): ValueWords(
                f"Space {space}", place=places.space(location, space) if len(free) == 1 else None
            )
            for space in free
        },
    )


def counting(offers: Sequence[Offer]) -> Mapping[str, str]:
    """Akira Hope's ways are variants of their own (FL-541)."""
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: _way(kind.split(",")) for kind in kinds} if len(kinds) > 1 else {}


def _way(names: Sequence[str]) -> str:
    dice = [
        *(["the die"] if "treated_as" in names else []),
        *(["the second die"] if "second_treated_as" in names else []),
    ]
    return f"{listed(dice)} as another value" if dice else "as it shows"


def ways_to_pay(
    view: Json, naming: Naming, seat: str, location: str, costs: Mapping[str, Mapping[str, int]], *dice: Die
) -> Mapping[str, Mapping[str, int]]:
    """The price of each of the alternatives now."""
    return {way: price(view, naming, seat, location, cost, *dice) for way, cost in costs.items()}


def prices_listed(costs: Mapping[str, Mapping[str, int]], offers: Sequence[Offer]) -> str:
    """`2 Power or 10 Water`: the alternatives that can be paid."""
    return listed([bundle(costs[way]) for way in texts(offers, "pay")], " or ")


# The yield of a seat's Farms and of its place on the planet, in words (FL-250 … FL-256).


def farm_kind(view: Json, naming: Naming, seat: str, slot: int) -> str:
    """The kind of a Farm: `booster`, `producer`, the kind of a tile, or nothing."""
    if slot <= PRINTED_FARMS:
        return box_of(naming).base.printed_farms[slot - 1].kind
    tiles, at = view["seats"][seat]["farm_tiles"], slot - FIRST_TILE_SLOT["farm"]
    return box_of(naming).farm_tiles[tiles[at]].kind if 0 <= at < len(tiles) else ""


def farm_choices(naming: Naming, slot: int) -> tuple[str, ...]:
    """The resources of a Farm that gives one of two."""
    return box_of(naming).base.printed_farms[slot - 1].choices if slot <= PRINTED_FARMS else PRODUCER_TILE


def farm_says(view: Json, naming: Naming, seat: str, slot: int) -> str:
    """The use of a die on a Farm: `Water or Power`."""
    kind = farm_kind(view, naming, seat, slot)
    if kind == "booster":
        return f"raises the others by up to {BOOST}"
    if kind in ON_SIX:
        return f"{bundle(ON_SIX[kind])} for a 6"
    names = {"water": "Water", "algae": "Algae", "power": "Power"}
    return listed([names.get(one, one) for one in farm_choices(naming, slot)], " or ")


def _value(view: Json, naming: Naming, seat: str, slot: int) -> int:
    """The value that the die of a Farm counts as when it is raised in full."""
    farms = view["seats"][seat]["farms"]
    die: int = farms[slot - 1] or 0
    raised = min(HIGHEST, die + BOOST) if farms[BOOSTER - 1] is not None else die
    effect = ability(view, naming, seat)
    is_wild = effect.kind == "wild_values" and bool({die, raised} & set(effect.wild))
    needs_six = farm_kind(view, naming, seat, slot) in ON_SIX
    if is_wild and (needs_six or effect.farms == "all"):
        return HIGHEST if needs_six else max(raised, *effect.to)
    return raised


def farm_yields(view: Json, naming: Naming, seat: str, slot: int) -> Mapping[str, ValueWords]:
    """The yield of a Farm with a die now, by the chosen resource: `7 Water`, `2 Power`."""
    value, production = _value(view, naming, seat, slot), box_of(naming).base.production
    return {one: ValueWords(amount(production[one][value - 1], one)) for one in farm_choices(naming, slot)}


def harvest_says(view: Json, naming: Naming, seat: str) -> str:
    """All that the Harvest brings, from the planet on."""
    base = view["seats"][seat]
    parts = [f"{bundle(space_yield(view, naming, base['harvester']))} from the planet"]
    for slot in range(BOOSTER + 1, PRINTED_FARMS + len(base["farm_tiles"]) + 1):
        kind = farm_kind(view, naming, seat, slot)
        given: Bundle = PASSIVE.get(kind, {})
        if base["farms"][slot - 1] is not None:
            if kind == "producer":
                gives = [one.label for one in farm_yields(view, naming, seat, slot).values()]
                parts.append(f"{listed(gives, ' or ')} from Farm {slot}")
            elif _value(view, naming, seat, slot) == HIGHEST:
                given = ON_SIX.get(kind, {})
        if given:
            parts.append(f"{bundle(given)} from Farm {slot}")
    event = view["event"]
    if event is not None and event["timing"] == "harvest" and event["effect"]["kind"] == "gain":
        parts.append(f"{bundle(event['effect']['gain'])} from {naming.name(event['id'])}")
    return "; ".join(parts)
