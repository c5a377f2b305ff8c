"""Offers of moves and redeployments, CO-36x … CO-39x."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.games.chaos_order.offers.drawing import may_draw
from domain.games.chaos_order.offers.parameters import offer, one_of
from domain.games.chaos_order.reading.pieces import joined_leaders
from domain.games.chaos_order.reading.regions import has_presence, relic_places, units
from domain.games.chaos_order.reading.ways import may_enter, reachable
from domain.games.chaos_order.rules.move import (
    JOINED,
    leaders_joined_after,
    leaders_may_go,
    may_leave,
    units_at,
)
from domain.games.chaos_order.state import Pending, State
from domain.kernel import Offer, Optional, Range, Several
from domain.kernel.offers import Domain

Group = tuple[int, int]
"""The least and the most fighters that may go along."""


def _starts(state: State, seat: str) -> Iterator[tuple[str, str]]:
    """(place, spot) of everywhere the seat has units that can leave."""
    board = state.seats[seat]
    if board.base is not None and (board.base_fighters or board.base_leaders):
        yield board.base, "base"
    for place, region in state.regions.items():
        if units(region, seat):
            yield place, place


def _sizes(state: State, seat: str, leaders: tuple[str, ...]) -> range:
    """How many leaders can go together at all; whichever they are, the same rules hold for them."""
    many = "many_leaders_per_region" in state.faction(seat).statics
    return range(1 + (len(leaders) if many else min(len(leaders), JOINED)))


class _Way(NamedTuple):
    """Steps that differ in nothing but the units: where to, and how many fighters go along."""

    targets: tuple[str, ...]
    group: Group


def _offers(
    state: State,
    kind: str,
    seat: str,
    place: str,
    ways: Mapping[_Way, Sequence[int]],
    leaders: tuple[str, ...],
) -> Iterator[Offer]:
    """An offer for each way, and for each run of numbers of leaders in it.

    A move is asked for from its end: a region to go to has one place to come from oftener than the other way
    round. A redeployment goes where the seat is already, so that it is asked for from its start.
    """
    draws = may_draw(state, seat)
    first, then = ("to", "from_") if kind == "move_units" else ("from_", "to")
    for (targets, (least, most)), sizes in ways.items():
        for fewest, largest in _stretches(iter(sizes)):
            way = {"from_": one_of((place,)), "to": one_of(targets)}
            parameters: dict[str, Domain] = {first: way[first], then: way[then]}
            if most > 0:
                fighters = Range(least, most)
                parameters["fighters"] = fighters if least else Optional(fighters, usual=True)
            if largest:
                parameters["leaders"] = Several(leaders, fewest, largest)
            yield offer(kind, seat, draws=draws, **parameters)


def move_offers(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    """CO-364 … CO-368, CO-390."""
    together = bool(joined_leaders(state, seat))
    for place, spot in _starts(state, seat):
        targets = [to for to in reachable(state, seat, place) if may_enter(state, seat, to)]
        fighters, leaders = units_at(state, seat, spot)
        room = may_leave(state, seat, spot)
        ways: dict[_Way, list[int]] = {}
        for size in _sizes(state, seat, leaders):
            least, most = int(not size), min(fighters, room - size)
            if most < least:
                continue
            party, grouped = leaders[:size], dict[Group, list[str]]()
            for to in targets:
                if not together and not leaders_joined_after(state, seat, spot, to, party):
                    grouped.setdefault((least, most), []).append(to)
                    continue
                for group in _stretches(
                    n
                    for n in range(least, most + 1)
                    if leaders_may_go(state, seat, spot, to, n, party, head.left - 1)
                ):
                    grouped.setdefault(group, []).append(to)
            for group, places in grouped.items():
                ways.setdefault(_Way(tuple(places), group), []).append(size)
        yield from _offers(state, "move_units", seat, place, ways, leaders)


def _stretches(numbers: Iterator[int]) -> Iterator[Group]:
    """Runs of numbers that follow each other."""
    least = most = None
    for number in numbers:
        if least is None or most is None:
            least = most = number
        elif number == most + 1:
            most = number
        else:
            yield least, most
            least = most = number
    if least is not None and most is not None:
        yield least, most


def redeploy_offers(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    """CO-380 … CO-384, CO-469."""
    barred = relic_places(state).get(state.round) if state.phase == "gain_income" else None
    for place, spot in _starts(state, seat):
        if place == barred:
            continue
        targets = [
            to
            for to in reachable(state, seat, place)
            if may_enter(state, seat, to) and has_presence(state.regions[to], seat)
        ]
        fighters, leaders = units_at(state, seat, spot)
        ways: dict[_Way, list[int]] = {}
        for size in _sizes(state, seat, leaders):
            least, party = int(not size), leaders[:size]
            places = tuple(to for to in targets if not leaders_joined_after(state, seat, spot, to, party))
            if places and fighters >= least:
                ways.setdefault(_Way(places, (least, fighters)), []).append(size)
        yield from _offers(state, "redeploy_units", seat, place, ways, leaders)
