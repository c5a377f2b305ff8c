"""What the tests of the board look at: the board of a table, its zones, places and lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.games.first_light import GAME
from domain.kernel import PUBLIC, Board, Card, Piece, Place, Viewer, Zone
from domain.kernel.engine.views import state_view
from domain.kernel.session.rendering import board_of, naming
from domain.kernel.ui.board import SeatPanel
from tests.support.given import Table


def board(table: Table, viewer: Viewer = PUBLIC, drawing: Any = None) -> Board:
    """The board of a table as the viewer is shown it."""
    called = naming(GAME, table.components, [{"seat": seat, "color": seat} for seat in table.seats])
    view = msgspec.json.decode(msgspec.json.encode(state_view(GAME, table.state, viewer)))
    return board_of(GAME, view, {}, {}, drawing, called, strict=True)


def zone(of: Board, id: str) -> Zone:
    return next(zone for zone in of.zones if zone.id == id)


def zones_in_order(of: Board) -> list[Zone]:
    """As a phone shows them: what goes on, then what is drawn, then what is told."""
    return sorted(of.zones, key=lambda zone: (zone.rank >= 0, not zone.places, zone.rank))


def place(of: Board, id: str) -> Place:
    return next(place for zone in of.zones for place in zone.places if place.id == id)


def pieces(of: Board) -> Iterator[tuple[str, Piece]]:
    """Every piece with the place that it stands on."""
    for zone in of.zones:
        for place in zone.places:
            for piece in place.pieces:
                yield place.id, piece


def where(of: Board) -> dict[str, str]:
    """Where each piece stands."""
    return {piece.id: place for place, piece in pieces(of)}


def shorts(of: Board, zone_id: str) -> dict[str, str]:
    return {place.id: place.short for place in zone(of, zone_id).places}


def cards(of: Zone | SeatPanel) -> dict[str, Card]:
    return {card.label: card for card in of.cards}


def lines(of: Zone | SeatPanel) -> dict[str, str]:
    return {line.label: line.value for line in of.lines}


def faces(of: Place) -> list[tuple[str | None, str | None]]:
    """Whose pieces stand there, and what they show."""
    return [(piece.seat, piece.face) for piece in of.pieces]
