"""Facts of the AI in words: its Schemes, dice, Gems and Harvester (4xx)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.words.telling import SENTENCES
from domain.kernel import FactWords, by_value

told = SENTENCES.fact

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
