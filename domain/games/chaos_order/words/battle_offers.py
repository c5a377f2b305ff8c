"""Words of the offers of battles (40x … 45x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.words.effect_offers import held_piece
from domain.games.chaos_order.words.names import called, told
from domain.games.chaos_order.words.offering import regions, variants
from domain.games.chaos_order.words.phrases import BUILDING_NAMES, battle_values, changed
from domain.games.chaos_order.words.table import (
    figures,
    foundation_place,
    next_space,
    strength_told,
)
from domain.kernel import (
    UNKNOWN,
    Each,
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    Optional,
    Outcome,
    ParameterWords,
    ValueWords,
    acting_seat,
    offered_values,
)

TACTICS = {
    "bluff": ValueWords("Bluff with a card", "its values do not count; it returns to hand"),
    "use": ValueWords("Use a card", "its values count, then it is discarded"),
    "none": ValueWords("No card"),
}
VARIANTS = {
    frozenset({"section"}): "no card",
    frozenset({"section", "tactics"}): "bluff with a card",
    frozenset({"section", "tactics", "card"}): "use a card",
}


def _select_battle(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-402, CO-403."""
    seat = acting_seat(offers)
    foes = {foe: ValueWords(naming.seat(foe).text) for foe in offered_values(offers, "opponent")}
    return OfferWords(
        "Fight a battle",
        "you win ties",
        "flag",
        rank=0,
        parameters={
            "region": ParameterWords(
                "Where?", values=regions(view, offered_values(offers, "region"), seat, naming)
            ),
            "opponent": ParameterWords("Against which seat?", values=foes),
        },
    )


def _commit_plan(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-410 … CO-418: what each section makes of the card's values, without one of the printed."""
    seat, battle = acting_seat(offers), view["battle"]
    region = view["regions"][battle["region"]]
    foe = battle["opponent"] if battle["selector"] == seat else battle["selector"]
    sections = {
        section: ValueWords(called(naming, f"section:{section}"), _section(naming, section))
        for section in offered_values(offers, "section")
    }
    held = {card: _card(view, seat, card, naming) for card in offered_values(offers, "card")}
    mine, theirs = strength_told(region, seat), strength_told(region, foe)
    strengths = f"you {mine or 'nothing'}; {naming.seat(foe).text} {theirs or 'nothing'}"
    return OfferWords(
        "Plan in secret",
        f"before the plans: {strengths}",
        "hand",
        rank=0,
        parameters={
            "section": ParameterWords("Which section? Values without a card", values=sections),
            "tactics": ParameterWords("Use a card?", "never", TACTICS),
            "card": ParameterWords("Which card?", values=held),
        },
        variants=variants(offers, lambda names: VARIANTS.get(names, "a plan")),
    )


def _section(naming: Naming, section: str) -> str:
    """What it is worth without a card, and what it brings besides."""
    kind = naming.components[f"section:{section}"].value
    own = {"retreat": "you leave the battle", "die": "a die for 1 gem"}.get(kind, "")
    worth = _turned(naming, section, "printed:battle") or "nothing"
    return f"{worth}{', ' if own else ''}{own}"


def _turned(naming: Naming, section: str, card: str) -> str:
    """CO-415, CO-416: each side turns the value beneath it into its icon."""
    left, right, retreating = (*figures(naming, card), 0, 0, 0)[:3]
    icons = told(naming, f"section:{section}").split("/")
    found = dict.fromkeys(("strength", "attack", "shields"), 0)
    for icon, number in zip(icons, (left, right), strict=False):
        if icon in found:
            found[icon] += number
    if naming.components[f"section:{section}"].value == "retreat":
        found["shields"] += retreating
    return battle_values(**found)


def _card(view: Json, seat: str, card: str, naming: Naming) -> ValueWords:
    if card == UNKNOWN:
        return ValueWords("Not seen", "name it when it is revealed")
    left, right, retreating = (*figures(naming, f"{card}:battle"), 0, 0, 0)[:3]
    parts = [f"{left} left, {right} right", told(naming, f"{card}:battle")]
    parts += [f"retreating {changed(retreating, 'shields')}"] if retreating else []
    return ValueWords(
        called(naming, card), "; ".join(part for part in parts if part), piece=held_piece(view, seat, card)
    )


def _reveal_plans(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-420."""
    battle = view["battle"]
    faces = {
        str(value): ValueWords(called(naming, f"die:{value}"))
        for value in offered_values(offers, "dice")
        if isinstance(value, int)
    }
    sides = {side: ValueWords(naming.seat(side).text) for side in view["seats"]}
    none = {"null": ValueWords("No die rolled")} if any(map(_may_roll_none, offers)) else {}
    where = "" if battle is None else f"{called(naming, battle['region'])}: both plans are locked in"
    return OfferWords(
        "Reveal the plans",
        where,
        "dices",
        rank=0,
        parameters={"dice": ParameterWords("What do the dice show?", values={**sides, **faces, **none})},
        variants=variants(offers, lambda names: "with dice" if "dice" in names else "without dice"),
    )


def _may_roll_none(offer: Offer) -> bool:
    """Whether who rolls is hidden, so that a side may be found to have rolled none."""
    match offer.parameters.get("dice"):
        case Outcome(of=Each(keys=dice)):
            return any(isinstance(die, Optional) for die in dice.values())
        case _:
            return False


def _retreat_to(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-445."""
    seat = acting_seat(offers)
    return OfferWords(
        "Retreat",
        "all fighters together; leaders return to base",
        "footprints",
        rank=0,
        parameters={
            "region": ParameterWords(
                "Where to?", values=regions(view, offered_values(offers, "region"), seat, naming)
            )
        },
    )


def _raze_building(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-451: the space that it covers again pays once."""
    seat, buildings = acting_seat(offers), {}
    for foundation in offered_values(offers, "foundation"):
        place = foundation_place(view, foundation)
        kind = _standing(view, place, foundation)
        gain = _covered(view, seat, kind, naming)
        label = f"{BUILDING_NAMES.get(kind, 'The building')} on {called(naming, foundation)}"
        buildings[foundation] = ValueWords(label, f"you gain {gain}" if gain else "", place=place)
    return OfferWords(
        "Return a razed building",
        "its space pays again",
        "house",
        rank=0,
        parameters={"foundation": ParameterWords("Which one first?", values=buildings)},
    )


def _standing(view: Json, place: str | None, foundation: str) -> str:
    for one in view["regions"][place]["foundations"] if place else ():
        if one["id"] == foundation and one["building"]:
            return str(one["building"]["type"])
    return ""


def _covered(view: Json, seat: str, kind: str, naming: Naming) -> str:
    """What the right-most empty space of the type shows."""
    if not kind:
        return ""
    key, player = next_space(view, seat, kind, naming), view["seats"][seat]
    number = int(key.rpartition(":")[2]) if key else 0
    if key is None:
        while f"{player['faction']}:{kind}:{number}" in naming.components:
            number += 1
    return told(naming, f"{player['faction']}:{kind}:{number - 1}")


BATTLE: Mapping[str, OfferTold] = {
    "select_battle": _select_battle,
    "commit_plan": _commit_plan,
    "reveal_plans": _reveal_plans,
    "retreat_to": _retreat_to,
    "raze_building": _raze_building,
}
