"""Where cards lie: `hand:SEAT`, `envelope:PLANET`, `face_up:PLANET`, `pool`, `void`, `removed`."""

from __future__ import annotations

from domain.games.chaosmos.state import Cards, State

OPEN_ZONES = ("pool", "void", "removed")


def hand_of(seat: str) -> str:
    """The zone of a hand."""
    return f"hand:{seat}"


def envelope_of(planet: str) -> str:
    """The zone of an envelope."""
    return f"envelope:{planet}"


def is_zone(state: State, zone: str) -> bool:
    """Whether there is such a zone at this table."""
    kind, _, name = zone.partition(":")
    if kind == "hand":
        return name in state.seats
    if kind in ("envelope", "face_up"):
        return name in state.planets
    return zone in OPEN_ZONES


def lies_face_down(zone: str) -> bool:
    """Whether cards lie there so that not everybody sees them, in any number."""
    return zone.startswith(("hand:", "envelope:"))


def holder_of(state: State, zone: str) -> str | None:
    """The seat that sees what lies face down there; None: nobody does (CM-804)."""
    kind, _, name = zone.partition(":")
    return name if kind == "hand" else state.planets[name].controller


def cards_in(state: State, zone: str) -> Cards:
    """The cards that lie there."""
    kind, _, name = zone.partition(":")
    match kind:
        case "hand":
            return state.seats[name].hand
        case "envelope":
            return state.planets[name].face_down
        case "face_up":
            face_up = state.planets[name].face_up
            return () if face_up is None else (face_up,)
        case "pool":
            return state.pool
        case "void":
            return state.void
        case _:
            return state.removed
