"""The rules of Chaosmos: what every command must pass first, then its own chapter.

The checks stand in the order that the rules file fixes: CM-601, CM-123, CM-203, whose command it is
(each chapter's first check), then the command's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.chaosmos import actions
from domain.games.chaosmos.rules import cards, combat, envelopes, setup, turns
from domain.games.chaosmos.state import State
from domain.kernel import Action, Chance, Facts, check

Rule = Callable[[State, Any, Chance], Facts[State]]
"""Yields the facts of a command that has passed the checks before its chapter."""

SETUP: dict[type[Action], Rule] = {
    actions.RemoveAlienPair: setup.remove_alien_pair,
    actions.ArrangePlanets: setup.arrange_planets,
    actions.DealAliens: setup.deal_aliens,
    actions.ChooseAlien: setup.choose_alien,
    actions.DealCards: setup.deal_cards,
    actions.PrepareHand: setup.prepare_hand,
    actions.SetStartPlayer: setup.set_start_player,
}

IN_COMBAT: dict[type[Action], Rule] = {
    actions.PlayCombatCard: combat.play_combat_card,
    actions.PassCombat: combat.pass_combat,
}

CHOICES: dict[type[Action], tuple[str, Rule]] = {
    actions.ChooseResolution: ("choose_resolution", combat.choose_resolution),
    actions.TakeSpoils: ("take_spoils", combat.take_spoils),
    actions.GiveBack: ("give_back", combat.give_back),
    actions.TakeEnvelope: ("take_envelope", combat.take_envelope),
    actions.ResolveOwnTrap: ("own_trap", combat.resolve_own_trap),
}
"""Each with the pending choice that it answers."""

BETWEEN_TURNS: dict[type[Action], Rule] = {actions.BeginTurn: turns.begin_turn}

OF_THE_ACTIVE_SEAT: dict[type[Action], Rule] = {
    actions.Move: envelopes.move,
    actions.Hyperspace: envelopes.hyperspace,
    actions.ControlPlanet: envelopes.control_planet,
    actions.Attack: combat.attack,
    actions.PlayCard: cards.play_card,
    actions.TradeCosmicPool: cards.trade_cosmic_pool,
    actions.EndTurn: turns.end_turn,
}
"""CM-201: only on the seat's own turn."""

WHENEVER_OPEN: dict[type[Action], Rule] = {
    actions.TransferCards: envelopes.transfer_cards,
    actions.ActivateFlip: envelopes.activate_flip,
    actions.DeactivateFlip: envelopes.deactivate_flip,
    actions.ReturnEnvelope: envelopes.return_envelope,
    actions.UseAbility: cards.use_ability,
}
"""On the seat's own turn and between two turns (CM-204, CM-531); each checks that itself."""

WHENEVER: dict[type[Action], Rule] = {
    actions.NameCards: turns.name_cards,
    actions.ShowOvoid: turns.show_ovoid,
}
"""CM-R31: actions that are not moves of the game; each one checks itself when it is legal."""

AFTER_SETUP: dict[type[Action], Rule] = {
    **IN_COMBAT,
    **BETWEEN_TURNS,
    **OF_THE_ACTIVE_SEAT,
    **WHENEVER_OPEN,
    **{kind: rule for kind, (_, rule) in CHOICES.items()},
}
"""Every command after setup."""


def decide(state: State, action: Action, chance: Chance) -> Facts[State]:
    """Yield the facts of the command, or raise `Rejected` under the first rule that forbids it."""
    kind = type(action)
    check(state.phase != "finished", "CM-601", "The game is over.")
    at_the_end = state.phase != "showing" or kind is actions.ShowOvoid
    check(at_the_end, "CM-601", "The clock is at 0: you can only show the Ovoid.")
    if kind in WHENEVER:
        yield from WHENEVER[kind](state, action, chance)
        return
    if kind in SETUP:
        setup.check_gate(state, action)
        yield from SETUP[kind](state, action, chance)
        return
    check(state.phase != "setup", "CM-123", "Finish the setup first.")
    _check_nothing_else_is_open(state, kind)
    if kind in OF_THE_ACTIVE_SEAT:
        turns.check_active(state, action)
    yield from AFTER_SETUP[kind](state, action, chance)


def _check_nothing_else_is_open(state: State, kind: type[Action]) -> None:
    """CM-203."""
    if kind in IN_COMBAT:
        check(state.phase == "combat", "CM-203", "You cannot play combat cards now.")
    elif kind in CHOICES:
        asked = state.pending is not None and state.pending.kind == CHOICES[kind][0]
        check(asked, "CM-203", "You cannot make this choice now.")
    else:
        check(state.phase != "combat", "CM-203", "Finish the combat first.")
        check(state.phase != "pending", "CM-203", "Make the pending choice first.")
