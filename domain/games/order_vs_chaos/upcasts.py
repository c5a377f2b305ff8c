"""Entries of older payload versions, brought to today's as they are read. Stored bytes stay as they are."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Json, Upcast


def _former_reading(body: dict[str, Json]) -> dict[str, Json]:
    """Version 1 had no options: those sessions play OC-R25 by the pairs alone."""
    return body | {"options": body["options"] | {"final_battle_losses": "pairs"}}


UPCASTS: Mapping[tuple[str, int], Upcast] = {("opened", 1): _former_reading}
