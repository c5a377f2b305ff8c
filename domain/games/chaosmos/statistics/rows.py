"""Facts into the tally, the tally into rows."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.state import State
from domain.games.chaosmos.statistics import public, secret
from domain.games.chaosmos.statistics.tally import Tally
from domain.kernel import Fact, Row


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count one fact."""
    observe_public(tally, before, fact, after)
    secret.observe_custody(tally, fact, after)
    if (count := secret.COUNTING.get(type(fact))) is not None:
        count(tally, before, fact, after)


def observe_public(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count what all can see of a fact."""
    if (count := public.COUNTING.get(type(fact))) is not None:
        count(tally, before, fact, after)


def rows(tally: Tally, state: State) -> Iterator[Row]:
    """Every figure of the session as it stands, a seat's ones by its alien and place in the turn order."""
    if tally.start_player is None:
        return
    first = state.seats.index(tally.start_player)
    for row in tally.rows():
        if row.seat is None:
            yield row
        else:
            position = (state.seats.index(row.seat) - first) % len(state.seats)
            common = {"alien": state.alien_of(row.seat).id, "position": str(position)}
            yield Row(row.measure, row.value, row.weight, row.seat, {**row.dimensions, **common})
