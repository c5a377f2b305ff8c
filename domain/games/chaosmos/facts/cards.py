"""What becomes true of cards played, sent, traded, and of texts."""

from __future__ import annotations

from typing import ClassVar

from domain.games.chaosmos.state import Cards
from domain.kernel import Fact


class CardPlayed(Fact, frozen=True, tag="card_played"):
    """A card was shown and played from hand (CM-360), on a seat or planet where it asks for one."""

    seat: str
    card: str
    target: str | None = None
    planet: str | None = None


class CardVoided(Fact, frozen=True, tag="card_voided"):
    """A Single-Use card went from hand to the Void (CM-502)."""

    seat: str
    card: str


class CardSent(Fact, frozen=True, tag="card_sent"):
    """A hand card went face-down into an envelope (CM-526). `known_to`: sender and controller."""

    seat: str
    card: str
    planet: str
    known_to: tuple[str, ...]


class PoolTraded(Fact, frozen=True, tag="pool_traded"):
    """CM-370."""

    seat: str
    given: str
    taken: str


class AbilityUsed(Fact, frozen=True, tag="ability_used"):
    """CM-531."""

    by_hand: ClassVar[bool] = True

    seat: str
    ability: str
    cost: int


class TextFollowed(Fact, frozen=True, tag="text_followed"):
    """CM-530: a seat carried out a card's text that no effect expresses; what it did follows."""

    by_hand: ClassVar[bool] = True

    seat: str


class CardMoved(Fact, frozen=True, tag="card_moved"):
    """A card's own text moved a card between zones (CM-530)."""

    card: str
    origin: str
    to: str
    seen_by: tuple[str, ...] = ()


class CardsNamed(Fact, frozen=True, tag="cards_named"):
    """Cards that lay unnamed in a hand or envelope are these (CM-R31). `known_to`: who sees them."""

    zone: str
    cards: Cards
    known_to: tuple[str, ...]


class CardsUnnamed(Fact, frozen=True, tag="cards_unnamed"):
    """Nobody can tell any more whether these cards still lie there: others left it unnamed (CM-R31)."""

    zone: str
    cards: Cards
    known_to: tuple[str, ...]
