"""Placing a die: Headquarters, Negotiation, Depository (FL-30x, 31x), locations (FL-320 … FL-347)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.games.first_light import actions, facts
from domain.games.first_light.actions import Cards
from domain.games.first_light.components.document import CLANS, Bundle
from domain.games.first_light.reading import ability, nameable
from domain.games.first_light.rules import follow_ups
from domain.games.first_light.rules.dice import (
    CONTROL_ROOM,
    FOUNDRY,
    LABORATORY,
    ActingDie,
    Price,
    acting_die,
    modifiers,
    pay,
    pay_garages,
    payable,
    price,
    second_die,
    treatments,
)
from domain.games.first_light.rules.follow_ups import (
    check_removal,
    draw_items,
    gain,
    move_harvester,
    open_stacks,
    steps_from,
    take_tile,
)
from domain.games.first_light.state import ROWS, Spot, State
from domain.kernel import Chance, Passage, check

# Placing a die: what comes first for all, then Headquarters, Negotiation, Depository. FL-30x, 31x.

HEADQUARTERS_ITEMS = 2
HEADQUARTERS_WATER = 5
"""FL-302."""

ROW_DICE = 1
ROW_ITEMS = 2
"""FL-312: the middle and the bottom row."""


class Acting(NamedTuple):
    """The die to act, the value it is placed as, and the value it counts as (FL-541)."""

    die: ActingDie
    value: int
    counts_as: int


def begin(state: State, action: actions.Placement) -> Acting:
    """FL-237, FL-232/240/241, FL-541, in this order."""
    die = acting_die(state, action.seat)
    check(
        state.seats[action.seat].resources["algae"] >= die.algae,
        "FL-237",
        "You cannot pay the Algae for this Garage.",
        "seat",
    )
    value = placed_value(die, action.value, "value")
    treated_as: int | None = getattr(action, "treated_as", None)
    return Acting(die, value, counted_value(state, action.seat, value, treated_as, "treated_as"))


def placed_value(die: ActingDie, value: int | None, field: str) -> int:
    """The value that the die is placed as: one that its modifiers allow."""
    if value is None:
        return die.face
    check(value in die.values, die.rule, "You cannot place this die as that value.", field)
    return value


def counted_value(state: State, seat: str, value: int, treated_as: int | None, field: str) -> int:
    """FL-541: the value that the die counts as."""
    if treated_as is None:
        return value
    check(
        treated_as in treatments(state, seat, value),
        "FL-541",
        "You cannot treat this die as that value here.",
        field,
    )
    return treated_as


def put(
    acting: Acting,
    seat: str,
    location: str,
    space: int,
    *,
    clan: str | None = None,
    column: int | None = None,
) -> facts.DiePlaced:
    """The die stands on its space."""
    treated = acting.counts_as if acting.counts_as != acting.value else None
    die = acting.die
    return facts.DiePlaced(
        seat, die.origin, die.slot, location, space, acting.value, die.face, clan, column, treated
    )


def is_free(spots: tuple[object | None, ...], space: int) -> bool:
    """FL-243: whether this space is there and empty; spaces count from 1."""
    return 1 <= space <= len(spots) and spots[space - 1] is None


def check_space(state: State, location: str, space: int) -> None:
    """FL-243, FL-714: the space is there, and free of everybody's dice."""
    check(is_free(state.locations[location], space), "FL-243", "That space is unknown or taken.", "space")


def check_payable(state: State, seat: str, cost: Mapping[str, int], *dice: ActingDie) -> None:
    """FL-242: the cost and the Garage Algae are payable together, from what the seat has before."""
    check(
        payable(state, seat, cost, sum(die.algae for die in dice)),
        "FL-242",
        "You cannot pay the cost.",
    )


def location_gains(
    state: State, seat: str, location: str, clan: str | None = None
) -> list[tuple[str, Bundle]]:
    """The gains from Items and the Event for an action at this location."""
    return [(source, m.gain) for source, m in modifiers(state, seat, location, clan) if m.gain]


