"""Words of a battle's offers: weapons, blocks, targets, retreat (OC-410 … OC-475)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.order_vs_chaos.components.document import BLUE
from domain.games.order_vs_chaos.rules.segments import HANDS
from domain.games.order_vs_chaos.words.names import box_of, dice
from domain.games.order_vs_chaos.words.odds import chance
from domain.games.order_vs_chaos.words.offering import Values, dice_asked, distinct, locations
from domain.games.order_vs_chaos.words.table import (
    attack_dice,
    roll_words,
    short_name,
    unit_value,
)
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    counted,
    listed,
    offered_values,
    variant_key,
)

FEW = 2
"""Enemies that a hint names one by one."""


def units(view: Json, ids: Iterable[str], naming: Naming) -> Values:
    """Fighters of the battle with how they are."""
    return distinct({id: unit_value(view, id, naming) for id in ids})


def foes_words(view: Json, side: str, naming: Naming) -> str:
    """The enemies of a side in the battle with their strength; of many only how strong they are together."""
    foes = {id: unit for id, unit in view["battle"]["units"].items() if unit["side"] != side}
    if len(foes) <= FEW:
        return listed([f"{short_name(view, id, naming)} ({_strength(unit)})" for id, unit in foes.items()])
    health, chits = (sum(unit[member] for unit in foes.values()) for member in ("health", "chits"))
    return f"{len(foes)} fighters with {health} health and {counted(chits, 'chit')}"


def _strength(unit: Json) -> str:
    return f"{unit['health']} health, {counted(unit['chits'], 'chit')}"


def _select_weapons(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-410, OC-411: two hands; where there are two weapons it is asked which gets the attack stat."""
    hero = view["seats"][acting_seat(offers)]
    against = f"against {foes_words(view, hero['side'], naming)}"
    if hero["side"] == "chaos":
        return _pick_attack(offers, hero["attack"], against, naming)
    dice_more = counted(hero["attack"], "attack die", "attack dice")
    weapons = {
        id: ValueWords(naming.name(id), naming.components[id].text)
        for id in offered_values(offers, "weapons")
    }
    rolls = {
        id: ValueWords(naming.name(id), _rolls(naming, id, hero["attack"]))
        for id in offered_values(offers, "bonus")
    }
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return OfferWords(
        "Select weapons",
        against,
        "swords",
        rank=5,
        parameters={
            "weapons": ParameterWords(
                f"Which weapons for your {HANDS} hands?", values=distinct(weapons, once=True)
            ),
            "bonus": ParameterWords(
                f"Which weapon gets your {dice_more}?", "more", distinct(rolls, once=True)
            ),
        },
        variants={kind: "Armed" if "bonus" in kind else "Unarmed" for kind in kinds if len(kinds) > 1},
    )


def _pick_attack(offers: Sequence[Offer], bonus: int, against: str, naming: Naming) -> OfferWords:
    """OC-412: it gets the whole attack stat."""
    attacks = {
        id: ValueWords(naming.name(id), f"{naming.components[id].text}; {_rolls(naming, id, bonus)}")
        for id in offered_values(offers, "weapons")
    }
    asks = ParameterWords("Which attack this round?", values=distinct(attacks))
    return OfferWords("Pick an attack", against, "swords", rank=5, parameters={"weapons": asks})


def _rolls(naming: Naming, attack: str, bonus: int) -> str:
    return roll_words(naming, attack, box_of(naming).attacks[attack].dice + bonus)


