"""The constraints on cards, counts, unique ids and published figures of a component set.

Only a set that claims to be the printed edition must have the published figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from domain.games.first_light.components.box import MODIFIERS, NAMED_ITEMS
from domain.games.first_light.components.constraints import (
    BOARD_NAMES,
    CLAN_NAMES,
    Faults,
    Way,
    amounts,
    are,
    fault,
)
from domain.games.first_light.components.document import (
    CLANS,
    Character,
    Document,
    Effect,
    ItemCard,
    Modifier,
    PerRow,
    SchemeOption,
)
from domain.kernel import counted, listed, readable

# What clans, Events, characters, Items and the AI's parts must meet.

ROWS_OF_DEPOSITORY = 3
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
TIMINGS: dict[str, tuple[frozenset[str], frozenset[str], str]] = {
    "reveal": (
        frozenset({"gain", "manual"}),
        frozenset({"dice", "items"}),
        "An Event that acts when it is revealed gives resources, or the table resolves its text",
    ),
    "round": (
        frozenset({"none", "modifiers", "manual"}),
        frozenset({"dice", "items"}),
        "An Event of the whole Round changes prices or gains, has no effect, or the table resolves its text",
    ),
    "harvest": (
        frozenset({"gain", "manual"}),
        frozenset({"items"}),
        "An Event of the Harvest gives resources or dice, or the table resolves its text",
    ),
}
"""timing → the kinds of effect that it can have, what it does not give, and both in words."""


def called(thing: Any) -> str:
    """The name of a thing, or its id in words."""
    return thing.name or readable(thing.id).title()


def effect_faults(constraint: str, effect: Effect[str], way: Way) -> Faults:
    """An effect without its gain, or without the changes that it makes."""
    if effect.kind == "gain" and not effect.gain:
        yield fault(constraint, "The effect gives something; here it gives nothing.", *way, "gain")
    if effect.kind == "modifiers":
        if not effect.modifiers:
            message = "The card changes at least one price or gain; here it changes none."
            yield fault(constraint, message, *way, "modifiers")
        for place, modifier in enumerate(effect.modifiers):
            yield from _modifier(constraint, modifier, (*way, "modifiers", place))


def _modifier(constraint: str, modifier: Modifier, way: Way) -> Faults:
    where = BOARD_NAMES[modifier.location]
    if modifier.clan is not None and modifier.location != "negotiation":
        message = f"Only the Negotiation Board has columns of clans; this change is at the {where}."
        yield fault(constraint, message, *way, "clan")
    if bool(modifier.reduce) == bool(modifier.gain):
        both = "both" if modifier.reduce else "neither"
        message = f"A change at the {where} is either a smaller price or a gain; here it is {both}."
        yield fault(constraint, message, *way)


def effects(document: Document) -> Faults:
    missing = [CLAN_NAMES[clan] for clan in CLANS if clan not in document.clans]
    if missing:
        yield fault("clans", f"There are three Clan Boards; {listed(missing)} is missing.", "clans")
    for clan, sides in document.clans.items():
        if not sides:
            message = f"The Clan Board of {CLAN_NAMES[clan]} has at least one side; here is none."
            yield fault("clan-effects", message, "clans", clan)
        for side, effect in sides.items():
            yield from effect_faults("clan-effects", effect, ("clans", clan, side))
    for place, event in enumerate(document.events):
        way: Way = ("events", place, "effect")
        kinds, never, words = TIMINGS[event.timing]
        if event.effect.kind not in kinds:
            yield fault("event-effects", f"{words}; “{called(event)}” does not.", *way, "kind")
            continue
        if event.effect.kind == "gain":
            for good in sorted(never & event.effect.gain.keys()):
                message = f"{words}; “{called(event)}” gives {readable(good).lower()}."
                yield fault("event-effects", message, *way, "gain", good)
        yield from effect_faults("event-effects", event.effect, way)
    last = [place for place, event in enumerate(document.events) if event.id == "end_of_an_era"]
    if not last:
        yield fault("end-of-an-era", "End of an Era is among the Events; here it is not.", "events")


def characters(document: Document) -> Faults:
    for place, character in enumerate(document.characters):
        way: Way = ("characters", place)
        kind = CHARACTERS.get(character.id)
        if kind is None:
            names = listed([readable(name).title() for name in CHARACTERS])
            message = f"The rules know eight characters: {names}; “{called(character)}” is none of them."
            yield fault("characters", message, *way, "id")
        elif character.effect.kind not in (kind, "manual"):
            message = (
                f"{called(character)} has the ability that the rulebook gives, or the table resolves it."
            )
            yield fault("character-effects", message, *way, "effect", "kind")
        else:
            yield from _ability(character, (*way, "effect"))
    missing = CHARACTERS.keys() - {character.id for character in document.characters}
    if missing and all(character.id in CHARACTERS for character in document.characters):
        names = listed([readable(name).title() for name in sorted(missing)])
        yield fault("characters", f"All eight characters are in the box; {names} is missing.", "characters")


def _ability(character: Character, way: Way) -> Faults:
    effect, constraint, name = character.effect, "character-effects", called(character)
    match effect.kind:
        case "wild_values":
            if not effect.wild:
                yield fault(constraint, f"{name} treats at least one die value as another.", *way, "from")
            if 6 not in effect.to:
                yield fault(constraint, f"A 6 is among the values that {name} can use.", *way, "to")
        case "dice_limit" if not effect.limit:
            yield fault(constraint, f"{name} has a limit of 6 dice or more; none is given.", *way, "limit")
        case "negotiation_discount" if effect.mode is None:
            message = f"{name} pays half the price or so much less; which of the two is not given."
            yield fault(constraint, message, *way, "mode")


def opponents(document: Document) -> Faults:
    rows = max(
        (len(column) for s in document.negotiation.sides.values() for column in s.cells.values()), default=0
    )
    for place, opponent in enumerate(document.ai_opponents):
        way: Way = ("ai_opponents", place)
        if sorted(opponent.progress_order) != ["execute", "harvest", "rest"]:
            message = f"“{called(opponent)}” unlocks each of the three Progress Tiles once, in its order."
            yield fault("ai-opponents", message, *way, "progress_order")
        talks, stores = opponent.negotiation_points, opponent.depository_points
        if isinstance(talks, PerRow) and (own := len(talks.points)) < rows:
            message = f"The Negotiation Board has up to {rows} rows with points each; {are(own)}."
            yield fault("ai-opponents", message, *way, "negotiation_points", "points")
        if isinstance(stores, PerRow) and (own := len(stores.points)) != ROWS_OF_DEPOSITORY:
            message = f"The Depository has {ROWS_OF_DEPOSITORY} rows with points each; {are(own)}."
            yield fault("ai-opponents", message, *way, "depository_points", "points")


def schemes(document: Document) -> Faults:
    for place, scheme in enumerate(document.schemes):
        for number, option in enumerate(scheme.options):
            yield from _option(option, ("schemes", place, "options", number))


WHAT_OPTIONS_NAME = {"clan": "a clan", "gems": "1 or more Gems", "dice": "1 or more dice"}


def _option(option: SchemeOption, way: Way) -> Faults:
    """FL-R34: each with what its location needs."""
    where = BOARD_NAMES[option.location]
    for member, given, asked in (
        ("clan", option.clan is not None, option.location == "negotiation"),
        ("gems", option.gems > 0, option.location in ("mining_camp", "market")),
        ("dice", option.dice > 0, option.location == "academy"),
    ):
        if given != asked:
            what = WHAT_OPTIONS_NAME[member]
            message = f"An option at the {where} names {what if asked else 'no ' + what.split()[-1]}."
            yield fault("schemes", message, *way, member)


def items(document: Document) -> Faults:
    for place, card in enumerate(document.items):
        yield from _item(card, ("items", place))


IN_WORDS = {"in_game": "an in-game Item", "end_game": "an end-game Item"}


def _item(card: ItemCard, way: Way) -> Faults:
    """FL-536: the benefit fits the kind of card."""
    if isinstance(card.benefit, str):
        kind = "in_game" if card.benefit in MODIFIERS else "end_game"
        if kind != card.kind:
            message = f"“{called(card)}” has the benefit of {IN_WORDS[kind]}, but is {IN_WORDS[card.kind]}."
            yield fault("item-cards", message, *way, "kind", others=[(*way, "benefit")])
        return
    if card.benefit.kind == "manual" and card.kind == "end_game":
        message = (
            f"The table resolves texts of in-game Items alone; “{called(card)}” is {IN_WORDS[card.kind]}."
        )
        yield fault("item-cards", message, *way, "benefit", "kind")
    yield from effect_faults("item-cards", card.benefit, (*way, "benefit"))


# How many there are of each component, and that no id stands twice.

COUNTS = {"items": 36, "farm_tiles": 15, "upgrade_tiles": 18}
CARDS = {"events": 16, "schemes": 20, "ai_opponents": 4}
EXACTLY = {"characters": 8, "gem_caches": 6}
"""The rules know each character, and the planet has a place for each Gem Cache."""

LEAST = {
    "items": 16,
    "farm_tiles": 15,
    "upgrade_tiles": 18,
    "events": 8,
    "schemes": 16,
    "ai_opponents": 1,
}
"""Without so many a game stops: four Items for each of four seats (FL-116), full stacks (FL-110, FL-111), an
Event for each round (FL-108), three Schemes in a round and one for each of the AI's 13 dice (FL-433)."""

