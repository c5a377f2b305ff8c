"""The box of Chaosmos as the rules read it: dice, aliens, planets, cards, layouts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from domain.games.chaosmos.components.document import (
    CardEntry,
    Document,
    Effect,
    LayoutEntry,
    SlotMap,
    first_game_aliens,
    slot_map,
)

Mode = Literal["first_game", "standard", "two_player"]

STANDARD_ICON = "standard"
"""CM-102."""


class Card(Struct, frozen=True):
    """One kind of equipment card, its combat figures added up.

    `cancels` holds the ids of all cards that it makes inactive (CM-522). `effect` is the one effect of a
    card that is not played in combat.
    """

    id: str
    name: str
    count: int
    cost: Literal["action", "combat", "free"]
    single_use: bool
    flip: bool
    native_of: str | None
    score: int
    opponent_score: int
    cancels: frozenset[str]
    effect: str | None
    most: int


class Alien(Struct, frozen=True):
    """An alien sheet."""

    id: str
    name: str
    color: str
    home: str
    toxic: str
    gear: str
    hand_limit: int
    abilities: tuple[str, ...]


class Layout(Struct, frozen=True):
    """A board: which spaces there are between its slots, and what stands in them where that is fixed."""

    id: str
    kind: Mode
    slots: tuple[str, ...]
    fixed: Mapping[str, str] | None
    map: SlotMap


class Box(Struct, frozen=True, eq=False):
    """A component set as the rules read it."""

    faces: tuple[int | str, ...]
    aliens: Mapping[str, Alien]
    first_game_aliens: tuple[str, ...]
    planets: tuple[str, ...]
    cards: Mapping[str, Card]
    layouts: Mapping[str, Layout]
    ovoid: str
    gears: tuple[str, ...]
    bonus: tuple[str, ...]
    basic_deck: tuple[str, ...]
    standard_deck: tuple[str, ...]
    every_card: tuple[str, ...]


def read(tree: Document) -> Box:
    """The box of a document that breaks no constraint."""
    cards = {card.id: _card(card, tree.cards) for card in tree.cards}
    bonus = sorted((card for card in tree.cards if card.bonus_rank), key=lambda card: card.bonus_rank or 0)
    basic = [card.id for card in tree.cards if card.set_icon is None for _ in range(card.count)]
    standard = [card.id for card in tree.cards if card.set_icon == STANDARD_ICON for _ in range(card.count)]
    return Box(
        faces=tree.combat_die,
        aliens={alien.id: msgspec.convert(msgspec.structs.asdict(alien), Alien) for alien in tree.aliens},
        first_game_aliens=first_game_aliens(tree.aliens),
        planets=tuple(planet.id for planet in tree.planets),
        cards=cards,
        layouts={layout.id: _layout(layout) for layout in tree.layouts},
        ovoid=next(card.id for card in tree.cards if card.is_ovoid),
        gears=tuple(card.id for card in tree.cards if card.is_enviro_gear),
        bonus=tuple(card.id for card in bonus),
        basic_deck=tuple(sorted(basic)),
        standard_deck=tuple(sorted(basic + standard)),
        every_card=tuple(sorted(card.id for card in tree.cards for _ in range(card.count))),
    )


def _card(card: CardEntry, all_cards: tuple[CardEntry, ...]) -> Card:
    effects = card.effects
    return Card(
        id=card.id,
        name=card.name,
        count=card.count,
        cost=card.cost,
        single_use=card.single_use,
        flip=card.flip,
        native_of=card.native_of,
        score=sum(effect.n or 0 for effect in effects if effect.effect == "score"),
        opponent_score=sum(effect.n or 0 for effect in effects if effect.effect == "opponent_score"),
        cancels=frozenset(other.id for other in all_cards for effect in effects if _cancels(effect, other)),
        effect=effects[0].effect if effects and card.cost != "combat" else None,
        most=max((effect.max or 0 for effect in effects), default=0),
    )


def _cancels(effect: Effect, card: CardEntry) -> bool:
    """CM-504: a card is meant by its id, by its name or by one of its types."""
    if effect.effect != "cancel":
        return False
    if card.id in (effect.cards or ()) or card.name in (effect.names or ()):
        return True
    return not set(card.types).isdisjoint(effect.types or ())


def _layout(layout: LayoutEntry) -> Layout:
    return Layout(layout.id, layout.kind, layout.slots, layout.fixed, slot_map(layout))
