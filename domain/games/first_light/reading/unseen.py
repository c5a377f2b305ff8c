"""What nobody has seen lying or held: Items and tiles that may still come (FL-115, FL-718)."""

from __future__ import annotations

from collections import Counter

from domain.games.first_light.actions import Cards
from domain.games.first_light.reading.seats import tiles_of
from domain.games.first_light.state import State


def unseen_items(state: State) -> Counter[str]:
    """The Items that are nowhere known: in the draw pile, or unseen in a hand."""
    unseen = Counter(state.box.box.item_counts)
    for base in state.seats.values():
        for card in (*base.hand, *base.packet):
            if card is not None:
                unseen[card] -= 1
        for acquired in base.acquired:
            unseen[acquired.item] -= 1
    for card in (*state.deck.discard, *state.deck.bottom):
        if card is not None:
            unseen[card] -= 1
    return +unseen


def nameable(state: State, cards: Cards, item: str) -> bool:
    """FL-718: whether an unseen card among `cards` can turn out to be `item`."""
    return None in cards and unseen_items(state)[item] > 0


def unseen_tiles(state: State, kind: str) -> Counter[str]:
    """FL-124: the tiles of which nobody knows where in the stacks they lie."""
    box = state.box.box
    unseen = Counter(box.farm_counts if kind == "farm" else box.upgrade_counts)
    for stack in state.stacks(kind):
        if stack.top is not None:
            unseen[stack.top] -= 1
    for base in state.seats.values():
        for tile in tiles_of(base, kind):
            unseen[tile] -= 1
    for tile in state.removed_farms if kind == "farm" else state.removed_upgrades:
        unseen[tile] -= 1
    return +unseen
