"""The log: each action as a sentence that a fellow player would say."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.first_light.words import execute_entries as execute
from domain.games.first_light.words.counting import bundle, dice
from domain.games.first_light.words.names import card_run
from domain.games.first_light.words.telling import (
    Message,
    assigned_says,
    cause_says,
    excess_says,
    fact_of,
    hands_says,
    items_says,
)
from domain.kernel import ActionWords, Naming, Run, Says, listed


def _who(action: Message, naming: Naming) -> Run:
    return naming.seat(action["seat"])


def _says(text: str) -> ActionWords:
    def told(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        return (text,)

    return told


def _seat_says(text: str) -> ActionWords:
    def told(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        return (_who(action, naming), text)

    return told


def _dealt(tag: str, text: str) -> ActionWords:
    """With what each seat gets, as far as the reader may know it."""

    def told(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        dealt = fact_of(facts, tag) or {}
        return (text, *hands_says(dealt.get("characters") or dealt.get("hands") or {}, naming))

    return told


def _choose_character(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-R57: where the choice is open, all read it in its fact."""
    character = (fact_of(facts, "character_chosen") or action).get("character")
    chosen = card_run(naming, character) if character else "a character"
    return (_who(action, naming), " chooses ", chosen, ".")


def _draft_item(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    drafted = fact_of(facts, "item_drafted") or {}
    item = drafted.get("item")
    return (_who(action, naming), " keeps ", card_run(naming, item) if item else "an Item", ".")


def _keep_items(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (_who(action, naming), " keeps ", *items_says(naming, action.get("items"), 3), ".")


def _set_start_player(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat((fact_of(facts, "start_player_set") or action)["seat"]), " is the start player.")


def _reveal_event(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    event = (fact_of(facts, "event_revealed") or action)["event"]
    known = naming.components.get(event)
    text = f": {known.text}" if known is not None and known.text else ""
    return ("The Event is ", card_run(naming, event), f"{text}.")


def _apply_effect(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return ("The table resolves the text of ", card_run(naming, action["effect"]), ".")


def _roll_dice(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    rolled = fact_of(facts, "dice_rolled") or action
    values = rolled.get("values")
    if values is None:
        return (_who(action, naming), f" rolls {dice(rolled['count'])}." if "count" in rolled else " rolls.")
    return (_who(action, naming), f" rolls {listed([str(value) for value in values])}.")


def _assign_dice(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    if "garages" not in action and "farms" not in action:
        return (_who(action, naming), " assigns dice.")
    return (_who(action, naming), f" assigns {assigned_says(action)}.")


def _reveal_scheme(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    scheme = (fact_of(facts, "scheme_revealed") or action)["scheme"]
    return ("The AI reveals ", card_run(naming, scheme), ".")


def _harvest(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """What each source gives, once."""
    gains: dict[str, dict[str, int]] = {}
    for fact in facts:
        if fact.get("cause") == "token" or fact.get("seat") != action["seat"]:
            continue
        if fact["fact"] in ("resources_gained", "dice_gained"):
            own = gains.setdefault(fact["cause"], {})
            given = fact["gains"] if fact["fact"] == "resources_gained" else {"dice": fact["count"]}
            for what, number in given.items():
                own[what] = own.get(what, 0) + number
    told = [f"{bundle(given)} from {cause_says(naming, cause)}" for cause, given in gains.items()]
    return (_who(action, naming), f" harvests {listed(told) or 'nothing'}.")


def _rest(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    rested = fact_of(facts, "rested") or {}
    home, excess = rested.get("returned", 0), rested.get("excess", 0)
    come = "1 die returns" if home == 1 else f"{dice(home)} return"
    return (_who(action, naming), f" rests: {come}{excess_says(excess)}.")


def _name_item(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    item = action.get("item")
    named = (": ", card_run(naming, item)) if item else ()
    return (_who(action, naming), " names an Item", *named, ".")


ACTIONS: Mapping[str, ActionWords] = {
    "reveal_stacks": _says("The Farm and Upgrade Tiles are laid out."),
    "deal_characters": _dealt("characters_dealt", "Two characters are dealt to each player."),
    "choose_character": _choose_character,
    "deal_items": _dealt("items_dealt", "The Items are dealt."),
    "draft_item": _draft_item,
    "keep_items": _keep_items,
    "set_start_player": _set_start_player,
    "reveal_event": _reveal_event,
    "apply_effect": _apply_effect,
    "take_die": _seat_says(" has no dice and takes one from the supply."),
    "roll_dice": _roll_dice,
    "assign_dice": _assign_dice,
    "confirm_plan": _seat_says("’s plan is ready."),
    "place_headquarters": execute.placing("headquarters"),
    "place_negotiation": execute.placing("negotiation"),
    "place_depository": execute.placing("depository", "item"),
    "place_mining_camp": execute.placing("mining_camp"),
    "place_laboratory": execute.placing("laboratory"),
    "place_foundry": execute.placing("foundry"),
    "place_control_room": execute.placing("control_room"),
    "place_market": execute.placing("market"),
    "place_academy": execute.placing("academy"),
    "send_to_cantina": execute.send_to_cantina,
    "use_clan_ability": execute.use_clan_ability,
    "take_advancement": execute.take_advancement,
    "take_setback": execute.take_setback,
    "ignore_setback": _seat_says(" ignores the setback with the Leyrien Sceptre."),
    "take_extra_reward": execute.take_extra_reward,
    "take_free_upgrade": execute.take_free_upgrade,
    "reveal_scheme": _reveal_scheme,
    "harvest": _harvest,
    "rest": _rest,
    "reveal_gem_caches": _says("The Gem Caches are revealed."),
    "name_item": _name_item,
}

MONEY = ("resources_paid", "resources_gained", "dice_gained")

ANSWERED = ("follow_up_done", "follow_up_due", "resources_gained", "dice_gained")

PLACED = ("die_placed", *MONEY, "follow_up_due")

SAID: Mapping[str, Collection[str]] = {
    "choose_character": ("character_chosen",),
    "draft_item": ("item_drafted",),
    "keep_items": ("items_kept",),
    "set_start_player": ("start_player_set",),
    "deal_characters": ("characters_dealt",),
    "deal_items": ("items_dealt",),
    "reveal_event": ("event_revealed", "resources_gained"),
    "apply_effect": ("effect_applied",),
    "take_die": ("dice_gained",),
    "roll_dice": ("dice_rolled",),
    "assign_dice": ("dice_assigned",),
    "confirm_plan": ("plan_confirmed",),
    **dict.fromkeys((action for action in ACTIONS if action.startswith("place_")), PLACED),
    "send_to_cantina": ("dice_sent_to_cantina", "resources_gained"),
    "use_clan_ability": ("die_set", *ANSWERED),
    "take_advancement": ("advancement_taken", *ANSWERED),
    "take_setback": ("setback_taken", "follow_up_done", *MONEY),
    "ignore_setback": ("follow_up_done", "setback_ignored"),
    "take_extra_reward": ("follow_up_done", "resources_gained", "dice_gained"),
    "take_free_upgrade": ("follow_up_done",),
    "reveal_scheme": ("scheme_revealed",),
    "harvest": ("resources_gained", "dice_gained", "harvested"),
    "rest": ("rested",),
    "name_item": ("item_named",),
}
"""The facts that an action's sentence says already."""
