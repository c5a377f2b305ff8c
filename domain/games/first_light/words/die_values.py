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
    asks: str = "Use the die as which value?",
) -> ParameterWords:
    """The values that the die can show. brings: what one of them does here."""
    die = acting_die(view, naming, acting_seat(offers)) if parameter == "value" else None
    does_as = _what_it_does(offers, brings, parameter)
    told = {}
    for value in numbers(offers, parameter):
        does = does_as(value)
        told[str(value)] = ValueWords(f"as {value}: {does}" if does else f"as {value}")
    if is_left_out(offers, parameter):
        does = "" if die is None else does_as(die.face)
        lies = "" if die is None else f", {die.face}: {does}" if does else f": {die.face}"
        told["null"] = ValueWords(f"as rolled{lies}")
    return ParameterWords(asks, when(offers, parameter), told)


def _what_it_does(
    offers: Sequence[Offer], brings: Callable[[int], str] | None, parameter: str
) -> Callable[[int], str]:
    """What a die does as this value; nothing is said of one that may yet count as another (FL-541)."""
    other = parameter.replace("value", "treated_as")
    open_yet = numbers([offer for offer in offers if other in offer.parameters], parameter)
    return lambda value: "" if brings is None or value in open_yet else brings(value)


def treated(
    offers: Sequence[Offer],
    brings: Callable[[int], str] | None = None,
    parameter: str = "treated_as",
    asks: str = "Count it as which value?",
) -> ParameterWords:
    """FL-541: the values that it counts as, though it shows another."""
    told = {}
    for value in numbers(offers, parameter):
        if does := brings(value) if brings is not None else "":
            told[str(value)] = ValueWords(f"{value}: {does}")
    return ParameterWords(asks, when(offers, parameter), told)
