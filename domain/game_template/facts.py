"""What becomes true in Game Template: what replay folds for ever."""

from __future__ import annotations

from domain.game_template.actions import Bet
from domain.kernel import Fact


class FirstPlayerChosen(Fact, frozen=True, tag="first_player_chosen"):
    """Who plays the first turn (GT-103)."""

    seat: str


class TurnBegan(Fact, frozen=True, tag="turn_began"):
    """It is that seat's turn (GT-202)."""

    seat: str
    turn: int


class CardDrawn(Fact, frozen=True, tag="card_drawn"):
    """A card went from the deck to a hand; only that seat knows which (GT-401)."""

    seat: str
    card: str


class DieRolled(Fact, frozen=True, tag="die_rolled"):
    """The die shows this (GT-313)."""

    seat: str
    roll: int


class CardScored(Fact, frozen=True, tag="card_scored"):
    """A card went from a hand before its seat, and counts (GT-314)."""

    seat: str
    card: str
    bet: Bet


class CardDiscarded(Fact, frozen=True, tag="card_discarded"):
    """A card went from a hand out of the game (GT-314)."""

    seat: str
    card: str
    bet: Bet


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """The game is over (GT-601)."""

    winners: tuple[str, ...]


FACTS = (FirstPlayerChosen, TurnBegan, CardDrawn, DieRolled, CardScored, CardDiscarded, GameEnded)
