"""Offers of a session whose outcomes are drawn: they ask for none of them."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from domain.kernel.offers import (
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
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Split,
    Written,
)


def without_outcomes(offer: Offer) -> Offer:
    """The offer without the parameters that chance decides: left out, they are drawn."""
    left = {name: _asked(of) for name, of in offer.parameters.items()}
    return replace(offer, parameters={name: of for name, of in left.items() if of is not None})


def _asked(domain: Domain) -> Domain | None:
    """What is left of the domain to choose; None where chance decides all of it."""
    match domain:
        case Outcome(chosen=False):
            return None
        case Each(keys=keys):
            each = {key: _asked(of) for key, of in keys.items()}
            return replace(domain, keys={key: of for key, of in each.items() if of is not None})
        case Gathered(parts=parts):
            return replace(domain, parts=tuple(of for part in parts if (of := _asked(part)) is not None))
        case Listed(of=parts):
            return replace(domain, of=tuple(of for part in parts if (of := _asked(part)) is not None))
        case Optional(of=of):
            inner = _asked(of)
            return None if inner is None else replace(domain, of=inner)
        case Open(form=form):
            return domain if form is None else replace(domain, form=_asked(form))
        case Choice() | Range() | Several() | Split() | Assign() | Dealt() | Grid() | Joined() | Exchanges():
            return domain
        case Outcome() | Written() | Depends():
            return domain
        case _:
            assert_never(domain)
