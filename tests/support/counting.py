"""Counting: how many actions an offer holds, so that a change of the rules shows as a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, repeat
from math import comb, factorial, perm, prod
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from domain.kernel.messages import Json
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
    Limited,
    Listed,
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Split,
    Written,
    as_key,
)
from domain.kernel.offers.values import values_of

Lengths: TypeAlias = list[int]
"""The number of ways to take nothing, one thing, two things …"""


def actions_in(offer: Offer) -> int:
    """How many actions the offer holds, bonds but limits aside. Chance counts as one: it is left to fall."""
    bond = next((bond for bond in offer.bonds if isinstance(bond, Limited)), None)
    if bond is None:
        return prod(map(values_in, offer.parameters.values()))
    number, limited = offer.parameters[bond.by], offer.parameters[bond.parameter]
    left_out = [bond.otherwise] if isinstance(number, Optional) else []
    return sum(
        actions_in(
            replace(
                offer,
                parameters=dict(offer.parameters)
                | {bond.by: Choice((most,)), bond.parameter: _no_longer(limited, int(most))},
                bonds=tuple(other for other in offer.bonds if other != bond),
            )
        )
        for most in [*left_out, *values_of(number)]
    )


def _no_longer(domain: Domain, most: int) -> Domain:
    """The lists of the domain that hold no more values."""
    match domain:
        case Optional(of=of):
            return Optional(_no_longer(of, most))
        case Several() | Listed() | Exchanges():
            return replace(domain, most=min(domain.most, most))
        case _:
            raise TypeError(f"{domain} is no list that a number limits")


def values_in(domain: Domain) -> int:
    """How many values the domain holds; a text, or what is free, counts as one."""
    match domain:
        case Choice(values=values):
            return len(values)
        case Range(least=least, most=most):
            return most - least + 1
        case Several(least=least, most=most):
            return sum(_lists(domain)[least : most + 1])
        case Each(keys=keys):
            return prod(map(values_in, keys.values()))
        case Split(limits=limits, least=least, most=most):
            return sum(_together([1] * (limit + 1) for limit in limits.values())[least : most + 1])
        case Assign(keys=keys, values=values, least=least, most=most):
            orders = _orders(values)
            sizes = range(least, min(most, len(keys), len(values)) + 1)
            return sum(comb(len(keys), size) * orders[size] for size in sizes)
        case Dealt(keys=keys, values=values, count=count):
            return _orders(values)[count * len(keys)]
        case Grid(values=values):
            return _orders(values)[len(values)]
        case Joined(parts=parts):
            return prod(map(values_in, parts))
        case Gathered(parts=parts, least=least):
            return sum(_together(map(_part, parts))[least:])
        case Listed(of=parts, least=least, most=most):
            return sum(_powers(sum(map(values_in, parts)), most)[least:])
        case Exchanges(stock=stock, lots=lots, most=most):
            return _exchanges(stock, lots, most)
        case Optional(of=of) | Outcome(of=of, chosen=True):
            return 1 + values_in(of)
        case Outcome() | Written() | Depends() | Open():
            return 1
        case _:
            assert_never(domain)


def _together(several: Iterable[Lengths]) -> Lengths:
    """The ways to take from all of them, by how many things are taken."""
    taken = [1]
    for ways in several:
        sums = [0] * (len(taken) + len(ways) - 1)
        for size, number in enumerate(taken):
            for more, other in enumerate(ways):
                sums[size + more] += number * other
        taken = sums
    return taken


def _lists(domain: Several) -> Lengths:
    if domain.ordered:
        return _orders(domain.values)
    return _together([1] * (count + 1) for count in Counter(map(as_key, domain.values)).values())


def _orders(values: Sequence[Json]) -> Lengths:
    """The lists of so many of the values in an order that counts: taken one kind after another."""
    orders = [1]
    for count in Counter(map(as_key, values)).values():
        longer = [0] * (len(orders) + count)
        for size, number in enumerate(orders):
            for more in range(count + 1):
                longer[size + more] += number * perm(size + more, more) // factorial(more)
        orders = longer
    return orders


def _part(domain: Domain) -> Lengths:
    match domain:
        case Several(least=least, most=most):
            lists = _lists(domain)
            return [number if least <= size <= most else 0 for size, number in enumerate(lists)]
        case Optional(of=of) | Outcome(of=of):
            return [1, values_in(of)]
        case _:
            return [0, values_in(domain)]


def _powers(base: int, most: int) -> Lengths:
    return list(accumulate(repeat(base, most), lambda power, times: power * times, initial=1))


def _exchanges(stock: Mapping[str, int], lots: Mapping[str, int], most: int) -> int:
    if most == 0:
        return 1
    number = 1
    for give, lot in lots.items():
        if stock.get(give, 0) < lot:
            continue
        for receive, gained in lots.items():
            if receive != give:
                left = {**stock, give: stock[give] - lot}
                left[receive] = left.get(receive, 0) + gained
                number += _exchanges(left, lots, most - 1)
    return number
