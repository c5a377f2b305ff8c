"""The component document as it is written: one struct a part, as the rules file's *Components* shapes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Generic, Literal, TypeAlias, TypeVar, get_args

from msgspec import Meta, Struct, field

from domain.kernel import ByKind, Seat, ThingName, ThingText

# The closed vocabularies of a box.

if TYPE_CHECKING:  # A mapping is invariant in its keys, and the rules add up amounts of several vocabularies.
    Resource: TypeAlias = str
    Produced: TypeAlias = str
    Yielded: TypeAlias = str
    Gained: TypeAlias = str
    Clan: TypeAlias = str
    TableSize: TypeAlias = str
    DieName: TypeAlias = str
    DiceBought: TypeAlias = str
    Direction: TypeAlias = str
else:
    Resource = Literal["water", "algae", "power", "gems"]
    Produced = Literal["water", "algae", "power"]
    Yielded = Literal[Resource, "dice"]
    Gained = Literal[Yielded, "items"]
    Clan = Literal["leyrien", "zcharo", "jrayek"]
    TableSize = Literal["1", "2", "3", "4"]
    DieName = Literal["1", "2", "3", "4", "5", "6"]
    DiceBought = Literal["1", "2"]
    Direction = Literal["e", "se", "sw", "w", "nw", "ne"]

Location: TypeAlias = Literal["mining_camp", "laboratory", "foundry", "control_room", "market", "academy"]
Modified: TypeAlias = Literal["negotiation", "depository", "headquarters", Location]
Schemed: TypeAlias = Literal[
    "negotiation", "depository", "laboratory", "foundry", "mining_camp", "market", "academy"
]
"""FL-R34: the AI uses neither the Headquarters nor the Control Room."""

GainKind: TypeAlias = Literal["farm", "upgrade", "move", "gem", "die", "items"]
Progress: TypeAlias = Literal["execute", "harvest", "rest"]
FarmKind: TypeAlias = Literal[
    "water_3", "algae_2", "power_1", "producer", "gem_on_six", "dice_on_six", "points"
]
UpgradeKind: TypeAlias = Literal[
    "plus_minus_one", "water_discount", "free_garage", "increase_two", "flip", "points"
]
ClanKind: TypeAlias = Literal["none", "set_die", "gain", "move", "manual"]
EventKind: TypeAlias = Literal["none", "gain", "modifiers", "manual"]
ItemKind: TypeAlias = Literal["none", "modifiers", "manual"]
CharacterKind: TypeAlias = Literal[
    "wild_values",
    "extra_depository_reward",
    "free_upgrade_on_laboratory",
    "setbacks_as_advancements",
    "free_garages",
    "dice_limit",
    "move_after_harvest",
    "negotiation_discount",
    "manual",
]
Benefit: TypeAlias = Literal[
    "FL-501", "FL-502", "FL-503", "FL-504", "FL-505", "FL-506", "FL-507",
    "FL-508", "FL-509", "FL-510", "FL-511", "FL-512", "FL-513", "FL-514",
    "FL-515", "FL-516", "FL-517", "FL-518", "FL-519", "FL-520", "FL-521",
    "FL-522", "FL-523", "FL-524", "FL-525", "FL-526", "FL-527", "FL-528",
    "FL-529", "FL-530", "FL-531", "FL-532", "FL-533", "FL-534", "FL-535",
]  # fmt: skip
"""The rule that an Item follows."""

RESOURCES: tuple[Resource, ...] = get_args(Resource)
CLANS: tuple[Clan, ...] = get_args(Clan)
LOCATIONS: tuple[Location, ...] = get_args(Location)
"""The six Location Boards; Negotiation, Depository and Headquarters are not among them."""

GAIN_KINDS: tuple[GainKind, ...] = get_args(GainKind)
"""The six kinds of reward and punishment of the Negotiation Board."""

# Numbers, amounts.

Number = Annotated[int, Meta(ge=0)]
Copies = Annotated[int, Meta(ge=1)]
DieValue = Annotated[int, Meta(ge=1, le=6)]
GarageCost = Annotated[int, Meta(ge=0, le=3)]
StackPlace = Annotated[int, Meta(ge=0, le=2)]
HigherLimit = Annotated[int, Meta(ge=6)]
SlotsOfRival = Annotated[int, Meta(ge=4)]
CampGems = Annotated[int, Meta(ge=1, le=2)]

Bundle = dict[str, int]
"""Amounts by resource; also `dice` and `items` where a part gives them."""

STARTING_RESOURCES: dict[Resource, int] = {"water": 10, "algae": 2, "power": 2, "gems": 0}
"""FL-113: what the rulebook gives to each seat."""

T = TypeVar("T")
K = TypeVar("K", bound=str, covariant=True)


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the document."""


class Thing(Part, frozen=True, kw_only=True):
    """A part with an id, which a set may call by a name and tell the text of."""

    name: ThingName = ""
    text: ThingText = ""


