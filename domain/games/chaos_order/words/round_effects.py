"""Facts of the setup, of rounds, prices and turns, and of the end in words."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.names import SENTENCES
from domain.kernel import FactWords, by_value

told = SENTENCES.fact

ENDS_MAIN_ACTION = "{seat} ends the main action."
TAKES_AUXILIARY_ACTION = "{seat} takes the auxiliary action."

ROUND_FACTS: Mapping[str, FactWords] = {
    "land_tiles_laid": told("Land tiles: {tiles:pairs}."),
    "setup_step_began": told("{step:setup_step}[{turns:in_turn}]."),
    "base_placed": told("{seat} has its base at {location}[{mountains}]."),
    "foundations_laid": told("Foundations: {layout:pairs}."),
    "foundations_returned": told("Back to the box: {foundations}."),
    "relic_placed": told("Relic {relic} is in {region}."),
    "mountains_placed": told("Mountains are placed {borders}."),
    "round_began": told("Round {round} begins."),
    "phase_began": told("{phase:beginning} begins[{turns:in_turn}]."),
    "turn_ended": told("{seat:owner} turn ends."),
    # CO-219: a neutral token is nobody's.
    "price_placed": told("[{by:seat}|A neutral token] prices {phase}: {token:price}[{spot:then_on_spot}]."),
    "tokens_moved": by_value(
        "to",
        {
            "supply": told("{seat} takes back {tokens} from the vault."),
            "vault": told("{seat} puts {tokens} into the vault."),
        },
        told("{seat} loses {tokens} for good."),
    ),
    "prices_cleared": told("The prices are removed from the phases."),
    "neutral_token_removed": told("Of {pair}, the costlier one is now on top."),
    "flare_gun_passed": told("The flare gun passes to {to:seat}{cause:gun_reason}."),
    "act_chosen": told("{seat} acts in {phase}."),
    "pass_chosen": told("{seat} passes in {phase}{able}."),
    "main_action_began": told("{seat} begins the main action."),
    "main_action_ended": told(ENDS_MAIN_ACTION),
    "auxiliary_taken": told(TAKES_AUXILIARY_ACTION),
    "game_ended": told("{winners:seats} {winners:win} in round {round}{reason:victory}.", "score"),
}
