"""Set prices and the flare gun, CO-21x and CO-22x."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES, Effect
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import awaited, settle
from domain.games.chaos_order.state import State
from domain.kernel import Passage, check, clockwise_from, left_of

BUILD_GEMS = 1
RECRUIT_ENERGY = 2
MOVE_FIRST_CARDS = 1
PRICINGS_OF_TWO = 2
"""How many phases each of two factions prices (CO-211)."""


def pricing_turns(state: State) -> tuple[str, ...]:
    """CO-210, CO-211."""
    once = clockwise_from(state.clockwise, state.flare_gun)
    return once * PRICINGS_OF_TWO if len(once) == PRICINGS_OF_TWO else once


def set_price(state: State, action: actions.SetPrice, draws: Draws) -> Passage[State]:
    """CO-210 … CO-218, CO-223, CO-224."""
    seat, phase = action.seat, action.phase
    gate.not_ended(state)
    gate.seated(state, seat)
    gate.in_phase(state, "set_prices")
    gate.may_go_on(state, seat)
    check(state.next_seats[:1] == (seat,), "CO-210", "It is not your turn to price.", "seat")
    gate.nothing_pending(state)
    check(
        phase in ACTION_PHASES and phase not in state.prices,
        "CO-212",
        "Price an action phase without a pricing token.",
        "phase",
    )
    check(
        state.seats[seat].tokens.get(action.token) == "supply",
        "CO-212",
        "This token is not in your supply.",
        "token",
    )
    check(
        (action.spot is not None) == (phase == "move"),
        "CO-215",
        "Only pricing Move takes the first or the last spot.",
        "spot",
    )
    state = yield facts.PricePlaced(phase, action.token, seat, action.spot)
    state = yield facts.TurnEnded(seat)
    if phase == "move":
        state = yield from _pass_flare_gun(state, seat)
    rewards = awaited(_reward(phase, action.spot), "pricing")
    rewards += awaited(state.box.tokens[action.token].on_place, "pricing_token")
    return (yield from settle(state, seat, draws, rewards))


def _reward(phase: str, spot: str | None) -> tuple[Effect, ...]:
    """CO-213 … CO-216. CO-214."""
    if phase == "build":
        return (Effect("gain_gems", BUILD_GEMS),)
    if phase == "recruit":
        return (Effect("gain_energy", RECRUIT_ENERGY),)
    if phase == "move" and spot == "first":
        return (Effect("draw_tactics", MOVE_FIRST_CARDS),)
    return ()


def _pass_flare_gun(state: State, pricer: str | None) -> Passage[State]:
    """CO-223 … CO-226, CO-701. `pricer` None: a neutral token priced `move`, or none did (R14)."""
    if pricer is None:
        return (yield facts.FlareGunPassed(left_of(state.clockwise, state.flare_gun), "neutral"))
    to = left_of(state.clockwise, pricer)  # CO-204
    if to != state.flare_gun:
        return (yield facts.FlareGunPassed(to, "left_of_pricer"))
    return (yield facts.FlareGunPassed(left_of(state.clockwise, state.flare_gun), "next_from_holder"))


def ready_tokens(state: State) -> Passage[State]:
    """CO-218: a seat without a token takes the vault back; one that has none there is passed over."""
    while state.next_seats:
        seat = state.next_seats[0]
        tokens = state.seats[seat].tokens
        if "supply" in tokens.values():
            break
        vault = tuple(token for token, at in tokens.items() if at == "vault")
        if vault:
            state = yield facts.TokensMoved(seat, vault, "supply")
        else:
            state = yield facts.TurnEnded(seat)
    return state


def neutral_tokens(state: State) -> Passage[State]:
    """CO-219 … CO-222, CO-225: none is left with five factions (CO-702). CO-220, CO-221."""
    showing = [
        state.box.tokens[getattr(pair, state.neutral[pair.id])]
        for pair in state.box.pairs
        if pair.id in state.neutral
    ]
    showing.sort(key=lambda token: token.to_supply)
    left = [phase for phase in ACTION_PHASES if phase not in state.prices]
    move_is_open = "move" in left
    for phase, token in zip(left, showing, strict=False):
        spot = "first" if phase == "move" else None
        state = yield facts.PricePlaced(phase, token.id, None, spot)  # type: ignore[arg-type]
    if move_is_open:
        state = yield from _pass_flare_gun(state, None)
    return state


def act_cost(state: State, seat: str) -> tuple[int, int, str | None]:
    """Energy to the pricer and to the main supply, and who the pricer is (CO-234 … CO-236, R14). CO-235."""
    price = state.prices.get(state.phase)
    if price is None or price.by == seat:
        return 0, 0, None
    token = state.box.tokens[price.token]
    return token.to_owner, token.to_supply, price.by


def action_turns(state: State, phase: str) -> tuple[str, ...]:
    """CO-230 … CO-232. CO-231."""
    price = state.prices.get(phase)
    if price is None or price.by is None:
        return clockwise_from(state.clockwise, state.flare_gun)
    if price.spot == "last":
        return clockwise_from(state.clockwise, left_of(state.clockwise, price.by))
    return clockwise_from(state.clockwise, price.by)
