"""Words of the Plan phase: the Event, texts carried out by hand, dice rolled and assigned (21x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light.words.counting import dice
from domain.games.first_light.words.farms import farm_says
from domain.games.first_light.words.offering import farm_keys, said, texts, when
from domain.games.first_light.words.reckoning import garage_algae
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    listed,
    offered_values,
    value_key,
)


def _reveal_event(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    events = {
        event: ValueWords(naming.name(event), naming.components[event].text)
        for event in texts(offers, "event")
    }
    return OfferWords(
        "Reveal the Event",
        f"Round {view['round'] + 1} begins",
        "star",
        rank=0,
        parameters={"event": ParameterWords("Which Event is revealed?", values=events)},
    )


def _take_die(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords("Take a die", "from the supply: you have none left", "plus", rank=5)


def _roll_dice(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    reserve = view["seats"][acting_seat(offers)]["reserve"]
    return OfferWords(
        "Roll the dice",
        f"{dice(reserve)} from the reserve",
        "dices",
        rank=0,
        parameters={"values": ParameterWords(f"What do the {dice(reserve)} show?")},
    )


def _assign_dice(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-216 … FL-219."""
    seat = acting_seat(offers)
    rolled = sorted(view["seats"][seat].get("dice", ()))
    costs = [garage_algae(view, naming, seat, slot) for slot in range(1, 6)]
    slots = [int(slot) for slot in texts(offers, "farms")]
    farms = "; ".join(f"{slot} {farm_says(view, naming, seat, slot)}" for slot in slots)
    return OfferWords(
        "Assign dice",
        said(
            f"you rolled {listed([str(face) for face in rolled])}" if rolled else "", "hidden from the others"
        ),
        "layout-grid",
        rank=10 if _is_assigned(view, seat) else 0,
        parameters={
            "farms": ParameterWords(
                "On Farms",
                when(offers, "farms"),
                hint=farms,
                members=farm_keys(texts(offers, "farms")),
            ),
            "garages": ParameterWords(
                f"In Garages, from the left (Algae {', '.join(map(str, costs))})",
                when(offers, "garages"),
            ),
        },
    )


def _is_assigned(view: Json, seat: str) -> bool:
    plan = view["seats"][seat].get("plan", {"garages": (), "farms": {}})
    return bool(plan["garages"] or plan["farms"])


def _confirm_plan(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    waiting = [
        naming.seat(other).text
        for other, base in view["seats"].items()
        if other != seat and not base["ready"]
    ]
    hint = f"still planning: {listed(waiting)}" if waiting else "then all plans are revealed"
    return OfferWords(
        "Confirm plan", hint, "check", "end", 90 if not _is_assigned(view, seat) else 5, ends=True
    )


def _apply_effect(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-R37: what a text did that the set leaves to the table."""
    changed = {
        value_key(value): _change(value, naming)
        for value in offered_values(offers, "changes")
        if not isinstance(value, int)
    }
    effects = {effect: ValueWords(naming.name(effect)) for effect in texts(offers, "effect")}
    return OfferWords(
        "Resolve a text",
        "a card or character whose text Tablelog does not automate",
        "hand",
        rank=70,
        parameters={
            "effect": ParameterWords("Which text?", values=effects),
            "changes": ParameterWords("What changed for each player?", values=changed),
        },
    )


CHANGED = {
    "water": "Water",
    "algae": "Algae",
    "power": "Power",
    "gems": "Gems",
    "dice": "Dice",
    "items": "Items drawn",
    "discard": "Items discarded",
    "move_to": "Harvester to",
}


def _change(value: Json, naming: Naming) -> ValueWords:
    if value is None:
        return ValueWords("Not seen")
    if not isinstance(value, str):
        return ValueWords(str(value))
    if value in naming.seats:
        return ValueWords(naming.seat(value).text)
    return ValueWords(CHANGED.get(value) or naming.name(value))


PLAN: Mapping[str, OfferTold] = {
    "reveal_event": _reveal_event,
    "apply_effect": _apply_effect,
    "take_die": _take_die,
    "roll_dice": _roll_dice,
    "assign_dice": _assign_dice,
    "confirm_plan": _confirm_plan,
}
