"""Words of moving, fighting, opening and ending the turn (OC-201 … OC-325)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.order_vs_chaos.words.effect_words import next_cards
from domain.games.order_vs_chaos.words.names import box_of
from domain.games.order_vs_chaos.words.offering import location_cards, locations
from domain.games.order_vs_chaos.words.table import foes_at, odds_words
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
)

FOR_ORDER = ("quartermaster", "order_shrine", "healing_shrine", "wormhole")
"""OC-321: cards whose opening gives XP to Order; the others give it to Chaos."""


def _move(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    hero = view["seats"][seat]
    left = hero["move"] - view["moves_used"]
    told = {}
    for id, words in locations(view, offered_values(offers, "to"), seat, naming).items():
        odds = odds_words(view, id, hero["side"], naming)
        told[id] = ValueWords(words.label, "; ".join(filter(None, (words.hint, odds))), place=id)
    return OfferWords(
        "Move",
        f"one step; {left} of {hero['move']} left",
        "footprints",
        rank=10,
        parameters={"to": ParameterWords("Where to?", values=told)},
    )


def _fight(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    foes = listed(foes_at(view, hero["location"], hero["side"], naming))
    own = f"you: {hero['health']} health, armor {hero['armor']}, attack {hero['attack']}"
    return OfferWords("Fight", f"{foes}; {own}; ends your move", "zap", rank=5)


def _open_location(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    here = naming.name(view["seats"][acting_seat(offers)]["location"])
    return OfferWords(
        f"Reveal {here}",
        f"{_likely(view, naming)}; ends your move",
        "search",
        rank=5,
        parameters={
            "card": ParameterWords(
                "Which card is revealed?", values=location_cards(offered_values(offers, "card"), naming)
            ),
            "cascade": next_cards(view, offers, "cascade", naming),
        },
    )


def _likely(view: Json, naming: Naming) -> str:
    """OC-323: what can still be face down follows from what lies open or is gone."""
    known = {place["card"] for place in view["locations"].values()} | set(view["removed_cards"])
    kinds = [card.kind for card in box_of(naming).cards.values() if card.id not in known]
    order = sum(kind in FOR_ORDER for kind in kinds)
    return f"{order} of {len(kinds)} give Order XP, {len(kinds) - order} Chaos"


def _end_turn(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    left = hero["move"] - view["moves_used"]
    unused = []
    if not view["lost"]:
        if view["step"] == "move" and left:
            unused.append(counted(left, "move"))
        if not view["acted"]:
            unused.append("the location action")
    seats = list(view["seats"])
    after = seats[(seats.index(acting_seat(offers)) + 1) % len(seats)]
    following = f"{naming.seat(after).text} is next"
    hint = f"{listed(unused)} unused; {following}" if unused else following
    return OfferWords("End the turn", hint, "corner-down-left", rank=90, ends=True)


TURN: Mapping[str, OfferTold] = {
    "move": _move,
    "fight": _fight,
    "open_location": _open_location,
    "end_turn": _end_turn,
}
