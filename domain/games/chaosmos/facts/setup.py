"""What becomes true in setup."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.chaosmos.changes import seated, with_planet, with_player
from domain.games.chaosmos.components.spaces import board
from domain.games.chaosmos.state import Cards, Planet, State, less, more
from domain.kernel import UNKNOWN, Fact, PublicFact


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
