"""Harvest and Rest: planet, Farms, Sable Lesedi's move; dice home, limits, the marker. FL-250..276."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light import actions, facts
from domain.games.first_light.components.document import Bundle
from domain.games.first_light.reading.seats import ability, dice_limit, held
from domain.games.first_light.rules import rival
from domain.games.first_light.rules.dice import HIGHEST
from domain.games.first_light.rules.gains import gain, move_harvester, steps_from
from domain.games.first_light.rules.plan import slot_number
from domain.games.first_light.rules.prices import Price, pay, payable
from domain.games.first_light.rules.setbacks import check_discard
from domain.games.first_light.state import FIRST_TILE_SLOT, HAND_LIMIT, PRINTED_FARMS, ROUNDS, State
from domain.kernel import Chance, Passage, check, left_of

BOOSTER = 1
BOOST = 3
"""FL-251."""

PASSIVE: dict[str, Bundle] = {"water_3": {"water": 3}, "algae_2": {"algae": 2}, "power_1": {"power": 1}}
ON_SIX: dict[str, Bundle] = {"gem_on_six": {"gems": 1}, "dice_on_six": {"dice": 2}}
"""FL-551 … FL-553, FL-555, FL-556; a tile of points gives nothing (FL-557)."""

PRODUCER_TILE = ("algae", "power")
"""FL-554."""


def farm_kind(state: State, seat: str, slot: int) -> str:
    """What stands on a Farm slot: a printed Farm, a tile's kind, or nothing."""
    if slot <= PRINTED_FARMS:
        return state.box.box.base.printed_farms[slot - 1].kind
    tiles, index = state.seats[seat].farm_tiles, slot - FIRST_TILE_SLOT["farm"]
    return state.box.box.farm_tiles[tiles[index]].kind if index < len(tiles) else ""


def farm_choices(state: State, seat: str, slot: int) -> tuple[str, ...]:
    """The resources that a producer Farm may give."""
    if slot <= PRINTED_FARMS:
        return state.box.box.base.printed_farms[slot - 1].choices
    return PRODUCER_TILE


def farms_with_die(state: State, seat: str) -> dict[int, int]:
    """The dice on Farms other than the booster, by slot."""
    farms = state.seats[seat].farms
    return {slot: die for slot, die in enumerate(farms, 1) if die is not None and slot != BOOSTER}


def producers(state: State, seat: str) -> tuple[int, ...]:
    """FL-252, FL-254: the Farms for which a resource is chosen now."""
    return tuple(slot for slot in farms_with_die(state, seat) if farm_kind(state, seat, slot) == "producer")


def is_boosted(state: State, seat: str) -> bool:
    """FL-251: a die of any value on Farm 1."""
    return state.seats[seat].farms[BOOSTER - 1] is not None


def raised_value(state: State, seat: str, slot: int, raised: Mapping[int, int]) -> int:
    """FL-251: the value of a Farm die, by default raised by all that the booster allows."""
    die = state.seats[seat].farms[slot - 1] or 0
    return min(HIGHEST, die + raised.get(slot, BOOST)) if is_boosted(state, seat) else die


def farm_yield(state: State, seat: str, slot: int, resource: str | None, raised: Mapping[int, int]) -> Bundle:
    """What one Farm gives now (FL-252 … FL-256, FL-541). FL-253."""
    kind = farm_kind(state, seat, slot)
    face = state.seats[seat].farms[slot - 1]
    if kind in PASSIVE:
        return PASSIVE[kind]
    if face is None or kind not in ("producer", *ON_SIX):
        return {}
    value, effect = raised_value(state, seat, slot, raised), ability(state, seat)
    wild = effect.kind == "wild_values" and (face in effect.wild or value in effect.wild)
    if kind in ON_SIX:
        return ON_SIX[kind] if value == HIGHEST or wild else {}
    if wild and effect.farms == "all":
        value = max(value, *effect.to)
    return {resource: state.box.box.base.production[resource][value - 1]} if resource is not None else {}


def planet_yield(state: State, seat: str) -> Bundle:
    """FL-250: of the space, or of the visible side of its Gem Cache."""
    space = state.box.spaces[state.seats[seat].harvester]
    return state.box.cache_yield if space.cache_slot else space.yields


