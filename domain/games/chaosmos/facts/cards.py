"""Facts of the setup, of envelopes and flip cards, and of cards played, sent and traded."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.games.chaosmos import reading
from domain.games.chaosmos.components.document import board
from domain.games.chaosmos.reading import envelope_of, hand_of
from domain.games.chaosmos.state import (
    Cards,
    Planet,
    State,
    less,
    more,
    others_than,
    seated,
    with_hand,
    with_planet,
    with_player,
)
from domain.kernel import UNKNOWN, Fact, PublicFact

# What becomes true of cards played, sent, traded, and of texts.


class CardPlayed(Fact, frozen=True, tag="card_played"):
    """A card was shown and played from hand (CM-360), on a seat or planet where it asks for one."""

    seat: str
    card: str
    target: str | None = None
    planet: str | None = None

    def applied(self, state: State) -> State:
        others = others_than(state, self.seat)
        return replace(
            state, known=reading.holds_at_least(state.known, others, hand_of(self.seat), self.card)
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
            known=reading.leaves(state.known, others_than(state, self.seat), hand_of(self.seat), self.card),
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
        known = reading.arrives(state.known, self.known_to, envelope_of(self.planet), (self.card,))
        known = reading.leaves(known, self.known_to, hand_of(self.seat), self.card)
        known = reading.one_leaves(known, others_than(state, self.seat, *self.known_to), hand_of(self.seat))
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
        known = reading.leaves(state.known, others, zone, self.given)
        return replace(
            state,
            seats=with_hand(
                state, self.seat, more(less(state.seats[self.seat].hand, (self.given,)), (self.taken,))
            ),
            pool=more(less(state.pool, (self.taken,)), (self.given,)),
            turn=replace(state.the_turn, traded=True),
            known=reading.arrives(known, others, zone, (self.taken,)),
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
        known = reading.leaves(state.known, self.seen_by, origin, self.card)
        known = reading.arrives(known, self.seen_by, to, (self.card,))
        known = reading.one_leaves(known, others_than(state, *self.seen_by), origin)
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


# What becomes true of envelopes and flip cards.


class EnvelopeReturned(PublicFact, frozen=True, tag="envelope_returned"):
    """Control ended; the envelope is in the box (CM-345)."""

    seat: str
    planet: str

    def applied(self, state: State) -> State:
        """The seat that controlled the envelope knows its contents."""
        planet = state.planets[self.planet]
        face_up = () if planet.face_up is None else (planet.face_up,)
        contents = more(planet.face_down, face_up)
        return replace(
            state,
            planets=with_planet(state, self.planet, replace(planet, controller=None, no_take=False)),
            known=reading.sees_all(state.known, (self.seat,), envelope_of(self.planet), contents),
        )


class GearRevealed(Fact, frozen=True, tag="gear_revealed"):
    """A seat showed its Enviro Gear and keeps it (CM-331, CM-352)."""

    seat: str
    card: str

    def applied(self, state: State) -> State:
        others = others_than(state, self.seat)
        return replace(
            state, known=reading.holds_at_least(state.known, others, hand_of(self.seat), self.card)
        )


class EnvelopeOpened(Fact, frozen=True, tag="envelope_opened"):
    """All see whether there is a face-up card, and which (CM-332, CM-805)."""

    seat: str
    planet: str
    face_up: str | None = None

    def applied(self, state: State) -> State:
        if self.face_up is None:
            return state
        known = reading.holds_at_least(state.known, state.clockwise, envelope_of(self.planet), self.face_up)
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


class ControlSet(Fact, frozen=True, tag="control_set"):
    """A seat has the envelope of the planet in front of it: only a correction says so."""

    seat: str
    planet: str

    def applied(self, state: State) -> State:
        seated(state, self.seat)
        planet = replace(state.planets[self.planet], controller=self.seat, no_take=False, flag=self.seat)
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
            known = reading.leaves(state.known, others, hand_of(self.seat), self.card)
            known = reading.holds_at_least(known, others, envelope_of(self.planet), self.card)
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
            known=reading.leaves(state.known, state.clockwise, envelope_of(self.planet), self.card),
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
            state, known=reading.sees_all(state.known, self.to, envelope_of(self.planet), contents)
        )


def _after_access(state: State, seat: str, planet: str) -> reading.Known:
    """Others cannot tell what an access moved; under a Vault nothing can have left the envelope (CM-514)."""
    zones = [hand_of(seat)] if state.planets[planet].no_take else [hand_of(seat), envelope_of(planet)]
    return reading.forgets(state.known, others_than(state, seat), zones)


# What becomes true in setup.


class AlienPairRemoved(PublicFact, frozen=True, tag="alien_pair_removed"):
    """Two aliens with the same gear leave the game (CM-104)."""

    aliens: tuple[str, ...]

    def applied(self, state: State) -> State:
        return replace(state, removed_pair=self.aliens)


class PlanetsArranged(PublicFact, frozen=True, tag="planets_arranged"):
    """Slot → planet (CM-108, CM-122)."""

    planets: dict[str, str]

    def applied(self, state: State) -> State:
        layout = state.box.layouts[state.options.layout]
        planets = {planet: Planet() for planet in sorted(self.planets.values())}
        return replace(state, board=board(layout.map, self.planets), planets=planets)


class AliensDealt(Fact, frozen=True, tag="aliens_dealt"):
    """Seat → aliens dealt, secretly unless `open` (CM-102, CM-103)."""

    aliens: dict[str, tuple[str, ...]]
    open: bool = False

    def applied(self, state: State) -> State:
        seats = {
            seat: replace(player, dealt=tuple(sorted(self.aliens.get(seat, ()))))
            for seat, player in state.seats.items()
        }
        return replace(state, seats=seats)


class AlienChosen(Fact, frozen=True, tag="alien_chosen"):
    """A seat has chosen in secret (CM-812); where the alien was not named before, it is by this (CM-R31)."""

    seat: str
    alien: str

    def applied(self, state: State) -> State:
        player = state.seats[self.seat]
        dealt = player.dealt
        if self.alien not in dealt and UNKNOWN in dealt:
            dealt = more(less(dealt, (UNKNOWN,)), (self.alien,))
        player = replace(player, chosen=self.alien, dealt=dealt)
        return replace(state, seats=with_player(state, self.seat, player))


class AliensRevealed(Fact, frozen=True, tag="aliens_revealed"):
    """All know who plays what."""

    aliens: dict[str, str]

    def applied(self, state: State) -> State:
        seats = {
            seat: replace(player, alien=self.aliens[seat], chosen=self.aliens[seat])
            for seat, player in state.seats.items()
        }
        return replace(state, seats=seats)


class BonusCardsSwapped(PublicFact, frozen=True, tag="bonus_cards_swapped"):
    """Useless gear left the deck, bonus cards took its place (CM-112)."""

    taken_out: Cards
    put_in: Cards

    def applied(self, state: State) -> State:
        return replace(
            state,
            deck=more(less(state.deck, self.taken_out), self.put_in),
            removed=more(less(state.removed, self.put_in), self.taken_out),
        )


class CardsDealt(Fact, frozen=True, tag="cards_dealt"):
    """The Pool and every envelope are filled; seats stand at home in control of it (CM-113 … CM-118).

    `ovoid_put_back`: the Ovoid came up for the Pool and was shuffled back.
    """

    pool_draws: tuple[str, ...]
    ovoid_put_back: bool
    envelopes: dict[str, Cards]
    homes: dict[str, str]

    def applied(self, state: State) -> State:
        """CM-123: figures (CM-109), control of the homes and their flags (CM-121) stand with the deal."""
        owner = {home: seat for seat, home in self.homes.items()}
        pool = list(self.pool_draws)
        if self.ovoid_put_back:
            pool.remove(state.box.ovoid)
        return replace(
            state,
            deck=(),
            pool=tuple(sorted(pool)),
            planets={
                name: replace(
                    planet,
                    face_down=tuple(sorted(self.envelopes[name])),
                    controller=owner.get(name),
                    flag=owner.get(name),
                )
                for name, planet in state.planets.items()
            },
            seats={seat: replace(player, position=self.homes[seat]) for seat, player in state.seats.items()},
        )


class HandPrepared(Fact, frozen=True, tag="hand_prepared"):
    """A seat took these cards from its home envelope (CM-119)."""

    seat: str
    planet: str
    cards: Cards
    left: Cards

    def applied(self, state: State) -> State:
        player = replace(state.seats[self.seat], hand=self.cards, prepared=True)
        planet = replace(state.planets[self.planet], face_down=self.left)
        return replace(
            state,
            seats=with_player(state, self.seat, player),
            planets=with_planet(state, self.planet, planet),
        )


class StartPlayerChosen(PublicFact, frozen=True, tag="start_player_chosen"):
    """Setup is over; this seat begins (CM-120)."""

    seat: str

    def applied(self, state: State) -> State:
        seated(state, self.seat)
        return replace(state, phase="between_turns", next=self.seat, began=self.seat)
