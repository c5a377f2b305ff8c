"""The final battle."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.evolve.table import evolve, with_hero
from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.state import Final, Result, State


@evolve.on(facts.FinalBegan)
def _(state: State, fact: facts.FinalBegan) -> State:
    seats = {seat: replace(hero, location=None) for seat, hero in state.seats.items()}
    return replace(state, phase="final", active=None, waiting=(), battle=None, seats=seats, final=Final())


@evolve.on(facts.FinalPrepared)
def _(state: State, fact: facts.FinalPrepared) -> State:
    seats = {
        seat: replace(hero, health=fact.heroes.get(seat, hero.health)) for seat, hero in state.seats.items()
    }
    final = Final("prep", fact.arch_health, {seat: fact.monsters[seat] for seat in seats_of(state, "chaos")})
    return replace(state, seats=seats, final=final)


@evolve.on(facts.DoomDamageTaken)
def _(state: State, fact: facts.DoomDamageTaken) -> State:
    assert state.final is not None
    left = max(0, state.seats[fact.seat].health - fact.hero)
    monster = max(0, state.final.monsters.get(fact.seat, 0) - fact.monster)
    return replace(
        state,
        seats=with_hero(state, fact.seat, health=left, alive=left > 0),
        final=replace(state.final, monsters={**state.final.monsters, fact.seat: monster}),
    )


@evolve.on(facts.StageBegan)
def _(state: State, fact: facts.StageBegan) -> State:
    assert state.final is not None
    return replace(state, final=replace(state.final, stage=fact.stage))


@evolve.on(facts.GameWon)
def _(state: State, fact: facts.GameWon) -> State:
    result = Result(fact.side, fact.stage, fact.reason)  # type: ignore[arg-type]
    return replace(state, phase="finished", active=None, battle=None, pending=(), result=result)
