"""Every legal placement of the die to act, as offers; FL-238 and FL-239 ask whether there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.games.first_light.components.document import CLANS
from domain.games.first_light.reading.seats import tile_slots
from domain.games.first_light.reading.sight import Sight
from domain.games.first_light.rules.dice import ActingDie, acting_die, second_die, treatments
from domain.games.first_light.rules.gains import drawable, open_stacks, steps_from
from domain.games.first_light.rules.locations import camp_price, directed_step
from domain.games.first_light.rules.placing import (
    cell_price,
    is_free,
    item_price,
    items_in,
    location_gains,
    row_items,
)
from domain.games.first_light.rules.prices import CONTROL_ROOM, FOUNDRY, LABORATORY, payable, price
from domain.games.first_light.state import ROWS, TILE_SLOTS, State
from domain.kernel import Choice, Exchanges, Offer, Optional, Several
from domain.kernel.offers import Domain

Parameters = dict[str, Domain]


class Counted(NamedTuple):
    """A way to place a die: the value shown, the treatment if any, and what it counts as."""

    value: int
    treated_as: int | None

    @property
    def counts_as(self) -> int:
        """The value that the location sees."""
        return self.value if self.treated_as is None else self.treated_as


def has_legal_placement(state: State, seat: str) -> bool:
    """FL-238: under any alteration; a card that was not seen counts as one that cannot be paid for."""
    if None in state.locations["market"]:  # any die fits a free Market space, without a trade (FL-R23)
        return state.seats[seat].resources["algae"] >= acting_die(state, seat).algae
    return next(placements(state, seat, Sight(state, None)), None) is not None


def placements(state: State, seat: str, sight: Sight) -> Iterator[Offer]:
    """All legal placements of the die to act; the seat must be the one to act."""
    die = acting_die(state, seat)
    if state.seats[seat].resources["algae"] < die.algae:
        return
    ways = list(_ways(state, seat, die))
    yield from _market(state, seat, die, ways, sight)
    yield from _headquarters(state, seat, die, sight)
    yield from _negotiation(state, seat, die, sight)
    yield from _depository(state, seat, die, ways, sight)
    yield from _mining_camp(state, seat, die, ways, sight)
    yield from _laboratory(state, seat, die, ways, sight)
    yield from _foundry(state, seat, die, ways, sight)
    yield from _control_room(state, seat, die, ways, sight)
    yield from _academy(state, seat, die, ways, sight)


def _ways(state: State, seat: str, die: ActingDie) -> Iterator[Counted]:
    for value in die.values:
        yield Counted(value, None)
        for treated_as in treatments(state, seat, value):
            yield Counted(value, treated_as)


def _value(die: ActingDie, *values: int) -> Domain:
    """The altered value; it may be left out where the die's own is among them."""
    choice = Choice(values)
    return Optional(choice) if die.face in values else choice


def _shown(die: ActingDie, way: Counted, prefix: str = "") -> Parameters:
    shown: Parameters = {f"{prefix}value": _value(die, way.value)}
    if way.treated_as is not None:
        shown[f"{prefix}treated_as"] = Choice((way.treated_as,))
    return shown


def _drawn(state: State, sight: Sight, number: int) -> Parameters:
    count = drawable(state, number)
    return {"drawn": sight.drawn(count)} if count else {}


def _gained_items(state: State, seat: str, location: str, clan: str | None = None) -> int:
    return sum(number for _, number in items_in(location_gains(state, seat, location, clan)))


def free_spaces(state: State, location: str) -> tuple[int, ...]:
    """The free spaces of a Location Board, counted from 1."""
    spots = state.locations[location]
    return tuple(space for space in range(1, len(spots) + 1) if is_free(spots, space))


def _headquarters(state: State, seat: str, die: ActingDie, sight: Sight) -> Iterator[Offer]:
    if die.origin == "headquarters" or None not in state.headquarters:
        return
    more = _gained_items(state, seat, "headquarters")
    for gain, number in (("items", more + 2), ("water", more)):
        yield Offer(
            "place_headquarters",
            seat,
            {"gain": Choice((gain,)), "value": _value(die, *die.values), **_drawn(state, sight, number)},
        )