THINGS = {
    "items": "Item",
    "farm_tiles": "Farm Tile",
    "upgrade_tiles": "Upgrade Tile",
    "events": "Event",
    "schemes": "Scheme",
    "ai_opponents": "AI opponent",
    "characters": "character",
    "gem_caches": "Gem Cache",
    "colours": "colour",
}
WITH_IDS = ("items", "events", "characters", "farm_tiles", "upgrade_tiles", "ai_opponents", "schemes")


def how_many(document: Document, name: str) -> int:
    """How many of this component are in the box, with all copies."""
    part = getattr(document, name)
    return sum(row.count for row in part) if name in COUNTS else len(part)


def counts(document: Document) -> Faults:
    for name, least in (LEAST | EXACTLY).items():
        own = how_many(document, name)
        if own < least or (name in EXACTLY and own > least):
            more = "" if name in EXACTLY else " or more"
            message = f"A game needs {counted(least, THINGS[name])}{more}; {are(own)}."
            yield fault(f"{name.replace('_', '-')}-count", message, name)
    for name in WITH_IDS:
        yield from repeated([row.id for row in getattr(document, name)], THINGS[name], name, "id")
    yields = [tuple(sorted(cache.yields.items())) for cache in document.gem_caches]
    usual = Counter(yields).most_common(1)[0][0] if yields else ()
    for place, own_yield in enumerate(yields):  # FL-R51
        if own_yield != usual:
            message = f"All Gem Caches show the same yield, {amounts_or_dice(usual)}; this one does not."
            yield fault("gem-cache-yield", message, "gem_caches", place, "yield")


