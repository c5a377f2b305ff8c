"""Movement, redeployment, pinning: CO-36x … CO-39x."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.reading import (
    closed_tunnel,
    has_presence,
    joined_leaders,
    may_enter,
    reachable,
    relic_places,
    strongest_opponent,
    units,
)
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.effects import Draws, take
from domain.games.chaos_order.state import Region, State
from domain.kernel import Passage, check

JOINED = 2
"""Leaders that may be together in between (CO-368)."""


def start_spot(state: State, seat: str, place: str) -> str | None:
    """`base` for the seat's own base, the region itself where the seat has units, else None."""
    if place == state.seats[seat].base:
        return "base"
    region = state.regions.get(place)
    return place if region is not None and units(region, seat) else None


def units_at(state: State, seat: str, spot: str) -> tuple[int, tuple[str, ...]]:
    """Fighters and leaders of the seat at a start spot."""
    if spot == "base":
        board = state.seats[seat]
        return board.base_fighters, board.base_leaders
    region = state.regions[spot]
    return region.fighters.get(seat, 0), region.leaders.get(seat, ())


def move_units(state: State, action: actions.MoveUnits, draws: Draws) -> Passage[State]:
    """CO-364 … CO-368, CO-390. Point by point through several regions (CO-710). CO-367."""
    seat = action.seat
    head = gate.head(state, seat, "CO-364", "movement_points")
    spot = _check_way(state, action)
    _check_units(state, action, spot)
    leaving = action.fighters + len(action.leaders)
    check(
        leaving <= may_leave(state, seat, spot),
        "CO-390",
        "As many units must stay as the strongest opponent has there (pinning).",
        "fighters",
    )
    check(
        leaders_may_go(state, seat, spot, action.to, action.fighters, action.leaders, head.left - 1),
        "CO-368",
        "Two leaders may share one region only if a point is left to move one on.",
        "leaders",
    )
    state = yield facts.UnitsMoved(seat, spot, action.to, action.fighters, action.leaders, "move")
    return (yield from take(state, seat, 1, draws))


def redeploy_units(state: State, action: actions.RedeployUnits, draws: Draws) -> Passage[State]:
    """CO-380 … CO-384, CO-469. CO-382, CO-575."""
    seat = action.seat
    own_rule = "CO-463" if state.phase == "gain_income" else "CO-381"
    gate.head(state, seat, own_rule, "movement_points", "redeploy")
    if state.phase == "gain_income":
        check(
            action.origin != relic_places(state).get(state.round),
            "CO-469",
            "No unit may leave the region with the current relic in this phase.",
            "from",
        )
    spot = _check_way(state, action)
    check(
        has_presence(state.regions[action.to], seat),
        "CO-380",
        "You have no unit or building in that region.",
        "to",
    )
    _check_units(state, action, spot)
    check(
        not leaders_joined_after(state, seat, spot, action.to, action.leaders),
        "CO-368",
        "A redeployment must end with at most one leader in a region.",
        "leaders",
    )
    state = yield facts.UnitsMoved(seat, spot, action.to, action.fighters, action.leaders, "redeploy")
    return (yield from take(state, seat, 1, draws))


def _check_way(state: State, action: actions.MoveUnits | actions.RedeployUnits) -> str:
    """CO-723 up to adjacency. Returns the start spot."""
    seat, origin, to = action.seat, action.origin, action.to
    place = state.box.places.get(to)
    check(
        place is None or place.kind != "base_location" or to not in state.bases,
        "CO-365",
        "Units cannot move onto a base.",
        "to",
    )
    check(may_enter(state, seat, to), "CO-366", "Your faction's units cannot go there.", "to")
    spot = start_spot(state, seat, origin)
    check(spot is not None, "CO-364", "You have no units there.", "from")
    assert spot is not None
    check(
        not closed_tunnel(state, origin, to) or to in reachable(state, seat, origin),
        "CO-361",
        "That tunnel is closed at this faction count.",
        "to",
    )
    check(to in reachable(state, seat, origin), "CO-360", "The regions are not adjacent.", "to")
    return spot


def _check_units(state: State, action: actions.MoveUnits | actions.RedeployUnits, spot: str) -> None:
    fighters, leaders = units_at(state, action.seat, spot)
    check(
        action.fighters <= fighters
        and set(action.leaders) <= set(leaders)
        and len(set(action.leaders)) == len(action.leaders)
        and action.fighters + len(action.leaders) > 0,
        "CO-364",
        "Move at least one unit, and only your own from there.",
        "fighters",
    )


def may_leave(state: State, seat: str, spot: str) -> int:
    """How many units may leave by a move (CO-390 … CO-392, CO-708, CO-709)."""
    fighters, leaders = units_at(state, seat, spot)
    here = fighters + len(leaders)
    return here if spot == "base" else max(0, here - strongest_opponent(state.regions[spot], seat))


def _after(state: State, seat: str, spot: str, to: str, leaders: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Regions where the seat would have more than one leader (CO-368)."""
    if "many_leaders_per_region" in state.faction(seat).statics:
        return {}
    standing = {
        place: tuple(x for x in region.leaders[seat] if place != spot or x not in leaders)
        for place, region in state.regions.items()
        if seat in region.leaders
    }
    standing[to] = (*standing.get(to, ()), *leaders)
    return {place: names for place, names in standing.items() if len(names) > 1}


def leaders_joined_after(state: State, seat: str, spot: str, to: str, leaders: Sequence[str]) -> bool:
    """Whether leaders of the seat would be together somewhere after the step (CO-383)."""
    return bool(_after(state, seat, spot, to, leaders))


def leaders_may_go(
    state: State,
    seat: str,
    spot: str,
    to: str,
    fighters: int,
    leaders: Sequence[str],
    points_left: int,
) -> bool:
    """CO-368, CO-711: nobody is together afterwards, or just two, whom one more point can part."""
    if not leaders and not joined_leaders(state, seat):
        return True
    joined = _after(state, seat, spot, to, leaders)
    if not joined:
        return True
    if len(joined) > 1 or points_left < 1:
        return False
    ((place, names),) = joined.items()
    return len(names) == JOINED and _can_part(state, seat, spot, to, fighters, leaders, place)


def _can_part(
    state: State,
    seat: str,
    spot: str,
    to: str,
    fighters: int,
    leaders: Sequence[str],
    place: str,
) -> bool:
    """Whether one of the two leaders could move further alone, to a region without a leader of the seat."""
    regions = {
        name: _with_units(region, seat, (name == to) - (name == spot), fighters, leaders)
        for name, region in state.regions.items()
    }
    here = regions[place]
    free = units(here, seat) - 1 >= strongest_opponent(here, seat)
    return any(
        may_enter(state, seat, other)
        and seat not in regions[other].leaders
        and (free or has_presence(regions[other], seat))
        for other in reachable(state, seat, place)
        if other in regions
    )


def _with_units(region: Region, seat: str, sign: int, fighters: int, leaders: Sequence[str]) -> Region:
    """The region after the units came (sign 1) or went (-1)."""
    if not sign:
        return region
    number = region.fighters.get(seat, 0) + sign * fighters
    there = region.leaders.get(seat, ())
    names = (*there, *leaders) if sign > 0 else tuple(x for x in there if x not in leaders)
    crowd = {other: n for other, n in region.fighters.items() if other != seat}
    chiefs = {other: n for other, n in region.leaders.items() if other != seat}
    return Region(
        {**crowd, seat: number} if number else crowd,
        {**chiefs, seat: names} if names else chiefs,
        region.foundations,
        region.buildings,
        region.relic,
    )
