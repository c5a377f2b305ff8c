"""Labels of offers about cards, abilities and equipment (OC-503 … OC-520) and duties (OC-211)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.order_vs_chaos import places
from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.rules.cards import SPECIAL_TOKENS
from domain.games.order_vs_chaos.words.location_offers import starts
from domain.games.order_vs_chaos.words.names import TIMINGS, box_of
from domain.games.order_vs_chaos.words.offering import GAINS, Values, cards, effects, fighters
from domain.games.order_vs_chaos.words.table import unit_value
from domain.kernel import (
    UNKNOWN,
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

# Words of abilities, equipment, event cards and texts that people carry out (OC-503 … OC-520).

UNANIMOUS = ParameterWords(
    "Does the side agree?",
    "more",
    {"true": ValueWords("Yes"), "false": ValueWords("No", "the player who drew the card decides")},
)


def _called(seats: Sequence[str], naming: Naming) -> dict[str, ValueWords]:
    return {seat: ValueWords(naming.seat(seat).text) for seat in seats}


def text_of_card(naming: Naming, card: str) -> str:
    """The printed text of a card, without its last full stop."""
    known = naming.components.get(card)
    return known.text.rstrip(".") if known is not None else ""


def one_text(naming: Naming, ids: Sequence[str]) -> str:
    """The text that all these cards bear; empty where they differ."""
    texts = {text_of_card(naming, id) for id in ids}
    return texts.pop() if len(texts) == 1 else ""


def one_name(naming: Naming, ids: Sequence[str]) -> str:
    """The name that all these cards bear; empty where they differ."""
    names = {naming.name(id) for id in ids}
    return names.pop() if len(names) == 1 else ""


def with_and_without(naming: Naming, offers: Sequence[Offer], ids: Sequence[str]) -> Mapping[str, str]:
    """OC-521: a text may leave an effect out, or find nothing to do; which text it is always stands there."""
    text = one_text(naming, ids) or "as printed on the card"
    keys = {variant_key(offer): "effects" in offer.parameters for offer in offers}
    if len(keys) == 1:
        return {}
    return {key: text if does else f"no effect: skip “{text}”" for key, does in keys.items()}


def _any_of(naming: Naming, ids: Sequence[str]) -> str:
    return listed(list(dict.fromkeys(naming.name(id) for id in ids)), " or ")


def question(naming: Naming, ids: Sequence[str]) -> str:
    """The question about the effects: the text itself, where there is one."""
    return one_text(naming, ids) or "What happens?"


def event_parameters(view: Json, offers: Sequence[Offer], naming: Naming) -> dict[str, ParameterWords]:
    """Card, effects and who decided (OC-213)."""
    ids = offered_values(offers, "card")
    told = {
        "card": ParameterWords("Which card?", values=cards(ids, naming)),
        "unanimous": UNANIMOUS,
        "decided_by": ParameterWords(
            "Who decided?", "more", _called(offered_values(offers, "decided_by"), naming)
        ),
    }
    if any("effects" in offer.parameters for offer in offers):
        told["effects"] = effects(view, offers, question(naming, ids), naming)
    return told


def _play_event(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    ids = offered_values(offers, "card")
    name = one_name(naming, ids)
    return OfferWords(
        f"Play {name}" if name else "Play a kept card",
        f"{one_text(naming, ids) or _any_of(naming, ids)}; discarded then",
        "gallery-horizontal-end",
        rank=40,
        parameters=event_parameters(view, offers, naming),
        variants=with_and_without(naming, offers, ids),
    )


def _use_ability(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    ids = offered_values(offers, "ability")
    name, text = one_name(naming, ids), one_text(naming, ids)
    parameters = {
        "ability": ParameterWords("Which ability?", values=_abilities(naming, ids)),
        "effects": effects(view, offers, question(naming, ids), naming),
        **_unit(view, offers, naming),
    }
    return OfferWords(
        f"Use {name}" if name else "Use an ability",
        ": ".join(filter(None, (_stamina(view, offers, naming), text))),
        "sparkles",
        rank=30,
        parameters=parameters,
        variants=with_and_without(naming, offers, ids),
    )


def _abilities(naming: Naming, ids: Sequence[str]) -> Values:
    found = {
        ability.id: ability for fighter in box_of(naming).document.fighters for ability in fighter.abilities
    }
    return {
        id: ValueWords(naming.name(id), f"{TIMINGS[found[id].timing]}: {text_of_card(naming, id)}")
        for id in ids
    }


def _stamina(view: Json, offers: Sequence[Offer], naming: Naming) -> str:
    """The stamina cost for a hero; monsters and the arch enemy pay nothing (OC-506)."""
    seat = offers[0].seat
    if seat is None:
        return ""
    ids = offered_values(offers, "ability")
    hero = box_of(naming).heroes[view["seats"][seat]["hero"]]
    costs = {ability.stamina for ability in hero.abilities if ability.id in ids}
    cost = f"{costs.pop()} of " if len(costs) == 1 else ""
    return f"{cost}your {view['seats'][seat]['stamina']} stamina"


def _unit(view: Json, offers: Sequence[Offer], naming: Naming) -> Mapping[str, ParameterWords]:
    units = offered_values(offers, "unit")
    if not units:
        return {}
    return {"unit": ParameterWords("Whose?", values={one: unit_value(view, one, naming) for one in units})}


def _use_equipment(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    ids = offered_values(offers, "item")
    name = one_name(naming, ids)
    return OfferWords(
        f"Use {name}" if name else "Use equipment",
        f"{one_text(naming, ids) or _any_of(naming, ids)}; discarded then",
        "package-check",
        rank=32,
        parameters={
            "item": ParameterWords("Which equipment?", values=cards(ids, naming, on_board=True)),
            "effects": effects(view, offers, question(naming, ids), naming),
        },
        variants=with_and_without(naming, offers, ids),
    )


def _discard_equipment(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    ids = offered_values(offers, "item")
    return OfferWords(
        "Discard equipment",
        f"without using it; you own {len(ids)}",
        "x",
        rank=80,
        parameters={"item": ParameterWords("Which equipment?", values=cards(ids, naming, on_board=True))},
    )


def sources(view: Json, ids: Sequence[str], naming: Naming) -> Values:
    """Texts that something is done by: attacks, abilities, items, event cards, special tokens."""
    told = dict(cards([id for id in ids if id != SPECIAL_TOKENS], naming))
    if SPECIAL_TOKENS in ids:
        told[SPECIAL_TOKENS] = ValueWords("Special tokens")
    return told


def _apply_effects(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    ids = offered_values(offers, "source")
    tokens = hero.get("special_tokens")
    hints = [counted(tokens, "special token") + " left"] if SPECIAL_TOKENS in ids and tokens else []
    hints += [naming.name(id) for id in ids if id != SPECIAL_TOKENS]
    return OfferWords(
        "Resolve a text",
        "; ".join(hints),
        "pencil",
        rank=70,
        parameters={
            "source": ParameterWords("Which text?", values=sources(view, ids, naming)),
            "effects": effects(view, offers, "What does it do?", naming),
            "reason": ParameterWords("Why?", "more"),
        },
    )


def _name_event(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    ids = offered_values(offers, "card")
    kept = view["seats"][acting_seat(offers)]["kept"]
    unknown = kept.count(UNKNOWN) if isinstance(kept, list) else 0
    return OfferWords(
        "Name an event card",
        f"name one you keep face down; {counted(unknown, 'card')} unnamed",
        "gallery-horizontal-end",
        rank=75,
        parameters={"card": ParameterWords("Which card is it?", values=cards(ids, naming))},
    )


CARDS: Mapping[str, OfferTold] = {
    "play_event": _play_event,
    "use_ability": _use_ability,
    "use_equipment": _use_equipment,
    "discard_equipment": _discard_equipment,
    "apply_effects": _apply_effects,
    "name_event": _name_event,
}


# Words of what somebody owes: XP, monsters, event cards, starts (OC-211).


def _assign_xp(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    due = hero["xp_pending"]
    return OfferWords(
        "Spend XP",
        f"{due} to spend, one box each",
        "star",
        rank=5,
        parameters={
            "targets": ParameterWords(
                "Which tracks?" if due > 1 else "Which track?",
                values=_tracks(view, acting_seat(offers), offered_values(offers, "targets"), naming),
            )
        },
    )


def _tracks(view: Json, seat: str, tracks: Iterable[str], naming: Naming) -> Values:
    """OC-351, OC-352: what one XP makes of a track, and how many bring the next step where one does not."""
    told = {}
    hero = view["seats"][seat]
    sheet = box_of(naming).heroes[hero["hero"]]
    for track in tracks:
        if track == SLOT:
            now = hero["equipment_slots"]
            told[track] = ValueWords("Equipment slot", f"{now} → {now + 1}", place=places.track(seat, track))
            continue
        boxes, at = sheet.tracks[track], hero["xp"].get(track, 0)
        now = boxes[at]
        steps = next((step for step, box in enumerate(boxes[at:]) if box > now), None)
        hint = f"{now} → {boxes[at + 1]}"
        if boxes[at + 1] == now:
            later = "no more to gain" if steps is None else f"{boxes[at + steps]} with {steps} XP"
            hint = f"stays at {now}; {later}"
        label = track.replace("_", " ").capitalize()
        told[track] = ValueWords(label, hint, place=places.track(seat, track))
    return told


def _resurrect(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    return OfferWords(
        "Return",
        f"on a start space, with {hero['max_health']} health and 2 stamina",
        "user",
        rank=5,
        parameters={
            "location": ParameterWords(
                "Where?", values=starts(view, offered_values(offers, "location"), naming)
            )
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
            "" if view["seats"][seat]["side"] == "chaos" else "only if Chaos takes more than ten seconds",
        )
        for seat in offered_values(offers, "chosen_by")
    }
    return OfferWords(
        "Place the monster",
        f"in {naming.name(at)}{battle}",
        "plus",
        rank=5,
        parameters={
            "location": ParameterWords("Where?", "never", {at: ValueWords(naming.name(at), place=at)}),
            "monster": ParameterWords(
                "Which monster?", values=fighters(offered_values(offers, "monster"), naming)
            ),
            "chosen_by": ParameterWords("Who chooses?", values=choosers),
            "timeout": ParameterWords(
                "Did Chaos take too long?",
                "never",
                {"true": ValueWords("Yes"), "false": ValueWords("No")},
            ),
        },
    )


def _discard_surplus_monster(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    places = offered_values(offers, "location")
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
                "Which monster is discarded?", values=fighters(offered_values(offers, "monster"), naming)
            ),
        },
    )


def _draw_event(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-R85: the last value is what a recorder says who has not seen the card."""
    seat = acting_seat(offers)
    due = sum(duty["n"] for duty in view["pending"] if duty["kind"] == "draw_event" and duty["seat"] == seat)
    ids = offered_values(offers, "card")
    told = dict(cards([id for id in ids if id != UNKNOWN], naming, told=False))
    if UNKNOWN in ids:
        told[UNKNOWN] = ValueWords("Not seen", "a kept card: it stays face down; name it later")
    return OfferWords(
        "Draw an event card",
        f"{due} due; {view['event_deck']} in the deck",
        "layers",
        rank=5,
        parameters={"card": ParameterWords("Which card did you draw?", values=told)},
    )


def _resolve_event(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-507: the card is read aloud, so its name and text stand on the button."""
    ids = offered_values(offers, "card")
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


DUTIES: Mapping[str, OfferTold] = {
    "assign_xp": _assign_xp,
    "resurrect": _resurrect,
    "place_monster": _place_monster,
    "discard_surplus_monster": _discard_surplus_monster,
    "draw_event": _draw_event,
    "resolve_event": _resolve_event,
    **GAINS,
}
