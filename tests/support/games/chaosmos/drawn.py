"""The board of a table, as a viewer gets it."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.games.chaosmos import GAME
from domain.games.chaosmos.words.names import names, seat_name
from domain.kernel import PUBLIC, Board, ComponentSet, Naming, Piece, Place, Viewer, Zone
from domain.kernel.engine.views import state_view
from domain.kernel.session.rendering import board_of
from domain.kernel.ui.board import SeatPanel
from tests.games.chaosmos.table import DEMO
from tests.support.given import Table

NAMES = names(DEMO)


def board_at(
    state: Any,
    seats: tuple[str, ...],
    viewer: Viewer = PUBLIC,
    drawing: Any = None,
    components: ComponentSet = DEMO,
) -> Board:
    """The board of a state."""
    view = msgspec.json.decode(msgspec.json.encode(state_view(GAME, state, viewer)))
    called = NAMES if components is DEMO else names(components)
    naming = Naming(called, {seat: seat_name({"seat": seat}, called) for seat in seats})
    return board_of(GAME, view, {}, {}, drawing, naming, strict=True)


def board(table: Table, viewer: Viewer = PUBLIC, drawing: Any = None) -> Board:
    """The board of a table."""
    return board_at(table.state, table.seats, viewer, drawing, table.components)


def zone(of: Board, id: str) -> Zone:
    return next(zone for zone in of.zones if zone.id == id)


def zones(of: Board) -> set[str]:
    return {zone.id for zone in of.zones}


def place(of: Board, id: str) -> Place:
    return next(place for place in zone(of, "sky").places if place.id == id)


def panel(of: Board, seat: str) -> SeatPanel:
    return next(panel for panel in of.seats if panel.seat == seat)


def pieces(of: Board) -> dict[str, tuple[str, Piece]]:
    """Each piece with the place where it stands."""
    return {
        piece.id: (place.id, piece) for zone in of.zones for place in zone.places for piece in place.pieces
    }


def lines(of: Zone | SeatPanel) -> dict[str, str]:
    return {line.label: line.value for line in of.lines}


def cards(of: Zone | SeatPanel) -> list[tuple[str | None, str]]:
    return [(card.id, card.label) for card in of.cards]
