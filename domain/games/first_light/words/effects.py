"""Each fact in words, as it follows from an action or stands in a correction: dice and boards."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.state import AI
from domain.games.first_light.words.card_effects import CARD_FACTS
from domain.games.first_light.words.rival_effects import RIVAL_FACTS
from domain.games.first_light.words.round_effects import ROUND_FACTS
from domain.games.first_light.words.telling import SENTENCES, by_setback
from domain.kernel import FactWords, by_value

told = SENTENCES.fact

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
    "die_lost": told("{seat} loses the die {die}.", "chaos"),
    "harvested": told("{seat} finishes the Harvest."),
    "rested": told("{seat} returns {returned:dice}" + EXCESS),
    "caches_revealed": told("{caches}.", "score"),
}
