"""What becomes true in Chaosmos. Who may see which part of a fact is view.py's business."""

from __future__ import annotations

from typing import Literal

from domain.games.chaosmos.state import Cards, Cause, PendingKind
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
    """A seat has chosen in secret (CM-812)."""

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


class TurnBegun(Fact, frozen=True, tag="turn_begun"):
    """CM-206."""

    seat: str
    turn: int


class ActionSpent(Fact, frozen=True, tag="action_spent"):
    """One of the three actions of the turn is used for `kind`."""

    seat: str
    kind: str


class HypertokenSpent(Fact, frozen=True, tag="hypertoken_spent"):
    """A hypertoken went to the supply (CM-320)."""

    seat: str


class HypertokensAdded(Fact, frozen=True, tag="hypertokens_added"):
    """Tokens came from the supply, or went there (CM-530)."""

    seat: str
    n: int


class Moved(Fact, frozen=True, tag="moved"):
    """A seat stands on another space."""

    seat: str
    origin: str
    to: str
    via: Literal["move", "hyperspace", "banish", "trap", "text"]


class EnvelopeReturned(Fact, frozen=True, tag="envelope_returned"):
    """Control ended; the envelope is in the box (CM-345)."""

    seat: str
    planet: str


class GearRevealed(Fact, frozen=True, tag="gear_revealed"):
    """A seat showed its Enviro Gear and keeps it (CM-331, CM-352)."""

    seat: str
    card: str


class EnvelopeOpened(Fact, frozen=True, tag="envelope_opened"):
    """All see whether there is a face-up card, and which (CM-332, CM-805)."""

    seat: str
    planet: str
    face_up: str | None = None


class FlipTriggered(Fact, frozen=True, tag="flip_triggered"):
    """The face-up card was announced (CM-333, CM-512)."""

    seat: str
    planet: str
    card: str


class ControlTaken(Fact, frozen=True, tag="control_taken"):
    """A seat controls the planet, sees everything inside and places its flag (CM-334)."""

    seat: str
    planet: str
    face_down: Cards
    face_up: str | None = None
    no_take: bool = False


class CardsTransferred(Fact, frozen=True, tag="cards_transferred"):
    """Cards moved between hand and envelope (CM-341); to others an access like any other (CM-807)."""

    seat: str
    planet: str
    to_hand: Cards = ()
    to_envelope: Cards = ()


class FlipActivated(Fact, frozen=True, tag="flip_activated"):
    """A flip card lies face-up on the envelope (CM-510); `announced`: for an action, by name."""

    seat: str
    planet: str
    card: str
    origin: Literal["hand", "envelope"]
    announced: bool = False


class FlipDeactivated(Fact, frozen=True, tag="flip_deactivated"):
    """The face-up card was taken into hand or turned face-down (CM-511)."""

    seat: str
    planet: str
    card: str
    to: Literal["hand", "face_down"]


class TrapVoided(Fact, frozen=True, tag="trap_voided"):
    """A Trap went from the envelope to the Void (CM-513)."""

    planet: str
    card: str


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


class PlanetShown(Fact, frozen=True, tag="planet_shown"):
    """These seats looked into an envelope (CM-525)."""

    to: tuple[str, ...]
    planet: str
    face_down: Cards
    face_up: str | None = None


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

    seat: str
    ability: str
    cost: int


class CardMoved(Fact, frozen=True, tag="card_moved"):
    """A card's own text moved a card between zones (CM-530)."""

    card: str
    origin: str
    to: str
    seen_by: tuple[str, ...] = ()


class NoTakeLifted(Fact, frozen=True, tag="no_take_lifted"):
    """CM-514."""

    planet: str


class TurnForfeited(Fact, frozen=True, tag="turn_forfeited"):
    """The active seat loses the rest of its turn once all is resolved (CM-208)."""

    seat: str


class ClockReduced(Fact, frozen=True, tag="clock_reduced"):
    """A card or ability took `by` off the clock (CM-505)."""

    seat: str
    by: int
    clock: int


class TurnEnded(Fact, frozen=True, tag="turn_ended"):
    """The turn is over and the clock clicked to `clock` (CM-207). `next`: who begins the next turn."""

    seat: str
    turn: int
    actions_left: int
    clock: int
    next: str | None = None
    forfeited: bool = False


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """The clock is 0 (CM-601): who has the Ovoid in hand, if anybody (CM-602, CM-603)."""

    winner: str | None
    cause: Cause


FACTS = (
    AlienPairRemoved,
    PlanetsArranged,
    AliensDealt,
    AlienChosen,
    AliensRevealed,
    BonusCardsSwapped,
    CardsDealt,
    HandPrepared,
    StartPlayerChosen,
    TurnBegun,
    ActionSpent,
    HypertokenSpent,
    HypertokensAdded,
    Moved,
    EnvelopeReturned,
    GearRevealed,
    EnvelopeOpened,
    FlipTriggered,
    ControlTaken,
    CardsTransferred,
    FlipActivated,
    FlipDeactivated,
    TrapVoided,
    CombatBegun,
    CombatDiceRolled,
    CombatCardPlayed,
    CombatPassed,
    CombatTableCleared,
    CombatDecided,
    CombatEnded,
    ChoiceAsked,
    ChoiceMade,
    ResolutionChosen,
    HandShown,
    PlanetShown,
    CardTaken,
    CardGivenBack,
    EnvelopeDeclined,
    CardPlayed,
    CardVoided,
    CardSent,
    PoolTraded,
    AbilityUsed,
    CardMoved,
    NoTakeLifted,
    TurnForfeited,
    ClockReduced,
    TurnEnded,
    GameEnded,
)
