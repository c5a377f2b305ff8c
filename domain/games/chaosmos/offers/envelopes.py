"""Envelopes: control, access, flip cards, return."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.offers.parameters import gear_asked, holdings, movable
from domain.games.chaosmos.state import State
from domain.kernel import UNKNOWN, Apart, Balance, Choice, Offer, Optional, Several, Viewer

NO_LEAST = -99


def control_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-330, CM-331."""
    here = state.seats[seat].position or ""
    planet, gear = state.planets.get(here), gear_asked(state, seat, here, viewer)
    if planet is not None and planet.controller is None and gear is not None:
        yield Offer("control_planet", seat, gear)


def access_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-341, CM-510, CM-511, CM-346."""
    name = state.controlled_by(seat)
    if name is None:
        return
    planet, hand, limit = state.planets[name], state.seats[seat].hand, state.alien_of(seat).hand_limit
    inside = len(planet.face_down)
    takable = () if planet.no_take else planet.face_down
    out, bonds_out = movable(state, "to_hand", takable, viewer, beside=hand)
    back, bonds_back = movable(state, "to_envelope", hand, viewer, beside=planet.face_down)
    unseen = (UNKNOWN,) if UNKNOWN in out and UNKNOWN in back else ()
    yield Offer(
        "transfer_cards",
        seat,
        {
            "to_hand": Optional(Several(out, 0, len(takable))),
            "to_envelope": Optional(Several(back, 0, len(hand))),
        },
        (
            *bonds_out,
            *bonds_back,
            Apart("to_hand", "to_envelope", unseen),
            Balance("to_hand", "to_envelope", NO_LEAST, min(limit - len(hand), inside - 1)),
        ),
    )
    yield from _flip(state, seat, name, viewer)
    yield Offer("return_envelope", seat)


def _flip(state: State, seat: str, name: str, viewer: Viewer) -> Iterator[Offer]:
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
            for card in holdings(state, cards, viewer)
            if state.box.cards[card].flip and (payable or state.box.cards[card].cost == "free")
        )
        if flips and (origin == "hand" or len(planet.face_down) > 1):
            yield Offer("activate_flip", seat, {"card": Choice(flips), "from": Choice((origin,))})
