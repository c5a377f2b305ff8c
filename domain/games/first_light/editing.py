"""How people edit a box of First Light: what its parts are called, and where on them it is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from domain.games.first_light.components.constraints import BOARD_NAMES, DIRECTION_NAMES
from domain.games.first_light.components.document import KINDS, Benefit, NewDocument
from domain.games.first_light.state import LAST_EVENT
from domain.games.first_light.words import printed
from domain.kernel import Editing, Json, Lattice, Total, capitalized

SIDED = (
    "control_room",
    "negotiation",
    "depository",
    "headquarters",
    "mining_camp",
    "laboratory",
    "foundry",
    "market",
)
SPACES = "planet/sides/*/spaces"
PLANET = Lattice(
    places=("spaces",),
    neighbours="adjacent",
    directions=("e", "se", "sw", "w", "nw", "ne"),
    ends="arrows",
)
MODIFIERS = ("events/*/effect/modifiers", "items/*/benefit/modifiers")

TITLES = {
    **BOARD_NAMES,
    "name": "Name of the edition",
    "variant": "Own figures",
    "starting_resources": "Starting resources",
    "base": "Research Base",
    "base/garage_costs": "Price of each Garage",
    "base/garage_points": "Points for Upgrade Tiles",
    "base/farm_points": "Points for Farm Tiles",
    "base/production": "What a die on a Farm produces",
    "base/printed_farms/*/choices": "Produces one of",
    "planet": "Planet Board",
    "planet/sides/*/centre": "Central space",
    "planet/sides/*/spaces/*/cache_slot": "Holds a Gem Cache",
    "planet/sides/*/spaces/*/adjacent": "Neighbours",
    "control_room/directions": "Direction of each die value",
    "negotiation/sides/*/conditions/*/at_least": "Sum of at least",
    "negotiation/sides/*/conditions/*/count": "Equal dice",
    "clans": "Clan Boards",
    "clans/*": "The sides of one Clan Board.",
    "depository": "The columns that store dice; which side lies up goes by the number of players.",
    "depository/sides/*/columns": "Die values of the columns",
    "mining_camp/sides/*/*/sum": "Sum to reach",
    "foundry/stack_by_value": "Stack of each die value",
    "academy/spaces/*/values": "Die values",
    "academy/costs": "Price of new dice",
    "items": "Item Cards",
    "items/*/count": "Copies",
    "events": "Event Cards",
    "characters": "Character Boards",
    "characters/*/effect": "Ability",
    "characters/*/effect/from": "These values",
    "characters/*/effect/to": "Count as one of",
    "characters/*/effect/farms": "On Farms",
    "characters/*/effect/limit": "Limit of dice",
    "characters/*/effect/cost": "Price of the move",
    "characters/*/effect/mode": "Reduction",
    "characters/*/effect/amount": "Less by",
    "gem_caches": "Gem Cache Tiles",
    "farm_tiles": "Farm Tiles",
    "upgrade_tiles": "Upgrade Tiles",
    "farm_tiles/*/kind": "What it gives",
    "upgrade_tiles/*/kind": "What it does",
    "market/sides/*/*/lots": "Traded amounts",
    "ai_opponents/*/progress_order": "Progress Tiles",
    "items/*/kind": "Works",
    "events/*/timing": "Works",
    "farm_tiles/*/count": "Copies",
    "upgrade_tiles/*/count": "Copies",
    "ai_opponents": "AI Opponent Boards",
    "ai_opponents/*/negotiation_points": "Points on the Negotiation Board",
    "ai_opponents/*/depository_points": "Points at the Depository",
    "schemes": "AI Scheme Cards",
    "schemes/*/options/*/value": "Die value",
    **{f"{board}/by_table_size": "Side for each table size" for board in SIDED},
    **dict.fromkeys(MODIFIERS, "Changes at boards"),
    **{f"{way}/*/reduce": "Price smaller by" for way in MODIFIERS},
    **{f"{way}/*/gain": "Gain besides" for way in MODIFIERS},
    **{f"{way}/*/clan": "Only below" for way in MODIFIERS},
}

HINTS = {
    "variant": "Tick it if your box differs from the printed figures that are known: they then only warn.",
    "colours": "The four colours of dice and Harvesters.",
    "starting_resources": "What each player begins with; the rulebook gives 10 Water, 2 Algae and 2 Power.",
    "base": "The board of each player: prices and points that are printed on it.",
    "base/garage_costs": "The Algae below the five Garages, from the left; the first is free.",
    "base/garage_points": "Next to the Garages: the points for 0 to 4 Upgrade Tiles at the end.",
    "base/farm_points": "Next to the Farms: the points for 0 to 3 Farm Tiles at the end.",
    "base/printed_farms": "The three Farms of the board, from the left; the first is the booster.",
    "base/production": "The table on the board: what each die value 1 to 6 produces.",
    "planet": "Both sides of the map. Neighbours follow from where the spaces lie.",
    "planet/sides/*/spaces": "The hexagons: what the Harvest yields there, and what lies on them at first.",
    "planet/sides/*/spaces/*/token": "What lies there at the start: 3 Water, a Gem, or nothing.",
    "planet/sides/*/spaces/*/arrows": "Arrows off the edge; each leads to the opposite end of its line.",
    "control_room/directions": "The compass on the board: where the Harvester moves with each value.",
    "gem_caches": "Six tiles: the hidden points, and what the visible side yields. All six yield the same.",
    "negotiation": "The three columns from the top, the setback conditions, rewards and punishments.",
    "negotiation/sides/*/cells": "Each column from the top: its price and its points.",
    "negotiation/sides/*/conditions": "Four sums, then two numbers of equal dice, all rising.",
    "negotiation/sides/*/rewards": "From the left; the AI takes the left-most free one.",
    "negotiation/sides/*/punishments": "From the left; the AI takes the left-most free one.",
    "clans": "The ability on each side of the three Clan Boards.",
    "depository/sides/*/columns": "From the left; the last takes a 6.",
    "headquarters/sides/*/slots": "How many dice can wait there.",
    "mining_camp/sides/*": "The spaces from the left: pay Water up to the sum, gain the Gems.",
    "foundry/stack_by_value": "Which stack each value 1 to 6 takes from: 0 left, 1 middle, 2 right.",
    "market/sides/*": "The spaces from the left, and how much of each resource one trade is.",
    "academy/spaces": "The spaces from the left, and the die values that they take.",
    "items": "36 cards: the price at the top, the points, and the benefit once the Item is acquired.",
    "items/*/benefit": "Choose what your card says, or let the table resolve its text.",
    "items/*/kind": "Whether the benefit works during the game or gives points at the end.",
    "events": "16 cards. End of an Era must keep its id: it is always the last one.",
    "events/*/timing": "When the text works: at once, during the whole Round, or in the Harvest.",
    "characters": "The eight boards, each with its own ability. Give the numbers of your board.",
    "characters/*/effect/to": "A 6 must be among them.",
    "farm_tiles": "15 tiles. Tiles that look the same are one row with copies.",
    "upgrade_tiles": "18 tiles. Tiles that look the same are one row with copies.",
    "ai_opponents": "The backs of the Research Bases: four opponents for the AI.",
    "ai_opponents/*/slots": "How many dice the board holds.",
    "ai_opponents/*/progress_order": "What 1, 2 and 3 stars unlock, from the left.",
    "schemes": "20 cards: the direction of the Harvester, and three options from the top.",
    "schemes/*/move_value": "The die value at the top: where the AI’s Harvester moves.",
    **{f"{way}/*/clan": "At the Negotiation Board alone: one column only." for way in MODIFIERS},
    **{f"{board}/by_table_size": "Players, and 1 more if the AI joins 2 or 3." for board in SIDED},
}

POINTS = (
    "base/garage_points/*",
    "base/farm_points/*",
    "gem_caches/*/points",
    "negotiation/sides/*/cells/*/*/points",
    "items/*/points",
    "farm_tiles/*/points",
    "upgrade_tiles/*/points",
)

UNITS = {
    "base/garage_costs/*": "Algae",
    "mining_camp/sides/*/*/gems": "Gems",
    "characters/*/effect/limit": "dice",
    "schemes/*/options/*/gems": "Gems",
    "schemes/*/options/*/dice": "dice",
    **dict.fromkeys(POINTS, "points"),
}

LABELS = {
    **{rule: capitalized(printed.rule(rule)) for rule in get_args(Benefit)},
    **{f"farm_tiles/*/kind:{kind}": capitalized(text) for kind, (_, text) in printed.FARM_TILES.items()},
    **{
        f"upgrade_tiles/*/kind:{kind}": capitalized(text) for kind, (_, text) in printed.UPGRADE_TILES.items()
    },
    **{direction: capitalized(name) for direction, name in DIRECTION_NAMES.items()},
    "none": "No effect",
    "manual": "The table resolves the text",
    "set_die": "Set one of your dice to any value",
    "gain": "Gain",
    "move": "Move the Harvester",
    "modifiers": "Other prices or gains at boards",
    "wild_values": "Dice count as other values",
    "extra_depository_reward": "A second reward at the Depository",
    "free_upgrade_on_laboratory": "A free Upgrade Tile at the Laboratory",
    "setbacks_as_advancements": "Setbacks can become gains",
    "free_garages": "No Algae for the Garages",
    "dice_limit": "More dice than 5",
    "move_after_harvest": "A move after the Harvest",
    "negotiation_discount": "Cheaper cells on the Negotiation Board",
    "six_only": "Only on Farms that need a 6",
    "all": "On all Farms",
    "half": "Half the price",
    "minus": "A fixed amount less",
    "water_3": "3 Water",
    "in_game": "During the game",
    "end_game": "At the end",
    "reveal": "At once",
    "round": "The whole Round",
    "events/*/timing:harvest": "In the Harvest",
    "ai_opponents/*/progress_order/*:execute": "1 more Scheme in each Round",
    "ai_opponents/*/progress_order/*:harvest": "1 more Gem in each Harvest",
    "ai_opponents/*/progress_order/*:rest": "1 more die in each Rest",
    "sum": "The dice add up",
    "equal": "Dice are equal",
    "per_die": "The same for each die",
    "per_row": "By row, from the top",
    "printed": "As printed on the cells",
    **BOARD_NAMES,
    "farm": "Farm Tile",
    "upgrade": "Upgrade Tile",
    **{f"negotiation/sides/*/{row}/*:move": "Move the Harvester" for row in ("rewards", "punishments")},
    **{f"academy/costs:{number}": text for number, text in (("1", "One die"), ("2", "Two dice"))},
}

BLANKS: dict[str, Json] = {
    "items": {"count": 1, "cost": {}, "points": 0, "benefit": {"kind": "manual"}, "kind": "in_game"},
    "events": {"timing": "round", "effect": {"kind": "manual"}},
    "characters": {"effect": {"kind": "manual"}},
    "gem_caches": {"points": 0, "yield": {}},
    "farm_tiles": {"kind": "points", "points": 0, "count": 1},
    "upgrade_tiles": {"kind": "points", "points": 0, "count": 1},
    "ai_opponents": {
        "slots": 4,
        "progress_order": ["execute", "harvest", "rest"],
        "negotiation_points": {"kind": "printed"},
        "depository_points": {"kind": "per_die"},
    },
    "schemes": {"move_value": 1, "options": [{"location": "depository", "value": 1}] * 3},
    SPACES: {"yield": {}, "token": None, "cache_slot": False, "adjacent": {}, "arrows": {}},
}


def _event(row: Mapping[str, Json]) -> Sequence[Json]:
    return () if row["id"] == LAST_EVENT else (BLANKS["events"],)


def _item(row: Mapping[str, Json]) -> Sequence[Json]:
    """The rulebook has the names and benefits of Items: only other cards are unknown."""
    return () if isinstance(row["benefit"], str) else (BLANKS["items"],) * row["count"]


EDITING = Editing(
    document=NewDocument,
    order=(
        "name",
        "items",
        "events",
        "characters",
        "farm_tiles",
        "upgrade_tiles",
        "base",
        "planet",
        "gem_caches",
    ),
    titles=TITLES,
    hints=HINTS,
    units=UNITS,
    labels=LABELS,
    refs={
        "planet/sides/*/centre": SPACES,
        f"{SPACES}/*/adjacent/*": SPACES,
        f"{SPACES}/*/arrows/*": SPACES,
        **{f"{board}/by_table_size/*": f"{board}/sides" for board in SIDED},
    },
    totals={
        "items": Total(36, "count"),
        "events": Total(16),
        "characters": Total(8),
        "gem_caches": Total(6),
        "farm_tiles": Total(15, "count"),
        "upgrade_tiles": Total(18, "count"),
        "ai_opponents": Total(4),
        "schemes": Total(20),
    },
    kinds=KINDS,
    maps={"planet/sides/*": PLANET},
    derived=frozenset({f"{SPACES}/*/adjacent", f"{SPACES}/*/arrows/*"}),
    blanks=BLANKS,
    decks={"items": _item, "events": _event, "schemes": lambda _: (BLANKS["schemes"],)},
    parts={"control_room": "whole", "foundry": "whole"},
)
