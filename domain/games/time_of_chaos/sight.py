"""What a viewer cannot rule out: a grabbed card is known to its holder alone, its deck to all (TC-507)."""

from __future__ import annotations

from domain.games.time_of_chaos.components import ERAS
from domain.games.time_of_chaos.state import State
from domain.kernel import Viewer


def may_be_in_hand(state: State, seat: str, viewer: Viewer) -> tuple[str, ...]:
    """The cards that the hand may hold: for who knows the seat, those that it holds."""
    hand = state.seats[seat].hand
    if viewer.knows(seat):
        return tuple(held.card for held in hand)
    return (*(held.card for held in hand if held.via == "search"), *may_be_grabbed(state, seat, viewer))


def may_be_grabbed(state: State, seat: str, viewer: Viewer) -> tuple[str, ...]:
    """The cards that the hand may hold from a grab, for who sees no more of them than their decks."""
    decks = {state.box.cards[held.card].deck for held in state.seats[seat].hand if held.via == "grab"}
    return tuple(card for era in ERAS if era in decks for card in unseen(state, era, viewer))


def unseen(state: State, era: str, viewer: Viewer) -> tuple[str, ...]:
    """The cards of the deck that the viewer cannot rule out: the deck, and what others grabbed from it."""
    grabbed_by_others = {
        held.card
        for seat, player in state.seats.items()
        for held in player.hand
        if held.via == "grab" and not viewer.knows(seat)
    }
    left = grabbed_by_others.union(state.decks[era])
    return tuple(card for card in state.box.decks[era] if card in left)
