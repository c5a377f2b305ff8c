"""Words of what somebody owes: XP, monsters, event cards, rewards, starts, gains, Order's doom (OC-211)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.words.card_offers import (
    event_parameters,
    one_name,
    one_text,
    with_and_without,
)
from domain.games.order_vs_chaos.words.names import box_of, listed
from domain.games.order_vs_chaos.words.offering import (
    Tell,
    Values,
    acting,
    cards,
    fighters,
    values,
)
from domain.games.order_vs_chaos.words.setup_offers import starts
from domain.games.order_vs_chaos.words.table import gained, hero_name
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    OfferWords,
    ParameterWords,
    ValueWords,
    value_key,
    variant_key,
)


def _assign_xp(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting(offers)]
    due = hero["xp_pending"]
    return OfferWords(
        "Spend XP",
        f"{due} due; each covers a box",
        "star",
        rank=5,
        parameters={
            "targets": ParameterWords(
                "Which tracks?" if due > 1 else "Which track?",
                values=_tracks(hero, values(offers, "targets"), naming),
            )
        },
    )


def _tracks(hero: Json, tracks: Iterable[str], naming: Naming) -> Values:
    """OC-351, OC-352: what one XP makes of a track, and how many bring the next step where one does not."""
    told = {}
    sheet = box_of(naming).heroes[hero["hero"]]
    for track in tracks:
        if track == SLOT:
            now = hero["equipment_slots"]
            told[track] = ValueWords("Equipment slot", f"{now} → {now + 1}")
            continue
        boxes, at = sheet.tracks[track], hero["xp"].get(track, 0)
        now = boxes[at]
        steps = next((step for step, box in enumerate(boxes[at:]) if box > now), None)
        hint = f"{now} → {boxes[at + 1]}"
        if boxes[at + 1] == now:
            later = "never more" if steps is None else f"{boxes[at + steps]} with {steps} XP"
            hint = f"{now} still; {later}"
        told[track] = ValueWords(track.replace("_", " ").capitalize(), hint)
    return told


def _resurrect(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting(offers)]
    return OfferWords(
        "Come back",
        f"on a start, with {hero['max_health']} health and 2 stamina",
        "user",
        rank=5,
        parameters={
            "location": ParameterWords("Where?", values=starts(view, values(offers, "location"), naming))
        },
    )


def _place_monster(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    at = next(duty["location"] for duty in view["pending"] if duty["kind"] == "place_monster")
    here = [seat for seat, hero in view["seats"].items() if hero["location"] == at]
    order = [naming.seat(seat).text for seat in here if view["seats"][seat]["side"] == "order"]
    battle = f"; it fights {listed(order)}" if order else ""
    choosers = {
        seat: ValueWords(
            naming.seat(seat).text,
            "" if view["seats"][seat]["side"] == "chaos" else "only if Chaos takes over ten seconds",
        )
        for seat in values(offers, "chosen_by")
    }
    return OfferWords(
        "Place the monster",
        f"in {naming.name(at)}{battle}",
        "plus",
        rank=5,
        parameters={
            "location": ParameterWords("Where?", "never", {at: ValueWords(naming.name(at), place=at)}),
            "monster": ParameterWords("Which monster?", values=fighters(values(offers, "monster"), naming)),
            "chosen_by": ParameterWords("Who chooses?", values=choosers),
            "timeout": ParameterWords(
                "Did Chaos take too long?",
                "never",
                {"true": ValueWords("Yes"), "false": ValueWords("No")},
            ),
        },
    )


def _discard_surplus_monster(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    places = values(offers, "location")
    where = listed([naming.name(place) for place in places])
    return OfferWords(
        "Discard a monster",
        f"only one may stay in {where}; no reward",
        "x",
        rank=5,
        parameters={
            "location": ParameterWords(
                "Where?", values={one: ValueWords(naming.name(one), place=one) for one in places}
            ),
            "monster": ParameterWords(
                "Which monster goes?", values=fighters(values(offers, "monster"), naming)
            ),
        },
    )


def _draw_event(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-R85: the last value is what a recorder says who has not seen the card."""
    seat = acting(offers)
    due = sum(duty["n"] for duty in view["pending"] if duty["kind"] == "draw_event" and duty["seat"] == seat)
    ids = values(offers, "card")
    told = dict(cards([id for id in ids if id != UNKNOWN], naming, told=False))
    if UNKNOWN in ids:
        told[UNKNOWN] = ValueWords("Not seen", "a card to keep: it stays face down and is named later")
    return OfferWords(
        "Draw an event card",
        f"{due} due; {view['event_deck']} in the deck",
        "layers",
        rank=5,
        parameters={"card": ParameterWords("Which card was drawn?", values=told)},
    )


