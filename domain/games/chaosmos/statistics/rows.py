"""The rows of a session: its tally as figures."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.state import State
from domain.games.chaosmos.statistics.measures_secret import SECRET
from domain.games.chaosmos.statistics.tally import Tally
from domain.kernel import Row, clockwise_from

HANGS_ON_NAMES = {measure.key for measure in SECRET} - {"accesses", "bluff_rate", "cards_moved"}
"""Accesses and how many cards they moved are told whatever the cards are."""


def rows(tally: Tally, state: State) -> Iterator[Row]:
    """Every figure of the session as it stands, a seat's ones by its alien and place in the turn order.

    Where cards lay unnamed, those that hang on which card was where are left out.
    """
    if tally.start_player is None:
        return
    order = clockwise_from(state.clockwise, tally.start_player)
    for row in (*tally.rows(), *_result(state)):
        if tally.unnamed and row.measure in HANGS_ON_NAMES:
            continue
        if row.seat is None:
            yield row
        else:
            common = {"alien": state.alien_of(row.seat).id, "position": str(order.index(row.seat))}
            yield Row(row.measure, row.value, row.weight, row.seat, {**row.dimensions, **common})


def _result(state: State) -> Iterator[Row]:
    """Who has won, by the result as it stands: a correction after the end may have changed it."""
    if state.result is not None:
        for seat in state.clockwise:
            yield Row("win_share", state.result.winner == seat, 1, seat)
        yield Row("no_winner", state.result.winner is None)
