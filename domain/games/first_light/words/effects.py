"""Each fact in words, as it follows from an action or stands in a correction: dice and boards."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.state import AI
from domain.games.first_light.words.card_effects import CARD_FACTS
from domain.games.first_light.words.counting import bundle, dice
from domain.games.first_light.words.dice_places import die_place
from domain.games.first_light.words.names import owner_run, space_run, tile_name
from domain.games.first_light.words.negotiating import PUNISHMENTS, REWARDS
from domain.games.first_light.words.offering import STACKS, TOKENS
from domain.games.first_light.words.rival_effects import RIVAL_FACTS
from domain.games.first_light.words.round_effects import ROUND_FACTS
from domain.games.first_light.words.telling import (
    TILES,
    Message,
    assigned_says,
    cause_says,
    changed_by,
    excess_says,
    placed_says,
    plan_says,
    saved_says,
    setback_token,
)
from domain.kernel import FactWords, Naming, Run, Told, counted, listed


def _who(fact: Message, naming: Naming) -> Run:
    return naming.seat(fact["seat"])


def _resources_gained(fact: Message, naming: Naming) -> Told:
    told = f" gains {bundle(fact['gains'])} from {cause_says(naming, fact['cause'])}."
    return Told((_who(fact, naming), told))


def _resources_paid(fact: Message, naming: Naming) -> Told:
    saved = saved_says(naming, fact.get("saved"))
    told = f" pays {bundle(fact['costs'])} for {cause_says(naming, fact['cause'])}{saved}."
    return Told((_who(fact, naming), told))


def _dice_gained(fact: Message, naming: Naming) -> Told:
    return Told(
        (_who(fact, naming), f" {changed_by(fact['count'])} from {cause_says(naming, fact['cause'])}.")
    )


def _dice_rolled(fact: Message, naming: Naming) -> Told:
    values = fact.get("values")
    rolled = dice(fact.get("count", 0)) if values is None else listed([str(value) for value in values])
    return Told((_who(fact, naming), f" rolls {rolled or 'no dice'}."))


def _dice_assigned(fact: Message, naming: Naming) -> Told:
    told = assigned_says(fact) if "garages" in fact or "farms" in fact else "dice"
    return Told((_who(fact, naming), f" assigns {told}."))


def _plan_confirmed(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), "’s plan is ready."))


def _plans_revealed(fact: Message, naming: Naming) -> Told:
    says: list[str | Run] = ["The plans are revealed."]
    for seat, plan in fact["plans"].items():
        says += [" ", naming.seat(seat), f": {plan_says(plan)}."]
    return Told(tuple(says))


def _die_placed(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), " places ", *placed_says(naming, fact), "."))


def _dice_sent(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), f" sends {dice(len(fact['slots']))} to the Cantina."))


def _die_set(fact: Message, naming: Naming) -> Told:
    where = f"in Garage {fact['slot']}" if fact["at"] == "garage" else f"on Farm {fact['slot']}"
    return Told((_who(fact, naming), f"’s die {where} now shows {fact['to']}."))


def _die_lost(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), f" loses the die {die_place(fact['die'])}."), "chaos")


def _harvested(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), " finishes the Harvest."))


def _rested(fact: Message, naming: Naming) -> Told:
    over = excess_says(fact.get("excess", 0))
    return Told((_who(fact, naming), f" returns {dice(fact['returned'])}{over}."))


def _stacks_revealed(fact: Message, naming: Naming) -> Told:
    farms = listed([tile_name(naming, "farm", tile) for tile in fact["farm_tops"]])
    upgrades = listed([tile_name(naming, "upgrade", tile) for tile in fact["upgrade_tops"]])
    return Told((f"Top Farm Tiles: {farms}. Top Upgrade Tiles: {upgrades}.",))


def _harvester_moved(fact: Message, naming: Naming) -> Told:
    arrow = " along the arrow" if fact.get("arrow") else ""
    says = (_who(fact, naming), "’s Harvester moves to ", space_run(naming, fact["space"]), f"{arrow}.")
    return Told(says, "chaos" if fact["cause"] == "setback" else "plain")


def _token_taken(fact: Message, naming: Naming) -> Told:
    found = bundle(TOKENS[fact["token"]]) if fact["token"] in TOKENS else "what is there"
    return Told((_who(fact, naming), f" picks up {found}."), "score")


def _tiles_removed(fact: Message, naming: Naming) -> Told:
    base = "Farm" if fact["kind"] == "farm" else "Garage"
    where = listed([f"{base} {slot}" for slot in fact["slots"]])
    tile = f"an {TILES[fact['kind']]}" if fact["kind"] == "upgrade" else f"a {TILES[fact['kind']]}"
    which = tile if len(fact["slots"]) == 1 else counted(len(fact["slots"]), TILES[fact["kind"]])
    says = (_who(fact, naming), f" loses {which}: {where}.")
    return Told(says, "chaos" if fact["cause"] == "setback" else "plain")


def _tile_taken(fact: Message, naming: Naming) -> Told:
    """FL-R22: into the hole of the tile that goes for it, if one does."""
    kind, slot = fact["kind"], fact.get("replaces")
    base = "Farm" if kind == "farm" else "Garage"
    instead = f" instead of the tile on {base} {slot}" if slot is not None else ""
    top = fact.get("new_top")
    below = f" New top tile: {tile_name(naming, kind, top)}." if top else " The stack is now empty."
    stack = f"the {STACKS[fact['stack']].lower()}" if 0 <= fact["stack"] < len(STACKS) else "a stack"
    told = f" takes the {tile_name(naming, kind, fact['tile'])} of {stack}{instead}.{below}"
    return Told((_who(fact, naming), told))


def _advancement_taken(fact: Message, naming: Naming) -> Told:
    """FL-422: the AI only moves the token."""
    reward = REWARDS.get(fact["reward"], fact["reward"])
    if fact["owner"] == AI:
        return Told((f"The AI covers the {reward} advancement with the first {fact['value']}.",))
    told = f" takes an advancement for the first {fact['value']}: {reward}."
    return Told((owner_run(naming, fact["owner"]), told))


def _setback_taken(fact: Message, naming: Naming) -> Told:
    token, kind = setback_token(naming, fact["condition"]), fact["punishment"]
    loss = PUNISHMENTS.get(kind, kind)
    if fact["owner"] == AI:
        return Told((f"The AI covers “{loss}” with {token}.",))
    owner = owner_run(naming, fact["owner"])
    if fact.get("as_gain"):
        return Told((owner, f" turns {token} into a gain: {REWARDS.get(kind, kind)}."))
    return Told((owner, f" takes {token}: {loss}."), "chaos")


def _setback_ignored(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), f" ignores the setback from {naming.name(fact['clan'])}."))


def _caches_revealed(fact: Message, naming: Naming) -> Told:
    says: list[str | Run] = []
    for space, cache in fact["caches"].items():
        says += [f"{', ' if says else ''}{naming.name(cache)} at ", space_run(naming, space)]
    return Told((*(says or ["No Gem Cache is revealed"]), "."), "score")


FACTS: Mapping[str, FactWords] = {
    **CARD_FACTS,
    **RIVAL_FACTS,
    **ROUND_FACTS,
    "stacks_revealed": _stacks_revealed,
    "resources_gained": _resources_gained,
    "resources_paid": _resources_paid,
    "dice_gained": _dice_gained,
    "dice_rolled": _dice_rolled,
    "dice_assigned": _dice_assigned,
    "plan_confirmed": _plan_confirmed,
    "plans_revealed": _plans_revealed,
    "die_placed": _die_placed,
    "dice_sent_to_cantina": _dice_sent,
    "harvester_moved": _harvester_moved,
    "token_taken": _token_taken,
    "tiles_removed": _tiles_removed,
    "tile_taken": _tile_taken,
    "advancement_taken": _advancement_taken,
    "setback_taken": _setback_taken,
    "setback_ignored": _setback_ignored,
    "die_set": _die_set,
    "die_lost": _die_lost,
    "harvested": _harvested,
    "rested": _rested,
    "caches_revealed": _caches_revealed,
}
