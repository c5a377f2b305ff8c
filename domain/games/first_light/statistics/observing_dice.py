"""Dice: the pool, rolls, gains and losses, where they went, and the turns they made."""

from __future__ import annotations

from domain.games.first_light import facts
from domain.games.first_light.reading.seats import held
from domain.games.first_light.rules.placements import has_legal_placement
from domain.games.first_light.state import State
from domain.games.first_light.statistics.blocking import has_die_to_act, open_spaces
from domain.games.first_light.statistics.observing_resources import produced
from domain.games.first_light.statistics.tally import Observer, Tally
from domain.kernel import Fact, clockwise_from


def _gained(tally: Tally, before: State, fact: facts.DiceGained, after: State) -> None:
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


OBSERVERS: dict[type[Fact], Observer] = {
    facts.DiceGained: _gained,
    facts.DiceRolled: _rolled,
    facts.PlansRevealed: _plans,
    facts.DiePlaced: _placed,
    facts.DiceSentToCantina: _cantina,
    facts.DieLost: _die_lost,
    facts.Rested: _rested,
}
