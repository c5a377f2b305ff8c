"""Offers: what may be done now, as data that a page can draw buttons from and a bot can play from.

An offer is an action type with a domain for each parameter; any combination of values is legal, so
dependent parameters are several offers of one type. A parameter that an offer does not name is left
out of the action.
"""

from domain.kernel.offers.bonds import (
    Among,
    Apart,
    Arriving,
    Balance,
    Beyond,
    Bond,
    Limited,
    Sent,
    Shared,
    Unless,
)
from domain.kernel.offers.covering import admits, covers
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
    is_open,
)
from domain.kernel.offers.offer import Offer
from domain.kernel.offers.sampling import sample, sample_action
from domain.kernel.offers.values import member_values, values_of

__all__ = [
    "Among",
    "Apart",
    "Arriving",
    "Assign",
    "Balance",
    "Beyond",
    "Bond",
    "Choice",
    "Dealt",
    "Depends",
    "Domain",
    "Each",
    "Exchanges",
    "Gathered",
    "Grid",
    "Joined",
    "Limited",
    "Listed",
    "Offer",
    "Open",
    "Optional",
    "Outcome",
    "Range",
    "Sent",
    "Several",
    "Shared",
    "Split",
    "Unless",
    "Written",
    "admits",
    "covers",
    "is_open",
    "member_values",
    "sample",
    "sample_action",
    "values_of",
]
