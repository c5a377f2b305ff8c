"""Making offers: the parameters that many of them share."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.chaos_order.reading.cards import card_pool
from domain.games.chaos_order.state import UNKNOWN, State
from domain.kernel import Choice, Json, Offer, Open, Optional, Outcome, Range, Viewer
from domain.kernel.offers import Domain

DRAWS = Outcome(Open("the tactics cards drawn by this and by what follows, in order; ids or `unknown`"))
WITHOUT_DRAWS = frozenset(
    (
        "place_base",
        "lay_neutral_foundations",
        "deploy_starting_leader",
        "place_starting_fighters",
        "select_battle",
        "commit_plan",
    )
)


def offer(kind: str, seat: str | None = None, **parameters: Domain) -> Offer:
    """An offer of this action type; `from_` stands for `from`. Cards may be drawn by nearly every type."""
    named: dict[str, Domain] = {name.rstrip("_"): domain for name, domain in parameters.items()}
    if kind not in WITHOUT_DRAWS:
        named["draws"] = DRAWS
    return Offer(kind, seat, named)


def one_of(values: Iterable[Json]) -> Choice:
    """One of these values."""
    return Choice(tuple(values))


def up_to(most: int, *, default: int) -> Domain:
    """An amount from the default on; left out = the default."""
    return Optional(Range(default, most))


def nameable(state: State, seat: str, viewer: Viewer) -> list[str]:
    """Cards that an unknown card of the hand may be, for what the viewer knows (CO-509)."""
    if not state.seats[seat].hand.get(UNKNOWN, 0):
        return []
    pool = card_pool(state)
    if not viewer.sees_all:
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
    return [card for card, number in pool.items() if number > 0]


def holdings(state: State, seat: str, viewer: Viewer) -> list[str]:
    """Cards that the seat may name as its own: known ones, and what an unknown one may be."""
    hand = state.seats[seat].hand
    known = [card for card in hand if card != UNKNOWN]
    return known + [card for card in nameable(state, seat, viewer) if card not in hand]