def amounts_or_dice(given: Sequence[tuple[str, int]]) -> str:
    """A yield in words."""
    numbers = dict(given)
    dice = numbers.pop("dice", 0)
    parts = [amounts(numbers)] if numbers or not dice else []
    return listed([*parts, *([counted(dice, "die", "dice")] if dice else [])])


def repeated(names: Sequence[str], thing: str, table: str, *member: str) -> Faults:
    """A fault at each later row that has the id or word of another."""
    first: dict[str, int] = {}
    for place, name in enumerate(names):
        if name in first:
            message = f"“{name}” is there already: each {thing} has its own."
            yield fault("ids", message, table, place, *member, others=[(table, first[name], *member)])
        first.setdefault(name, place)


def of_new_sets(document: Document) -> Faults:
    """The demands on new sets alone: names that differ, no points below 0."""
    yield from repeated(document.colours, "colour", "colours")
    yield from repeated([cache.id for cache in document.gem_caches], "Gem Cache", "gem_caches", "id")
    for place, cache in enumerate(document.gem_caches):
        yield from _not_below_zero(cache.points, "gem_caches", place, "points")
    for name, side in document.negotiation.sides.items():
        way: Way = ("negotiation", "sides", name)
        for clan, column in side.cells.items():
            for row, cell in enumerate(column):
                yield from _not_below_zero(cell.points, *way, "cells", clan, row, "points")
        for place, condition in enumerate(side.conditions):
            yield from _not_below_zero(condition.at_least, *way, "conditions", place, "at_least")


