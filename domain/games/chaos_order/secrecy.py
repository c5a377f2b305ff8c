"""The visibility of actions and facts: tactics cards and sealed plans (CO-410, CO-508, CO-R36, CO-R38).

The facts of an action reveal the cards that it draws, each to the seat that draws it.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order import actions, facts
from domain.kernel import KEPT, SHOWN, Action, Fact, Secrecy, Statement, known_to, said, told_to

ACTIONS: Mapping[type[Action], Statement] = {
    actions.PrepareTable: said("land_tiles", draws=KEPT),
    actions.SetPrice: said("seat", "phase", "token", "spot", draws=KEPT),
    actions.Act: said("seat", draws=KEPT),
    actions.Pass: said("seat", draws=KEPT),
    actions.BeginMainAction: said("seat", draws=KEPT),
    actions.AdvanceResearch: said("seat", "track", "pay_lock", draws=KEPT),
    actions.ConstructFoundation: said("seat", "foundation", "region", "pay_lock", draws=KEPT),
    actions.ConstructBuilding: said("seat", "building", "foundation", "pay_lock", draws=KEPT),
    actions.HarvestRegion: said("seat", "region", draws=KEPT),
    actions.PlaceProductionToken: said("seat", "token", "region", draws=KEPT),
    actions.UpgradeProductionToken: said("seat", "token", draws=KEPT),
    actions.AdvanceFighter: said("seat", "sector", "count", draws=KEPT),
    actions.FastTrackFighter: said("seat", "count", draws=KEPT),
    actions.ExchangeRecruitmentPoints: said("seat", "option", draws=KEPT),
    actions.MoveUnits: said("seat", "origin", "to", "fighters", "leaders", draws=KEPT),
    actions.RedeployUnits: said("seat", "origin", "to", "fighters", "leaders", draws=KEPT),
    actions.DeployLeader: said("seat", "leader", draws=KEPT),
    actions.UpgradeLeader: said("seat", "leader", draws=KEPT),
    actions.UpgradeAttribute: said("seat", "attribute", draws=KEPT),
    actions.ChooseBranch: said("seat", "index", draws=KEPT),
    actions.LandFighters: said("seat", "region", "count", draws=KEPT),
    actions.DeclineEffect: said("seat", draws=KEPT),
    actions.EndMainAction: said("seat", draws=KEPT),
    actions.AuxiliaryAction: said("seat", "option", draws=KEPT),
    actions.PlayTacticsCard: said("seat", "card", "play", "pay_lock", draws=KEPT),
    actions.DiscardTacticsCard: said("seat", "card", draws=KEPT),
    actions.UseAbility: said("seat", "ability", draws=KEPT),
    actions.EndTurn: said("seat", draws=KEPT),
    actions.CommitPlan: said(
        "seat", section=known_to("seat"), tactics=known_to("seat"), card=known_to("seat")
    ),
    actions.RevealPlans: said("dice", draws=KEPT),
    actions.RetreatTo: said("seat", "region", draws=KEPT),
    actions.RazeBuilding: said("seat", "foundation", draws=KEPT),
    actions.TakeRegionIncome: said("seat", draws=KEPT),
    actions.ChooseRegionReward: said("seat", "reward", draws=KEPT),
    actions.TakeBuildingIncome: said("seat", "gems_as_research", draws=KEPT),
    actions.TakeAbilityIncome: said("seat", "ability", draws=KEPT),
    actions.FinishIncome: said("seat", draws=KEPT),
    actions.ResolveRelics: said(draws=KEPT),
    actions.ApplyManualEffect: said("seat", "text_id", "adjustments", draws=KEPT),
}

FACTS: Mapping[type[Fact], Statement] = {
    facts.CardsDrawn: said("seat", "cause", cards=told_to("seat").counted("count")),
    facts.CardPlayed: said("seat", "phase", "named", card=SHOWN),
    facts.CardDiscarded: said("seat", "named", card=SHOWN),
    facts.PlanCommitted: said(
        "seat",
        section=known_to("seat"),
        tactics=known_to("seat"),
        card=known_to("seat"),
        named=known_to("seat"),
    ),
    facts.PlansRevealed: said(plans=SHOWN),
}

SECRECY = Secrecy(ACTIONS, FACTS)
