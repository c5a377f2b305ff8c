"""Moves and jumps, CM-310, CM-320."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.chaosmos.state import State
from domain.kernel import Choice, Offer


def move_offers(state: State, seat: str) -> Iterator[Offer]:
    """CM-310, CM-320: every space that a step or a jump leads to."""
    here, board = state.seats[seat].position or "", state.the_board
    if board.near[here]:
        yield Offer("move", seat, {"to": Choice(_names(state, board.near[here]))})
    if state.seats[seat].hypertokens:
        elsewhere = [space for space in board.members if space != here]
        yield Offer("hyperspace", seat, {"to": Choice(_names(state, elsewhere))})


def _names(state: State, spaces: Sequence[str]) -> tuple[str, ...]:
    """Every name of these spaces: a merged space may be named by any member."""
    members = state.the_board.members
    return tuple(sorted(name for space in spaces for name in members[space]))
