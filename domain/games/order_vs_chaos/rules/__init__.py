"""The rules: for each action the story of what comes of it, its checks in the order that the rules fix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.order_vs_chaos import actions as a
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
)
from domain.games.order_vs_chaos.rules.flow import check_phase, proceed
from domain.games.order_vs_chaos.state import State
from domain.kernel import Action, Chance, Facts, Passage

Rule = Callable[[State, Any, Chance], Passage[State]]

RULES: Mapping[type[Action], Rule] = {
    a.ChooseMap: setup.choose_map,
    a.SetArchEnemy: setup.set_arch_enemy,
    a.ChooseHero: setup.choose_hero,
    a.DrawMonsterType: setup.draw_monster_type,
    a.FillDisplay: setup.fill_display,
    a.ChooseFirstPlayer: setup.choose_first_player,
    a.PlaceHero: setup.place_hero,
    a.AssignXp: growth.assign_xp,
    a.Move: turn.move,
    a.Fight: turn.fight,
    a.OpenLocation: exploring.open_location,
    a.VisitQuartermaster: locations.visit_quartermaster,
    a.DiscardDisplayItem: locations.discard_display_item,
    a.UseOrderShrine: locations.use_order_shrine,
    a.UseHealingShrine: locations.use_healing_shrine,
    a.AttackHealingShrine: locations.attack_healing_shrine,
    a.AttackRift: locations.attack_rift,
    a.PickUpTokens: locations.pick_up_tokens,
    a.UseChaosRift: locations.use_chaos_rift,
    a.UseWanderingMonster: locations.use_wandering_monster,
    a.DeliverTokens: locations.deliver_tokens,
    a.EndTurn: turn.end_turn,
    a.PlaceMonster: monsters.place_monster,
    a.DiscardSurplusMonster: monsters.discard_surplus_monster,
    a.DrawEvent: cards.draw_event,
    a.ResolveEvent: cards.resolve_event,
    a.PlayEvent: cards.play_event,
    a.UseAbility: cards.use_ability,
    a.UseEquipment: cards.use_equipment,
    a.ApplyEffects: cards.apply_effects,
    a.DiscardEquipment: cards.discard_equipment,
    a.TakeReward: display.take_reward,
    a.Resurrect: growth.resurrect,
    a.TakeOverflow: display.take_overflow,
    a.SelectWeapons: segments.select_weapons,
    a.DeclareBlocks: segments.declare_blocks,
    a.DeclareTargets: segments.declare_targets,
    a.RollAttack: segments.roll_attack,
    a.ChangeDice: dice.change_dice,
    a.ResolveSegment: segments.resolve_segment,
    a.AttemptRetreat: retreat.attempt_retreat,
    a.Stay: retreat.stay,
    a.AllotDoomDamage: final.allot_doom_damage,
}


def decide(state: State, action: Action, chance: Chance) -> Facts[State]:
    """The facts of an action. Raises `Rejected` under the first rule that forbids it."""
    check_phase(state, action)
    state = yield from RULES[type(action)](state, action, chance)
    yield from proceed(state)
