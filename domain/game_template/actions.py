"""The actions of Game Template."""

from __future__ import annotations

from typing import Literal

from domain.kernel import PublicAction, PublicSeatAction, Seat, SeatAction

Bet = Literal["low", "high"]


class ChooseFirstPlayer(PublicAction, frozen=True, tag="choose_first_player"):
    """GT-103. `first_player` is an outcome: left out, it is drawn."""

    first_player: Seat | None = None


class DrawCard(SeatAction, frozen=True, tag="draw_card"):
    """GT-301. `card`: the card drawn, an outcome that only the drawing seat may know."""

    card: str | None = None


class PlayCards(PublicSeatAction, frozen=True, tag="play_cards"):
    """GT-311, GT-312: `cards` of your hand and a `bet` are chosen. GT-313: `roll` is an outcome."""

    cards: tuple[str, ...]
    bet: Bet
    roll: int | None = None


ACTIONS = (ChooseFirstPlayer, DrawCard, PlayCards)
