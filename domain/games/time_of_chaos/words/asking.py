"""What is asked now: of the table in the setup, of the seat that acts later."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.time_of_chaos.state import ACTIONS_PER_TURN
from domain.kernel import Json, Naming, Says, capitalized, listed

SETUP_STEPS = {
    "layout": "lay out the tiles",
    "displays": "deal the displays",
    "first_player": "choose the first player",
}


def asks(view: Json, naming: Naming) -> Mapping[str, Says]:
    """By seat, "" for the table."""
    if view["phase"] == "setup":
        missing = [step for name, step in SETUP_STEPS.items() if view[name] is None]
        if missing:
            told = listed(missing)
            return {"": (capitalized(told),)}
        return dict.fromkeys(view["placement_queue"][:1], ("places a pawn",))
    if view["active"] is None:
        return {}
    return {view["active"]: (_turn(view),)}


def _turn(view: Json) -> str:
    last = ", last turn" if view["end_trigger"] is not None else ""
    if view["phase"] == "send":
        return f"sends disorder{last}"
    left = view["actions_left"]
    if not left:
        return f"ends the turn: no actions left{last}"
    pawn = view["seats"][view["active"]]["pawn"]
    locked = "; in chaos: travel or restore" if view["tiles"][pawn]["side"] == "chaos" else ""
    return f"{left} of {ACTIONS_PER_TURN} actions left{last}{locked}"
