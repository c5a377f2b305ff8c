"""What every game has is called the same in every game: on its table, in its moments, in its statistics."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import REGISTRY
from domain.kernel import PUBLIC, TRUTH, Game, Row, Viewer, clockwise_from
from domain.kernel.engine.entries import RecordedBy
from domain.kernel.engine.playing import Played, play
from domain.kernel.game import fold
from domain.kernel.session import Session, Stamp, seats_of
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.games.test_bent_tables import bends
from tests.games.test_every_game import game_of_bots

GAMES = (*REGISTRY.values(), TEMPLATE)
STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="00")
SEED = 7
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@cache
def played(key: str) -> tuple[Session, tuple[Played, ...]]:
    """A game of bots with as many seats as may be."""
    game = next(game for game in GAMES if game.key == key)
    components = load_components(game, game.demo_sets()["demo"])
    count = max(game.seat_counts)
    seats, options = game.sample_opening(components, count, Random(SEED))
    request = OpeningRequest(seats=tuple(seats), options=options)
    session = open_session(game, components, request, "session", bytes(32), STAMP)[0]
    steps = play(game, session.state, seats_of(session.opened), Random(SEED), most_actions=4000)
    return session, tuple(steps)


@every_game
def test_a_finished_game_is_in_the_phase_finished_and_no_other_is(game: Game[Any]) -> None:
    _, steps = played(game.key)
    for step in steps:
        finished = game.is_finished(step.after)
        assert (game.moment(step.after).phase == "finished") is finished
        assert (game.view(step.after, PUBLIC)["phase"] == "finished") is finished
        assert game.standing(step.after).finished is finished
    assert finished


@every_game
def test_the_view_has_a_map_of_all_seats(game: Game[Any]) -> None:
    session, steps = played(game.key)
    for viewer in (PUBLIC, TRUTH, Viewer(seats_of(session.opened)[0])):
        view = game.view(steps[-1].after, viewer)
        assert {*view["seats"]} == {*seats_of(session.opened)}
        assert all(isinstance(seat, dict) for seat in view["seats"].values())
        assert not {"players", "heroes"} & view.keys()


@every_game
def test_the_state_has_a_map_of_all_seats_and_calls_their_order_clockwise(game: Game[Any]) -> None:
    session, steps = played(game.key)
    seats = seats_of(session.opened)
    for state in (session.state, *(step.after for step in steps)):
        assert isinstance(state.seats, Mapping)
        assert tuple(state.seats) == getattr(state, "clockwise", seats) == seats
    members = {name: getattr(session.state, name) for name in session.state.__struct_fields__}
    assert {name for name, value in members.items() if value == seats} <= {"clockwise"}
    by_seat = {name for name, value in members.items() if isinstance(value, Mapping) and {*value} == {*seats}}
    assert by_seat <= {"seats", "known"}  # Chaosmos: what a seat can conclude, not what it has


def rows_of(game: Game[Any]) -> list[Row]:
    """All figures of the played game."""
    session, steps = played(game.key)
    state, tally = session.state, game.statistics.start(session.state)
    for step in steps:
        for fact in step.facts:
            after = game.evolve(state, fact)
            game.statistics.observe(tally, state, fact, after)
            state = after
    return list(game.statistics.rows(tally, state))


@every_game
def test_every_seat_has_its_share_of_the_win_by_its_position(game: Game[Any]) -> None:
    session, steps = played(game.key)
    (measure,) = (one for one in game.statistics.measures if one.key == "win_share")
    assert (measure.unit, measure.per, measure.only_finished) == ("share", "seat", True)
    assert "position" in measure.dimensions
    rows = {row.seat: row for row in rows_of(game) if row.measure == "win_share"}
    seats = seats_of(session.opened)
    assert {*rows} == {*seats}
    won = {seat for seat, row in rows.items() if row.value > 0}
    assert won == {*game.standing(steps[-1].after).winners} & {*seats}
    assert all(row.weight == 1 and 0 <= row.value <= 1 for row in rows.values())
    positions = [int(row.dimensions["position"]) for row in rows.values()]
    assert sorted(positions) == list(range(len(seats)))


@every_game
def test_positions_go_clockwise_from_who_begins(game: Game[Any]) -> None:
    session, steps = played(game.key)
    rows = {row.seat: row for row in rows_of(game) if row.measure == "win_share"}
    moments = [game.moment(step.after) for step in steps]
    first = next(seat for seat, row in rows.items() if row.dimensions["position"] == "0")
    if game.key != "first_light":  # All plan at once there; tests/games/first_light says who is first.
        assert first == next(one.active[0] for one in moments if one.turn and len(one.active) == 1)
    for position, seat in enumerate(clockwise_from(seats_of(session.opened), str(first))):
        assert rows[seat].dimensions["position"] == str(position)


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_a_breach_begins_with_the_number_of_the_invariant(game: Game[Any]) -> None:
    found = list(bends(game, game.seat_counts[-1]))
    assert found
    played = game_of_bots(game.key, game.seat_counts[-1], game.seat_counts[-1])
    for moment, fact in found:
        for breach in game.invariants(fold(game, played[moment].after, (fact,))):
            assert re.match(r"I[1-9][0-9]?: .", breach), breach
