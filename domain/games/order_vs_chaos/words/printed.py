"""What stands on cards and sheets, in words: attacks, specials, abilities, location cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.order_vs_chaos.components.document import (
    Ability,
    ArchEnemy,
    AttackCard,
    Flat,
    HeroSheet,
    Majority,
    Monster,
    PerDie,
    Reroll,
    Special,
)

GAINS = {"damage": "damage", "armor": "chit", "heal": "health", "track": "step on its battle track"}
CARD_TEXTS = {
    "quartermaster": "Order takes a weapon and any equipment, then six new items; Chaos discards an item",
    "chaos_rift": "Chaos picks up tokens and places a monster",
    "order_shrine": "Order gains 2 stamina or 5 health",
    "healing_shrine": "Order gains 5 health; Chaos destroys it with a yellow: +2 Chaos doom",
    "rift": "Order closes it with a blue: +1 Order doom, 1 XP each; Chaos picks up its tokens",
    "wandering_monster": "Chaos places a monster; one already there is pushed away",
    "wormhole": "leads to every open wormhole",
}
"""OC-330 … OC-337."""
TIMINGS = {
    "own_turn": "on its own turn",
    "own_battle": "in its own battle",
    "any_battle": "in any battle",
    "round_start_any_battle": "at the start of any battle round",
    "any": "at any time",
    "passive": "always",
}


def attack_text(attack: AttackCard) -> str:
    """`melee, 2 dice, 1 hand; each yellow: +1 chit`."""
    parts = [attack.segment, _dice(attack.dice)]
    if attack.hands is not None:
        parts.append(f"{attack.hands or 'no'} {'hand' if attack.hands == 1 else 'hands'}")
    told = [", ".join(parts), *map(special_text, attack.specials)]
    return "; ".join((*told, "thrown: discarded when used") if attack.discard_on_use else told)


def special_text(special: Special) -> str:
    """What lightnings bring, or what may be done instead of rolling."""
    match special:
        case PerDie(face=face, gain=gain):
            return f"each {face}: {_gain(gain)}"
        case Majority(face=face, over=over, gain=gain):
            return f"more {face} than {over}: {_gain(gain)}"
        case Reroll(face=face):
            return f"each {face} may be rerolled once"
        case Flat(damage=damage):
            return f"or {damage} damage without a roll"
    return special.text


def _gain(gain: Mapping[str, int]) -> str:
    return ", ".join(
        f"+{number} {GAINS.get(what, what)}{'s' if what == 'armor' and number != 1 else ''}"
        for what, number in gain.items()
    )


def ability_text(ability: Ability, *, stamina: bool = True) -> str:
    """`Shield Wall (1 stamina, in its own battle): Any unit of your battle gains 3 chits.`"""
    terms = [f"{ability.stamina} stamina"] if stamina and ability.timing != "passive" else []
    terms.append(TIMINGS.get(ability.timing, ability.timing))
    return f"{ability.name} ({', '.join(terms)}): {ability.text}"


def hero_text(sheet: HeroSheet) -> str:
    """How a hero begins, what it fights with and what it can do."""
    start = ", ".join(f"{track} {sheet.tracks[track][0]}" for track in ("move", "attack", "armor", "health"))
    return _told((start, *_attacks(sheet.attacks)), map(ability_text, sheet.abilities), sheet.text)


def monster_text(fighter: Monster | ArchEnemy) -> str:
    """How strong a monster or an arch enemy is, and what it fights with."""
    if isinstance(fighter, Monster):
        health = f"health {fighter.health}"
    else:
        steps = [f"{health} against {number}" for number, health in sorted(fighter.health.items())]
        health = f"health {', '.join(steps)} Order {'hero' if len(steps) == 1 else 'heroes'}"
    abilities = (ability_text(ability, stamina=False) for ability in fighter.abilities)
    return _told((f"armor {fighter.armor}, {health}", *_attacks(fighter.attacks)), abilities, fighter.text)


def _attacks(attacks: tuple[AttackCard, ...]) -> Iterator[str]:
    return (f"{attack.name}: {attack.text or attack_text(attack)}" for attack in attacks)


def _told(lines: tuple[str, ...], abilities: Iterator[str], text: str) -> str:
    said = (line.rstrip(".") for line in (*lines, *abilities, text) if line)
    return ". ".join(said)


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"
