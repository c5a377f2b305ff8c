"""Prompts: what the game asks of the table and each seat now; and labels of free forms."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.state import HAND_LIMIT
from domain.games.first_light.words.offering import Die, acting_die, garage_slots
from domain.games.first_light.words.printed import amount, dice
from domain.kernel import Json, Naming, Says, capitalized

# The current questions: to the table, and to each seat that must act.

PHASES = {
    "plan_event": "Plan",
    "plan": "Plan",
    "headquarters": "Headquarters",
    "schemes": "Schemes",
    "garages": "Execute",
    "harvest": "Harvest",
    "rest": "Rest",
    "scoring": "Scoring",
}
SHORT = {"setup_characters": "Choose a character", "setup_items": "Keep an Item"}
DUE = {
    "clan_ability": "Clan ability",
    "advancement": "Advancement",
    "setback": "Setback",
    "extra_reward": "Second reward",
    "free_upgrade": "Free Upgrade Tile",
}
WAYS = {"plus_minus_one": "±1", "increase_two": "up to +2", "flip": "flip"}
OF_THE_TABLE = {
    "setup_stacks": "Lay out the Farm and Upgrade Tiles",
    "setup_start_player": "Draw the start player",
    "plan_event": "Reveal the Event",
    "schemes": "Reveal an AI Scheme",
    "scoring": "Reveal the Gem Caches",
}


def phase_name(phase: str) -> str:
    """`plan_event` → `Plan`."""
    return "Setup" if phase.startswith("setup") else PHASES.get(phase, capitalized(phase.replace("_", " ")))


def asks(view: Json, naming: Naming) -> Mapping[str, Says]:
    """By seat, "" for the table."""
    pending = view["pending"]
    if pending is not None:
        return {pending["seat"]: (_follow_up(view, naming),)}
    phase = view["phase"]
    if phase in OF_THE_TABLE:
        return {"": (OF_THE_TABLE[phase],)}
    if phase in ("setup_characters", "setup_items"):
        return _of_setup(view, phase)
    if phase == "plan":
        return {seat: (_plan(base),) for seat, base in view["seats"].items() if not base["ready"]}
    if phase in ("harvest", "rest"):
        told = "harvests" if phase == "harvest" else ""
        waiting = {seat: base for seat, base in view["seats"].items() if seat not in view["done"]}
        return {seat: (told or _rest(base),) for seat, base in waiting.items()}
    if view["active"] is None:
        return {}
    return {view["active"]: (_acts(view, naming, view["active"]),)}


def waits(view: Json, naming: Naming) -> Mapping[str, str]:
    """Each seat that is asked, with the phase; who plans has no more to say than that."""
    due = view["pending"]
    does = (
        SHORT.get(view["phase"], phase_name(view["phase"])) if due is None else DUE.get(due["kind"], "Choose")
    )
    return {seat: does for seat in asks(view, naming) if seat}


def _of_setup(view: Json, phase: str) -> Mapping[str, Says]:
    """FL-114 … FL-118: deal, then choose."""
    seats, is_open = view["seats"], view["config"]["character_mode"] != "deal"
    if phase == "setup_characters":
        dealt = is_open or any(
            base["character_chosen"] or base.get("dealt_characters") for base in seats.values()
        )
        choosing: Mapping[str, Says] = {
            seat: ("chooses a character",) for seat, base in seats.items() if not base["character_chosen"]
        }
        return choosing if dealt or not _unseen_deal(view) else {"": ("Deal the characters",), **choosing}
    holding = [seat for seat, base in seats.items() if base["packet_size"]]
    if not holding:
        return {"": ("Deal the Items",)}
    keeps = "keeps three Items" if view["config"]["humans"] == 1 else "keeps an Item"
    most = max(seats[seat]["packet_size"] for seat in holding)
    return {seat: (keeps,) for seat in holding if seats[seat]["packet_size"] == most}


def _unseen_deal(view: Json) -> bool:
    """Whether nobody has chosen: who sees no hand cannot tell whether characters are dealt."""
    return not any(base["character_chosen"] for base in view["seats"].values())


def _plan(base: Json) -> str:
    if not base["has_rolled"] and base["reserve"]:
        return f"rolls {dice(base['reserve'])}"
    if not base["rolled"] and not base["reserve"]:
        return "has no dice to assign"
    plan = base.get("plan")
    if plan is None:
        return f"assigns {dice(base['rolled'])}"
    left = base["rolled"] - len(plan["garages"]) - len(plan["farms"])
    return f"assigns {dice(left)}" if left else "confirms the plan"


def _rest(base: Json) -> str:
    excess = base["hand_size"] - HAND_LIMIT
    return f"rests and discards {amount(excess, 'items')}" if excess > 0 else "rests"


def _acts(view: Json, naming: Naming, seat: str) -> str:
    die = acting_die(view, naming, seat)
    if die is None:
        return "places a die"
    more = len(garage_slots(view, seat)) - 1 if die.origin == "garage" else 0
    after = f"; {more} more" if more else ""
    return f"places {die_told(view, die)}{after}"


def die_told(view: Json, die: Die) -> str:
    """`the 4 of Garage 2 for 1 Algae (flip)`."""
    if die.origin == "headquarters":
        flips = _is_first(view, die)
        return f"the {die.face} of the Headquarters{' (flip)' if flips else ''}"
    way = f" ({WAYS[die.tile]})" if die.tile in WAYS else ""
    algae = f" for {amount(die.algae, 'algae')}" if die.algae else ""
    return f"the {die.face} of Garage {die.slot}{algae}{way}"


def _is_first(view: Json, die: Die) -> bool:
    """FL-232: the first die of the step may be flipped; no slot before it is free yet."""
    return all(slot is not None for slot in view["headquarters"][: die.slot])


def _follow_up(view: Json, naming: Naming) -> str:
    due = view["pending"]
    match due["kind"]:
        case "clan_ability":
            return f"may use {naming.name(due['clan'])}’s ability"
        case "advancement":
            return f"takes an advancement for the first {due['value']}"
        case "setback":
            return f"takes a setback from {naming.name(due['clan'])}"
        case "extra_reward":
            return "may take a second reward"
    return "may take a free Upgrade Tile"


# Free forms: what facts and actions, their members and values are called where somebody fills them in.

MESSAGES = {
    "ai_dice_returned": "AI dice returned",
    "ai_die_placed": "AI placed a die",
    "ai_gained": "AI gained",
    "ai_moved": "AI Harvester moved",
    "ai_paid": "AI paid",
    "ai_progressed": "AI unlocked a Progress Tile",
    "apply_effect": "Resolve a text",
    "caches_revealed": "Gem Caches revealed",
    "characters_revealed": "Characters revealed",
    "dice_sent_to_cantina": "Dice sent to the Cantina",
    "die_moved": "Die moved",
    "discards_reshuffled": "Discarded Items shuffled",
    "effect_applied": "Text resolved",
    "follow_up_done": "Choice made",
    "follow_up_due": "Choice due",
    "item_named": "Unseen Item named",
    "packets_bottomed": "Last Items put under the pile",
    "packets_passed": "Items passed left",
    "place_academy": "Academy",
    "place_control_room": "Control Room",
    "place_depository": "Depository",
    "place_foundry": "Foundry",
    "place_headquarters": "Headquarters",
    "place_laboratory": "Laboratory",
    "place_market": "Market",
    "place_mining_camp": "Mining Camp",
    "place_negotiation": "Negotiate",
    "scheme_resolved": "Scheme resolved",
    "send_to_cantina": "Send to the Cantina",
    "tile_taken": "Tile taken",
    "token_taken": "Token picked up",
    "turn_passed": "Next turn",
}
MEMBERS = {
    "as_gain": "As a gain",
    "arrow": "Along an arrow",
    "board": "To its board",
    "bonus": "Benefit",
    "bottom": "Item under the pile",
    "caches": "Gem Cache positions",
    "cause": "Source",
    "changes": "Changes by player",
    "choices": "Gain of each Farm",
    "cleared": "Water cleared",
    "column": "Column",
    "decline": "Declined",
    "declined": "Declined",
    "condition": "Setback token, in the order of the conditions",
    "costs": "Cost",
    "decided_by": "Decided by",
    "die": "Which die",
    "drawn": "Items drawn",
    "excess": "Over the limit",
    "face": "Value before",
    "farm_tops": "Top Farm Tiles",
    "farms": "Dice on Farms",
    "first_slot": "First Headquarters slot",
    "gains": "Gain",
    "garages": "Dice in the Garages",
    "goal": "To",
    "keep": "Kept",
    "kind": "Kind",
    "more": "Schemes added",
    "move_to": "Harvester goes to",
    "new_top": "Tile revealed",
    "open": "Seen by everyone",
    "option": "Which option, from 1",
    "pay": "Paid with",
    "raise": "Increase of each Farm die",
    "remove": "Tiles removed",
    "replaces": "Replaces the tile on",
    "returned": "Dice returned",
    "saved": "Discounts",
    "second": "Second die of a pair",
    "second_treated_as": "Second die counts as",
    "second_value": "Second die placed as",
    "slot": "Slot, from 1",
    "slots": "Slots, from 1",
    "source": "From",
    "space": "Space",
    "stack": "Stack, from the left",
    "to_act": "Player",
    "trades": "Trades",
    "treated_as": "Counts as",
    "upgrade_tops": "Top Upgrade Tiles",
    "value": "Value",
}
VALUES = {
    "bottom=": "Not seen",
    "caches=": "Not known",
    "characters=": "Not known",
    "clan=": "No clan",
    "column=": "No column",
    "die=": "No die",
    "drawn=": "Not known",
    "event=": "Not known",
    "farm=": "No Farm",
    "first_slot=": "None",
    "garage=": "No Garage",
    "goal=": "The dice supply",
    "hands=": "Not known",
    "item=": "Not seen",
    "keep=": "Not seen",
    "move_to=": "Stays",
    "new_top=": "None: the stack is empty",
    "option=": "None was possible",
    "raise=": "In full",
    "replaces=": "No tile",
    "row=": "No row",
    "scheme=": "Not known",
    "second_treated_as=": "Its value",
    "second_value=": "As rolled",
    "source=": "The dice supply",
    "start_player=": "Not known",
    "tile=": "No tile",
    "to_act=": "Nobody",
    "treated_as=": "Its value",
    "value=": "As rolled",
    "values=": "Not known",
}
FORMS: Mapping[str, str] = {**MESSAGES, **MEMBERS, **VALUES}
"""Anything that is missing here is called by its own name."""

POSITIONS = frozenset({"condition", "stack"})
"""Members that hold a place in a row, from 0."""
