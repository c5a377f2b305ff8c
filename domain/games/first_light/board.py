"""The table as a picture: bases, Location Boards, the Negotiation Board, the planet, the AI.

Which zones stand in front and which are folded hangs on the phase: what its usual action needs comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.first_light.board_bases import base_zone, print_zone
from domain.games.first_light.board_locations import locations_zone
from domain.games.first_light.board_negotiation import negotiation_zone
from domain.games.first_light.board_planet import planet_zone
from domain.games.first_light.board_seats import Faces, dealt_zones, panels, phase_name
from domain.games.first_light.board_stores import stores_zone
from domain.games.first_light.board_tiles import advancements_zone, setbacks_zone, stacks_zone
from domain.games.first_light.board_told import now_zone, rival_zone, supplies_zone
from domain.games.first_light.drawing import drawings, faults, read_drawing
from domain.kernel import Board, Boards, Json, Naming, Zone

FIRST = -10
"""The rank of what a phase is about."""

OPEN: Mapping[str, frozenset[str]] = {
    "plan_event": frozenset({"planet", "now"}),
    "plan": frozenset({"base", "print"}),
    "headquarters": frozenset({"locations", "negotiation", "stores"}),
    "schemes": frozenset({"rival", "locations", "negotiation", "planet"}),
    "garages": frozenset({"locations", "negotiation", "stores"}),
    "harvest": frozenset({"base", "planet"}),
    "rest": frozenset({"planet"}),
    "scoring": frozenset({"planet"}),
    "finished": frozenset({"planet", "negotiation"}),
}
"""The zones that are open on a phone before anything is touched. The planet is while all is set up."""

FOLLOW_UPS: Mapping[str, frozenset[str]] = {
    "clan_ability": frozenset({"base", "planet"}),
    "advancement": frozenset({"advancements"}),
    "setback": frozenset({"setbacks", "negotiation"}),
    "extra_reward": frozenset({"stores", "planet"}),
    "free_upgrade": frozenset({"stacks", "base"}),
}
"""The same while a choice is owed."""

LEADS: Mapping[str, tuple[str, ...]] = {
    "plan": ("base", "print"),
    "harvest": ("base", "print"),
    "schemes": ("rival",),
    "finished": ("now",),
}
LEADS_FOLLOW_UP: Mapping[str, tuple[str, ...]] = {
    "advancement": ("advancements",),
    "setback": ("setbacks",),
    "extra_reward": ("stores",),
    "free_upgrade": ("stacks",),
}
"""The zones that stand before all others."""

RANKS = {
    "base": 5,
    "locations": 10,
    "negotiation": 20,
    "stores": 30,
    "planet": 40,
    "stacks": 50,
    "advancements": 52,
    "setbacks": 54,
    "print": 56,
    "now": 60,
    "rival": 80,
    "supplies": 90,
}


FOLDED_LATER = 500
"""What is folded stands after what is open; but for the base, whose title says what there is to pay with."""


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view."""
    faces = Faces(naming)
    seats = panels(view, lambda seat: seat in _awaited(view), faces, naming)
    return Board(_title(view), tuple(_zones(view, drawing, faces, naming)), seats)


def _zones(view: Json, drawing: Json | None, faces: Faces, naming: Naming) -> Iterator[Zone]:
    pending = view["pending"]["kind"] if view["pending"] is not None else None
    is_open = FOLLOW_UPS[pending] if pending else OPEN.get(view["phase"], frozenset({"planet"}))
    leads = LEADS_FOLLOW_UP.get(pending, ()) if pending else LEADS.get(view["phase"], ())
    read = read_drawing(drawing)

    def rank(zone: str) -> int:
        return FIRST + leads.index(zone) if zone in leads else RANKS[zone]

    def drawn(zone: str) -> tuple[int, bool]:
        folded = zone not in is_open
        later = folded and zone != "base" and zone not in leads
        return rank(zone) + (FOLDED_LATER if later else 0), folded

    for seat in _shown_bases(view):
        yield base_zone(view, seat, *drawn("base"), read, naming)
    yield locations_zone(view, *drawn("locations"), read, naming)
    yield negotiation_zone(view, *drawn("negotiation"), read, naming)
    yield stores_zone(view, *drawn("stores"), read, naming)
    yield planet_zone(view, *drawn("planet"), read, naming)
    yield stacks_zone(view, *drawn("stacks"), naming)
    yield advancements_zone(view, *drawn("advancements"))
    yield setbacks_zone(view, *drawn("setbacks"))
    yield print_zone(*drawn("print"), naming)
    yield from dealt_zones(view, FIRST, faces, naming)
    yield now_zone(view, rank("now"), faces, naming)
    yield from rival_zone(view, *drawn("rival"), faces, naming)
    yield supplies_zone(view, rank("supplies"), naming)


def _shown_bases(view: Json) -> list[str]:
    """The own base, where the view is somebody's own; of the others the panels tell. Elsewhere all."""
    own = [seat for seat, base in view["seats"].items() if "plan" in base]
    return own or list(view["seats"])


def _title(view: Json) -> str:
    if view["phase"] == "finished":
        return "The game is over"
    if not view["round"]:
        return phase_name(view["phase"])
    return f"Round {view['round']}, {phase_name(view['phase'])}"


def _awaited(view: Json) -> set[str]:
    """Who is to act: one, or in Plan, Harvest and Rest all who are not done."""
    if view["pending"] is not None:
        return {view["pending"]["seat"]}
    if view["active"] is not None:
        return {view["active"]}
    seats = view["seats"]
    match view["phase"]:
        case "plan":
            return {seat for seat, base in seats.items() if not base["ready"]}
        case "harvest" | "rest":
            return {*seats} - {*view["done"]}
        case "setup_characters":
            return {seat for seat, base in seats.items() if not base["character_chosen"]}
        case "setup_items":
            return {seat for seat, base in seats.items() if base["packet_size"]}
    return set()


BOARDS = Boards(board=board, drawings=drawings, faults=faults)
"""The pictures of First Light."""
