"""Names of places, cards, fighters, weapons, dice and seats, and the text printed on cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from domain.games.order_vs_chaos.components.box import Box
from domain.games.order_vs_chaos.components.document import (
    BLUE,
    YELLOW,
    Ability,
    ArchEnemy,
    AttackCard,
    Flat,
    Gain,
    HeroSheet,
    LocationCard,
    Majority,
    Monster,
    PerDie,
    Reroll,
    Special,
)
from domain.games.order_vs_chaos.rules.cards import SPECIAL_TOKENS
from domain.games.order_vs_chaos.state import ARCH_UNIT, seat_of_hero_unit
from domain.kernel import (
    SEAT_COLORS,
    UNKNOWN,
    ComponentSet,
    Json,
    Name,
    Naming,
    Run,
    Says,
    SeatName,
    Sentences,
    capitalized,
    counted,
    listed,
    listed_runs,
    readable,
)

# Cards and sheets in words: attacks, specials, abilities, location cards.

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
    """A special in words: the gains of faces, a reroll, or damage instead of a roll."""
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


def _gain(gain: Mapping[Gain, int]) -> str:
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


# The names of the things of Order vs Chaos: places, cards, fighters, weapons, dice, seats.

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
    **dict.fromkeys(("giver", "taker"), "seat"),
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
"""Kinds of things that members of actions and facts, and keys of objects, name. Causes may be any card."""


class Names(dict[str, Name]):
    """The names of a component set, and the set itself as the rules read it: what is printed is public."""

    def __init__(self, names: Mapping[str, Name], box: Box) -> None:
        super().__init__(names)
        self.box = box


def box_of(naming: Naming) -> Box:
    """The typed box of the set: its printed cards and sheets."""
    known = naming.components
    assert isinstance(known, Names)
    return known.box


def names(components: ComponentSet) -> Mapping[str, Name]:
    """Every location, card, fighter, weapon, ability, map and face of the set."""
    return Names(dict(_names(components.box, frozenset(components.invented))), components.box)


def _names(box: Box, invented: Set[str]) -> Iterator[tuple[str, Name]]:
    document = box.document
    for face in sorted(set(box.die_faces)):
        yield face, Name("face", FACES.get(face, face), invented="die_faces" in invented)
    for side in document.maps:
        own = _holds(invented, "maps", side.id)
        yield side.id, Name("map", side.name, side.text, invented=own)
        for at in side.locations:
            yield at.id, Name("location", at.name, at.text, at.kind, side.id, at.id, invented=own)
    for card in document.location_cards:
        text = card.text or CARD_TEXTS[card.kind]
        value = "" if card.number is None else str(card.number)
        yield card.id, Name("card", card.name or card_name(card), text, value, card.kind)
    for part, sheets in (("order_heroes", document.order_heroes), ("chaos_heroes", document.chaos_heroes)):
        for sheet in sheets:
            team = part.partition("_")[0]
            own = _holds(invented, part, sheet.id)
            yield sheet.id, Name("fighter", sheet.name, hero_text(sheet), of=team, invented=own)
    for monster in document.monsters:
        strength = str(monster.health)
        text = monster_text(monster)
        own = _holds(invented, "monsters", monster.id)
        yield monster.id, Name("fighter", monster.name, text, strength, invented=own)
    for enemy in document.arch_enemies:
        text = monster_text(enemy)
        own = _holds(invented, "arch_enemies", enemy.id)
        yield enemy.id, Name("fighter", enemy.name, text, invented=own)
    yield from _cards(box, invented)


def _holds(invented: Set[str], section: str, name: str) -> bool:
    """Whether the section is listed, or this row of it alone (`weapons/uzi_1`)."""
    return section in invented or f"{section}/{name}" in invented


def _cards(box: Box, invented: Set[str]) -> Iterator[tuple[str, Name]]:
    for fighter in box.document.fighters:
        for ability in fighter.abilities:
            yield ability.id, Name("card", ability.name, ability.text, of="ability")
    for attack in box.attacks.values():
        text = attack.text or attack_text(attack)
        own = attack.id in box.weapons and _holds(invented, "weapons", attack.id)
        yield attack.id, Name("card", attack.name, text, str(attack.dice), attack.segment, invented=own)
    for item in box.equipment.values():
        own = _holds(invented, "equipment", item.id)
        yield item.id, Name("card", item.name, item.text, of="equipment", invented=own)
    for event in box.events.values():
        own = _holds(invented, "event_cards", event.id)
        yield event.id, Name("card", event.name, event.text, of=event.kind, invented=own)


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
    """The name of a track that XP is spent on: `move`, `an equipment slot`."""
    return STATS.get(track, track.replace("_", " "))


def dice(number: int) -> str:
    """`1 die`, `2 dice`."""
    return counted(number, "die", "dice")


# What sentences of the log name: fighters, dice, cards. The log has no view, only what a message tells.

Message = Mapping[str, Json]
SEGMENTS = {"ranged": "Ranged", "melee": "Melee", "curse": "Curse"}


def fighter(naming: Naming, unit: str, *, attack: str = "", type: str = "", first: bool = False) -> Run:
    """A unit of a battle by what is known of it: `Red`, `the Hellion`, `White’s Hellion`, `the arch enemy`.

    attack: one of its attacks or abilities. first: it begins the sentence.
    """
    seat = seat_of_hero_unit(unit)
    if seat is not None:
        return naming.seat(seat)
    name = naming.name(type) if type else _owner(box_of(naming), attack)
    if unit == ARCH_UNIT:
        return Run(_begun(f"the {name or 'arch enemy'}", first))
    at = unit.partition(":")[2]
    if at in naming.seats:
        return Run(f"{naming.seat(at).text}’s {name or 'monster'}", seat=at)
    return Run(_begun(f"the {name or 'monster'}", first), place=at or None)


def _begun(text: str, first: bool) -> str:
    return capitalized(text) if first else text


def _owner(box: Box, source: str) -> str:
    """The name of the monster or arch enemy that has the attack or ability; empty if none has it."""
    for one in enemies(box):
        if source in {attack.id for attack in one.attacks} | {ability.id for ability in one.abilities}:
            return one.name
    return ""


def enemies(box: Box) -> Sequence[Monster | ArchEnemy]:
    """The fighters of Chaos that no seat plays as its hero."""
    return (*box.document.monsters, *box.document.arch_enemies)


def fighters(naming: Naming, units: Iterable[str]) -> Says:
    """Several of them."""
    return listed_runs([fighter(naming, unit) for unit in units])


def who_acts(naming: Naming, message: Message) -> Run:
    """The unit that begins the sentence, by its attack where the message has one."""
    attack = message.get("attack") or next(iter(message.get("targets", ())), "")
    return fighter(naming, message["unit"], attack=attack, first=True)


def shown(dice: Sequence[str]) -> str:
    """Dice from left to right: `3, blue and yellow`."""
    return listed([FACES.get(face, face) for face in dice]) or "no dice"


NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def nth(index: int) -> str:
    """A die by its place from the left: `third`, for 2."""
    return NUMBERS[index] if index < len(NUMBERS) else f"{index + 1}th"


def printed(naming: Naming, card: str) -> Says:
    """A card with its text: `Ambush (Place a monster on a location)`."""
    known = naming.components.get(card)
    text = known.text.rstrip(".") if known is not None else ""
    return (piece(naming, card), f" ({text})" if text else "")


def _cause(naming: Naming, cause: str) -> Run | Says:
    """The card or text that it comes from, where it is one."""
    return piece(naming, cause) if cause in naming.components else ()


def _source(naming: Naming, source: str) -> Run | str:
    return "special tokens" if source == SPECIAL_TOKENS else piece(naming, source)


def gains(number: int) -> str:
    """`gains 2`, `loses 2`."""
    return f"{'gains' if number >= 0 else 'loses'} {abs(number)}"


SENTENCES = Sentences(
    {
        "location": place,
        "name": Naming.name,
        "card": piece,
        "cards": pieces,
        "printed": printed,
        "event": lambda naming, card: () if card == UNKNOWN else printed(naming, card),
        "cause": _cause,
        "source": _source,
        "fighter": fighter,
        "fighters": fighters,
        "who acts": who_acts,
        "dice": lambda _, dice: shown(dice),
        "tokens": lambda _, number: counted(number, "token"),
        "gains": lambda _, number: gains(number),
        "number": lambda _, things: str(len(things)),
        "segment": lambda _, segment: SEGMENTS[segment],
        "side": lambda _, side: SIDES[side],
    }
)
