"""The document, "Component set: exact shape": maps, cards, sheets, and the words that they are written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from domain.games.order_vs_chaos.components.effects import Template
from domain.kernel import ThingName, ThingText

BLUE: Final = "blue"
YELLOW: Final = "yellow"
SLOT = "slot"

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}(?!\n)$")]
Amount = Annotated[int, Meta(ge=0)]
AtLeastOne = Annotated[int, Meta(ge=1)]
Hands = Annotated[int, Meta(ge=0, le=2)]
CardNumber = Annotated[int, Meta(ge=1, le=5)]

Lightning: TypeAlias = Literal["blue", "yellow"]
Face: TypeAlias = Literal["1", "2", "3", "blue", "yellow"]
Segment: TypeAlias = Literal["ranged", "melee", "curse"]
Gain: TypeAlias = Literal["damage", "armor", "heal", "track"]
Timing: TypeAlias = Literal["own_turn", "own_battle", "any_battle", "round_start_any_battle", "any"]
AbilityTiming: TypeAlias = Literal[Timing, "passive"]
LocationKind: TypeAlias = Literal["card", "arch_enemy", "order_start", "chaos_start"]
CardKind: TypeAlias = Literal[
    "quartermaster",
    "chaos_rift",
    "order_shrine",
    "healing_shrine",
    "rift",
    "wandering_monster",
    "wormhole",
]
OrderCount: TypeAlias = Literal["1", "2", "3"]

LIGHTNINGS: tuple[Lightning, ...] = get_args(Lightning)
FACES: tuple[Face, ...] = get_args(Face)
SEGMENTS: tuple[Segment, ...] = get_args(Segment)
STATS = ("move", "attack", "armor", "health")
ORDER_COUNTS: tuple[OrderCount, ...] = get_args(OrderCount)

Gains = Annotated[dict[Gain, Amount], Meta(min_length=1)]
Boxes: TypeAlias = tuple[Amount, ...]


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the document: its members are exactly those of the rules file."""


class _Thing(_Part, frozen=True, kw_only=True):
    """A part with an id, which a set may call by a name and tell the text of."""

    name: ThingName = ""
    text: ThingText = ""


class PerDie(_Part, frozen=True, tag_field="kind", tag="per_die"):
    """Every die that shows the face gives its owner each gain."""

    face: Face
    gain: Gains


class Majority(_Part, frozen=True, tag_field="kind", tag="majority"):
    """Once, if strictly more dice show `face` than `over`."""

    face: Lightning
    over: Lightning
    gain: Gains


class Reroll(_Part, frozen=True, tag_field="kind", tag="reroll"):
    """The owner may reroll each die that shows the face, once."""

    face: Face


class Flat(_Part, frozen=True, tag_field="kind", tag="flat"):
    """The owner may deal this much instead of rolling."""

    damage: Amount


class Text(_Part, frozen=True, tag_field="kind", tag="text"):
    """Carried out by people, through `change_dice` or `apply_effects`."""

    text: str


Special: TypeAlias = PerDie | Majority | Reroll | Flat | Text


class AttackCard(_Thing, frozen=True):
    """A weapon card, or an attack that is printed on a sheet or card."""

    id: Id
    name: str
    segment: Segment
    dice: Amount
    hands: int | None
    specials: tuple[Special, ...]
    discard_on_use: bool

    @property
    def flat(self) -> int | None:
        """The damage that may replace the roll (OC-432)."""
        return next((special.damage for special in self.specials if isinstance(special, Flat)), None)


class HandWeapon(AttackCard, frozen=True):
    """A weapon card, or the weapon that an Order hero has from the beginning: it takes hands."""

    hands: Hands


class Ability(_Part, frozen=True):
    """A printed ability. `effects` None: the text is carried out by listing primitives (OC-520)."""

    id: Id
    name: str
    text: str
    stamina: Amount = 1
    timing: AbilityTiming = "own_turn"
    effects: tuple[Any, ...] | None = None


class Slots(_Part, frozen=True):
    """Equipment slots of an Order hero."""

    open: Amount
    locked: Amount


class HeroSheet(_Thing, frozen=True):
    """A hero of either side."""

    id: Id
    name: str
    tracks: dict[str, Boxes]
    slots: Slots | None
    attacks: tuple[AttackCard, ...]
    picks_one_attack: bool
    battle_track: tuple[int, ...] | None
    special_tokens: int | None
    abilities: tuple[Ability, ...]

    def stat(self, xp: Mapping[str, int], track: str) -> int:
        """The track's first uncovered box (OC-351)."""
        return self.tracks[track][xp.get(track, 0)]


class OrderHero(HeroSheet, frozen=True):
    """A hero of Order: it carries equipment, and a weapon from the beginning."""

    slots: Slots
    attacks: Annotated[tuple[HandWeapon, ...], Meta(min_length=1)]


