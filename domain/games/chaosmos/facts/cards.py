"""What becomes true of cards played, sent, traded, and of texts."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from domain.games.chaosmos.changes import others_than, with_hand, with_planet
from domain.games.chaosmos.reading import knowledge
from domain.games.chaosmos.reading.zones import envelope_of, hand_of
from domain.games.chaosmos.state import Cards, State, less, more
from domain.kernel import UNKNOWN, Fact, PublicFact


class CardPlayed(Fact, frozen=True, tag="card_played"):
    """A card was shown and played from hand (CM-360), on a seat or planet where it asks for one."""

    seat: str
    card: str
    target: str | None = None
    planet: str | None = None

    def applied(self, state: State) -> State:
        others = others_than(state, self.seat)
        return replace(
            state, known=knowledge.holds_at_least(state.known, others, hand_of(self.seat), self.card)
        )


class CardVoided(PublicFact, frozen=True, tag="card_voided"):
    """A Single-Use card went from hand to the Void (CM-502)."""

    seat: str
    card: str

    def applied(self, state: State) -> State:
        return replace(
            state,
            seats=with_hand(state, self.seat, less(state.seats[self.seat].hand, (self.card,))),
            void=more(state.void, (self.card,)),
            known=knowledge.leaves(state.known, others_than(state, self.seat), hand_of(self.seat), self.card),
        )


class CardSent(Fact, frozen=True, tag="card_sent"):
    """A hand card went face-down into an envelope (CM-526). `known_to`: sender and controller."""

    seat: str
    card: str
    planet: str
    known_to: tuple[str, ...]

    def applied(self, state: State) -> State:
        planet = state.planets[self.planet]
        filled = replace(planet, face_down=more(planet.face_down, (self.card,)))
        known = knowledge.arrives(state.known, self.known_to, envelope_of(self.planet), (self.card,))
        known = knowledge.leaves(known, self.known_to, hand_of(self.seat), self.card)
        known = knowledge.one_leaves(known, others_than(state, self.seat, *self.known_to), hand_of(self.seat))
        return replace(
            state,
            seats=with_hand(state, self.seat, less(state.seats[self.seat].hand, (self.card,))),
            planets=with_planet(state, self.planet, filled),
            known=known,
        )


class PoolTraded(Fact, frozen=True, tag="pool_traded"):
    """CM-370."""

    seat: str
    given: str
    taken: str

    def applied(self, state: State) -> State:
        others, zone = others_than(state, self.seat), hand_of(self.seat)
        known = knowledge.leaves(state.known, others, zone, self.given)
        return replace(
            state,
            seats=with_hand(
                state, self.seat, more(less(state.seats[self.seat].hand, (self.given,)), (self.taken,))
            ),
            pool=more(less(state.pool, (self.taken,)), (self.given,)),
            turn=replace(state.the_turn, traded=True),
            known=knowledge.arrives(known, others, zone, (self.taken,)),
        )


class AbilityUsed(PublicFact, frozen=True, tag="ability_used"):
    """CM-531."""

    by_hand: ClassVar[bool] = True

    seat: str
    ability: str
    cost: int

    def applied(self, state: State) -> State:
        return state


class TextFollowed(PublicFact, frozen=True, tag="text_followed"):
    """CM-530: a seat carried out a card's text that no effect expresses; what it did follows."""

    by_hand: ClassVar[bool] = True

    seat: str

    def applied(self, state: State) -> State:
        return state


class CardMoved(Fact, frozen=True, tag="card_moved"):
    """A card's own text moved a card between zones (CM-530)."""

    card: str
    origin: str
    to: str
    seen_by: tuple[str, ...] = ()

    def applied(self, state: State) -> State:
        state = _put(_take(state, self.card, self.origin), self.card, self.to)
        origin, to = _as_known(self.origin), _as_known(self.to)
        known = knowledge.leaves(state.known, self.seen_by, origin, self.card)
        known = knowledge.arrives(known, self.seen_by, to, (self.card,))
        known = knowledge.one_leaves(known, others_than(state, *self.seen_by), origin)
        return replace(state, known=known)


class CardsNamed(Fact, frozen=True, tag="cards_named"):
    """Cards that lay unnamed in a hand or envelope are these (CM-R31). `known_to`: who sees them."""

    zone: str
    cards: Cards
    known_to: tuple[str, ...]

    def applied(self, state: State) -> State:
        for card in self.cards:
            state = _put(_take(state, UNKNOWN, self.zone), card, self.zone)
        return state


class CardsUnnamed(Fact, frozen=True, tag="cards_unnamed"):
    """Nobody can tell any more whether these cards still lie there: others left it unnamed (CM-R31)."""

    zone: str
    cards: Cards
    known_to: tuple[str, ...]

    def applied(self, state: State) -> State:
        for card in self.cards:
            state = _put(_take(state, card, self.zone), UNKNOWN, self.zone)
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
