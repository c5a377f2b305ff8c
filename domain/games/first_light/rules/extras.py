"""Answers that a character gives: Dan Gautama's second reward, Jakob Olander's free upgrade. FL-542, 543."""

from __future__ import annotations

from domain.games.first_light import actions, facts
from domain.games.first_light.rules.gains import (
    check_no_removal,
    check_removal,
    draw_items,
    nothing_drawn,
    nothing_uncovered,
    open_stacks,
    take_tile,
)
from domain.games.first_light.rules.negotiation import pending
from domain.games.first_light.rules.placing import check_step, row_items, row_reward
from domain.games.first_light.state import ROWS, State
from domain.kernel import Chance, Passage, check


def take_extra_reward(state: State, action: actions.TakeExtraReward, chance: Chance) -> Passage[State]:
    used = pending(state).row
    if action.decline:
        check(
            action.row is None and action.move_to is None, "FL-542", "A declined reward gives nothing.", "row"
        )
        nothing_drawn(action.drawn)
        return (yield facts.FollowUpDone(declined=True))
    row = action.row or ""
    check(row in ROWS and row != used, "FL-542", "Take a reward from one of the two other rows.", "row")
    check(
        row != "top" or action.move_to is not None,
        "FL-542",
        "The top row gives a Harvester move.",
        "move_to",
    )
    check_step(state, action.seat, action.move_to, row)
    state = yield facts.FollowUpDone()
    state = yield from draw_items(state, action.seat, row_items(row), action.drawn, chance)
    return (yield from row_reward(state, action.seat, row, action.move_to))


def take_free_upgrade(state: State, action: actions.TakeFreeUpgrade, chance: Chance) -> Passage[State]:
    if action.decline:
        check(action.stack is None, "FL-543", "You declined the tile: name none.", "stack")
        check_no_removal(action.remove)
        nothing_uncovered(action.new_top, "FL-111")
        return (yield facts.FollowUpDone(declined=True))
    check(
        action.stack is not None and action.stack in open_stacks(state, "upgrade"),
        "FL-543",
        "This stack is empty.",
        "stack",
    )
    check_removal(state, action.seat, "upgrade", action.remove)
    state = yield facts.FollowUpDone()
    return (
        yield from take_tile(
            state,
            action.seat,
            "free_upgrade",
            "upgrade",
            action.stack or 0,
            action.remove,
            action.new_top,
            chance,
        )
    )
