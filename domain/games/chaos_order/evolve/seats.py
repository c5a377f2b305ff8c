"""What a seat has."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaos_order import facts
from domain.games.chaos_order.evolve.table import (
    evolve,
    with_board,
    without_card,
)
from domain.games.chaos_order.state import (
    State,
)
from domain.kernel import UNKNOWN


@evolve.on(facts.EnergyChanged)
def _(state: State, fact: facts.EnergyChanged) -> State:
    return with_board(state, fact.seat, energy=state.seats[fact.seat].energy + fact.delta)


@evolve.on(facts.GemsChanged)
def _(state: State, fact: facts.GemsChanged) -> State:
    return with_board(state, fact.seat, gems=state.seats[fact.seat].gems + fact.delta)


@evolve.on(facts.FameMoved)
def _(state: State, fact: facts.FameMoved) -> State:
    return with_board(state, fact.seat, fame=fact.to)


@evolve.on(facts.CounterSet)
def _(state: State, fact: facts.CounterSet) -> State:
    counters = {**state.seats[fact.seat].counters, fact.counter: fact.value}
    return with_board(state, fact.seat, counters=counters)


@evolve.on(facts.RegionBonusChanged)
def _(state: State, fact: facts.RegionBonusChanged) -> State:
    return with_board(state, fact.seat, region_bonus=state.seats[fact.seat].region_bonus + fact.delta)


@evolve.on(facts.ResearchAdvanced)
def _(state: State, fact: facts.ResearchAdvanced) -> State:
    research = {**state.seats[fact.seat].research, fact.track: fact.column}
    return with_board(state, fact.seat, research=research)


@evolve.on(facts.EffectsAwaited)
def _(state: State, fact: facts.EffectsAwaited) -> State:
    return with_board(state, fact.seat, pending=state.seats[fact.seat].pending + fact.effects[::-1])


@evolve.on(facts.EffectTaken)
def _(state: State, fact: facts.EffectTaken) -> State:
    *below, head = state.seats[fact.seat].pending
    if head.left > fact.amount:
        below.append(replace(head, left=head.left - fact.amount))
    return with_board(state, fact.seat, pending=tuple(below))


@evolve.on(facts.EffectDropped)
def _(state: State, fact: facts.EffectDropped) -> State:
    return with_board(state, fact.seat, pending=state.seats[fact.seat].pending[:-1])


@evolve.on(facts.AbilityUsed)
def _(state: State, fact: facts.AbilityUsed) -> State:
    if fact.trigger != "income":
        return state
    income = state.seats[fact.seat].income
    return with_board(state, fact.seat, income=replace(income, abilities=(*income.abilities, fact.ability)))


@evolve.on(facts.CardsDrawn)
def _(state: State, fact: facts.CardsDrawn) -> State:
    board = state.seats[fact.seat]
    hand, fresh = dict(board.hand), dict(board.fresh)
    for card in fact.cards:
        hand[card] = hand.get(card, 0) + 1
        fresh[card] = fresh.get(card, 0) + 1
    state = with_board(state, fact.seat, hand=hand, fresh=fresh)
    return replace(state, deck=state.deck - len(fact.cards))


@evolve.on(facts.DeckReshuffled)
def _(state: State, fact: facts.DeckReshuffled) -> State:
    return replace(state, deck=state.deck + len(state.discard), discard=())


@evolve.on(facts.CardPlayed)
def _(state: State, fact: facts.CardPlayed) -> State:
    board = without_card(state.seats[fact.seat], UNKNOWN if fact.named else fact.card, fresh_first=False)
    return replace(
        state,
        seats={**state.seats, fact.seat: board},
        discard=(*state.discard, fact.card),
    )


@evolve.on(facts.CardDiscarded)
def _(state: State, fact: facts.CardDiscarded) -> State:
    board = without_card(state.seats[fact.seat], UNKNOWN if fact.named else fact.card, fresh_first=True)
    return replace(
        state,
        seats={**state.seats, fact.seat: board},
        discard=(*state.discard, fact.card),
    )
