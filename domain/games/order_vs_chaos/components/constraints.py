"""The constraints on a component set (OC-C01 … OC-C12): counts, dice, maps, cards, sheets.

OC-C11 only warns: a set whose figures differ from the published ones is still accepted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, assert_never, cast

from domain.games.order_vs_chaos.components.document import (
    FACES,
    GAME_KEY,
    LIGHTNINGS,
    SCHEMA,
    SEGMENTS,
    STATS,
    ArchEnemy,
    AttackCard,
    Document,
    Fighter,
    Flat,
    HeroSheet,
    Majority,
    MapSide,
    Monster,
    PerDie,
    Reroll,
    Special,
    Text,
)
from domain.games.order_vs_chaos.components.effects import PRIMITIVES, template_faults
from domain.kernel import UNKNOWN, ComponentFault

# What every part of a component set must meet: ids, dice, counts, texts. OC-C01, C02, C06, C10, C12.

Faults = Iterator[ComponentFault]
Constraint = Callable[[Document], Faults]

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
TIMINGS = frozenset({"own_turn", "own_battle", "any_battle", "round_start_any_battle", "any"})
FEWEST_FACES = 5
FEWEST_MONSTERS = 3
COUNTS = {
    "order_heroes": 7,
    "chaos_heroes": 7,
    "arch_enemies": 3,
    "weapons": 63,
    "equipment": 63,
    "event_cards": 42,
}


def identity(read: Document) -> Faults:
    if read.schema != SCHEMA or read.game != GAME_KEY:
        yield ComponentFault("OC-C01", f"schema must be {SCHEMA} and game {GAME_KEY}.", "/schema")
    if not read.edition:
        yield ComponentFault("OC-C01", "edition must not be empty.", "/edition")
    for name, times in Counter(_ids(read)).items():
        if times > 1:
            yield ComponentFault("OC-C01", f"The id {name} stands {times} times.")
        if not ID.fullmatch(name):
            yield ComponentFault("OC-C01", f"{name!r} is not an id.")
    for card in read.event_cards:
        if card.id == UNKNOWN:
            yield ComponentFault("OC-C01", f"{card.id!r} is not the id of an event card.")


def _ids(read: Document) -> Iterator[str]:
    for side in read.maps:
        yield side.id
        yield from (location.id for location in side.locations)
    yield from (card.id for card in read.location_cards)
    yield from (weapon.id for weapon in read.weapons)
    yield from (item.id for item in read.equipment)
    yield from (card.id for card in read.event_cards)
    for fighter in read.fighters:
        yield fighter.id
        yield from (attack.id for attack in fighter.attacks)
        yield from (ability.id for ability in fighter.abilities)


def dice(read: Document) -> Faults:
    faces = read.die_faces
    if len(faces) < FEWEST_FACES or set(faces) != set(FACES):
        yield ComponentFault(
            "OC-C02", "die_faces needs five entries or more: each of the five faces, no other.", "/die_faces"
        )


def counts(read: Document) -> Faults:
    for key, count in COUNTS.items():
        if len(getattr(read, key)) < count:
            yield ComponentFault("OC-C06", f"{key}: there must be {count} or more.", f"/{key}")
    if len(read.monsters) < FEWEST_MONSTERS:
        yield ComponentFault("OC-C06", f"monsters: at least {FEWEST_MONSTERS}.", "/monsters")


def texts(read: Document) -> Faults:
    abilities = [ability for fighter in read.fighters for ability in fighter.abilities]
    texts: list[tuple[str, str | None, bool]] = [
        (ability.id, ability.timing, ability.timing == "passive") for ability in abilities
    ]
    texts += [(item.id, item.timing, False) for item in read.equipment]
    texts += [(card.id, card.timing, card.timing is None) for card in read.event_cards]
    for name, timing, exempt in texts:
        if timing not in TIMINGS and not exempt:
            yield ComponentFault("OC-C10", f"{name}: {timing} is not a timing.")
    for pointer, written in _effects(read):
        for index, effect in enumerate(written or ()):
            if not _template(effect):
                message = "This effect, or one of its members, is not in the closed list."
                yield ComponentFault("OC-C10", message, f"{pointer}/effects/{index}")
    if any(ability.stamina < 0 for ability in abilities):
        yield ComponentFault("OC-C10", "An ability costs no less than 0 stamina.")
    for card in read.event_cards:
        if card.kind not in ("instant", "keep"):
            yield ComponentFault("OC-C10", f"{card.id}: an event card is instant or keep.")


def _template(effect: Mapping[str, Any]) -> bool:
    op = effect.get("op")
    fields = PRIMITIVES.get(op) if isinstance(op, str) else None
    return fields is not None and effect.keys() - {"op", "optional"} <= fields


def invented(read: Document) -> Faults:
    for key in read.invented:
        if key.partition("/")[0] not in Document.__struct_fields__:
            yield ComponentFault("OC-C12", f"{key} does not begin with a top-level key.", "/invented")


# What is asked of new sets beyond that: sets that were stored before keep what they have. OC-C10.


def templates(read: Document) -> Faults:
    """Effects that no effect can ever be (OC-521)."""
    for pointer, effects in _effects(read):
        for index, effect in enumerate(effects or ()):
            for member, message in template_faults(effect):
                yield ComponentFault("OC-C10", message, f"{pointer}/effects/{index}/{member}".rstrip("/"))


def _effects(read: Document) -> Iterator[tuple[str, tuple[dict[str, Any], ...] | None]]:
    for key in ("order_heroes", "chaos_heroes", "monsters", "arch_enemies"):
        for index, fighter in enumerate(cast(tuple[Fighter, ...], getattr(read, key))):
            for at, ability in enumerate(fighter.abilities):
                yield f"/{key}/{index}/abilities/{at}", ability.effects
    for key in ("equipment", "event_cards"):
        for index, card in enumerate(getattr(read, key)):
            yield f"/{key}/{index}", card.effects


def strengths(read: Document) -> Faults:
    """A monster or arch enemy that nothing can hit, or that is dead from the beginning."""
    for key in ("monsters", "arch_enemies"):
        for index, fighter in enumerate(cast(tuple[Monster | ArchEnemy, ...], getattr(read, key))):
            if fighter.armor < 0:
                yield ComponentFault("OC-C10", "Armor is 0 or more.", f"/{key}/{index}/armor")
            if isinstance(fighter, Monster) and fighter.health < 1:
                yield ComponentFault("OC-C10", "Health is 1 or more.", f"/{key}/{index}/health")


# Figures that the source gives of parts that it names: a set that differs is warned of it. OC-C11.


def deviations(read: Document) -> Faults:
    """OC-C11: every named part that differs, and of which parts there are more."""
    for pointer, part in _named_parts(read):
        test = FIGURES.get(part.name)
        if test is not None and not test(part):
            yield ComponentFault("OC-C11", f"{part.name} differs from the figures in the source.", pointer)
    for key, count in COUNTS.items():
        if (own := len(getattr(read, key))) > count:
            message = f"{key}: {own}, where the source has {count}."
            yield ComponentFault("OC-C11", message, f"/{key}")


def _named_parts(read: Document) -> Iterator[tuple[str, Any]]:
    for key in ("order_heroes", "chaos_heroes", "monsters", "arch_enemies"):
        for index, fighter in enumerate(cast(tuple[Fighter, ...], getattr(read, key))):
            yield f"/{key}/{index}", fighter
            yield from ((f"/{key}/{index}/attacks/{n}", attack) for n, attack in enumerate(fighter.attacks))
    for key in ("weapons", "equipment", "event_cards"):
        yield from ((f"/{key}/{index}", part) for index, part in enumerate(getattr(read, key)))


def _attack(
    segment: str | None = None,
    dice: int | None = None,
    hands: int | None = None,
    special: Callable[[Any], bool] | None = None,
) -> Callable[[AttackCard], bool]:
    def test(card: AttackCard) -> bool:
        return (
            segment in (None, card.segment)
            and dice in (None, card.dice)
            and hands in (None, card.hands)
            and (special is None or any(special(one) for one in card.specials))
        )

    return test


def _gains(face: str, **gain: int) -> Callable[[Any], bool]:
    return lambda special: isinstance(special, PerDie) and special.face == face and special.gain == gain


def _shows(**values: int) -> Callable[[HeroSheet], bool]:
    return lambda sheet: all(value in sheet.tracks[track] for track, value in values.items())


def _old_one(enemy: ArchEnemy) -> bool:
    """OC-547."""
    return (
        enemy.armor == 8
        and [(attack.segment, attack.dice) for attack in enemy.attacks] == [("melee", 5), ("curse", 3)]
        and enemy.attacks[0].specials == enemy.attacks[1].specials
    )


def _ghoul(sheet: HeroSheet) -> bool:
    """OC-353."""
    attack = sheet.tracks["attack"]
    return sheet.special_tokens == 3 and len(attack) == 8 and attack[:5] == (0, 0, 0, 0, 1)


def _hellion(monster: Monster) -> bool:
    """OC-545."""
    two_dice = _attack("melee", 2, special=_gains("yellow", damage=1))
    return (monster.armor, monster.health) == (0, 9) and [*map(two_dice, monster.attacks)] == [True]


def _charhound(monster: Monster) -> bool:
    """OC-546."""
    fits = _attack("ranged", special=_gains("yellow", armor=1))
    return monster.armor == 3 and any(fits(attack) and attack.dice >= 5 for attack in monster.attacks)


FIGURES: Mapping[str, Callable[[Any], bool]] = {
    "Teutonic Knight": _shows(attack=3),
    "Samurai": lambda sheet: _shows(attack=2, armor=2)(sheet) and _shows(armor=4)(sheet),
    "Sioux Owl Woman": _shows(armor=4),
    "Bogatyr": _shows(armor=5, attack=2),
    "Ghoul": _ghoul,
    "Cultist": lambda sheet: sheet.battle_track is not None and sheet.battle_track[0] == 0,
    "Hellion": _hellion,
    "Charhound": _charhound,
    "Old One": _old_one,
    "Composite bow": _attack("ranged", 2),
    "Longbow": _attack("ranged"),
    "Toledo rapier": _attack("melee", 2, special=lambda special: isinstance(special, Majority)),
    "Horseman's pick": _attack("melee", 1),
    "Makarov": _attack("ranged", 1, special=_gains("blue", damage=1)),
    "Gladius": _attack("melee", 1),
    "War club": _attack("melee", special=lambda special: "armor" in getattr(special, "gain", {})),
    "AK-47": _attack(hands=2),
    "Uzi": _attack("ranged", 2, 1, special=lambda special: getattr(special, "damage", None) == 4),
    "Tomahawk": _attack(hands=0),
    "Bowie knife": _attack("melee", 1, 1, special=lambda special: special == Reroll("blue")),
    "Wakizashi": _attack(hands=2),
    "Holy Blade": _attack("curse"),
    "Third Sight": lambda item: item.timing == "round_start_any_battle",
    "Infection": lambda card: card.kind == "keep" and card.cancels_healing,
}
"""Tests by name, one for each part that the source describes (the "Names" list of the rules file)."""


# The constraints of both maps and of the location cards: OC-C03 … OC-C05.

CARD_LOCATIONS = 30
START_COUNTS = (3, 4)
COMPOSITION: Mapping[tuple[str, int | None], int] = {
    ("quartermaster", None): 3,
    ("chaos_rift", None): 2,
    ("order_shrine", None): 1,
    ("healing_shrine", 2): 1,
    ("healing_shrine", 3): 1,
    ("rift", 5): 5,
    ("rift", 4): 4,
    ("rift", 3): 3,
    ("rift", 2): 2,
    ("rift", 1): 1,
    ("wandering_monster", None): 4,
    ("wormhole", None): 3,
}


def maps(read: Document) -> Faults:
    if sorted(side.id for side in read.maps) != ["eu", "us"]:
        yield ComponentFault("OC-C03", "There are exactly two maps, us and eu.", "/maps")
    for index, side in enumerate(read.maps):
        kinds = Counter(location.kind for location in side.locations)
        starts = kinds["order_start"]
        if (
            kinds["card"] != CARD_LOCATIONS
            or kinds["arch_enemy"] != 1
            or starts not in START_COUNTS
            or kinds["chaos_start"] != starts
            or sum(kinds.values()) != CARD_LOCATIONS + 1 + 2 * starts
        ):
            yield ComponentFault("OC-C03", f"{side.id}: wrong numbers of locations.", f"/maps/{index}")
        yield from edges(side, f"/maps/{index}/edges")


def edges(side: MapSide, pointer: str) -> Faults:
    locations = {location.id for location in side.locations}
    pairs = [frozenset(edge) for edge in side.edges]
    if any(len(pair) != 2 or not pair <= locations for pair in pairs):
        yield ComponentFault("OC-C04", "An edge joins two different locations of its map.", pointer)
    if len(set(pairs)) != len(pairs):
        yield ComponentFault("OC-C04", "No edge may stand twice.", pointer)
    closed = {location.id for location in side.locations if location.kind == "arch_enemy"}
    for left in (locations, locations - closed):
        if not _connected(left, pairs):
            yield ComponentFault("OC-C04", "The map must be connected, without the arch enemy too.", pointer)


def _connected(locations: set[str], pairs: list[frozenset[str]]) -> bool:
    reached: set[str] = set()
    waiting = list(locations)[:1]
    while waiting:
        here = waiting.pop()
        reached.add(here)
        near = {other for pair in pairs if here in pair for other in pair} & locations
        waiting.extend(near - reached)
    return reached == locations


def location_cards(read: Document) -> Faults:
    if Counter((card.kind, card.number) for card in read.location_cards) != Counter(COMPOSITION):
        yield ComponentFault("OC-C05", "The 30 location cards are not those of the table.", "/location_cards")


# What sheets of heroes, monsters, arch enemies and weapons must meet: OC-C07 … OC-C10.

GAINS = frozenset({"damage", "armor", "heal", "track"})
ORDER_COUNTS = ("1", "2", "3")


def tracks(read: Document) -> Faults:
    for sheet in (*read.order_heroes, *read.chaos_heroes):
        for name, boxes in sheet.tracks.items():
            least = 1 if name == "health" else 0
            if not boxes or boxes[0] < least or not _rises(boxes):
                yield ComponentFault("OC-C07", f"{sheet.id}: the track {name} is not valid.")
        if not set(STATS) <= sheet.tracks.keys():
            yield ComponentFault("OC-C07", f"{sheet.id}: a track of the four is missing.")


def sheets(read: Document) -> Faults:
    for sheet in read.order_heroes:
        if sheet.slots is None or min(sheet.slots.open, sheet.slots.locked) < 0:
            yield ComponentFault("OC-C08", f"{sheet.id}: an Order hero has equipment slots.")
        if not sheet.attacks or any(attack.hands not in (0, 1, 2) for attack in sheet.attacks):
            yield ComponentFault("OC-C08", f"{sheet.id}: needs an attack, each with 0 to 2 hands.")
        if sheet.picks_one_attack:
            yield ComponentFault("OC-C08", f"{sheet.id}: only the Ghoul picks one attack.")
    for sheet in read.chaos_heroes:
        if sheet.slots is not None or any(attack.hands is not None for attack in sheet.attacks):
            yield ComponentFault("OC-C08", f"{sheet.id}: a Chaos hero has no slots and no hands.")
        if (sheet.special_tokens or 0) < 0:
            yield ComponentFault("OC-C08", f"{sheet.id}: special tokens are counted from 0.")
    if sum(sheet.picks_one_attack for sheet in read.chaos_heroes) != 1:
        message = "One Chaos hero picks one attack: the one that the source calls the Ghoul."
        yield ComponentFault("OC-C08", message, "/chaos_heroes")
    for weapon in read.weapons:
        if weapon.hands not in (0, 1, 2):
            yield ComponentFault("OC-C08", f"{weapon.id}: a weapon has 0 to 2 hands.")


def arch_enemies(read: Document) -> Faults:
    for enemy in read.arch_enemies:
        health = [enemy.health.get(count, 0) for count in ORDER_COUNTS]
        if set(enemy.health) != set(ORDER_COUNTS) or health[0] < 1 or not _rises(tuple(health)):
            yield ComponentFault("OC-C09", f"{enemy.id}: health for 1, 2 and 3 Order heroes, not falling.")


def attacks(read: Document) -> Faults:
    for attack in (*read.weapons, *(attack for fighter in read.fighters for attack in fighter.attacks)):
        if attack.segment not in SEGMENTS or attack.dice < 0:
            yield ComponentFault("OC-C10", f"{attack.id}: wrong segment or number of dice.")
        if not all(_special(special) for special in attack.specials):
            yield ComponentFault("OC-C10", f"{attack.id}: a special outside the closed list.")
    for fighter in read.fighters:
        if fighter.battle_track is not None and (
            not fighter.battle_track or not _rises(fighter.battle_track)
        ):
            yield ComponentFault("OC-C10", f"{fighter.id}: the battle track falls.")


def _special(special: Special) -> bool:
    match special:
        case PerDie(face=face, gain=gain):
            return face in FACES and _gain(gain)
        case Majority(face=face, over=over, gain=gain):
            return {face, over} == set(LIGHTNINGS) and _gain(gain)
        case Reroll(face=face):
            return face in FACES
        case Flat(damage=damage):
            return damage >= 0
        case Text():
            return True
        case _:
            assert_never(special)


def _gain(gain: Mapping[str, int]) -> bool:
    return bool(gain) and gain.keys() <= GAINS and min(gain.values()) >= 0


def _rises(boxes: tuple[int, ...]) -> bool:
    return all(one <= other for one, other in pairwise(boxes))
