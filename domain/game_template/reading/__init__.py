"""Looks at the table that several rooms need: who can act, which cards somebody has not seen."""

from __future__ import annotations

from domain.game_template.state import State
from domain.kernel import Viewer


def next_to_act(state: State) -> str | None:
    """GT-202: the next seat after the active one that has a card to draw or to play."""
    assert state.active is not None
    place = state.seats.index(state.active) + 1
    clockwise = (*state.seats[place:], *state.seats[:place])
    return next((seat for seat in clockwise if state.deck or state.hands[seat]), None)


def unseen_by(state: State, viewer: Viewer) -> tuple[str, ...]:
    """The cards that may be in the deck for all that the viewer knows: the deck and the others' hands."""
    hidden = {card for seat, hand in state.hands.items() if not viewer.knows(seat) for card in hand}
    return tuple(card for card in state.box.values if card in hidden or card in state.deck)
