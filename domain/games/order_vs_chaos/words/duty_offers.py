"""Words of what somebody owes: XP, monsters, event cards, starts (OC-211)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.words.card_offers import (
    event_parameters,
    one_name,
    one_text,
    with_and_without,
)
from domain.games.order_vs_chaos.words.gain_offers import GAINS
from domain.games.order_vs_chaos.words.names import box_of
from domain.games.order_vs_chaos.words.offering import Values, cards, fighters
from domain.games.order_vs_chaos.words.setup_offers import starts
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
    listed,
    offered_values,
)


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
                values=_tracks(hero, offered_values(offers, "targets"), naming),
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
            later = "no more to gain" if steps is None else f"{boxes[at + steps]} with {steps} XP"
            hint = f"stays at {now}; {later}"
        told[track] = ValueWords(track.replace("_", " ").capitalize(), hint)
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
