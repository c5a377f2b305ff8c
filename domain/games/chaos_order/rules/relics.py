"""Check relics and the end of the round, CO-48x, CO-60x."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.reading.ending import by_land, famous, holder_of_all_relics
from domain.games.chaos_order.reading.regions import controller, relic_places
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import awaited, settle, triggers
from domain.games.chaos_order.rules.prices import pricing_turns
from domain.games.chaos_order.state import LAST_ROUND, State
from domain.kernel import Passage, check


def resolve_relics(state: State, action: actions.ResolveRelics, draws: Draws) -> Passage[State]:
    """CO-480 … CO-484, CO-605, for the relic of the round (CO-203).

    The rest of the phase follows once nothing is pending (CO-482).

    CO-485.
    """
    gate.not_ended(state)
    gate.in_phase(state, "check_relics")
    gate.nothing_pending(state)
    check(state.closing is None, "CO-481", "This round's relic is already checked.")
    holder = holder_of_all_relics(state)
    if holder is not None:
        return (yield facts.GameEnded((holder,), "all_relics", state.round))
    places = relic_places(state)
    place = places.get(state.round)
    check(place is not None, "CO-481", "This round's relic is not on the map.")
    assert place is not None
    seat = controller(state.regions[place])
    if seat is None:
        return (yield facts.RelicRemoved(state.round, place))
    state = yield facts.RelicTaken(seat, state.round, place)
    spaces, at = state.faction(seat).relic_spaces, len(state.seats[seat].relics) - 1
    items = awaited(spaces[at] if at < len(spaces) else (), "relic")
    items += triggers(state, seat, "relic_taken", place)
    return (yield from settle(state, seat, draws, items))


def close_round(state: State) -> Passage[State]:
    """CO-483, CO-486 … CO-490, CO-606, CO-607, in the order of CO-610."""
    state = yield from _return_units(state)
    for seat in famous(state, at_once=False)[:1]:
        return (yield facts.GameEnded((seat,), "fame", state.round))
    state = yield from _clear_prices(state)
    if state.round >= LAST_ROUND:
        winners, reason = by_land(state)
        return (yield facts.GameEnded(winners, reason, state.round))
    return (yield from begin_round(state, state.round + 1))


def _return_units(state: State) -> Passage[State]:
    """CO-483: buildings stay, units begin the next round on the base (CO-719)."""
    taker = next((seat for seat, board in state.seats.items() if board.relics[-1:] == (state.round,)), None)
    if taker is None or state.closing is None:
        return state
    region = state.regions[state.closing]
    fighters, leaders = region.fighters.get(taker, 0), region.leaders.get(taker, ())
    if fighters or leaders:
        state = yield facts.UnitsMoved(taker, state.closing, "base", fighters, leaders, "relic")
    return state


def _clear_prices(state: State) -> Passage[State]:
    """CO-487 … CO-489."""
    prices = state.prices
    state = yield facts.PricesCleared()
    for price in prices.values():
        if price.by is not None:
            to = "out" if state.box.tokens[price.token].removed else "vault"
            state = yield facts.TokensMoved(price.by, (price.token,), to)  # type: ignore[arg-type]
    for pair in state.box.pairs:
        if state.neutral.get(pair.id) == "top" and pair.relic == state.round:
            state = yield facts.NeutralTokenRemoved(pair.id)
    return state


def begin_round(state: State, number: int) -> Passage[State]:
    """CO-201, CO-210."""
    state = yield facts.RoundBegan(number)
    return (yield facts.PhaseBegan("set_prices", pricing_turns(state)))
