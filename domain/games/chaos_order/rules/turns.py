"""Rounds: prices (CO-21x, CO-22x), turns (CO-23x, CO-24x), relics (CO-48x) and round end (CO-60x).

It also holds what follows by itself once nothing is pending: phases, battle steps, the end of the round.
"""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES, PHASES, Column, Effect
from domain.games.chaos_order.reading import (
    anybody_pending,
    by_land,
    controller,
    famous,
    holder_of_all_relics,
    joined_leaders,
    relic_places,
)
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.combat import due_turn, go_on_with_battle
from domain.games.chaos_order.rules.effects import (
    AUTOMATIC,
    Draws,
    awaited,
    change_energy,
    change_gems,
    control_triggers,
    settle,
    triggers,
)
from domain.games.chaos_order.state import LAST_ROUND, State
from domain.kernel import Passage, check, clockwise_from, left_of

# Set prices and the flare gun, CO-21x and CO-22x.

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


# Turns of the action phases, CO-23x and CO-24x: act or pass, main and auxiliary action, end.


def column_of(state: State, seat: str) -> Column:
    """The column of the present phase's track where the seat's marker stands."""
    return state.box.tracks[state.phase][state.seats[seat].research[state.phase] - 1]


def _deciding(state: State, seat: str) -> None:
    gate.turn(state, seat)
    check(state.stage == "decide", "CO-233", "You have already chosen.")
    gate.nothing_pending(state)


def act(state: State, action: actions.Act, draws: Draws) -> Passage[State]:
    """CO-233 … CO-237. The pricer can spend what it earns in the same phase (CO-703)."""
    seat = action.seat
    _deciding(state, seat)
    to_owner, to_supply, pricer = act_cost(state, seat)
    check(
        state.seats[seat].energy >= to_owner + to_supply,
        "CO-237",
        f"Acting costs {to_owner + to_supply} energy.",
    )
    state = yield from change_energy(state, seat, -to_supply, "act_cost")
    if to_owner and pricer is not None:
        state = yield facts.EnergyChanged(seat, -to_owner, "act_cost", pricer)
        state = yield facts.EnergyChanged(pricer, to_owner, "act_cost", seat)
    state = yield facts.ActChosen(seat, state.phase)
    return (yield from settle(state, seat, draws, triggers(state, seat, f"act:{state.phase}")))


def pass_turn(state: State, action: actions.Pass, draws: Draws) -> Passage[State]:
    """CO-233, CO-238."""
    seat = action.seat
    _deciding(state, seat)
    to_owner, to_supply, _ = act_cost(state, seat)
    able = state.seats[seat].energy >= to_owner + to_supply
    state = yield facts.PassChosen(seat, state.phase, able)
    return (yield from settle(state, seat, draws, triggers(state, seat, f"pass:{state.phase}")))


def begin_main_action(state: State, action: actions.BeginMainAction, draws: Draws) -> Passage[State]:
    """CO-239, CO-240: the top row of the column (CO-301, CO-310, CO-330, CO-345, CO-363)."""
    seat = action.seat
    gate.acting(state, seat)
    check(state.main == "open", "CO-239", "You have already started the main action this turn.")
    gate.nothing_pending(state)
    state = yield facts.MainActionBegan(seat)
    return (yield from settle(state, seat, draws, awaited(column_of(state, seat).main, "main", main=True)))


def end_main_action(state: State, action: actions.EndMainAction, draws: Draws) -> Passage[State]:
    """CO-239, CO-243, CO-368."""
    gate.acting(state, action.seat)
    check(state.main == "running", "CO-239", "You have not started the main action.")
    return (yield from _end_main(state, action.seat, draws))


def only_main_is_left(state: State, seat: str) -> bool:
    """Whether nothing is pending but what the seat's main action left (CO-722)."""
    return all(
        not board.pending or (other == seat and all(item.main for item in board.pending))
        for other, board in state.seats.items()
    )


