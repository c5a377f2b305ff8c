"""The view of one seat, or of the public (GT-401). Secrets are removed only here."""

from __future__ import annotations

from domain.game_template.scoring import score
from domain.game_template.state import State
from domain.kernel import Json, Viewer


def view(state: State, viewer: Viewer) -> Json:
    """The table as the viewer may see it, built from what may be seen."""
    return {
        "phase": state.phase,
        "hand_limit": state.hand_limit,
        "clockwise": list(state.clockwise),
        "first_player": state.first_player,
        "active": state.active,
        "turn": state.turn,
        "last_roll": state.last_roll,
        "deck": len(state.deck),
        "discard": list(state.discard),
        "seats": {seat: _player(state, seat, viewer) for seat in state.seats},
        "winners": None if state.winners is None else list(state.winners),
    }


def _player(state: State, seat: str, viewer: Viewer) -> Json:
    player = state.seats[seat]
    shown = {
        "color": player.color,
        "hand_size": len(player.hand),
        "scored": list(player.scored),
        "score": score(state, seat),
    }
    return shown | {"hand": list(player.hand)} if viewer.knows(seat) else shown
