"""What must hold after every entry. A breach is told in one sentence as long as it lasts, numbers aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.game_template.scoring import leaders
from domain.game_template.state import State


def invariants(state: State) -> list[str]:
    """The broken ones, each with its number."""
    return [*_cards(state), *_course(state)]


def _cards(state: State) -> Iterator[str]:
    places = Counter((*state.deck, *state.discard))
    for seat in state.seats:
        places.update((*state.hands[seat], *state.scored[seat]))
        if len(state.hands[seat]) > state.hand_limit:
            yield f"2: {seat} holds {len(state.hands[seat])} cards"
    for card in state.box.values:
        if places[card] != 1:
            yield f"1: {card} lies in {places[card]} places"


def _course(state: State) -> Iterator[str]:
    if state.phase == "turns" and not state.deck and not any(state.hands.values()):
        yield "3: the game goes on without a card"
    if state.winners is not None and set(state.winners) != set(leaders(state)):
        yield "4: those who won have not the most points"
