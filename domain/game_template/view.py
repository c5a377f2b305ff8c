"""What one seat, or anybody, may see (GT-401). Secrets are cut here alone."""

from __future__ import annotations

import msgspec

from domain.game_template import actions, facts
from domain.game_template.scoring import score
from domain.game_template.state import State
from domain.kernel import Action, Fact, Json, Viewer


def view(state: State, viewer: Viewer) -> Json:
    """The table as the viewer may see it, built from what may be seen."""
    return {
        "phase": state.phase,
        "hand_limit": state.hand_limit,
        "seats": list(state.seats),
        "first_player": state.first_player,
        "active": state.active,
        "turn": state.turn,
        "last_roll": state.last_roll,
        "deck": len(state.deck),
        "discard": list(state.discard),
        "players": {seat: _player(state, seat, viewer) for seat in state.seats},
        "winners": None if state.winners is None else list(state.winners),
    }


def _player(state: State, seat: str, viewer: Viewer) -> Json:
    hand = state.hands[seat]
    shown = {
        "color": state.colors[seat],
        "cards_in_hand": len(hand),
        "scored": list(state.scored[seat]),
        "score": score(state, seat),
    }
    return shown | {"hand": list(hand)} if viewer.knows(seat) else shown


def action_view(action: Action, viewer: Viewer) -> Json:
    """A recorded action; a drawn card is named to its seat alone (GT-401)."""
    if isinstance(action, actions.DrawCard) and not viewer.knows(action.seat):
        return {"type": "draw_card", "seat": action.seat}
    return msgspec.to_builtins(action)


def fact_view(fact: Fact, viewer: Viewer) -> Json:
    """A recorded fact; a drawn card is named to its seat alone (GT-401)."""
    if isinstance(fact, facts.CardDrawn) and not viewer.knows(fact.seat):
        return {"fact": "card_drawn", "seat": fact.seat}
    return msgspec.to_builtins(fact)


def exposes(fact: Fact) -> bool:
    """A played card is seen by all, scored or not: taking it back leaves it known."""
    return isinstance(fact, facts.CardScored | facts.CardDiscarded)
