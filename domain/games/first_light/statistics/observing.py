"""Counts facts: dice, Items, resources, tiles, ways and the AI, and which spaces were open."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from domain.games.first_light import facts
from domain.games.first_light.components.document import CLANS
from domain.games.first_light.reading import held
from domain.games.first_light.rules.dice import (
    CONTROL_ROOM,
    FOUNDRY,
    LABORATORY,
    ActingDie,
    acting_die,
    garage_slots,
    headquarters_dice,
    payable,
    price,
    second_die,
)
from domain.games.first_light.rules.follow_ups import open_stacks
from domain.games.first_light.rules.placements import has_legal_placement
from domain.games.first_light.rules.placing import camp_price, cell_price, directed_step, item_price
from domain.games.first_light.scoring import breakdown
from domain.games.first_light.state import AI, FIRST_TILE_SLOT, State
from domain.games.first_light.statistics.tally import Observer, Tally
from domain.kernel import Fact, clockwise_from

# How much of the boards was open to a seat at its turn, next to what it could have used on empty boards.

Spots = Iterator[tuple[object | None, ...]]


def open_spaces(state: State, seat: str) -> tuple[int, int]:
    """Free spaces, and all spaces, that the seat's die could pay for and be placed on by its value."""
    if not has_die_to_act(state, seat):
        return 0, 0
    die = acting_die(state, seat)
    if state.seats[seat].resources["algae"] < die.algae:
        return 0, 0
    spots = [spot for part in _usable(state, seat, die) for spot in part]
    return sum(spot is None for spot in spots), len(spots)


def has_die_to_act(state: State, seat: str) -> bool:
    """Whether a die waits there for the seat's turn; after a correction there may be none."""
    if state.phase == "headquarters":
        return next(headquarters_dice(state), None) is not None
    return bool(garage_slots(state.seats[seat]))


def _usable(state: State, seat: str, die: ActingDie) -> Spots:
    """The spaces of each board that the die fits and the seat can pay for."""
    boards = state.locations
    yield boards["market"]
    if die.origin == "garage":
        yield state.headquarters
    for clan in CLANS:
        yield tuple(
            spot
            for row, spot in enumerate(state.cells[clan], 1)
            if payable(state, seat, cell_price(state, seat, clan, row, die).cost, die.algae)
        )
    hand = state.seats[seat].hand
    if any(
        item is not None and payable(state, seat, item_price(state, seat, item, die).cost, die.algae)
        for item in hand
    ):
        for value in die.values:
            if value != state.box.closed_column:
                yield state.depository.get(value, ())
    highest = max(die.values)
    yield tuple(
        spot
        for space, spot in enumerate(boards["mining_camp"], 1)
        if payable(state, seat, camp_price(state, seat, space, highest, die).cost, die.algae)
    )
    yield from _tile_boards(state, seat, die)
    yield from _academy(state, seat, die)


def _tile_boards(state: State, seat: str, die: ActingDie) -> Spots:
    """Foundry (FL-335), Control Room (FL-340) and Laboratory (FL-325, FL-329)."""
    stack_of = state.box.box.document.foundry.stack_by_value
    here = state.seats[seat].harvester
    fits = {
        "foundry": any(state.upgrade_stacks[stack_of[value - 1]].size for value in die.values),
        "control_room": any(directed_step(state, here, value) for value in die.values),
    }
    for location, costs in (("foundry", FOUNDRY), ("control_room", CONTROL_ROOM)):
        if fits[location] and any(
            payable(state, seat, price(state, seat, location, cost, die).cost, die.algae)
            for cost in costs.values()
        ):
            yield state.locations[location]
    second = second_die(state, seat, die) if open_stacks(state, "farm") else None
    if second is not None and set(die.values) & set(second.values):
        algae = die.algae + second.algae
        if any(
            payable(state, seat, price(state, seat, "laboratory", cost, die, second).cost, algae)
            for cost in LABORATORY.values()
        ):
            yield state.locations["laboratory"]


