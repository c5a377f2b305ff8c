"""The rules of Circadians: First Light: the common order of checks, then each command's own chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.first_light import actions
from domain.games.first_light.rules import (
    harvest,
    manual,
    negotiation,
    placements,
    placing,
    plan,
    rival,
    setup,
)
from domain.games.first_light.rules.manual import check_order
from domain.games.first_light.rules.plan import advance
from domain.games.first_light.state import State
from domain.kernel import Action, Chance, Facts, Passage

Chapter = Callable[[State, Any, Chance], Passage[State]]

OUT_OF_TURN: dict[type[Action], Chapter] = {
    actions.RevealStacks: setup.reveal_stacks,
    actions.DealCharacters: setup.deal_characters,
    actions.ChooseCharacter: setup.choose_character,
    actions.DealItems: setup.deal_items,
    actions.DraftItem: setup.draft_item,
    actions.KeepItems: setup.keep_items,
    actions.SetStartPlayer: setup.set_start_player,
    actions.NameItem: setup.name_item,
    actions.RevealEvent: plan.reveal_event,
    actions.ApplyEffect: manual.apply_effect,
    actions.TakeDie: plan.take_die,
    actions.RollDice: plan.roll_dice,
    actions.AssignDice: plan.assign_dice,
    actions.ConfirmPlan: plan.confirm_plan,
    actions.RevealScheme: rival.reveal_scheme,
    actions.Harvest: harvest.harvest,
    actions.Rest: harvest.rest,
    actions.RevealGemCaches: rival.reveal_gem_caches,
}

IN_TURN: dict[type[Action], Chapter] = {
    actions.PlaceHeadquarters: placing.place_headquarters,
    actions.PlaceNegotiation: placing.place_negotiation,
    actions.PlaceDepository: placing.place_depository,
    actions.PlaceMiningCamp: placing.place_mining_camp,
    actions.PlaceLaboratory: placing.place_laboratory,
    actions.PlaceFoundry: placing.place_foundry,
    actions.PlaceControlRoom: placing.place_control_room,
    actions.PlaceMarket: placing.place_market,
    actions.PlaceAcademy: placing.place_academy,
    actions.SendToCantina: placements.send_to_cantina,
    actions.UseClanAbility: negotiation.use_clan_ability,
    actions.TakeAdvancement: negotiation.take_advancement,
    actions.TakeSetback: harvest.take_setback,
    actions.IgnoreSetback: harvest.ignore_setback,
    actions.TakeExtraReward: rival.take_extra_reward,
    actions.TakeFreeUpgrade: rival.take_free_upgrade,
}
"""Actions of the Execute phase: when one is over, the turn continues (FL-719)."""


def decide(state: State, action: Action, chance: Chance) -> Facts[State]:
    """Yield the facts of the action, or raise `Rejected` under the first rule that forbids it."""
    check_order(state, action)
    in_turn = IN_TURN.get(type(action))
    if in_turn is None:
        yield from OUT_OF_TURN[type(action)](state, action, chance)
        return
    state = yield from in_turn(state, action, chance)
    yield from advance(state)
