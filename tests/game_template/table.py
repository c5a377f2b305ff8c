"""Set-ups of Game Template: a table laid out by facts, to try rules on."""

from __future__ import annotations

from typing import Any, Self

from domain.game_template import GAME, facts
from domain.kernel import PUBLIC, Fact, Viewer
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import fact_in_words, naming
from domain.kernel.ui.words import text_of
from tests.support.given import Table


class GameTable(Table):
    """A table whose seats are called by their colours."""

    def __init__(self, *seats: str, hand_limit: int = 3) -> None:
        named = seats or ("red", "blue")
        super().__init__(GAME, [{"seat": seat, "color": seat} for seat in named], {"hand_limit": hand_limit})

    def turn_of(self, seat: str, *, turn: int = 1) -> Self:
        """It is that seat's turn."""
        self.given(facts.FirstPlayerChosen(self.seats[0]), facts.TurnBegan(seat, turn))
        return self

    def holding(self, **hands: list[str]) -> Self:
        """The seats hold these cards, drawn from the deck."""
        self.given(*(facts.CardDrawn(seat, card) for seat, cards in hands.items() for card in cards))
        return self

    def deck(self, *left: str) -> Self:
        """Only these cards are left in the deck; the others are out of the game."""
        gone = tuple(card for card in self.state.deck if card not in left)
        self.given_state(deck=left, discard=(*self.state.discard, *gone))
        return self

    def scored(self, seat: str, *cards: str) -> Self:
        """The seat scored these cards."""
        self.holding(**{seat: list(cards)})
        self.given(*(facts.CardScored(seat, card, "low") for card in cards))
        return self

    def offered(self, seat: str | None) -> dict[str, Any]:
        """What the seat may do: the parameters by action type."""
        return {offer.type: offer.parameters for offer in GAME.offers(self.state, seat, Viewer(seat))}


def act(kind: str, seat: str, **parameters: Any) -> dict[str, Any]:
    """A seat's action as its JSON object."""
    return {"type": kind, "seat": seat, **parameters}


NAMES = naming(
    GAME,
    load_components(GAME, GAME.demo_sets()["demo"]),
    [{"seat": seat, "color": seat} for seat in ("red", "blue")],
)


def says(fact: Fact, viewer: Viewer = PUBLIC) -> str:
    """The sentence of a fact, as the viewer reads it."""
    shown = GAME.fact_view(fact, viewer)
    assert shown is not None, "the viewer does not see it at all"
    return text_of(fact_in_words(GAME, shown, NAMES, strict=True).says)
