"""What every command passes first: the game is on, no follow-up is due, it is its phase and its turn."""

from __future__ import annotations

from domain.games.first_light import actions
from domain.games.first_light.rules.manual import manual_effects
from domain.games.first_light.state import State
from domain.kernel import Action, check

FOLLOW_UP_RULE = {
    "clan_ability": "FL-306",
    "advancement": "FL-306",
    "setback": "FL-306",
    "extra_reward": "FL-542",
    "free_upgrade": "FL-543",
}

ANSWERS: dict[type[Action], str] = {
    actions.UseClanAbility: "clan_ability",
    actions.TakeAdvancement: "advancement",
    actions.TakeSetback: "setback",
    actions.IgnoreSetback: "setback",
    actions.TakeExtraReward: "extra_reward",
    actions.TakeFreeUpgrade: "free_upgrade",
}

ANSWER_RULE = {
    "clan_ability": "FL-351",
    "advancement": "FL-353",
    "setback": "FL-355",
    "extra_reward": "FL-542",
    "free_upgrade": "FL-543",
}

ACTED = frozenset({*actions.PLACEMENTS, actions.SendToCantina})
"""What a seat does with its die to act."""

ONCE = frozenset({actions.Harvest, actions.Rest})
"""What every seat does once in its phase."""

PHASES: dict[type[Action], tuple[str, str]] = {
    actions.RevealStacks: ("setup_stacks", "FL-110"),
    actions.DealCharacters: ("setup_characters", "FL-114"),
    actions.ChooseCharacter: ("setup_characters", "FL-114"),
    actions.DealItems: ("setup_items", "FL-116"),
    actions.DraftItem: ("setup_items", "FL-117"),
    actions.KeepItems: ("setup_items", "FL-118"),
    actions.SetStartPlayer: ("setup_start_player", "FL-121"),
    actions.RevealEvent: ("plan_event", "FL-210"),
    actions.TakeDie: ("plan", "FL-212"),
    actions.RollDice: ("plan", "FL-214"),
    actions.AssignDice: ("plan", "FL-220"),
    actions.ConfirmPlan: ("plan", "FL-220"),
    actions.RevealScheme: ("schemes", "FL-410"),
    actions.Harvest: ("harvest", "FL-201"),
    actions.Rest: ("rest", "FL-201"),
    actions.RevealGemCaches: ("scoring", "FL-601"),
}
"""The one phase of each command, and the rule that refuses it in any other."""


def check_order(state: State, action: Action) -> None:
    """The first three points of the order of checks."""
    check(state.phase != "finished", "FL-601", "The game is over.")
    kind, seat = type(action), getattr(action, "seat", None)
    if state.pending is not None and kind is not actions.NameItem:
        check(
            is_answer(state, action),
            FOLLOW_UP_RULE[state.pending.kind],
            "Make the choice from the last placement first.",
        )
    check(seat is None or seat in state.seats, "FL-104", "Unknown seat.", "seat")
    if kind in ACTED:
        check_turn(state, seat)
    elif kind in ANSWERS:
        rule = "FL-601" if state.phase == "scoring" else ANSWER_RULE[ANSWERS[kind]]
        check(state.pending is not None, rule, "No such choice is due.")
    elif kind in PHASES:
        check_phase(state, kind, seat)


def is_answer(state: State, action: Action) -> bool:
    """Whether the command answers the follow-up that is due, by the seat that owes it."""
    due = state.pending
    if due is None:
        return False
    if isinstance(action, actions.ApplyEffect):
        return action.effect in manual_effects(state)
    return ANSWERS.get(type(action)) == due.kind and getattr(action, "seat", None) == due.seat


def check_turn(state: State, seat: str | None) -> None:
    """FL-230, FL-234, FL-235, FL-201: a placement in its step, by the seat to act."""
    if state.phase == "headquarters":
        check(seat == state.to_act, "FL-230", "The Headquarters dice act first, in order.", "seat")
    elif state.phase == "garages":
        check(seat == state.to_act, "FL-235", "Only on your own turn.", "seat")
    else:
        check(state.phase != "schemes", "FL-234", "Reveal the AI's Schemes first.")
        check(state.phase != "scoring", "FL-601", "The last Round is over.")
        check(False, "FL-201", "Place dice in the Execute phase.")


def check_phase(state: State, kind: type[Action], seat: str | None) -> None:
    """A command outside its phase, or done twice."""
    phase, rule = PHASES[kind]
    if state.phase == phase:
        again = kind in ONCE and seat in state.done
        check(not again, rule, "You have already done this in this phase.", "seat")
        return
    if kind is actions.AssignDice and state.phase == "plan_event":
        rule = "FL-214"
    check(state.phase != "scoring", "FL-601", "The last Round is over.")
    check(False, rule, "You cannot do this in this phase.")
