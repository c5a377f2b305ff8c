"""Income, relics, manual effects, and the end."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaos_order import facts
from domain.games.chaos_order.evolve.table import (
    evolve,
    with_board,
    with_relic,
)
from domain.games.chaos_order.state import (
    Result,
    State,
)


@evolve.on(facts.RegionIncomeTaken)
def _(state: State, fact: facts.RegionIncomeTaken) -> State:
    income = replace(state.seats[fact.seat].income, region_row=fact.row)
    return with_board(state, fact.seat, income=income)


@evolve.on(facts.BuildingIncomeTaken)
def _(state: State, fact: facts.BuildingIncomeTaken) -> State:
    return with_board(state, fact.seat, income=replace(state.seats[fact.seat].income, buildings=True))


@evolve.on(facts.IncomeFinished)
def _(state: State, fact: facts.IncomeFinished) -> State:
    return with_board(state, fact.seat, income=replace(state.seats[fact.seat].income, finished=True))


@evolve.on(facts.RelicTaken)
def _(state: State, fact: facts.RelicTaken) -> State:
    state = with_relic(state, fact.region, None)
    relics = (*state.seats[fact.seat].relics, fact.relic)
    return replace(with_board(state, fact.seat, relics=relics), closing=fact.region)


@evolve.on(facts.RelicRemoved)
def _(state: State, fact: facts.RelicRemoved) -> State:
    state = with_relic(state, fact.region, None)
    return replace(state, relics_out=(*state.relics_out, fact.relic), closing=fact.region)


@evolve.on(facts.ManualEffectApplied)
def _(state: State, fact: facts.ManualEffectApplied) -> State:
    return replace(state, manual_effects=state.manual_effects + 1)


@evolve.on(facts.GameEnded)
def _(state: State, fact: facts.GameEnded) -> State:
    seats = {
        seat: replace(board, pending=()) if board.pending else board for seat, board in state.seats.items()
    }
    return replace(state, seats=seats, next_seats=(), result=Result(fact.winners, fact.reason))