def _academy(state: State, seat: str, die: ActingDie) -> Spots:
    cost = price(state, seat, "academy", state.box.box.document.academy.costs["1"], die).cost
    if state.seats[seat].dice_supply and payable(state, seat, cost, die.algae):
        yield tuple(
            spot
            for space, spot in zip(state.box.academy, state.locations["academy"], strict=True)
            if set(space.values) & set(die.values)
        )


# Resources gained, paid and saved, and what Farm Tiles and the planet gave.

FARM = re.compile(r"farm_([4-6])")
"""The cause of what a Farm Tile gives."""

GARAGES = "garages"
"""The cause of the Algae that Garages cost; the die stands on its space next (FL-242)."""


def _gained(tally: Tally, before: State, fact: facts.ResourcesGained, after: State) -> None:
    for resource, amount in fact.gains.items():
        tally.count("gained", fact.seat, amount, round=before.round, resource=resource, cause=fact.cause)
        produced(tally, before, fact.seat, fact.cause, resource, amount)


def produced(tally: Tally, state: State, seat: str, cause: str, resource: str, amount: int) -> None:
    """Count what a Farm Tile or the planet gave, dice too."""
    if cause == "planet":
        tally.count("planet_yield", seat, amount, round=state.round, resource=resource)
    elif farm := FARM.fullmatch(cause):
        tiles, index = state.seats[seat].farm_tiles, int(farm[1]) - FIRST_TILE_SLOT["farm"]
        if index < len(tiles):  # a correction may say otherwise
            tally.count("produce_of_tile", seat, amount, tile=tiles[index], resource=resource)


def _paid(tally: Tally, before: State, fact: facts.ResourcesPaid, after: State) -> None:
    if fact.cause == GARAGES:
        tally.paid_garages = (before, after)
    for resource, amount in fact.costs.items():
        tally.count("paid", fact.seat, amount, round=before.round, resource=resource, cause=fact.cause)
        if fact.cause in before.cells:
            tally.count("negotiation_cost", fact.seat, amount, clan=fact.cause, resource=resource)
            tally.weigh("points_per_resource", fact.seat, 0, amount, clan=fact.cause)
    for source, amount in fact.saved.items():
        tally.count("saved", fact.seat, amount, source=source)


RESOURCE_OBSERVERS: dict[type[Fact], Observer] = {
    facts.ResourcesGained: _gained,
    facts.ResourcesPaid: _paid,
}


# Dice: the pool, rolls, gains and losses, where they went, and the turns they made.


def _gained_dice(tally: Tally, before: State, fact: facts.DiceGained, after: State) -> None:
    if fact.count < 0:
        tally.count("dice_lost", fact.seat, -fact.count, round=before.round, cause=fact.cause)
        return
    tally.count("dice_gained", fact.seat, fact.count, round=before.round, cause=fact.cause)
    produced(tally, before, fact.seat, fact.cause, "dice", fact.count)


def _rolled(tally: Tally, before: State, fact: facts.DiceRolled, after: State) -> None:
    tally.rolls[fact.seat] += fact.values
    tally.count("dice_rolled", fact.seat, len(fact.values), round=before.round)


def _plans(tally: Tally, before: State, fact: facts.PlansRevealed, after: State) -> None:
    for seat in after.seats:
        plan = fact.plans[seat]
        dice = len(plan.garages) + len(plan.farms) + held(after, seat)
        place = _place(before, seat)
        tally.weigh("dice_pool", seat, dice, round=before.round, place_in_round=place)
        tally.garage_dice[seat] += len(plan.garages)
        tally.used[seat]["farms"] += len(plan.farms)


def _place(state: State, seat: str) -> int:
    """The seat's place in the order of this round, from 1."""
    start = state.start_player if state.start_player in state.seats else seat
    return clockwise_from(state.seats, start).index(seat) + 1


