"""What the words of advancements and setbacks share: what is gained, and which offers ask what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light.rules.negotiation import REWARD_ITEMS
from domain.games.first_light.words.negotiating import REWARDS
from domain.games.first_light.words.offering import (
    STACKS,
    drawn,
    moves,
    new_top,
    numbers,
    removed,
    stack_value,
    texts,
)
from domain.games.first_light.words.reckoning import comes
from domain.kernel import Json, Naming, Offer, ParameterWords, ValueWords, listed, variant_key

REWARD_DICE = 1


def kinds_told(offers: Sequence[Offer], told: Mapping[str, str]) -> Mapping[str, str]:
    """What tells apart offers that ask different things."""
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: told[kind] for kind in kinds if kind in told}


def gained(view: Json, offers: Sequence[Offer], naming: Naming) -> Mapping[str, ParameterWords]:
    """What a reward asks: its tile, its move, its Items."""
    kinds = dict.fromkeys(
        kind
        for offer in offers
        if "stack" in offer.parameters
        for kind in (*texts([offer], "reward"), *texts([offer], "punishment"))
    )
    found = tuple(kinds)
    stack = {}
    for number in numbers(offers, "stack"):
        known = [
            stack_value(view, naming, kind, number) for kind in found if view[f"{kind}_stacks"][number]["top"]
        ]
        stack[str(number)] = known[0] if len(known) == 1 else ValueWords(STACKS[number])
    return {
        "stack": ParameterWords("Which tile?", values=stack),
        **removed(view, offers, naming, *found),
        **new_top(offers, naming, *found),
        "move_to": moves(view, offers, naming),
        **drawn(offers, naming),
    }


def rewards_now(view: Json, seat: str) -> Mapping[str, str]:
    """What each reward gives the seat now."""
    drawn = comes(view, seat, {"items": REWARD_ITEMS})
    return {**REWARDS, "die": comes(view, seat, {"dice": REWARD_DICE}), "items": drawn}


def of_kinds(offers: Sequence[Offer], parameter: str, names: Mapping[str, str]) -> Mapping[str, str]:
    """Offers that ask different things, by what is gained or lost with them."""
    found: dict[str, list[str]] = {}
    for offer in offers:
        told = found.setdefault(variant_key(offer), [])
        told += [names[one] for one in texts([offer], parameter) if names[one] not in told]
    return {kind: listed(told, " or ") for kind, told in found.items()}
