"""Words of the offers about envelopes and flip cards (33x, 34x, 47x, 51x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.chaosmos.places import envelope_card, hand_card
from domain.games.chaosmos.words.asking import hand_words
from domain.games.chaosmos.words.offering import (
    cards,
    envelope_of,
    gear,
    hand_of,
    here,
    limit_of,
    planet_words,
    showing,
    variants,
)
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    offered_values,
)


def _control_planet(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-330 … CM-333."""
    seat, planet = acting_seat(offers), here(view, acting_seat(offers))
    told = [part for part in planet_words(view, planet, seat, naming) if not part.startswith("toxic")]
    return OfferWords(
        "Control planet",
        "; ".join((f"open the envelope of {naming.name(planet)}; 1 action", *showing(offers, naming), *told)),
        "mail-open",
        rank=5,
        parameters=gear(offers, naming),
    )


def _transfer_cards(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-341 … CM-343, CM-514."""
    seat = acting_seat(offers)
    hand, envelope, limit = hand_of(view, seat), envelope_of(view, seat), limit_of(view, seat, naming)
    planet, inside = str(envelope.get("planet", "")), envelope.get("face_down", [])
    out, back = offered_values(offers, "to_hand"), offered_values(offers, "to_envelope")
    room = f"{len(inside)} inside, {hand_words(len(hand), limit)}"
    return OfferWords(
        "Access envelope",
        f"{room}; free" if out else f"{room}; you cannot take cards out; free",
        "mail",
        rank=25,
        parameters={
            "to_hand": ParameterWords(
                "Which cards do you take?",
                "always" if out else "never",
                cards(out, naming, lambda card: envelope_card(planet, card), inside),
                f"{room}; one must stay inside",
            ),
            "to_envelope": ParameterWords(
                "Which cards do you put in?",
                "always" if back else "never",
                cards(back, naming, lambda card: hand_card(seat, card), hand),
            ),
        },
    )


def _activate_flip(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-510: one that costs an action is announced, any other is laid in secret."""
    seat = acting_seat(offers)
    origins = {"hand": ValueWords("From hand"), "envelope": ValueWords("From inside the envelope")}
    hand, envelope = hand_of(view, seat), envelope_of(view, seat)
    planet, inside = str(envelope.get("planet", "")), envelope.get("face_down", ())

    def piece(card: str) -> str:
        return hand_card(seat, card) if card in hand else envelope_card(planet, card)

    offered = cards(offered_values(offers, "card"), naming, piece, (*hand, *inside))
    flips = {card: _laid(told) for card, told in offered.items()}
    on = f"face up on {naming.name(planet)}"
    only = next(iter(flips.values())) if len(flips) == 1 else None
    hint = on
    if only is not None and only.hint:
        hint = f"{only.label} {on}; {only.hint}"
    return OfferWords(
        "Activate flip card",
        hint,
        "lock",
        rank=45,
        parameters={
            "card": ParameterWords("Which flip card?", values=flips),
            "from": ParameterWords(
                "From where?",
                values={str(origin): origins[str(origin)] for origin in offered_values(offers, "from")},
            ),
        },
    )


def _laid(card: ValueWords) -> ValueWords:
    """CM-808: what costs an action is announced."""
    cost, colon, does = card.details.partition(": ")
    if not colon:
        return card
    how = "1 action, openly" if cost.startswith("action") else "free, in secret"
    return replace(card, hint=how, details=does)


def _deactivate_flip(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-511."""
    seat = acting_seat(offers)
    card = naming.name(envelope_of(view, seat).get("face_up") or "the face-up card")
    goals = {
        "hand": ValueWords("To hand", hand_words(len(hand_of(view, seat)) + 1, limit_of(view, seat, naming))),
        "face_down": ValueWords("Face down in the envelope"),
    }
    return OfferWords(
        "Take back flip card",
        f"{card}; free",
        "undo-2",
        rank=50,
        parameters={
            "to": ParameterWords(
                "Where to?", values={str(to): goals[str(to)] for to in offered_values(offers, "to")}
            )
        },
    )


def _return_envelope(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-346."""
    planet = naming.name(here(view, acting_seat(offers)))
    return OfferWords("Return envelope", f"gives up {planet}; free", "archive", rank=60)


def _take_envelope(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-470."""
    seat, combat = acting_seat(offers), view["combat"]
    planet = str(combat["space"])
    told = [part for part in planet_words(view, planet, seat, naming) if "flag" not in part]
    answers = {
        "true": ValueWords("Take it", "; ".join(showing(offers, naming))),
        "false": ValueWords("Leave it in the box"),
    }
    offered = offered_values(offers, "accept")
    return OfferWords(
        "The loser’s envelope",
        "; ".join((f"of {naming.name(planet)}, for free", *told)),
        "mail-open",
        rank=0,
        parameters={
            "accept": ParameterWords(
                f"Take control of {naming.name(planet)}?",
                values={key: answers[key] for key in ("true", "false") if (key == "true") in offered},
            ),
            **gear(offers, naming),
        },
        variants=variants(offers, lambda asked: "take it" if "gear" in asked else "leave it"),
    )


def _resolve_own_trap(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-513."""
    planet = naming.name(view["pending"].get("planet") or "")
    mine = view["turn"] is not None and view["turn"]["active"] == acting_seat(offers)
    answers = {
        "suffer": ValueWords("Suffer it", f"go home{', turn over' if mine else ''}; no control"),
        "void": ValueWords("Send it to the Void", f"and take control of {planet}"),
    }
    return OfferWords(
        "Your own Trap",
        f"you placed it on {planet}",
        "triangle-alert",
        rank=0,
        parameters={
            "choice": ParameterWords(
                "What do you do with your Trap?",
                values={str(choice): answers[str(choice)] for choice in offered_values(offers, "choice")},
            )
        },
    )


ENVELOPES: Mapping[str, OfferTold] = {
    "control_planet": _control_planet,
    "transfer_cards": _transfer_cards,
    "activate_flip": _activate_flip,
    "deactivate_flip": _deactivate_flip,
    "return_envelope": _return_envelope,
    "take_envelope": _take_envelope,
    "resolve_own_trap": _resolve_own_trap,
}