def _not_below_zero(number: int, *way: str | int) -> Faults:
    if number < 0:
        yield fault("below-zero", f"0 or more are possible; here are {number}.", *way)


def other_counts(document: Document) -> Faults:
    """Of which components there are more or fewer than the rulebook counts: a set may have them."""
    for name, total in (COUNTS | CARDS).items():
        own = how_many(document, name)
        if own != total:
            message = f"The rulebook counts {counted(total, THINGS[name])}; {are(own)}."
            yield fault(f"{name.replace('_', '-')}-count", message, name)


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


def deviations(document: Document) -> Faults:
    """Every revealed figure that the document does not show."""
    for constraint, asked, given, way in _figures(document):
        if asked != given:
            message = f"The printed edition shows {asked} here, not {given}."
            yield fault(constraint, message, *way)
    part = document.base
    if 1 not in part.garage_points[1:4]:
        message = "In the printed edition 1, 2 or 3 Upgrade Tiles give 1 point; here none of them does."
        yield fault("printed-garage-value", message, "base", "garage_points")
    if set(part.printed_farms[2].choices) != {"water", "power"}:
        message = "In the printed edition Farm 3 gives Water or Power; here it gives other resources."
        yield fault("printed-third-farm", message, "base", "printed_farms", 2, "choices")
    if not any(
        {good: number for good, number in space.yields.items() if number} == YIELD_OF_THE_EXAMPLE
        for side in document.planet.sides.values()
        for space in side.spaces
    ):
        message = "In the printed edition some space yields 3 Water and 1 die; here none does."
        yield fault("printed-yield", message, "planet", "sides")
    if document.control_room.directions.get("2") not in ("e", "right"):
        message = "In the printed edition a 2 moves to the right, east; here it does not."
        yield fault("printed-direction", message, "control_room", "directions", "2")
    if all(cache.points != 6 for cache in document.gem_caches):
        message = "In the printed edition one Gem Cache is worth 6 points; here none is."
        yield fault("printed-gem-cache", message, "gem_caches")
    yield from _negotiation(document)
    yield from _locations(document)
    yield from _items(document)


def _figures(document: Document) -> Iterator[tuple[str, int, int, Way]]:
    """Single figures: constraint, what is printed, what the document has, where."""
    part = document.base
    yield "printed-garage-bonus", 8, part.garage_points[-1], ("base", "garage_points", 4)
    for place, points in ((2, 4), (3, 7)):
        yield "printed-farm-values", points, part.farm_points[place], ("base", "farm_points", place)
    for resource, amount in (("water", 7), ("power", 2)):
        way: Way = ("base", "production", resource, 4)
        yield "printed-production", amount, part.production[resource][4], way
    for name, camp in document.mining_camp.sides.items():
        for place, space in enumerate(camp):
            if space.sum == 10:
                yield "printed-mining-camp", 1, space.gems, ("mining_camp", "sides", name, place, "gems")
    for place, card in enumerate(document.items):
        if (printed := PRINTED_ITEM_POINTS.get(card.id)) is not None:
            yield "printed-item-figures", printed, card.points, ("items", place, "points")


