"""The rules: for each action the story of what comes of it, its checks in the order that the rules fix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.order_vs_chaos import actions
from domain.games.order_vs_chaos.rules import (
    cards,
    dice,
    display,
    exploring,
    final,
    growth,
    locations,
    monsters,
    retreat,
    segments,
    setup,
    turn,
    unknown,
)
from domain.games.order_vs_chaos.rules.flow import proceed
from domain.games.order_vs_chaos.rules.gate import check_phase
from domain.games.order_vs_chaos.state import State
from domain.kernel import Action, Chance, Facts, Passage

Rule = Callable[[State, Any, Chance], Passage[State]]

RULES: Mapping[type[Action], Rule] = {
    actions.ChooseMap: setup.choose_map,
    actions.SetArchEnemy: setup.set_arch_enemy,
    actions.ChooseHero: setup.choose_hero,
    actions.DrawMonsterType: setup.draw_monster_type,
    actions.FillDisplay: setup.fill_display,
    actions.ChooseFirstPlayer: setup.choose_first_player,
    actions.PlaceHero: setup.place_hero,
    actions.AssignXp: growth.assign_xp,
    actions.Move: turn.move,
    actions.Fight: turn.fight,
    actions.OpenLocation: exploring.open_location,
    actions.VisitQuartermaster: locations.visit_quartermaster,
    actions.DiscardDisplayItem: locations.discard_display_item,
    actions.UseOrderShrine: locations.use_order_shrine,
    actions.UseHealingShrine: locations.use_healing_shrine,
    actions.AttackHealingShrine: locations.attack_healing_shrine,
    actions.AttackRift: locations.attack_rift,
    actions.PickUpTokens: locations.pick_up_tokens,
    actions.UseChaosRift: locations.use_chaos_rift,
    actions.UseWanderingMonster: locations.use_wandering_monster,
    actions.DeliverTokens: locations.deliver_tokens,
    actions.EndTurn: turn.end_turn,
    actions.PlaceMonster: monsters.place_monster,
    actions.DiscardSurplusMonster: monsters.discard_surplus_monster,
    actions.DrawEvent: cards.draw_event,
    actions.NameEvent: unknown.name_event,
    actions.ResolveEvent: cards.resolve_event,
    actions.PlayEvent: cards.play_event,
    actions.UseAbility: cards.use_ability,
    actions.UseEquipment: cards.use_equipment,
    actions.ApplyEffects: cards.apply_effects,
    actions.DiscardEquipment: cards.discard_equipment,
    actions.TakeReward: display.take_reward,
    actions.Resurrect: growth.resurrect,
    actions.TakeOverflow: display.take_overflow,
    actions.SelectWeapons: segments.select_weapons,
    actions.DeclareBlocks: segments.declare_blocks,
    actions.DeclareTargets: segments.declare_targets,
    actions.RollAttack: segments.roll_attack,
    actions.ChangeDice: dice.change_dice,
    actions.ResolveSegment: segments.resolve_segment,
    actions.AttemptRetreat: retreat.attempt_retreat,
    actions.Stay: retreat.stay,
    actions.AllotDoomDamage: final.allot_doom_damage,
}


def decide(state: State, action: Action, chance: Chance) -> Facts[State]:
    """The facts of an action. Raises `Rejected` under the first rule that forbids it."""
    check_phase(state, action)
    state = yield from RULES[type(action)](state, action, chance)
    yield from proceed(state)
