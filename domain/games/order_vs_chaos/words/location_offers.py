"""Words of location actions (OC-330 … OC-338, OC-361)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.order_vs_chaos.components.document import BLUE, YELLOW
from domain.games.order_vs_chaos.rules.monsters import TOKEN
from domain.games.order_vs_chaos.state import MOST_CARRIED, MOST_DOOM, MOST_ON_DISPLAY, MOST_STAMINA
from domain.games.order_vs_chaos.words.names import box_of, dice
from domain.games.order_vs_chaos.words.odds import chance
from domain.games.order_vs_chaos.words.offering import Values, cards, dice_asked, fighters, locations
from domain.games.order_vs_chaos.words.table import gained
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
    offered_values,
    value_key,
    variant_key,
)

SHRINE_HEALTH = 5
SHRINE_STAMINA = 2
SHRINE_DOOM = 2


def here(view: Json, offers: Sequence[Offer]) -> Json:
    """The location of the acting seat's hero, in the view."""
    return view["locations"][view["seats"][acting_seat(offers)]["location"]]


def doom(view: Json, side: str, number: int) -> str:
    """`Chaos doom 5 → 7 of 13`."""
    before = view["doom"][side]
    final = "; the final battle begins" if side == "chaos" and before + number >= MOST_DOOM else ""
    return f"{side.capitalize()} doom {gained(before, number, MOST_DOOM)}{final}"


