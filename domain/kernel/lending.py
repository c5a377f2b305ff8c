"""Lending: a long list of values that several parameters have is told in one of them alone."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kernel.words import OfferWords, ParameterWords, ValueWords

LEAST_LENT = 6
"""So many equal values are worth a reference."""


def told_once(words: Mapping[str, OfferWords]) -> dict[str, OfferWords]:
    """The same words: values that an earlier parameter tells with the same words are left to it (`like`)."""
    lenders: dict[str, Mapping[str, ValueWords]] = {}
    made = {}
    for key, offer in words.items():
        told = {}
        for name, parameter in offer.parameters.items():
            told[name] = _without_lent(parameter, lenders)
            if told[name].like is None and len(parameter.values) >= LEAST_LENT:
                lenders[f"{key} {name}"] = parameter.values
        made[key] = replace(offer, parameters=told)
    return made


def _without_lent(
    parameter: ParameterWords, lenders: Mapping[str, Mapping[str, ValueWords]]
) -> ParameterWords:
    best, most = None, LEAST_LENT - 1
    for address, values in lenders.items():
        equal = sum(values.get(key) == told for key, told in parameter.values.items())
        if equal > most:
            best, most = address, equal
    if best is None:
        return parameter
    lent = lenders[best]
    own = {key: told for key, told in parameter.values.items() if lent.get(key) != told or key == "null"}
    return replace(parameter, values=own, like=best)


def values_told(words: Mapping[str, OfferWords], key: str, name: str) -> Mapping[str, ValueWords]:
    """The words of all values of a parameter, those among them that another one lends."""
    parameter = words[key].parameters[name]
    if parameter.like is None:
        return parameter.values
    lender, _, lending = parameter.like.partition(" ")
    other = words[lender].parameters.get(lending) if lender in words else None
    lent = {} if other is None else {value: told for value, told in other.values.items() if value != "null"}
    return {**lent, **parameter.values}
