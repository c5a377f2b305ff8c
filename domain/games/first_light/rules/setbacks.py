"""Setbacks: what is suffered, or ignored, where a condition is not met. FL-359..367, 515."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.first_light import actions, facts
from domain.games.first_light.actions import DieAt
from domain.games.first_light.components.document import LOCATIONS
from domain.games.first_light.reading.seats import ability, tile_slots
from domain.games.first_light.reading.unseen import nameable, unseen_items
from domain.games.first_light.rules import follow_ups
from domain.games.first_light.rules.gains import (
    REMOVAL_RULE,
    check_no_removal,
    move_harvester,
    nothing_drawn,
    nothing_uncovered,
)
from domain.games.first_light.rules.negotiation import check_reward, pending, reward
from domain.games.first_light.state import ROWS, State
from domain.kernel import Chance, Passage, check

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
