"""Lending: a long list of values that several parameters have is told in one of them alone."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kernel.words import OfferWords, ParameterWords, ValueWords

LEAST_LENT = 2
"""So many equal values are worth a reference, if they are half of the list: who borrows lends nothing."""


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
    best, most = None, max(LEAST_LENT, len(parameter.values) / 2) - 1
    for address, values in lenders.items():
        equal = sum(values.get(key) == told for key, told in parameter.values.items())
        if equal > most:
            best, most = address, equal
    if best is None:
        return parameter
    lent = lenders[best]
    own = {key: told for key, told in parameter.values.items() if lent.get(key) != told or key == "null"}
    return replace(parameter, values=own, like=best)


def whole(words: Mapping[str, OfferWords]) -> dict[str, OfferWords]:
    """The same words with every list where it belongs; a list whose lender is not there stays short."""
    return {
        key: replace(
            offer,
            parameters={name: _with_lent(parameter, words) for name, parameter in offer.parameters.items()},
        )
        for key, offer in words.items()
    }


def _with_lent(parameter: ParameterWords, words: Mapping[str, OfferWords]) -> ParameterWords:
    if parameter.like is None:
        return parameter
    lender, _, lending = parameter.like.partition(" ")
    other = words[lender].parameters.get(lending) if lender in words else None
    lent = {} if other is None else {value: told for value, told in other.values.items() if value != "null"}
    return replace(parameter, values={**lent, **parameter.values}, like=None)
