"""The choices that must be made before anything else, CM-203."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from domain.games.chaosmos.offers.parameters import gear_asked
from domain.games.chaosmos.state import State
from domain.kernel import Choice, Offer


def pending_offers(state: State, seat: str) -> Iterator[Offer]:
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
            yield Offer("take_spoils", seat, {"card": Choice(tuple(sorted(set(hand))))})
        case "give_back":
            hand = state.seats[seat].hand
            yield Offer("give_back", seat, {"card": Choice(tuple(sorted(set(hand))))})
        case "take_envelope":
            gear = gear_asked(state, seat, state.the_combat.space)
            if gear is not None:
                yield Offer("take_envelope", seat, {"accept": Choice((True,)), **gear})
            yield Offer("take_envelope", seat, {"accept": Choice((False,))})
        case "own_trap":
            yield Offer("resolve_own_trap", seat, {"choice": Choice(("suffer", "void"))})
        case _:
            assert_never(pending.kind)
