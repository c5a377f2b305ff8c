"""Boards of tables of Order vs Chaos, and looks at them."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.games.order_vs_chaos import GAME
from domain.kernel import PUBLIC, Board, Card, ComponentSet, Naming, Place, SeatPanel, Viewer, Zone
from domain.kernel.engine.views import state_view
from domain.kernel.session.rendering import board_of, naming
from tests.games.order_vs_chaos.table import CHAOS, OrderTable


def called(components: ComponentSet, seats: tuple[str, ...]) -> Naming:
    """What things are called at a table of these seats."""
    sides = [{"seat": seat, "side": "chaos" if seat in CHAOS else "order"} for seat in seats]
    return naming(GAME, components, sides)


def drawn(state: Any, names: Naming, viewer: Viewer = PUBLIC, drawing: Any = None) -> Board:
    """The board of a state, from what the viewer may see of it."""
    view = msgspec.json.decode(msgspec.json.encode(state_view(GAME, state, viewer)))
    return board_of(GAME, view, {}, {}, drawing, names, strict=True)


def board(table: OrderTable, viewer: Viewer = PUBLIC, drawing: Any = None) -> Board:
    """The board of a table."""
    return drawn(table.state, called(table.components, table.seats), viewer, drawing)


def zone(of: Board, id: str) -> Zone:
    """A zone of the board."""
    return next(zone for zone in of.zones if zone.id == id)


def place(of: Board, id: str) -> Place:
    """A place of the board."""
    return next(place for zone in of.zones for place in zone.places if place.id == id)


def panel(of: Board, seat: str) -> SeatPanel:
    """What lies before a seat."""
    return next(panel for panel in of.seats if panel.seat == seat)


def cards(of: Zone | SeatPanel) -> dict[str | None, Card]:
    """Cards by their id."""
    return {card.id: card for card in of.cards}


def lines(of: Zone | SeatPanel) -> dict[str, str]:
    """Figures by their name."""
    assert len({line.label for line in of.lines}) == len(of.lines)
    return {line.label: line.value for line in of.lines}


def alarms(of: Zone | SeatPanel) -> set[str]:
    """The names of the figures that should be seen at once."""
    return {line.label for line in of.lines if line.alarm}
