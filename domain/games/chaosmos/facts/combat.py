"""What becomes true in combat and of its resolution."""

from __future__ import annotations

from typing import Literal

from domain.games.chaosmos.state import Cards, PendingKind
from domain.kernel import Fact


class CombatBegun(Fact, frozen=True, tag="combat_begun"):
    """An attack: who, where (CM-350)."""

    attacker: str
    defender: str
    space: str


class CombatDiceRolled(Fact, frozen=True, tag="combat_dice_rolled"):
    """Two faces each, the totals, and who acts first; None: no cards are played (CM-402 … CM-410)."""

    dice: dict[str, tuple[int | str, ...]]
    scores: dict[str, int]
    to_act: str | None = None


class CombatCardPlayed(Fact, frozen=True, tag="combat_card_played"):
    """A card on the table, active or not; `cancelled`: the places on the table that it made inactive."""

    seat: str
    card: str
    active: bool
    cancelled: tuple[int, ...]
    scores: dict[str, int]
    to_act: str


class CombatPassed(Fact, frozen=True, tag="combat_passed"):
    """CM-413."""

    seat: str
    to_act: str | None = None


class CombatTableCleared(Fact, frozen=True, tag="combat_table_cleared"):
    """Single-Use cards went to the Void, all others back to their hands (CM-430)."""

    to_void: Cards
    to_hands: dict[str, Cards]


class CombatDecided(Fact, frozen=True, tag="combat_decided"):
    """Who won, and by what; a draw and a cancelled combat have no winner (CM-405, CM-406, CM-431)."""

    by: Literal["score", "infinity", "draw", "cancelled"]
    scores: dict[str, int] | None = None
    winner: str | None = None
    loser: str | None = None
    loser_controlled: bool = False


class CombatEnded(Fact, frozen=True, tag="combat_ended"):
    """All that follows from the combat is done."""


class ChoiceAsked(Fact, frozen=True, tag="choice_asked"):
    """Nothing else is legal until this seat has chosen (CM-203)."""

    kind: PendingKind
    seat: str
    planet: str | None = None


class ChoiceMade(Fact, frozen=True, tag="choice_made"):
    """The choice is no longer open."""

    kind: PendingKind
    seat: str


class ResolutionChosen(Fact, frozen=True, tag="resolution_chosen"):
    """Spoils, or banishment to a planet (CM-450)."""

    seat: str
    loser: str
    choice: Literal["spoils", "banish"]
    planet: str | None = None


class HandShown(Fact, frozen=True, tag="hand_shown"):
    """These seats saw a whole hand (CM-810, CM-811)."""

    to: tuple[str, ...]
    of: str
    cards: Cards
    cause: Literal["spoils", "scry", "text"]


class CardTaken(Fact, frozen=True, tag="card_taken"):
    """Spoils: a card went from the loser to the winner (CM-451); None: the hand was empty (CM-453)."""

    seat: str
    loser: str
    card: str | None = None


class CardGivenBack(Fact, frozen=True, tag="card_given_back"):
    """CM-452."""

    seat: str
    to: str
    card: str


class EnvelopeDeclined(Fact, frozen=True, tag="envelope_declined"):
    """The winner left the envelope in the box (CM-470)."""

    seat: str
    planet: str
