"""Prompts: what the game asks of the table and each seat now; and labels of free forms."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.time_of_chaos.state import ACTIONS_PER_TURN
from domain.kernel import Json, Naming, Says, capitalized, listed

# The current questions: to the table in the setup, later to the seat that acts.

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


def waits(view: Json, naming: Naming) -> Mapping[str, str]:
    """Whose turn it is, or who places a pawn."""
    if view["phase"] == "setup":
        ready = all(view[name] is not None for name in SETUP_STEPS)
        return dict.fromkeys(view["placement_queue"][:1], "Place a pawn") if ready else {}
    if view["active"] is None:
        return {}
    left = view["actions_left"]
    does = f"{left} of {ACTIONS_PER_TURN} actions left" if left else "End the turn"
    return {view["active"]: "Send disorder" if view["phase"] == "send" else does}


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


# Free forms: what facts and actions, their members and values are called where somebody fills them in.

MESSAGES = {
    "action_step_began": "Disorder sent",
    "action_taken": "Action used",
    "actions_left_set": "Actions left corrected",
    "card_delivered": "Artifact delivered",
    "card_moved": "Artifact put right",
    "card_named": "Face-down artifact named",
    "card_taken": "Artifact taken",
    "cloak_refreshed": "Cloak refreshed",
    "cloak_used": "Cloak exhausted",
    "cube_returned": "Cubes returned",
    "displays_dealt": "Displays dealt",
    "end_triggered": "Fourth delivery: end triggered",
    "penalty_returned": "Penalty given back",
    "placement_began": "Pawn placement order",
    "source_blocked": "No disorder sent: already in chaos",
    "source_starved": "No disorder sent: no cubes left",
    "tile_fell_at_setup": "Tile flipped to chaos at setup",
    "tile_flipped": "Tile flipped to chaos",
    "tile_restored": "Tile restored",
}
MEMBERS = {
    "action": "Which action",
    "active": "Whose turn",
    "actions_used": "Actions used",
    "before": "Cubes before",
    "card": "Artifact",
    "cause": "Why",
    "chaos_tiles": "Chaos tiles with own cubes",
    "cloak": "Cloaked",
    "color": "Cube colour",
    "colors": "Cube colours",
    "count": "Number of cubes",
    "cube_on": "Where the cube goes",
    "deck": "Deck of",
    "display_refilled.card": "New artifact",
    "era": "To which era",
    "final": "Last turn",
    "final_turns": "Last turns for",
    "giver": "From seat",
    "into": "To",
    "kept": "Colours that leave a cube",
    "left": "Left",
    "origin": "From",
    "out_of": "From",
    "points": "Worth",
    "queue": "Order",
    "refill": "New on display",
    "scores": "Score",
    "secret": "Known only to its holder",
    "slot": "Display slot",
    "source": "Sent from",
    "sources": "Tiles that send a cube",
    "supplies": "Cubes left",
    "taker": "To seat",
    "turn": "Turn",
    "via": "How",
}
VALUES = {
    "cause=deliver": "Delivery",
    "cause=flip": "Tile flipped",
    "cause=restore": "Tile restored",
    "cause=search": "Search",
    "cause=send": "Sent disorder",
    "cause=setup": "Setup",
    "cube_on=arrival": "Arrival tile",
    "cube_on=departure": "Departure tile",
    "cube_on=": "None: cloaked",
    "card=": "Not known",
    "display_refilled.card=": "None: the deck is empty",
    "displays=": "Not known",
    "first_player=": "Not known",
    "layout=": "Not known",
    "giver=": "Nobody",
    "into=delivered": "What a seat delivered",
    "into=hand": "A hand",
    "origin=": "Off the board",
    "out_of=delivered": "What a seat delivered",
    "out_of=hand": "A hand",
    "refill=": "None: the deck is empty",
    "source=": "None",
    "sources=": "All eligible",
    "taker=": "Nobody",
    "via=grab": "Grabbed from the deck",
    "via=search": "Taken from the display",
    "via=setup": "At setup",
}
FORMS: Mapping[str, str] = {**MESSAGES, **MEMBERS, **VALUES}
"""Anything that is missing here is called by its own name."""

POSITIONS = frozenset({"slot"})
"""Members that hold a place in a row, from 0."""
