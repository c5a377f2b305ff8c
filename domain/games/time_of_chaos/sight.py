"""The cards that a viewer cannot rule out; of another seat's grabbed card it sees the deck only (TC-507)."""

from __future__ import annotations

from domain.games.time_of_chaos.components import ERAS
from domain.games.time_of_chaos.state import State
from domain.kernel import UNKNOWN, Viewer


def may_be_in_hand(state: State, seat: str, viewer: Viewer) -> tuple[str, ...]:
    """The cards that the hand may hold: for a viewer who knows the seat, those that it holds.

    They include the cards that an unknown card of the hand may be.
    """
    hand = state.seats[seat].hand
    if viewer.knows(seat):
        return (*(held.card for held in hand if held.card != UNKNOWN), *may_be_named(state, seat, viewer))
    return (*(held.card for held in hand if held.via == "search"), *may_be_grabbed(state, seat, viewer))


def may_be_grabbed(state: State, seat: str, viewer: Viewer) -> tuple[str, ...]:
    """The cards that the hand may hold from a grab, for a viewer who sees only their decks."""
    decks = {held.deck for held in state.seats[seat].hand if held.via == "grab"}
    return _unseen_of(state, decks, viewer)


def may_be_named(state: State, seat: str, viewer: Viewer) -> tuple[str, ...]:
    """The cards that an unknown card of the hand may be, for a viewer who knows the seat (TC-R40)."""
    decks = {held.deck for held in state.seats[seat].hand if held.card == UNKNOWN}
    return _unseen_of(state, decks, viewer)


def unseen(state: State, era: str, viewer: Viewer) -> tuple[str, ...]:
    """The cards of the deck that the viewer cannot rule out.

    Those that may lie in it or stand unknown in a hand, and what others grabbed from it.
    """
    grabbed_by_others = {
        held.card
        for seat, player in state.seats.items()
        for held in player.hand
        if held.via == "grab" and not viewer.knows(seat)
    }
    left = grabbed_by_others.union(state.decks[era])
    return tuple(card for card in state.box.decks[era] if card in left)


def _unseen_of(state: State, decks: set[str], viewer: Viewer) -> tuple[str, ...]:
    return tuple(card for era in ERAS if era in decks for card in unseen(state, era, viewer))
