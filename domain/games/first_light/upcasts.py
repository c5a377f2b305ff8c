"""Entries of older payload versions, brought to today's as they are read. Stored bytes stay as they are."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Json, Upcast


def _color_of_seats(body: dict[str, Json]) -> dict[str, Json]:
    """Version 1 spelled the member `colour`."""
    seats = [{("color" if name == "colour" else name): seat[name] for name in seat} for seat in body["seats"]]
    return body | {"seats": seats}


UPCASTS: Mapping[tuple[str, int], Upcast] = {("opened", 1): _color_of_seats}