def _end_main(state: State, seat: str, draws: Draws) -> Passage[State]:
    """Drop the rest of the main action, research too (CO-255); anything else must be settled first."""
    check(
        only_main_is_left(state, seat),
        "CO-722",
        "Resolve or decline the pending effect first.",
    )
    check(
        not joined_leaders(state, seat),
        "CO-368",
        "Two leaders share a region: move one of them on.",
    )
    state = yield facts.MainActionEnded(seat)
    while state.result is None:
        pending = state.seats[seat].pending
        if not pending or not pending[-1].main or pending[-1].effect.do in AUTOMATIC:
            break
        state = yield facts.EffectDropped(seat)
        state = yield from settle(state, seat, draws)
    return state


def auxiliary_action(state: State, action: actions.AuxiliaryAction, draws: Draws) -> Passage[State]:
    """CO-241, CO-242: the bottom row (CO-302, CO-311, CO-331, CO-349, CO-370).

    A main action that spends nothing is enough for it (CO-704).
    """
    seat = action.seat
    gate.acting(state, seat)
    check(
        state.main == "done" and not state.auxiliary_done,
        "CO-241",
        "Take the auxiliary action once, after the main action.",
    )
    options = column_of(state, seat).auxiliary
    check(action.option < len(options), "CO-242", "Unknown option.", "option")
    option, board = options[action.option], state.seats[seat]
    check(
        board.energy >= option.energy and board.gems >= option.gems,
        "CO-241",
        "Pay the whole cost of the auxiliary action first.",
    )
    gate.nothing_pending(state)
    state = yield facts.AuxiliaryTaken(seat, action.option)
    state = yield from change_energy(state, seat, -option.energy, "auxiliary")
    state = yield from change_gems(state, seat, -option.gems, "auxiliary")
    return (yield from settle(state, seat, draws, awaited(option.effects, "auxiliary")))


def end_turn(state: State, action: actions.EndTurn, draws: Draws) -> Passage[State]:
    """CO-233: every seat has one turn a phase; CO-243."""
    seat = action.seat
    gate.turn(state, seat)
    check(state.stage != "decide", "CO-233", "Act or pass first.")
    if state.main == "running":
        state = yield from _end_main(state, seat, draws)
        if state.result is not None:
            return state
    else:
        gate.nothing_pending(state)
        check(not joined_leaders(state, seat), "CO-368", "Two leaders share a region.")
    return (yield facts.TurnEnded(seat))


# Check relics and the end of the round, CO-48x, CO-60x.


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


# What follows by itself once nothing is pending: phases, battle steps, the end of the round.


def go_on(before: State, state: State, draws: Draws) -> Passage[State]:
    """Carry the game on, step by step, as far as it goes without a command."""
    while True:
        if state.result is not None:
            return state
        if state.box.control_watchers:
            state = yield from control_triggers(before, state, draws)
        if state.result is not None or anybody_pending(state):
            return state
        before = state
        state = yield from _step(state, draws)
        if state is before:
            return state


def _step(state: State, draws: Draws) -> Passage[State]:
    """One step: the next phase (CO-201), of a battle, or of the end of a round; CO-129 after setup."""
    phase = state.phase
    if phase in ACTION_PHASES:
        return state if state.next_seats else (yield from _begin(state, _after(phase)))
    if phase == "combat":
        return (yield from _combat(state, draws))
    if phase == "set_prices":
        state = yield from ready_tokens(state)
        if state.next_seats:
            return state
        state = yield from neutral_tokens(state)
        return (yield from _begin(state, ACTION_PHASES[0]))
    if phase == "check_relics" and state.closing is not None:
        return (yield from close_round(state))
    if phase == "setup" and state.setup == "units" and not state.next_seats:
        return (yield from begin_round(state, 1))
    return state


def _after(phase: str) -> str:
    return PHASES[PHASES.index(phase) + 1]


def _begin(state: State, phase: str) -> Passage[State]:
    turns = action_turns(state, phase) if phase in ACTION_PHASES else ()
    return (yield facts.PhaseBegan(phase, turns))


def _combat(state: State, draws: Draws) -> Passage[State]:
    """CO-402; with three in a region the victor fights on (CO-454, CO-712)."""
    if state.battle is not None:
        return (yield from go_on_with_battle(state, draws))
    turn = due_turn(state, state.combat_turn or state.flare_gun)
    if turn is None:
        return (yield from _begin(state, "gain_income"))
    return state if turn == state.combat_turn else (yield facts.CombatTurnGiven(turn))
