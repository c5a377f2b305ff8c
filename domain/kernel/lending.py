"""Lending: a long list of values that several parameters have is told in one of them alone."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kernel.words import OfferWords, ParameterWords

LEAST_LENT = 2
"""So many equal values are worth a reference, if they are half of the list: who borrows lends nothing."""


def told_once(words: Mapping[str, OfferWords]) -> dict[str, OfferWords]:
    """The same words: values that an earlier parameter tells with the same words are left to it (`like`)."""
    lenders: dict[str, ParameterWords] = {}
    made = {}
    for key, offer in words.items():
        told = {}
        for name, parameter in offer.parameters.items():
            told[name] = _without_lent(parameter, lenders)
            if told[name].like is None and _size(parameter) >= LEAST_LENT:
                lenders[f"{key} {name}"] = parameter
        made[key] = replace(offer, parameters=told)
    return made


def _size(words: ParameterWords) -> int:
    return len(words.values) + sum(map(len, words.members.values()))


def _shared(one: ParameterWords, other: ParameterWords) -> int:
    """How many values have the same words in both; of a member all or none."""
    values = sum(other.values.get(key) == told for key, told in one.values.items())
    return values + sum(len(told) for name, told in one.members.items() if other.members.get(name) == told)


def _without_lent(parameter: ParameterWords, lenders: Mapping[str, ParameterWords]) -> ParameterWords:
    best, most = None, max(LEAST_LENT, _size(parameter) / 2) - 1
    for address, other in lenders.items():
        equal = _shared(parameter, other)
        if equal > most:
            best, most = address, equal
    if best is None:
        return parameter
    lent = lenders[best]
    own = {
        key: told for key, told in parameter.values.items() if lent.values.get(key) != told or key == "null"
    }
    members = {name: told for name, told in parameter.members.items() if lent.members.get(name) != told}
    return replace(parameter, values=own, members=members, like=best)


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
    if other is None:
        return replace(parameter, like=None)
    lent = {value: told for value, told in other.values.items() if value != "null"}
    return replace(
        parameter,
        values={**lent, **parameter.values},
        members={**other.members, **parameter.members},
        like=None,
    )
