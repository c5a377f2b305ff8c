"""What is asked now: of the table in the setup, of the seat that acts later."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.state import ACTIONS_PER_TURN
from domain.games.chaosmos.words.table import opponent_of
from domain.kernel import Json, Naming, Says, capitalized, figure, listed

STEPS = {
    "remove_alien_pair": "remove a pair of aliens",
    "arrange_planets": "lay out the planets",
    "deal_aliens": "deal the aliens",
    "deal_cards": "deal the cards",
    "set_start_player": "choose the start player",
}
SHOW_OVOID = "The clock is at 0: show the Ovoid if it is in your hand"


def asks(view: Json, naming: Naming) -> Mapping[str, Says]:
    """By seat, "" for the table."""
    match view["phase"]:
        case "setup":
            return _setup(view)
        case "between_turns":
            return {} if view["next"] is None else {view["next"]: (_before(view),)}
        case "turn":
            return {view["turn"]["active"]: (_turn(view),)}
        case "combat":
            return _combat(view, naming)
        case "pending":
            return {view["pending"]["seat"]: _pending(view, naming)}
        case "showing":
            return {"": (SHOW_OVOID,)}
        case _:
            return {}


def _setup(view: Json) -> Mapping[str, Says]:
    setup, asked = view["setup"], dict[str, Says]()
    steps = [told for step, told in STEPS.items() if step in setup["due"]]
    if steps:
        told = listed(steps)
        asked[""] = (capitalized(told),)
    for step, done, what in (
        ("choose_alien", "chosen", "chooses one of two aliens"),
        ("prepare_hand", "ready", "prepares a hand"),
    ):
        if step in setup["due"]:
            asked |= {seat: (what,) for seat in view["seats"] if seat not in setup[done]}
    return asked


def turns_left(view: Json) -> str:
    """`12 on the clock`, `the last turn`."""
    clock = view["clock"]
    return "the last turn" if clock == 1 else f"{clock} on the clock"


def _before(view: Json) -> str:
    return f"begins the next turn: {turns_left(view)}"


def _turn(view: Json) -> str:
    left = view["turn"]["actions_left"]
    none = "has no actions left and may end the turn"
    told = f"has {left} of {ACTIONS_PER_TURN} actions left" if left else none
    return f"{told}; {turns_left(view)}"


def _combat(view: Json, naming: Naming) -> Mapping[str, Says]:
    combat = view["combat"]
    seat = combat["to_act"]
    if seat is None:
        return {view["turn"]["active"]: ("fights",)} if view["turn"] is not None else {}
    other = opponent_of(combat, seat)
    scores = combat.get("scores") or {}
    stands = f", {figure(scores[seat])} against {figure(scores[other])}" if scores else ""
    last = "; a pass ends the combat" if combat["passes"] else ""
    return {seat: (f"plays a combat card or passes{stands}{last}",)}


def _pending(view: Json, naming: Naming) -> Says:
    pending, combat = view["pending"], view["combat"]
    loser = naming.seat(opponent_of(combat, pending["seat"])) if combat is not None else "the loser"
    match pending["kind"]:
        case "choose_resolution":
            return ("has won: takes spoils or banishes ", loser)
        case "take_spoils":
            return ("takes a card from ", loser, "’s hand")
        case "give_back":
            return ("has too many cards: gives ", loser, " one")
        case "take_envelope":
            space = combat["space"] if combat is not None else None
            planet = f" of {naming.name(space)}" if space is not None else ""
            return (f"may take the envelope{planet} for free",)
        case _:
            planet = f" on {naming.name(pending['planet'])}" if pending.get("planet") else ""
            return (f"triggers its own Trap{planet}: suffer it or send it to the Void",)


def hand_words(number: int, limit: int) -> str:
    """`5 of 7 in hand`."""
    return f"{number} of {limit} in hand"
