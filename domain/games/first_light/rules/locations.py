"""The six Location Boards: Mining Camp, Laboratory, Foundry, Control Room, Market, Academy. FL-320..347."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.first_light import actions, facts
from domain.games.first_light.components.document import Bundle
from domain.games.first_light.rules import follow_ups
from domain.games.first_light.rules.dice import ActingDie, second_die
from domain.games.first_light.rules.gains import (
    check_removal,
    draw_items,
    gain,
    move_harvester,
    open_stacks,
    take_tile,
)
from domain.games.first_light.rules.placing import (
    Acting,
    begin,
    check_payable,
    check_space,
    counted_value,
    finish,
    gain_all,
    items_in,
    location_gains,
    placed_value,
    put,
)
from domain.games.first_light.rules.prices import (
    CONTROL_ROOM,
    FOUNDRY,
    LABORATORY,
    Price,
    pay,
    pay_garages,
    payable,
    price,
)
from domain.games.first_light.state import State
from domain.kernel import Chance, Passage, check


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
