"""Placing a die: what comes first for all, then Headquarters, Negotiation, Depository. FL-30x, 31x."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.games.first_light import actions, facts
from domain.games.first_light.actions import Cards
from domain.games.first_light.components.document import CLANS, Bundle
from domain.games.first_light.reading.seats import ability
from domain.games.first_light.reading.unseen import nameable
from domain.games.first_light.rules import follow_ups
from domain.games.first_light.rules.dice import ActingDie, acting_die, treatments
from domain.games.first_light.rules.gains import draw_items, gain, move_harvester, steps_from
from domain.games.first_light.rules.prices import Price, modifiers, pay, pay_garages, payable, price
from domain.games.first_light.state import ROWS, Spot, State
from domain.kernel import Chance, Passage, check

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
    """What Items and the Event give for an action at this location."""
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
