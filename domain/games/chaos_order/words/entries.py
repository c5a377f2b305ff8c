"""The log: each action as a sentence that a fellow player would say, with what it brings."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from domain.games.chaos_order.words.gains import GAINED
from domain.games.chaos_order.words.piece_entries import PIECE_ENTRIES
from domain.games.chaos_order.words.round_entries import ROUND_ENTRIES
from domain.games.chaos_order.words.setup_entries import SETUP_ENTRIES
from domain.kernel import ActionWords

ACTIONS: Mapping[str, ActionWords] = {**SETUP_ENTRIES, **ROUND_ENTRIES, **PIECE_ENTRIES}

QUIET = (
    "effect_taken",
    "effect_dropped",
    "turn_ended",
    "main_action_began",
    "main_action_ended",
    "prices_cleared",
    "combat_turn_given",
    "battle_step_began",
)
"""How the table goes on, which is told by what is asked next."""

TOLD = {
    "place_base": ("base_placed",),
    "lay_neutral_foundations": ("relic_placed",),
    "deploy_starting_leader": ("units_moved",),
    "place_starting_fighters": ("units_moved", "round_began"),
    "set_price": ("price_placed",),
    "act": ("act_chosen",),
    "pass": ("pass_chosen",),
    "auxiliary_action": ("auxiliary_taken",),
    "advance_research": ("research_advanced", "tokens_moved"),
    "construct_foundation": ("foundation_constructed",),
    "construct_building": ("building_constructed",),
    "harvest_region": ("token_harvested",),
    "place_production_token": ("production_token_placed",),
    "upgrade_production_token": ("production_token_upgraded",),
    "advance_fighter": ("units_moved",),
    "move_units": ("units_moved",),
    "redeploy_units": ("units_moved",),
    "land_fighters": ("units_moved",),
    "deploy_leader": ("units_moved",),
    "fast_track_fighter": ("units_moved",),
    "upgrade_leader": ("leader_upgraded",),
    "upgrade_attribute": ("attribute_upgraded",),
    "choose_region_reward": ("attribute_upgraded",),
    "choose_branch": ("tokens_moved",),
    "decline_effect": ("tokens_moved",),
    "play_tactics_card": ("card_played",),
    "discard_tactics_card": ("card_discarded", "tokens_moved"),
    "take_region_income": ("region_income_taken",),
    "take_building_income": ("building_income_taken",),
    "finish_income": ("income_finished",),
    "raze_building": ("building_razed",),
}
"""The facts that an action's sentence says, beside what it brings."""

OWN = {
    "select_battle": ("battle_selected",),
    "commit_plan": ("plan_committed",),
    "reveal_plans": ("strength_compared",),
    "resolve_relics": ("relic_taken", "relic_removed", "tokens_moved"),
    "apply_manual_effect": ("manual_effect_applied",),
    "retreat_to": (),
    "prepare_table": (),
}
"""Those whose sentence leaves what they bring to lines of their own, told in order."""

SAID: Mapping[str, Collection[str]] = {
    tag: (*OWN[tag], *QUIET) if tag in OWN else (*TOLD.get(tag, ()), *GAINED, *QUIET) for tag in ACTIONS
}
"""The facts that an action's sentence says already."""
