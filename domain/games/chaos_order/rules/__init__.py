"""The rules of Chaos Order: which function tells the story of which action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.chaos_order import actions
from domain.games.chaos_order.rules import building, cards, combat, income, manual, move, setup, turns
from domain.games.chaos_order.rules.effects import Draws
from domain.games.chaos_order.rules.turns import go_on
from domain.games.chaos_order.state import State
from domain.kernel import Action, Chance, Facts, Passage

_STORIES: Mapping[type[Action], Callable[[State, Any, Draws], Passage[State]]] = {
    actions.PrepareTable: setup.prepare_table,
    actions.PlaceBase: setup.place_base,
    actions.LayNeutralFoundations: setup.lay_neutral_foundations,
    actions.DeployStartingLeader: setup.deploy_starting_leader,
    actions.PlaceStartingFighters: setup.place_starting_fighters,
    actions.SetPrice: turns.set_price,
    actions.Act: turns.act,
    actions.Pass: turns.pass_turn,
    actions.BeginMainAction: turns.begin_main_action,
    actions.EndMainAction: turns.end_main_action,
    actions.AuxiliaryAction: turns.auxiliary_action,
    actions.EndTurn: turns.end_turn,
    actions.AdvanceResearch: building.advance_research,
    actions.ConstructFoundation: building.construct_foundation,
    actions.ConstructBuilding: building.construct_building,
    actions.HarvestRegion: income.harvest_region,
    actions.PlaceProductionToken: income.place_production_token,
    actions.UpgradeProductionToken: income.upgrade_production_token,
    actions.AdvanceFighter: building.advance_fighter,
    actions.FastTrackFighter: building.fast_track_fighter,
    actions.ExchangeRecruitmentPoints: building.exchange_recruitment_points,
    actions.DeployLeader: building.deploy_leader,
    actions.UpgradeLeader: building.upgrade_leader,
    actions.UpgradeAttribute: building.upgrade_attribute,
    actions.MoveUnits: move.move_units,
    actions.RedeployUnits: move.redeploy_units,
    actions.ChooseBranch: cards.choose_branch,
    actions.DeclineEffect: cards.decline_effect,
    actions.UseAbility: cards.use_ability,
    actions.LandFighters: cards.land_fighters,
    actions.ApplyManualEffect: manual.apply_manual_effect,
    actions.PlayTacticsCard: cards.play_tactics_card,
    actions.DiscardTacticsCard: cards.discard_tactics_card,
    actions.SelectBattle: combat.select_battle,
    actions.CommitPlan: combat.commit_plan,
    actions.RevealPlans: combat.reveal_plans,
    actions.RetreatTo: combat.retreat_to,
    actions.RazeBuilding: combat.raze_building,
    actions.TakeRegionIncome: income.take_region_income,
    actions.ChooseRegionReward: income.choose_region_reward,
    actions.TakeBuildingIncome: income.take_building_income,
    actions.TakeAbilityIncome: income.take_ability_income,
    actions.FinishIncome: income.finish_income,
    actions.ResolveRelics: turns.resolve_relics,
}


def decide(state: State, action: Action, chance: Chance) -> Facts[State]:
    """The story of an action and of all that follows from it. Raises `Rejected` in the order of CO-721."""
    draws = Draws(getattr(action, "draws", None), chance)
    after = yield from _STORIES[type(action)](state, action, draws)
    yield from go_on(state, after, draws)
    draws.finish()
