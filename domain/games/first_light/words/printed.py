"""Amounts, names of the planet's spaces, and the text of cards and tiles in our words."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atan2, hypot, tau

from domain.games.first_light.components.box import BONUSES, IGNORES_SETBACKS, MODIFIERS, Bonus
from domain.games.first_light.components.document import (
    AsPrinted,
    Effect,
    EventCard,
    ItemCard,
    Modifier,
    Opponent,
    PerRow,
    PlanetSide,
    Points,
    Scheme,
    SchemeOption,
    Tile,
)
from domain.kernel import listed, readable

# Amounts of what the game knows: `3 Water and 2 Power`, `1 die`, `no Gems`.

RESOURCE_NAMES = {"water": "Water", "algae": "Algae", "power": "Power", "gems": "Gem"}

ONE_OF = {**RESOURCE_NAMES, "dice": "die", "items": "Item"}
MANY_OF = {**RESOURCE_NAMES, "gems": "Gems", "dice": "dice", "items": "Items"}
KEPT_BUNDLES = 512
"""Boards tell the same costs at every step."""


def amount(number: int, what: str) -> str:
    """`3 Water`, `1 Gem`, `2 dice`."""
    return f"{number} {(ONE_OF if number == 1 else MANY_OF)[what]}"


def bundle(amounts: Mapping[str, int]) -> str:
    """`3 Water and 2 Power`; nothing is `nothing`."""
    return _bundle(tuple(amounts.items()))


@lru_cache(KEPT_BUNDLES)
def _bundle(amounts: tuple[tuple[str, int], ...]) -> str:
    """In the order of the rulebook."""
    numbers = dict(amounts)
    return listed([amount(numbers[what], what) for what in ONE_OF if numbers.get(what)]) or "nothing"


def cost(amounts: Mapping[str, int]) -> str:
    """`3 Water`, or `free`."""
    return bundle(amounts) if any(amounts.values()) else "free"


def dice(number: int) -> str:
    """`1 die`, `2 dice`, `no dice`."""
    return amount(number, "dice") if number else "no dice"


# What stands on cards and tiles, in our words: Items, Events, characters, tiles, opponents, Schemes.

LOCATION_NAMES = {
    "headquarters": "Headquarters",
    "negotiation": "Negotiation Board",
    "depository": "Depository",
    "mining_camp": "Mining Camp",
    "laboratory": "Laboratory",
    "foundry": "Foundry",
    "control_room": "Control Room",
    "market": "Market",
    "academy": "Academy",
}
"""Every place that takes a die."""

COUNTED = {
    "negotiation_dice": "die on the Negotiation Board",
    "depository_dice": "die at the Depository",
    "leyrien_dice": "die below Leyrien",
    "zcharo_dice": "die below Zcharo",
    "jrayek_dice": "die below Jrayek",
    "upgrade_tiles": "Upgrade Tile",
    "farm_tiles": "Farm Tile",
    "end_game_items": "end-game Item, itself included",
    "in_game_items": "in-game Item",
    "loose_dice": "die in reserve or at the Headquarters",
    "hand": "Items in hand",
    "water": "Water left",
    "algae": "Algae left",
    "gems": "Gems left",
    "power": "Power left",
}


def item(card: ItemCard) -> str:
    """`costs 3 Water and 2 Power; 5 Water less at the Foundry`."""
    return "; ".join(part for part in (f"costs {cost(card.cost)}", benefit(card)) if part)


def benefit(card: ItemCard) -> str:
    """The effect of an Item once it is acquired."""
    return rule(card.benefit) if isinstance(card.benefit, str) else effect(card.benefit)


def rule(id: str) -> str:
    """The benefit that a rule gives, FL-501 to FL-535."""
    if id == IGNORES_SETBACKS:
        return "setbacks may be ignored"
    if id in BONUSES:
        return _bonus(BONUSES[id])
    return listed([modifier(one) for one in MODIFIERS[id]])


def _bonus(bonus: Bonus) -> str:
    what = COUNTED[bonus.counts]
    return f"{bonus.points} ★ at the end for each {what if bonus.per == 1 else f'{bonus.per} {what}'}"


def modifier(one: Modifier) -> str:
    """`5 Water less at the Foundry`, `gain 1 die below Jrayek`."""
    where = f"below {one.clan.capitalize()}" if one.clan else f"at the {LOCATION_NAMES[one.location]}"
    parts = [f"{bundle(one.reduce)} less"] if one.reduce else []
    if one.gain:
        parts.append(f"gain {bundle(one.gain)}")
    return f"{listed(parts) or 'nothing'} {where}"


def effect(what: Effect[str]) -> str:
    """The effect of an Event, a clan or an unnamed Item."""
    match what.kind:
        case "none":
            return "no effect"
        case "gain":
            return f"gain {bundle(what.gain)}"
        case "move":
            return "move the Harvester to an adjacent space"
        case "set_die":
            return "change a die on your Research Base to any value"
        case "modifiers":
            return "; ".join(modifier(one) for one in what.modifiers)
    return "the table resolves the card’s text"


def event(card: EventCard) -> str:
    """With its moment, where that counts."""
    told = effect(card.effect)
    if card.effect.kind == "gain":
        told = f"every player gains {bundle(card.effect.gain)}"
        return f"{told} in the Harvest" if card.timing == "harvest" else f"{told} at once"
    return f"{told} this Round" if card.effect.kind == "modifiers" else told


def character(what: Effect[str]) -> str:
    """The ability of a character."""
    match what.kind:
        case "wild_values":
            farms = "also on Farms" if what.farms == "all" else "and activate Farms that need a 6"
            return f"dice of {_values(what.wild)} count as {_values(what.to, ' or ')}, {farms}"
        case "extra_depository_reward":
            return "a second reward at the Depository, from another row"
        case "free_upgrade_on_laboratory":
            return "a free Upgrade Tile with each Farm Tile from the Laboratory"
        case "setbacks_as_advancements":
            return "may gain what a setback would cost"
        case "free_garages":
            return "no Algae for the Garages"
        case "dice_limit":
            return f"{what.limit} dice instead of 5"
        case "move_after_harvest":
            return f"after the Harvest, may move the Harvester for {cost(what.cost)}"
        case "negotiation_discount":
            less = "half the price" if what.mode == "half" else f"costs {what.amount} less"
            return f"{less} below {listed([clan.capitalize() for clan in what.clans])}"
    return "the table resolves the board’s text"


def _values(values: Sequence[int], last: str = " and ") -> str:
    return listed([str(value) for value in values], last)


FARM_TILES = {
    "water_3": ("3 Water tile", "3 Water in each Harvest, without a die"),
    "algae_2": ("2 Algae tile", "2 Algae in each Harvest, without a die"),
    "power_1": ("1 Power tile", "1 Power in each Harvest, without a die"),
    "producer": ("Algae or Power tile", "with a die: Algae or Power by its value"),
    "gem_on_six": ("Gem tile", "with a 6: 1 Gem"),
    "dice_on_six": ("Dice tile", "with a 6: 2 dice"),
    "points": ("Score tile", "holds no die"),
}
UPGRADE_TILES = {
    "plus_minus_one": ("±1 tile", "the die may be 1 higher or lower"),
    "water_discount": ("Water tile", "pay 5 Water less for this die’s action"),
    "free_garage": ("Free Garage tile", "no Algae for this Garage"),
    "increase_two": ("+2 tile", "the die may be up to 2 higher"),
    "flip": ("Flip tile", "the die may be flipped"),
    "points": ("Score tile", "no other effect"),
}


def farm_tile(tile: Tile[str]) -> str:
    """A Farm Tile by what it gives."""
    return FARM_TILES[tile.kind][0]


def farm_text(tile: Tile[str]) -> str:
    """The yield of a Farm Tile, and its points."""
    return _tile(FARM_TILES[tile.kind][1], tile)


def upgrade_tile(tile: Tile[str]) -> str:
    """An Upgrade Tile by what it does."""
    return UPGRADE_TILES[tile.kind][0]


def upgrade_text(tile: Tile[str]) -> str:
    """The effect of an Upgrade Tile, and its points."""
    return _tile(UPGRADE_TILES[tile.kind][1], tile)


def _tile(text: str, tile: Tile[str]) -> str:
    return f"{tile.points} ★ at the end; {text}" if tile.points else text


def opponent(one: Opponent) -> str:
    """How the AI scores, and which Progress Tiles it unlocks."""
    unlocks = ", then ".join(one.progress_order)
    negotiation = _scores(one.negotiation_points, "on the Negotiation Board")
    return f"{negotiation}; {_scores(one.depository_points, 'at the Depository')}; unlocks {unlocks}"


def _scores(points: Points, where: str) -> str:
    match points:
        case AsPrinted():
            return f"the printed ★ {where}"
        case PerRow():
            return f"{', '.join(map(str, points.points))} ★ by row {where}"
    return f"{points.points} ★ a die {where}"


def scheme(card: Scheme) -> str:
    """The options from the top."""
    return "; else ".join(scheme_option(option) for option in card.options)


def scheme_option(option: SchemeOption) -> str:
    """`a 5 to Leyrien`, `a 2 to the Market for 2 Gems`."""
    where = option.clan.capitalize() if option.clan else f"the {LOCATION_NAMES[option.location]}"
    gains = {"gems": option.gems, "dice": option.dice}
    gain = f" for {bundle(gains)}" if any(gains.values()) else ""
    return f"a {option.value} to {where}{gain}"


# The names of the planet's spaces: by their direction from the centre.

STEPS = {
    "e": (1.0, 0.0),
    "ne": (0.5, 0.866),
    "nw": (-0.5, 0.866),
    "w": (-1.0, 0.0),
    "sw": (-0.5, -0.866),
    "se": (0.5, -0.866),
}
"""One step in each direction of a map whose hexagons have a corner at the top: to the right, and up."""

COMPASS = (
    "east",
    "east-north-east",
    "north-east",
    "north",
    "north-west",
    "west-north-west",
    "west",
    "west-south-west",
    "south-west",
    "south",
    "south-east",
    "east-south-east",
)
"""The twelve ways that spaces can lie from the centre, from the right against the clock."""

DIRECTIONS = {
    "e": "east",
    "ne": "north-east",
    "nw": "north-west",
    "w": "west",
    "sw": "south-west",
    "se": "south-east",
}


def direction_name(direction: str) -> str:
    """`ne` → `north-east`."""
    return DIRECTIONS.get(direction, readable(direction).lower())


def space_names(side: PlanetSide, directions: Mapping[str, str]) -> dict[str, str]:
    """`the centre`, `the near east`, `the far north`; by id where the map has other directions."""
    if not set(directions.values()) <= STEPS.keys():
        return {space.id: readable(space.id) for space in side.spaces}
    found: dict[str, str] = {}
    met: Counter[str] = Counter()
    for space, (ring, x, y) in _lie(side).items():
        name = _name(ring, x, y)
        met[name] += 1
        found[space] = name if met[name] == 1 else f"{name} ({met[name]})"
    return found


def _lie(side: PlanetSide) -> dict[str, tuple[int, float, float]]:
    """How many steps from the centre each space is, how far to the right and how far up."""
    spaces = {space.id: space for space in side.spaces}
    lie = {side.centre: (0, 0.0, 0.0)}
    queue = deque([side.centre])
    while queue:
        here = queue.popleft()
        ring, x, y = lie[here]
        for direction, there in spaces[here].adjacent.items():
            if there not in lie:
                right, up = STEPS[direction]
                lie[there] = (ring + 1, x + right, y + up)
                queue.append(there)
    return lie


def _name(ring: int, x: float, y: float) -> str:
    if hypot(x, y) < 0.5:
        return "the centre"
    point = COMPASS[round(atan2(y, x) / tau * len(COMPASS)) % len(COMPASS)]
    return f"the near {point}" if ring == 1 else f"the far {point}"
