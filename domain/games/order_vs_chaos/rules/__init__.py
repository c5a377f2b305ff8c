"""The rules: for each action the story of what comes of it, its checks in the order that the rules fix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.order_vs_chaos import actions
from domain.games.order_vs_chaos.rules import battle, cards, exploring, final, growth, locations, setup, turn
from domain.games.order_vs_chaos.rules.final import proceed
from domain.games.order_vs_chaos.rules.turn import check_phase
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
    actions.PlaceMonster: turn.place_monster,
    actions.DiscardSurplusMonster: turn.discard_surplus_monster,
    actions.DrawEvent: cards.draw_event,
    actions.NameEvent: cards.name_event,
    actions.ResolveEvent: cards.resolve_event,
    actions.PlayEvent: cards.play_event,
    actions.UseAbility: cards.use_ability,
    actions.UseEquipment: cards.use_equipment,
    actions.ApplyEffects: cards.apply_effects,
    actions.DiscardEquipment: cards.discard_equipment,
    actions.TakeReward: growth.take_reward,
    actions.Resurrect: growth.resurrect,
    actions.TakeOverflow: growth.take_overflow,
    actions.SelectWeapons: battle.select_weapons,
    actions.DeclareBlocks: battle.declare_blocks,
    actions.DeclareTargets: battle.declare_targets,
    actions.RollAttack: battle.roll_attack,
    actions.ChangeDice: cards.change_dice,
    actions.ResolveSegment: battle.resolve_segment,
    actions.AttemptRetreat: battle.attempt_retreat,
    actions.Stay: battle.stay,
    actions.AllotDoomDamage: final.allot_doom_damage,
}


def decide(state: State, action: Action, chance: Chance) -> Facts[State]:
    """The facts of an action. Raises `Rejected` under the first rule that forbids it."""
    check_phase(state, action)
    state = yield from RULES[type(action)](state, action, chance)
    yield from proceed(state)
