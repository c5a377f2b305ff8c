"""Bonds: what parameters of an offer must satisfy together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias, assert_never

import msgspec
from msgspec import Meta, Struct

from domain.kernel.messages import Json


class Apart(Struct, frozen=True, tag_field="kind", tag="apart"):
    """No value stands in both lists."""

    one: str
    other: str


class Balance(Struct, frozen=True, tag_field="kind", tag="balance"):
    """The list `gained` holds `least` to `most` values more than the list `given` (negative: fewer)."""

    gained: str
    given: str
    least: int
    most: int


class Shared(Struct, frozen=True, tag_field="kind", tag="shared"):
    """The parameters, lists or objects, draw on one stock: together they hold no more than `values` lists."""

    parameters: tuple[str, ...]
    values: tuple[Json, ...]


Bond: TypeAlias = Annotated[
    Apart | Balance | Shared, Meta(description="What parameters must satisfy together.")
]


def satisfied(bond: Bond, action: Mapping[str, Json]) -> bool:
    """Whether the action satisfies the bond."""
    match bond:
        case Apart(one=one, other=other):
            return set(map(as_key, action.get(one) or ())).isdisjoint(map(as_key, action.get(other) or ()))
        case Balance(gained=gained, given=given, least=least, most=most):
            return least <= len(action.get(gained) or ()) - len(action.get(given) or ()) <= most
        case Shared(parameters=parameters, values=values):
            taken = Counter(as_key(value) for name in parameters for value in _held(action.get(name)))
            return not taken - Counter(map(as_key, values))
        case _:
            assert_never(bond)


def _held(value: Json) -> Iterable[Json]:
    """The values in a list or an object."""
    return value.values() if isinstance(value, Mapping) else value or ()


def as_key(value: Json) -> Any:
    """The value as something that sets and counters take; equal values have equal keys."""
    return msgspec.json.encode(value, order="sorted") if isinstance(value, list | dict) else value
