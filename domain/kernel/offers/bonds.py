"""Bonds: what parameters of an offer must satisfy together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias, assert_never

import msgspec
from msgspec import Meta, Struct

from domain.kernel.messages import Json


class Apart(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="apart"):
    """No value stands in both lists, but for those in `besides`."""

    one: str
    other: str
    besides: tuple[Json, ...] = ()


class Balance(Struct, frozen=True, tag_field="kind", tag="balance"):
    """The list `gained` holds `least` to `most` values more than the list `given` (negative: fewer)."""

    gained: str
    given: str
    least: int
    most: int


class Beyond(Struct, frozen=True, tag_field="kind", tag="beyond"):
    """The list `parameter` holds at most `most` values more than are listed in `values`."""

    parameter: str
    values: tuple[Json, ...]
    most: int


class Shared(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="shared"):
    """The parameters, lists or objects, draw on one stock: together they hold no more than `values` lists.

    `whole`: the action is about all of them, though the rules do with fewer, so that a page asks until none
    is left. The parameters are `several` or `assign` then, which may be optional.
    """

    parameters: tuple[str, ...]
    values: tuple[Json, ...]
    whole: bool = False


class Among(Struct, frozen=True, tag_field="kind", tag="among"):
    """The value `one` stands in the list `many`; it is left out only where that holds fewer than two."""

    one: str
    many: str


class Unless(Struct, frozen=True, tag_field="kind", tag="unless"):
    """`parameter` is left out only where the list `where` is given and holds none of `values`."""

    parameter: str
    where: str
    values: tuple[Json, ...]


class Limited(Struct, frozen=True, tag_field="kind", tag="limited"):
    """The list `parameter` holds no more values than the number `by`, which is `otherwise` where left out."""

    parameter: str
    by: str
    otherwise: int


class Sent(Struct, frozen=True):
    """What a value of an ordered list sends: `points` to a key."""

    value: Json
    to: str
    points: int


class Arriving(Struct, frozen=True, tag_field="kind", tag="arriving"):
    """No integer in the object `amounts` is more than the points that arrive at its key.

    `sent` tells of each list in the object `orders` what its values send, in the order that counts where the
    list is left out. The first `lost` points of each list do not arrive, whatever they were sent to.
    """

    amounts: str
    orders: str
    sent: Mapping[str, tuple[Sent, ...]]
    lost: Mapping[str, int]


Bond: TypeAlias = Annotated[
    Apart | Balance | Beyond | Shared | Among | Unless | Limited | Arriving,
    Meta(description="What parameters must satisfy together."),
]


def satisfied(bond: Bond, action: Mapping[str, Json]) -> bool:
    """Whether the action satisfies the bond."""
    match bond:
        case Apart(one=one, other=other, besides=besides):
            both = {as_key(value) for value in action.get(one) or ()}
            both &= {as_key(value) for value in action.get(other) or ()}
            return both <= {as_key(value) for value in besides}
        case Balance(gained=gained, given=given, least=least, most=most):
            return least <= len(action.get(gained) or ()) - len(action.get(given) or ()) <= most
        case Beyond(parameter=parameter, values=values, most=most):
            listed = Counter(map(as_key, values))
            return (Counter(map(as_key, action.get(parameter) or ())) - listed).total() <= most
        case Shared(parameters=parameters, values=values):
            taken = Counter(as_key(value) for name in parameters for value in _held(action.get(name)))
            return not taken - Counter(map(as_key, values))
        case Among():
            held, named = action.get(bond.many) or (), action.get(bond.one)
            return len(held) < 2 if named is None else named in held
        case Unless(parameter=parameter, where=where, values=values):
            rolled = action.get(where)
            spared = rolled is not None and not any(value in values for value in rolled)
            return spared or action.get(parameter) is not None
        case Limited():
            return len(action.get(bond.parameter) or ()) <= most_of(bond, action)
        case Arriving(amounts=amounts):
            arrived = arriving(bond, action)
            numbers = action.get(amounts) or {}
            return all(number <= arrived[key] for key, number in numbers.items())
        case _:
            assert_never(bond)


def most_of(bond: Limited, action: Mapping[str, Json]) -> int:
    """The most values that the bond's list may hold in this action."""
    number = action.get(bond.by)
    return bond.otherwise if number is None else int(number)


def arriving(bond: Arriving, action: Mapping[str, Json]) -> Counter[str]:
    """The points that arrive at each key, with the lists as the action orders them."""
    orders = action.get(bond.orders) or {}
    arrived: Counter[str] = Counter()
    for name, sent in bond.sent.items():
        by_value = {as_key(one.value): one for one in sent}
        lost = bond.lost.get(name, 0)
        for value in orders.get(name) or [one.value for one in sent]:
            one = by_value[as_key(value)]
            arrived[one.to] += max(0, one.points - lost)
            lost = max(0, lost - one.points)
    return arrived


def _held(value: Json) -> Iterable[Json]:
    """The values in a list or an object."""
    return value.values() if isinstance(value, Mapping) else value or ()


def as_key(value: Json) -> Any:
    """The value as something that sets and counters take; equal values have equal keys."""
    return msgspec.json.encode(value, order="sorted") if isinstance(value, list | dict) else value
