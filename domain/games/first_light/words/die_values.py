"""As which value a die is placed, and what it counts as (FL-240, FL-241, FL-541)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.games.first_light.words.offering import is_left_out, numbers, when
from domain.games.first_light.words.reckoning import acting_die
from domain.kernel import Json, Naming, Offer, ParameterWords, ValueWords, acting_seat


def die_values(
    view: Json,
    offers: Sequence[Offer],
    naming: Naming,
    brings: Callable[[int], str] | None = None,
    parameter: str = "value",
    asks: str = "As which value?",
) -> ParameterWords:
    """The values that the die can show. brings: what one of them does here."""
    die = acting_die(view, naming, acting_seat(offers)) if parameter == "value" else None
    told = {}
    for value in numbers(offers, parameter):
        does = brings(value) if brings is not None else ""
        told[str(value)] = ValueWords(f"as {value}: {does}" if does else f"as {value}")
    if is_left_out(offers, parameter):
        does = "" if die is None or brings is None else brings(die.face)
        lies = "" if die is None else f", {die.face}: {does}" if does else f": {die.face}"
        told["null"] = ValueWords(f"as it lies{lies}")
    return ParameterWords(asks, when(offers, parameter), told)


def treated(
    offers: Sequence[Offer],
    brings: Callable[[int], str] | None = None,
    parameter: str = "treated_as",
    asks: str = "As what does it count?",
) -> ParameterWords:
    """FL-541: the values that it counts as, though it shows another."""
    told = {}
    for value in numbers(offers, parameter):
        if does := brings(value) if brings is not None else "":
            told[str(value)] = ValueWords(f"{value}: {does}")
    return ParameterWords(asks, when(offers, parameter), told)
