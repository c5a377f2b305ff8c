"""The shape of a component set: what its JSON must look like before its constraints are asked."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kernel import ThingName, ThingText

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,47}$")]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Face = Annotated[int, Meta(ge=0)] | Literal["mirror", "infinity"]
Name = Annotated[str, Meta(min_length=1, max_length=80)]


class Thing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A thing with an id, which a set may call by a name and tell the text of."""

    name: ThingName = ""
    text: ThingText = ""


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """One effect of the closed vocabulary, CM-520 … CM-531."""

    effect: Literal[
        "score",
        "opponent_score",
        "cancel",
        "reduce_clock",
        "scry_hand",
        "scry_planet",
        "send_card",
        "on_open_banish_home",
        "on_open_no_take",
        "manual",
    ]
    n: int | None = None
    names: tuple[Name, ...] | None = None
    types: tuple[Name, ...] | None = None
    max: Annotated[int, Meta(ge=1)] | None = None


class CardEntry(Thing, frozen=True, forbid_unknown_fields=True):
    """One kind of card."""

    id: Id
    name: Name
    count: Annotated[int, Meta(ge=1, le=76)]
    set_icon: Literal["standard", "bonus", "other"] | None
    bonus_rank: Literal[1, 2, 3] | None
    cost: Literal["action", "combat", "free"]
    single_use: bool
    flip: bool
    types: tuple[Name, ...]
    is_ovoid: bool
    is_enviro_gear: bool
    native_of: Id | None
    effects: tuple[Effect, ...]


class AlienEntry(Thing, frozen=True, forbid_unknown_fields=True):
    """One alien sheet."""

    id: Id
    name: Name
    color: Name
    home: Id
    toxic: Id
    gear: Id
    hand_limit: Annotated[int, Meta(ge=1, le=76)] = 7
    abilities: tuple[Text, ...] = ()


class PlanetEntry(Thing, frozen=True, forbid_unknown_fields=True):
    """One planet hex."""

    id: Id
    name: Name


class Place(Thing, frozen=True, forbid_unknown_fields=True):
    """A star or wormhole, and the slots that it lies beside."""

    id: Id
    slots: tuple[Id, ...]


class StarEntry(Place, frozen=True, forbid_unknown_fields=True):
    """A full star."""


class WormholeEntry(Place, frozen=True, forbid_unknown_fields=True):
    """A wormhole tile: its letter and the stars that it touches."""

    letter: Name
    stars: tuple[Id, ...]


class AsteroidEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An asteroid field: the edges (slot, star or wormhole) that it closes."""

    blocks: tuple[tuple[Id, Id], ...]


class LayoutEntry(Thing, frozen=True, forbid_unknown_fields=True):
    """One board."""

    id: Id
    kind: Literal["first_game", "standard", "two_player"]
    slots: tuple[Id, ...]
    fixed: dict[Id, Id] | None
    stars: tuple[StarEntry, ...]
    wormholes: tuple[WormholeEntry, ...]
    clock_pairs: tuple[tuple[Id, Id], ...]
    asteroids: tuple[AsteroidEntry, ...]


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """A component set."""

    game: Literal["chaosmos"]
    name: Name
    invented: tuple[Text, ...]
    combat_die: Annotated[tuple[Face, ...], Meta(min_length=1)]
    aliens: tuple[AlienEntry, ...]
    planets: tuple[PlanetEntry, ...]
    cards: tuple[CardEntry, ...]
    layouts: tuple[LayoutEntry, ...]
