"""Harvest and Rest (FL-250 … FL-276), and setbacks (FL-359 … FL-367, FL-515)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import actions, facts
from domain.games.first_light.actions import DieAt
from domain.games.first_light.components.document import LOCATIONS, Bundle
from domain.games.first_light.reading import ability, dice_limit, held, nameable, tile_slots, unseen_items
from domain.games.first_light.rules import follow_ups, rival
from domain.games.first_light.rules.dice import HIGHEST, Price, pay, payable
from domain.games.first_light.rules.follow_ups import (
    REMOVAL_RULE,
    check_no_removal,
    gain,
    move_harvester,
    nothing_drawn,
    nothing_uncovered,
    steps_from,
)
from domain.games.first_light.rules.negotiation import check_reward, pending, reward
from domain.games.first_light.rules.plan import slot_number
from domain.games.first_light.state import FIRST_TILE_SLOT, HAND_LIMIT, PRINTED_FARMS, ROUNDS, ROWS, State
from domain.kernel import Chance, Passage, check, left_of

# Setbacks: what is suffered, or ignored, where a condition is not met. FL-359..367, 515.

LOST_ITEMS = 2
LOST_GEMS = 1
"""FL-364, FL-365."""

PUNISHMENT_RULE = {
    "farm": "FL-361",
    "upgrade": "FL-362",
    "move": "FL-363",
    "gem": "FL-364",
    "items": "FL-365",
    "die": "FL-366",
}
FULL, PARTIAL, NOTHING = 2, 1, 0
"""FL-359: how far a punishment can be suffered."""


def take_setback(state: State, action: actions.TakeSetback, chance: Chance) -> Passage[State]:
    due, seat, kind = pending(state), action.seat, action.punishment
    check(
        action.condition in follow_ups.met_conditions(state, due.clan or ""),
        "FL-356",
        "This condition is not met, or its token is used.",
        "condition",
    )
    check(kind in state.free_punishments, "FL-358", "This punishment is already taken.", "punishment")
    if action.as_gain:
        check(
            ability(state, seat).kind == "setbacks_as_advancements",
            "FL-544",
            "Your character cannot turn a setback into a gain.",
            "as_gain",
        )
        check_no_loss(action)
        check_reward(state, action, kind)
    else:
        check_no_removal(action.remove)
        check_suffering(state, seat, kind)
        check_loss(state, action)
    state = yield facts.SetbackTaken(seat, action.condition, kind, action.as_gain)
    state = yield facts.FollowUpDone()
    if action.as_gain:
        return (yield from reward(state, action, kind, "setback", chance))
    nothing_drawn(action.drawn)
    nothing_uncovered(action.new_top)
    return (yield from suffer(state, action))


def ignore_setback(state: State, action: actions.IgnoreSetback, chance: Chance) -> Passage[State]:
    check(can_ignore(state, action.seat), "FL-515", "Only the Leyrien Sceptre ignores a setback.")
    state = yield facts.SetbackIgnored(action.seat, pending(state).clan or "")
    return (yield facts.FollowUpDone())


def can_ignore(state: State, seat: str) -> bool:
    """FL-515: whether the seat owns a Leyrien Sceptre."""
    return any(item.item in state.box.box.ignores_setbacks for item in state.seats[seat].acquired)


def closer_spaces(state: State, seat: str) -> tuple[str, ...]:
    """FL-363: the adjacent spaces with a smaller ring; arrows are not used."""
    here, rings = state.box.spaces[state.seats[seat].harvester], state.box.rings
    return tuple(there for there in here.adjacent.values() if rings[there] < rings[here.id])


def suffering(state: State, seat: str, kind: str) -> int:
    """FL-359: whether the seat would suffer this punishment in full, in part, or not at all."""
    base = state.seats[seat]
    match kind:
        case "farm" | "upgrade":
            return FULL if tile_slots(base, kind) else NOTHING
        case "move":
            return FULL if closer_spaces(state, seat) else NOTHING
        case "gem":
            return FULL if base.resources["gems"] >= LOST_GEMS else NOTHING
        case "items":
            return FULL if len(base.hand) >= LOST_ITEMS else PARTIAL if base.hand else NOTHING
        case _:
            return FULL if own_dice(state, seat) else NOTHING


def check_suffering(state: State, seat: str, kind: str) -> None:
    """FL-359: what can be suffered more fully goes first."""
    most = max(suffering(state, seat, free) for free in state.free_punishments)
    check(
        suffering(state, seat, kind) == most,
        "FL-359",
        "Take an available punishment that you can pay more of.",
        "punishment",
    )


def check_no_loss(action: actions.TakeSetback) -> None:
    """FL-544: a gain loses nothing."""
    check(
        action.tile is None and action.die is None and not action.items,
        "FL-544",
        "You lose nothing when you take the setback as a gain.",
        "as_gain",
    )


def check_loss(state: State, action: actions.TakeSetback) -> None:
    """FL-361..366: the punishment's own parameters, and no others."""
    kind, seat = action.punishment, action.seat
    rule = PUNISHMENT_RULE[kind]
    base = state.seats[seat]
    check(action.stack is None, rule, "A punishment gives no tile.", "stack")
    tiles: Sequence[int] = tile_slots(base, kind) if kind in REMOVAL_RULE else ()
    check(
        action.tile in tiles if tiles else action.tile is None,
        rule,
        "Lose one of your tiles: name its slot.",
        "tile",
    )
    spaces = closer_spaces(state, seat) if kind == "move" else ()
    check(
        action.move_to in spaces if spaces else action.move_to is None,
        rule,
        "Move the Harvester one space closer to the centre.",
        "move_to",
    )
    if kind == "die":
        check(action.die in own_dice(state, seat), rule, "Lose one of your dice.", "die")
    else:
        check(action.die is None, rule, "This punishment loses no die.", "die")
    if kind == "items" and base.hand:
        check_discard(state, seat, action.items or (), min(LOST_ITEMS, len(base.hand)), rule, "items")
    else:
        check(not action.items, rule, "This punishment discards no Item.", "items")


