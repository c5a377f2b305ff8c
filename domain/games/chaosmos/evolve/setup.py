"""Setup: aliens, boards, the deal, prepared hands."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaosmos import facts
from domain.games.chaosmos.components.spaces import board
from domain.games.chaosmos.evolve.table import evolve, seated, with_planet, with_player
from domain.games.chaosmos.state import Planet, State, less, more
from domain.kernel import UNKNOWN


@evolve.on(facts.AlienPairRemoved)
def _(state: State, fact: facts.AlienPairRemoved) -> State:
    return replace(state, removed_pair=fact.aliens)


@evolve.on(facts.PlanetsArranged)
def _(state: State, fact: facts.PlanetsArranged) -> State:
    layout = state.box.layouts[state.options.layout]
    planets = {planet: Planet() for planet in sorted(fact.planets.values())}
    return replace(state, board=board(layout.map, fact.planets), planets=planets)


@evolve.on(facts.AliensDealt)
def _(state: State, fact: facts.AliensDealt) -> State:
    seats = {
        seat: replace(player, dealt=tuple(sorted(fact.aliens.get(seat, ()))))
        for seat, player in state.seats.items()
    }
    return replace(state, seats=seats)


@evolve.on(facts.AlienChosen)
def _(state: State, fact: facts.AlienChosen) -> State:
    player = state.seats[fact.seat]
    dealt = player.dealt
    if fact.alien not in dealt and UNKNOWN in dealt:
        dealt = more(less(dealt, (UNKNOWN,)), (fact.alien,))
    player = replace(player, chosen=fact.alien, dealt=dealt)
    return replace(state, seats=with_player(state, fact.seat, player))


@evolve.on(facts.AliensRevealed)
def _(state: State, fact: facts.AliensRevealed) -> State:
    seats = {
        seat: replace(player, alien=fact.aliens[seat], chosen=fact.aliens[seat])
        for seat, player in state.seats.items()
    }
    return replace(state, seats=seats)


@evolve.on(facts.BonusCardsSwapped)
def _(state: State, fact: facts.BonusCardsSwapped) -> State:
    return replace(
        state,
        deck=more(less(state.deck, fact.taken_out), fact.put_in),
        removed=more(less(state.removed, fact.put_in), fact.taken_out),
    )


@evolve.on(facts.CardsDealt)
def _(state: State, fact: facts.CardsDealt) -> State:
    """CM-123: figures (CM-109), control of the homes and their flags (CM-121) stand with the deal."""
    owner = {home: seat for seat, home in fact.homes.items()}
    pool = list(fact.pool_draws)
    if fact.ovoid_put_back:
        pool.remove(state.box.ovoid)
    return replace(
        state,
        deck=(),
        pool=tuple(sorted(pool)),
        planets={
            name: replace(
                planet,
                face_down=tuple(sorted(fact.envelopes[name])),
                controller=owner.get(name),
                flag=owner.get(name),
            )
            for name, planet in state.planets.items()
        },
        seats={seat: replace(player, position=fact.homes[seat]) for seat, player in state.seats.items()},
    )


@evolve.on(facts.HandPrepared)
def _(state: State, fact: facts.HandPrepared) -> State:
    player = replace(state.seats[fact.seat], hand=fact.cards, prepared=True)
    planet = replace(state.planets[fact.planet], face_down=fact.left)
    return replace(
        state, seats=with_player(state, fact.seat, player), planets=with_planet(state, fact.planet, planet)
    )


@evolve.on(facts.StartPlayerChosen)
def _(state: State, fact: facts.StartPlayerChosen) -> State:
    seated(state, fact.seat)
    return replace(state, phase="between_turns", next=fact.seat)
