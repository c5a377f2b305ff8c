"""Tactics cards in hands, and where the others can be."""

from __future__ import annotations

from domain.games.chaos_order.reading.abilities import has_ability
from domain.games.chaos_order.state import HAND_LIMIT, LARGER_HAND_LIMIT, Board, State
from domain.kernel import UNKNOWN, Viewer


def hand_size(board: Board) -> int:
    """Cards in hand, unnamed ones included."""
    return sum(board.hand.values())


def shown_hand_size(state: State, seat: str) -> int:
    """Cards in hand as the others count them: a card on a sealed wheel is still counted (CO-410)."""
    size = hand_size(state.seats[seat])
    battle = state.battle
    if battle is not None and not battle.revealed:
        plan = battle.plans.get(seat)
        size += plan is not None and plan.tactics == "use"
    return size


def hand_limit(state: State, seat: str) -> int:
    """CO-506, CO-523."""
    return LARGER_HAND_LIMIT if has_ability(state, seat, "hand_limit_six") else HAND_LIMIT


def card_pool(state: State) -> dict[str, int]:
    """Card → copies that are neither discarded, nor known in a hand, nor on a wheel (CO-509)."""
    pool = {card.id: card.count for card in state.box.cards.values()}
    for card in state.discard:
        pool[card] -= 1
    for board in state.seats.values():
        for card, number in board.hand.items():
            if card != UNKNOWN:
                pool[card] -= number
    if state.battle is not None:
        for plan in state.battle.plans.values():
            if plan.card is not None:
                pool[plan.card] -= 1
    return pool


def possible_cards(state: State, viewer: Viewer) -> dict[str, int]:
    """Card → copies that may lie in the deck or unnamed in a hand, as far as the viewer can tell (CO-509).

    Copies known in hands and on sealed wheels that the viewer cannot see are among them (CO-410, CO-508).
    """
    pool = card_pool(state)
    if viewer.sees_all:
        return pool
    for other, board in state.seats.items():
        if not viewer.knows(other):
            for card, number in board.hand.items():
                if card != UNKNOWN:
                    pool[card] += number
    battle = state.battle
    if battle is not None and not battle.revealed:
        for other, plan in battle.plans.items():
            if plan.card is not None and not viewer.knows(other):
                pool[plan.card] += 1
    return pool
