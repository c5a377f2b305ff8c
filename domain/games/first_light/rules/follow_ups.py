"""The choices that a placement still owes: clan ability, advancement, setback, extras. FL-306."""

from __future__ import annotations

from domain.games.first_light import facts
from domain.games.first_light.components.document import Condition
from domain.games.first_light.reading.seats import ability
from domain.games.first_light.rules.gains import open_stacks
from domain.games.first_light.state import AI, State
from domain.kernel import Passage


def after_negotiation(state: State, seat: str, clan: str, value: int) -> Passage[State]:
    """FL-351: the clan ability comes first, if there is one to ask for."""
    if offers_ability(state, seat, clan):
        return (yield facts.FollowUpDue("clan_ability", seat, clan, value))
    return (yield from after_ability(state, seat, clan, value))


def after_ability(state: State, seat: str, clan: str, value: int) -> Passage[State]:
    """FL-353: then the advancement, while the token of the die's value is on the left."""
    if value in state.left_values:
        return (yield facts.FollowUpDue("advancement", seat, clan, value))
    return (yield from after_advancement(state, seat, clan, value))


def after_advancement(state: State, seat: str, clan: str, value: int) -> Passage[State]:
    """FL-355: then the setback, if this column alone meets a condition (FL-357)."""
    if met_conditions(state, clan):
        return (yield facts.FollowUpDue("setback", seat, clan, value))
    return state


def after_depository(state: State, seat: str, row: str) -> Passage[State]:
    """FL-542: Dan Gautama may take another row's reward."""
    if ability(state, seat).kind == "extra_depository_reward":
        state = yield facts.FollowUpDue("extra_reward", seat, row=row)
    return state


def after_laboratory(state: State, seat: str) -> Passage[State]:
    """FL-543: Jakob Olander may take an Upgrade Tile."""
    if ability(state, seat).kind == "free_upgrade_on_laboratory" and open_stacks(state, "upgrade"):
        state = yield facts.FollowUpDue("free_upgrade", seat)
    return state


def offers_ability(state: State, seat: str, clan: str) -> bool:
    """FL-351: not for `none`, nor for `set_die` without a die in Garages and Farms (FL-R53)."""
    base, kind = state.seats[seat], state.box.abilities[clan].kind
    if kind == "set_die":
        return any(die is not None for die in (*base.garages, *base.farms))
    return kind != "none"


def met_conditions(state: State, clan: str) -> tuple[int, ...]:
    """FL-355: the conditions whose token is on the left and that the dice of this column meet (FL-713)."""
    values = [spot.value for spot in state.cells[clan] if spot is not None]
    return tuple(number for number in state.left_conditions if is_met(state.box.conditions[number], values))


def is_met(condition: Condition, values: list[int]) -> bool:
    """Whether dice showing these values meet it: their sum, or the most of one value."""
    if condition.kind == "sum":
        return sum(values) >= condition.at_least
    return max((values.count(value) for value in values), default=0) >= condition.count


def ai_negotiation(state: State, clan: str, value: int) -> Passage[State]:
    """FL-421, FL-422: the AI moves the tokens, left-most first, and nothing else comes of it."""
    if value in state.left_values and state.free_rewards:
        state = yield facts.AdvancementTaken(AI, value, state.free_rewards[0])
    met = met_conditions(state, clan)
    if met and state.free_punishments:
        state = yield facts.SetbackTaken(AI, met[0], state.free_punishments[0])
    return state
