"""The log: each action as a sentence that a fellow player would say."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.first_light.words import execute_entries as execute
from domain.games.first_light.words.card_effects import CHOOSES, DRAFTS, KEEPS, NAMES
from domain.games.first_light.words.counting import bundle
from domain.games.first_light.words.effects import ASSIGNS, EXCESS, READY, ROLLS
from domain.games.first_light.words.rival_effects import REVEALS_SCHEME
from domain.games.first_light.words.round_effects import RESOLVES, STARTS
from domain.games.first_light.words.telling import SENTENCES, Message, cause_says
from domain.kernel import ActionWords, Naming, Says, listed

said = SENTENCES.action


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
    return (naming.seat(action["seat"]), f" harvests {listed(told) or 'nothing'}.")


ACTIONS: Mapping[str, ActionWords] = {
    "reveal_stacks": said("The Farm and Upgrade Tiles are laid out."),
    "deal_characters": said("Two characters are dealt to each player.[{characters_dealt.characters:hands}]"),
    # FL-R57: where the choice is open, all read it in its fact.
    "choose_character": said(CHOOSES, of="character_chosen"),
    "deal_items": said("The Items are dealt.[{items_dealt.hands:hands}]"),
    "draft_item": said(DRAFTS, of="item_drafted"),
    "keep_items": said(KEEPS),
    "set_start_player": said(STARTS, of="start_player_set"),
    "reveal_event": said("The Event is {event}{event:text}.", of="event_revealed"),
    "apply_effect": said(RESOLVES),
    "take_die": said("{seat} has no dice and takes one from the supply."),
    "roll_dice": said(ROLLS, of="dice_rolled"),
    "assign_dice": said(ASSIGNS),
    "confirm_plan": said(READY),
    "place_headquarters": execute.placing("headquarters"),
    "place_negotiation": execute.placing("negotiation"),
    "place_depository": execute.placing("depository", "item"),
    "place_mining_camp": execute.placing("mining_camp"),
    "place_laboratory": execute.placing("laboratory"),
    "place_foundry": execute.placing("foundry"),
    "place_control_room": execute.placing("control_room"),
    "place_market": execute.placing("market"),
    "place_academy": execute.placing("academy"),
    **execute.ANSWERS,
    "ignore_setback": said("{seat} ignores the setback with the Leyrien Sceptre."),
    "reveal_scheme": said(REVEALS_SCHEME, of="scheme_revealed"),
    "harvest": _harvest,
    "rest": said("{seat} rests: [{returned:dice} {returned:return}|no dice return]" + EXCESS, of="rested"),
    "reveal_gem_caches": said("The Gem Caches are revealed."),
    "name_item": said(NAMES),
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
