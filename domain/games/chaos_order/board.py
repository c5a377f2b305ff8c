"""The table as a picture: the map, the prices of the phases, tracks, the battle, what the seats hold."""

from __future__ import annotations

from domain.games.chaos_order.board_battle import battle_zones
from domain.games.chaos_order.board_map import map_zone
from domain.games.chaos_order.board_now import awaited, decks_zone, income_zones, now_zone
from domain.games.chaos_order.board_phases import phases_zone, tracks_zones
from domain.games.chaos_order.board_seats import panels, seat_zones
from domain.games.chaos_order.drawing import drawings, read_drawing
from domain.games.chaos_order.drawing_faults import faults
from domain.games.chaos_order.words.phrases import PHASE_NAMES
from domain.kernel import Board, Boards, Json, Naming


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view."""
    zones = (
        *battle_zones(view, naming),
        phases_zone(view, naming),
        map_zone(view, read_drawing(drawing, naming), naming),
        now_zone(view, naming),
        *income_zones(view, naming),
        *tracks_zones(view, naming),
        *seat_zones(view, naming),
        decks_zone(view, naming),
    )
    return Board(_title(view), zones, panels(view, naming, awaited(view)))


def _title(view: Json) -> str:
    if view["phase"] == "finished":
        return "The game is over"
    phase = PHASE_NAMES.get(view["phase"], view["phase"])
    return f"Round {view['round']}, {phase}" if view["round"] else phase


BOARDS = Boards(board=board, drawings=drawings, faults=faults)