def gain_all(state: State, seat: str, gains: list[tuple[str, Bundle]]) -> Passage[State]:
    """Resources and dice of the location's gains."""
    for source, bundle in gains:
        state = yield from gain(state, seat, source, bundle)
    return state


def items_in(gains: list[tuple[str, Bundle]]) -> list[tuple[str, int]]:
    """How many Items the location's gains draw, by source."""
    return [(source, bundle["items"]) for source, bundle in gains if bundle.get("items")]


def finish(
    state: State, seat: str, gains: list[tuple[str, Bundle]], drawn: Cards | None, chance: Chance
) -> Passage[State]:
    """FL-242: after the location's effect, what Items and the Event give there."""
    state = yield from gain_all(state, seat, gains)
    return (yield from draw_items(state, seat, items_in(gains), drawn, chance))


def place_headquarters(state: State, action: actions.PlaceHeadquarters, chance: Chance) -> Passage[State]:
    seat = action.seat
    check(
        acting_die(state, seat).origin != "headquarters",
        "FL-231",
        "A Headquarters die cannot go back there.",
    )
    acting = begin(state, action)
    check(None in state.headquarters, "FL-301", "All Headquarters slots are taken.")
    check(action.gain in ("items", "water"), "FL-302", "The gain must be items or water.", "gain")
    gains = location_gains(state, seat, "headquarters")
    slot = state.headquarters.index(None) + 1
    state = yield from pay_garages(state, seat, acting.die)
    state = yield put(acting, seat, "headquarters", slot)
    drawn = items_in(gains)  # FL-508: on top of either choice
    if action.gain == "water":
        state = yield from gain(state, seat, "headquarters", {"water": HEADQUARTERS_WATER})
    else:
        drawn.insert(0, ("headquarters", HEADQUARTERS_ITEMS))
    state = yield from gain_all(state, seat, gains)
    return (yield from draw_items(state, seat, drawn, action.drawn, chance))


