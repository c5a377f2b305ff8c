"""Offers of a head that brings fighters, leaders or attributes on: CO-346 … CO-350, CO-370, CO-470."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.offers.drawing import may_draw
from domain.games.chaos_order.offers.parameters import offer, one_of, up_to
from domain.games.chaos_order.reading.idleness import landing_places
from domain.games.chaos_order.reading.pieces import leaders_on_map
from domain.games.chaos_order.state import Pending, State
from domain.kernel import Offer, Range


def recruitment_offers(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    """CO-346 … CO-348."""
    board, faction = state.seats[seat], state.faction(seat)
    draws = may_draw(state, seat)
    for number, fighters in enumerate(board.recruitment, 1):
        most = min(fighters, head.left)
        if most > 0:
            count = up_to(most, default=1)
            yield offer("advance_fighter", seat, draws=draws, sector=one_of((number,)), count=count)
    fast = faction.fast_track
    if fast is not None:
        most = min(board.recruitment[0], head.left)
        most = most if not fast.energy else min(most, board.energy // fast.energy)
        if most > 0:
            yield offer("fast_track_fighter", seat, draws=draws, count=up_to(most, default=1))
    options = {n: option.effects for n, option in enumerate(faction.exchanges) if option.rp <= head.left}
    if options:
        draws = may_draw(state, seat, chain(*options.values()))
        yield offer("exchange_recruitment_points", seat, draws=draws, option=one_of(options))


def deployment_offers(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    """CO-349, CO-350."""
    board, away = state.seats[seat], leaders_on_map(state, seat)
    sides = state.faction(seat).leaders
    leaders = [
        leader
        for leader, side in board.leaders.items()
        if leader not in away and sides[leader][side].gem_cost <= board.gems
    ]
    if leaders:
        yield offer("deploy_leader", seat, draws=may_draw(state, seat), leader=one_of(leaders))


def leader_offers(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    """CO-370."""
    board, sides = state.seats[seat], state.faction(seat).leaders
    leaders = [
        leader
        for leader, side in board.leaders.items()
        if side == "basic" and sides[leader][side].gem_cost <= board.gems
    ]
    if leaders:
        yield offer("upgrade_leader", seat, draws=may_draw(state, seat), leader=one_of(leaders))


def _attributes(state: State, seat: str) -> list[str]:
    board, cards = state.seats[seat], state.faction(seat).attributes
    return [
        attribute
        for attribute, side in board.attributes.items()
        if side == "basic" and cards[attribute].gem_cost <= board.gems
    ]


def _turned(state: State, seat: str, attributes: Iterable[str]) -> Iterator[Effect]:
    """What turning over one of these attributes gives (CO-470)."""
    for attribute in attributes:
        yield from state.faction(seat).attributes[attribute].on_upgrade


def attribute_offers(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    """CO-470."""
    attributes = _attributes(state, seat)
    if attributes:
        draws = may_draw(state, seat, _turned(state, seat, attributes))
        yield offer("upgrade_attribute", seat, draws=draws, attribute=one_of(attributes))


def reward_offers(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    """CO-466, CO-467."""
    attributes = _attributes(state, seat)
    draws = may_draw(state, seat, _turned(state, seat, attributes))
    yield offer("choose_region_reward", seat, draws=draws, reward=one_of(("gem", *attributes)))


def landing_offers(state: State, seat: str, head: Pending) -> Iterator[Offer]:
    """CO-595."""
    most, places = min(head.left, state.seats[seat].drop_ship_fighters), landing_places(state, seat)
    if most > 0 and places:
        draws = may_draw(state, seat)
        yield offer("land_fighters", seat, draws=draws, region=one_of(places), count=Range(1, most))
