"""What the words of offers share: the values of a parameter, artifacts and eras among them, what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from domain.games.time_of_chaos.words.names import ERA_NAMES, belongs, card_name
from domain.games.time_of_chaos.words.table import after_a_cube
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    ParameterWords,
    ValueWords,
    acting_seat,
    variant_key,
)

Values: TypeAlias = Mapping[str, ValueWords]
"""Words by the key of the value."""


CLOAK = ParameterWords("Use the cloak?", "never", {"true": ValueWords("With the cloak")})
"""Never asked: it tells one variant from the other."""


def era_values() -> Values:
    """The eras."""
    return {era: ValueWords(name) for era, name in ERA_NAMES.items()}


def cards(ids: Iterable[str], naming: Naming, *, on_board: bool = False) -> Values:
    """Artifacts with what they are worth and where they belong. on_board: they lie face up on the table."""
    return {
        card: ValueWords(
            card_name(naming, card).name, belongs(naming, card), piece=card if on_board else None
        )
        for card in ids
    }


def unknown(view: Json, seat: str) -> tuple[str, ...]:
    """The decks of the seat's cards that are not named yet, as far as the viewer knows the hand."""
    hand = view["seats"][seat]["hand"]
    return tuple(dict.fromkeys(held["deck"] for held in hand if held.get("card") == UNKNOWN))


def pawn(view: Json, offers: Sequence[Offer]) -> str:
    """The tile under the pawn of the acting seat."""
    return str(view["seats"][acting_seat(offers)]["pawn"])


def cost(offers: Sequence[Offer]) -> str:
    """What the action can be paid with: a cube, the cloak, either."""
    cloaked = {"cloak" in offer.parameters for offer in offers}
    return " or ".join(thing for paid, thing in ((False, "a cube"), (True, "the cloak")) if paid in cloaked)


def variants(view: Json, offers: Sequence[Offer], *, here: bool = False) -> Mapping[str, str]:
    """TC-411: the same action is paid with a cube or with the cloak. here: the cube goes under the pawn."""
    left = (view["seats"][acting_seat(offers)]["supply"] - 1) or "none"
    there = f"; {after_a_cube(view, pawn(view, offers))}" if here else ""
    return {
        variant_key(offer): "use the cloak"
        if "cloak" in offer.parameters
        else f"place a cube, {left} left then{there}"
        for offer in offers
    }
