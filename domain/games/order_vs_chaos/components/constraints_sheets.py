"""What sheets of heroes, monsters, arch enemies and weapons must meet: OC-C07 … OC-C10."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import assert_never

from domain.games.order_vs_chaos.components.constraints import Faults
from domain.games.order_vs_chaos.components.document import (
    FACES,
    LIGHTNINGS,
    SEGMENTS,
    STATS,
    Document,
    Flat,
    Majority,
    PerDie,
    Reroll,
    Special,
    Text,
)
from domain.kernel import ComponentFault

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
        if sheet.picks_one_attack != (sheet.name == "Ghoul"):
            yield ComponentFault("OC-C08", f"{sheet.id}: only the Ghoul picks one attack.")
        if (sheet.special_tokens or 0) < 0:
            yield ComponentFault("OC-C08", f"{sheet.id}: special tokens are counted from 0.")
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
