"""Prompts: what the game asks of the table and each seat now; and labels of free forms."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.state import ACTIONS_PER_TURN
from domain.games.chaosmos.words.offering import opponent_of
from domain.kernel import Json, Naming, Says, capitalized, figure, listed

# The current questions: to the table in the setup, later to the seat that acts.

STEPS = {
    "remove_alien_pair": "remove a pair of aliens",
    "arrange_planets": "lay out the planets",
    "deal_aliens": "deal the aliens",
    "deal_cards": "deal the cards",
    "set_start_player": "choose the start player",
}
PENDING = {
    "choose_resolution": "Take spoils or banish",
    "take_spoils": "Take spoils",
    "give_back": "Give a card back",
    "take_envelope": "Take the envelope",
    "own_trap": "Trap",
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


def waits(view: Json, naming: Naming) -> Mapping[str, str]:
    """Each seat that is asked."""
    return {seat: _short(view, seat) for seat in asks(view, naming) if seat}


def _short(view: Json, seat: str) -> str:
    match view["phase"]:
        case "setup":
            chooses = "choose_alien" in view["setup"]["due"] and seat not in view["setup"]["chosen"]
            return "Choose an alien" if chooses else "Prepare a hand"
        case "between_turns":
            return "Begin the turn"
        case "turn":
            left = view["turn"]["actions_left"]
            return f"{left} of {ACTIONS_PER_TURN} actions left" if left else "End the turn"
        case "pending":
            return PENDING.get(view["pending"]["kind"], "Choose")
    return "Combat"


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


# Free forms: what facts and actions, their members and values are called where somebody fills them in.

MESSAGES = {
    "action_spent": "Action spent",
    "actions_left_set": "Actions left corrected",
    "activate_flip": "Activate a flip card",
    "alien_chosen": "Alien chosen",
    "alien_pair_removed": "Pair of aliens removed",
    "aliens_revealed": "Aliens revealed",
    "bonus_cards_swapped": "Bonus cards added to the deck",
    "card_given_back": "Card given back",
    "card_moved": "Card moved by a card text",
    "card_sent": "Card sent into an envelope",
    "card_taken": "Card taken as spoils",
    "card_voided": "Single-use card to the Void",
    "cards_named": "Unnamed cards named",
    "cards_transferred": "Cards moved between hand and envelope",
    "cards_unnamed": "Unnamed cards moved",
    "choice_asked": "Choice pending",
    "choice_made": "Choice made",
    "clock_reduced": "Clock reduced",
    "combat_table_cleared": "Combat cards cleared",
    "control_set": "Control put right",
    "control_taken": "Planet controlled",
    "deactivate_flip": "Take back a flip card",
    "envelope_declined": "Envelope left in the box",
    "envelope_returned": "Envelope returned",
    "flip_activated": "Flip card activated",
    "flip_deactivated": "Flip card taken back",
    "flip_triggered": "Flip card triggered",
    "gear_revealed": "Enviro Gear shown",
    "hand_shown": "Hand looked at",
    "no_take_lifted": "Vault opened",
    "ovoid_awaited": "Ovoid must be shown",
    "planet_shown": "Envelope looked into",
    "pool_traded": "Card traded with the Cosmic Pool",
    "resolution_chosen": "Spoils or banishment chosen",
    "text_followed": "Card text resolved",
    "trade_cosmic_pool": "Trade with the Cosmic Pool",
    "transfer_cards": "Move cards between hand and envelope",
    "trap_voided": "Trap to the Void",
    "turn_forfeited": "Rest of the turn lost",
}
MEMBERS = {
    "accept": "Take it",
    "actions_left": "Unused actions",
    "active": "Counts (not cancelled)",
    "aliens": "Aliens",
    "amount": "Time off the clock",
    "announced": "Announced, for an action",
    "by": "Amount",
    "cancelled": "Cards it cancels, by position",
    "cards_dealt.homes": "Home planets",
    "clock": "Clock after",
    "combat_decided.by": "By what",
    "cost": "Action cost",
    "deltas": "Changes",
    "envelopes": "Cards in the envelopes",
    "face_down": "Cards face down",
    "face_up": "Card face up",
    "flip_activated.origin": "From",
    "forfeited": "Rest of the turn lost",
    "from": "From",
    "gear": "Enviro Gear",
    "give": "Card for the Pool",
    "given": "Card for the Pool",
    "holder": "Who has the Ovoid",
    "kind": "What",
    "known_to": "Known to",
    "actions_left_set.left": "Left",
    "left": "Cards left",
    "loser_controlled": "Loser controlled the planet",
    "n": "Number",
    "next": "Next",
    "no_take": "Cards cannot be taken out",
    "of": "Whose",
    "open": "Openly",
    "origin": "From",
    "ovoid_put_back": "Ovoid drawn and shuffled back",
    "pool_draws": "Cosmic Pool, in the order drawn",
    "put_in": "Cards put in",
    "seen_by": "Seen by",
    "sent_card": "Card sent",
    "space": "Where",
    "take": "Card from the Pool",
    "taken": "Card from the Pool",
    "taken_out": "Cards taken out",
    "target": "Target",
    "to": "To",
    "to_act": "Next to act",
    "to_envelope": "Into the envelope",
    "to_hand": "To hand",
    "to_hands": "Returned to hands",
    "to_void": "To the Void",
    "turn": "Turn",
    "via": "How",
    "zone": "Where",
}
VALUES = {
    "card=": "None: the hand is empty",
    "cause=card": "A card",
    "cause=click": "End of a turn",
    "cause=scry": "Scrying",
    "cause=spoils": "Spoils",
    "cause=text": "A text",
    "choice=suffer": "Suffer it",
    "choice=void": "Send it to the Void",
    "combat_decided.by=score": "The higher score",
    "face_up=": "None",
    "from=envelope": "The envelope",
    "from=hand": "The hand",
    "gear=": "None needed",
    "kind=own_trap": "Own Trap: suffer it or send it to the Void",
    "next=": "Nobody: the game is over",
    "origin=envelope": "The envelope",
    "origin=hand": "The hand",
    "place=envelope": "The envelope",
    "place=hand": "The hand",
    "planet=": "No planet",
    "to=face_down": "Face down in the envelope",
    "to=hand": "To hand",
    "via=banish": "Banished",
    "via=hyperspace": "Through hyperspace",
    "via=move": "A move",
    "via=text": "A text",
    "via=trap": "A Trap",
    "winner=": "Nobody",
}
FORMS: Mapping[str, str] = {**MESSAGES, **MEMBERS, **VALUES}
"""Anything that is missing here is called by its own name."""

POSITIONS = frozenset({"cancelled"})
"""Members that hold a place in a row, from 0."""
