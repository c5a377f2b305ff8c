"""The table as a picture: the battle, the map, doom, the quartermaster, enemies, what the seats hold."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.board_battle import battle_zone
from domain.games.order_vs_chaos.board_final import final_zone, result_zone
from domain.games.order_vs_chaos.board_map import map_zone
from domain.games.order_vs_chaos.board_seats import panels
from domain.games.order_vs_chaos.board_stock import display, doom, enemies, supplies
from domain.games.order_vs_chaos.drawing import drawings, faults
from domain.games.order_vs_chaos.words.names import SIDES
from domain.games.order_vs_chaos.words.table import hero_name
from domain.kernel import Board, Boards, Json, Line, Naming, Zone, counted, listed


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view."""
    zones = (
        *battle_zone(view, naming),
        *final_zone(view, naming),
        *result_zone(view, naming),
        *map_zone(view, drawing, naming),
        _now(view, naming),
        doom(view),
        display(view, naming),
        enemies(view, naming),
        supplies(view, naming),
    )
    return Board(_title(view), zones, panels(view, naming))


def _title(view: Json) -> str:
    match view["phase"]:
        case "setup":
            return "Setup"
        case "final":
            return "Final battle"
        case "finished":
            return "The game is over"
    return f"Turn {view['turn']}"


def _now(view: Json, naming: Naming) -> Zone:
    """Whose turn it is, what is left of it, and what somebody owes."""
    return Zone("now", "Now", "list", 12, lines=tuple(_lines(view, naming)))


def _lines(view: Json, naming: Naming) -> Iterator[Line]:
    if view["phase"] == "setup":
        yield from _setup(view, naming)
    if view["phase"] == "turn":
        yield from _turn(view, naming)
    for label, told in _owed(view, naming).items():
        yield Line(label, ", ".join(told), "hand", alarm=True)
    if view["waiting_battles"] and view["battle"] is None:
        where = [naming.name(waiting["location"]) for waiting in view["waiting_battles"]]
        yield Line("Battles to come", f"at {listed(where)}", "swords", alarm=True)


def _setup(view: Json, naming: Naming) -> Iterator[Line]:
    """OC-116: in any order, before the first hero is placed."""
    chosen = {"Map": view["map"], "Arch enemy": view["arch_enemy"]}
    for label, id in chosen.items():
        yield Line(
            label, "not chosen yet" if id is None else naming.name(id), "map" if label == "Map" else "skull"
        )
    first = view["first_player"]
    yield Line("First player", "not chosen yet" if first is None else naming.seat(first).text, "flag")
    yield Line("Quartermaster", "laid out" if view["display"] else "not laid out yet", "box")


def _turn(view: Json, naming: Naming) -> Iterator[Line]:
    """OC-202 … OC-206."""
    seat = view["active"]
    if seat is None:
        return
    hero = view["seats"][seat]
    yield Line("Turn", f"{hero_name(view, seat, naming)}, {SIDES[hero['side']]}", "user")
    if view["battle"] is not None:
        return
    if view["lost"]:
        yield Line("Left", "end the turn", "hourglass", alarm=True)
        return
    steps = hero["move"] - view["moves_used"]
    moves = f"{steps} of {counted(hero['move'], 'move')}" if view["step"] == "move" else "no moves left"
    opening = [] if view["opened"] else ["a reveal"]
    action = [] if view["acted"] else ["the location action"]
    yield Line("Left", listed([moves, *opening, *action]), "footprints")
    if view["passes"]:
        yield Line("May pass", listed([naming.name(place) for place in view["passes"]]), "footprints")


OWED = {
    "assign_xp": "XP to spend",
    "place_monster": "A monster to place",
    "surplus_monster": "Order discards a monster",
    "draw_event": "Event cards to draw",
    "resolve_event": "Event card to resolve",
    "take_reward": "A reward to take",
    "resurrect": "Return on a start space",
    "overflow_gain": "A gain for doom beyond 13",
    "allot_doom_damage": "Order divides its doom",
}
"""OC-211."""


def _owed(view: Json, naming: Naming) -> dict[str, list[str]]:
    """The duties by their kind: who owes, where, how many."""
    owed: dict[str, list[str]] = {}
    for duty in view["pending"]:
        parts = [naming.seat(duty["seat"]).text] if duty.get("seat") else []
        if duty.get("location"):
            parts.append(f"at {naming.name(duty['location'])}")
        parts += [naming.name(type) for type in duty.get("types", ())]
        parts += [naming.seat(seat).text for seat in duty.get("candidates", ())]
        if duty.get("card"):
            parts.append(naming.name(duty["card"]))
        if duty.get("n"):
            parts.append(str(duty["n"]))
        owed.setdefault(OWED[duty["kind"]], []).append(" ".join(parts) or "now")
    return owed


BOARDS = Boards(board=board, drawings=drawings, faults=faults)
