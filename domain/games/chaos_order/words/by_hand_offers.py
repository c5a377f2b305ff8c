"""Words of what the table settles by itself (CO-588)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.words.names import called, told
from domain.games.chaos_order.words.offering import variants
from domain.games.chaos_order.words.phrases import BUILDING_NAMES, PHASE_NAMES
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    offered_values,
)

MANUAL = {
    "energy": "Energy",
    "gems": "Gems",
    "fame": "Fame",
    "draw_tactics": "Draw cards",
    "discard_tactics": "Discard cards",
    "fighters": "Move fighters",
    "leader, to": "Move a leader",
    "leader": "Which leader?",
    "building": "Construct a building",
    "research": "Research",
    "strength": "Strength",
    "attack": "Attack",
    "shields": "Shields",
    "seat": "Whose?",
    "from": "From where?",
    "to": "Where to?",
    "n": "How many?",
    "type": "Which building?",
    "drop_ship": "The drop ship",
    "base": "The base",
    "supply": "The supply",
}
"""What the table may change by hand (CO-588)."""


def _apply_manual_effect(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-588: what a text of the set does is carried out and told by the table."""
    texts = offered_values(offers, "text_id")
    known = {text: ValueWords(called(naming, text), told(naming, text)) for text in texts}
    only = next(iter(known.values())) if len(known) == 1 else None
    return OfferWords(
        "Resolve a text by hand" if only is None else f"Resolve {only.label} by hand",
        "do what it says, then enter the changes" if only is None else only.hint,
        "hand",
        rank=65,
        parameters={
            "text_id": ParameterWords("Which text?", values=known),
            "adjustments": ParameterWords(
                "What changed?",
                values={value: ValueWords(_manual(view, value, naming)) for value in _texts(offers)},
            ),
        },
        variants=variants(offers, lambda names: "by hand"),
    )


def _texts(offers: Sequence[Offer]) -> list[str]:
    """Numbers, of which there are thousands, are read as they are."""
    found = [value for value in offered_values(offers, "adjustments") if isinstance(value, str)]
    return [*found, "leader, to"]


def _manual(view: Json, value: str, naming: Naming) -> str:
    if value in MANUAL:
        return MANUAL[value]
    if value in view["seats"]:
        return naming.seat(value).text
    return PHASE_NAMES.get(value) or BUILDING_NAMES.get(value) or called(naming, value)


BY_HAND: Mapping[str, OfferTold] = {"apply_manual_effect": _apply_manual_effect}