def _negotiation(state: State, seat: str, die: ActingDie, sight: Sight) -> Iterator[Offer]:
    for clan in CLANS:
        rows = tuple(
            row
            for row, spot in enumerate(state.cells[clan], 1)
            if spot is None and payable(state, seat, cell_price(state, seat, clan, row, die).cost, die.algae)
        )
        if rows:
            number = _gained_items(state, seat, "negotiation", clan)
            yield Offer(
                "place_negotiation",
                seat,
                {
                    "clan": Choice((clan,)),
                    "row": Choice(rows),
                    "value": _value(die, *die.values),
                    **_drawn(state, sight, number),
                },
            )


def _depository(
    state: State, seat: str, die: ActingDie, ways: list[Counted], sight: Sight
) -> Iterator[Offer]:
    hand = state.seats[seat].hand
    known = {card for card in hand if card is not None}
    names = known | (sight.nameable(seat) if None in hand else set())
    items = tuple(
        item
        for item in sorted(names)
        if payable(state, seat, item_price(state, seat, item, die).cost, die.algae)
    )
    if not items:
        return
    more = _gained_items(state, seat, "depository")
    for way in ways:
        column = state.depository.get(way.counts_as)
        if column is None or way.counts_as == state.box.closed_column:
            continue
        for row, owner in zip(ROWS, column, strict=True):
            if owner is not None:
                continue
            parameters = {"row": Choice((row,)), "item": Choice(items), **_shown(die, way)}
            parameters |= _drawn(state, sight, more + sum(number for _, number in row_items(row)))
            if row == "top":
                parameters["move_to"] = Optional(Choice(steps_from(state, seat)))
            yield Offer("place_depository", seat, parameters)


def _mining_camp(
    state: State, seat: str, die: ActingDie, ways: list[Counted], sight: Sight
) -> Iterator[Offer]:
    free = free_spaces(state, "mining_camp")
    drawn = _drawn(state, sight, _gained_items(state, seat, "mining_camp")) if free else {}
    for way in ways if free else ():
        spaces = tuple(
            space
            for space in free
            if payable(state, seat, camp_price(state, seat, space, way.counts_as, die).cost, die.algae)
        )
        if spaces:
            yield Offer("place_mining_camp", seat, {"space": Choice(spaces), **_shown(die, way), **drawn})


def _pays(
    state: State, seat: str, location: str, costs: Mapping[str, dict[str, int]], *dice: ActingDie
) -> tuple[str, ...]:
    """The alternatives that the seat can pay there."""
    algae = sum(die.algae for die in dice)
    return tuple(
        pay
        for pay, cost in costs.items()
        if payable(state, seat, price(state, seat, location, cost, *dice).cost, algae)
    )


def removals(state: State, seat: str, kind: str) -> Parameters:
    """FL-328, FL-336: which own tiles may go for the tile gained."""
    slots = tile_slots(state.seats[seat], kind)
    if not slots:
        return {}
    if len(slots) == TILE_SLOTS[kind]:
        return {"remove": Several(slots, 1, len(slots))}
    return {"remove": Optional(Several(slots, 0, len(slots)))}


def uncovered(state: State, kind: str, stack: int, sight: Sight) -> Parameters:
    """The outcome of taking the top of a stack."""
    return {"new_top": sight.uncovered(kind)} if state.stacks(kind)[stack].size > 1 else {}


def stacks_by_outcome(state: State, kind: str) -> Iterator[tuple[int, ...]]:
    """The stacks that uncover a tile when taken from, then those that are empty then."""
    stacks = open_stacks(state, kind)
    for more in (True, False):
        alike = tuple(stack for stack in stacks if (state.stacks(kind)[stack].size > 1) == more)
        if alike:
            yield alike


