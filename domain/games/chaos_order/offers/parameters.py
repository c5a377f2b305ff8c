"""Making offers: the parameters that many of them share."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.chaos_order.reading.cards import possible_cards
from domain.games.chaos_order.state import State
from domain.kernel import UNKNOWN, Choice, Depends, Json, Offer, Optional, Outcome, Range, Viewer
from domain.kernel.offers import Domain

DRAWS = Outcome(Depends())
"""The tactics cards drawn by an action and by what follows from it: the rules ask for one after another."""


def offer(kind: str, seat: str | None = None, *, draws: bool = False, **parameters: Domain) -> Offer:
    """An offer of this action type; `from_` stands for `from`. `draws`: cards may be drawn (CO-509)."""
    named: dict[str, Domain] = {name.rstrip("_"): domain for name, domain in parameters.items()}
    return Offer(kind, seat, named | ({"draws": DRAWS} if draws else {}))


def unless_idle(made: Offer, *, useful: bool) -> Offer:
    """The offer, marked as idle where nothing can come of it (CO-589)."""
    return made if useful else replace(made, idle=True)


def one_of(values: Iterable[Json]) -> Choice:
    """One of these values."""
    return Choice(tuple(values))


def up_to(most: int, *, default: int) -> Domain:
    """An amount from the default on; left out = the default."""
    return Optional(Range(default, most), usual=most > default)


def nameable(state: State, seat: str, viewer: Viewer) -> list[str]:
    """Cards that an unknown card of the hand may be, for what the viewer knows (CO-509)."""
    if not state.seats[seat].hand.get(UNKNOWN, 0):
        return []
    pool = possible_cards(state, viewer)
    return [card for card, number in pool.items() if number > 0]


def holdings(state: State, seat: str, viewer: Viewer) -> list[str]:
    """Cards that the seat may name as its own: known ones, and what an unknown one may be."""
    hand = state.seats[seat].hand
    known = [card for card in hand if card != UNKNOWN]
    return known + [card for card in nameable(state, seat, viewer) if card not in hand]
