"""Domains that several offers share."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.order_vs_chaos.components.document import FACES
from domain.games.order_vs_chaos.state import MOST_ON_DISPLAY, State
from domain.kernel import Choice, Depends, Json, Outcome, Several

NEXT_CARDS = Outcome(Depends())
"""Cards that are drawn one after another, each hanging on those before: a dry run asks for the next."""


def choice(values: Sequence[Json]) -> Choice:
    """One of these."""
    return Choice(tuple(values))


def dice(count: int) -> Outcome:
    """That many dice of this set, in order."""
    return Outcome(Several(FACES * count, count, count, ordered=True))


def unopened(state: State) -> Outcome:
    """A location card that has not been opened: nobody knows more (OC-801)."""
    return Outcome(choice(sorted(state.unopened)))


def refilled(state: State) -> Outcome:
    """Six items of the deck; where the discard has to be shuffled, as the deck and it can give them."""
    if len(state.item_deck) < MOST_ON_DISPLAY:
        return NEXT_CARDS
    return Outcome(Several(tuple(sorted(state.item_deck)), MOST_ON_DISPLAY, MOST_ON_DISPLAY, ordered=True))
