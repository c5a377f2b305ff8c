"""Cards played, sent, traded, and moved by their own text."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaosmos import facts
from domain.games.chaosmos.evolve.table import evolve, others_than, with_hand, with_planet
from domain.games.chaosmos.reading import knowledge
from domain.games.chaosmos.reading.zones import envelope_of, hand_of
from domain.games.chaosmos.state import State, less, more
from domain.kernel import UNKNOWN


@evolve.on(facts.CardPlayed)
def _(state: State, fact: facts.CardPlayed) -> State:
    others = others_than(state, fact.seat)
    return replace(state, known=knowledge.holds_at_least(state.known, others, hand_of(fact.seat), fact.card))


@evolve.on(facts.CardVoided)
def _(state: State, fact: facts.CardVoided) -> State:
    return replace(
        state,
        seats=with_hand(state, fact.seat, less(state.seats[fact.seat].hand, (fact.card,))),
        void=more(state.void, (fact.card,)),
        known=knowledge.leaves(state.known, others_than(state, fact.seat), hand_of(fact.seat), fact.card),
    )


@evolve.on(facts.CardSent)
def _(state: State, fact: facts.CardSent) -> State:
    planet = state.planets[fact.planet]
    filled = replace(planet, face_down=more(planet.face_down, (fact.card,)))
    known = knowledge.arrives(state.known, fact.known_to, envelope_of(fact.planet), (fact.card,))
    known = knowledge.leaves(known, fact.known_to, hand_of(fact.seat), fact.card)
    known = knowledge.one_leaves(known, others_than(state, fact.seat, *fact.known_to), hand_of(fact.seat))
    return replace(
        state,
        seats=with_hand(state, fact.seat, less(state.seats[fact.seat].hand, (fact.card,))),
        planets=with_planet(state, fact.planet, filled),
        known=known,
    )


@evolve.on(facts.PoolTraded)
def _(state: State, fact: facts.PoolTraded) -> State:
    others, zone = others_than(state, fact.seat), hand_of(fact.seat)
    known = knowledge.leaves(state.known, others, zone, fact.given)
    return replace(
        state,
        seats=with_hand(
            state, fact.seat, more(less(state.seats[fact.seat].hand, (fact.given,)), (fact.taken,))
        ),
        pool=more(less(state.pool, (fact.taken,)), (fact.given,)),
        turn=replace(state.the_turn, traded=True),
        known=knowledge.arrives(known, others, zone, (fact.taken,)),
    )


@evolve.on(facts.CardMoved)
def _(state: State, fact: facts.CardMoved) -> State:
    state = _put(_take(state, fact.card, fact.origin), fact.card, fact.to)
    origin, to = _as_known(fact.origin), _as_known(fact.to)
    known = knowledge.leaves(state.known, fact.seen_by, origin, fact.card)
    known = knowledge.arrives(known, fact.seen_by, to, (fact.card,))
    known = knowledge.one_leaves(known, others_than(state, *fact.seen_by), origin)
    return replace(state, known=known)


@evolve.on(facts.CardsNamed)
def _(state: State, fact: facts.CardsNamed) -> State:
    for card in fact.cards:
        state = _put(_take(state, UNKNOWN, fact.zone), card, fact.zone)
    return state


@evolve.on(facts.CardsUnnamed)
def _(state: State, fact: facts.CardsUnnamed) -> State:
    for card in fact.cards:
        state = _put(_take(state, card, fact.zone), UNKNOWN, fact.zone)
    return state


def _as_known(zone: str) -> str:
    return zone.replace("face_up:", "envelope:")


def _take(state: State, card: str, zone: str) -> State:
    kind, _, name = zone.partition(":")
    match kind:
        case "hand":
            return replace(state, seats=with_hand(state, name, less(state.seats[name].hand, (card,))))
        case "envelope":
            planet = state.planets[name]
            left = replace(planet, face_down=less(planet.face_down, (card,)))
            return replace(state, planets=with_planet(state, name, left))
        case "face_up":
            bare = replace(state.planets[name], face_up=None, activated_by=None)
            return replace(state, planets=with_planet(state, name, bare))
        case "pool" | "void" | "removed":
            return replace(state, **{kind: less(getattr(state, kind), (card,))})
        case _:
            raise KeyError(zone)


def _put(state: State, card: str, zone: str) -> State:
    kind, _, name = zone.partition(":")
    match kind:
        case "hand":
            return replace(state, seats=with_hand(state, name, more(state.seats[name].hand, (card,))))
        case "envelope":
            planet = state.planets[name]
            filled = replace(planet, face_down=more(planet.face_down, (card,)))
            return replace(state, planets=with_planet(state, name, filled))
        case "face_up":
            covered = replace(state.planets[name], face_up=card, activated_by=None)
            return replace(state, planets=with_planet(state, name, covered))
        case "pool" | "void" | "removed":
            return replace(state, **{kind: more(getattr(state, kind), (card,))})
        case _:
            raise KeyError(zone)
