"""The first hands, CM-119."""

from __future__ import annotations

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import HandPrepared
from domain.games.chaosmos.reading.zones import envelope_of
from domain.games.chaosmos.rules.naming import check_moved, let_go
from domain.games.chaosmos.state import State, less
from domain.kernel import Chance, Facts, check


def prepare_hand(state: State, action: actions.PrepareHand, chance: Chance) -> Facts[State]:
    """CM-119: up to the hand limit (CM-R8), at least one card stays face-down."""
    check(action.seat in state.seats, "CM-119", "Unknown seat.", "seat")
    alien = state.alien_of(action.seat)
    envelope, cards = state.planets[alien.home].face_down, tuple(sorted(action.cards))
    zone = envelope_of(alien.home)
    check_moved(state, zone, cards, chance, "CM-119", "That card is not in your home envelope.", "cards")
    fits = len(cards) <= alien.hand_limit and len(cards) < len(envelope)
    check(fits, "CM-119", f"Take up to {alien.hand_limit} cards and leave at least one.", "cards")
    state = yield from let_go(state, zone, cards)
    left = less(state.planets[alien.home].face_down, cards)
    yield HandPrepared(action.seat, alien.home, cards, left)
