"""The view of one seat or of the public (TC-507, TC-508, TC-510, TC-313)."""

from __future__ import annotations

import msgspec

from domain.games.time_of_chaos.scoring import score
from domain.games.time_of_chaos.state import Held, Player, State, deck_size
from domain.kernel import Json, Viewer


def view(state: State, viewer: Viewer) -> Json:
    """The table as the viewer may see it: hands as TC-507 has it, decks as numbers (TC-508, TC-510)."""
    return {
        "options": msgspec.to_builtins(state.options),
        "phase": state.phase,
        "clockwise": list(state.clockwise),
        "first_player": state.first_player,
        "placement_queue": list(state.placement_queue),
        "turn": state.turn,
        "round": state.round,
        "active": state.active,
        "actions_left": state.actions_left,
        "layout": msgspec.to_builtins(state.layout),
        "tiles": {
            name: {"side": "chaos" if tile.chaos else "order", "cubes": dict(sorted(tile.cubes.items()))}
            for name, tile in state.tiles.items()
        },
        "seats": {seat: _player(state, seat, player, viewer) for seat, player in state.seats.items()},
        "decks": {era: deck_size(state, era) for era in state.decks},
        "displays": msgspec.to_builtins(state.displays),
        "discard": [],
        "end_trigger": msgspec.to_builtins(state.end_trigger),
        "final_turns": list(state.final_turns),
        "result": msgspec.to_builtins(state.result),
    }


def _player(state: State, seat: str, player: Player, viewer: Viewer) -> Json:
    return {
        "color": player.color,
        "pawn": player.pawn,
        "supply": player.supply,
        "hand": [_held(held, known=viewer.knows(seat)) for held in player.hand],
        "tableau": list(player.tableau),
        "cloak": "active" if player.cloak_active else "exhausted",
        "penalties": player.penalties,
        "score": score(state, seat),
    }


def _held(held: Held, *, known: bool) -> Json:
    """TC-507: the deck is seen by all; the card only if it was searched, or by its holder."""
    shown = {"deck": held.deck, "via": held.via}
    if known or held.via == "search":
        return {"card": held.card, **shown}
    return shown
