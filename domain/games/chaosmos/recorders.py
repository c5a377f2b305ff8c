"""Whose phone records what the table does: any seat's, where that shows it nothing hidden."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet

from domain.games.chaosmos.state import State
from domain.kernel import UNKNOWN, Json

OPEN_STEPS = ("remove_alien_pair", "arrange_planets", "set_start_player", "show_ovoid")


def recorders(state: State, action: Mapping[str, Json]) -> Collection[str] | None:
    """The setup by any seat (CM-104, CM-108, CM-120, CM-122), and the end (CM-602). None: the seat that acts.

    Any seat may record a deal in secret (CM-812, CM-813) while the service draws it: each sees its own.
    A seat that declares it may name no card that it has not seen (CM-R31).
    """
    kind = action["type"]
    if kind in OPEN_STEPS:
        return state.clockwise
    if kind == "deal_aliens":
        is_open = state.options.mode == "first_game"
        return state.clockwise if is_open else _naming_only_its_own(state, action.get("aliens") or {})
    if kind == "deal_cards":
        return _dealing(state, action.get("envelopes") or {})
    return None


def _naming_only_its_own(state: State, aliens: Mapping[str, Collection[str]]) -> Collection[str]:
    """CM-812: a seat may name the aliens that it was dealt, and has seen no others."""
    named = {seat for seat, dealt in aliens.items() if any(alien != UNKNOWN for alien in dealt)}
    return tuple(seat for seat in state.clockwise if named <= {seat})


def _dealing(state: State, envelopes: Mapping[str, Collection[str]]) -> Collection[str]:
    """CM-813: a seat may name what lies in its home envelope, and has seen no other."""
    named = {planet for planet, cards in envelopes.items() if any(card != UNKNOWN for card in cards)}
    return tuple(seat for seat in state.clockwise if named <= _home(state, seat))


def _home(state: State, seat: str) -> AbstractSet[str]:
    """The seat's home planet. Before its alien lies open it has none: the rules refuse a deal then."""
    alien = state.box.aliens.get(state.seats[seat].alien or "")
    return frozenset() if alien is None else {alien.home}