class ChaosHero(HeroSheet, frozen=True):
    """A hero of Chaos."""

    special_tokens: Amount | None


class Monster(_Thing, frozen=True):
    """A monster type."""

    id: Id
    name: str
    based_on: str | None
    armor: int
    health: int
    battle_track: tuple[int, ...] | None
    abilities: tuple[Ability, ...]
    attacks: tuple[AttackCard, ...]


class ArchEnemy(_Thing, frozen=True):
    """The Chaos boss; its health is given by the number of Order heroes (OC-614)."""

    id: Id
    name: str
    armor: int
    health: dict[OrderCount, AtLeastOne]
    battle_track: tuple[int, ...] | None
    abilities: tuple[Ability, ...]
    attacks: tuple[AttackCard, ...]

    def health_against(self, heroes: int) -> int:
        """Its full health where this many Order heroes play (OC-614)."""
        return next(health for count, health in self.health.items() if count == str(heroes))


Fighter: TypeAlias = HeroSheet | Monster | ArchEnemy


class Equipment(_Part, frozen=True):
    """An equipment card."""

    id: Id
    name: str
    text: str
    timing: Timing = "own_turn"
    effects: tuple[Any, ...] | None = None


class EventCard(_Part, frozen=True):
    """A Chaos card, `instant` or `keep`."""

    id: Id
    name: str
    kind: Literal["instant", "keep"]
    text: str
    timing: Timing | None
    effects: tuple[Any, ...] | None

    @property
    def cancels_healing(self) -> bool:
        """Whether it is played through `cancelled_by` only (OC-519)."""
        return any(effect.get("op") == "cancel_healing" for effect in self.effects or ())


class LocationCard(_Thing, frozen=True):
    """One of the 30 cards that lie on the map."""

    id: Id
    kind: CardKind
    number: CardNumber | None


class Location(_Thing, frozen=True):
    """A space of a map."""

    id: Id
    name: str
    kind: LocationKind


class MapSide(_Thing, frozen=True):
    """One side of the board."""

    id: Literal["us", "eu"]
    name: str
    locations: tuple[Location, ...]
    edges: tuple[tuple[str, str], ...]


class Document(_Part, frozen=True):
    """The whole component set, as its JSON has it.

    Sets that are stored hold effects of any values: where none can ever be, the text has no choice (OC-521).
    """

    schema: Literal["component-set/order_vs_chaos/1"]
    game: Literal["order_vs_chaos"]
    edition: Annotated[str, Meta(min_length=1)]
    die_faces: tuple[Face, ...]
    maps: tuple[MapSide, ...]
    location_cards: tuple[LocationCard, ...]
    order_heroes: tuple[OrderHero, ...]
    chaos_heroes: tuple[ChaosHero, ...]
    monsters: tuple[Monster, ...]
    arch_enemies: tuple[ArchEnemy, ...]
    weapons: tuple[HandWeapon, ...]
    equipment: tuple[Equipment, ...]
    event_cards: tuple[EventCard, ...]
    invented: tuple[str, ...]

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """Everything that fights: heroes of both sides, monsters, arch enemies."""
        return (*self.order_heroes, *self.chaos_heroes, *self.monsters, *self.arch_enemies)


# What is asked of new sets: the same parts, of which effects and figures are such that a game can use them.


class NewAbility(Ability, frozen=True):
    """A printed ability."""

    text: ThingText
    effects: tuple[Template, ...] | None = None


class NewOrderHero(OrderHero, frozen=True):
    """A hero of Order."""

    special_tokens: Amount | None
    abilities: tuple[NewAbility, ...]


class NewChaosHero(ChaosHero, frozen=True):
    """A hero of Chaos."""

    abilities: tuple[NewAbility, ...]


class NewMonster(Monster, frozen=True):
    """A monster type."""

    armor: Amount
    health: AtLeastOne
    abilities: tuple[NewAbility, ...]


class NewArchEnemy(ArchEnemy, frozen=True):
    """An arch enemy."""

    armor: Amount
    abilities: tuple[NewAbility, ...]


class NewEquipment(Equipment, frozen=True):
    """An equipment card."""

    text: ThingText
    effects: tuple[Template, ...] | None = None


class NewEventCard(EventCard, frozen=True):
    """A Chaos card, `instant` or `keep`."""

    text: ThingText
    effects: tuple[Template, ...] | None


class NewDocument(Document, frozen=True):
    """The whole component set, as it is edited and taken in."""

    order_heroes: tuple[NewOrderHero, ...]
    chaos_heroes: tuple[NewChaosHero, ...]
    monsters: tuple[NewMonster, ...]
    arch_enemies: tuple[NewArchEnemy, ...]
    equipment: tuple[NewEquipment, ...]
    event_cards: tuple[NewEventCard, ...]
