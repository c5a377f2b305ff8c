"""Short texts about the table and the odds of dice, which a player reads before a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from domain.games.order_vs_chaos import places
from domain.games.order_vs_chaos.components.document import BLUE, YELLOW, AttackCard, Majority, PerDie
from domain.games.order_vs_chaos.state import ARCH_UNIT, seat_of_hero_unit
from domain.games.order_vs_chaos.words.names import box_of, card_name, dice
from domain.kernel import Json, Naming, ValueWords, counted, listed

# What dice bring: the chance of a lightning, what an attack deals on average, what rolled dice come to.


def chance(faces: Sequence[str], face: str, dice: int) -> str:
    """How likely at least one of so many dice shows the face: `87 %`."""
    share = faces.count(face) / len(faces)
    return f"{round(100 * (1 - (1 - share) ** dice))} %"


def mean_damage(faces: Sequence[str], card: AttackCard, dice: int) -> str:
    """The average damage of this many dice of an attack, before blocks and chits: `4.3`."""
    mean = dice * sum(int(face) for face in faces if face.isdigit()) / len(faces)
    for special in card.specials:
        match special:
            case PerDie(face=face, gain=gain):
                mean += dice * gain.get("damage", 0) * faces.count(face) / len(faces)
            case Majority(face=face, over=over, gain=gain):
                more = chance_of_more(faces.count(face) / len(faces), faces.count(over) / len(faces), dice)
                mean += gain.get("damage", 0) * more
    return f"{mean:.1f}"


@cache
def chance_of_more(face: float, over: float, dice: int) -> float:
    """How likely strictly more of the dice show the one face than the other, by their shares."""
    leads = {0: 1.0}
    for _ in range(dice):
        after: dict[int, float] = {}
        for lead, share in leads.items():
            for step, part in ((1, face), (-1, over), (0, 1 - face - over)):
                after[lead + step] = after.get(lead + step, 0.0) + share * part
        leads = after
    return sum(share for lead, share in leads.items() if lead > 0)


def result(card: AttackCard, attack: Json) -> Mapping[str, int]:
    """The result so far of a rolled attack in the view: damage before a block, and gains (OC-434, OC-435)."""
    if attack.get("flat"):
        return {"damage": card.flat or 0}
    gone = attack.get("cancelled", ())
    dice = [face for index, face in enumerate(attack.get("dice") or ()) if index not in gone]
    gains = {"damage": attack.get("exchanged", 0) + sum(int(face) for face in dice if face.isdigit())}
    for special in card.specials:
        match special:
            case PerDie(face=face):
                times = dice.count(face)
            case Majority(face=face, over=over):
                times = int(dice.count(face) > dice.count(over))
            case _:
                continue
        for gain, amount in special.gain.items():
            gains[gain] = gains.get(gain, 0) + times * amount
    return gains


# The table in a few words: what a player looks at before a choice.

STARTS = {
    "order_start": "an Order start space",
    "chaos_start": "a Chaos start space",
    "arch_enemy": "the arch enemy",
}


def hero_name(view: Json, seat: str, naming: Naming) -> str:
    """`Red (Samurai)`, `Red` before a hero is chosen."""
    hero = view["seats"][seat]["hero"]
    return naming.seat(seat).text + (f" ({naming.name(hero)})" if hero else "")


def health_words(hero: Json) -> str:
    """`7 of 10 health, 2 stamina`."""
    return f"{hero['health']} of {hero['max_health']} health, {hero['stamina']} stamina"


def hero_words(view: Json, seat: str, naming: Naming) -> str:
    """How a hero is and where it stands."""
    hero = view["seats"][seat]
    if hero["hero"] is None:
        return ""
    where = f"; in {naming.name(hero['location'])}" if hero["location"] else ""
    return health_words(hero) + where


def unit_name(view: Json, unit: str, naming: Naming) -> str:
    """`Red (Samurai)`, `Hellion`, `White’s Hellion` where several fight, `Old One`."""
    seat = seat_of_hero_unit(unit)
    if seat is not None:
        return hero_name(view, seat, naming)
    known = view["battle"]["units"].get(unit)
    if known is None:
        return "the arch enemy" if unit == ARCH_UNIT else "the monster"
    name = naming.name(known["type"])
    return (
        f"{naming.seat(known['seat']).text}’s {name}" if view["phase"] == "final" and known["seat"] else name
    )


def short_name(view: Json, unit: str, naming: Naming) -> str:
    """`Red`, where the hero goes without saying."""
    seat = seat_of_hero_unit(unit)
    return unit_name(view, unit, naming) if seat is None else naming.seat(seat).text


def unit_words(unit: Json) -> str:
    """`7 of 9 health, 2 chits; armor 3`."""
    told = f"{unit['health']} of {unit['max_health']} health, {counted(unit['chits'], 'chit')}"
    debt = f"; owes {unit['debt']} for its block" if unit["debt"] else ""
    return f"{told}; armor {unit['armor']}{debt}"


def unit_value(view: Json, unit: str, naming: Naming) -> ValueWords:
    """A fighter of the battle as a value."""
    known = view["battle"]["units"].get(unit)
    on_board = places.unit(unit) if known is not None else None
    return ValueWords(
        unit_name(view, unit, naming), unit_words(known) if known is not None else "", piece=on_board
    )


def attack_dice(view: Json, unit: str, attack: str, naming: Naming) -> int:
    """How many dice an attack rolls (OC-432): printed ones, and the attack stat where it has the bonus."""
    printed = box_of(naming).attacks[attack].dice
    seat = seat_of_hero_unit(unit)
    if seat is None:
        return printed
    fighter = view["battle"]["units"][unit]
    bonus = fighter["side"] == "chaos" or fighter["bonus"] == attack
    return printed + (int(view["seats"][seat]["attack"]) if bonus else 0)


def roll_words(naming: Naming, attack: str, number: int) -> str:
    """`5 dice, about 6.7 damage`."""
    box = box_of(naming)
    return f"{dice(number)}, about {mean_damage(box.die_faces, box.attacks[attack], number)} damage"


def monster_words(monster: str, naming: Naming) -> str:
    """`the Hellion: 9 health, armor 0`."""
    card = box_of(naming).monsters[monster]
    return f"the {card.name}: {card.health} health, armor {card.armor}"


def heroes_at(view: Json, location: str) -> list[str]:
    """The seats whose heroes stand there."""
    return [seat for seat, hero in view["seats"].items() if hero["location"] == location]


def foes_at(view: Json, location: str, side: str, naming: Naming) -> list[str]:
    """The enemies of a side that stand there, each with its strength."""
    found = [
        f"{hero_name(view, seat, naming)}: {hero['health']} health, armor {hero['armor']}"
        for seat in heroes_at(view, location)
        if (hero := view["seats"][seat])["side"] != side
    ]
    monsters = view["locations"][location]["monsters"] if side == "order" else ()
    return [*(monster_words(monster, naming) for monster in monsters), *found]


def card_words(view: Json, location: str, naming: Naming) -> str:
    """The card of a location: `Rift 5`, `face down`, `empty`, `a start of Order`."""
    place = view["locations"][location]
    if place["face"] == "down":
        return "face down"
    card = box_of(naming).cards.get(place["card"])
    if card is not None:
        return card.name or card_name(card)
    kind = box_of(naming).maps[view["map"]].kinds.get(location, "")
    return STARTS.get(kind, "no card")


def place_words(view: Json, location: str, seat: str | None, naming: Naming) -> str:
    """The things and figures on a location, with the foes that the seat meets there."""
    place = view["locations"][location]
    parts = [card_words(view, location, naming)]
    if place["tokens"]:
        parts.append(counted(place["tokens"], "token"))
    side = view["seats"][seat]["side"] if seat else None
    if side is not None and (foes := foes_at(view, location, side, naming)):
        passes = location in view["passes"] and seat == view["active"]
        named = [foe.partition(": ")[0] for foe in foes]
        parts.append(f"{'you may pass' if passes else 'battle with'} {listed(named)}")
    else:
        parts += [f"the {naming.name(monster)}" for monster in place["monsters"]]
    there = [
        naming.seat(other).text
        for other in heroes_at(view, location)
        if other != seat and (side is None or view["seats"][other]["side"] == side)
    ]
    if there:
        parts.append(listed(there))
    return "; ".join(parts)


def odds_words(view: Json, location: str, side: str, naming: Naming) -> str:
    """How likely a roll against the rift or shrine there succeeds: `87 % to close it`."""
    box = box_of(naming)
    card = box.cards.get(view["locations"][location]["card"])
    if card is None or card.number is None:
        return ""
    if card.kind == "rift" and side == "order":
        return f"{chance(box.die_faces, BLUE, card.number)} to close it"
    if card.kind == "healing_shrine" and side == "chaos":
        return f"{chance(box.die_faces, YELLOW, card.number)} to destroy it"
    return ""


def near(view: Json, location: str, naming: Naming) -> Sequence[str]:
    """The names of the locations next to one."""
    neighbours = box_of(naming).maps[view["map"]].neighbours
    return [naming.name(one) for one in neighbours.get(location, ())]


def gained(before: int, number: int, most: int) -> str:
    """`7 → 10 of 10`."""
    return f"{before} → {min(most, before + number)} of {most}"
