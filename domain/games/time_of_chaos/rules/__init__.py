"""The rules of A Time of Chaos: the checks of every action, then those of its own chapter.

The checks run in the order of the rules file: TC-606, TC-119, TC-222 (TC-110 in placement),
TC-201, TC-221, TC-301, then the action's own. Naming a card (TC-R40) passes TC-606 and TC-119 alone before
its own. All of them come before the first fact, so that a refused action changes nothing (TC-224), and an
action has yielded all its facts before the next one begins (TC-226).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.time_of_chaos import actions
from domain.games.time_of_chaos.rules import action_step, end_step, setup
from domain.games.time_of_chaos.state import State
from domain.kernel import Action, Chance, Facts, SeatAction, check

Rule = Callable[[State, Any, Chance], Facts[State]]
"""Yields the facts of an action that has passed the checks before its chapter."""

SETUP: dict[type[Action], Rule] = {
    actions.LayOutTiles: setup.lay_out_tiles,
    actions.DealDisplays: setup.deal_displays,
    actions.ChooseFirstPlayer: setup.choose_first_player,
    actions.PlacePawn: setup.place_pawn,
}

ACTION_STEP: dict[type[Action], Rule] = {
    actions.Grab: action_step.grab,
    actions.Search: action_step.search,
    actions.Deliver: action_step.deliver,
    actions.TimeTravel: action_step.time_travel,
    actions.Travel: action_step.travel,
    actions.Restore: action_step.restore,
}
"""The closed list of TC-303."""

ALLOWED_IN_CHAOS = (actions.Travel, actions.Restore)
"""TC-301: what is open to a pawn on a chaos tile, besides ending the turn."""


def decide(state: State, action: Action, chance: Chance) -> Facts[State]:
    """Yield the facts of the action, or raise `Rejected` under the first rule that forbids it."""
    check(state.phase != "finished", "TC-606", "The game is over.")
    if (in_setup := SETUP.get(type(action))) is not None:
        setup.check_gate(state, action)
        yield from in_setup(state, action, chance)
        return
    assert isinstance(action, SeatAction)
    check(state.phase != "setup", "TC-119", "Place all pawns first.")
    if isinstance(action, actions.NameCard):
        yield from action_step.name_card(state, action, chance)
        return
    check(action.seat == state.active, "TC-222", "Only on your own turn.", "seat")
    if isinstance(action, actions.SendDisorder):
        check(state.phase == "send", "TC-201", "You have already sent disorder this turn.")
        yield from action_step.send_disorder(state, action)
        return
    check(state.phase == "actions", "TC-201", "Send disorder first.")
    if isinstance(action, actions.EndTurn):
        yield from end_step.end_turn(state, action)
        return
    check(state.actions_left > 0, "TC-221", "You have used all three actions this turn.")
    check(  # TC-302: checked again for every single action
        isinstance(action, ALLOWED_IN_CHAOS) or not state.tiles[state.pawn(action.seat)].chaos,
        "TC-301",
        "Your pawn is on a chaos tile: you can only travel or restore.",
    )
    yield from ACTION_STEP[type(action)](state, action, chance)