def check_discard(state: State, seat: str, items: Sequence[str], count: int, rule: str, field: str) -> None:
    """Exactly so many Items of the hand; an unseen card can turn out to be one (FL-718)."""
    if len(items) == count == 0:
        return
    check(len(items) == count, rule, f"Discard exactly {count} Items.", field)
    left = list(state.seats[seat].hand)
    unseen_hand = None in left
    named: list[str] = []
    for item in items:
        known = item in left
        if not known:
            named.append(item)
        fits = known or (None in left and nameable_after(state, left, named, item))
        check(fits, rule, "Only discard Items from your hand.", field, probes=unseen_hand)
        left.remove(item if known else None)


def nameable_after(state: State, cards: Sequence[str | None], named: Sequence[str], item: str) -> bool:
    """FL-718 for several cards at once: copies that were named just before are no longer unseen."""
    return nameable(state, tuple(cards), item) and unseen_items(state)[item] >= named.count(item)


def suffer(state: State, action: actions.TakeSetback) -> Passage[State]:
    """FL-361 … FL-367: the loss, always the acting seat's own."""
    seat, kind = action.seat, action.punishment
    match kind:
        case "gem" if state.seats[seat].resources["gems"]:
            return (yield facts.ResourcesPaid(seat, "setback", {"gems": LOST_GEMS}))
        case "die" if action.die is not None:
            return (yield facts.DieLost(seat, action.die))
        case "items" if action.items:
            return (yield facts.ItemsDiscarded(seat, "setback", action.items))
        case "move" if action.move_to is not None:
            return (yield from move_harvester(state, seat, action.move_to, "setback"))
        case "farm" | "upgrade" if action.tile is not None:
            return (yield facts.TilesRemoved(seat, "setback", kind, (action.tile,)))
        case _:
            return state


def own_dice(state: State, seat: str) -> list[DieAt]:
    """FL-366, FL-203: every die of the seat that can be lost, with where it is."""
    base = state.seats[seat]
    dice = [DieAt("reserve")] if base.reserve else []
    dice += [DieAt("cantina")] if base.cantina else []
    dice += [DieAt("garage", slot=n) for n, die in enumerate(base.garages, 1) if die is not None]
    dice += [DieAt("farm", slot=n) for n, die in enumerate(base.farms, 1) if die is not None]
    dice += [
        DieAt("headquarters", slot=n)
        for n, die in enumerate(state.headquarters, 1)
        if die is not None and die.owner == seat
    ]
    dice += [
        DieAt(location, space=n)
        for location in LOCATIONS
        for n, spot in enumerate(state.locations[location], 1)
        if spot is not None and spot.owner == seat
    ]
    dice += [
        DieAt("depository", column=column, row=row)
        for column, owners in state.depository.items()
        for row, owner in zip(ROWS, owners, strict=True)
        if owner == seat
    ]
    return dice + [
        DieAt("negotiation", clan=clan, row=n)
        for clan, cells in state.cells.items()
        for n, spot in enumerate(cells, 1)
        if spot is not None and spot.owner == seat
    ]


# Harvest and Rest: planet, Farms, Sable Lesedi's move; dice home, limits, the marker. FL-250..276.

BOOSTER = 1
BOOST = 3
"""FL-251."""

PASSIVE: dict[str, Bundle] = {"water_3": {"water": 3}, "algae_2": {"algae": 2}, "power_1": {"power": 1}}
ON_SIX: dict[str, Bundle] = {"gem_on_six": {"gems": 1}, "dice_on_six": {"dice": 2}}
"""FL-551 … FL-553, FL-555, FL-556; a tile of points gives nothing (FL-557)."""

PRODUCER_TILE = ("algae", "power")
"""FL-554."""


def farm_kind(state: State, seat: str, slot: int) -> str:
    """The kind of the printed Farm or tile on a Farm slot; empty if there is none."""
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
    """The yield of one Farm now (FL-252 … FL-256, FL-541). FL-253."""
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
