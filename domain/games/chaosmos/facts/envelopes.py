"""What becomes true of envelopes and flip cards."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.chaosmos.changes import others_than, seated, with_hand, with_planet
from domain.games.chaosmos.reading import knowledge
from domain.games.chaosmos.reading.zones import envelope_of, hand_of
from domain.games.chaosmos.state import Cards, State, less, more
from domain.kernel import Fact, PublicFact


class EnvelopeReturned(PublicFact, frozen=True, tag="envelope_returned"):
    """Control ended; the envelope is in the box (CM-345)."""

    seat: str
    planet: str

    def applied(self, state: State) -> State:
        """Who held the envelope knows what it held."""
        planet = state.planets[self.planet]
        face_up = () if planet.face_up is None else (planet.face_up,)
        contents = more(planet.face_down, face_up)
        return replace(
            state,
            planets=with_planet(state, self.planet, replace(planet, controller=None, no_take=False)),
            known=knowledge.sees_all(state.known, (self.seat,), envelope_of(self.planet), contents),
        )


class GearRevealed(Fact, frozen=True, tag="gear_revealed"):
    """A seat showed its Enviro Gear and keeps it (CM-331, CM-352)."""

    seat: str
    card: str

    def applied(self, state: State) -> State:
        others = others_than(state, self.seat)
        return replace(
            state, known=knowledge.holds_at_least(state.known, others, hand_of(self.seat), self.card)
        )


class EnvelopeOpened(Fact, frozen=True, tag="envelope_opened"):
    """All see whether there is a face-up card, and which (CM-332, CM-805)."""

    seat: str
    planet: str
    face_up: str | None = None

    def applied(self, state: State) -> State:
        if self.face_up is None:
            return state
        known = knowledge.holds_at_least(state.known, state.clockwise, envelope_of(self.planet), self.face_up)
        return replace(state, known=known)


class FlipTriggered(PublicFact, frozen=True, tag="flip_triggered"):
    """The face-up card was announced (CM-333, CM-512)."""

    seat: str
    planet: str
    card: str

    def applied(self, state: State) -> State:
        return state


class ControlTaken(Fact, frozen=True, tag="control_taken"):
    """A seat controls the planet, sees everything inside and places its flag (CM-334)."""

    seat: str
    planet: str
    face_down: Cards
    face_up: str | None = None
    no_take: bool = False

    def applied(self, state: State) -> State:
        seated(state, self.seat)
        planet = replace(
            state.planets[self.planet], controller=self.seat, no_take=self.no_take, flag=self.seat
        )
        return replace(state, planets=with_planet(state, self.planet, planet))


class CardsTransferred(Fact, frozen=True, tag="cards_transferred"):
    """Cards moved between hand and envelope (CM-341); to others an access like any other (CM-807)."""

    seat: str
    planet: str
    to_hand: Cards = ()
    to_envelope: Cards = ()

    def applied(self, state: State) -> State:
        planet = state.planets[self.planet]
        hand = state.seats[self.seat].hand
        return replace(
            state,
            seats=with_hand(state, self.seat, more(less(hand, self.to_envelope), self.to_hand)),
            planets=with_planet(
                state,
                self.planet,
                replace(planet, face_down=more(less(planet.face_down, self.to_hand), self.to_envelope)),
            ),
            known=_after_access(state, self.seat, self.planet),
        )


class FlipActivated(Fact, frozen=True, tag="flip_activated"):
    """A flip card lies face-up on the envelope (CM-510); `announced`: for an action, by name."""

    seat: str
    planet: str
    card: str
    origin: Literal["hand", "envelope"]
    announced: bool = False

    def applied(self, state: State) -> State:
        planet = replace(state.planets[self.planet], face_up=self.card, activated_by=self.seat)
        seats = state.seats
        if self.origin == "hand":
            seats = with_hand(state, self.seat, less(seats[self.seat].hand, (self.card,)))
        else:
            planet = replace(planet, face_down=less(planet.face_down, (self.card,)))
        if self.announced:
            others = others_than(state, self.seat)
            known = knowledge.leaves(state.known, others, hand_of(self.seat), self.card)
            known = knowledge.holds_at_least(known, others, envelope_of(self.planet), self.card)
        else:
            known = _after_access(state, self.seat, self.planet)
        return replace(state, seats=seats, planets=with_planet(state, self.planet, planet), known=known)


class FlipDeactivated(Fact, frozen=True, tag="flip_deactivated"):
    """The face-up card was taken into hand or turned face-down (CM-511)."""

    seat: str
    planet: str
    card: str
    to: Literal["hand", "face_down"]

    def applied(self, state: State) -> State:
        planet = replace(state.planets[self.planet], face_up=None, activated_by=None)
        seats = state.seats
        if self.to == "hand":
            seats = with_hand(state, self.seat, more(seats[self.seat].hand, (self.card,)))
        else:
            planet = replace(planet, face_down=more(planet.face_down, (self.card,)))
        known = _after_access(state, self.seat, self.planet)
        return replace(state, seats=seats, planets=with_planet(state, self.planet, planet), known=known)


class TrapVoided(Fact, frozen=True, tag="trap_voided"):
    """A Trap went from the envelope to the Void (CM-513)."""

    planet: str
    card: str

    def applied(self, state: State) -> State:
        planet = replace(state.planets[self.planet], face_up=None, activated_by=None)
        return replace(
            state,
            planets=with_planet(state, self.planet, planet),
            void=more(state.void, (self.card,)),
            known=knowledge.leaves(state.known, state.clockwise, envelope_of(self.planet), self.card),
        )


class NoTakeLifted(PublicFact, frozen=True, tag="no_take_lifted"):
    """CM-514."""

    planet: str

    def applied(self, state: State) -> State:
        planet = replace(state.planets[self.planet], no_take=False)
        return replace(state, planets=with_planet(state, self.planet, planet))


class PlanetShown(Fact, frozen=True, tag="planet_shown"):
    """These seats looked into an envelope (CM-525)."""

    to: tuple[str, ...]
    planet: str
    face_down: Cards
    face_up: str | None = None

    def applied(self, state: State) -> State:
        face_up = () if self.face_up is None else (self.face_up,)
        contents = more(self.face_down, face_up)
        return replace(
            state, known=knowledge.sees_all(state.known, self.to, envelope_of(self.planet), contents)
        )


def _after_access(state: State, seat: str, planet: str) -> knowledge.Known:
    """Others cannot tell what an access moved; under a Vault nothing can have left the envelope (CM-514)."""
    zones = [hand_of(seat)] if state.planets[planet].no_take else [hand_of(seat), envelope_of(planet)]
    return knowledge.forgets(state.known, others_than(state, seat), zones)
