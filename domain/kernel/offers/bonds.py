"""Bonds: what two parameters of an offer, both lists, must satisfy together."""

from __future__ import annotations

from collections.abc import Mapping
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


Bond: TypeAlias = Annotated[
    Apart | Balance, Meta(description="What two parameters, both lists, must satisfy together.")
]


def satisfied(bond: Bond, action: Mapping[str, Json]) -> bool:
    """Whether the action's lists satisfy the bond."""
    match bond:
        case Apart(one=one, other=other):
            return set(map(as_key, action.get(one) or ())).isdisjoint(map(as_key, action.get(other) or ()))
        case Balance(gained=gained, given=given, least=least, most=most):
            return least <= len(action.get(gained) or ()) - len(action.get(given) or ()) <= most
        case _:
            assert_never(bond)


def as_key(value: Json) -> Any:
    """The value as something that sets and counters take; equal values have equal keys."""
    return msgspec.json.encode(value, order="sorted") if isinstance(value, list | dict) else value
