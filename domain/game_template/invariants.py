"""The invariants, checked after every entry. A violation keeps its sentence while it lasts, numbers aside."""

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
    for seat, player in state.seats.items():
        places.update((*player.hand, *player.scored))
        if len(player.hand) > state.hand_limit:
            yield f"I2: {seat} holds {len(player.hand)} cards"
    for card in state.box.values:
        if places[card] != 1:
            yield f"I1: {card} is in {places[card]} places"


def _course(state: State) -> Iterator[str]:
    if state.phase == "turns" and not state.deck and not any(player.hand for player in state.seats.values()):
        yield "I3: the game continues without a card"
    if state.winners is not None and set(state.winners) != set(leaders(state)):
        yield "I4: those who won have not the most points"
