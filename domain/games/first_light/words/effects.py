"""Each fact in words, as it follows from an action or stands in a correction: dice, boards, rounds."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.state import AI
from domain.games.first_light.words.card_effects import CARD_FACTS
from domain.games.first_light.words.counting import amount, bundle, counted, dice, listed
from domain.games.first_light.words.dice_places import die_place
from domain.games.first_light.words.names import card_run, listed_runs, owner_run, space_run, tile_name
from domain.games.first_light.words.negotiating import PUNISHMENTS, REWARDS
from domain.games.first_light.words.offering import STACKS, TOKENS
from domain.games.first_light.words.rival_effects import RIVAL_FACTS
from domain.games.first_light.words.telling import (
    TILES,
    Message,
    cause_says,
    changed_by,
    placed_says,
    plan_says,
    saved_says,
    setback_token,
)
from domain.kernel import FactWords, Naming, Run, Says, Told


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
    told = f": {plan_says(fact)}" if "garages" in fact or "farms" in fact else ""
    return Told((_who(fact, naming), f" assigns dice{told}."))


def _plan_confirmed(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), "’s plan is ready."))


def _plans_revealed(fact: Message, naming: Naming) -> Told:
    says: list[str | Run] = ["The plans are shown."]
    for seat, plan in fact["plans"].items():
        says += [" ", naming.seat(seat), f": {plan_says(plan)}."]
    return Told(tuple(says))


def _die_placed(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), " places ", *placed_says(naming, fact), "."))


def _dice_sent(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), f" sends {dice(len(fact['slots']))} to the Cantina."))


def _die_set(fact: Message, naming: Naming) -> Told:
    where = f"in Garage {fact['slot']}" if fact["at"] == "garage" else f"on Farm {fact['slot']}"
    return Told((_who(fact, naming), f"’s die {where} shows {fact['to']} now."))


def _die_lost(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), f" loses the die {die_place(fact['die'])}."), "chaos")


def _harvested(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), " has harvested."))


def _rested(fact: Message, naming: Naming) -> Told:
    excess = fact.get("excess", 0)
    over = f", {amount(excess, 'dice')} over the limit" if excess else ""
    return Told((_who(fact, naming), f" takes {dice(fact['returned'])} home{over}."))


def _stacks_revealed(fact: Message, naming: Naming) -> Told:
    farms = listed([tile_name(naming, "farm", tile) for tile in fact["farm_tops"]])
    upgrades = listed([tile_name(naming, "upgrade", tile) for tile in fact["upgrade_tops"]])
    return Told((f"Farm Tiles on top: {farms}. Upgrade Tiles on top: {upgrades}.",))


def _harvester_moved(fact: Message, naming: Naming) -> Told:
    arrow = " by the arrow" if fact.get("arrow") else ""
    says = (_who(fact, naming), "’s Harvester goes to ", space_run(naming, fact["space"]), f"{arrow}.")
    return Told(says, "chaos" if fact["cause"] == "setback" else "plain")


def _token_taken(fact: Message, naming: Naming) -> Told:
    found = bundle(TOKENS[fact["token"]]) if fact["token"] in TOKENS else "what lies there"
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
    instead = f" in place of the tile of {base} {slot}" if slot is not None else ""
    top = fact.get("new_top")
    below = f" {tile_name(naming, kind, top)} comes to light." if top else " The stack is empty now."
    stack = STACKS[fact["stack"]].lower() if 0 <= fact["stack"] < len(STACKS) else "a stack"
    told = f" takes the {tile_name(naming, kind, fact['tile'])} of the {stack}{instead}.{below}"
    return Told((_who(fact, naming), told))


DUE = {
    "clan_ability": "may use what the clan offers",
    "advancement": "takes an advancement",
    "setback": "takes a setback",
    "extra_reward": "may take a second reward",
    "free_upgrade": "may take a free Upgrade Tile",
}


def _follow_up_due(fact: Message, naming: Naming) -> Told:
    clan = fact.get("clan")
    below = f" below {naming.name(clan)}" if clan else ""
    first = f" for the first {fact['value']}" if fact["kind"] == "advancement" and fact.get("value") else ""
    return Told((_who(fact, naming), f" {DUE.get(fact['kind'], 'has a choice to make')}{first}{below}."))


def _follow_up_done(fact: Message, naming: Naming) -> Told:
    return Told(("The choice is declined." if fact.get("declined") else "The choice is made.",))


def _advancement_taken(fact: Message, naming: Naming) -> Told:
    """FL-422: the AI only moves the token."""
    reward = REWARDS.get(fact["reward"], fact["reward"])
    if fact["owner"] == AI:
        return Told((f"The AI covers the reward of {reward}, for the first {fact['value']}.",))
    told = f" takes an advancement for the first {fact['value']}: {reward}."
    return Told((owner_run(naming, fact["owner"]), told))


def _setback_taken(fact: Message, naming: Naming) -> Told:
    token, kind = setback_token(naming, fact["condition"]), fact["punishment"]
    loss = PUNISHMENTS.get(kind, kind)
    if fact["owner"] == AI:
        return Told((f"The AI covers “{loss}” with {token}.",))
    told = f"gain instead: {REWARDS.get(kind, kind)}" if fact.get("as_gain") else loss
    return Told((owner_run(naming, fact["owner"]), f" takes {token}: {told}."), "chaos")


def _setback_ignored(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), f" ignores the setback below {naming.name(fact['clan'])}."))


def _caches_revealed(fact: Message, naming: Naming) -> Told:
    says: list[str | Run] = []
    for space, cache in fact["caches"].items():
        says += [", " if says else "", space_run(naming, space), f": {naming.name(cache)}"]
    return Told((*says, "."), "score")


def _start_player_set(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), " is the start player."))


def _event_revealed(fact: Message, naming: Naming) -> Told:
    return Told(("The Event is ", card_run(naming, fact["event"]), "."))


def _effect_applied(fact: Message, naming: Naming) -> Told:
    return Told(("The table carries out ", card_run(naming, fact["effect"]), "."))


PHASES = {
    "setup_stacks": "The tiles are to be laid out.",
    "setup_characters": "Now the characters are chosen.",
    "setup_items": "Now the Items are dealt.",
    "setup_start_player": "Now the start player is drawn.",
    "plan_event": "The next Round begins with its Event.",
    "plan": "Plan: roll and assign dice.",
    "harvest": "The Harvest begins.",
    "rest": "The Rest begins.",
    "scoring": "The last Round is over: the Gem Caches are turned.",
    "finished": "The game is over.",
}


def _phase_begun(fact: Message, naming: Naming) -> Told:
    phase, acts = fact["phase"], fact.get("to_act")
    first: Says = () if acts is None else (" ", naming.seat(acts), " begins.")
    if phase == "headquarters":
        return Told(("The dice of the Headquarters act first.", *first))
    if phase == "garages":
        return Told(("Now the dice of the Garages.", *first))
    if phase == "schemes":
        return Told((f"Now the AI, with {counted(fact.get('schemes', 0), 'Scheme')}.",))
    return Told((PHASES.get(phase, "The next phase begins."), *first))


def _turn_passed(fact: Message, naming: Naming) -> Told:
    return Told(("It is ", _who(fact, naming), "’s turn."))


def _round_ended(fact: Message, naming: Naming) -> Told:
    return Told(("The Round is over; ", naming.seat(fact["start_player"]), " has the start player marker."))


DECIDED = {
    "score": "by score",
    "dice": "with the most dice",
    "resources": "with the most resources",
    "shared": "at a tie",
}


def _game_ended(fact: Message, naming: Naming) -> Told:
    winners = [owner_run(naming, owner) for owner in fact["winners"]]
    verb = "wins" if len(winners) == 1 else "share the victory"
    told = f" {verb} {DECIDED.get(fact['decided_by'], '')}".rstrip()
    return Told(("The game is over: ", *listed_runs(winners), f"{told}."), "score")


FACTS: Mapping[str, FactWords] = {
    **CARD_FACTS,
    **RIVAL_FACTS,
    "stacks_revealed": _stacks_revealed,
    "start_player_set": _start_player_set,
    "event_revealed": _event_revealed,
    "effect_applied": _effect_applied,
    "resources_gained": _resources_gained,
    "resources_paid": _resources_paid,
    "dice_gained": _dice_gained,
    "dice_rolled": _dice_rolled,
    "dice_assigned": _dice_assigned,
    "plan_confirmed": _plan_confirmed,
    "plans_revealed": _plans_revealed,
    "phase_begun": _phase_begun,
    "turn_passed": _turn_passed,
    "die_placed": _die_placed,
    "dice_sent_to_cantina": _dice_sent,
    "harvester_moved": _harvester_moved,
    "token_taken": _token_taken,
    "tiles_removed": _tiles_removed,
    "tile_taken": _tile_taken,
    "follow_up_due": _follow_up_due,
    "follow_up_done": _follow_up_done,
    "advancement_taken": _advancement_taken,
    "setback_taken": _setback_taken,
    "setback_ignored": _setback_ignored,
    "die_set": _die_set,
    "die_lost": _die_lost,
    "harvested": _harvested,
    "rested": _rested,
    "round_ended": _round_ended,
    "caches_revealed": _caches_revealed,
    "game_ended": _game_ended,
}
