"""The Plan phase (FL-210 … FL-220) and the order of a round: who acts next (FL-230 … FL-247, FL-719)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light import actions, facts
from domain.games.first_light.reading import held
from domain.games.first_light.rules.dice import garage_slots, headquarters_dice
from domain.games.first_light.rules.follow_ups import gain
from domain.games.first_light.state import (
    FIRST_TILE_SLOT,
    GARAGES,
    LAST_EVENT,
    PRINTED_FARMS,
    ROUNDS,
    VALUES,
    Base,
    State,
)
from domain.kernel import Chance, Passage, check, clockwise_from

# The way through a round: whose die acts next, and when a phase gives way to the next. FL-230..247, 719.

SCHEMES_A_ROUND = 2
"""FL-410."""


def unlocked(state: State, bonus: str) -> bool:
    """Whether the AI has unlocked the Progress Tile with this bonus."""
    ai = state.ai
    return ai is not None and bonus in state.box.box.opponents[ai.opponent].progress_order[: ai.unlocked]


def begin_execution(state: State) -> Passage[State]:
    """FL-230: Headquarters dice first, regardless of the turn order."""
    first = next(headquarters_dice(state), None)
    if first is None:
        return (yield from begin_schemes(state))
    slot, die = first
    return (yield facts.PhaseBegun("headquarters", die.owner, slot))


def begin_schemes(state: State) -> Passage[State]:
    """FL-234: then the AI, if it plays."""
    if state.ai is None:
        return (yield from begin_garages(state))
    schemes = SCHEMES_A_ROUND + unlocked(state, "execute")
    return (yield facts.PhaseBegun("schemes", schemes=schemes))


def begin_garages(state: State) -> Passage[State]:
    """FL-235: then the Garages, from the start player; who has no die there has no turn (FL-702)."""
    for seat in clockwise_from(state.seats, state.start_player or next(iter(state.seats))):
        if garage_slots(state.seats[seat]):
            return (yield facts.PhaseBegun("garages", seat))
    return (yield facts.PhaseBegun("harvest"))


def advance(state: State) -> Passage[State]:
    """Continue after an action that is over (FL-247, FL-719); do nothing while a follow-up is due."""
    if state.pending is not None or state.to_act is None:
        return state
    acted = state.to_act
    if state.phase == "headquarters":
        following = next(headquarters_dice(state), None)
        if following is None:
            return (yield from begin_schemes(state))
        if following[1].owner != acted:
            state = yield facts.TurnPassed(following[1].owner)
        return state
    _, *others = clockwise_from(state.seats, acted)
    for seat in (*others, acted):
        if garage_slots(state.seats[seat]):
            return state if seat == acted else (yield facts.TurnPassed(seat))
    return (yield facts.PhaseBegun("harvest"))


# The Plan phase: the Event, the relief die, rolling and assigning behind screens. FL-210..220.

FARMS_WITH_DICE = frozenset({"producer", "gem_on_six", "dice_on_six"})
"""FL-218: the Farm Tiles that need a die."""


def possible_events(state: State) -> tuple[str, ...]:
    """FL-108: End of an Era in round 8 and only then, else any that was not revealed."""
    if state.round + 1 == ROUNDS:
        return (LAST_EVENT,)
    return tuple(sorted(state.box.box.events.keys() - {LAST_EVENT, *state.events}))


def reveal_event(state: State, action: actions.RevealEvent, chance: Chance) -> Passage[State]:
    """FL-210; a gain at the reveal goes to every seat as the card is turned, and not to the AI (FL-211)."""
    event = chance.pick(
        action.event,
        possible_events(state),
        field="event",
        rule="FL-108",
        message="This Event cannot be revealed now.",
    )
    state = yield facts.EventRevealed(event)
    card = state.box.box.events[event]
    if card.timing == "reveal" and card.effect.kind == "gain":
        for seat in state.seats:
            state = yield from gain(state, seat, event, card.effect.gain)
    return state


def may_take_die(state: State, seat: str) -> bool:
    """FL-212, FL-708: nothing in reserve, rolled or at the Headquarters, and a die in the supply."""
    base = state.seats[seat]
    return not (base.reserve or base.has_rolled or held(state, seat)) and base.dice_supply > 0


def take_die(state: State, action: actions.TakeDie, chance: Chance) -> Passage[State]:
    base = state.seats[action.seat]
    check(not base.ready, "FL-220", "You have already confirmed your plan.", "seat")
    check(may_take_die(state, action.seat), "FL-212", "Only take a die from the supply if you have none.")
    return (yield facts.DiceGained(action.seat, "relief", 1))


def roll_dice(state: State, action: actions.RollDice, chance: Chance) -> Passage[State]:
    base = state.seats[action.seat]
    check(not base.has_rolled, "FL-214", "You have already rolled.", "seat")
    check(base.reserve > 0, "FL-214", "You have no dice in your reserve to roll.", "seat")
    values = chance.dice(
        action.values,
        base.reserve,
        VALUES,
        field="values",
        rule="FL-214",
        message=f"Roll {base.reserve} dice, each showing 1 to 6.",
    )
    return (yield facts.DiceRolled(action.seat, values))


def farm_takes_die(state: State, base: Base, slot: int) -> bool:
    """FL-218; any value will do, even where a 6 is required (FL-219)."""
    if 1 <= slot <= PRINTED_FARMS:
        return True
    index = slot - FIRST_TILE_SLOT["farm"]
    return (
        0 <= index < len(base.farm_tiles)
        and state.box.box.farm_tiles[base.farm_tiles[index]].kind in FARMS_WITH_DICE
    )


def farms_for_dice(state: State, base: Base) -> tuple[int, ...]:
    """The Farms of this base that take a die."""
    last = FIRST_TILE_SLOT["farm"] + len(base.farm_tiles)
    return tuple(slot for slot in range(1, last) if farm_takes_die(state, base, slot))


def assign_dice(state: State, action: actions.AssignDice, chance: Chance) -> Passage[State]:
    base = state.seats[action.seat]
    check(base.has_rolled, "FL-214", "Roll your dice first.", "seat")
    farms = _assigned_farms(state, base, action.garages, action.farms)
    check(
        _are_rolled(base, (*action.garages, *farms.values())),
        "FL-215",
        "Only assign the values you rolled.",
        "garages",
    )
    return (yield facts.DiceAssigned(action.seat, action.garages, farms))


def _are_rolled(base: Base, dice: tuple[int, ...]) -> bool:
    left = list(base.rolled)
    for die in dice:
        if die not in left:
            return False
        left.remove(die)
    return True


def _assigned_farms(
    state: State, base: Base, garages: tuple[int, ...], farms: Mapping[str, int]
) -> dict[str, int]:
    check("cantina" not in farms, "FL-216", "You cannot assign dice to the Cantina.", "farms")
    check(len(garages) <= GARAGES, "FL-217", f"There are {GARAGES} Garages.", "garages")
    slots = [slot_number(slot) for slot in farms]
    check(
        all(farm_takes_die(state, base, slot) for slot in slots),
        "FL-218",
        "This Farm takes no die.",
        "farms",
    )
    check(len(set(slots)) == len(slots), "FL-216", "A Farm takes one die.", "farms")
    return {str(slot): value for slot, value in zip(slots, farms.values(), strict=True)}


def slot_number(slot: str) -> int:
    """The number in an object's key; 0, which is not a slot, if there is none."""
    return int(slot) if slot.isascii() and slot.isdecimal() and len(slot) <= 2 else 0


def confirm_plan(state: State, action: actions.ConfirmPlan, chance: Chance) -> Passage[State]:
    """FL-220: when all have confirmed, the screens go."""
    base = state.seats[action.seat]
    check(not base.ready, "FL-220", "You have already confirmed your plan.", "seat")
    check(base.has_rolled or not base.reserve, "FL-214", "Roll your dice first.", "seat")
    assigned = len(base.plan_garages) + len(base.plan_farms)
    check(assigned == len(base.rolled), "FL-216", "Assign every rolled die.", "seat")
    state = yield facts.PlanConfirmed(action.seat)
    if not all(other.ready for other in state.seats.values()):
        return state
    state = yield facts.PlansRevealed(
        {seat: facts.Plan(other.plan_garages, other.plan_farms) for seat, other in state.seats.items()}
    )
    return (yield from begin_execution(state))
