"""Facts of rounds in words: Events, phases, turns, choices that are due, the end."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.words.names import card_run, owner_run
from domain.games.first_light.words.telling import (
    Message,
)
from domain.kernel import FactWords, Naming, Run, Says, Told, counted, listed_runs


def _who(fact: Message, naming: Naming) -> Run:
    return naming.seat(fact["seat"])


DUE = {
    "clan_ability": "may use the clan’s ability",
    "advancement": "takes an advancement",
    "setback": "takes a setback",
    "extra_reward": "may take a second reward",
    "free_upgrade": "may take a free Upgrade Tile",
}


def _follow_up_due(fact: Message, naming: Naming) -> Told:
    clan = fact.get("clan")
    below = f" from {naming.name(clan)}" if clan else ""
    first = f" for the first {fact['value']}" if fact["kind"] == "advancement" and fact.get("value") else ""
    return Told((_who(fact, naming), f" {DUE.get(fact['kind'], 'has a choice to make')}{first}{below}."))


def _follow_up_done(fact: Message, naming: Naming) -> Told:
    return Told(("The choice is declined." if fact.get("declined") else "The choice is made.",))


def _start_player_set(fact: Message, naming: Naming) -> Told:
    return Told((_who(fact, naming), " is the start player."))


def _event_revealed(fact: Message, naming: Naming) -> Told:
    return Told(("The Event is ", card_run(naming, fact["event"]), "."))


def _effect_applied(fact: Message, naming: Naming) -> Told:
    return Told(("The table resolves the text of ", card_run(naming, fact["effect"]), "."))


PHASES = {
    "setup_stacks": "Lay out the tiles.",
    "setup_characters": "Choose the characters.",
    "setup_items": "Deal the Items.",
    "setup_start_player": "Draw the start player.",
    "plan_event": "The next Round begins with its Event.",
    "plan": "Plan: roll and assign dice.",
    "harvest": "The Harvest begins.",
    "rest": "The Rest begins.",
    "scoring": "The last Round is over. Reveal the Gem Caches.",
    "finished": "The game is over.",
}


def _phase_begun(fact: Message, naming: Naming) -> Told:
    phase, acts = fact["phase"], fact.get("to_act")
    first: Says = () if acts is None else (" ", naming.seat(acts), " begins.")
    if phase == "headquarters":
        return Told(("The Headquarters dice act first.", *first))
    if phase == "garages":
        return Told(("Now the Garage dice act.", *first))
    if phase == "schemes":
        return Told((f"The AI reveals {counted(fact.get('schemes', 0), 'Scheme')}.",))
    return Told((PHASES.get(phase, "The next phase begins."), *first))


def _turn_passed(fact: Message, naming: Naming) -> Told:
    return Told(("It is ", _who(fact, naming), "’s turn."))


def _round_ended(fact: Message, naming: Naming) -> Told:
    return Told(("The Round is over; ", naming.seat(fact["start_player"]), " has the start player marker."))


DECIDED = {
    "score": "by score",
    "dice": "with the most dice",
    "resources": "with the most resources",
    "shared": "after a tie",
}


def _game_ended(fact: Message, naming: Naming) -> Told:
    winners = [owner_run(naming, owner, "the AI") for owner in fact["winners"]]
    verb = "wins" if len(winners) == 1 else "share the victory"
    told = f" {verb} {DECIDED.get(fact['decided_by'], '')}".rstrip()
    return Told(("The game is over: ", *listed_runs(winners), f"{told}."), "score")


ROUND_FACTS: Mapping[str, FactWords] = {
    "start_player_set": _start_player_set,
    "event_revealed": _event_revealed,
    "effect_applied": _effect_applied,
    "phase_begun": _phase_begun,
    "turn_passed": _turn_passed,
    "follow_up_due": _follow_up_due,
    "follow_up_done": _follow_up_done,
    "round_ended": _round_ended,
    "game_ended": _game_ended,
}
