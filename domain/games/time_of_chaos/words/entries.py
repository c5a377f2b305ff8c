"""The log: each action as a sentence that a fellow player would say, and each fact that follows from it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.time_of_chaos.words.names import (
    SENTENCES,
    belongs,
    card_run,
    tile_run,
)
from domain.kernel import UNKNOWN, ActionWords, Json, Naming, Says

Message = Mapping[str, Json]

said = SENTENCES.action


def _send_disorder(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    seat = naming.seat(action["seat"])
    if any(fact["fact"] == "cube_placed" for fact in facts):
        return (seat, " sends disorder.")
    return (seat, " sends no disorder.")


def _time_travel(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    to = _fact(facts, "pawn_moved")["to"]
    return (naming.seat(action["seat"]), " time travels to ", tile_run(naming, to), *_cloaked(action), ".")


def _grab(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """TC-313: only the drawing player may know the card; its deck is known to all."""
    taken = _fact(facts, "card_taken")
    seat = naming.seat(action["seat"])
    if "card" not in taken:
        return (seat, f" draws an artifact from the {taken['deck']} deck.")
    if taken["card"] == UNKNOWN:
        return (seat, f" draws an unknown artifact from the {taken['deck']} deck.")
    return (seat, " draws ", *_artifact(naming, taken["card"]), f" from the {taken['deck']} deck.")


def _name_card(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    if "card" not in action:
        return (naming.seat(action["seat"]), " names an artifact in hand.")
    named = _artifact(naming, action["card"])
    return (naming.seat(action["seat"]), " names an artifact in hand: ", *named, ".")


def _search(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    taken = _fact(facts, "card_taken")
    return (
        naming.seat(action["seat"]),
        " takes ",
        *_artifact(naming, action["card"]),
        f" from the {taken['deck']} display",
        *_cloaked(action),
        ".",
    )


def _deliver(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    delivered = _fact(facts, "card_delivered")
    return (
        naming.seat(action["seat"]),
        " delivers ",
        card_run(naming, delivered["card"]),
        *_cloaked(action),
        f": +{delivered['points']} ★.",
    )


def _end_turn(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    used = _fact(facts, "turn_ended")["actions_used"]
    after = "" if used == 3 else (" without an action" if not used else f" after {used} of 3 actions")
    return (naming.seat(action["seat"]), f" ends the turn{after}.")


def _artifact(naming: Naming, card: str) -> Says:
    told = belongs(naming, card)
    return (card_run(naming, card), f" ({told})") if told else (card_run(naming, card),)


def _cloaked(action: Message) -> Says:
    return (", cloaked",) if action.get("cloak") else ()


def _fact(facts: Sequence[Message], tag: str) -> Message:
    return next(fact for fact in facts if fact["fact"] == tag)


ACTIONS: Mapping[str, ActionWords] = {
    "lay_out_tiles": said("The tiles of the three eras are laid out."),
    "deal_displays": said("Three artifacts are dealt to each display."),
    "choose_first_player": said("{first_player_chosen.seat:seat} is the first player."),
    "place_pawn": said("{seat} starts in {tile:city}."),
    "send_disorder": _send_disorder,
    "travel": said("{seat} travels to {pawn_moved.to:city}."),
    "time_travel": _time_travel,
    "grab": _grab,
    "name_card": _name_card,
    "search": _search,
    "deliver": _deliver,
    "restore": said("{seat} restores {tile}."),
    "end_turn": _end_turn,
}

OF_EVERY_ACTION = ("action_taken", "pawn_moved", "card_taken", "cloak_used")

SAID: Mapping[str, Collection[str]] = {
    "lay_out_tiles": ("tiles_laid_out",),
    "deal_displays": ("displays_dealt",),
    "choose_first_player": ("first_player_chosen",),
    "place_pawn": ("pawn_moved",),
    "send_disorder": ("action_step_began",),
    "end_turn": ("turn_ended",),
    "deliver": (*OF_EVERY_ACTION, "card_named", "card_delivered"),
    "name_card": ("card_named",),
    "restore": (*OF_EVERY_ACTION, "tile_restored"),
    **dict.fromkeys(("travel", "time_travel", "grab", "search"), OF_EVERY_ACTION),
}
"""The facts that an action's sentence says already."""
