"""What the things of Order vs Chaos are called: places, cards, fighters, weapons, dice, seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.games.order_vs_chaos.components.box import Box
from domain.games.order_vs_chaos.components.document import BLUE, YELLOW, LocationCard
from domain.games.order_vs_chaos.words.printed import (
    CARD_TEXTS,
    attack_text,
    hero_text,
    monster_text,
)
from domain.kernel import (
    SEAT_COLORS,
    ComponentSet,
    Json,
    Name,
    Naming,
    Run,
    Says,
    SeatName,
    counted,
    listed_runs,
    readable,
)

SIDES = {"order": "Order", "chaos": "Chaos"}
STATS = {
    "move": "move",
    "attack": "attack",
    "armor": "armor",
    "health": "health",
    "slot": "an equipment slot",
}
FACES = {BLUE: "blue", YELLOW: "yellow"}
CARD_KINDS = {
    "quartermaster": "Quartermaster",
    "chaos_rift": "Chaos rift",
    "order_shrine": "Order shrine",
    "healing_shrine": "Healing shrine",
    "rift": "Rift",
    "wandering_monster": "Wandering monster",
    "wormhole": "Wormhole",
}
EVENTS = (
    *("draw_event", "name_event", "resolve_event", "play_event"),
    *("event_drawn", "event_named", "event_resolved", "event_played"),
    *("duty_raised", "duty_done", "Duty", "use_healing_shrine", "CancelledBy"),
)
"""Messages whose `card` is an event card."""

KINDS = {
    **dict.fromkeys(("seat", "chosen_by", "decided_by", "by", "queue", "known_to", "candidates"), "seat"),
    **dict.fromkeys(("heroes", "final_prepared.monsters"), "seat"),
    **dict.fromkeys(("location", "to", "origin", "from", "shove_to", "a", "b"), "location"),
    **dict.fromkeys(("hero", "monster", "type", "types", "place"), "fighter"),
    **dict.fromkeys(("set_arch_enemy.arch_enemy", "arch_enemy_set.arch_enemy"), "fighter"),
    **dict.fromkeys(("card", "item", "items", "take", "discard", "refill"), "card"),
    **dict.fromkeys(
        ("attack", "weapons", "bonus", "order", "source", "ability", "cause", "targets[]"), "card"
    ),
    **dict.fromkeys(("dice", "face"), "face"),
    "map": "map",
    "action": "action",
}
"""What the members of actions and facts name, and the keys of objects. Causes and sources may be any card."""


class Names(dict[str, Name]):
    """The names of a component set, and the set itself as the rules read it: what is printed is public."""

    def __init__(self, names: Mapping[str, Name], box: Box) -> None:
        super().__init__(names)
        self.box = box


def box_of(naming: Naming) -> Box:
    """What is printed on the set's cards and sheets."""
    known = naming.components
    assert isinstance(known, Names)
    return known.box


def names(components: ComponentSet) -> Mapping[str, Name]:
    """Every location, card, fighter, weapon, ability, map and face of the set."""
    return Names(dict(_names(components.box, components.invented)), components.box)


def _names(box: Box, invented: Sequence[str]) -> Iterator[tuple[str, Name]]:
    document = box.document
    for face in sorted(set(box.die_faces)):
        yield face, Name("face", FACES.get(face, face), invented="die_faces" in invented)
    for side in document.maps:
        yield side.id, Name("map", side.name, side.text, invented="maps" in invented)
        for at in side.locations:
            yield (
                at.id,
                Name("location", at.name, at.text, at.kind, side.id, at.id, invented="maps" in invented),
            )
    for card in document.location_cards:
        text = card.text or CARD_TEXTS[card.kind]
        value = "" if card.number is None else str(card.number)
        yield card.id, Name("card", card.name or card_name(card), text, value, card.kind)
    for part, sheets in (("order_heroes", document.order_heroes), ("chaos_heroes", document.chaos_heroes)):
        for sheet in sheets:
            team = part.partition("_")[0]
            yield sheet.id, Name("fighter", sheet.name, hero_text(sheet), of=team, invented=part in invented)
    for monster in document.monsters:
        strength = str(monster.health)
        text = monster_text(monster)
        yield monster.id, Name("fighter", monster.name, text, strength, invented="monsters" in invented)
    for enemy in document.arch_enemies:
        text = monster_text(enemy)
        yield enemy.id, Name("fighter", enemy.name, text, invented="arch_enemies" in invented)
    yield from _cards(box, invented)


def _cards(box: Box, invented: Sequence[str]) -> Iterator[tuple[str, Name]]:
    for fighter in box.document.fighters:
        for ability in fighter.abilities:
            yield ability.id, Name("card", ability.name, ability.text, of="ability")
    for attack in box.attacks.values():
        text = attack.text or attack_text(attack)
        own = "weapons" in invented and attack.id in box.weapons
        yield attack.id, Name("card", attack.name, text, str(attack.dice), attack.segment, invented=own)
    for item in box.equipment.values():
        yield item.id, Name("card", item.name, item.text, of="equipment", invented="equipment" in invented)
    for card in box.events.values():
        yield card.id, Name("card", card.name, card.text, of=card.kind, invented="event_cards" in invented)


def card_name(card: LocationCard) -> str:
    """`Rift 5`, `Healing shrine 2`, `Wormhole`."""
    return CARD_KINDS[card.kind] + ("" if card.number is None else f" {card.number}")


def seat_name(seat: Mapping[str, Json], names: Mapping[str, Name]) -> SeatName:
    """A seat by its name, in its colour where it is one that pages know: heroes are chosen later."""
    name = str(seat["seat"])
    return SeatName(readable(name), name if name in SEAT_COLORS else None)


def place(naming: Naming, location: str) -> Run:
    """A location, as a run that leads to it."""
    return Run(naming.name(location), place=location)


def piece(naming: Naming, card: str) -> Run:
    """An item, weapon, ability or event card, as a run."""
    return Run(naming.name(card), piece=card)


def pieces(naming: Naming, cards: Sequence[str]) -> Says:
    """Several of them, copies counted: `Uzi and Lucky Coin ×2`."""
    copies: dict[str, list[str]] = {}
    for card in cards:
        copies.setdefault(naming.name(card), []).append(card)
    return listed_runs(
        [Run(f"{name} ×{len(ids)}" if len(ids) > 1 else name, piece=ids[0]) for name, ids in copies.items()]
    )


def track_name(track: str) -> str:
    """What XP is spent on: `move`, `an equipment slot`."""
    return STATS.get(track, track.replace("_", " "))


def dice(number: int) -> str:
    """`1 die`, `2 dice`."""
    return counted(number, "die", "dice")
