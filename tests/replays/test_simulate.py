"""Simulated sessions: complete, repeatable, clean."""

from __future__ import annotations

import pytest

from domain.games import REGISTRY
from domain.kernel.entries import Closed
from replays.audit import audit_session
from replays.simulate import NoOpening, openings, simulate
from tests.replays.logs import LIBRARY


@pytest.mark.parametrize("key", REGISTRY)
def test_bots_play_sessions_that_pass_the_audit(key: str) -> None:
    game = REGISTRY[key]
    components = LIBRARY.component_set("demo", key)
    count = len({len(opening["seats"]) for opening in openings(key)})
    made = list(simulate(game, components, count, seed=7))
    for simulated in made:
        result = audit_session(simulated.stored, LIBRARY, simulated.session.id)
        assert result.findings == ()
        last = simulated.entries[-1]
        assert isinstance(last, Closed)
        assert last.outcome == "finished"
        assert game.standing(simulated.session.state).finished


def test_the_same_seed_gives_the_same_bytes() -> None:
    game, components = REGISTRY["time_of_chaos"], LIBRARY.component_set("demo", "time_of_chaos")
    once = [made.stored for made in simulate(game, components, 3, seed=5)]
    again = [made.stored for made in simulate(game, components, 3, seed=5)]
    other = [made.stored for made in simulate(game, components, 3, seed=6)]
    assert once == again
    assert once != other
    assert len({stored[0].digest for stored in once}) == 3


def test_an_unfinished_game_is_abandoned() -> None:
    game, components = REGISTRY["time_of_chaos"], LIBRARY.component_set("demo", "time_of_chaos")
    (made,) = simulate(game, components, 1, seed=5, most_actions=5)
    last = made.entries[-1]
    assert isinstance(last, Closed)
    assert last.outcome == "abandoned"


def test_a_game_without_recorded_games_has_no_openings() -> None:
    with pytest.raises(NoOpening):
        openings("no_such_game")