def harvest(state: State, action: actions.Harvest, chance: Chance) -> Passage[State]:
    """Planet, then Farms, then the Event, then a move (FL-257); dice gained wait in reserve (FL-255)."""
    seat = action.seat
    choices = {slot_number(slot): resource for slot, resource in action.choices.items()}
    raised = {slot_number(slot): amount for slot, amount in action.raised.items()} if action.raised else {}
    _check_raises(state, action, raised)
    _check_choices(state, action, choices)
    effect = ability(state, seat)
    if action.move_to is not None:
        check(effect.kind == "move_after_harvest", "FL-547", "Your character does not move now.", "move_to")
        check(action.move_to in steps_from(state, seat), "FL-547", "That space is not adjacent.", "move_to")
    state = yield from gain(state, seat, "planet", planet_yield(state, seat))
    base = state.seats[seat]
    for slot in range(1, PRINTED_FARMS + len(base.farm_tiles) + 1):
        if slot > PRINTED_FARMS or base.farms[slot - 1] is not None:
            produce = farm_yield(state, seat, slot, choices.get(slot), raised)
            if produce:
                state = yield from gain(state, seat, f"farm_{slot}", produce)
    event = state.box.box.events[state.event] if state.event is not None else None
    if event is not None and event.timing == "harvest" and event.effect.kind == "gain":
        state = yield from gain(state, seat, event.id, event.effect.gain)
    if action.move_to is not None:
        check(payable(state, seat, effect.cost), "FL-547", "You cannot pay for the move.", "move_to")
        state = yield from pay(state, seat, "move_after_harvest", Price(effect.cost, {}))
        state = yield from move_harvester(state, seat, action.move_to, "move_after_harvest")
    state = yield facts.Harvested(seat)
    if len(state.done) < len(state.seats):
        return state
    state = yield from rival.harvest(state)
    return (yield facts.PhaseBegun("rest"))


def _check_choices(state: State, action: actions.Harvest, choices: Mapping[int, str]) -> None:
    due = producers(state, action.seat)
    check(
        sorted(choices) == list(due) and len(choices) == len(action.choices),
        "FL-252",
        "Choose a resource for each producing Farm with a die, and for no other.",
        "choices",
    )
    for slot, resource in choices.items():
        check(
            resource in farm_choices(state, action.seat, slot),
            "FL-252",
            "This Farm does not produce that resource.",
            f"choices/{slot}",
        )


def _check_raises(state: State, action: actions.Harvest, raised: Mapping[int, int]) -> None:
    if not action.raised:
        return
    check(
        is_boosted(state, action.seat)
        and set(raised) <= set(farms_with_die(state, action.seat))
        and len(raised) == len(action.raised)
        and all(0 <= amount <= BOOST for amount in raised.values()),
        "FL-251",
        f"With a die on Farm 1, raise other Farm dice by 0 to {BOOST}.",
        "raise",
    )


def spent_dice(state: State, seat: str) -> int:
    """FL-270: the seat's dice on Location Boards, Farms and in the Cantina."""
    base = state.seats[seat]
    spent = base.cantina + len(base.farms) - base.farms.count(None)
    for spots in state.locations.values():
        for spot in spots:
            if spot is not None and spot.owner == seat:
                spent += spot.dice
    return spent


def rest(state: State, action: actions.Rest, chance: Chance) -> Passage[State]:
    """FL-270 … FL-276: dice home, limits applied here alone, and the next round or the end. FL-275."""
    seat = action.seat
    base = state.seats[seat]
    check_discard(state, seat, action.discard, max(0, len(base.hand) - HAND_LIMIT), "FL-274", "discard")
    if action.discard:
        state = yield facts.ItemsDiscarded(seat, "rest", action.discard)
    returned = spent_dice(state, seat)
    reserve = base.reserve + returned
    excess = min(reserve, max(0, reserve + held(state, seat) - dice_limit(state, seat)))  # FL-273
    state = yield facts.Rested(seat, returned, excess)
    if len(state.done) < len(state.seats):
        return state
    state = yield from rival.rest(state)
    state = yield facts.RoundEnded(left_of(state.seats, state.start_player or seat))  # FL-271, FL-272
    return (yield facts.PhaseBegun("scoring" if state.round == ROUNDS else "plan_event"))
