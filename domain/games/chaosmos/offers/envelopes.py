"""Envelopes: control, access, flip cards, return."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.offers.parameters import gear_asked
from domain.games.chaosmos.state import State
from domain.kernel import Apart, Balance, Choice, Offer, Optional, Several

NO_LEAST = -99


def control_offers(state: State, seat: str) -> Iterator[Offer]:
    """CM-330, CM-331."""
    here = state.seats[seat].position or ""
    planet, gear = state.planets.get(here), gear_asked(state, seat, here)
    if planet is not None and planet.controller is None and gear is not None:
        yield Offer("control_planet", seat, gear)


def access_offers(state: State, seat: str) -> Iterator[Offer]:
    """CM-341, CM-510, CM-511, CM-346."""
    name = state.controlled_by(seat)
    if name is None:
        return
    planet, hand, limit = state.planets[name], state.seats[seat].hand, state.alien_of(seat).hand_limit
    inside = len(planet.face_down)
    takable = () if planet.no_take else planet.face_down
    yield Offer(
        "transfer_cards",
        seat,
        {
            "to_hand": Optional(Several(takable, 0, len(takable))),
            "to_envelope": Optional(Several(hand, 0, len(hand))),
        },
        (
            Apart("to_hand", "to_envelope"),
            Balance("to_hand", "to_envelope", NO_LEAST, min(limit - len(hand), inside - 1)),
        ),
    )
    yield from _flip(state, seat, name)
    yield Offer("return_envelope", seat)


def _flip(state: State, seat: str, name: str) -> Iterator[Offer]:
    planet, hand = state.planets[name], state.seats[seat].hand
    if planet.face_up is not None:
        if not planet.no_take:
            full = len(hand) >= state.alien_of(seat).hand_limit
            yield Offer(
                "deactivate_flip", seat, {"to": Choice(("face_down",) if full else ("hand", "face_down"))}
            )
        return
    payable = state.is_active(seat) and state.the_turn.actions_left > 0
    for origin, cards in (("hand", hand), ("envelope", planet.face_down)):
        flips = tuple(
            card
            for card in sorted(set(cards))
            if state.box.cards[card].flip and (payable or state.box.cards[card].cost == "free")
        )
        if flips and (origin == "hand" or len(planet.face_down) > 1):
            yield Offer("activate_flip", seat, {"card": Choice(flips), "from": Choice((origin,))})
