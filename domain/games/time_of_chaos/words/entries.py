"""The log: each action as a sentence that a fellow player would say, and each fact that follows from it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.time_of_chaos.words.names import (
    belongs,
    card_run,
    city_run,
    tile_run,
)
from domain.kernel import UNKNOWN, ActionWords, Json, Naming, Says

Message = Mapping[str, Json]


def _lay_out_tiles(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return ("The tiles of the three eras are laid out.",)


def _deal_displays(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return ("Three artifacts are laid beside each deck.",)


def _choose_first_player(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    chosen = _fact(facts, "first_player_chosen")
    return (naming.seat(chosen["seat"]), " begins.")


def _place_pawn(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(action["seat"]), " starts in ", city_run(naming, action["tile"]), ".")


def _send_disorder(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    seat = naming.seat(action["seat"])
    if any(fact["fact"] == "cube_placed" for fact in facts):
        return (seat, " sends disorder.")
    return (seat, " sends no disorder.")


def _travel(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    to = _fact(facts, "pawn_moved")["to"]
    return (naming.seat(action["seat"]), " travels to ", city_run(naming, to), ".")


def _time_travel(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    to = _fact(facts, "pawn_moved")["to"]
    return (naming.seat(action["seat"]), " travels in time to ", tile_run(naming, to), *_cloaked(action), ".")


def _grab(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """TC-313: only the drawing player may know the card; its deck is known to all."""
    taken = _fact(facts, "card_taken")
    seat = naming.seat(action["seat"])
    if "card" not in taken:
        return (seat, f" draws an artifact from the deck of the {taken['deck']}.")
    if taken["card"] == UNKNOWN:
        return (seat, f" draws an artifact, not named yet, from the deck of the {taken['deck']}.")
    return (seat, " draws ", *_artifact(naming, taken["card"]), f" from the deck of the {taken['deck']}.")


def _name_card(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    if "card" not in action:
        return (naming.seat(action["seat"]), " names an artifact in the hand.")
    named = _artifact(naming, action["card"])
    return (naming.seat(action["seat"]), " names an artifact in the hand: ", *named, ".")


def _search(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    taken = _fact(facts, "card_taken")
    return (
        naming.seat(action["seat"]),
        " takes ",
        *_artifact(naming, action["card"]),
        f" from the display of the {taken['deck']}",
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


def _restore(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(action["seat"]), " restores ", tile_run(naming, action["tile"]), ".")


def _end_turn(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    used = _fact(facts, "turn_ended")["actions_used"]
    after = "" if used == 3 else (" without an action" if not used else f" after {used} of 3 actions")
    return (naming.seat(action["seat"]), f" ends the turn{after}.")


def _artifact(naming: Naming, card: str) -> Says:
    told = belongs(naming, card)
    return (card_run(naming, card), f" ({told})") if told else (card_run(naming, card),)


def _cloaked(action: Message) -> Says:
    return (" under the cloak",) if action.get("cloak") else ()


def _fact(facts: Sequence[Message], tag: str) -> Message:
    return next(fact for fact in facts if fact["fact"] == tag)


ACTIONS: Mapping[str, ActionWords] = {
    "lay_out_tiles": _lay_out_tiles,
    "deal_displays": _deal_displays,
    "choose_first_player": _choose_first_player,
    "place_pawn": _place_pawn,
    "send_disorder": _send_disorder,
    "travel": _travel,
    "time_travel": _time_travel,
    "grab": _grab,
    "name_card": _name_card,
    "search": _search,
    "deliver": _deliver,
    "restore": _restore,
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
