"""Offers of moves and redeployments (CO-36x … CO-39x) and of recruiting, with their parameters.

Recruiting covers CO-346 … CO-350, CO-370 and CO-470. Offers ask for drawn tactics cards where the action
may draw some now (CO-509).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from domain.games.chaos_order.components.box import CONTROL_TRIGGERS, Effect
from domain.games.chaos_order.reading import (
    controller,
    has_presence,
    joined_leaders,
    landing_places,
    leaders_on_map,
    may_enter,
    possible_cards,
    reachable,
    relic_places,
    units,
)
from domain.games.chaos_order.rules.effects import triggers
from domain.games.chaos_order.rules.move import (
    JOINED,
    leaders_joined_after,
    leaders_may_go,
    may_leave,
    units_at,
)
from domain.games.chaos_order.state import Pending, State
from domain.kernel import UNKNOWN, Choice, Depends, Json, Offer, Optional, Outcome, Range, Several, Viewer
from domain.kernel.offers import Domain

# Making offers: the parameters that many of them share.

DRAWS = Outcome(Depends())
"""The tactics cards drawn by an action and by what follows from it: the rules ask for one after another."""


def offer(kind: str, seat: str | None = None, *, draws: bool = False, **parameters: Domain) -> Offer:
    """An offer of this action type; `from_` stands for `from`. `draws`: cards may be drawn (CO-509)."""
    named: dict[str, Domain] = {name.rstrip("_"): domain for name, domain in parameters.items()}
    return Offer(kind, seat, named | ({"draws": DRAWS} if draws else {}))


def unless_idle(made: Offer, *, useful: bool) -> Offer:
    """The offer, marked as idle where nothing can come of it (CO-589)."""
    return made if useful else replace(made, idle=True)


def one_of(values: Iterable[Json]) -> Choice:
    """One of these values."""
    return Choice(tuple(values))


def up_to(most: int, *, default: int) -> Domain:
    """An amount from the default on; left out = the default."""
    return Optional(Range(default, most), usual=most > default)


def nameable(state: State, seat: str, viewer: Viewer) -> list[str]:
    """Cards that an unknown card of the hand may be, for what the viewer knows (CO-509)."""
    if not state.seats[seat].hand.get(UNKNOWN, 0):
        return []
    pool = possible_cards(state, viewer)
    return [card for card, number in pool.items() if number > 0]


def holdings(state: State, seat: str, viewer: Viewer) -> list[str]:
    """Cards that the seat may name as its own: known ones, and what an unknown one may be."""
    hand = state.seats[seat].hand
    known = [card for card in hand if card != UNKNOWN]
    return known + [card for card in nameable(state, seat, viewer) if card not in hand]


# Whether an action may draw tactics cards now, so that its offer asks for them (CO-509).


def may_draw(state: State, seat: str, effects: Iterable[Effect] = ()) -> bool:
    """Whether an action of the seat that gives these effects may draw, by them or by what follows.

    It depends only on public knowledge, and nothing is known yet about the cards of a running battle.
    """
    return (
        draws_by_itself(state, seat, chain(effects, (item.effect for item in state.seats[seat].pending)))
        or state.battle is not None
        or draws_by_control(state)
    )


def relic_draws(state: State) -> bool:
    """Whether the relic of the round may draw for the seat that takes it (CO-482), or by what follows."""
    place = relic_places(state).get(state.round)
    seat = None if place is None else controller(state.regions[place])
    if seat is None:
        return draws_by_control(state)
    spaces, at = state.faction(seat).relic_spaces, len(state.seats[seat].relics)
    effects = [item.effect for item in triggers(state, seat, "relic_taken", place)]
    return may_draw(state, seat, (*(spaces[at] if at < len(spaces) else ()), *effects))


def draws_by_itself(state: State, seat: str, effects: Iterable[Effect]) -> bool:
    """Whether the effects draw without a decision in between (CO-572, CO-589), or the fame that they give."""
    board, faction, steps = state.seats[seat], state.faction(seat), 0
    for effect, most in _automatic(state, seat, effects):
        if effect.do == "draw_tactics" and effect.n > 0:
            return True
        if effect.do == "gain_fame":
            steps += effect.n * most
    reached = range(board.fame + 1, min(board.fame + steps, faction.fame_length) + 1)
    return any(effect.do == "draw_tactics" for at in reached for effect in faction.fame_spaces.get(at, ()))


def _automatic(state: State, seat: str, effects: Iterable[Effect]) -> Iterator[tuple[Effect, int]]:
    """The effects that come by themselves, each with how often it may come."""
    for effect in effects:
        if effect.do == "ability":
            source = state.faction(seat).abilities[effect.name or ""]
            yield from _automatic(state, seat, source.ability.effects)
        elif effect.do == "per":
            times = state.faction(seat).fame_length
            yield from ((inner, most * times) for inner, most in _automatic(state, seat, effect.effects))
        else:
            yield effect, 1


def draws_by_control(state: State) -> bool:
    """Whether a change of control draws for somebody (CO-590)."""
    return any(
        draws_by_itself(state, seat, source.ability.effects)
        for seat, board in state.seats.items()
        if board.faction in state.box.control_watchers
        for trigger in CONTROL_TRIGGERS
        for source in state.faction(seat).triggers.get(trigger, ())
        if not source.ability.optional
    )


# Offers of moves and redeployments, CO-36x … CO-39x.

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

    A move is chosen from its end: a target more often has only one start than a start has only one target.
    A redeployment goes where the seat is already, so it is chosen from its start.
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


# Offers of a head that brings fighters, leaders or attributes on: CO-346 … CO-350, CO-370, CO-470.


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
    """The effects of turning over one of these attributes (CO-470)."""
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