def _declare_blocks(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-420 … OC-423: chits now for damage that does not count."""
    told = {}
    for id, words in units(view, offered_values(offers, "units"), naming).items():
        unit = view["battle"]["units"][id]
        debt = unit["armor"] - unit["chits"]
        told[id] = ValueWords(
            words.label,
            f"+{counted(debt, 'chit')}, up to {unit['armor']}; gives up its next {debt} damage",
            piece=words.piece,
        )
    names = listed([short_name(view, id, naming) for id in told], " or ")
    return OfferWords(
        "Declare blocks",
        f"{names}, or nobody",
        "hand",
        rank=5,
        parameters={"units": ParameterWords("Who blocks?", values=told)},
    )


def _declare_targets(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-431: before any dice."""
    ids = offered_values(offers, "targets")
    fighters = [id for id in ids if id in view["battle"]["units"]]
    own = offered_values(offers, "unit")
    attackers = {one["attack"]: one["unit"] for one in view["battle"]["attacks"]}
    attacks = {
        id: ValueWords(naming.name(id), roll_words(naming, id, attack_dice(view, attackers[id], id, naming)))
        for id in ids
        if id not in fighters and id in attackers
    }
    names = listed([short_name(view, one, naming) for one in own])
    return OfferWords(
        "Declare targets",
        f"{view['battle']['step']}: target for {names}",
        "map-pin",
        rank=5,
        parameters={
            "unit": ParameterWords("Whose targets?", values=units(view, own, naming)),
            "targets": ParameterWords(
                "Which target?", values={**distinct(attacks), **units(view, fighters, naming)}
            ),
        },
    )


def _roll_attack(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-432: what is rolled next, with how many dice, at whom."""
    due = [one for one in view["battle"]["attacks"] if one.get("dice") is None and not one.get("flat")]
    offered = {
        (unit, attack)
        for offer in offers
        for unit in offered_values([offer], "unit")
        for attack in offered_values([offer], "attack")
    }
    told: dict[str, ValueWords] = {}
    for one in due:
        if (one["unit"], one["attack"]) in offered and one["attack"] not in told:
            told[one["attack"]] = ValueWords(naming.name(one["attack"]), _aimed(view, one, naming))
    own = offered_values(offers, "unit")
    mine = [one for one in due if (one["unit"], one["attack"]) in offered]
    following = (
        f"{naming.name(mine[0]['attack'])} of {short_name(view, mine[0]['unit'], naming)}: "
        f"{_aimed(view, mine[0], naming)}"
        if len(mine) == 1
        else f"{len(mine)} attacks to roll: {listed([short_name(view, id, naming) for id in own])}"
    )
    flats = {
        variant_key(offer): f"{flat} damage without a roll"
        for offer in offers
        if "flat" in offer.parameters
        for flat in [box_of(naming).attacks[offered_values([offer], "attack")[0]].flat]
    }
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return OfferWords(
        "Roll",
        f"{view['battle']['step']}, {following}",
        "dices",
        rank=5,
        parameters={
            "unit": ParameterWords("Who rolls?", values=_rollers(view, own, mine, naming)),
            "attack": ParameterWords("Which attack?", values=distinct(told)),
            "dice": dice_asked(naming),
            "flat": ParameterWords("Skip the roll?", "never", {"true": ValueWords("Use the printed damage")}),
        },
        variants={kind: flats.get(kind, "Roll the dice") for kind in kinds} if len(kinds) > 1 else {},
    )


def _rollers(view: Json, ids: Iterable[str], due: Sequence[Json], naming: Naming) -> Values:
    """Fighters with what each of them rolls now."""
    told = {}
    for id, words in units(view, ids, naming).items():
        rolls = [
            f"{naming.name(one['attack'])}: {_aimed(view, one, naming)}" for one in due if one["unit"] == id
        ]
        told[id] = ValueWords(words.label, "; ".join(rolls), piece=words.piece)
    return told


def _aimed(view: Json, attack: Json, naming: Naming) -> str:
    """`5 dice, about 6.7 damage at Hellion (9 health, 0 chits)`."""
    rolled = roll_words(naming, attack["attack"], attack_dice(view, attack["unit"], attack["attack"], naming))
    target = attack.get("target")
    known = view["battle"]["units"].get(target)
    if known is None:
        return rolled
    return f"{rolled} at {short_name(view, target, naming)} ({_strength(known)})"


def _attempt_retreat(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-471, OC-472: where to is asked unless the dice say that it fails."""
    seat = acting_seat(offers)
    number = view["seats"][seat]["move"]
    likely = chance(box_of(naming).die_faces, BLUE, number)
    ends = "; the battle ends for everyone" if seat == view["active"] else "; your own turn is unaffected"
    return OfferWords(
        "Retreat",
        f"{likely} to escape with {dice(number)}{ends}",
        "undo-2",
        rank=20,
        parameters={
            "dice": dice_asked(naming),
            "to": ParameterWords(
                "Where to if you escape?",
                "more",
                locations(view, offered_values(offers, "to"), seat, naming),
            ),
        },
    )


def _stay(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    return OfferWords(
        "Stay",
        f"{hero['health']} health against {foes_words(view, hero['side'], naming)}",
        "check",
        rank=10,
    )


BATTLE: Mapping[str, OfferTold] = {
    "select_weapons": _select_weapons,
    "declare_blocks": _declare_blocks,
    "declare_targets": _declare_targets,
    "roll_attack": _roll_attack,
    "attempt_retreat": _attempt_retreat,
    "stay": _stay,
}
