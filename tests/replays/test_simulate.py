"""Simulated sessions: complete, repeatable, clean."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.games import REGISTRY
from domain.kernel.engine.entries import Closed, unseal
from domain.kernel.engine.views import read_entry
from domain.kernel.session import Session
from replays.audit import audit_session
from replays.final_table import as_expected, as_lines, final_table
from replays.game_lines import as_log, read_recorded
from replays.simulate import openings, simulate
from tests.support.reef import LIBRARY as REEFS
from tests.support.reef import REEF
from tests.support.replays.logs import LIBRARY


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


def test_a_game_without_recorded_games_is_opened_as_it_makes_up_itself() -> None:
    assert openings("reef") == []
    components = REEFS.component_set("demo", "reef")
    made = list(simulate(REEF, components, 6, seed=3))
    assert [len(one.session.opened.seats) for one in made] == [2, 3, 4, 2, 3, 4]
    for simulated in made:
        assert audit_session(simulated.stored, REEFS, simulated.session.id).findings == ()
        assert REEF.is_finished(simulated.session.state)
    again = list(simulate(REEF, components, 6, seed=3))
    assert [one.stored for one in again] == [one.stored for one in made]


@pytest.mark.parametrize("key", REGISTRY)
def test_a_simulated_game_recorded_again_ends_with_the_same_table(key: str) -> None:
    game, components = REGISTRY[key], LIBRARY.component_set("demo", key)
    (made,) = simulate(game, components, 1, seed=11)
    recorded = read_recorded(as_lines(made.entries, "demo"))
    log = as_log(recorded, LIBRARY)
    assert len(log) == len(made.entries) - 1  # all but the close
    session = Session(game, components, unseal(game, log[0].topic, log[0].body), log[0].digest)
    for number, stored in enumerate(log[1:], 2):
        session.follow(
            read_entry(game, session.id, number, stored.topic, stored.body), stored.digest, no_way_back
        )
    table = final_table(game, session.state, len(recorded.actions))
    assert table == final_table(game, made.session.state, len(recorded.actions))
    assert json.loads(as_expected(table)) == table


def no_way_back(first: int, last: int) -> list[Any]:
    raise AssertionError("nothing is taken back in a recorded game")
