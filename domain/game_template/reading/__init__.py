"""Looks at the table that several rooms need: who can act, which cards somebody has not seen."""

from __future__ import annotations

from domain.game_template.state import State
from domain.kernel import Viewer


def next_to_act(state: State) -> str | None:
    """GT-202: the next seat after the active one that has a card to draw or to play."""
    assert state.active is not None
    place = state.clockwise.index(state.active) + 1
    around = (*state.clockwise[place:], *state.clockwise[:place])
    return next((seat for seat in around if state.deck or state.seats[seat].hand), None)


def unseen_by(state: State, viewer: Viewer) -> tuple[str, ...]:
    """The cards that may be in the deck for all that the viewer knows: the deck and the others' hands."""
    hands = [player.hand for seat, player in state.seats.items() if not viewer.knows(seat)]
    hidden = {card for hand in hands for card in hand}
    return tuple(card for card in state.box.values if card in hidden or card in state.deck)
