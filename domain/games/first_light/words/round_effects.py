"""Facts of rounds in words: Events, phases, turns, choices that are due, the end."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.words.telling import SENTENCES
from domain.kernel import FactWords, by_value

told = SENTENCES.fact

STARTS = "{seat} is the start player."
RESOLVES = "The table resolves the text of {effect}."
ACTS = "[ {to_act:seat} begins.]"
BELOW = "[ from {clan}]."

PHASES: Mapping[str, FactWords] = {
    "setup_stacks": told("Lay out the tiles." + ACTS),
    "setup_characters": told("Choose the characters." + ACTS),
    "setup_items": told("Deal the Items." + ACTS),
    "setup_start_player": told("Draw the start player." + ACTS),
    "plan_event": told("The next Round begins with its Event." + ACTS),
    "plan": told("Plan: roll and assign dice." + ACTS),
    "headquarters": told("The Headquarters dice act first." + ACTS),
    "garages": told("Now the Garage dice act." + ACTS),
    "schemes": told("The AI reveals [{schemes}|0 Schemes]."),
    "harvest": told("The Harvest begins." + ACTS),
    "rest": told("The Rest begins." + ACTS),
    "scoring": told("The last Round is over. Reveal the Gem Caches." + ACTS),
    "finished": told("The game is over." + ACTS),
}

DUE: Mapping[str, FactWords] = {
    "clan_ability": told("{seat} may use the clan’s ability" + BELOW),
    "advancement": told("{seat} takes an advancement[ for the first {value}]" + BELOW),
    "setback": told("{seat} takes a setback" + BELOW),
    "extra_reward": told("{seat} may take a second reward" + BELOW),
    "free_upgrade": told("{seat} may take a free Upgrade Tile" + BELOW),
}

ROUND_FACTS: Mapping[str, FactWords] = {
    "start_player_set": told(STARTS),
    "event_revealed": told("The Event is {event}."),
    "effect_applied": told(RESOLVES),
    "phase_begun": by_value("phase", PHASES, told("The next phase begins." + ACTS)),
    "turn_passed": told("It is {seat}’s turn."),
    "follow_up_due": by_value("kind", DUE, told("{seat} has a choice to make" + BELOW)),
    "follow_up_done": told("The choice is [{declined:if}declined|made]."),
    "round_ended": told("The Round is over; {start_player:seat} has the start player marker."),
    "game_ended": told("The game is over: {winners}{decided_by}.", "score"),
}
