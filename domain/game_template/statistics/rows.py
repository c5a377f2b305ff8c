"""The rows of a session: its tally as figures."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game_template.scoring import score
from domain.game_template.state import State
from domain.game_template.statistics.observing import Tally
from domain.kernel import Row


def rows(tally: Tally, state: State) -> Iterator[Row]:
    """Every figure of the session as it stands."""
    if state.first_player is None:
        return
    first = state.clockwise.index(state.first_player)
    for position, seat in enumerate((*state.clockwise[first:], *state.clockwise[:first])):
        place = {"position": str(position)}
        yield Row("score", score(state, seat), seat=seat, dimensions=place)
        if state.winners is not None:
            share = 1 / len(state.winners) if seat in state.winners else 0
            yield Row("win_share", share, seat=seat, dimensions=place)
        for (who, bet), played in tally.played.items():
            if who == seat:
                yield Row("scored_share", tally.scored[seat, bet], played, seat, {**place, "bet": bet})