def _visit_quartermaster(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    free = hero["equipment_slots"] - len(hero["equipment"])
    slots = f"{free} of {counted(hero['equipment_slots'], 'slot')} free"
    return OfferWords(
        "Visit the quartermaster",
        f"1 weapon and any equipment ({slots}); then {MOST_ON_DISPLAY} new items appear",
        "package-check",
        rank=3,
        parameters={
            "take": ParameterWords(
                "What do you take?", values=cards(offered_values(offers, "take"), naming, on_board=True)
            ),
            "discard": ParameterWords(
                "Discard which one for it?",
                "never",
                cards(offered_values(offers, "discard"), naming, on_board=True),
            ),
            "refill": ParameterWords(
                "Which items are drawn?", values=cards(offered_values(offers, "refill"), naming, told=False)
            ),
        },
    )


def _discard_display_item(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Discard an item",
        "from the quartermaster; it is not replaced",
        "x",
        rank=4,
        parameters={
            "item": ParameterWords(
                "Which item?", values=cards(offered_values(offers, "item"), naming, on_board=True)
            )
        },
    )


def _use_order_shrine(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    return OfferWords(
        "Use the shrine",
        f"{SHRINE_STAMINA} stamina or {SHRINE_HEALTH} health",
        "sparkles",
        rank=3,
        parameters={
            "gain": ParameterWords(
                "What do you gain?",
                values={
                    "stamina": ValueWords("Stamina", gained(hero["stamina"], SHRINE_STAMINA, MOST_STAMINA)),
                    "health": ValueWords("Health", gained(hero["health"], SHRINE_HEALTH, hero["max_health"])),
                },
            )
        },
    )


def _use_healing_shrine(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    told: dict[str, ValueWords] = {}
    for value in offered_values(offers, "cancelled_by"):
        card, seat = naming.name(value["card"]), naming.seat(value["seat"]).text
        copies = sum(words.label.startswith(f"{seat}: {card}") for words in told.values())
        label = f"{seat}: {card}" + (f" ({copies + 1})" if copies else "")
        told[value_key(value)] = ValueWords(label, "gain no health; the card is discarded")
    return OfferWords(
        "Use the shrine",
        f"{SHRINE_HEALTH} health: {gained(hero['health'], SHRINE_HEALTH, hero['max_health'])}",
        "sparkles",
        rank=3,
        parameters={"cancelled_by": ParameterWords("Does a kept card cancel it?", "more", told)},
    )


def _attack_healing_shrine(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    box = box_of(naming)
    number = box.cards[here(view, offers)["card"]].number or 0
    likely = chance(box.die_faces, YELLOW, number)
    return OfferWords(
        "Attack the shrine",
        f"{likely} to destroy it with {dice(number)}; {doom(view, 'chaos', SHRINE_DOOM)}",
        "dices",
        rank=3,
        parameters={"dice": dice_asked(naming)},
    )


def _attack_rift(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    box, place = box_of(naming), here(view, offers)
    number = box.cards[place["card"]].number or 0
    likely = chance(box.die_faces, BLUE, number)
    tokens = f", removes {counted(place['tokens'], 'token')}" if place["tokens"] else ""
    return OfferWords(
        "Attack the rift",
        f"{likely} to close it with {dice(number)}; {doom(view, 'order', 1)}, each Order hero 1 XP{tokens}",
        "dices",
        rank=3,
        parameters={"dice": dice_asked(naming)},
    )


def picked(view: Json, offers: Sequence[Offer]) -> str:
    """`1 of 2 tokens here; you carry 1 of 2`."""
    carried, lying = view["seats"][acting_seat(offers)]["tokens"], here(view, offers)["tokens"]
    taken = min(MOST_CARRIED - carried, lying)
    return f"{taken} of {counted(lying, 'token')} here; you carry {carried} of {MOST_CARRIED}"


def _pick_up_tokens(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords("Pick up tokens", picked(view, offers), "hand-grab", rank=3)


def placeable(ids: Sequence[str], naming: Naming) -> Values:
    """Monster types; the token that stands for one (OC-341)."""
    told = dict(fighters([id for id in ids if id != TOKEN], naming))
    if TOKEN in ids:
        told[TOKEN] = ValueWords("A token", "no figures left: place a Chaos token instead")
    return told


YES = {"true": ValueWords("Yes")}


def _use_chaos_rift(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    told = {
        "pick_up": "Pick up tokens",
        "place": "Place a monster",
        "pick_up,place": "Pick up tokens and place a monster",
    }
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    hints = []
    if picking := [kind for kind in kinds if "pick_up" in kind]:
        hints.append(f"{'' if len(picking) == len(kinds) else 'you may pick up '}{picked(view, offers)}")
    if placing := [kind for kind in kinds if "place" in kind]:
        hints.append("place a monster here" if len(placing) == len(kinds) else "you may place a monster")
    return OfferWords(
        "Use the Chaos rift",
        "; ".join(hints),
        "waves",
        rank=3,
        parameters={
            "pick_up": ParameterWords("Pick up tokens?", "never", YES),
            "place": ParameterWords(
                "Which monster?", values=placeable(offered_values(offers, "place"), naming)
            ),
        },
        variants={kind: words for kind, words in told.items() if kind in kinds},
    )


def _use_wandering_monster(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-308, OC-335: a monster that is shoved to an Order hero fights it."""
    seat = acting_seat(offers)
    there = here(view, offers)["monsters"]
    shove = locations(view, offered_values(offers, "shove_to"), None, naming)
    hint = f"push the {naming.name(there[0])} away first" if there else "place a monster here"
    return OfferWords(
        "Place a monster",
        hint,
        "plus",
        rank=3,
        parameters={
            "shove_to": ParameterWords(
                "Where is the monster pushed?",
                values={
                    id: ValueWords(words.label, _fights(view, id, words.hint), place=id)
                    for id, words in shove.items()
                },
                hint=f"next to {naming.name(view['seats'][seat]['location'])}",
            ),
            "place": ParameterWords(
                "Which monster?", values=placeable(offered_values(offers, "place"), naming)
            ),
        },
    )


def _fights(view: Json, location: str, hint: str) -> str:
    met = any(hero["location"] == location and hero["side"] == "order" for hero in view["seats"].values())
    return f"{hint}; a battle begins" if met else hint


def _deliver_tokens(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    number = view["seats"][acting_seat(offers)]["tokens"]
    told = f"{counted(number, 'token')}: {doom(view, 'chaos', number)}"
    if view["doom"]["chaos"] + number < MOST_DOOM:
        told += f"; you draw {counted(number, 'event card')}"
    return OfferWords("Deliver tokens", told, "send", rank=3)


LOCATION: Mapping[str, OfferTold] = {
    "visit_quartermaster": _visit_quartermaster,
    "discard_display_item": _discard_display_item,
    "use_order_shrine": _use_order_shrine,
    "use_healing_shrine": _use_healing_shrine,
    "attack_healing_shrine": _attack_healing_shrine,
    "attack_rift": _attack_rift,
    "pick_up_tokens": _pick_up_tokens,
    "use_chaos_rift": _use_chaos_rift,
    "use_wandering_monster": _use_wandering_monster,
    "deliver_tokens": _deliver_tokens,
}
