"""The document, "Component set: exact shape": maps, cards, sheets, and the words that they are written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from domain.kernel import ThingName, ThingText

SCHEMA = "component-set/order_vs_chaos/1"
GAME_KEY = "order_vs_chaos"

BLUE = "blue"
YELLOW = "yellow"
LIGHTNINGS = (BLUE, YELLOW)
FACES = ("1", "2", "3", BLUE, YELLOW)
SEGMENTS = ("ranged", "melee", "curse")
STATS = ("move", "attack", "armor", "health")
SLOT = "slot"


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the document: its members are exactly those of the rules file."""


class _Thing(_Part, frozen=True, kw_only=True):
    """A part with an id, which a set may call by a name and tell the text of."""

    name: ThingName = ""
    text: ThingText = ""


class PerDie(_Part, frozen=True, tag_field="kind", tag="per_die"):
    """Every die that shows the face gives its owner each gain."""

    face: str
    gain: dict[str, int]


class Majority(_Part, frozen=True, tag_field="kind", tag="majority"):
    """Once, if strictly more dice show `face` than `over`."""

    face: str
    over: str
    gain: dict[str, int]


class Reroll(_Part, frozen=True, tag_field="kind", tag="reroll"):
    """The owner may reroll each die that shows the face, once."""

    face: str


class Flat(_Part, frozen=True, tag_field="kind", tag="flat"):
    """The owner may deal this much instead of rolling."""

    damage: int


class Text(_Part, frozen=True, tag_field="kind", tag="text"):
    """Carried out by people, through `change_dice` or `apply_effects`."""

    text: str


Special: TypeAlias = PerDie | Majority | Reroll | Flat | Text


class AttackCard(_Thing, frozen=True):
    """A weapon card, or an attack that is printed on a sheet or card."""

    id: str
    name: str
    segment: str
    dice: int
    hands: int | None
    specials: tuple[Special, ...]
    discard_on_use: bool

    @property
    def flat(self) -> int | None:
        """The damage that may replace the roll (OC-432)."""
        return next((special.damage for special in self.specials if isinstance(special, Flat)), None)


class Ability(_Part, frozen=True):
    """A printed ability. `effects` None: the text is carried out by listing primitives (OC-520)."""

    id: str
    name: str
    text: str
    stamina: int = 1
    timing: str = "own_turn"
    effects: tuple[dict[str, Any], ...] | None = None


class Slots(_Part, frozen=True):
    """Equipment slots of an Order hero."""

    open: int
    locked: int


class HeroSheet(_Thing, frozen=True):
    """A hero of either side."""

    id: str
    name: str
    tracks: dict[str, tuple[int, ...]]
    slots: Slots | None
    attacks: tuple[AttackCard, ...]
    picks_one_attack: bool
    battle_track: tuple[int, ...] | None
    special_tokens: int | None
    abilities: tuple[Ability, ...]

    def stat(self, xp: Mapping[str, int], track: str) -> int:
        """The track's first uncovered box (OC-351)."""
        return self.tracks[track][xp.get(track, 0)]


class Monster(_Thing, frozen=True):
    """A monster type."""

    id: str
    name: str
    based_on: str | None
    armor: int
    health: int
    battle_track: tuple[int, ...] | None
    abilities: tuple[Ability, ...]
    attacks: tuple[AttackCard, ...]


class ArchEnemy(_Thing, frozen=True):
    """The Chaos boss; its health is given by the number of Order heroes (OC-614)."""

    id: str
    name: str
    armor: int
    health: dict[str, int]
    battle_track: tuple[int, ...] | None
    abilities: tuple[Ability, ...]
    attacks: tuple[AttackCard, ...]


Fighter: TypeAlias = HeroSheet | Monster | ArchEnemy


class Equipment(_Part, frozen=True):
    """An equipment card."""

    id: str
    name: str
    text: str
    timing: str = "own_turn"
    effects: tuple[dict[str, Any], ...] | None = None


class EventCard(_Part, frozen=True):
    """A Chaos card, `instant` or `keep`."""

    id: str
    name: str
    kind: str
    text: str
    timing: str | None
    effects: tuple[dict[str, Any], ...] | None

    @property
    def cancels_healing(self) -> bool:
        """Whether it is played through `cancelled_by` only (OC-519)."""
        return any(effect.get("op") == "cancel_healing" for effect in self.effects or ())


class LocationCard(_Thing, frozen=True):
    """One of the 30 cards that lie on the map."""

    id: str
    kind: str
    number: int | None


class Location(_Thing, frozen=True):
    """A space of a map."""

    id: str
    name: str
    kind: str


class MapSide(_Thing, frozen=True):
    """One side of the board."""

    id: str
    name: str
    locations: tuple[Location, ...]
    edges: tuple[tuple[str, str], ...]


class Document(_Part, frozen=True):
    """The whole component set, as its JSON has it."""

    schema: str
    game: str
    edition: str
    die_faces: tuple[str, ...]
    maps: tuple[MapSide, ...]
    location_cards: tuple[LocationCard, ...]
    order_heroes: tuple[HeroSheet, ...]
    chaos_heroes: tuple[HeroSheet, ...]
    monsters: tuple[Monster, ...]
    arch_enemies: tuple[ArchEnemy, ...]
    weapons: tuple[AttackCard, ...]
    equipment: tuple[Equipment, ...]
    event_cards: tuple[EventCard, ...]
    invented: tuple[str, ...]

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """Everything that fights: heroes of both sides, monsters, arch enemies."""
        return (*self.order_heroes, *self.chaos_heroes, *self.monsters, *self.arch_enemies)
