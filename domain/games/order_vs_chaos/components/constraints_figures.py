"""Figures that the source gives of parts that it names: a set that differs is warned of it. OC-C11."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from domain.games.order_vs_chaos.components.constraints import Faults
from domain.games.order_vs_chaos.components.document import (
    ArchEnemy,
    AttackCard,
    Document,
    Fighter,
    HeroSheet,
    Majority,
    Monster,
    PerDie,
    Reroll,
)
from domain.kernel import ComponentFault


def deviations(read: Document) -> Faults:
    """OC-C11: every named part that differs."""
    for pointer, part in _named_parts(read):
        test = FIGURES.get(part.name)
        if test is not None and not test(part):
            yield ComponentFault("OC-C11", f"{part.name} differs from the figures in the source.", pointer)


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
"""What the source says of parts that it names (the "Names" list of the rules file), as a test each."""