def cell_price(state: State, seat: str, clan: str, row: int, *dice: ActingDie) -> Price:
    """FL-305: the cell's cost, less FL-548 on what is printed, then less the reductions."""
    printed = state.box.cells[clan][row - 1].cost
    effect = ability(state, seat)
    if effect.kind != "negotiation_discount" or clan not in effect.clans:
        return price(state, seat, "negotiation", printed, *dice, clan=clan)
    if effect.mode == "half":
        asked = {resource: (amount + 1) // 2 for resource, amount in printed.items()}
    else:
        asked = {resource: max(0, amount - effect.amount) for resource, amount in printed.items()}
    due = price(state, seat, "negotiation", asked, *dice, clan=clan)
    spared = sum(printed.values()) - sum(asked.values())
    character = state.seats[seat].character or ""
    return Price(due.cost, {character: spared, **due.saved} if spared else due.saved)


def place_negotiation(state: State, action: actions.PlaceNegotiation, chance: Chance) -> Passage[State]:
    seat, clan, row = action.seat, action.clan, action.row
    acting = begin(state, action)
    check(clan in CLANS, "FL-305", "Unknown clan.", "clan")
    column: tuple[Spot | None, ...] = state.cells[clan]
    check(is_free(column, row), "FL-305", "That space is unknown or taken.", "row")
    due = cell_price(state, seat, clan, row, acting.die)
    check_payable(state, seat, due.cost, acting.die)
    gains = location_gains(state, seat, "negotiation", clan)
    state = yield from pay_garages(state, seat, acting.die)
    state = yield put(acting, seat, "negotiation", row, clan=clan)
    state = yield from pay(state, seat, clan, due)
    state = yield from finish(state, seat, gains, action.drawn, chance)
    return (yield from follow_ups.after_negotiation(state, seat, clan, acting.value))


def check_column(state: State, acting: Acting, row: str) -> None:
    """FL-310: a free cell in the column of the value, which is not the closed one (FL-107)."""
    column = acting.counts_as
    check(column != state.box.closed_column, "FL-107", "This column is closed at this player count.", "value")
    check(column in state.depository, "FL-310", "No column has this value.", "value")
    check(row in ROWS, "FL-310", "The row must be top, middle or bottom.", "row")
    check(state.depository[column][ROWS.index(row)] is None, "FL-310", "This space is taken.", "row")


def item_price(state: State, seat: str, item: str, *dice: ActingDie) -> Price:
    """FL-311: the Item's cost at the Depository."""
    return price(state, seat, "depository", state.box.box.items[item].cost, *dice)


def check_item(state: State, seat: str, item: str, die: ActingDie) -> Price:
    """FL-311: in the hand, or one that an unseen card can turn out to be (FL-718), and payable.

    Returns what is due for it.
    """
    hand = state.seats[seat].hand
    check(item in state.box.box.items, "FL-311", "Unknown Item.", "item")
    check(
        item in hand or nameable(state, hand, item),
        "FL-311",
        "This Item is not in your hand.",
        "item",
        probes=None in hand,
    )
    due = item_price(state, seat, item, die)
    check(payable(state, seat, due.cost, die.algae), "FL-311", "You cannot pay for this Item.", "item")
    return due


def check_step(state: State, seat: str, move_to: str | None, row: str, rule: str = "FL-312") -> None:
    """FL-312: the top row alone moves the Harvester, to an adjacent space, or not at all (FL-716)."""
    if move_to is not None:
        check(row == "top", rule, "Only the top row moves the Harvester.", "move_to")
        check(move_to in steps_from(state, seat), rule, "That space is not adjacent.", "move_to")


def row_items(row: str) -> list[tuple[str, int]]:
    """FL-312: what the bottom row draws."""
    return [("depository", ROW_ITEMS)] if row == "bottom" else []


def row_reward(state: State, seat: str, row: str, move_to: str | None) -> Passage[State]:
    """FL-312, without the Items of the bottom row."""
    if row == "middle":
        state = yield from gain(state, seat, "depository", {"dice": ROW_DICE})
    if row == "top" and move_to is not None:
        state = yield from move_harvester(state, seat, move_to, "depository")
    return state


def place_depository(state: State, action: actions.PlaceDepository, chance: Chance) -> Passage[State]:
    """FL-310 … FL-314: the die stays; the Item lies open with its points and its benefit. FL-313."""
    seat, row = action.seat, action.row
    acting = begin(state, action)
    check_column(state, acting, row)
    due = check_item(state, seat, action.item, acting.die)
    check_step(state, seat, action.move_to, row)
    gains = location_gains(state, seat, "depository")  # FL-246: not those of the Item acquired now
    state = yield from pay_garages(state, seat, acting.die)
    state = yield put(acting, seat, "depository", ROWS.index(row) + 1, column=acting.counts_as)
    state = yield facts.ItemAcquired(seat, action.item, row)
    state = yield from pay(state, seat, "item", due)
    state = yield from gain_all(state, seat, gains)
    drawn = items_in(gains) + row_items(row)  # FL-512: the Ledger's before the row's
    state = yield from draw_items(state, seat, drawn, action.drawn, chance)
    state = yield from row_reward(state, seat, row, action.move_to)
    return (yield from follow_ups.after_depository(state, seat, row))


# The six Location Boards: Mining Camp, Laboratory, Foundry, Control Room, Market, Academy. FL-320..347.


def camp_price(state: State, seat: str, space: int, counts_as: int, *dice: ActingDie) -> Price:
    """FL-320: what is missing to the sum, in Water."""
    missing = max(0, state.box.camp[space - 1].sum - counts_as)
    return price(state, seat, "mining_camp", {"water": missing}, *dice)


def place_mining_camp(state: State, action: actions.PlaceMiningCamp, chance: Chance) -> Passage[State]:
    seat = action.seat
    acting = begin(state, action)
    check_space(state, "mining_camp", action.space)
    due = camp_price(state, seat, action.space, acting.counts_as, acting.die)
    check_payable(state, seat, due.cost, acting.die)
    gains = location_gains(state, seat, "mining_camp")
    state = yield from pay_garages(state, seat, acting.die)
    state = yield put(acting, seat, "mining_camp", action.space)
    state = yield from pay(state, seat, "mining_camp", due)
    camp = state.box.camp[action.space - 1]
    state = yield from gain(state, seat, "mining_camp", {"gems": camp.gems})
    return (yield from finish(state, seat, gains, action.drawn, chance))


def check_pay(pay_with: str, costs: dict[str, Bundle]) -> Bundle:
    """FL-244: one of the alternatives, in full."""
    check(pay_with in costs, "FL-244", "You cannot pay with that.", "pay")
    return costs[pay_with]


def check_pair(state: State, action: actions.PlaceLaboratory, first: Acting) -> Acting:
    """FL-325, FL-326: the second die, its value, and its Algae."""
    die = second_die(state, action.seat, first.die)
    check(die is not None, "FL-325", "You have no second die for a pair.")
    assert die is not None
    value = placed_value(die, action.second_value, "second_value")
    counts_as = counted_value(state, action.seat, value, action.second_treated_as, "second_treated_as")
    check(counts_as == first.counts_as, "FL-325", "The two dice do not match.", "second_value")
    check(
        payable(state, action.seat, {}, first.die.algae + die.algae),
        "FL-326",
        "You cannot pay the Algae for both Garages.",
    )
    return Acting(die, value, counts_as)


def place_laboratory(state: State, action: actions.PlaceLaboratory, chance: Chance) -> Passage[State]:
    seat = action.seat
    first = begin(state, action)
    check_space(state, "laboratory", action.space)
    second = check_pair(state, action, first)
    check(bool(open_stacks(state, "farm")), "FL-329", "No Farm Tiles are left.")
    cost = check_pay(action.pay, LABORATORY)
    check(action.stack in open_stacks(state, "farm"), "FL-327", "This stack is empty.", "stack")
    due = price(state, seat, "laboratory", cost, first.die, second.die)  # FL-567
    check_payable(state, seat, due.cost, first.die, second.die)
    check_removal(state, seat, "farm", action.remove)
    gains = location_gains(state, seat, "laboratory")
    state = yield from pay_garages(state, seat, first.die, second.die)
    state = yield put(first, seat, "laboratory", action.space)
    state = yield _joined(put(second, seat, "laboratory", action.space))
    state = yield from pay(state, seat, "laboratory", due)
    state = yield from take_tile(
        state, seat, "laboratory", "farm", action.stack, action.remove, action.new_top, chance
    )
    state = yield from finish(state, seat, gains, action.drawn, chance)
    return (yield from follow_ups.after_laboratory(state, seat))


def _joined(placed: facts.DiePlaced) -> facts.DiePlaced:
    return replace(placed, second=True)


def place_foundry(state: State, action: actions.PlaceFoundry, chance: Chance) -> Passage[State]:
    seat = action.seat
    acting = begin(state, action)
    check_space(state, "foundry", action.space)
    stack = state.box.box.document.foundry.stack_by_value[acting.counts_as - 1]
    check(stack in open_stacks(state, "upgrade"), "FL-335", "The stack for this value is empty.", "value")
    due = price(state, seat, "foundry", check_pay(action.pay, FOUNDRY), acting.die)
    check_payable(state, seat, due.cost, acting.die)
    check_removal(state, seat, "upgrade", action.remove)
    gains = location_gains(state, seat, "foundry")
    state = yield from pay_garages(state, seat, acting.die)
    state = yield put(acting, seat, "foundry", action.space)
    state = yield from pay(state, seat, "foundry", due)
    state = yield from take_tile(
        state, seat, "foundry", "upgrade", stack, action.remove, action.new_top, chance
    )
    return (yield from finish(state, seat, gains, action.drawn, chance))


def directed_step(state: State, space: str, value: int) -> str | None:
    """FL-340: where one step in the direction of this value leads, by neighbour or by arrow."""
    here, direction = state.box.spaces[space], state.box.directions[value]
    return here.adjacent.get(direction) or here.arrows.get(direction)


def place_control_room(state: State, action: actions.PlaceControlRoom, chance: Chance) -> Passage[State]:
    seat = action.seat
    acting = begin(state, action)
    check_space(state, "control_room", action.space)
    target = directed_step(state, state.seats[seat].harvester, acting.counts_as)
    check(target is not None, "FL-340", "The Harvester cannot move in that direction.", "value")
    assert target is not None
    due = price(state, seat, "control_room", check_pay(action.pay, CONTROL_ROOM), acting.die)
    check_payable(state, seat, due.cost, acting.die)
    gains = location_gains(state, seat, "control_room")
    state = yield from pay_garages(state, seat, acting.die)
    state = yield put(acting, seat, "control_room", action.space)
    state = yield from pay(state, seat, "control_room", due)
    state = yield from move_harvester(state, seat, target, "control_room")
    return (yield from finish(state, seat, gains, action.drawn, chance))


def check_trades(trades: Sequence[actions.Trade], lots: dict[str, int], most: int) -> None:
    """FL-343: as many as the value, each of one resource of the space for another."""
    check(len(trades) <= most, "FL-343", f"This die allows up to {most} trades.", "trades")
    for place, trade in enumerate(trades):
        check(
            trade.give in lots and trade.receive in lots and trade.give != trade.receive,
            "FL-343",
            "A trade swaps one resource of the space for the other.",
            f"trades/{place}",
        )


def place_market(state: State, action: actions.PlaceMarket, chance: Chance) -> Passage[State]:
    """FL-343; what one trade gives can be given in the next (FL-710)."""
    seat = action.seat
    acting = begin(state, action)
    check_space(state, "market", action.space)
    lots = state.box.market[action.space - 1].lots
    check_trades(action.trades, lots, acting.counts_as)
    gains = location_gains(state, seat, "market")
    state = yield from pay_garages(state, seat, acting.die)
    state = yield put(acting, seat, "market", action.space)
    state = yield from gain_all(state, seat, gains)  # FL-511, 514, 520: before trading
    for place, trade in enumerate(action.trades):
        check(
            payable(state, seat, {trade.give: lots[trade.give]}),
            "FL-242",
            "You cannot pay for this trade.",
            f"trades/{place}",
        )
        state = yield facts.ResourcesPaid(seat, "market", {trade.give: lots[trade.give]})
        state = yield facts.ResourcesGained(seat, "market", {trade.receive: lots[trade.receive]})
    return (yield from draw_items(state, seat, items_in(gains), action.drawn, chance))


def place_academy(state: State, action: actions.PlaceAcademy, chance: Chance) -> Passage[State]:
    seat = action.seat
    acting = begin(state, action)
    check_space(state, "academy", action.space)
    check(
        acting.counts_as in state.box.academy[action.space - 1].values,
        "FL-346",
        "This space does not accept that value.",
        "space",
    )
    check(
        action.dice in (1, 2) and action.dice <= state.seats[seat].dice_supply,
        "FL-347",
        "Gain 1 or 2 dice, no more than the supply has.",
        "dice",
    )
    costs = state.box.box.document.academy.costs
    due = price(state, seat, "academy", costs[str(action.dice)], acting.die)
    check_payable(state, seat, due.cost, acting.die)
    gains = location_gains(state, seat, "academy")
    state = yield from pay_garages(state, seat, acting.die)
    state = yield put(acting, seat, "academy", action.space)
    state = yield from pay(state, seat, "academy", due)
    state = yield from gain(state, seat, "academy", {"dice": action.dice})
    return (yield from finish(state, seat, gains, action.drawn, chance))