class Sided(Part, Generic[T], frozen=True):
    """A board whose side is picked by the table size."""

    by_table_size: dict[TableSize, str]
    sides: dict[str, T]

    def at(self, table_size: int) -> T:
        """The side for a table of this size."""
        return self.sides[self.by_table_size[str(table_size)]]


class Modifier(Part, frozen=True):
    """A card's change at a location: a smaller price or an extra gain."""

    location: Modified
    clan: Clan | None = None
    reduce: dict[Resource, Number] = {}
    gain: dict[Gained, Number] = {}


class Effect(Part, Generic[K], frozen=True):
    """The effect of a card, a clan or a character; which members count depends on the kind."""

    kind: K
    gain: dict[Gained, Number] = {}
    modifiers: tuple[Modifier, ...] = ()
    wild: tuple[DieValue, ...] = field(default=(), name="from")
    to: tuple[DieValue, ...] = ()
    farms: Literal["six_only", "all"] = "six_only"
    limit: HigherLimit = 0
    cost: dict[Resource, Number] = {}
    mode: Literal["half", "minus"] | None = None
    amount: Number = 0
    clans: tuple[Clan, ...] = ()


class PrintedFarm(Part, frozen=True):
    kind: Literal["booster", "producer"]
    choices: tuple[Produced, ...] = ()


class BasePart(Part, frozen=True):
    """Research Base: costs of the five Garages, end values by number of tiles, production by die value."""

    garage_costs: Annotated[tuple[GarageCost, ...], Meta(min_length=5, max_length=5)]
    garage_points: Annotated[tuple[Number, ...], Meta(min_length=5, max_length=5)]
    farm_points: Annotated[tuple[Number, ...], Meta(min_length=4, max_length=4)]
    printed_farms: Annotated[tuple[PrintedFarm, ...], Meta(min_length=3, max_length=3)]
    production: dict[Produced, Annotated[tuple[Number, ...], Meta(min_length=6, max_length=6)]]


class Space(Thing, frozen=True):
    """A space of the planet: where Harvesters stand."""

    id: str
    yields: dict[Yielded, Number] = field(name="yield")
    token: Literal["water_3", "gem"] | None
    cache_slot: bool
    adjacent: dict[str, str]
    arrows: dict[str, str]


class PlanetSide(Part, frozen=True):
    centre: str
    spaces: tuple[Space, ...]


class Planet(Part, frozen=True):
    sides: Mapping[str, PlanetSide]


class Spaces(Part, frozen=True):
    spaces: Copies


class ControlRoom(Part, frozen=True):
    directions: dict[DieName, str]
    by_table_size: dict[TableSize, str]
    sides: dict[str, Spaces]


class Foundry(Part, frozen=True):
    by_table_size: dict[TableSize, str]
    sides: dict[str, Spaces]
    stack_by_value: Annotated[tuple[StackPlace, ...], Meta(min_length=6, max_length=6)]


class GemCache(Thing, frozen=True):
    id: str
    points: int
    yields: dict[Yielded, Number] = field(name="yield")


class Cell(Part, frozen=True):
    cost: dict[Resource, Number]
    points: int


class Condition(Part, frozen=True):
    """A setback token's condition on a column: a least sum, or a number of equal dice."""

    kind: Literal["sum", "equal"]
    at_least: int = 0
    count: int = 0


class NegotiationSide(Part, frozen=True):
    cells: dict[Clan, tuple[Cell, ...]]
    conditions: Annotated[tuple[Condition, ...], Meta(min_length=6, max_length=6)]
    rewards: Annotated[tuple[GainKind, ...], Meta(min_length=6, max_length=6)]
    punishments: Annotated[tuple[GainKind, ...], Meta(min_length=6, max_length=6)]


class DepositorySide(Part, frozen=True):
    columns: Annotated[tuple[DieValue, ...], Meta(min_length=1, max_length=6)]


class HeadquartersSide(Part, frozen=True):
    slots: Copies


class CampSpace(Part, frozen=True):
    sum: Number
    gems: CampGems


class MarketSpace(Part, frozen=True):
    lots: dict[Resource, Copies]


class AcademySpace(Part, frozen=True):
    values: Annotated[tuple[DieValue, ...], Meta(min_length=1)]


class Academy(Part, frozen=True):
    spaces: Annotated[tuple[AcademySpace, ...], Meta(min_length=1)]
    costs: dict[DiceBought, dict[Resource, Number]]


class ItemCard(Thing, frozen=True):
    id: str
    count: Copies
    cost: dict[Resource, Number]
    points: Number
    benefit: Benefit | Effect[ItemKind]
    kind: Literal["in_game", "end_game"]


class EventCard(Thing, frozen=True):
    id: str
    timing: Literal["reveal", "round", "harvest"]
    effect: Effect[EventKind]


