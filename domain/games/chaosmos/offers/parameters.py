"""Parameters that several offers share."""

from __future__ import annotations

from domain.games.chaosmos.rules.envelopes import is_toxic
from domain.games.chaosmos.state import State
from domain.kernel import Choice


def gear_asked(state: State, seat: str, space: str) -> dict[str, Choice] | None:
    """The gear parameter that the space asks for; None: the seat has not got it."""
    if not is_toxic(state, seat, space):
        return {}
    gear = state.alien_of(seat).gear
    return {"gear": Choice((gear,))} if gear in state.seats[seat].hand else None
