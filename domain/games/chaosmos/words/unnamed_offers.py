"""Words of the offers about unnamed cards: naming them, and showing the Ovoid in the end (CM-R31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.words.offering import cards, seats
from domain.games.chaosmos.words.table import envelope_of
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


def _name_cards(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-R31."""
    planet = envelope_of(view, acting_seat(offers)).get("planet")
    where = {
        "hand": ValueWords("In hand"),
        "envelope": ValueWords(f"In the envelope of {naming.name(planet)}" if planet else "In the envelope"),
    }
    lying = {str(place): where[str(place)] for place in offered_values(offers, "place")}
    return OfferWords(
        "Name cards",
        "name your unnamed cards; free, and secret from others",
        "pencil",
        rank=80,
        parameters={
            "place": ParameterWords("Where are they?", values=lying),
            "cards": ParameterWords(
                "Which cards are they?", values=cards(offered_values(offers, "cards"), naming)
            ),
        },
    )


def _show_ovoid(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-602, CM-603."""
    holders = {
        seat: ValueWords(told.label, "wins")
        for seat, told in seats(offered_values(offers, "holder"), naming).items()
    }
    return OfferWords(
        "Show the Ovoid",
        "the clock is at 0: the seat with it in hand wins",
        "gem",
        rank=0,
        parameters={
            "holder": ParameterWords(
                "Who has the Ovoid in hand?",
                values={**holders, "null": ValueWords("Nobody", "everyone loses")},
            )
        },
    )


UNNAMED: Mapping[str, OfferTold] = {"name_cards": _name_cards, "show_ovoid": _show_ovoid}
