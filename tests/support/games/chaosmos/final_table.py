"""Our final table in the words of the recorded games' expected ones."""

from __future__ import annotations

from typing import Any

from domain.games.chaosmos.state import State


def final_table(state: State, actions: int) -> dict[str, Any]:
    """The truth at the end of a game."""
    assert state.result is not None
    kind, place = where_the_ovoid_is(state)
    return {
        "actions": actions,
        "turns_ended": state.turns_ended,
        "clock": state.clock,
        "clock_cut_by_cards": state.clock_cut,
        "winner": state.result.winner,
        "cause": state.result.cause,
        "ovoid_in": kind,
        "ovoid_at": place,
        "hypertoken_supply": state.supply,
        "seats": {
            seat: {
                "alien": player.alien,
                "position": player.position,
                "hypertokens": player.hypertokens,
                "hand": list(player.hand),
                "controls": state.controlled_by(seat),
            }
            for seat, player in state.seats.items()
        },
        "planets": {
            name: {
                "controller": planet.controller,
                "flag": planet.flag,
                "no_take": planet.no_take,
                "face_down": list(planet.face_down),
                "face_up": planet.face_up,
                "face_up_activated_by": planet.activated_by,
            }
            for name, planet in state.planets.items()
        },
        "pool": list(state.pool),
        "void": list(state.void),
        "removed": list(state.removed),
        "deck": len(state.deck),
    }


def where_the_ovoid_is(state: State) -> tuple[str, str | None]:
    """The sort of zone, and the seat or planet."""
    ovoid = state.box.ovoid
    for seat, player in state.seats.items():
        if ovoid in player.hand:
            return "hand", seat
    for name, planet in state.planets.items():
        if ovoid in planet.face_down:
            return "envelope", name
    return ("pool", None) if ovoid in state.pool else ("void", None)
