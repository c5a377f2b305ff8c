"""Where a die is, in words, as a setback and its facts name it (FL-366)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.words.printed import LOCATION_NAMES
from domain.kernel import Json


def die_place(die: Mapping[str, Json]) -> str:
    """`in Garage 2`, `below Zcharo, row 1`, `at the Market`."""
    match die["at"]:
        case "reserve":
            return "in the reserve"
        case "cantina":
            return "in the Cantina"
        case "garage":
            return f"in Garage {die['slot']}"
        case "farm":
            return f"on Farm {die['slot']}"
        case "headquarters":
            return f"at the Headquarters, slot {die['slot']}"
        case "depository":
            return f"at the Depository, {die['row']} row of column {die['column']}"
        case "negotiation":
            return f"below {str(die['clan']).capitalize()}, row {die['row']}"
    return f"at the {LOCATION_NAMES.get(die['at'], die['at'])}, space {die.get('space')}"


def die_says(view: Json, seat: str, die: Mapping[str, Json]) -> str:
    """With what it shows, and the points that go with it."""
    face = _face(view, seat, die)
    points = ""
    if die["at"] == "negotiation":
        cell = view["negotiation"]["cells"][die["clan"]][die["row"] - 1]
        points = f", {cell['points']} ★"
    return f"{f'the {face}' if face else 'a die'} {die_place(die)}{points}"


def _face(view: Json, seat: str, die: Mapping[str, Json]) -> int | None:
    base, spot = view["seats"][seat], None
    match die["at"]:
        case "garage" | "farm":
            face: int | None = base[f"{die['at']}s"][die["slot"] - 1]
            return face
        case "headquarters":
            spot = view["headquarters"][die["slot"] - 1]
        case "negotiation":
            spot = view["negotiation"]["cells"][die["clan"]][die["row"] - 1]["die"]
        case "depository":
            return int(die["column"])
        case "reserve" | "cantina":
            return None
        case _:
            spot = view["locations"][die["at"]][die["space"] - 1]
    return None if spot is None else int(spot["value"])
