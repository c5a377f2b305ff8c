"""The rules of Circadians: First Light: the common order of checks, then each command's own chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.first_light import actions
from domain.games.first_light.rules import (
    cantina,
    ending,
    extras,
    harvest,
    locations,
    manual,
    negotiation,
    placing,
    plan,
    rival,
    setbacks,
    setup,
    setup_cards,
)
from domain.games.first_light.rules.flow import advance
from domain.games.first_light.rules.gate import check_order
from domain.games.first_light.state import State
from domain.kernel import Action, Chance, Facts, Passage

Chapter = Callable[[State, Any, Chance], Passage[State]]

OUT_OF_TURN: dict[type[Action], Chapter] = {
    actions.RevealStacks: setup.reveal_stacks,
    actions.DealCharacters: setup_cards.deal_characters,
    actions.ChooseCharacter: setup_cards.choose_character,
    actions.DealItems: setup_cards.deal_items,
    actions.DraftItem: setup_cards.draft_item,
    actions.KeepItems: setup_cards.keep_items,
    actions.SetStartPlayer: setup.set_start_player,
    actions.NameItem: setup_cards.name_item,
    actions.RevealEvent: plan.reveal_event,
    actions.ApplyEffect: manual.apply_effect,
    actions.TakeDie: plan.take_die,
    actions.RollDice: plan.roll_dice,
    actions.AssignDice: plan.assign_dice,
    actions.ConfirmPlan: plan.confirm_plan,
    actions.RevealScheme: rival.reveal_scheme,
    actions.Harvest: harvest.harvest,
    actions.Rest: harvest.rest,
    actions.RevealGemCaches: ending.reveal_gem_caches,
}

IN_TURN: dict[type[Action], Chapter] = {
    actions.PlaceHeadquarters: placing.place_headquarters,
    actions.PlaceNegotiation: placing.place_negotiation,
    actions.PlaceDepository: placing.place_depository,
    actions.PlaceMiningCamp: locations.place_mining_camp,
    actions.PlaceLaboratory: locations.place_laboratory,
    actions.PlaceFoundry: locations.place_foundry,
    actions.PlaceControlRoom: locations.place_control_room,
    actions.PlaceMarket: locations.place_market,
    actions.PlaceAcademy: locations.place_academy,
    actions.SendToCantina: cantina.send_to_cantina,
    actions.UseClanAbility: negotiation.use_clan_ability,
    actions.TakeAdvancement: negotiation.take_advancement,
    actions.TakeSetback: setbacks.take_setback,
    actions.IgnoreSetback: setbacks.ignore_setback,
    actions.TakeExtraReward: extras.take_extra_reward,
    actions.TakeFreeUpgrade: extras.take_free_upgrade,
}
"""Actions of the Execute phase: when one is over, the turn goes on (FL-719)."""


def decide(state: State, action: Action, chance: Chance) -> Facts[State]:
    """What the action makes true, or `Rejected` under the first rule that forbids it."""
    check_order(state, action)
    in_turn = IN_TURN.get(type(action))
    if in_turn is None:
        yield from OUT_OF_TURN[type(action)](state, action, chance)
        return
    state = yield from in_turn(state, action, chance)
    yield from advance(state)