def _laboratory(
    state: State, seat: str, die: ActingDie, ways: list[Counted], sight: Sight
) -> Iterator[Offer]:
    free = free_spaces(state, "laboratory")
    second = second_die(state, seat, die) if free else None
    if second is None or not open_stacks(state, "farm"):
        return
    pays = _pays(state, seat, "laboratory", LABORATORY, die, second)
    if not pays:
        return
    common = {"space": Choice(free), "pay": Choice(pays), **removals(state, seat, "farm")}
    common |= _drawn(state, sight, _gained_items(state, seat, "laboratory"))
    for way in ways:
        for other in _ways(state, seat, second):
            if other.counts_as != way.counts_as:
                continue
            for stacks in stacks_by_outcome(state, "farm"):
                yield Offer(
                    "place_laboratory",
                    seat,
                    {
                        **common,
                        **_shown(die, way),
                        **_shown(second, other, "second_"),
                        "stack": Choice(stacks),
                        **uncovered(state, "farm", stacks[0], sight),
                    },
                )


def _foundry(state: State, seat: str, die: ActingDie, ways: list[Counted], sight: Sight) -> Iterator[Offer]:
    free = free_spaces(state, "foundry")
    pays = _pays(state, seat, "foundry", FOUNDRY, die) if free else ()
    if not pays:
        return
    common = {"space": Choice(free), "pay": Choice(pays), **removals(state, seat, "upgrade")}
    common |= _drawn(state, sight, _gained_items(state, seat, "foundry"))
    for way in ways:
        stack = state.box.box.document.foundry.stack_by_value[way.counts_as - 1]
        if stack in open_stacks(state, "upgrade"):
            new_top = uncovered(state, "upgrade", stack, sight)
            yield Offer("place_foundry", seat, {**common, **_shown(die, way), **new_top})


def _control_room(
    state: State, seat: str, die: ActingDie, ways: list[Counted], sight: Sight
) -> Iterator[Offer]:
    free = free_spaces(state, "control_room")
    pays = _pays(state, seat, "control_room", CONTROL_ROOM, die) if free else ()
    if not pays:
        return
    drawn = _drawn(state, sight, _gained_items(state, seat, "control_room"))
    common: Parameters = {"space": Choice(free), "pay": Choice(pays), **drawn}
    for way in ways:
        if directed_step(state, state.seats[seat].harvester, way.counts_as) is not None:
            yield Offer("place_control_room", seat, {**common, **_shown(die, way)})


def _market(state: State, seat: str, die: ActingDie, ways: list[Counted], sight: Sight) -> Iterator[Offer]:
    gains = location_gains(state, seat, "market")
    drawn = _drawn(state, sight, sum(number for _, number in items_in(gains)))
    stock = Counter(state.seats[seat].resources)
    stock["algae"] -= die.algae
    for _, bundle in gains:
        stock.update({name: amount for name, amount in bundle.items() if name in stock})
    for space in free_spaces(state, "market"):
        lots = state.box.market[space - 1].lots
        for way in ways:
            trades = Optional(Exchanges({name: stock[name] for name in lots}, lots, way.counts_as))
            yield Offer(
                "place_market",
                seat,
                {"space": Choice((space,)), "trades": trades, **_shown(die, way), **drawn},
            )


def _academy(state: State, seat: str, die: ActingDie, ways: list[Counted], sight: Sight) -> Iterator[Offer]:
    free = free_spaces(state, "academy")
    costs = state.box.box.document.academy.costs
    dice = tuple(
        number
        for number in (1, 2)
        if number <= state.seats[seat].dice_supply
        and payable(state, seat, price(state, seat, "academy", costs[str(number)], die).cost, die.algae)
    )
    if not free or not dice:
        return
    drawn = _drawn(state, sight, _gained_items(state, seat, "academy"))
    for way in ways:
        spaces = tuple(space for space in free if way.counts_as in state.box.academy[space - 1].values)
        if spaces:
            yield Offer(
                "place_academy",
                seat,
                {"space": Choice(spaces), "dice": Choice(dice), **_shown(die, way), **drawn},
            )
