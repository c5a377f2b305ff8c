"""Words of the offers of a Round's beginning and end: Event, plan, Schemes, Harvest, Rest, Gem Caches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.state import HAND_LIMIT
from domain.games.first_light.words.counting import amount, bundle, counted, dice, listed
from domain.games.first_light.words.farms import farm_says, farm_yields, harvest_says
from domain.games.first_light.words.offering import (
    Tell,
    Values,
    acting,
    items,
    moves,
    said,
    texts,
    values,
    when,
)
from domain.games.first_light.words.reckoning import ability, garage_algae
from domain.kernel import Json, Naming, Offer, OfferWords, ParameterWords, ValueWords, value_key, variant_key

FACES: Values = {str(face): ValueWords(str(face)) for face in range(1, 7)}


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
        parameters={"event": ParameterWords("Which Event is it?", values=events)},
    )


def _take_die(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords("Take a die", "from the supply, as you have none left", "plus", rank=5)


def _roll_dice(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    reserve = view["seats"][acting(offers)]["reserve"]
    return OfferWords(
        "Roll the dice",
        f"{dice(reserve)} from the reserve",
        "dices",
        rank=0,
        parameters={"values": ParameterWords(f"What do the {dice(reserve)} show?", values=FACES)},
    )


def _assign_dice(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-216 … FL-219. A Farm and a face may be the same number, so that both are told as it."""
    seat = acting(offers)
    rolled = sorted(view["seats"][seat].get("dice", ()))
    costs = [garage_algae(view, naming, seat, slot) for slot in range(1, 6)]
    slots = [int(slot) for slot in texts(offers, "farms")]
    farms = "; ".join(f"{slot} {farm_says(view, naming, seat, slot)}" for slot in slots)
    return OfferWords(
        "Assign dice",
        said(
            f"you rolled {listed([str(face) for face in rolled])}" if rolled else "", "unseen by the others"
        ),
        "layout-grid",
        rank=10 if _is_assigned(view, seat) else 0,
        parameters={
            "farms": ParameterWords(
                "On Farms (Farm: die)", when(offers, "farms"), _numbered(values(offers, "farms")), farms
            ),
            "garages": ParameterWords(
                f"In Garages, from the left ({', '.join(map(str, costs))} Algae)",
                when(offers, "garages"),
                FACES,
            ),
        },
    )


def _is_assigned(view: Json, seat: str) -> bool:
    plan = view["seats"][seat].get("plan", {"garages": (), "farms": {}})
    return bool(plan["garages"] or plan["farms"])


def _numbered(found: Sequence[Json]) -> Values:
    return {value_key(value): ValueWords(str(value)) for value in found}


def _confirm_plan(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting(offers)
    waiting = [
        naming.seat(other).text
        for other, base in view["seats"].items()
        if other != seat and not base["ready"]
    ]
    hint = f"still planning: {listed(waiting)}" if waiting else "all plans are shown then"
    return OfferWords(
        "Plan is ready", hint, "check", "end", 90 if not _is_assigned(view, seat) else 5, ends=True
    )


def _reveal_scheme(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    ai = view["ai"]
    first = "" if ai["schemes"]["revealed"] else "its Harvester moves first"
    schemes = {
        scheme: ValueWords(naming.name(scheme), naming.components[scheme].text)
        for scheme in texts(offers, "scheme")
    }
    return OfferWords(
        "Reveal a Scheme",
        said(
            first,
            f"{counted(ai['schemes_left'], 'Scheme')} left this Round",
            f"the AI has {amount(ai['gems'], 'gems')} and {dice(ai['board_dice'])}",
        ),
        "zap",
        rank=0,
        parameters={"scheme": ParameterWords("Which Scheme is it?", values=schemes)},
    )


def _harvest(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-250 … FL-257: what is chosen and what comes in any case."""
    seat = acting(offers)
    effect = ability(view, naming, seat)
    chosen = {
        value: ValueWords(
            f"Farm {value} ({farm_yields(view, naming, seat, int(value))})"
            if value.isdigit()
            else {"water": "Water", "algae": "Algae", "power": "Power"}.get(value, value),
            place=places.farm(seat, int(value)) if value.isdigit() else None,
        )
        for value in texts(offers, "choices")
    }
    return OfferWords(
        "Harvest",
        harvest_says(view, naming, seat),
        "sparkles",
        rank=0,
        parameters={
            "choices": ParameterWords("What do your Farms give?", when(offers, "choices"), chosen),
            "raise": ParameterWords(
                "Farm: by how much is its die raised?",
                when(offers, "raise"),
                _numbered(values(offers, "raise")),
            ),
            "move_to": moves(view, offers, naming, f"Where to, for {bundle(effect.cost)}?"),
        },
        variants=_harvests(offers, bundle(effect.cost)),
    )


def _harvests(offers: Sequence[Offer], price: str) -> Mapping[str, str]:
    """FL-547: with Sable Lesedi's move or without."""
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: f"and move for {price}" if "move_to" in kind.split(",") else "and stay" for kind in kinds}


def _rest(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-270 … FL-274: dice that come home, and what is too much."""
    seat = acting(offers)
    base = view["seats"][seat]
    home = base["cantina"] + sum(die is not None for die in base["farms"])
    home += sum(
        spot.get("dice", 1)
        for spots in view["locations"].values()
        for spot in spots
        if spot is not None and spot["owner"] == seat
    )
    waiting = sum(die is not None and die["owner"] == seat for die in view["headquarters"])
    limit = ability(view, naming, seat).limit or 5
    excess = min(base["reserve"] + home, max(0, base["reserve"] + home + waiting - limit))
    cards = max(0, base["hand_size"] - HAND_LIMIT)
    return OfferWords(
        "Rest",
        said(
            f"{dice(home)} come home" if home != 1 else "1 die comes home",
            f"{dice(excess)} beyond {limit} to the supply" if excess else "",
            f"discard {amount(cards, 'items')}" if cards else "",
        ),
        "moon",
        "end",
        90,
        ends=True,
        parameters={
            "discard": ParameterWords(
                f"Which {amount(cards, 'items')} go?",
                when(offers, "discard"),
                items(offers, "discard", naming, base.get("hand") or ()),
            )
        },
    )


def _reveal_gem_caches(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    found = {
        value: ValueWords(naming.name(value), place=value if value in view["planet"]["caches"] else None)
        for value in texts(offers, "caches")
    }
    return OfferWords(
        "Turn the Gem Caches",
        "the game ends and is scored",
        "gem",
        rank=0,
        parameters={"caches": ParameterWords("Which Gem Cache lies where?", values=found)},
    )


def _apply_effect(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-R37: what a text did that the set leaves to the table."""
    changed = {value_key(value): _change(value, naming) for value in values(offers, "changes")}
    effects = {effect: ValueWords(naming.name(effect)) for effect in texts(offers, "effect")}
    return OfferWords(
        "Carry out a text",
        f"what {listed([words.label for words in effects.values()])} says",
        "hand",
        rank=70,
        parameters={
            "effect": ParameterWords("Whose text?", values=effects),
            "changes": ParameterWords("What did it change for whom?", values=changed),
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


ROUND: Mapping[str, Tell] = {
    "reveal_event": _reveal_event,
    "apply_effect": _apply_effect,
    "take_die": _take_die,
    "roll_dice": _roll_dice,
    "assign_dice": _assign_dice,
    "confirm_plan": _confirm_plan,
    "reveal_scheme": _reveal_scheme,
    "harvest": _harvest,
    "rest": _rest,
    "reveal_gem_caches": _reveal_gem_caches,
}