def _negotiation(document: Document) -> Faults:
    sides = document.negotiation.sides
    if not any(
        side.cells["leyrien"][0].cost == {"algae": 6}
        and side.cells["zcharo"][0].cost == {"power": 4}
        and any(cell.cost == {"algae": 9} and cell.points == 5 for cell in side.cells["leyrien"])
        for side in sides.values()
    ):
        message = "On a printed side Leyrien begins with 6 Algae, Zcharo with 4 Power; 9 Algae give 5 points."
        yield fault("printed-negotiation", message, "negotiation", "sides")
    alone = document.negotiation.by_table_size["1"]
    column = sides[alone].cells["jrayek"]
    way: Way = ("negotiation", "sides", alone, "cells", "jrayek")
    if len(column) < 3:
        message = f"Alone, Jrayek has 3 cells or more in the printed edition; {are(len(column))}."
        yield fault("printed-solo-price", message, *way)
    elif column[2].cost["gems"] > 4:
        message = f"Alone, the third cell of Jrayek costs 4 Gems at most, not {column[2].cost['gems']}."
        yield fault("printed-solo-price", message, *way, 2, "cost", "gems")
    elif len(column) > 3 and column[3].cost["gems"] <= 4:
        message = f"Alone, the fourth cell of Jrayek costs more than 4 Gems, not {column[3].cost['gems']}."
        yield fault("printed-solo-price", message, *way, 3, "cost", "gems")
    for name, side in sides.items():
        way = ("negotiation", "sides", name)
        missing = {8, 10} - {c.at_least for c in side.conditions if c.kind == "sum"}
        if missing:
            message = (
                f"8 and 10 are among the printed sums; {listed([*map(str, sorted(missing))])} is missing."
            )
            yield fault("printed-sums", message, *way, "conditions")
        if side.punishments[-1] != "farm":
            message = "In the printed edition the right-most punishment is a Farm Tile; here it is not."
            yield fault("printed-last-punishment", message, *way, "punishments", 5)


def _locations(document: Document) -> Faults:
    if document.foundry.stack_by_value[4] != 2:
        message = "In the printed edition a 5 takes from the right-most stack; here it does not."
        yield fault("printed-foundry", message, "foundry", "stack_by_value", 4)
    if all(market[-1].lots != MARKET_LOTS for market in document.market.sides.values()):
        message = (
            f"In the printed edition some right-most space trades {amounts(MARKET_LOTS)}; here none does."
        )
        yield fault("printed-market", message, "market", "sides")
    academy, middle = document.academy, len(document.academy.spaces) // 2
    if 4 not in academy.spaces[middle].values:
        message = "In the printed edition the middle space takes a 4; here it does not."
        yield fault("printed-academy", message, "academy", "spaces", middle, "values")
    if academy.costs["1"] != {"algae": 2}:
        message = f"In the printed edition one die costs 2 Algae; here {amounts(academy.costs['1'])}."
        yield fault("printed-academy", message, "academy", "costs", "1")
    if all(effect.kind != "set_die" for effect in document.clans["leyrien"].values()):
        message = "In the printed edition one side of Leyrien sets a die; here none does."
        yield fault("printed-leyrien", message, "clans", "leyrien")


def _items(document: Document) -> Faults:
    places = {card.id: place for place, card in enumerate(document.items)}
    with_benefit = {
        card.benefit: place for place, card in enumerate(document.items) if isinstance(card.benefit, str)
    }
    for name, rule in NAMED_ITEMS.items():
        printed = readable(name).title()
        if name in places and document.items[places[name]].benefit != rule:
            message = f"In the printed edition {printed} has another benefit."
            yield fault("printed-items", message, "items", places[name], "benefit")
        elif name not in places:
            message = f"In the printed edition there is a card {printed}; here is none."
            row = (with_benefit[rule], "id") if rule in with_benefit else ()
            yield fault("printed-items", message, "items", *row)
    cannon = places.get("aqua_cannon")
    if cannon is not None and document.items[cannon].cost != AQUA_CANNON_COST:
        message = f"In the printed edition Aqua Cannon costs {amounts(AQUA_CANNON_COST)}; here " + (
            f"{amounts(document.items[cannon].cost)}."
        )
        yield fault("printed-item-figures", message, "items", cannon, "cost")
