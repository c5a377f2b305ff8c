"""Words of a setback: which condition is met, what is lost or gained (355 … 366, 544)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.words.dice_places import die_says
from domain.games.first_light.words.negotiating import PUNISHMENTS, condition_says, conditions_listed
from domain.games.first_light.words.offering import items, numbers, own_tile, texts, told_if_short, when
from domain.games.first_light.words.rewards import gained, of_kinds, rewards_now
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    capitalized,
    listed,
    offered_values,
    value_key,
)


def _take_setback(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-355 … FL-366, FL-544: which condition is met, what can be lost: one tap, where they are few."""
    seat, clan = acting_seat(offers), view["pending"]["clan"]
    negotiation = view["negotiation"]
    met = sorted(numbers(offers, "condition"))
    punishments = texts(offers, "punishment")
    lost = {
        slot: own_tile(view, naming, seat, int(slot), _losing(offers))
        for slot in map(str, numbers(offers, "tile"))
    }
    hand = [item for item in view["seats"][seat].get("hand", ()) if item is not None]
    asked = {
        "condition": ParameterWords(
            "Which token moves?",
            values={
                str(number): ValueWords(capitalized(condition_says(negotiation["conditions"][number])))
                for number in met
            },
        ),
        "punishment": ParameterWords(
            "Which punishment do you take?",
            values={kind: ValueWords(capitalized(PUNISHMENTS[kind])) for kind in punishments},
        ),
        "as_gain": ParameterWords(
            "As a gain?", values={"true": ValueWords("As a gain", "instead of losing it")}
        ),
        "tile": ParameterWords("Which tile do you lose?", values=lost),
        "die": ParameterWords(
            "Which die do you lose?",
            values={
                value_key(die): ValueWords(
                    capitalized(die_says(view, seat, die)), place=places.where_die_is(seat, die)
                )
                for die in offered_values(offers, "die")
            },
        ),
        "items": ParameterWords(
            "Which Items do you discard?", when(offers, "items"), items(offers, "items", naming, hand)
        ),
    }
    return OfferWords(
        "Setback",
        told_if_short(
            f"{conditions_listed(view, met)} from {naming.name(clan)}",
            listed([PUNISHMENTS[kind] for kind in punishments], " or "),
        ),
        "triangle-alert",
        rank=0,
        parameters={**asked, **gained(view, offers, naming)},
        variants=_setbacks(offers, rewards_now(view, seat)),
    )


def _losing(offers: Sequence[Offer]) -> tuple[str, ...]:
    kinds = [kind for offer in offers if "tile" in offer.parameters for kind in texts([offer], "punishment")]
    return tuple(dict.fromkeys(kinds))


def _setbacks(offers: Sequence[Offer], rewards: Mapping[str, str]) -> Mapping[str, str]:
    losses = [offer for offer in offers if "as_gain" not in offer.parameters]
    gains = [offer for offer in offers if "as_gain" in offer.parameters]
    turned = {kind: f"gain instead: {told}" for kind, told in of_kinds(gains, "punishment", rewards).items()}
    return {**of_kinds(losses, "punishment", PUNISHMENTS), **turned}


def _ignore_setback(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Ignore the setback", "with the Leyrien Sceptre; no token moves and you lose nothing", "check"
    )


SETBACKS: Mapping[str, OfferTold] = {
    "take_setback": _take_setback,
    "ignore_setback": _ignore_setback,
}
