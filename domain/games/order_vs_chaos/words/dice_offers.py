"""Words of what happens to rolled dice: rerolls, other changes, a segment’s results (OC-433 … OC-437)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from domain.games.order_vs_chaos.words.card_offers import sources
from domain.games.order_vs_chaos.words.effect_words import things
from domain.games.order_vs_chaos.words.fighters import nth
from domain.games.order_vs_chaos.words.names import FACES, box_of
from domain.games.order_vs_chaos.words.odds import result
from domain.games.order_vs_chaos.words.offering import Values, distinct
from domain.games.order_vs_chaos.words.table import short_name, unit_value
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    Open,
    ParameterWords,
    ValueWords,
    listed,
    member_values,
    offered_values,
    value_key,
)

MEMBERS = {
    "unit": "Whose dice?",
    "attack": "Which attack?",
    "die": "Which die?",
    "op": "What happens to it?",
    "face": "Which new face?",
    "damage": "How much damage?",
}
FEW = 6
"""Attacks whose dice are told beside them; of more they are read from the board."""
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
    """What a change costs: nothing for an attack's own special, stamina for an ability, the card itself."""
    told = {}
    for id, words in sources(view, ids, naming).items():
        known = naming.components.get(id)
        cost = "free"
        if known is not None and known.of == "ability" and seat is not None:
            hero = box_of(naming).heroes[view["seats"][seat]["hero"]]
            paid = next((one.stamina for one in hero.abilities if one.id == id), 0)
            cost = f"{paid} of {view['seats'][seat]['stamina']} stamina"
        elif known is not None and known.of in ("equipment", "keep", "instant"):
            cost = "the card is discarded"
        told[id] = ValueWords(words.label, "; ".join(filter(None, (cost, words.hint))))
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
            hint = f"shows {_shown(attacks[value].get('dice') or ())}" if len(attacks) <= FEW else ""
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
