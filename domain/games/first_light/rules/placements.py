"""Every legal placement of the die to act, as offers, and dice without one (FL-238, FL-239)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.games.first_light import actions, facts
from domain.games.first_light.components.document import CLANS
from domain.games.first_light.reading import Sight, tile_slots
from domain.games.first_light.rules.dice import (
    CONTROL_ROOM,
    FOUNDRY,
    LABORATORY,
    ActingDie,
    Parameters,
    Ways,
    acting_die,
    alike,
    fitting,
    garage_slots,
    payable,
    price,
    second_die,
    shown,
    ways_of,
)
from domain.games.first_light.rules.follow_ups import gain, open_stacks, steps_from
from domain.games.first_light.rules.placing import (
    HEADQUARTERS_ITEMS,
    camp_price,
    cell_price,
    directed_step,
    is_free,
    item_price,
    items_in,
    location_gains,
    row_items,
)
from domain.games.first_light.state import ROWS, TILE_SLOTS, VALUES, State
from domain.kernel import (
    Chance,
    Choice,
    Depends,
    Exchanges,
    Limited,
    Offer,
    Optional,
    Outcome,
    Passage,
    Several,
    check,
)

# The questions where a tile is gained: its stack, the tiles that it replaces, the one that it uncovers.


def removals(state: State, seat: str, kind: str) -> Parameters:
    """FL-328, FL-336: which own tiles may go for the tile gained."""
    slots = tile_slots(state.seats[seat], kind)
    if not slots:
        return {}
    if len(slots) == TILE_SLOTS[kind]:
        return {"remove": Several(slots, 1, len(slots))}
    return {"remove": Optional(Several(slots, 0, len(slots)))}


def uncovered(state: State, kind: str, stacks: Sequence[int], sight: Sight) -> Parameters:
    """The outcome of taking the top of one of these stacks: a tile, where it is not the last."""
    more = [state.stacks(kind)[stack].size > 1 for stack in stacks]
    if not any(more):
        return {}
    return {"new_top": sight.uncovered(kind) if all(more) else Outcome(Depends())}


def stacks_by_outcome(state: State, kind: str) -> Iterator[tuple[int, ...]]:
    """The stacks that uncover a tile when taken from, then those that are empty then."""
    stacks = open_stacks(state, kind)
    for more in (True, False):
        alike = tuple(stack for stack in stacks if (state.stacks(kind)[stack].size > 1) == more)
        if alike:
            yield alike


def tiles_gained(state: State, seat: str, kind: str, sight: Sight) -> Iterator[Parameters]:
    """FL-354, FL-543: the tiles that may be taken from any stack, with what each choice asks."""
    for stacks in stacks_by_outcome(state, kind):
        yield {
            "stack": Choice(stacks),
            **removals(state, seat, kind),
            **uncovered(state, kind, stacks, sight),
        }


# Every legal placement of the die to act, as offers; FL-238 and FL-239 ask whether there is one.


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
    ways = ways_of(state, seat, die)
    yield from _market(state, seat, ways)
    yield from _headquarters(state, seat, die, sight)
    yield from _negotiation(state, seat, die)
    yield from _depository(state, seat, ways, sight)
    yield from _mining_camp(state, seat, ways)
    yield from _laboratory(state, seat, ways, sight)
    yield from _foundry(state, seat, ways, sight)
    yield from _control_room(state, seat, ways)
    yield from _academy(state, seat, ways)


def _gained_items(state: State, seat: str, location: str, clan: str | None = None) -> int:
    return sum(number for _, number in items_in(location_gains(state, seat, location, clan)))


def _drawn_beside(state: State, seat: str, location: str, clan: str | None = None) -> Parameters:
    """Items that only an Item or an Event gives there: their values are listed on request."""
    if not _gained_items(state, seat, location, clan):
        return {}
    return {"drawn": Outcome(Depends())}


def free_spaces(state: State, location: str) -> tuple[int, ...]:
    """The free spaces of a Location Board, counted from 1."""
    spots = state.locations[location]
    return tuple(space for space in range(1, len(spots) + 1) if is_free(spots, space))


def _headquarters(state: State, seat: str, die: ActingDie, sight: Sight) -> Iterator[Offer]:
    if die.origin == "headquarters" or None not in state.headquarters:
        return
    value = shown(die, die.values)
    beside = _drawn_beside(state, seat, "headquarters")
    yield Offer("place_headquarters", seat, {"gain": Choice(("water",)), "value": value, **beside})
    drawn = sight.drawing(HEADQUARTERS_ITEMS + _gained_items(state, seat, "headquarters"))
    yield Offer("place_headquarters", seat, {"gain": Choice(("items",)), "value": value, **drawn})


def _negotiation(state: State, seat: str, die: ActingDie) -> Iterator[Offer]:
    for clan in CLANS:
        rows = tuple(
            row
            for row, spot in enumerate(state.cells[clan], 1)
            if spot is None and payable(state, seat, cell_price(state, seat, clan, row, die).cost, die.algae)
        )
        if rows:
            yield Offer(
                "place_negotiation",
                seat,
                {
                    "clan": Choice((clan,)),
                    "row": Choice(rows),
                    "value": shown(die, die.values),
                    **_drawn_beside(state, seat, "negotiation", clan),
                },
            )


def _depository(state: State, seat: str, ways: Ways, sight: Sight) -> Iterator[Offer]:
    """FL-310: a row at a time, with the values in whose column it is free."""
    hand, die = state.seats[seat].hand, ways.die
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
    for place, row in enumerate(ROWS):
        fixed: Parameters = {"row": Choice((row,)), "item": Choice(items)}
        if row == "top":
            fixed["move_to"] = Optional(Choice(steps_from(state, seat)), usual=True)
        reward = sum(number for _, number in row_items(row))
        drawn = sight.drawing(more + reward) if reward else _drawn_beside(state, seat, "depository")
        free = {column for column, owners in state.depository.items() if owners[place] is None}
        for way in fitting(ways, free - {state.box.closed_column}):
            yield Offer("place_depository", seat, {**fixed, **way, **drawn})


def _mining_camp(state: State, seat: str, ways: Ways) -> Iterator[Offer]:
    free = free_spaces(state, "mining_camp")

    def paid(counts_as: int) -> tuple[int, ...] | None:
        costs = {space: camp_price(state, seat, space, counts_as, ways.die).cost for space in free}
        spaces = (space for space, cost in costs.items() if payable(state, seat, cost, ways.die.algae))
        return tuple(spaces) or None

    drawn = _drawn_beside(state, seat, "mining_camp")
    for spaces, way in alike(ways, paid):
        yield Offer("place_mining_camp", seat, {"space": Choice(spaces), **way, **drawn})


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


def _laboratory(state: State, seat: str, ways: Ways, sight: Sight) -> Iterator[Offer]:
    """FL-325: a pair for each value that both dice can count as."""
    free, stacks = free_spaces(state, "laboratory"), open_stacks(state, "farm")
    second = second_die(state, seat, ways.die) if free and stacks else None
    pays = _pays(state, seat, "laboratory", LABORATORY, ways.die, second) if second is not None else ()
    if second is None or not pays:
        return
    common = {"space": Choice(free), "pay": Choice(pays), **removals(state, seat, "farm")}
    tile: Parameters = {"stack": Choice(stacks), **uncovered(state, "farm", stacks, sight)}
    common |= tile | _drawn_beside(state, seat, "laboratory")
    others = list(alike(ways_of(state, seat, second), lambda counts_as: counts_as, "second_"))
    for value, way in alike(ways, lambda counts_as: counts_as):
        for other_value, other in others:
            if other_value == value:
                yield Offer("place_laboratory", seat, {**common, **way, **other})


def _foundry(state: State, seat: str, ways: Ways, sight: Sight) -> Iterator[Offer]:
    free = free_spaces(state, "foundry")
    pays = _pays(state, seat, "foundry", FOUNDRY, ways.die) if free else ()
    if not pays:
        return
    by_value, stacks = state.box.box.document.foundry.stack_by_value, open_stacks(state, "upgrade")
    values = {value for value, stack in enumerate(by_value, 1) if stack in stacks}
    common = {"space": Choice(free), "pay": Choice(pays), **removals(state, seat, "upgrade")}
    common |= uncovered(state, "upgrade", stacks, sight) | _drawn_beside(state, seat, "foundry")
    for way in fitting(ways, values):
        yield Offer("place_foundry", seat, {**common, **way})


def _control_room(state: State, seat: str, ways: Ways) -> Iterator[Offer]:
    free = free_spaces(state, "control_room")
    pays = _pays(state, seat, "control_room", CONTROL_ROOM, ways.die) if free else ()
    if not pays:
        return
    here = state.seats[seat].harvester
    values = {value for value in VALUES if directed_step(state, here, value) is not None}
    drawn = _drawn_beside(state, seat, "control_room")
    for way in fitting(ways, values):
        yield Offer("place_control_room", seat, {"space": Choice(free), "pay": Choice(pays), **way, **drawn})


def _market(state: State, seat: str, ways: Ways) -> Iterator[Offer]:
    """FL-343: the value bounds the trades; equal spaces are one."""
    stock = Counter(state.seats[seat].resources)
    stock["algae"] -= ways.die.algae
    for _, bundle in location_gains(state, seat, "market"):
        stock.update({name: amount for name, amount in bundle.items() if name in stock})
    drawn = _drawn_beside(state, seat, "market")
    spaces: dict[frozenset[tuple[str, int]], list[int]] = {}
    for space in free_spaces(state, "market"):
        spaces.setdefault(frozenset(state.box.market[space - 1].lots.items()), []).append(space)
    for same in spaces.values():
        lots = state.box.market[same[0] - 1].lots
        for way in fitting(ways, VALUES):
            counted, by = (ways.to, "treated_as") if "treated_as" in way else (ways.die.values, "value")
            trades = Exchanges({name: stock[name] for name in lots}, lots, max(counted))
            asked: Parameters = {"space": Choice(tuple(same)), "trades": Optional(trades, usual=True)}
            bonds = (Limited("trades", by, ways.die.face),) if len(counted) > 1 else ()
            yield Offer("place_market", seat, {**asked, **way, **drawn}, bonds)


def _academy(state: State, seat: str, ways: Ways) -> Iterator[Offer]:
    free, die = free_spaces(state, "academy"), ways.die
    costs = state.box.box.document.academy.costs
    dice = tuple(
        number
        for number in (1, 2)
        if number <= state.seats[seat].dice_supply
        and payable(state, seat, price(state, seat, "academy", costs[str(number)], die).cost, die.algae)
    )
    if not dice:
        return

    def takes(counts_as: int) -> tuple[int, ...] | None:
        return tuple(space for space in free if counts_as in state.box.academy[space - 1].values) or None

    drawn = _drawn_beside(state, seat, "academy")
    for spaces, way in alike(ways, takes):
        yield Offer("place_academy", seat, {"space": Choice(spaces), "dice": Choice(dice), **way, **drawn})


# Dice that are not actioned: FL-238, FL-239.

WATER_PER_DIE = 2


def send_to_cantina(state: State, action: actions.SendToCantina, chance: Chance) -> Passage[State]:
    """Garage dice go with all to their right; a Headquarters die goes alone. 2 Water each.

    Whether a die that costs Algae could have been placed is the seat's secret, so the fact does not say it.
    """
    seat = action.seat
    die = acting_die(state, seat)
    if die.origin == "headquarters":
        slots: tuple[int, ...] = (die.slot,)
        check(not has_legal_placement(state, seat), "FL-239", "This die can be placed elsewhere.")
    else:
        slots = tuple(slot for slot in garage_slots(state.seats[seat]) if slot >= die.slot)
        check(
            die.algae > 0 or not has_legal_placement(state, seat),
            "FL-238",
            "This die costs no Algae and can be placed elsewhere.",
        )
    state = yield facts.DiceSentToCantina(seat, die.origin, slots)
    return (yield from gain(state, seat, "cantina", {"water": WATER_PER_DIE * len(slots)}))
