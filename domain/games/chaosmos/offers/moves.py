"""Moves and jumps, CM-310, CM-320."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.state import State
from domain.kernel import Choice, Offer


def move_offers(state: State, seat: str) -> Iterator[Offer]:
    """CM-310, CM-320: every space that a step or a jump leads to.

    A merged space is one choice, under its own name; the view says by which others the rules know it.
    """
    here, board = state.seats[seat].position or "", state.the_board
    if board.near[here]:
        yield Offer("move", seat, {"to": Choice(tuple(sorted(set(board.near[here]))))})
    if state.seats[seat].hypertokens > 0:
        elsewhere = sorted(space for space in board.members if space != here)
        yield Offer("hyperspace", seat, {"to": Choice(tuple(elsewhere))})
