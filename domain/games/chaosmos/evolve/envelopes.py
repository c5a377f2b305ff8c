"""Envelopes: control, access, flip cards, and who learns what they hold."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaosmos import facts
from domain.games.chaosmos.evolve.table import evolve, others_than, seated, with_hand, with_planet
from domain.games.chaosmos.reading import knowledge
from domain.games.chaosmos.reading.zones import envelope_of, hand_of
from domain.games.chaosmos.state import State, less, more


@evolve.on(facts.EnvelopeReturned)
def _(state: State, fact: facts.EnvelopeReturned) -> State:
    """Who held the envelope knows what it held."""
    planet = state.planets[fact.planet]
    face_up = () if planet.face_up is None else (planet.face_up,)
    contents = more(planet.face_down, face_up)
    return replace(
        state,
        planets=with_planet(state, fact.planet, replace(planet, controller=None, no_take=False)),
        known=knowledge.sees_all(state.known, (fact.seat,), envelope_of(fact.planet), contents),
    )


@evolve.on(facts.GearRevealed)
def _(state: State, fact: facts.GearRevealed) -> State:
    others = others_than(state, fact.seat)
    return replace(state, known=knowledge.holds_at_least(state.known, others, hand_of(fact.seat), fact.card))


@evolve.on(facts.EnvelopeOpened)
def _(state: State, fact: facts.EnvelopeOpened) -> State:
    if fact.face_up is None:
        return state
    known = knowledge.holds_at_least(state.known, state.clockwise, envelope_of(fact.planet), fact.face_up)
    return replace(state, known=known)


@evolve.on(facts.ControlTaken)
def _(state: State, fact: facts.ControlTaken) -> State:
    seated(state, fact.seat)
    planet = replace(state.planets[fact.planet], controller=fact.seat, no_take=fact.no_take, flag=fact.seat)
    return replace(state, planets=with_planet(state, fact.planet, planet))


def _after_access(state: State, seat: str, planet: str) -> knowledge.Known:
    """Others cannot tell what an access moved; under a Vault nothing can have left the envelope (CM-514)."""
    zones = [hand_of(seat)] if state.planets[planet].no_take else [hand_of(seat), envelope_of(planet)]
    return knowledge.forgets(state.known, others_than(state, seat), zones)


@evolve.on(facts.CardsTransferred)
def _(state: State, fact: facts.CardsTransferred) -> State:
    planet = state.planets[fact.planet]
    hand = state.seats[fact.seat].hand
    return replace(
        state,
        seats=with_hand(state, fact.seat, more(less(hand, fact.to_envelope), fact.to_hand)),
        planets=with_planet(
            state,
            fact.planet,
            replace(planet, face_down=more(less(planet.face_down, fact.to_hand), fact.to_envelope)),
        ),
        known=_after_access(state, fact.seat, fact.planet),
    )


@evolve.on(facts.FlipActivated)
def _(state: State, fact: facts.FlipActivated) -> State:
    planet = replace(state.planets[fact.planet], face_up=fact.card, activated_by=fact.seat)
    seats = state.seats
    if fact.origin == "hand":
        seats = with_hand(state, fact.seat, less(seats[fact.seat].hand, (fact.card,)))
    else:
        planet = replace(planet, face_down=less(planet.face_down, (fact.card,)))
    if fact.announced:
        others = others_than(state, fact.seat)
        known = knowledge.leaves(state.known, others, hand_of(fact.seat), fact.card)
        known = knowledge.holds_at_least(known, others, envelope_of(fact.planet), fact.card)
    else:
        known = _after_access(state, fact.seat, fact.planet)
    return replace(state, seats=seats, planets=with_planet(state, fact.planet, planet), known=known)


@evolve.on(facts.FlipDeactivated)
def _(state: State, fact: facts.FlipDeactivated) -> State:
    planet = replace(state.planets[fact.planet], face_up=None, activated_by=None)
    seats = state.seats
    if fact.to == "hand":
        seats = with_hand(state, fact.seat, more(seats[fact.seat].hand, (fact.card,)))
    else:
        planet = replace(planet, face_down=more(planet.face_down, (fact.card,)))
    known = _after_access(state, fact.seat, fact.planet)
    return replace(state, seats=seats, planets=with_planet(state, fact.planet, planet), known=known)


@evolve.on(facts.TrapVoided)
def _(state: State, fact: facts.TrapVoided) -> State:
    planet = replace(state.planets[fact.planet], face_up=None, activated_by=None)
    return replace(
        state,
        planets=with_planet(state, fact.planet, planet),
        void=more(state.void, (fact.card,)),
        known=knowledge.leaves(state.known, state.clockwise, envelope_of(fact.planet), fact.card),
    )


@evolve.on(facts.NoTakeLifted)
def _(state: State, fact: facts.NoTakeLifted) -> State:
    planet = replace(state.planets[fact.planet], no_take=False)
    return replace(state, planets=with_planet(state, fact.planet, planet))


@evolve.on(facts.PlanetShown)
def _(state: State, fact: facts.PlanetShown) -> State:
    face_up = () if fact.face_up is None else (fact.face_up,)
    contents = more(fact.face_down, face_up)
    return replace(state, known=knowledge.sees_all(state.known, fact.to, envelope_of(fact.planet), contents))
