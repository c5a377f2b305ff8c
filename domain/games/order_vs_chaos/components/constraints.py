"""The constraints on a component set (OC-C01 … OC-C12) that its types do not hold already.

OC-C11 only warns: a set whose figures differ from the published ones is still accepted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

from domain.games.order_vs_chaos.components.document import (
    FACES,
    ORDER_COUNTS,
    STATS,
    ArchEnemy,
    AttackCard,
    CardKind,
    Document,
    Equipment,
    EventCard,
    Fighter,
    HeroSheet,
    LocationCard,
    LocationKind,
    Majority,
    MapSide,
    Monster,
    PerDie,
    Reroll,
)
from domain.games.order_vs_chaos.components.effects import ANY, ONE_OF, PRIMITIVES, named_once
from domain.kernel import UNKNOWN, ComponentFault, listed, readable

# What every part of a component set must meet: ids, dice, counts, texts. OC-C01, C02, C06, C10, C12.

Faults = Iterator[ComponentFault]
Constraint = Callable[[Document], Faults]

COUNTS: Mapping[str, tuple[int, int | None, str]] = {
    "order_heroes": (3, 7, "Order heroes"),
    "chaos_heroes": (3, 7, "Chaos heroes"),
    "monsters": (3, None, "monster types"),
    "arch_enemies": (1, 3, "arch enemies"),
    "weapons": (0, 63, "weapon cards"),
    "equipment": (0, 63, "equipment cards"),
    "event_cards": (0, 42, "event cards"),
}
"""By section: how many a game with six seats needs, and how many the source gives."""
FEWEST_ITEMS = 6
"""So many lie on the display when a game begins (OC-109)."""
FIGHTERS = ("order_heroes", "chaos_heroes", "monsters", "arch_enemies")


def called(part: Any) -> str:
    """What people call the part: its name, or else its id in words."""
    return str(part.name) or readable(part.id)


def fighters(read: Document) -> Iterator[tuple[str, Fighter]]:
    """Everything that fights, with its pointer."""
    for key in FIGHTERS:
        for index, fighter in enumerate(cast(tuple[Fighter, ...], getattr(read, key))):
            yield f"/{key}/{index}", fighter


def attack_cards(read: Document) -> Iterator[tuple[str, AttackCard]]:
    """Every weapon card and every attack on a sheet, with its pointer."""
    yield from ((f"/weapons/{index}", weapon) for index, weapon in enumerate(read.weapons))
    for pointer, fighter in fighters(read):
        yield from ((f"{pointer}/attacks/{at}", attack) for at, attack in enumerate(fighter.attacks))


def identity(read: Document) -> Faults:
    first: dict[str, str] = {}
    for pointer, name in _ids(read):
        if name in first:
            message = f"The id “{name}” is taken; each thing of the box needs its own."
            yield ComponentFault("OC-C01", message, f"{pointer}/id", (f"{first[name]}/id",))
        first.setdefault(name, pointer)
    for index, card in enumerate(read.event_cards):
        if card.id == UNKNOWN:
            message = f"An event card cannot have the id “{UNKNOWN}”: it stands for cards that nobody saw."
            yield ComponentFault("OC-C01", message, f"/event_cards/{index}/id")


def _ids(read: Document) -> Iterator[tuple[str, str]]:
    cards: tuple[tuple[str, Sequence[LocationCard | AttackCard | Equipment | EventCard]], ...] = (
        ("location_cards", read.location_cards),
        ("weapons", read.weapons),
        ("equipment", read.equipment),
        ("event_cards", read.event_cards),
    )
    for index, side in enumerate(read.maps):
        yield f"/maps/{index}", side.id
        for at, location in enumerate(side.locations):
            yield f"/maps/{index}/locations/{at}", location.id
    for key, parts in cards:
        yield from ((f"/{key}/{index}", part.id) for index, part in enumerate(parts))
    for pointer, fighter in fighters(read):
        yield pointer, fighter.id
        yield from ((f"{pointer}/attacks/{at}", attack.id) for at, attack in enumerate(fighter.attacks))
        yield from ((f"{pointer}/abilities/{at}", own.id) for at, own in enumerate(fighter.abilities))


def dice(read: Document) -> Faults:
    if missing := [face for face in FACES if face not in read.die_faces]:
        message = f"Every die shows 1, 2, 3, blue and yellow; here it lacks {listed(missing)}."
        yield ComponentFault("OC-C02", message, "/die_faces")


def counts(read: Document) -> Faults:
    for key, (least, _, what) in COUNTS.items():
        if (own := len(getattr(read, key))) < least:
            yield ComponentFault("OC-C06", f"A game needs {least} or more {what}; here are {own}.", f"/{key}")
    if (own := len(read.weapons) + len(read.equipment)) < FEWEST_ITEMS:
        message = f"A game needs {FEWEST_ITEMS} or more weapon and equipment cards; here are {own}."
        yield ComponentFault("OC-C06", message, "/weapons", ("/equipment",))


def texts(read: Document) -> Faults:
    for pointer, effect in _effects(read):
        if not _template(effect):
            message = "This effect, or one of its members, is not in the closed list."
            yield ComponentFault("OC-C10", message, pointer)


def _effects(read: Document) -> Iterator[tuple[str, Any]]:
    texts: list[tuple[str, Any]] = [
        (f"{pointer}/abilities/{at}", ability)
        for pointer, fighter in fighters(read)
        for at, ability in enumerate(fighter.abilities)
    ]
    texts += ((f"/equipment/{index}", card) for index, card in enumerate(read.equipment))
    texts += ((f"/event_cards/{index}", card) for index, card in enumerate(read.event_cards))
    for pointer, text in texts:
        yield from ((f"{pointer}/effects/{at}", effect) for at, effect in enumerate(text.effects or ()))


def _template(effect: Any) -> bool:
    op = effect.get("op") if isinstance(effect, Mapping) else None
    fields = PRIMITIVES.get(op) if isinstance(op, str) else None
    return fields is not None and effect.keys() - {"op", "optional"} <= fields


def invented(read: Document) -> Faults:
    for index, part in enumerate(read.invented):
        if part.partition("/")[0] not in Document.__struct_fields__:
            message = f"The box has no part “{part}”."
            yield ComponentFault("OC-C12", message, f"/invented/{index}")


# What is asked of new sets beyond that and beyond their types: sets that were stored keep what they have.


def templates(read: Document) -> Faults:
    """Effects that can happen at no table, though each value is one of its kind (OC-521)."""
    places = {ANY, *(location.id for side in read.maps for location in side.locations)}
    for pointer, effect in _effects(read):
        if not named_once(effect):
            one, other = ONE_OF[effect["op"]]
            message = f"Choose either a {one} or a {other} for this effect, not both and not none."
            yield ComponentFault("OC-C10", message, pointer)
        for member in PLACES:
            if effect.get(member, ANY) not in places:
                message = f"No map has a location “{effect[member]}”. Name one, or {ANY} to leave it open."
                yield ComponentFault("OC-C10", message, f"{pointer}/{member}")


def instants(read: Document) -> Faults:
    """An instant is carried out when it is drawn (OC-507): what may be impossible then must be optional."""
    for index, card in enumerate(read.event_cards):
        for at, effect in enumerate(card.effects or ()) if card.kind == "instant" else ():
            needs_battle = effect["op"] == "health" and "unit" in effect
            if (effect["op"] in PERHAPS or needs_battle) and not effect.get("optional"):
                message = (
                    f"{called(card)} is carried out as soon as it is drawn, and then this may be impossible. "
                    "Mark it as something that may be left out."
                )
                yield ComponentFault("OC-C10", message, f"/event_cards/{index}/effects/{at}")


def chosen_attacks(read: Document) -> Faults:
    """A hero that has to choose one of no attacks."""
    for index, hero in enumerate(read.chaos_heroes):
        if hero.picks_one_attack and not hero.attacks:
            message = f"{called(hero)} chooses one of its attacks, so it needs one; here is none."
            yield ComponentFault("OC-C08", message, f"/chaos_heroes/{index}/attacks")


PERHAPS = frozenset(
    {
        "chits",
        "track",
        "end_battle",
        "cancel_healing",
        "pass_enemies",
        "special_tokens",
        "token_discard",
        "monster_move",
        "monster_discard",
        "open",
        "swap_cards",
        "remove_card",
        "item_take",
        "item_discard",
        "display_discard",
    }
)
"""Effects for which a battle, a monster, a card or an item must be there."""

PLACES = ("location", "from", "to", "a", "b")
"""Members of effects that name a location."""


# Figures that the source gives of parts that it names: a set that differs is warned of it. OC-C11.


def deviations(read: Document) -> Faults:
    """OC-C11: every named part that differs, and of which parts there are more or fewer."""
    for pointer, part in _named_parts(read):
        test = FIGURES.get(part.name)
        if test is not None and not test(part):
            yield ComponentFault("OC-C11", f"{part.name} differs from the figures in the source.", pointer)
    for key, (_, count, what) in COUNTS.items():
        if count is not None and (own := len(getattr(read, key))) != count:
            message = f"The published box has {count} {what}; here are {own}."
            yield ComponentFault("OC-C11", message, f"/{key}")


def _named_parts(read: Document) -> Iterator[tuple[str, Any]]:
    yield from fighters(read)
    yield from attack_cards(read)
    for key in ("equipment", "event_cards"):
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

SIDES = {"us": "US", "eu": "EU"}
CARD_LOCATIONS = 30
START_COUNTS = (3, 4)
COMPOSITION: Mapping[tuple[CardKind, int | None], int] = {
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
    if sorted(side.id for side in read.maps) != sorted(SIDES):
        here = listed([SIDES[side.id] for side in read.maps]) or "none"
        yield ComponentFault("OC-C03", f"The board has a US and an EU side; here: {here}.", "/maps")
    for index, side in enumerate(read.maps):
        kinds = Counter(location.kind for location in side.locations)
        for message in _kinds(called(side), kinds):
            yield ComponentFault("OC-C03", message, f"/maps/{index}/locations")
        yield from edges(side, f"/maps/{index}")


def _kinds(name: str, kinds: Mapping[LocationKind, int]) -> Iterator[str]:
    cards, bosses, starts = kinds["card"], kinds["arch_enemy"], kinds["order_start"]
    if cards != CARD_LOCATIONS:
        yield f"{name} has {CARD_LOCATIONS} locations with a card; here are {cards}."
    if bosses != 1:
        yield f"{name} has 1 location of the arch enemy; here are {bosses}."
    if starts not in START_COUNTS:
        yield f"{name} has 3 or 4 starts of Order; here are {starts}."
    if kinds["chaos_start"] != starts:
        yield f"{name} has {starts} starts of Order, so as many of Chaos; here are {kinds['chaos_start']}."


def edges(side: MapSide, pointer: str) -> Faults:
    locations = {location.id: index for index, location in enumerate(side.locations)}
    first: dict[frozenset[str], str] = {}
    sound = True
    for index, edge in enumerate(side.edges):
        here, pair = f"{pointer}/edges/{index}", frozenset(edge)
        for end, name in enumerate(edge):
            if name not in locations:
                sound = False
                yield ComponentFault("OC-C04", f"{called(side)} has no location “{name}”.", f"{here}/{end}")
        if len(pair) == 1:
            yield ComponentFault("OC-C04", "A road joins two different locations; here is one.", here)
        if pair in first:
            yield ComponentFault("OC-C04", "These two locations are joined already.", here, (first[pair],))
        first.setdefault(pair, here)
    closed = {location.id for location in side.locations if location.kind == "arch_enemy"}
    for left, ways in ((set(locations), "No road leads"), (locations.keys() - closed, "Order cannot get")):
        if sound and (cut := _cut_off(left, first)):
            names = listed([called(location) for location in side.locations if location.id in cut])
            message = f"{ways} from the rest of the map to {names}."
            places = tuple(f"{pointer}/locations/{locations[name]}" for name in sorted(cut))
            yield ComponentFault("OC-C04", message, f"{pointer}/edges", places)
            return


def _cut_off(locations: set[str], pairs: Mapping[frozenset[str], str]) -> set[str]:
    """The smaller part of the locations, where no road joins it to the others."""
    reached: set[str] = set()
    waiting = sorted(locations)[:1]
    while waiting:
        here = waiting.pop()
        reached.add(here)
        near = {other for pair in pairs if here in pair for other in pair} & locations
        waiting.extend(near - reached)
    return min(locations - reached, reached, key=len)


def location_cards(read: Document) -> Faults:
    odd = False
    for index, card in enumerate(read.location_cards):
        numbers = [number for kind, number in COMPOSITION if kind == card.kind]
        if card.number not in numbers:
            odd = True
            asked = "no number" if numbers == [None] else f"a number: {listed([*map(str, numbers)], ' or ')}"
            message = f"The card “{readable(card.kind)}” has {asked}; here is {card.number or 'none'}."
            yield ComponentFault("OC-C05", message, f"/location_cards/{index}/number")
    here = Counter((card.kind, card.number) for card in read.location_cards)
    for (kind, number), count in COMPOSITION.items():
        if not odd and (own := here[kind, number]) != count:
            name = " ".join(filter(None, (readable(kind), str(number or ""))))
            message = f"Of the location card “{name}” there are {count} in the box; here are {own}."
            yield ComponentFault("OC-C05", message, "/location_cards")


# What sheets of heroes, monsters, arch enemies and weapons must meet: OC-C07 … OC-C10.


def tracks(read: Document) -> Faults:
    for pointer, sheet in fighters(read):
        if not isinstance(sheet, HeroSheet):
            continue
        for name, boxes in sheet.tracks.items():
            if fault := _falls(boxes):
                yield ComponentFault("OC-C07", fault, f"{pointer}/tracks/{name}")
            elif name == "health" and boxes[0] < 1:
                message = "A hero begins with 1 health or more; here is 0."
                yield ComponentFault("OC-C07", message, f"{pointer}/tracks/health/0")
        if missing := [stat for stat in STATS if stat not in sheet.tracks]:
            message = f"{called(sheet)} lacks the track {listed(missing)}."
            yield ComponentFault("OC-C07", message, f"{pointer}/tracks")


def sheets(read: Document) -> Faults:
    for index, sheet in enumerate(read.order_heroes):
        if sheet.picks_one_attack:
            message = "Only the Ghoul of Chaos chooses one of its attacks; an Order hero does not."
            yield ComponentFault("OC-C08", message, f"/order_heroes/{index}/picks_one_attack")
    for index, hero in enumerate(read.chaos_heroes):
        if hero.slots is not None:
            message = "A Chaos hero has no equipment slots: leave them out."
            yield ComponentFault("OC-C08", message, f"/chaos_heroes/{index}/slots")
        for at, attack in enumerate(hero.attacks):
            if attack.hands is not None:
                message = "An attack of a Chaos hero takes no hands: leave them out."
                yield ComponentFault("OC-C08", message, f"/chaos_heroes/{index}/attacks/{at}/hands")
    picking = [
        f"/chaos_heroes/{index}/picks_one_attack"
        for index, hero in enumerate(read.chaos_heroes)
        if hero.picks_one_attack
    ]
    if len(picking) != 1:
        message = (
            f"One Chaos hero chooses one of its attacks, the Ghoul of the rulebook; here are {len(picking)}."
        )
        yield ComponentFault("OC-C08", message, "/chaos_heroes", tuple(picking))


def arch_enemies(read: Document) -> Faults:
    for index, enemy in enumerate(read.arch_enemies):
        health = [enemy.health[count] for count in ORDER_COUNTS if count in enemy.health]
        if len(health) < len(ORDER_COUNTS):
            message = f"{called(enemy)} needs its health against 1, 2 and 3 Order heroes."
            yield ComponentFault("OC-C09", message, f"/arch_enemies/{index}/health")
        elif _falls(health):
            message = f"More Order heroes never meet less health; here are {listed([*map(str, health)])}."
            yield ComponentFault("OC-C09", message, f"/arch_enemies/{index}/health")


def attacks(read: Document) -> Faults:
    for pointer, attack in attack_cards(read):
        for index, special in enumerate(attack.specials):
            if isinstance(special, Majority) and special.face == special.over:
                message = f"Compare {special.face} with the other lightning, not with itself."
                yield ComponentFault("OC-C10", message, f"{pointer}/specials/{index}/over")
    for pointer, fighter in fighters(read):
        if fighter.battle_track is not None and (fault := _falls(fighter.battle_track)):
            yield ComponentFault("OC-C10", fault, f"{pointer}/battle_track")


def _falls(boxes: Sequence[int]) -> str:
    """The fault of the boxes of a track; empty if they have none."""
    if not boxes:
        return "A track has one box or more; here is none."
    return next(
        (
            f"A track never falls; here {other} follows {one}."
            for one, other in pairwise(boxes)
            if one > other
        ),
        "",
    )
