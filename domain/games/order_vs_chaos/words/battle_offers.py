"""Labels of a battle's offers: weapons, blocks, targets, dice, retreat (OC-410 … OC-475)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from domain.games.order_vs_chaos.components.document import BLUE
from domain.games.order_vs_chaos.rules.battle import HANDS
from domain.games.order_vs_chaos.words.card_offers import sources
from domain.games.order_vs_chaos.words.names import FACES, box_of, dice, nth
from domain.games.order_vs_chaos.words.offering import Values, dice_asked, distinct, locations, things
from domain.games.order_vs_chaos.words.table import (
    attack_dice,
    chance,
    result,
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
    Open,
    ParameterWords,
    ValueWords,
    acting_seat,
    counted,
    listed,
    member_values,
    offered_values,
    value_key,
    variant_key,
)

# Words of a battle's offers: weapons, blocks, targets, retreat (OC-410 … OC-475).

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


# Words of what happens to rolled dice: rerolls, other changes, a segment’s results (OC-433 … OC-437).

MEMBERS = {
    "unit": "Whose dice?",
    "attack": "Which attack?",
    "die": "Which die?",
    "op": "What happens to it?",
    "face": "Which new face?",
    "damage": "How much damage?",
}
FEW_ATTACKS = 6
"""Up to this many attacks show their dice in their hints; with more, players read them from the board."""
OPS = {
    "reroll": "Reroll",
    "cancel": "Cancel",
    "exchange": "Exchange for damage",
    "set": "Turn to a face",
}


def _change_dice(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-433, OC-522: what a source changes, and what it costs."""
    ids = offered_values(offers, "source")
    by_hand = any(isinstance(offer.parameters["changes"], Open) for offer in offers)
    faces = dict.fromkeys(
        face for offer in offers for face in member_values(offer.parameters["changes"], "face")
    )
    members = {
        "die": _dice(view, offers),
        "face": {face: ValueWords(FACES.get(face, face)) for face in faces},
    }
    parameters = {
        "source": ParameterWords("Using what?", values=_sources(view, offers[0].seat, ids, naming)),
        "changes": ParameterWords(
            "Which dice?", values=_changes(view, offers, [*faces], naming), members=members
        ),
    }
    if units := offered_values(offers, "unit"):
        told = {one: unit_value(view, one, naming) for one in units}
        parameters["unit"] = ParameterWords("Whose?", values=told)
    dice = ""
    if not by_hand:
        kept = {one["attack"]: one.get("dice") or () for one in view["battle"]["attacks"]}
        dice = "; ".join(f"{naming.name(id)} shows {_shown(kept.get(id, ()))}" for id in ids)
    return OfferWords(
        "Change dice" if by_hand else "Reroll",
        dice or listed([naming.name(id) for id in ids], " or "),
        "refresh-cw",
        rank=3 if not by_hand else 35,
        parameters=parameters,
    )


def _shown(dice: Sequence[str]) -> str:
    return listed([FACES.get(face, face) for face in dice])


def _sources(view: Json, seat: str | None, ids: Sequence[str], naming: Naming) -> Values:
    """The cost of a change: nothing for an attack's own special, stamina for an ability, the card itself."""
    told = {}
    for id, words in sources(view, ids, naming).items():
        known = naming.components.get(id)
        cost = "free"
        if known is not None and known.of == "ability" and seat is not None:
            hero = box_of(naming).heroes[view["seats"][seat]["hero"]]
            paid = next((one.stamina for one in hero.abilities if one.id == id), 0)
            cost = f"{paid} of {view['seats'][seat]['stamina']} stamina"
        elif known is not None and known.of in ("equipment", "keep", "instant"):
            cost = "discarded then"
        hint = "; ".join(filter(None, (cost, words.hint)))
        told[id] = ValueWords(words.label, hint, details=words.details)
    return told


def _changes(view: Json, offers: Sequence[Offer], faces: Sequence[str], naming: Naming) -> Values:
    """Fighters, attacks, operations, and what is asked of them."""
    asked = [value for value in offered_values(offers, "changes") if value not in faces]
    known = things(view, asked, naming, brief=True)
    told: dict[str, ValueWords] = dict(known)
    attacks = {one["attack"]: one for one in view["battle"]["attacks"]}
    for value in asked:
        if value in MEMBERS or value in OPS:
            told[value] = ValueWords({**MEMBERS, **OPS}[value])
        elif value in attacks:
            hint = f"shows {_shown(attacks[value].get('dice') or ())}" if len(attacks) <= FEW_ATTACKS else ""
            told[value] = ValueWords(naming.name(value), hint)
    return distinct(told)


def _dice(view: Json, offers: Sequence[Offer]) -> Values:
    """Dice, counted from the left; with what they show, where only one attack's are offered."""
    units, sources = offered_values(offers, "unit"), offered_values(offers, "source")
    rolled = [
        one.get("dice") or ()
        for one in view["battle"]["attacks"]
        if [one["attack"]] == [*sources] and one["unit"] in (units or (one["unit"],))
    ]
    dice = rolled[0] if len(rolled) == 1 else ()
    told = {}
    for offer in offers:
        for index in member_values(offer.parameters["changes"], "die"):
            face = f", {FACES.get(dice[index], dice[index])}" if index < len(dice) else ""
            told[value_key(index)] = ValueWords(f"The {nth(index)} die{face}")
    return told


def _resolve_segment(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-434 … OC-437: what lands on whom, as many chits absorbing as there are."""
    absorb = things(view, offered_values(offers, "absorb"), naming, brief=True)
    order = things(view, offered_values(offers, "order"), naming, brief=True)
    return OfferWords(
        f"Resolve {view['battle']['step']}",
        "; ".join(_landing(view, naming)) or "no damage",
        "check",
        rank=5,
        parameters={
            "absorb": ParameterWords(
                "How many chits absorb damage?", "more", absorb, "all of them by default"
            ),
            "order": ParameterWords(
                "Which attack pays for a block first?", "more", order, "printed order by default"
            ),
        },
    )


def _landing(view: Json, naming: Naming) -> list[str]:
    """For each fighter that is hit: damage, the chits that absorb, what is left of its health."""
    fighters = view["battle"]["units"]
    chits = {id: unit["chits"] for id, unit in fighters.items()}
    health = {id: unit["health"] for id, unit in fighters.items()}
    debts = {id: unit["debt"] for id, unit in fighters.items()}
    hits: Counter[str] = Counter()
    results = [(one, result(box_of(naming).attacks[one["attack"]], one)) for one in view["battle"]["attacks"]]
    for one, gains in results:
        chits[one["unit"]] += gains.get("armor", 0)
        most = fighters[one["unit"]]["max_health"]
        health[one["unit"]] = min(most, health[one["unit"]] + gains.get("heal", 0))
    for one, gains in results:
        forgone = min(gains["damage"], debts[one["unit"]])
        debts[one["unit"]] -= forgone
        if one.get("target") in fighters:
            hits[one["target"]] += gains["damage"] - forgone
    told = []
    for id, damage in hits.items():
        if not damage:
            continue
        absorbed = min(chits[id], damage)
        left = health[id] - (damage - absorbed)
        end = "dies" if left <= 0 else f"keeps {left} health"
        by_chits = f" ({absorbed} by chits)" if absorbed else ""
        told.append(f"{short_name(view, id, naming)} takes {damage}{by_chits} and {end}")
    return told


DICE: Mapping[str, OfferTold] = {"change_dice": _change_dice, "resolve_segment": _resolve_segment}
