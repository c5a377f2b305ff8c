"""Naming cards that lie unnamed, and showing the Ovoid in the end: CM-R31."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.reading.unnamed import may_hold_the_ovoid, possible_cards, unnamed
from domain.games.chaosmos.state import Cards, State
from domain.kernel import Choice, Offer, Optional, Several, Viewer


def naming_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """At any time: what the unnamed cards of the hand and of the own envelope are."""
    yield from _naming(state, seat, "hand", state.seats[seat].hand, viewer)
    planet = state.controlled_by(seat)
    if planet is not None:
        yield from _naming(state, seat, "envelope", state.planets[planet].face_down, viewer)


def _naming(state: State, seat: str, place: str, cards: Cards, viewer: Viewer) -> Iterator[Offer]:
    count = unnamed(cards)
    if count:
        pool = possible_cards(state, viewer)
        values = tuple(card for card in sorted(pool) for _ in range(min(pool[card], count)))
        yield Offer("name_cards", seat, {"place": Choice((place,)), "cards": Several(values, 1, count)})


def showing_offers(state: State, viewer: Viewer) -> Iterator[Offer]:
    """At clock 0: who shows the Ovoid. Whose hand may hold it, and whether any does not, is not for all."""
    if state.phase != "showing":
        return
    exact = viewer.sees_all
    holders = Choice(may_hold_the_ovoid(state) if exact else state.clockwise)
    hidden = (planet.face_down for planet in state.planets.values())
    elsewhere = not exact or any(map(unnamed, hidden))
    yield Offer("show_ovoid", None, {"holder": Optional(holders, usual=True) if elsewhere else holders})