class Character(Thing, frozen=True):
    id: str
    effect: Effect[CharacterKind]


class Tile(Thing, Generic[K], frozen=True):
    id: str
    kind: K
    points: Number
    count: Copies


class PerDie(Part, frozen=True, tag_field="kind", tag="per_die"):
    """The AI scores the same for each of its dice."""

    points: int = 0


class PerRow(Part, frozen=True, tag_field="kind", tag="per_row"):
    """The AI scores each of its dice by the row, from the top."""

    points: tuple[int, ...]


class AsPrinted(Part, frozen=True, tag_field="kind", tag="printed"):
    """The AI scores what is printed on its cells, as a player does."""


Points: TypeAlias = PerDie | PerRow | AsPrinted


class Opponent(Thing, frozen=True):
    id: str
    slots: SlotsOfRival
    progress_order: Annotated[tuple[Progress, ...], Meta(min_length=3, max_length=3)]
    negotiation_points: Points
    depository_points: PerDie | PerRow


class SchemeOption(Part, frozen=True):
    location: Schemed
    value: DieValue
    clan: Clan | None = None
    gems: Number = 0
    dice: Number = 0


class Scheme(Thing, frozen=True):
    id: str
    move_value: DieValue
    options: Annotated[tuple[SchemeOption, ...], Meta(min_length=3, max_length=3)]


class Document(Part, frozen=True, kw_only=True):
    """A whole box of First Light, as every stored set can be read."""

    game: str
    name: str
    variant: bool = False
    colours: Annotated[tuple[Seat, ...], Meta(min_length=4, max_length=4)]
    starting_resources: dict[Resource, Number] = field(default_factory=STARTING_RESOURCES.copy)
    base: BasePart
    planet: Planet
    control_room: ControlRoom
    gem_caches: tuple[GemCache, ...]
    negotiation: Sided[NegotiationSide]
    clans: dict[Clan, dict[str, Effect[ClanKind]]]
    depository: Sided[DepositorySide]
    headquarters: Sided[HeadquartersSide]
    mining_camp: Sided[Annotated[tuple[CampSpace, ...], Meta(min_length=1)]]
    laboratory: Sided[Spaces]
    foundry: Foundry
    market: Sided[Annotated[tuple[MarketSpace, ...], Meta(min_length=2, max_length=3)]]
    academy: Academy
    items: tuple[ItemCard, ...]
    events: tuple[EventCard, ...]
    characters: tuple[Character, ...]
    farm_tiles: tuple[Tile[FarmKind], ...]
    upgrade_tiles: tuple[Tile[UpgradeKind], ...]
    ai_opponents: tuple[Opponent, ...]
    schemes: tuple[Scheme, ...]
    invented: tuple[str, ...] = ()


# What is asked of new sets alone: the six directions that maps can draw. Stored sets may have others.


class CompassSpace(Space, frozen=True, kw_only=True):
    """A space with neighbours in directions that maps can draw."""

    adjacent: dict[Direction, str]
    arrows: dict[Direction, str]


class CompassSide(PlanetSide, frozen=True, kw_only=True):
    """A side of the planet with directions that maps can draw."""

    spaces: tuple[CompassSpace, ...]


class CompassPlanet(Planet, frozen=True, kw_only=True):
    """A planet with directions that maps can draw."""

    sides: dict[str, CompassSide]


class CompassRoom(ControlRoom, frozen=True, kw_only=True):
    """A Control Room with directions that maps can draw."""

    directions: dict[DieName, Direction]


class NewDocument(Document, frozen=True, kw_only=True):
    """A box of First Light, as new sets are made."""

    planet: CompassPlanet
    control_room: CompassRoom


# Which members of a part count for which kind of it.


KINDS: dict[str, ByKind] = {
    "clans/*/*": ByKind("kind", {"gain": ("gain",)}),
    "events/*/effect": ByKind("kind", {"gain": ("gain",), "modifiers": ("modifiers",)}),
    "items/*/benefit": ByKind("kind", {"modifiers": ("modifiers",)}),
    "characters/*/effect": ByKind(
        "kind",
        {
            "wild_values": ("from", "to", "farms"),
            "dice_limit": ("limit",),
            "move_after_harvest": ("cost",),
            "negotiation_discount": ("mode", "amount", "clans"),
        },
    ),
    "base/printed_farms/*": ByKind("kind", {"producer": ("choices",)}),
    "negotiation/sides/*/conditions/*": ByKind("kind", {"sum": ("at_least",), "equal": ("count",)}),
    "schemes/*/options/*": ByKind(
        "location",
        {
            "negotiation": ("value", "clan"),
            "depository": ("value",),
            "laboratory": ("value",),
            "foundry": ("value",),
            "mining_camp": ("value", "gems"),
            "market": ("value", "gems"),
            "academy": ("value", "dice"),
        },
    ),
}
"""Path → kind of the part → its members."""