def _resolve_event(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-507: the card is read aloud, so its name and text stand on the button."""
    ids = values(offers, "card")
    text = one_text(naming, ids)
    void = not any("effects" in offer.parameters for offer in offers)
    return OfferWords(
        f"Resolve {one_name(naming, ids)}",
        f"{text}: nothing to do" if void else text,
        "zap",
        rank=5,
        parameters=event_parameters(view, offers, naming),
        variants=with_and_without(naming, offers, ids),
    )


ITEM_VARIANTS = {
    "": "Nothing",
    "gain": "Health or XP",
    "item": "An item",
    "discard,item": "Equipment, for one of yours",
    "gain,item": "An item",
    "discard,gain,item": "Equipment, for one of yours",
}


def _items(offers: Sequence[Offer], naming: Naming) -> dict[str, ParameterWords]:
    return {
        "item": ParameterWords("Which item?", values=cards(values(offers, "item"), naming, on_board=True)),
        "discard": ParameterWords(
            "What makes room for it?", values=cards(values(offers, "discard"), naming, on_board=True)
        ),
    }


def _variants(offers: Sequence[Offer]) -> Mapping[str, str]:
    kinds = {variant_key(offer) for offer in offers}
    return {kind: words for kind, words in ITEM_VARIANTS.items() if kind in kinds}


def _take_reward(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Take the reward",
        "an item of the quartermaster for the kill, or nothing",
        "trophy",
        rank=5,
        parameters=_items(offers, naming),
        variants=_variants(offers),
    )


def _take_overflow(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-606."""
    hero = view["seats"][acting(offers)]
    gains = {
        "health": ValueWords("1 health", gained(hero["health"], 1, hero["max_health"])),
        "xp": ValueWords("1 XP", "one more box"),
        "item": ValueWords("An item", "of the quartermaster"),
    }
    return OfferWords(
        "Take a gain",
        "Order doom is full: health, XP or an item instead",
        "star",
        rank=5,
        parameters={
            "gain": ParameterWords(
                "What do you gain?", values={one: gains[one] for one in values(offers, "gain")}
            ),
            **_items(offers, naming),
        },
        variants=_variants(offers),
    )


def _allot_doom_damage(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-613."""
    told = {}
    for loss in values(offers, "losses"):
        hero = view["seats"][loss["seat"]]
        monster = naming.name(hero["monster_type"] or "")
        label = f"{hero_name(view, loss['seat'], naming)} −{loss['hero']}, {monster} −{loss['monster']}"
        told[value_key(loss)] = ValueWords(label, _left(view, loss, monster, naming))
    return OfferWords(
        "Divide Order’s doom",
        f"each Chaos hero loses {view['doom']['order']} health together with its monster",
        "scale",
        rank=5,
        parameters={"losses": ParameterWords("Who loses how much?", values=told)},
    )


def _left(view: Json, loss: Json, monster: str, naming: Naming) -> str:
    """What the loss leaves each of the pair."""
    health = view["seats"][loss["seat"]]["health"] - loss["hero"]
    monsters = (view["final"] or {}).get("monsters", {})
    other = monsters.get(loss["seat"], 0) - loss["monster"]
    return ", ".join(
        f"{name} {'dies' if left <= 0 else f'keeps {left}'}"
        for name, left in ((naming.seat(loss["seat"]).text, health), (f"the {monster}", other))
    )


DUTIES: Mapping[str, Tell] = {
    "assign_xp": _assign_xp,
    "resurrect": _resurrect,
    "place_monster": _place_monster,
    "discard_surplus_monster": _discard_surplus_monster,
    "draw_event": _draw_event,
    "resolve_event": _resolve_event,
    "take_reward": _take_reward,
    "take_overflow": _take_overflow,
    "allot_doom_damage": _allot_doom_damage,
}
