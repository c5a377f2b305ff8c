"""What becomes true in setup."""

from __future__ import annotations

from domain.games.chaosmos.state import Cards
from domain.kernel import Fact


class AlienPairRemoved(Fact, frozen=True, tag="alien_pair_removed"):
    """Two aliens with the same gear leave the game (CM-104)."""

    aliens: tuple[str, ...]


class PlanetsArranged(Fact, frozen=True, tag="planets_arranged"):
    """Slot → planet (CM-108, CM-122)."""

    planets: dict[str, str]


class AliensDealt(Fact, frozen=True, tag="aliens_dealt"):
    """Seat → aliens dealt, secretly unless `open` (CM-102, CM-103)."""

    aliens: dict[str, tuple[str, ...]]
    open: bool = False


class AlienChosen(Fact, frozen=True, tag="alien_chosen"):
    """A seat has chosen in secret (CM-812); where the alien was not named before, it is by this (CM-R31)."""

    seat: str
    alien: str


class AliensRevealed(Fact, frozen=True, tag="aliens_revealed"):
    """All know who plays what."""

    aliens: dict[str, str]


class BonusCardsSwapped(Fact, frozen=True, tag="bonus_cards_swapped"):
    """Useless gear left the deck, bonus cards took its place (CM-112)."""

    taken_out: Cards
    put_in: Cards


class CardsDealt(Fact, frozen=True, tag="cards_dealt"):
    """The Pool and every envelope are filled; seats stand at home in control of it (CM-113 … CM-118).

    `ovoid_put_back`: the Ovoid came up for the Pool and was shuffled back.
    """

    pool_draws: tuple[str, ...]
    ovoid_put_back: bool
    envelopes: dict[str, Cards]
    homes: dict[str, str]


class HandPrepared(Fact, frozen=True, tag="hand_prepared"):
    """A seat took these cards from its home envelope (CM-119)."""

    seat: str
    planet: str
    cards: Cards
    left: Cards


class StartPlayerChosen(Fact, frozen=True, tag="start_player_chosen"):
    """Setup is over; this seat begins (CM-120)."""

    seat: str
