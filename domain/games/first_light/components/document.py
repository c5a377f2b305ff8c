"""The component document as it is written: one struct a part, as the rules file's *Components* shapes it."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct, field

from domain.kernel import Seat, ThingName, ThingText

Bundle = dict[str, int]
"""Amounts by resource; also `dice` and `items` where a part gives them."""

RESOURCES = ("water", "algae", "power", "gems")
CLANS = ("leyrien", "zcharo", "jrayek")
LOCATIONS = ("mining_camp", "laboratory", "foundry", "control_room", "market", "academy")
"""The six Location Boards; Negotiation, Depository and Headquarters are not among them."""

GAIN_KINDS = ("farm", "upgrade", "move", "gem", "die", "items")
"""The six kinds of reward and punishment of the Negotiation Board."""

T = TypeVar("T")


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the document."""


class Thing(Part, frozen=True, kw_only=True):
    """A part with an id, which a set may call by a name and tell the text of."""

    name: ThingName = ""
    text: ThingText = ""


class Sided(Part, Generic[T], frozen=True):
    """A board whose side is picked by the table size."""

    by_table_size: dict[str, str]
    sides: dict[str, T]

    def at(self, table_size: int) -> T:
        """The side for a table of this size."""
        return self.sides[self.by_table_size[str(table_size)]]


class Modifier(Part, frozen=True):
    """A card's change at a location: a smaller price or an extra gain."""

    location: str
    clan: str | None = None
    reduce: Bundle = {}
    gain: Bundle = {}


class Effect(Part, frozen=True):
    """The effect of a card, a clan or a character; which members count depends on the kind."""

    kind: str
    gain: Bundle = {}
    modifiers: tuple[Modifier, ...] = ()
    wild: tuple[int, ...] = field(default=(), name="from")
    to: tuple[int, ...] = ()
    farms: str = "six_only"
    limit: int = 0
    cost: Bundle = {}
    mode: str = ""
    amount: int = 0
    clans: tuple[str, ...] = ()


class PrintedFarm(Part, frozen=True):
    kind: str
    choices: tuple[str, ...] = ()


class BasePart(Part, frozen=True):
    """Research Base: costs of the five Garages, end values by number of tiles, production by die value."""

    garage_costs: tuple[int, ...]
    garage_points: tuple[int, ...]
    farm_points: tuple[int, ...]
    printed_farms: tuple[PrintedFarm, ...]
    production: dict[str, tuple[int, ...]]


class Space(Thing, frozen=True):
    """A space of the planet: where Harvesters stand."""

    id: str
    yields: Bundle = field(name="yield")
    token: str | None
    cache_slot: bool
    adjacent: dict[str, str]
    arrows: dict[str, str]


class PlanetSide(Part, frozen=True):
    centre: str
    spaces: tuple[Space, ...]


class Planet(Part, frozen=True):
    sides: dict[str, PlanetSide]


class Spaces(Part, frozen=True):
    spaces: int


class ControlRoom(Part, frozen=True):
    directions: dict[str, str]
    by_table_size: dict[str, str]
    sides: dict[str, Spaces]


class Foundry(Part, frozen=True):
    by_table_size: dict[str, str]
    sides: dict[str, Spaces]
    stack_by_value: tuple[int, ...]


class GemCache(Thing, frozen=True):
    id: str
    points: int
    yields: Bundle = field(name="yield")


class Cell(Part, frozen=True):
    cost: Bundle
    points: int


class Condition(Part, frozen=True):
    """A setback token's condition on a column: a least sum, or a number of equal dice."""

    kind: str
    at_least: int = 0
    count: int = 0


class NegotiationSide(Part, frozen=True):
    cells: dict[str, tuple[Cell, ...]]
    conditions: tuple[Condition, ...]
    rewards: tuple[str, ...]
    punishments: tuple[str, ...]


class DepositorySide(Part, frozen=True):
    columns: tuple[int, ...]


class HeadquartersSide(Part, frozen=True):
    slots: int


class CampSpace(Part, frozen=True):
    sum: int
    gems: int


class MarketSpace(Part, frozen=True):
    lots: dict[str, int]


class AcademySpace(Part, frozen=True):
    values: tuple[int, ...]


class Academy(Part, frozen=True):
    spaces: tuple[AcademySpace, ...]
    costs: dict[str, Bundle]


class ItemCard(Thing, frozen=True):
    id: str
    count: int
    cost: Bundle
    points: int
    benefit: str | Effect
    kind: str


class EventCard(Thing, frozen=True):
    id: str
    timing: str
    effect: Effect


class Character(Thing, frozen=True):
    id: str
    effect: Effect


class Tile(Thing, frozen=True):
    id: str
    kind: str
    points: int
    count: int


class Points(Part, frozen=True):
    kind: str
    points: int | tuple[int, ...] = 0


class Opponent(Thing, frozen=True):
    id: str
    slots: int
    progress_order: tuple[str, ...]
    negotiation_points: Points
    depository_points: Points


class SchemeOption(Part, frozen=True):
    location: str
    value: int
    clan: str | None = None
    gems: int = 0
    dice: int = 0


class Scheme(Thing, frozen=True):
    id: str
    move_value: int
    options: tuple[SchemeOption, ...]


class Document(Part, frozen=True, kw_only=True):
    """A whole box of First Light."""

    game: str
    name: str
    variant: bool = False
    colours: tuple[Seat, ...]
    base: BasePart
    planet: Planet
    control_room: ControlRoom
    gem_caches: tuple[GemCache, ...]
    negotiation: Sided[NegotiationSide]
    clans: dict[str, dict[str, Effect]]
    depository: Sided[DepositorySide]
    headquarters: Sided[HeadquartersSide]
    mining_camp: Sided[tuple[CampSpace, ...]]
    laboratory: Sided[Spaces]
    foundry: Foundry
    market: Sided[tuple[MarketSpace, ...]]
    academy: Academy
    items: tuple[ItemCard, ...]
    events: tuple[EventCard, ...]
    characters: tuple[Character, ...]
    farm_tiles: tuple[Tile, ...]
    upgrade_tiles: tuple[Tile, ...]
    ai_opponents: tuple[Opponent, ...]
    schemes: tuple[Scheme, ...]
    invented: tuple[str, ...] = ()