def _placed(tally: Tally, before: State, fact: facts.DiePlaced, after: State) -> None:
    seat = fact.seat
    if seat not in before.seats:  # a correction may say so
        return
    tally.used[seat][fact.location] += 1
    tally.weigh("placed_value", seat, fact.value, location=fact.location)
    tally.weigh("alteration", seat, abs(fact.value - fact.face))
    if fact.location in ("negotiation", "depository"):
        tally.count("dice_spent", seat, round=before.round, location=fact.location)
    if fact.location == "negotiation" and fact.clan is not None:
        points = before.box.cells[fact.clan][fact.space - 1].points
        tally.count("negotiation_dice", seat, clan=fact.clan, row=fact.space)
        tally.weigh("points_per_resource", seat, points, 0, clan=fact.clan)
    if not fact.second:
        paid = tally.paid_garages
        _turn(tally, paid[0] if paid is not None and paid[1] is before else before, seat)


def _cantina(tally: Tally, before: State, fact: facts.DiceSentToCantina, after: State) -> None:
    tally.used[fact.seat]["cantina"] += len(fact.slots)
    if fact.origin == "garage":
        able = has_die_to_act(before, fact.seat) and has_legal_placement(before, fact.seat)
        tally.unplaced[fact.seat]["unwilling" if able else "unable"] += len(fact.slots)
    _turn(tally, before, fact.seat)


def _turn(tally: Tally, before: State, seat: str) -> None:
    tally.count("actions", seat, round=before.round, place_in_round=_place(before, seat))
    free, all_spaces = open_spaces(before, seat)
    tally.weigh("blocked", seat, all_spaces - free, all_spaces)


def _die_lost(tally: Tally, before: State, fact: facts.DieLost, after: State) -> None:
    tally.count("dice_lost", fact.seat, round=before.round, cause="setback")


def _rested(tally: Tally, before: State, fact: facts.Rested, after: State) -> None:
    if fact.excess:
        tally.count("dice_lost", fact.seat, fact.excess, round=before.round, cause="limit")


DICE_OBSERVERS: dict[type[Fact], Observer] = {
    facts.DiceGained: _gained_dice,
    facts.DiceRolled: _rolled,
    facts.PlansRevealed: _plans,
    facts.DiePlaced: _placed,
    facts.DiceSentToCantina: _cantina,
    facts.DieLost: _die_lost,
    facts.Rested: _rested,
}


# Item Cards: drafted, drawn, discarded and acquired.

UNSEEN = "unseen"
"""A card that the recorder did not see as it came (FL-718)."""


def _drafted(tally: Tally, before: State, fact: facts.ItemDrafted, after: State) -> None:
    base = before.seats[fact.seat]
    for card, copies in Counter(base.packet).items():
        if card is not None:
            step, kept = len(base.hand) + 1, card == fact.item
            tally.weigh("pick_rate", fact.seat, kept, copies, item=card, step=step)
    _kept(tally, fact.seat, (fact.item,))


def _solo_kept(tally: Tally, before: State, fact: facts.ItemsKept, after: State) -> None:
    _kept(tally, fact.seat, fact.items)


def _kept(tally: Tally, seat: str, items: tuple[str | None, ...]) -> None:
    for item in items:
        tally.count("item_drafted", seat, item=item or UNSEEN)


def _drawn(tally: Tally, before: State, fact: facts.ItemsDrawn, after: State) -> None:
    for item in fact.items:
        tally.count("item_drawn", fact.seat, item=item or UNSEEN, cause=fact.cause)


def _discarded(tally: Tally, before: State, fact: facts.ItemsDiscarded, after: State) -> None:
    tally.discarded[fact.seat].update(fact.items)
    for item in fact.items:
        tally.count("item_discarded", fact.seat, item=item, cause=fact.cause)


def _acquired(tally: Tally, before: State, fact: facts.ItemAcquired, after: State) -> None:
    tally.count("item_acquired", fact.seat, item=fact.item, round=before.round, row=fact.row)


ITEM_OBSERVERS: dict[type[Fact], Observer] = {
    facts.ItemDrafted: _drafted,
    facts.ItemsKept: _solo_kept,
    facts.ItemsDrawn: _drawn,
    facts.ItemsDiscarded: _discarded,
    facts.ItemAcquired: _acquired,
}


