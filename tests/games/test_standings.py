"""A standing of any game: who is said to have won is among the winners, and nobody else is."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games import REGISTRY
from domain.kernel import Game
from tests.support.recorded import library, played_to_the_end

every_game = pytest.mark.parametrize("game", tuple(REGISTRY.values()), ids=lambda game: game.key)


@every_game
def test_each_seat_says_of_itself_whether_it_won(game: Game[Any]):
    session, draft, _ = played_to_the_end(game, library(game.key)[0])
    for state, finished in ((session.state, False), (draft.position.state, True)):
        standing = game.standing(state)
        assert standing.finished is finished
        assert [seat.winner for seat in standing.seats] == [
            seat.seat in standing.winners for seat in standing.seats
        ]
        assert all(seat.winner in (True, False) for seat in standing.seats)
        assert bool(standing.winners) is finished
