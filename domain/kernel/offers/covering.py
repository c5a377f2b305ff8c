"""Covering: whether a value lies in a domain, and an action in an offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import assert_never

from domain.kernel.messages import Json
from domain.kernel.offers.bonds import as_key, satisfied
from domain.kernel.offers.domains import (
    Assign,
    Choice,
    Dealt,
    Depends,
    Domain,
    Each,
    Exchanges,
    Gathered,
    Grid,
    Joined,
    Listed,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Split,
    Written,
)
from domain.kernel.offers.offer import Offer


def covers(offer: Offer, action: Mapping[str, Json]) -> bool:
    """Whether the action (as its JSON object) is one that the offer holds.

    A list or an object that may be left out is left out where it is empty.
    """
    if offer.type != action["type"] or (offer.seat is not None and offer.seat != action.get("seat")):
        return False
    given = {key for key, value in action.items() if not _is_left_out(value)} - {"type"}
    if offer.seat is not None:
        given.discard("seat")
    if not given <= offer.parameters.keys():
        return False
    return all(admits(domain, action.get(name)) for name, domain in offer.parameters.items()) and all(
        satisfied(bond, action) for bond in offer.bonds
    )


def _is_left_out(value: Json) -> bool:
    return value is None or value in ([], {})


def admits(domain: Domain, value: Json) -> bool:
    """Whether `value` lies in `domain`."""
    match domain:
        case Choice(values=values):
            return value in values
        case Range(least=least, most=most):
            return isinstance(value, int) and least <= value <= most
        case Several(values=values, least=least, most=most):
            return (
                isinstance(value, list | tuple)
                and least <= len(value) <= most
                and not Counter(map(as_key, value)) - Counter(map(as_key, values))
            )
        case Each(keys=keys, different=different):
            return (
                isinstance(value, dict)
                and value.keys() <= keys.keys()
                and all(admits(of, value.get(key)) for key, of in keys.items())
                and len({as_key(value[key]) for key in different}) == len(different)
            )
        case Split(limits=limits, least=least, most=most):
            return (
                isinstance(value, dict)
                and all(0 <= number <= limits.get(key, 0) for key, number in value.items())
                and least <= sum(value.values()) <= most
            )
        case Assign(keys=keys, values=values, least=least, most=most):
            return (
                isinstance(value, dict)
                and value.keys() <= set(keys)
                and least <= len(value) <= most
                and not Counter(map(as_key, value.values())) - Counter(map(as_key, values))
            )
        case Dealt(keys=keys, values=values, count=count):
            return (
                isinstance(value, dict)
                and value.keys() == set(keys)
                and all(isinstance(dealt, list | tuple) and len(dealt) == count for dealt in value.values())
                and not Counter(as_key(item) for dealt in value.values() for item in dealt)
                - Counter(map(as_key, values))
            )
        case Grid(values=values, columns=columns):
            return (
                isinstance(value, list | tuple)
                and all(isinstance(row, list | tuple) and len(row) == columns for row in value)
                and Counter(as_key(item) for row in value for item in row) == Counter(map(as_key, values))
            )
        case Joined(parts=parts):
            return isinstance(value, list | tuple) and _is_joined(parts, value)
        case Gathered(parts=parts, least=least):
            return (
                isinstance(value, list | tuple) and len(value) >= least and _is_gathered(parts, list(value))
            )
        case Listed(of=parts, least=least, most=most):
            return (
                isinstance(value, list | tuple)
                and least <= len(value) <= most
                and all(any(admits(part, one) for part in parts) for one in value)
            )
        case Exchanges():
            return isinstance(value, list | tuple) and len(value) <= domain.most and _is_funded(domain, value)
        case Optional(of=of) | Outcome(of=of):
            return value is None or admits(of, value)
        case Written(longest=longest):
            return isinstance(value, str) and 1 <= len(value) <= longest
        case Depends() | Open():
            return True
        case _:
            assert_never(domain)


def _is_joined(parts: Sequence[Several], value: Sequence[Json]) -> bool:
    start = 0
    for part in parts:
        if not admits(part, value[start : start + part.most]):
            return False
        start += part.most
    return start == len(value)


def _is_gathered(parts: Sequence[Domain], left: list[Json]) -> bool:
    for part in parts:
        if isinstance(part, Several):
            own = [value for value in left if value in part.values]
            if not admits(part, own):
                return False
            left = [value for value in left if value not in part.values]
            continue
        own = next(([value] for value in left if admits(part, value)), [])
        if not own and not isinstance(part, Optional | Outcome):
            return False
        for value in own:
            left.remove(value)
    return not left


def _is_funded(domain: Exchanges, exchanges: Sequence[Json]) -> bool:
    stock = dict(domain.stock)
    for exchange in exchanges:
        give, receive = exchange.get("give"), exchange.get("receive")
        if give not in domain.lots or receive not in domain.lots or give == receive:
            return False
        stock[give] = stock.get(give, 0) - domain.lots[give]
        if stock[give] < 0:
            return False
        stock[receive] = stock.get(receive, 0) + domain.lots[receive]
    return True
