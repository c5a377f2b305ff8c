"""The choices that must be made before anything else, CM-203."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from domain.games.chaosmos.offers.parameters import gear_asked, holdings
from domain.games.chaosmos.state import Cards, State
from domain.kernel import UNKNOWN, Choice, Offer, Viewer


def pending_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """The choice that this seat is asked for, if any."""
    pending = state.pending
    if pending is None or pending.seat != seat:
        return
    match pending.kind:
        case "choose_resolution":
            yield Offer("choose_resolution", seat, {"choice": Choice(("spoils",))})
            banish = {"choice": Choice(("banish",)), "planet": Choice(tuple(state.planets))}
            yield Offer("choose_resolution", seat, banish)
        case "take_spoils":
            hand = state.seats[state.the_combat.opponent(seat)].hand
            beside = state.seats[seat].hand
            yield Offer("take_spoils", seat, {"card": _one_of(state, hand, beside, viewer)})
        case "give_back":
            hand = state.seats[seat].hand
            yield Offer("give_back", seat, {"card": _one_of(state, hand, (), viewer)})
        case "take_envelope":
            gear = gear_asked(state, seat, state.the_combat.space, viewer)
            if gear is not None:
                yield Offer("take_envelope", seat, {"accept": Choice((True,)), **gear})
            yield Offer("take_envelope", seat, {"accept": Choice((False,))})
        case "own_trap":
            yield Offer("resolve_own_trap", seat, {"choice": Choice(("suffer", "void"))})
        case _:
            assert_never(pending.kind)


def _one_of(state: State, hand: Cards, beside: Cards, viewer: Viewer) -> Choice:
    """A card of the hand, by name or unnamed (CM-R31)."""
    unseen = (UNKNOWN,) if UNKNOWN in hand or UNKNOWN in beside else ()
    return Choice((*holdings(state, hand, viewer), *unseen))
