"""The rules of Game Template: what every action must pass, then its chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.game_template import actions
from domain.game_template.rules import playing, setup
from domain.game_template.state import State
from domain.kernel import Action, Chance, Facts, SeatAction, check

RULES: dict[type[Action], Callable[[State, Any, Chance], Facts[State]]] = {
    actions.ChooseFirstPlayer: setup.choose_first_player,
    actions.DrawCard: playing.draw_card,
    actions.PlayCards: playing.play_cards,
}


def decide(state: State, action: Action, chance: Chance) -> Facts[State]:
    """Yield the facts of the action, or raise `Rejected` under the first rule that forbids it."""
    check(state.phase != "finished", "GT-601", "The game is over.")
    if isinstance(action, SeatAction):
        check(state.phase == "turns", "GT-103", "The first player must be chosen first.")
        check(action.seat == state.active, "GT-201", "It is not this seat's turn.", "seat")
    yield from RULES[type(action)](state, action, chance)
