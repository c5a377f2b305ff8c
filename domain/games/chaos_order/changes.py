"""Changes of a state that several facts share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.games.chaos_order.state import (
    Board,
    Region,
    State,
    Totals,
)

K = TypeVar("K")
NO_REGION = Region()
NO_TOTALS = Totals()


def with_board(state: State, seat: str, **changes: Any) -> State:
    """The state with members of one seat's board replaced."""
    seats = dict(state.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(state, seats=seats)


def counted(numbers: Mapping[K, int], key: K, delta: int) -> dict[K, int]:
    """The numbers with one of them changed; zero is left out."""
    changed = dict(numbers)
    number = changed.get(key, 0) + delta
    if number:
        changed[key] = number
    else:
        changed.pop(key, None)
    return changed


def with_battle(state: State, **changes: Any) -> State:
    """The state with members of its battle replaced."""
    assert state.battle is not None
    return replace(state, battle=replace(state.battle, **changes))


def with_relic(state: State, place: str, relic: int | None) -> State:
    """The state with this relic, or none, in a region."""
    regions = dict(state.regions)
    regions[place] = replace(regions[place], relic=relic)
    return replace(state, regions=regions)


def without_card(board: Board, card: str, *, fresh_first: bool) -> Board:
    """CO-502: a copy used or discarded counts as a fresh one first, a copy played as an older one."""
    fresh = board.fresh
    if fresh.get(card, 0) > (0 if fresh_first else board.hand[card] - 1):
        fresh = counted(fresh, card, -1)
    return replace(board, hand=counted(board.hand, card, -1), fresh=fresh)
