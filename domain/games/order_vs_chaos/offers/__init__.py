"""The offers of Order vs Chaos: the choices of the table or of one seat that `decide` accepts now."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.offers.battle import battle_offers
from domain.games.order_vs_chaos.offers.cards import card_offers, duty_offers, naming_offers
from domain.games.order_vs_chaos.offers.turn import setup_offers, turn_offers
from domain.games.order_vs_chaos.reading import has_duty
from domain.games.order_vs_chaos.state import State
from domain.kernel import Offer, Viewer


def offers(state: State, seat: str | None, viewer: Viewer) -> list[Offer]:
    """Everything that the seat (None: the table) may do now, as far as the viewer may know it."""
    if state.phase == "finished" or (seat is not None and seat not in state.seats):
        return []
    return list(_offers(state, seat, viewer))


def _offers(state: State, seat: str | None, viewer: Viewer) -> Iterator[Offer]:
    if seat is not None:
        yield from naming_offers(state, seat, viewer)
    if has_duty(state):
        yield from duty_offers(state, seat, viewer)
        return
    if state.phase == "setup":
        yield from setup_offers(state, seat)
        return
    if state.battle is not None:
        yield from battle_offers(state, seat)
    elif seat is not None and seat == state.active:
        yield from turn_offers(state, seat, viewer)
    yield from card_offers(state, seat, viewer)
