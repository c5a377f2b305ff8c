"""Single values: what a person taps one by one to make a value of a domain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

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
    Listed,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Split,
    Written,
)


def member_values(domain: Domain, member: str) -> Iterator[Json]:
    """Every single value that objects in a domain may hold under this name."""
    match domain:
        case Each(keys=keys):
            for name, of in keys.items():
                yield from values_of(of) if name == member else member_values(of, member)
        case Optional(of=of) | Outcome(of=of):
            yield from member_values(of, member)
        case Gathered(parts=parts) | Listed(of=parts):
            for part in parts:
                yield from member_values(part, member)
        case Open(form=Each() | Gathered() | Listed() as form):
            yield from member_values(form, member)


def values_of(domain: Domain) -> Iterator[Json]:
    """Every single value that a person may tap in a domain."""
    match domain:
        case Choice(values=values) | Several(values=values):
            yield from values
        case Range(least=least, most=most):
            yield from range(least, most + 1)
        case Optional(of=of) | Outcome(of=of):
            yield from values_of(of)
        case Each(keys=keys):
            yield from keys
            for of in keys.values():
                yield from values_of(of)
        case Split(limits=limits):
            yield from limits
        case Assign(keys=keys, values=values) | Dealt(keys=keys, values=values):
            yield from keys
            yield from values
        case Grid(values=values):
            yield from dict.fromkeys(values)
        case Joined(parts=parts) | Gathered(parts=parts) | Listed(of=parts):
            for part in parts:
                yield from values_of(part)
        case Exchanges(lots=lots):
            yield from lots
        case Open(form=form):
            if form is not None:
                yield from values_of(form)
        case Written() | Depends():
            return
        case _:
            assert_never(domain)
