"""Answers to what a Negotiation die brings: clan ability and advancement. FL-351..358, 544."""

from __future__ import annotations

from domain.games.first_light import actions, facts
from domain.games.first_light.rules import follow_ups
from domain.games.first_light.rules.follow_ups import (
    REMOVAL_RULE,
    check_no_removal,
    check_removal,
    draw_items,
    gain,
    move_harvester,
    nothing_drawn,
    nothing_uncovered,
    open_stacks,
    steps_from,
    take_tile,
)
from domain.games.first_light.state import FollowUp, State
from domain.kernel import Chance, Passage, check

Answer = actions.TakeAdvancement | actions.TakeSetback

REWARD_GAINS = {"gem": {"gems": 1}, "die": {"dice": 1}}
REWARD_ITEMS = 2
"""FL-354."""


def pending(state: State) -> FollowUp:
    """The follow-up that is being answered."""
    assert state.pending is not None
    return state.pending


def use_clan_ability(state: State, action: actions.UseClanAbility, chance: Chance) -> Passage[State]:
    seat, due = action.seat, pending(state)
    clan, value = due.clan or "", due.value or 0
    effect = state.box.abilities[clan]
    check_ability(state, action, effect.kind)
    state = yield facts.FollowUpDone(action.decline)
    if action.decline or effect.kind != "gain":
        nothing_drawn(action.drawn)
    if not action.decline:
        if effect.kind == "set_die":
            at, slot = ("garage", action.garage) if action.garage is not None else ("farm", action.farm)
            state = yield facts.DieSet(seat, at, slot or 0, action.to or 0)
        elif effect.kind == "move" and action.move_to is not None:
            state = yield from move_harvester(state, seat, action.move_to, "clan_ability")
        elif effect.kind == "gain":
            state = yield from gain(state, seat, "clan_ability", effect.gain)
            draws = [("clan_ability", effect.gain.get("items", 0))]
            state = yield from draw_items(state, seat, draws, action.drawn, chance)
    return (yield from follow_ups.after_ability(state, seat, clan, value))


def check_ability(state: State, action: actions.UseClanAbility, kind: str) -> None:
    """FL-352 for the die to set, FL-351 for the rest: an answer fits the effect, or declines it."""
    base = state.seats[action.seat]
    if action.decline or kind != "set_die":
        check(
            action.garage is None and action.farm is None and action.to is None,
            "FL-352",
            "No die changes here.",
            "to",
        )
    if action.decline or kind != "move":
        check(action.move_to is None, "FL-351", "The Harvester does not move here.", "move_to")
    if action.decline:
        return
    check(kind != "manual", "FL-351", "Resolve this ability by hand (apply_effect).")
    if kind == "move":
        check(
            action.move_to in steps_from(state, action.seat),
            "FL-351",
            "That space is not adjacent.",
            "move_to",
        )
    if kind == "set_die":
        dice, slot = (base.garages, action.garage) if action.farm is None else (base.farms, action.farm)
        check(
            (action.garage is None) != (action.farm is None)
            and slot is not None
            and 1 <= slot <= len(dice)
            and dice[slot - 1] is not None,
            "FL-352",
            "Change one die in your Garages or on your Farms.",
            "farm" if action.garage is None else "garage",
        )
        check(action.to is not None and 1 <= action.to <= 6, "FL-352", "A die shows 1 to 6.", "to")


def take_advancement(state: State, action: actions.TakeAdvancement, chance: Chance) -> Passage[State]:
    due = pending(state)
    clan, value = due.clan or "", due.value or 0
    check(action.reward in state.free_rewards, "FL-354", "This reward is already taken.", "reward")
    check_reward(state, action, action.reward)
    state = yield facts.AdvancementTaken(action.seat, value, action.reward)
    state = yield facts.FollowUpDone()
    state = yield from reward(state, action, action.reward, "advancement", chance)
    return (yield from follow_ups.after_advancement(state, action.seat, clan, value))  # FL-712


def check_reward(state: State, action: Answer, kind: str) -> None:
    """FL-354: the parameters that this reward needs, and no others."""
    stacks = open_stacks(state, kind) if kind in REMOVAL_RULE else ()
    if stacks:
        check(action.stack in stacks, "FL-354", "Take a visible tile from a stack.", "stack")
    else:
        check(action.stack is None, "FL-354", "This reward gives no tile.", "stack")
    if kind == "move":
        check(
            action.move_to in steps_from(state, action.seat),
            "FL-354",
            "That space is not adjacent.",
            "move_to",
        )
    else:
        check(action.move_to is None, "FL-354", "This reward does not move the Harvester.", "move_to")
    if stacks:
        check_removal(state, action.seat, kind, action.remove)
    else:
        check_no_removal(action.remove)


def reward(state: State, action: Answer, kind: str, cause: str, chance: Chance) -> Passage[State]:
    """FL-354: take the gain of this kind."""
    seat = action.seat
    if kind != "items":
        nothing_drawn(action.drawn)
    if kind not in REMOVAL_RULE or action.stack is None:
        nothing_uncovered(action.new_top)
    if kind in REWARD_GAINS:
        state = yield from gain(state, seat, cause, REWARD_GAINS[kind])
    elif kind == "items":
        state = yield from draw_items(state, seat, [(cause, REWARD_ITEMS)], action.drawn, chance)
    elif kind == "move" and action.move_to is not None:
        state = yield from move_harvester(state, seat, action.move_to, cause)
    elif action.stack is not None:
        state = yield from take_tile(
            state, seat, cause, kind, action.stack, action.remove, action.new_top, chance
        )
    return state
