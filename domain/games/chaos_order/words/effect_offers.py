"""Words of the offers about effects, abilities and tactics cards (50x, 57x … 59x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.chaos_order.places import hand_card
from domain.games.chaos_order.words.names import ability_name, called
from domain.games.chaos_order.words.offering import cards, unlocked, variants
from domain.games.chaos_order.words.phrases import ordinal
from domain.games.chaos_order.words.table import branches_told, head_of, pending_told
from domain.kernel import (
    Json,
    Name,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    capitalized,
    offered_values,
)


def _decline_effect(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-589."""
    left = pending_told(view, acting_seat(offers), naming)
    return OfferWords("Decline", left or "the pending effect", "x", rank=85)


def _choose_branch(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-586."""
    seat = acting_seat(offers)
    head = head_of(view, seat)
    effect = {"do": "choice", "branches": []} if head is None else head["effect"]
    is_choice = effect["do"] == "choice"
    told_branches = branches_told(view, effect, seat, naming)
    named = [capitalized(one) for one in told_branches]
    options = {
        str(at): ValueWords(name if named.count(name) == 1 else f"{name} ({at + 1})")
        for at, name in enumerate(named)
    }
    return OfferWords(
        "Choose one" if is_choice else "Take it",
        "; or ".join(told_branches),
        "layers",
        rank=0,
        parameters={"index": ParameterWords("Which one?", values=options)},
    )


def _use_ability(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-594, CO-596; an idle one brings nothing as the table stands."""
    seat = acting_seat(offers)
    idle = {ability for offer in offers if offer.idle for ability in offered_values((offer,), "ability")}
    named = {ability: ability_name(naming, seat, ability) for ability in offered_values(offers, "ability")}
    options = {
        ability: ValueWords(_once(name, named), _with_idle(name.text, ability in idle))
        for ability, name in named.items()
    }
    label, hint = "Use an ability", ""
    if len(options) == 1:
        ((ability, only),) = options.items()
        label, hint = f"Use {only.label}", only.hint
        options = {ability: ValueWords(hint or only.label)}
    return OfferWords(
        label,
        hint,
        "sparkles",
        rank=60,
        parameters={"ability": ParameterWords("Which ability?", values=options)},
    )


def _once(name: Name, named: Mapping[str, Name]) -> str:
    """Its name; with what it does where two are called the same."""
    alike = [one for one in named.values() if one.name == name.name]
    return name.name if len(alike) == 1 else f"{name.name}: {name.text}"


def _with_idle(text: str, idle: bool) -> str:
    return f"{text}; cannot be paid now" if idle else text


def _play_tactics_card(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-502 … CO-505. A play is told by its position on the card."""
    held: dict[str, ValueWords] = {}
    for offer in offers:
        lock = ", past a gem lock" if "pay_lock" in offer.parameters else ""
        for number in offered_values((offer,), "play"):
            for card in offered_values((offer,), "card"):
                play = naming.components.get(f"{card}:play:{number}")
                hint = f"{'' if play is None else play.name}{lock}"
                if card in held:
                    hint = f"{held[card].hint}; or {hint}"
                held[card] = ValueWords(
                    called(naming, card), hint, piece=held_piece(view, acting_seat(offers), card)
                )
    plays = {
        str(number): ValueWords(
            next(iter(held.values())).hint if len(held) == 1 else f"Its {ordinal(number)} effect"
        )
        for number in offered_values(offers, "play")
    }
    if len(held) == 1 == len(plays):
        held = {card: replace(one, hint="") for card, one in held.items()}
    return OfferWords(
        "Play a card",
        "; ".join(f"{one.label}: {one.hint}" for one in held.values()) if 1 < len(held) < 3 else "",
        "gallery-horizontal-end",
        rank=55,
        parameters={
            "card": ParameterWords("Which card?", values=held),
            "play": ParameterWords("Which effect?", values=plays),
        },
        variants=variants(offers, unlocked),
    )


def held_piece(view: Json, seat: str, card: str) -> str | None:
    """The card's piece, where the hand lies open to the viewer."""
    return hand_card(seat, card) if card in view["seats"][seat].get("hand", {}) else None


def _discard_tactics_card(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-506."""
    seat = acting_seat(offers)
    limit = view["seats"][seat]["hand_limit"]
    held = {
        card: ValueWords(one.label, one.hint, piece=held_piece(view, seat, card))
        for card, one in cards(offered_values(offers, "card"), naming).items()
    }
    return OfferWords(
        "Discard a card",
        f"hand limit {limit}",
        "archive",
        rank=0,
        parameters={"card": ParameterWords("Which card?", values=held)},
    )


EFFECTS: Mapping[str, OfferTold] = {
    "decline_effect": _decline_effect,
    "choose_branch": _choose_branch,
    "use_ability": _use_ability,
    "play_tactics_card": _play_tactics_card,
    "discard_tactics_card": _discard_tactics_card,
}
