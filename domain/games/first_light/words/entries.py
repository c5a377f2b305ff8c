"""The log: each action as a sentence that a fellow player would say."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.first_light.words.effects import (
    ASSIGNS,
    CHOOSES,
    DRAFTS,
    EXCESS,
    GAIN_OF_SETBACK,
    KEEPS,
    NAMES,
    READY,
    RESOLVES,
    REVEALS_SCHEME,
    ROLLS,
    STARTS,
)
from domain.games.first_light.words.printed import amount, bundle
from domain.games.first_light.words.telling import (
    NOUNS,
    PUNISHMENTS,
    SENTENCES,
    Message,
    after_colon,
    cause_says,
    fact_of,
    money_says,
    placed_says,
    setback_token,
)
from domain.kernel import ActionWords, Naming, Says, by_value, listed

# The log of the Execute phase: dice placed, what they cost and bring, what is chosen after them.

said = SENTENCES.action


def placing(*own: str) -> ActionWords:
    """A die, what it costs and brings. own: the causes that need not be named."""

    def told(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        placed = [fact for fact in facts if fact["fact"] == "die_placed"]
        if not placed:
            return (naming.seat(action["seat"]), " places a die.")
        causes = (*own, placed[0].get("clan") or "")
        first: Says = placed_says(naming, placed[0])
        if len(placed) > 1:
            first = ("a pair of ", *(f"{placed[0].get('treated_as') or placed[0]['value']}s ",), *first[1:])
        clauses = money_says(facts, action["seat"], naming, causes)
        if placed[0]["location"] == "market" and not action.get("trades"):
            clauses.append("trades nothing")
        return (naming.seat(action["seat"]), " places ", *first, f"{after_colon(clauses)}.")

    return told


def _use_clan_ability(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-351, FL-352: what it brings, where it does not change a die."""
    if fact_of(facts, "die_set") is not None:
        return DIE_CHANGED(action, facts, naming)
    clauses = money_says(facts, action["seat"], naming, ("clan_ability",))
    return (naming.seat(action["seat"]), f" uses the clan’s ability{after_colon(clauses)}.")


DIE_CHANGED = said("{seat} changes the die {die_set.:die} to {die_set.to} with the clan’s ability.")


def _take_setback(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-356: suffered, or without anything to lose."""
    kind = action["punishment"]
    suffers = any(fact["fact"] in SUFFERED for fact in facts)
    told = PUNISHMENTS.get(kind, kind) if suffers else f"{NOUNS.get(kind, kind)}, with nothing to lose"
    items = (fact_of(facts, "items_discarded") or {}).get("items")
    if items:
        told = f"discard {amount(len(items), 'items')}"
    return (naming.seat(action["seat"]), f" takes {setback_token(naming, action['condition'])}: {told}.")


SUFFERED = ("resources_paid", "die_lost", "items_discarded", "harvester_moved", "tiles_removed")


def _take_extra_reward(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-542."""
    clauses = money_says(facts, action["seat"], naming, ("depository",))
    told = f" also takes the {action['row']} row reward{after_colon(clauses)}."
    return (naming.seat(action["seat"]), told)


ANSWERS: Mapping[str, ActionWords] = {
    # FL-238, FL-239: how many dice, for how much Water.
    "send_to_cantina": said(
        "{seat} sends [{slots}|1 die] to the Cantina[ and gains {resources_gained.gains:gains}].",
        of="dice_sent_to_cantina",
    ),
    "use_clan_ability": by_value(
        "decline", {True: said("{seat} declines the clan’s ability.")}, _use_clan_ability
    ),
    # FL-353.
    "take_advancement": by_value(
        "reward",
        {"die": said("{seat} takes an advancement: {reward}[{dice_gained.:if}|, but none is left].")},
        said("{seat} takes an advancement: {reward}."),
    ),
    # FL-544.
    "take_setback": by_value("as_gain", {True: said("{seat} " + GAIN_OF_SETBACK)}, _take_setback),
    "take_extra_reward": by_value(
        "decline", {True: said("{seat} declines a second reward.")}, _take_extra_reward
    ),
    # FL-543.
    "take_free_upgrade": said("{seat} [{decline:if}declines|takes] a free Upgrade Tile."),
}
"""The choices after a die, or instead of it."""


# The log: each action as a sentence that a fellow player would say.


def _harvest(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """The gains from each source, each source once."""
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
    "place_headquarters": placing("headquarters"),
    "place_negotiation": placing("negotiation"),
    "place_depository": placing("depository", "item"),
    "place_mining_camp": placing("mining_camp"),
    "place_laboratory": placing("laboratory"),
    "place_foundry": placing("foundry"),
    "place_control_room": placing("control_room"),
    "place_market": placing("market"),
    "place_academy": placing("academy"),
    **ANSWERS,
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
