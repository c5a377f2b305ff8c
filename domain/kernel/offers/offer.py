"""An offer: one action type that is open now, with a domain for each parameter."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.offers.bonds import Bond
from domain.kernel.offers.domains import Domain


class Offer(Struct, frozen=True):
    """One action type that is open now. `seat` acts (`None`: the table).

    Where lists depend on each other and several offers would be too many, `bonds` say how; the shortest
    lists of such an offer always satisfy them. A list that is left out is empty.

    `idle`, where it is true, says that the rules allow it though nothing can come of it as the table stands:
    a page asks for it on demand, bots leave it alone.
    """

    type: str
    seat: str | None = None
    parameters: Mapping[str, Domain] = {}
    bonds: tuple[Bond, ...] = ()
    idle: bool | UnsetType = UNSET
