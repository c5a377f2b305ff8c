"""What becomes true in Game Template, and what each fact changes.

No fact asks whether it may. One that names what is not on this table cannot be applied: `LookupError`. Only a
correction can bring one.
"""

from __future__ import annotations

import sys
from collections.abc import Container

from msgspec.structs import replace

from domain.game_template.actions import Bet
from domain.game_template.state import State
from domain.kernel import Fact, PublicFact, facts_in


class FirstPlayerChosen(PublicFact, frozen=True, tag="first_player_chosen"):
    """The seat that plays the first turn (GT-103)."""

    seat: str

    def applied(self, state: State) -> State:
        must_exist(state.seats, self.seat)
        return replace(state, first_player=self.seat)


class TurnBegan(PublicFact, frozen=True, tag="turn_began"):
    """It is that seat's turn (GT-202)."""

    seat: str
    turn: int

    def applied(self, state: State) -> State:
        must_exist(state.seats, self.seat)
        return replace(state, active=self.seat, turn=self.turn)


class CardDrawn(Fact, frozen=True, tag="card_drawn"):
    """A card went from the deck to a hand; only that seat knows which (GT-401)."""

    seat: str
    card: str

    def applied(self, state: State) -> State:
        must_exist(state.box.values, self.card)
        player = state.seats[self.seat]
        player = replace(player, hand=(*player.hand, self.card))
        return replace(state, deck=without(state.deck, self.card), seats={**state.seats, self.seat: player})


class DieRolled(PublicFact, frozen=True, tag="die_rolled"):
    """The die shows this (GT-313)."""

    seat: str
    roll: int

    def applied(self, state: State) -> State:
        must_exist(state.seats, self.seat)
        return replace(state, last_roll=self.roll)


class CardScored(Fact, frozen=True, tag="card_scored"):
    """A card went from a hand before its seat, and counts (GT-314)."""

    seat: str
    card: str
    bet: Bet

    def applied(self, state: State) -> State:
        must_exist(state.box.values, self.card)
        player = state.seats[self.seat]
        player = replace(player, hand=without(player.hand, self.card), scored=(*player.scored, self.card))
        return replace(state, seats={**state.seats, self.seat: player})


class CardDiscarded(Fact, frozen=True, tag="card_discarded"):
    """A card went from a hand out of the game (GT-314)."""

    seat: str
    card: str
    bet: Bet

    def applied(self, state: State) -> State:
        must_exist(state.box.values, self.card)
        player = state.seats[self.seat]
        player = replace(player, hand=without(player.hand, self.card))
        return replace(state, seats={**state.seats, self.seat: player}, discard=(*state.discard, self.card))


class GameEnded(PublicFact, frozen=True, tag="game_ended"):
    """The game is over (GT-601)."""

    winners: tuple[str, ...]

    def applied(self, state: State) -> State:
        must_exist(state.seats, *self.winners)
        return replace(state, active=None, winners=self.winners)


def must_exist(things: Container[str], *names: str) -> None:
    """Raises `LookupError` for a name that is not one of the things."""
    for name in names:
        if name not in things:
            raise LookupError(f"{name} is not on this table")


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but for one of that name, if it is among them."""
    place = cards.index(card) if card in cards else len(cards)
    return (*cards[:place], *cards[place + 1 :])


FACTS = facts_in(sys.modules[__name__])
