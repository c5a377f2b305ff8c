"""The plain board: a view as lists of lines, for a game that draws none."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.board import Board, Line, SeatPanel, Zone
from domain.kernel.messages import Json
from domain.kernel.plain_words import plain_seat, plain_value, readable
from domain.kernel.words import Naming


def plain_board(
    view: Json, standing: Mapping[str, Json], moment: Mapping[str, Json], naming: Naming
) -> Board:
    """Every member of the view as a line, mappings as lists of their own; seats with their scores."""
    table = [
        Line(readable(key), plain_value(value, naming)) for key, value in view.items() if _is_short(value)
    ]
    zones = [Zone("table", "Table", "list", rank=0, lines=tuple(table))]
    for key, value in view.items():
        if not _is_short(value):
            members = value.items() if isinstance(value, Mapping) else enumerate(value, start=1)
            lines = [Line(_called(name, naming), plain_value(of, naming)) for name, of in members]
            zones.append(Zone(str(key), readable(key), "list", lines=tuple(lines)))
    title = f"Round {moment['round']}" if moment.get("round") else readable(str(moment.get("phase") or ""))
    return Board(title, tuple(zones), tuple(_panel(seat, moment, naming) for seat in standing["seats"]))


def _is_short(value: Json) -> bool:
    return not isinstance(value, Mapping | list) or not value or all(isinstance(of, str) for of in value)


def _called(name: Json, naming: Naming) -> str:
    if isinstance(name, str) and (name in naming.seats or name in naming.components):
        return plain_value(name, naming)
    return readable(str(name))


def _panel(seat: Mapping[str, Json], moment: Mapping[str, Json], naming: Naming) -> SeatPanel:
    """A side that no seat of the opening plays (an opponent of paper) is called by its id."""
    known = naming.seats.get(seat["seat"]) or plain_seat(seat)
    return SeatPanel(
        seat["seat"],
        known.label,
        known.color,
        score=None if seat["score"] is None else f"{seat['score']:g}",
        active=seat["seat"] in moment["active"],
        winner=seat["winner"],
    )
