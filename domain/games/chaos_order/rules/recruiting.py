"""Fighters, leaders and attributes: CO-346 … CO-350, CO-370, CO-554, CO-557."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.reading.pieces import leaders_on_map
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import (
    awaited,
    change_energy,
    change_gems,
    take,
)
from domain.games.chaos_order.state import State
from domain.kernel import Passage, check

FIRST_SECTOR = 1


def advance_fighter(state: State, action: actions.AdvanceFighter, draws: Draws) -> Passage[State]:
    """CO-346."""
    head = gate.head(state, action.seat, "CO-346", "recruitment_points")
    sectors = state.seats[action.seat].recruitment
    check(1 <= action.sector <= len(sectors), "CO-346", "Unknown sector.", "sector")
    check(
        sectors[action.sector - 1] >= action.count,
        "CO-346",
        "There are not that many fighters in the sector.",
        "count",
    )
    check(head.left >= action.count, "CO-346", "Each fighter costs 1 RP.", "count")
    target = action.sector + 1 if action.sector < len(sectors) else "base"
    state = yield facts.UnitsMoved(action.seat, action.sector, target, action.count, (), "recruit")
    return (yield from take(state, action.seat, action.count, draws))


def fast_track_fighter(state: State, action: actions.FastTrackFighter, draws: Draws) -> Passage[State]:
    """CO-347, CO-554, CO-557."""
    seat, count = action.seat, action.count
    head = gate.head(state, seat, "CO-347", "recruitment_points")
    fast = state.faction(seat).fast_track
    check(fast is not None, "CO-347", "Your faction has no fast track.")
    assert fast is not None
    board = state.seats[seat]
    check(
        board.recruitment[0] >= count,
        "CO-347",
        "There are not that many fighters in the first sector.",
        "count",
    )
    check(
        head.left >= count and board.energy >= count * fast.energy,
        "CO-347",
        f"Each fighter costs 1 RP and {fast.energy} energy.",
        "count",
    )
    state = yield from change_energy(state, seat, -count * fast.energy, "fast_track")
    state = yield facts.UnitsMoved(seat, FIRST_SECTOR, fast.to, count, (), "fast_track")
    return (yield from take(state, seat, count, draws))


def exchange_recruitment_points(
    state: State, action: actions.ExchangeRecruitmentPoints, draws: Draws
) -> Passage[State]:
    """CO-348."""
    head = gate.head(state, action.seat, "CO-348", "recruitment_points")
    options = state.faction(action.seat).exchanges
    check(action.option < len(options), "CO-348", "Unknown exchange.", "option")
    option = options[action.option]
    check(head.left >= option.rp, "CO-348", f"This costs {option.rp} RP.", "option")
    arising = awaited(option.effects, "exchange")
    return (yield from take(state, action.seat, option.rp, draws, arising))


def deploy_leader(state: State, action: actions.DeployLeader, draws: Draws) -> Passage[State]:
    """CO-349, CO-350."""
    seat = action.seat
    gate.head(state, seat, "CO-349", "deploy_leader")
    side = _leader_cost(state, seat, action.leader, "CO-349")
    check(
        action.leader not in leaders_on_map(state, seat),
        "CO-349",
        "This leader is already on the map.",
        "leader",
    )
    check(state.seats[seat].gems >= side, "CO-349", f"This leader costs {side} gems.", "leader")
    state = yield from change_gems(state, seat, -side, "gem_cost")
    state = yield facts.UnitsMoved(seat, "supply", "base", 0, (action.leader,), "deploy")
    return (yield from take(state, seat, 1, draws))


def _leader_cost(state: State, seat: str, leader: str, rule: str) -> int:
    """CO-350: the gem cost on the showing side."""
    showing = state.seats[seat].leaders.get(leader)
    check(showing is not None, rule, "You have no such leader.", "leader")
    assert showing is not None
    return state.faction(seat).leaders[leader][showing].gem_cost


def upgrade_leader(state: State, action: actions.UpgradeLeader, draws: Draws) -> Passage[State]:
    """CO-370, CO-350."""
    seat = action.seat
    gate.head(state, seat, "CO-370", "upgrade_leader")
    cost = _leader_cost(state, seat, action.leader, "CO-370")
    board = state.seats[seat]
    check(board.leaders[action.leader] == "basic", "CO-370", "This leader is already upgraded.", "leader")
    check(board.gems >= cost, "CO-370", f"The upgrade costs {cost} gems.", "leader")
    state = yield from change_gems(state, seat, -cost, "gem_cost")
    state = yield facts.LeaderUpgraded(seat, action.leader)
    return (yield from take(state, seat, 1, draws))


def check_attribute(state: State, seat: str, attribute: str, field: str) -> None:
    """CO-470: the seat's own, on its basic side, and paid for."""
    board = state.seats[seat]
    check(attribute in board.attributes, "CO-470", "You have no such attribute.", field)
    check(board.attributes[attribute] == "basic", "CO-470", "It is already upgraded.", field)
    cost = state.faction(seat).attributes[attribute].gem_cost
    check(board.gems >= cost, "CO-470", f"The upgrade costs {cost} gems.", field)


def turn_attribute(state: State, seat: str, attribute: str, draws: Draws) -> Passage[State]:
    """CO-470: pay, turn over, resolve `on_upgrade`; one of the head is used."""
    card = state.faction(seat).attributes[attribute]
    state = yield from change_gems(state, seat, -card.gem_cost, "gem_cost")
    state = yield facts.AttributeUpgraded(seat, attribute)
    arising = awaited(card.on_upgrade, "attribute")
    return (yield from take(state, seat, 1, draws, arising))


def upgrade_attribute(state: State, action: actions.UpgradeAttribute, draws: Draws) -> Passage[State]:
    """CO-470, CO-579."""
    gate.head(state, action.seat, "CO-470", "upgrade_attribute")
    check_attribute(state, action.seat, action.attribute, "attribute")
    return (yield from turn_attribute(state, action.seat, action.attribute, draws))