# The AI: its Schemes, Gems and Progress Tiles.


def _scheme(tally: Tally, before: State, fact: facts.SchemeRevealed, after: State) -> None:
    if before.ai is not None:
        tally.count("ai_schemes", None, opponent=before.ai.opponent)


def _option(tally: Tally, before: State, fact: facts.SchemeResolved, after: State) -> None:
    tally.count("ai_option", None, option="none" if fact.option is None else fact.option)


def _ai_gained(tally: Tally, before: State, fact: facts.AiGained, after: State) -> None:
    if fact.gems:
        tally.count("ai_gems", None, fact.gems, cause=fact.cause)


def _ai_progressed(tally: Tally, before: State, fact: facts.AiProgressed, after: State) -> None:
    tally.weigh("ai_progress", None, before.round, bonus=fact.bonus)


RIVAL_OBSERVERS: dict[type[Fact], Observer] = {
    facts.SchemeRevealed: _scheme,
    facts.SchemeResolved: _option,
    facts.AiGained: _ai_gained,
    facts.AiProgressed: _ai_progressed,
}


# Ways: the Harvester's steps and tokens, tiles that arrived, and what the Negotiation Board brought.


def _advancement(tally: Tally, before: State, fact: facts.AdvancementTaken, after: State) -> None:
    if fact.owner != AI:
        tally.count("advancement", fact.owner, reward=fact.reward)


def _setback(tally: Tally, before: State, fact: facts.SetbackTaken, after: State) -> None:
    if fact.owner != AI:
        outcome = "gain" if fact.as_gain else "loss"
        tally.count("setback", fact.owner, punishment=fact.punishment, outcome=outcome)
        tally.count("condition_used", fact.owner, condition=fact.condition)


def _ignored(tally: Tally, before: State, fact: facts.SetbackIgnored, after: State) -> None:
    tally.count("setback", fact.seat, punishment="none", outcome="ignored")


def _tile(tally: Tally, before: State, fact: facts.TileTaken, after: State) -> None:
    tally.weigh("tile_round", fact.seat, before.round, kind=fact.kind, tile=fact.tile)
    if fact.kind == "farm":
        tally.farms_taken[fact.seat][fact.tile] += 1


def _moved(tally: Tally, before: State, fact: facts.HarvesterMoved, after: State) -> None:
    tally.count("harvester_steps", fact.seat, cause=fact.cause)
    if fact.arrow:
        tally.count("arrows_used", fact.seat)
    if fact.space in before.box.caches and fact.seat not in tally.reached_cache:
        tally.reached_cache.add(fact.seat)
        tally.weigh("first_cache_round", fact.seat, before.round)


def _token(tally: Tally, before: State, fact: facts.TokenTaken, after: State) -> None:
    tally.count("tokens_taken", fact.seat, token=fact.token)


WAY_OBSERVERS: dict[type[Fact], Observer] = {
    facts.AdvancementTaken: _advancement,
    facts.SetbackTaken: _setback,
    facts.SetbackIgnored: _ignored,
    facts.TileTaken: _tile,
    facts.HarvesterMoved: _moved,
    facts.TokenTaken: _token,
}


# Facts counted in as they become true.


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count one fact in."""
    observer = OBSERVERS.get(type(fact))
    if observer is not None:
        observer(tally, before, fact, after)


def _round_ended(tally: Tally, before: State, fact: facts.RoundEnded, after: State) -> None:
    for seat in after.seats:
        for source, points in breakdown(after, seat).parts.items():
            if source != "harvester":
                tally.weigh("standing_after_round", seat, points, round=after.round, source=source)


OBSERVERS: dict[type[Fact], Observer] = {
    facts.RoundEnded: _round_ended,
    **RESOURCE_OBSERVERS,
    **DICE_OBSERVERS,
    **ITEM_OBSERVERS,
    **WAY_OBSERVERS,
    **RIVAL_OBSERVERS,
}
