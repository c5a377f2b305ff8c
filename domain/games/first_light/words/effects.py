"""The log: each fact as a sentence, as it follows from an action or is part of a correction.

Facts of the AI are 4xx.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.state import AI
from domain.games.first_light.words.telling import SENTENCES, by_setback
from domain.kernel import FactWords, by_value

# Facts of cards in words: characters, the draft, Items drawn, acquired and discarded.

told = SENTENCES.fact

CHOOSES = "{seat} chooses [{character}|a character]."
DRAFTS = "{seat} keeps [{item}|an Item]."
KEEPS = "{seat} keeps [{items}|3 Items]."
NAMES = "{seat} names an Item[: {item}]."

CARD_FACTS: Mapping[str, FactWords] = {
    "characters_dealt": told("Characters are dealt.{characters:hands}"),
    "character_chosen": told(CHOOSES),
    "characters_revealed": told("{characters:leaders}."),
    "items_dealt": told("Items are dealt.{hands}"),
    "item_drafted": told(DRAFTS),
    "packets_passed": told("The other Items pass to the left."),
    "packets_bottomed": told("The last Items go under the draw pile[{cards:own_cards}]."),
    "items_kept": told(KEEPS),
    "items_drawn": by_value(
        "items",
        {None: told("{seat} draws [{count:item_count}|Items] from {cause}.")},
        told("{seat} draws {items} from {cause}."),
    ),
    "discards_reshuffled": told("The discarded Items are shuffled into a new draw pile."),
    "item_named": told(NAMES),
    "item_acquired": told("{seat} acquires {item}{item:worth}.", "score"),
    "items_discarded": by_setback("{seat} discards [{items}|no Item]."),
}


# Facts of the AI in words: its Schemes, dice, Gems and Harvester (4xx).

REVEALS_SCHEME = "The AI reveals {scheme}."
SPARE = "[ and {supply:dice} without a slot {supply:go} to its supply]."

RIVAL_FACTS: Mapping[str, FactWords] = {
    "schemes_reshuffled": told("The Schemes are reshuffled."),
    "scheme_revealed": told(REVEALS_SCHEME),
    # FL-416, FL-417; FL-433: what comes on top.
    "scheme_resolved": by_value(
        "option",
        {None: told("None of its options is possible.")},
        told("It takes the {option} option[{more:if}; it reveals another Scheme]."),
    ),
    # FL-412: Water on the way goes to the supply.
    "ai_moved": told(
        "The AI’s Harvester moves to {space}[{arrow:if} along the arrow]"
        "[ and clears the Water of {cleared:spaces}]."
    ),
    "ai_die_placed": told("The AI places {:placed}."),
    "ai_gained": told("The AI gains {:gains} from {cause}."),
    "ai_paid": told("The AI pays {gems} for {cause}."),
    "ai_progressed": told("The AI unlocks a Progress Tile, 2 ★: {bonus}.", "score"),
    "ai_dice_returned": by_value(
        "board",
        {1: told("1 AI die returns" + SPARE)},
        told("{board:Dice} of the AI return" + SPARE),
    ),
}


# Facts of rounds in words: Events, phases, turns, choices that are due, the end.

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


# Each fact in words, as it follows from an action or stands in a correction: dice and boards.

ROLLS = "{seat} rolls[ {values}][ {count:dice}]."
ASSIGNS = "{seat} assigns {:assigned}."
READY = "{seat}’s plan is ready."
EXCESS = "[; {excess:dice} over the limit {excess:go} back to the supply]."
"""FL-273: the dice that come home and find no room."""
GAIN_OF_SETBACK = "turns {condition} into a gain: {punishment:reward}."

FACTS: Mapping[str, FactWords] = {
    **CARD_FACTS,
    **RIVAL_FACTS,
    **ROUND_FACTS,
    "stacks_revealed": told("Top Farm Tiles: {farm_tops}. Top Upgrade Tiles: {upgrade_tops}."),
    "resources_gained": told("{seat} gains {gains} from {cause}."),
    "resources_paid": told("{seat} pays {costs} for {cause}[{saved}]."),
    "dice_gained": told("{seat} {count:dice_changed} from {cause}."),
    "dice_rolled": told(ROLLS),
    "dice_assigned": told(ASSIGNS),
    "plan_confirmed": told(READY),
    "plans_revealed": told("The plans are revealed.{plans}"),
    "die_placed": told("{seat} places {:placed}."),
    "dice_sent_to_cantina": told("{seat} sends {slots} to the Cantina."),
    "harvester_moved": by_setback("{seat}’s Harvester moves to {space}[{arrow:if} along the arrow]."),
    "token_taken": told("{seat} picks up {token}.", "score"),
    "tiles_removed": by_value(
        "kind",
        {"farm": by_setback("{seat} loses {slots:lost_farms}.")},
        by_setback("{seat} loses {slots:lost_upgrades}."),
    ),
    # FL-R22: into the hole of the tile that goes for it, if one does.
    "tile_taken": by_value(
        "kind",
        {
            "farm": told(
                "{seat} takes the {tile:farm_tile} of {stack}[ instead of the tile on Farm {replaces}]."
                "[ New top tile: {new_top:farm_tile}.| The stack is now empty.]"
            )
        },
        told(
            "{seat} takes the {tile:upgrade_tile} of {stack}[ instead of the tile on Garage {replaces}]."
            "[ New top tile: {new_top:upgrade_tile}.| The stack is now empty.]"
        ),
    ),
    # FL-422: the AI only moves the token.
    "advancement_taken": by_value(
        "owner",
        {AI: told("The AI covers the {reward} advancement with the first {value}.")},
        told("{owner} takes an advancement for the first {value}: {reward}."),
    ),
    "setback_taken": by_value(
        "owner",
        {AI: told("The AI covers “{punishment}” with {condition}.")},
        by_value(
            "as_gain",
            {True: told("{owner} " + GAIN_OF_SETBACK)},
            told("{owner} takes {condition}: {punishment}.", "chaos"),
        ),
    ),
    "setback_ignored": told("{seat} ignores the setback from {clan}."),
    "die_set": told("{seat}’s die {:die} now shows {to}."),
    "die_moved": told(
        "{owner}’s die, [{source:die}|in the supply] until now, is [{goal:die}|in the supply]."
    ),
    "die_lost": told("{seat} loses the die {die}.", "chaos"),
    "harvested": told("{seat} finishes the Harvest."),
    "rested": told("{seat} returns {returned:dice}" + EXCESS),
    "caches_revealed": told("{caches}.", "score"),
}
