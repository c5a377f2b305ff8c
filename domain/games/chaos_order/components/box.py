"""The typed box of Chaos Order: what a component set says, as tables that the rules look up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

ActionPhase = Literal["discover", "build", "harvest", "recruit", "move"]
BuildingType = Literal["foundry", "outpost", "stronghold"]
ACTION_PHASES: tuple[str, ...] = get_args(ActionPhase)
"""CO-202, from the top of the board to its bottom."""

PHASES = ("set_prices", *ACTION_PHASES, "combat", "gain_income", "check_relics")
BUILDING_TYPES: tuple[str, ...] = get_args(BuildingType)
RELICS = (1, 2, 3, 4, 5, 6)
FACTION_COUNTS = (2, 3, 4, 5)
"""How many factions a map is made for (CO-C7)."""

COMBAT_TRIGGERS = frozenset(
    ("battle", "battle_victor", "battle_loser", "own_fighter_wounded", "opposing_fighter_wounded")
)
CONTROL_TRIGGERS = ("region_control_gained", "region_control_lost")


class Effect(Struct, frozen=True, omit_defaults=True):
    """One effect of the closed vocabulary (CO-570 … CO-595).

    `name` is a counter, an ability, a manual text or a multiplier, by `do`; `branches` are those of a
    `choice`, `effects` the content of `optional`, `pay` and `per`.
    """

    do: str
    n: int = 1
    name: str | None = None
    among: tuple[str, ...] | None = None
    branches: tuple[tuple[Effect, ...], ...] = ()
    effects: tuple[Effect, ...] = ()
    energy: int = 0
    gems: int = 0
    strength: int = 0
    attack: int = 0
    shields: int = 0


Effects = tuple[Effect, ...]


class Ability(Struct, frozen=True):
    """The effects of a faction, attribute, leader or building at its trigger (CO-590)."""

    id: str
    trigger: str
    optional: bool
    effects: Effects


class Source(Struct, frozen=True):
    """An ability with the thing that carries it: `kind` faction, attribute, leader or building."""

    kind: str
    key: str
    side: str
    ability: Ability


class Place(Struct, frozen=True):
    """A place of the map; `kind` land, lake, base_location or tile_location."""

    id: str
    kind: str
    set: str | None
    factions: tuple[int, ...]
    production: Effects | None


class Border(Struct, frozen=True):
    """A shared side of two places."""

    id: str
    ends: tuple[str, str]
    printed_mountain: bool

    def beyond(self, place: str) -> str:
        """The place on the other side of it."""
        return self.ends[1] if self.ends[0] == place else self.ends[0]


class Foundation(Struct, frozen=True):
    """A foundation tile: `starting`, `neutral` or `board`. On the map it is nobody's (CO-121)."""

    id: str
    kind: str
    reward: Effects
    relic: int | None = None
    gem_lock: bool = False
    ability: str | None = None
    faction: str | None = None


class PricingToken(Struct, frozen=True):
    """Costs of a pricing token in energy. A neutral one has no faction."""

    id: str
    faction: str | None
    to_owner: int
    to_supply: int
    grey: bool = False
    on_place: Effects = ()
    removed: bool = False


class NeutralPair(Struct, frozen=True):
    """Two stacked neutral pricing tokens; the top one leaves in the round of its relic number."""

    id: str
    factions: tuple[int, ...]
    top: str
    under: str
    relic: int


class ProductionToken(Struct, frozen=True):
    """One of the six loose production tokens."""

    id: str
    basic: Effects
    upgraded: Effects


class Auxiliary(Struct, frozen=True):
    """One option of a track column's bottom row."""

    energy: int
    gems: int
    effects: Effects


class Column(Struct, frozen=True):
    """One column of a research track."""

    lock_before: bool
    main: Effects
    immediate: Effects
    auxiliary: tuple[Auxiliary, ...]


class Play(Struct, frozen=True):
    """The effects of a tactics card that is played in a phase."""

    phase: str
    gem_lock: bool
    when: str
    effects: Effects


class Card(Struct, frozen=True):
    """A tactics card: its values on the wheel, and what it does when used or played."""

    id: str
    name: str
    count: int
    left: int
    right: int
    retreat_shields: int
    battle: Effects
    plays: tuple[Play, ...]


class Section(Struct, frozen=True):
    """A setting of the combat wheel."""

    id: str
    kind: str
    left: str
    right: str


class Face(Struct, frozen=True):
    """A face of the combat die."""

    strength: int
    shields: int


class LeaderSide(Struct, frozen=True):
    """One side of a leader card."""

    gem_cost: int
    strength: int
    attack: int
    shields: int


class Attribute(Struct, frozen=True):
    """The upgrade of an attribute: its cost in gems, and its immediate effects."""

    gem_cost: int
    on_upgrade: Effects


class BuildingSpace(Struct, frozen=True):
    """A space of the faction board that a building covers."""

    gem_lock: bool
    income: Effects


class Building(Struct, frozen=True):
    """A building type of a faction: values in battle, and its spaces from left to right."""

    strength: int
    attack: int
    shields: int
    spaces: tuple[BuildingSpace, ...]


class FastTrack(Struct, frozen=True):
    """The direct way from the first sector: energy for each fighter, and where it leads."""

    energy: int
    to: str


class Exchange(Struct, frozen=True):
    """An exchange of recruitment points for something other than fighters."""

    rp: int
    effects: Effects


class Counter(Struct, frozen=True):
    """A counter of a faction with its bounds."""

    start: int
    least: int
    most: int | None


class Faction(Struct, frozen=True):
    """Everything of one faction: its own fame track (CO-601), tokens and abilities (CO-550 … CO-553).

    CO-551, CO-593.
    """

    id: str
    name: str
    base_production: Effects | None
    tokens: tuple[str, ...]
    setup: Effects
    fighters: int
    on_track: tuple[int, ...]
    fast_track: FastTrack | None
    exchanges: tuple[Exchange, ...]
    leaders: Mapping[str, Mapping[str, LeaderSide]]
    attributes: Mapping[str, Attribute]
    buildings: Mapping[str, Building]
    board_foundations: tuple[str, ...]
    starting_foundations: tuple[str, ...]
    relic_spaces: tuple[Effects, ...]
    fame_length: int
    fame_spaces: Mapping[int, Effects]
    wins_at_once: bool
    counters: Mapping[str, Counter]
    statics: frozenset[str]
    triggers: Mapping[str, tuple[Source, ...]]
    abilities: Mapping[str, Source]


class Box(Struct, frozen=True, eq=False):
    """A component set as the rules read it. `control_watchers`: factions with control triggers (CO-590)."""

    name: str
    vault_order: tuple[str, ...]
    places: Mapping[str, Place]
    borders: Mapping[str, Border]
    beside: Mapping[str, tuple[Border, ...]]
    tunnels: Mapping[str, tuple[str, str]]
    tiles: Mapping[str, Place]
    foundations: Mapping[str, Foundation]
    tokens: Mapping[str, PricingToken]
    pairs: tuple[NeutralPair, ...]
    production: Mapping[str, ProductionToken]
    tracks: Mapping[str, tuple[Column, ...]]
    cards: Mapping[str, Card]
    printed: Card
    sections: Mapping[str, Section]
    faces: tuple[Face, ...]
    factions: Mapping[str, Faction]
    control_watchers: frozenset[str]

    @property
    def cards_in_all(self) -> int:
        """How many tactics cards the set holds."""
        return sum(card.count for card in self.cards.values())
