"""What the words of placing a die share: the die, alike spaces, prices, what comes on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.words.counting import bundle
from domain.games.first_light.words.offering import (
    numbers,
    texts,
)
from domain.games.first_light.words.reckoning import (
    Die,
    acting_die,
    extra_gain,
    possible,
    price,
)
from domain.kernel import Json, Naming, Offer, ParameterWords, ValueWords, listed, variant_key


def and_more(view: Json, naming: Naming, seat: str, location: str, clan: str | None = None) -> str:
    """What Items and the Event give there on top."""
    more = possible(view, seat, extra_gain(view, naming, seat, location, clan))
    return f"{bundle(more)} on top" if any(more.values()) else ""


def acting_dice(view: Json, naming: Naming, seat: str) -> tuple[Die, ...]:
    """The die that the seat must use, as prices take it."""
    die = acting_die(view, naming, seat)
    return () if die is None else (die,)


def alike_spaces(offers: Sequence[Offer], location: str) -> ParameterWords:
    """Spaces that are all the same; one that is the last free is pointed at."""
    free = numbers(offers, "space")
    return ParameterWords(
        "Which space?",
        values={
            str(space): ValueWords(
                f"Space {space}", place=places.space(location, space) if len(free) == 1 else None
            )
            for space in free
        },
    )


def counting(offers: Sequence[Offer]) -> Mapping[str, str]:
    """Akira Hope's ways are variants of their own (FL-541)."""
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: _way(kind.split(",")) for kind in kinds} if len(kinds) > 1 else {}


def _way(names: Sequence[str]) -> str:
    dice = [
        *(["the die"] if "treated_as" in names else []),
        *(["the second die"] if "second_treated_as" in names else []),
    ]
    return f"{listed(dice)} as another value" if dice else "as it shows"


def ways_to_pay(
    view: Json, naming: Naming, seat: str, location: str, costs: Mapping[str, Mapping[str, int]], *dice: Die
) -> Mapping[str, Mapping[str, int]]:
    """What each of the alternatives costs now."""
    return {way: price(view, naming, seat, location, cost, *dice) for way, cost in costs.items()}


def prices_listed(costs: Mapping[str, Mapping[str, int]], offers: Sequence[Offer]) -> str:
    """`2 Power or 10 Water`: the alternatives that can be paid."""
    return listed([bundle(costs[way]) for way in texts(offers, "pay")], " or ")
